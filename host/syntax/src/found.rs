//! Identifiers as queries find them, and how they are put in order.

use std::ops::Range;

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
    /// The form of the query that found it. Of two that find the same name, the first of the text counts.
    pub(crate) form: usize,
    /// What it is.
    pub(crate) class: Class,
    /// It only counts outside of all scopes.
    pub(crate) outside_scopes: bool,
}

impl Found {
    /// What every other find of the same name goes before.
    pub(crate) const LAST: Found =
        Found { start: 0, end: 0, sigil: 0, form: usize::MAX, class: Class::Usage, outside_scopes: false };
}

/// Bytes of the longest sigil: what two bits hold.
pub(crate) const MAX_SIGIL: usize = 3;

/// What queries find in a file or in parts of it.
#[derive(Debug, Default)]
pub(crate) struct Finds {
    /// In no order, names more than once.
    pub(crate) names: Vec<Found>,
    /// In no order, one in the other.
    pub(crate) scopes: Vec<Range<u32>>,
}

impl Finds {
    /// What was found in order of position, one for each name: the one of the first form that counts.
    pub(crate) fn in_order(self) -> Vec<Found> {
        let Finds { mut names, mut scopes } = self;
        scopes.sort_unstable_by_key(|scope| scope.start);
        // Of scopes in each other the outermost is enough.
        scopes.dedup_by(|later, kept| later.end <= kept.end);
        names.retain(|name| !name.outside_scopes || !is_inside(&scopes, name.start));
        names.sort_unstable_by_key(|name| (name.start, name.end, name.form));
        names.dedup_by_key(|name| (name.start, name.end));
        names
    }
}

/// Whether a position is in one of the scopes, which are in order and apart.
fn is_inside(scopes: &[Range<u32>], at: u32) -> bool {
    let after = scopes.partition_point(|scope| scope.start <= at);
    after.checked_sub(1).and_then(|last| scopes.get(last)).is_some_and(|scope| at < scope.end)
}
