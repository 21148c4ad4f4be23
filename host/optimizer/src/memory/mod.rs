//! What was said of an output once, so that it is said again: an output keeps its bytes from turn to turn.

mod layered;
mod lru;
mod recent;

use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use sha2::{Digest as _, Sha256};
use tokio::time::Instant;

pub use layered::Layered;
pub use recent::{Bounds, Recent};

/// Tells the time. Handed in, so that it can be another one.
pub type Clock = Arc<dyn Fn() -> Instant + Send + Sync>;

/// What is hashed before all else. Another way to make keys needs another mark, since keys are kept on disk.
const MARK: &[u8] = b"toolhost optimizer 1\0";

/// Which output is meant: SHA-256 of the tool, the command that printed it, and the output's own SHA-256.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key([u8; 32]);

impl Key {
    /// Of an output, without its wrapper.
    #[must_use]
    pub fn of_output(tool: &str, command: &str, output: &str) -> Key {
        Key::of(&[b"output", tool.as_bytes(), command.as_bytes(), &Sha256::digest(output.as_bytes())])
    }

    /// The same where a replacement is not judged: what was believed without a look is not served where one is wanted.
    #[must_use]
    pub fn of_unjudged_output(tool: &str, command: &str, output: &str) -> Key {
        let digest = Sha256::digest(output.as_bytes());
        Key::of(&[b"unjudged", tool.as_bytes(), command.as_bytes(), &digest])
    }

    /// Of a command that has not run.
    pub(crate) fn of_command(tool: &str, command: &str) -> Key {
        Key::of(&[b"command", tool.as_bytes(), command.as_bytes()])
    }

    /// Each part behind its length, so that no two lists of parts have the same bytes.
    fn of(parts: &[&[u8]]) -> Key {
        let mut hash = Sha256::new_with_prefix(MARK);
        for part in parts {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        Key(hash.finalize().into())
    }

    /// The bytes, to keep it by.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(")?;
        for byte in self.0 {
            write!(f, "{byte:02x}")?;
        }
        f.write_str(")")
    }
}

/// What was said of an output, or of a command.
#[derive(Clone, PartialEq, Eq)]
pub enum Remembered {
    /// Something stands for it.
    Replaced {
        /// What does, without an agent's wrapper.
        text: Arc<str>,
        /// The id of the provider that made it.
        provider: Arc<str>,
        /// Estimated tokens of the original without its wrapper.
        tokens_before: u64,
        /// Estimated tokens of what stands for it.
        tokens_after: u64,
    },
    /// It was left as it is.
    LeftAlone,
}

impl Remembered {
    /// The bytes of its texts.
    #[must_use]
    pub fn bytes(&self) -> usize {
        match self {
            Remembered::Replaced { text, provider, .. } => text.len() + provider.len(),
            Remembered::LeftAlone => 0,
        }
    }
}

/// Without contents, so that none gets into a log.
impl fmt::Debug for Remembered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Remembered::Replaced { text, provider, tokens_before, tokens_after } => f
                .debug_struct("Replaced")
                .field("bytes", &text.len())
                .field("provider", provider)
                .field("tokens_before", tokens_before)
                .field("tokens_after", tokens_after)
                .finish(),
            Remembered::LeftAlone => f.write_str("LeftAlone"),
        }
    }
}

/// Where answers are kept. What cannot be read is not remembered, and what cannot be kept is lost: neither is an error
/// of a turn.
#[async_trait]
pub trait Memory: Send + Sync {
    /// What is kept. Asking lets it stay longer.
    async fn get(&self, key: &Key) -> Option<Remembered>;

    /// Keeps an answer unless there is one, and returns what is kept from now on: the first writer wins.
    async fn keep(&self, key: &Key, value: Remembered) -> Remembered;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_the_same_after_a_restart() {
        let key = Key::of_output("shell_command", "go test ./...", "ok\n");
        assert_eq!(
            format!("{key:?}"),
            "Key(42e72ed3de8ec7dba7adeae6988ace783c84e6b6071ae1ff73043cb34c67224b)"
        );
        assert_eq!(key.as_bytes().len(), 32);
    }

    #[test]
    fn every_part_counts_and_no_bytes_move_between_parts() {
        let keys = [
            Key::of_output("a", "b", "c"),
            Key::of_output("ab", "", "c"),
            Key::of_output("", "ab", "c"),
            Key::of_output("a", "bc", ""),
            Key::of_output("a", "b", "d"),
            Key::of_output("a\0b", "", "c"),
            Key::of_output("a", "\0b", "c"),
            Key::of_unjudged_output("a", "b", "c"),
            Key::of_command("a", "b"),
            Key::of_command("ab", ""),
        ];
        let different: std::collections::BTreeSet<Key> = keys.into_iter().collect();
        assert_eq!(different.len(), keys.len());
    }

    #[test]
    fn no_contents_in_debug_texts() {
        let kept = Remembered::Replaced {
            text: "secret".into(),
            provider: "p".into(),
            tokens_before: 9,
            tokens_after: 2,
        };
        assert!(!format!("{kept:?}").contains("secret"));
        assert_eq!((kept.bytes(), Remembered::LeftAlone.bytes()), (7, 0));
    }
}
