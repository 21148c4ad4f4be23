//! The text of a patch, read into operations, hunks and lines that know where in the patch they stand. Nothing here
//! looks at a file.

mod advice;
mod cursor;
mod envelope;
mod header;
mod hunk;
mod marker;
mod parser;
#[cfg(test)]
mod tests;

pub use hunk::{Hunk, HunkLine, LineKind, Position, Quote};
pub use parser::parse;

/// Most bytes of a patch.
pub const MAX_BYTES: usize = 16 << 20;

/// Most operations in a patch.
pub const MAX_OPERATIONS: usize = 10_000;

/// Most hunks in a patch.
pub const MAX_HUNKS: usize = 100_000;

/// Most bytes of a path: what Linux takes.
pub const MAX_PATH: usize = 4_096;

/// Most `@@` lines of one hunk: each is looked for on its own, and no code is nested deeper.
pub const MAX_QUOTES: usize = 16;

/// A patch that is well formed. It borrows the text.
#[derive(Debug, PartialEq, Eq)]
pub struct Patch<'p> {
    /// What it does, in its order; never empty.
    pub operations: Vec<Operation<'p>>,
}

/// One operation on one file.
#[derive(Debug, PartialEq, Eq)]
pub struct Operation<'p> {
    /// Line of the patch, from 1, on which it begins.
    pub line: usize,
    /// The file, as written.
    pub path: &'p [u8],
    /// What is done to it.
    pub action: Action<'p>,
}

/// What is done to a file.
#[derive(Debug, PartialEq, Eq)]
pub enum Action<'p> {
    /// It is made.
    Add(Added<'p>),
    /// It is deleted.
    Delete,
    /// Its lines change, it moves, or both.
    Update {
        /// Where it moves, if it does.
        to: Option<Destination<'p>>,
        /// What changes. Empty only for a file that moves.
        hunks: Vec<Hunk<'p>>,
    },
}

/// What an added file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Added<'p> {
    /// The lines of the patch, each with its `+`.
    body: &'p [u8],
}

impl Added<'_> {
    /// The content: every line ends in `\n`.
    #[must_use]
    pub fn content(&self) -> Vec<u8> {
        let mut content = Vec::with_capacity(self.body.len());
        for row in cursor::Cursor::new(self.body, 1) {
            content.extend_from_slice(row.text.strip_prefix(b"+").unwrap_or(row.text));
            content.push(b'\n');
        }
        content
    }
}

/// Where a file moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Destination<'p> {
    /// Line of the patch, from 1.
    pub line: usize,
    /// The new path, as written.
    pub path: &'p [u8],
}
