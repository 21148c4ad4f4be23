//! The rules that every replacement keeps, whatever it says.

use thiserror::Error;

/// The longest command that may replace another, in bytes: the specification's.
pub const MAX_COMMAND_BYTES: usize = 32_768;

/// Why a replacement is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Invalid {
    /// It says what the original says.
    #[error("the replacement is the original")]
    Unchanged,
    /// Nothing is left of it without blanks.
    #[error("the replacement is empty")]
    Empty,
    /// It is longer than [`MAX_COMMAND_BYTES`].
    #[error("the replacement has {0} bytes, more than {MAX_COMMAND_BYTES}")]
    TooLong(usize),
    /// There is a NUL character in it, which no command line can carry.
    #[error("the replacement has a NUL character")]
    Nul,
}

impl Invalid {
    /// The name in metrics.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Invalid::Unchanged => "unchanged",
            Invalid::Empty => "empty",
            Invalid::TooLong(_) => "too_long",
            Invalid::Nul => "nul",
        }
    }
}

/// Checks a command that replaces another: changed, not empty after trimming, at most [`MAX_COMMAND_BYTES`] long,
/// without NUL. Line ends inside are allowed.
///
/// # Errors
///
/// The first of these rules that it breaks.
pub fn check_command(original: &str, replacement: &str) -> Result<(), Invalid> {
    let trimmed = replacement.trim();
    if trimmed.is_empty() {
        Err(Invalid::Empty)
    } else if replacement.len() > MAX_COMMAND_BYTES {
        Err(Invalid::TooLong(replacement.len()))
    } else if replacement.contains('\0') {
        Err(Invalid::Nul)
    } else if trimmed == original.trim() {
        Err(Invalid::Unchanged)
    } else {
        Ok(())
    }
}

/// Checks an output that replaces another: changed, and not empty after trimming.
///
/// # Errors
///
/// [`Invalid::Empty`] or [`Invalid::Unchanged`].
pub fn check_output(original: &str, replacement: &str) -> Result<(), Invalid> {
    if replacement.trim().is_empty() {
        Err(Invalid::Empty)
    } else if replacement == original {
        Err(Invalid::Unchanged)
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands() {
        let long = "x".repeat(MAX_COMMAND_BYTES);
        let longer = format!("{long}x");
        let rows: [(&str, &str, Result<(), Invalid>); 9] = [
            ("git status", "rtk git status", Ok(())),
            ("a", "b\n\r\nc", Ok(())),
            ("a", &long, Ok(())),
            ("a", &longer, Err(Invalid::TooLong(MAX_COMMAND_BYTES + 1))),
            ("a", "", Err(Invalid::Empty)),
            ("a", " \n\t", Err(Invalid::Empty)),
            ("a", "a", Err(Invalid::Unchanged)),
            ("a", " a \n", Err(Invalid::Unchanged)),
            ("a", "b\0", Err(Invalid::Nul)),
        ];
        for (original, replacement, expected) in rows {
            assert_eq!(check_command(original, replacement), expected);
        }
    }

    #[test]
    fn outputs() {
        let rows = [
            ("a", "b", Ok(())),
            ("a", "a\n", Ok(())),
            ("a", "a\0", Ok(())),
            ("a", "a", Err(Invalid::Unchanged)),
            ("a", " \n", Err(Invalid::Empty)),
        ];
        for (original, replacement, expected) in rows {
            assert_eq!(check_output(original, replacement), expected);
        }
    }
}
