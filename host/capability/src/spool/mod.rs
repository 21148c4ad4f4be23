//! Whole outputs on disk.
//!
//! Every host has one folder below the directory that it is given, held by a lock while the host lives, so that
//! hosts can tell whose files are old. A [`Spool`] is one file in it, made when its first byte arrives. A writer
//! appends; readers look at ranges of it ([`Output`]) that no longer change.

mod directory;
mod file;
mod output;

pub use directory::{Limits, SpoolDir};
pub use file::Spool;
pub use output::Output;

pub(crate) use output::Receipt;
