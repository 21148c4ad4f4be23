//! Whether what an optimizer returns may be believed: a reduction of a tool's output, or a command that it rewrote.
//!
//! Everything here is a function of texts: nothing is run, read or remembered. [`judge`] compares a reduction with the
//! output that it stands for, by facts and not by lines; [`judge_command`] compares two command lines. [`hint`] names
//! the kind of output that a command prints, [`families`] the tables of facts that apply to it, [`Wrapped`] takes an
//! agent's wrapper off an output, and [`printed_by`] says whether an output is an optimizer's own.

#![forbid(unsafe_code)]

mod command;
mod hint;
mod output;
mod own;
mod program;
mod replacement;
mod wrapper;

pub use command::{CommandReason, judge_command};
pub use hint::{Hint, hint};
pub use output::{Fact, Families, Family, Kind, Reason, families, judge};
pub use own::printed_by;
pub use replacement::{Invalid, MAX_COMMAND_BYTES, check_command, check_output};
pub use wrapper::Wrapped;

/// What became of a replacement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict<R> {
    /// It may stand for the original.
    Accepted,
    /// The original stays.
    Refused(R),
}

impl<R> Verdict<R> {
    /// Whether the replacement may stand for the original.
    #[must_use]
    pub fn is_accepted(&self) -> bool {
        matches!(self, Verdict::Accepted)
    }
}
