//! Identifiers as a query finds them, before they are put in order.

use crate::kind::Class;

/// One identifier that a query found.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Found {
    /// First byte of the name, its sigil left out.
    pub(crate) start: u32,
    /// The byte after the name.
    pub(crate) end: u32,
    /// Bytes of the sigil before the name, at most [`MAX_SIGIL`].
    pub(crate) sigil: u8,
    /// The pattern that found it. Of two that find the same name, the first of the file counts.
    pub(crate) pattern: usize,
    /// What it is.
    pub(crate) class: Class,
}

/// Bytes of the longest sigil, `@@` and `r#`: what two bits hold.
pub(crate) const MAX_SIGIL: usize = 3;

/// Puts what was found in order of position, one for each name: the one of the first pattern.
pub(crate) fn in_order(mut found: Vec<Found>) -> Vec<Found> {
    found.sort_unstable_by_key(|one| (one.start, one.end, one.pattern));
    found.dedup_by_key(|one| (one.start, one.end));
    found
}
