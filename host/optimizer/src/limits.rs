//! The fixed limits, and what a text counts as.

use std::time::Duration;

/// Calls of providers that one stage makes in one turn: the specification's.
pub const PROVIDER_CALLS_PER_STAGE: usize = 8;

/// External programs that all providers together have running at once: the specification's. Who runs them holds it.
pub const EXTERNAL_CALLS: usize = 4;

/// The largest output that is looked at, in bytes with its wrapper: the specification's bound of a body, 4 MiB.
pub const INSPECTED_BYTES: usize = 4 * 1024 * 1024;

/// How long the providers of a stage may prepare before the turn goes on without those that are not ready: what it
/// takes to compile a component of some megabytes on a busy machine.
pub const PREPARATION: Duration = Duration::from_secs(10);

/// How long a remembered answer stays without being asked for: the contract's two hours.
pub const REMEMBERED_IDLE: Duration = Duration::from_secs(2 * 60 * 60);

/// Bytes of one token, as an estimate: the contract's.
const TOKEN_BYTES: u64 = 4;

/// What a text counts as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Size {
    /// Its length.
    pub bytes: u64,
    /// Estimated tokens: a fourth of the bytes, rounded up.
    pub tokens: u64,
}

impl Size {
    /// Of a text.
    #[must_use]
    pub fn of(text: &str) -> Size {
        Size::of_bytes(text.len() as u64)
    }

    /// Of a text of so many bytes.
    #[must_use]
    pub fn of_bytes(bytes: u64) -> Size {
        Size { bytes, tokens: bytes.div_ceil(TOKEN_BYTES) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_those_of_the_specification() {
        assert_eq!(PROVIDER_CALLS_PER_STAGE, 8);
        assert_eq!(EXTERNAL_CALLS, 4);
        assert_eq!(INSPECTED_BYTES, 4_194_304);
        assert_eq!(PREPARATION.as_secs(), 10);
        assert_eq!(REMEMBERED_IDLE.as_secs(), 7_200);
    }

    #[test]
    fn sizes() {
        let rows = [("", 0, 0), ("a", 1, 1), ("abcd", 4, 1), ("abcde", 5, 2), ("é", 2, 1)];
        for (text, bytes, tokens) in rows {
            assert_eq!(Size::of(text), Size { bytes, tokens }, "{text}");
        }
    }
}
