//! Where the `@@` lines of a hunk lead: the blocks that they open, and all that stands below them.

use std::ops::Range;

use super::index::Exhausted;
use super::{Finder, block};
use crate::text::Pass;

/// Places of one quoted line whose blocks are looked at. A line that stands at more opens no block that could be
/// told from the others.
const MAX_BLOCKS: usize = 256;

/// The parts of a file in which a hunk is looked for.
#[derive(Debug)]
pub(super) struct Scopes {
    /// The blocks that the quoted lines open, by indentation, each with its first line.
    blocks: Vec<Range<usize>>,
    /// From the quoted line to the end of the file.
    below: Range<usize>,
}

impl Scopes {
    /// A whole file of so many lines.
    pub(super) fn whole(count: usize) -> Self {
        Self { blocks: Vec::new(), below: 0..count }
    }

    pub(super) fn blocks(&self) -> &[Range<usize>] {
        &self.blocks
    }

    /// The parts to look in, the narrower first.
    pub(super) fn in_order(&self) -> [&[Range<usize>]; 2] {
        [&self.blocks, std::slice::from_ref(&self.below)]
    }

    /// Whether this is less than the whole file.
    fn is_narrowed(&self) -> bool {
        !self.blocks.is_empty() || self.below.start > 0
    }
}

impl<'p> Finder<'_, 'p> {
    /// What is left of `scopes` below the line `quote`; none if it is nowhere in them.
    pub(super) fn narrowed(&mut self, scopes: &Scopes, quote: &'p [u8]) -> Result<Option<Scopes>, Exhausted> {
        // A line is not below itself.
        let skipped = usize::from(scopes.is_narrowed());
        for ranges in scopes.in_order() {
            for pass in Pass::ALL {
                let mut blocks = Vec::new();
                for range in ranges {
                    let inner = range.start + skipped..range.end;
                    for head in self.starts(pass, &[quote], &inner, MAX_BLOCKS + 1)? {
                        let end = block::end(self.lines, head).min(range.end);
                        self.work.add(end - head)?;
                        blocks.push(head..end);
                    }
                }
                if let Some(first) = blocks.iter().map(|block| block.start).min() {
                    if blocks.len() > MAX_BLOCKS {
                        blocks.clear();
                    }
                    return Ok(Some(Scopes { blocks, below: first..self.lines.count() }));
                }
            }
        }
        Ok(None)
    }
}
