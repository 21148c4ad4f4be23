//! What stands between the steps of a commit.

use std::io;

/// Asked before every step that changes a file. Tests end a commit there, or have a step fail; nothing else
/// does.
pub(super) trait Watch {
    /// A step is about to be done.
    ///
    /// # Errors
    /// As if the system had refused the step.
    fn step(&self) -> io::Result<()>;

    /// Bytes that one write takes at most.
    fn portion(&self) -> usize;
}

/// Every step is done.
pub(super) struct Unwatched;

impl Watch for Unwatched {
    fn step(&self) -> io::Result<()> {
        Ok(())
    }

    fn portion(&self) -> usize {
        256 * 1024
    }
}
