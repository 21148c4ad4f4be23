//! What `chars` means to the session that gets it.

use toolhost_terminal_policy::{MOST_MS, MOST_POLL_MS};

const CTRL_C: &str = "\u{3}";

/// What is done to the session.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// Nothing: only see what has been printed.
    Look,
    /// The interrupt signal to its processes: a pipe has no line discipline that would make one of Ctrl-C.
    Interrupt,
    /// These bytes, verbatim.
    Bytes(Vec<u8>),
}

impl Input {
    /// Reads `chars`; `has_terminal` is asked only where it matters, and knows nothing of a session that does
    /// not exist.
    pub(crate) fn of(chars: String, has_terminal: impl FnOnce() -> Option<bool>) -> Self {
        if chars.is_empty() {
            Self::Look
        } else if chars == CTRL_C && has_terminal() == Some(false) {
            Self::Interrupt
        } else {
            Self::Bytes(chars.into_bytes())
        }
    }

    /// The longest wait in milliseconds.
    pub(crate) fn most_ms(&self) -> u32 {
        match self {
            Self::Look => MOST_POLL_MS,
            Self::Interrupt | Self::Bytes(_) => MOST_MS,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Input;

    #[test]
    fn only_a_lone_ctrl_c_to_a_pipe_is_a_signal() {
        let bytes = |text: &str| Input::Bytes(text.as_bytes().to_vec());
        let table = [
            ("", Some(false), Input::Look, 300_000),
            ("", None, Input::Look, 300_000),
            ("\u{3}", Some(false), Input::Interrupt, 30_000),
            ("\u{3}", Some(true), bytes("\u{3}"), 30_000),
            ("\u{3}", None, bytes("\u{3}"), 30_000),
            ("\u{3}\n", Some(false), bytes("\u{3}\n"), 30_000),
            ("é\0", Some(true), bytes("é\0"), 30_000),
        ];
        for (chars, tty, expected, most_ms) in table {
            let input = Input::of(chars.to_owned(), || tty);
            assert_eq!(input, expected);
            assert_eq!(input.most_ms(), most_ms);
        }
    }
}
