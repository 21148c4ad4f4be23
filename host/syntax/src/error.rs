//! Why there is no outline.

/// Why a file was not parsed. Its text can be searched all the same.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OutlineError {
    /// `go_on` said no.
    #[error("stopped before the end of the file")]
    Stopped,
    /// Positions are kept in 32 bits.
    #[error("a file of {size} bytes is too large to be parsed: at most {} bytes", u32::MAX)]
    TooLarge {
        /// Bytes of the file.
        size: usize,
    },
    /// The grammar or a query of this language does not load. The tests load every one, so this is a mistake in the
    /// build.
    #[error("the grammar of {language} cannot be used: {reason}")]
    Grammar {
        /// Name of the language.
        language: &'static str,
        /// What the grammar's library says.
        reason: String,
    },
}
