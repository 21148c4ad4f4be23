//! The identifiers of one file, in a few bytes each.

use std::ops::Range;

use crate::found::{Found, MAX_SIGIL};
use crate::kind::Class;

/// Names between two places where reading can begin. A look-up reads half as many on average.
const BLOCK: usize = 64;

/// Every identifier of one file, and what it is.
///
/// A name takes about three bytes: how far it is from the start of the one before, how long it is, what it is. A name
/// with a *sigil* (`#count`, `$count`, `r#type`) is found with the sigil and without it. A name that is a path
/// (`Shop.Orders` of a namespace) is there whole and by its parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outline {
    bytes: Box<[u8]>,
    blocks: Box<[Block]>,
    has_faults: bool,
}

/// Where the names of one block begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Block {
    /// Start of the block's first name in the file.
    first: u32,
    /// Start of the name before it, to which the first distance is measured.
    base: u32,
    /// Where the block begins among the bytes.
    offset: u32,
}

/// One identifier of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// Its bytes in the file, a sigil left out.
    pub range: Range<usize>,
    /// What it is.
    pub class: Class,
    /// Bytes of the sigil right before it: 0, or 1 for `#` and `$`, 2 for `r#` and `@@`.
    pub sigil: usize,
}

impl Outline {
    /// Packs what was found. It is in order of start.
    pub(crate) fn pack(found: &[Found], has_faults: bool) -> Outline {
        let mut bytes = Vec::with_capacity(found.len() * 3);
        let mut blocks = Vec::with_capacity(found.len().div_ceil(BLOCK));
        let mut base = 0;
        for (index, one) in found.iter().enumerate() {
            if index % BLOCK == 0 {
                // A file is below 4 GiB, and a name of it takes fewer bytes here than its distance does there.
                let offset = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
                blocks.push(Block { first: one.start, base, offset });
            }
            write(&mut bytes, one.start - base);
            write(&mut bytes, one.end - one.start);
            bytes.push(one.class.code() | one.sigil << 6);
            base = one.start;
        }
        Outline { bytes: bytes.into(), blocks: blocks.into(), has_faults }
    }

    /// What stands at exactly this range of bytes; none if it is no identifier.
    #[must_use]
    pub fn class_at(&self, range: Range<usize>) -> Option<Class> {
        let after = self.blocks.partition_point(|block| (block.first as usize) < range.start);
        self.names_from(after.saturating_sub(1))
            .take_while(|name| name.range.start <= range.start.saturating_add(MAX_SIGIL))
            .find(|name| {
                let starts = [name.range.start, name.range.start - name.sigil];
                name.range.end == range.end && starts.contains(&range.start)
            })
            .map(|name| name.class)
    }

    /// All identifiers in order of position.
    #[must_use]
    pub fn names(&self) -> Names<'_> {
        self.names_from(0)
    }

    fn names_from(&self, index: usize) -> Names<'_> {
        let (base, offset) = self.blocks.get(index).map_or((0, 0), |block| (block.base, block.offset));
        Names { rest: self.bytes.get(offset as usize..).unwrap_or_default(), base }
    }

    /// Whether the file does not quite follow its grammar. Names behind a fault may be missing or of another kind.
    #[must_use]
    pub fn has_faults(&self) -> bool {
        self.has_faults
    }

    /// Bytes of memory that it holds, itself included.
    #[must_use]
    pub fn size(&self) -> usize {
        size_of::<Self>() + self.bytes.len() + size_of_val(&*self.blocks)
    }
}

/// The identifiers of an [`Outline`].
#[derive(Debug, Clone)]
pub struct Names<'a> {
    rest: &'a [u8],
    base: u32,
}

impl Iterator for Names<'_> {
    type Item = Name;

    fn next(&mut self) -> Option<Name> {
        let start = self.base + read(&mut self.rest)?;
        let end = start + read(&mut self.rest)?;
        let (code, rest) = self.rest.split_first()?;
        self.rest = rest;
        self.base = start;
        Some(Name {
            range: start as usize..end as usize,
            class: Class::from_code(code & 0x3f),
            sigil: usize::from(code >> 6),
        })
    }
}

/// Writes a number in groups of seven bits, the lowest first; the high bit says that another follows.
fn write(bytes: &mut Vec<u8>, mut number: u32) {
    while number > 0x7f {
        bytes.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    bytes.push((number & 0x7f) as u8);
}

/// Reads what [`write`] wrote; none at the end.
fn read(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0;
    for shift in (0..u32::BITS).step_by(7) {
        let (first, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u32::from(first & 0x7f) << shift;
        if first & 0x80 == 0 {
            break;
        }
    }
    Some(number)
}

#[cfg(test)]
#[path = "outline_tests.rs"]
mod tests;
