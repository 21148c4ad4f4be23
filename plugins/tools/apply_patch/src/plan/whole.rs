//! Files that come, go, or are replaced whole: how that is told.

use memchr::memchr;

use crate::diff::{Block, Entry, Operation, Sides, compare, unified};
use crate::text::{Ends, Lines};

/// Bytes of a file up to which its diff is told. A larger one is deleted or replaced without being read.
pub(super) const MAX_TOLD: u64 = 1 << 20;

/// Bytes at the start of a file among which a NUL means that it is no text, as git has it.
const SNIFFED: usize = 8_000;

/// A file that was made.
pub(super) fn created(path: &str, content: &[u8]) -> Entry {
    between(Sides { old: None, new: Some(path), new_is_terminated: true }, Operation::Created, b"", content)
}

/// A file that was deleted; without content if that is not known.
pub(super) fn deleted(path: &str, content: Option<&[u8]>) -> Entry {
    let sides = Sides { old: Some(path), new: None, new_is_terminated: true };
    match content.filter(|content| is_text(content)) {
        Some(content) => between(sides, Operation::Deleted, content, b""),
        None => untold(path, Operation::Deleted),
    }
}

/// A file with new content; without the old one if that is not known.
pub(super) fn replaced(path: &str, old: Option<&[u8]>, new: &[u8]) -> Entry {
    let sides = Sides { old: Some(path), new: Some(path), new_is_terminated: true };
    match old.filter(|old| is_text(old)) {
        Some(old) => {
            let mut entry = between(sides, Operation::Updated, old, new);
            entry.is_empty = old == new;
            entry
        }
        None => untold(path, Operation::Updated),
    }
}

/// A file that moved and stayed as it is.
pub(super) fn moved(path: &str, to: &str) -> Entry {
    let sides = Sides { old: Some(path), new: Some(to), new_is_terminated: true };
    unified(sides, Operation::Moved, &Lines::new(b"", Ends::LineFeeds), &[])
}

fn between(sides: Sides<'_>, operation: Operation, old: &[u8], new: &[u8]) -> Entry {
    let (old, new) = (Lines::new(old, Ends::LineFeeds), Lines::new(new, Ends::LineFeeds));
    let blocks: Vec<Block<'_>> = compare(&wholes(&old), &wholes(&new))
        .into_iter()
        .map(|difference| Block {
            old: difference.old,
            new: difference.new.map(|line| new.text(line)).collect(),
        })
        .collect();
    unified(sides, operation, &old, &blocks)
}

fn wholes<'a>(lines: &Lines<'a>) -> Vec<&'a [u8]> {
    (0..lines.count()).map(|line| lines.whole(line)).collect()
}

fn untold(path: &str, operation: Operation) -> Entry {
    Entry {
        path: path.to_owned(),
        operation,
        content: None,
        truncated: true,
        additions: None,
        deletions: None,
        is_empty: false,
    }
}

fn is_text(content: &[u8]) -> bool {
    memchr(0, &content[..content.len().min(SNIFFED)]).is_none()
}
