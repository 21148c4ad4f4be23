//! What an edit's bytes are before and after, read out of the journal.

use std::fs::File;
use std::io;

use super::record::Edit;
use crate::workspace::platform::{read_at, read_exact_at};

/// One side of a region: its bytes, wherever they lie in the journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::workspace) struct Side {
    runs: Vec<Run>,
    pub(in crate::workspace) length: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Run {
    /// Where the run starts in the side.
    start: u64,
    /// Where it lies in the journal.
    at: u64,
    length: u64,
}

/// A region with both sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::workspace) struct Patch {
    /// Where it starts in the file.
    pub(in crate::workspace) offset: u64,
    pub(in crate::workspace) before: Side,
    pub(in crate::workspace) after: Side,
}

/// The regions of an edit whose bulk lies at this offset of the journal.
pub(in crate::workspace) fn patches(edit: &Edit, mut at: u64) -> Vec<Patch> {
    let mut patches = Vec::with_capacity(edit.regions.len());
    for region in &edit.regions {
        let (mut before, mut after) = (Side::new(), Side::new());
        for piece in &region.pieces {
            before.add(at, piece.removed);
            at += piece.removed;
            after.add(at, piece.inserted);
            at += piece.inserted;
            before.add(at, piece.kept);
            after.add(at, piece.kept);
            at += piece.kept;
        }
        patches.push(Patch { offset: region.offset, before, after });
    }
    patches
}

impl Side {
    fn new() -> Side {
        Side { runs: Vec::new(), length: 0 }
    }

    fn add(&mut self, at: u64, length: u64) {
        if length > 0 {
            self.runs.push(Run { start: self.length, at, length });
            self.length += length;
        }
    }

    /// Fills the buffer with the bytes from `position` on, as far as there are any; how many there were.
    pub(in crate::workspace) fn read(
        &self,
        bulk: &mut Bulk<'_>,
        position: u64,
        buffer: &mut [u8],
    ) -> io::Result<usize> {
        let mut filled = 0;
        let mut next = self.runs.partition_point(|run| run.start + run.length <= position);
        while let Some(run) = self.runs.get(next)
            && filled < buffer.len()
        {
            let skipped = (position + filled as u64).saturating_sub(run.start);
            let wanted =
                usize::try_from(run.length - skipped).unwrap_or(usize::MAX).min(buffer.len() - filled);
            bulk.read(run.at + skipped, &mut buffer[filled..filled + wanted])?;
            filled += wanted;
            next += 1;
        }
        Ok(filled)
    }
}

/// Reads bulks out of a journal. What follows is read ahead, so that many small ones cost few calls.
pub(in crate::workspace) struct Bulk<'a> {
    journal: &'a File,
    window: Vec<u8>,
    start: u64,
}

/// Bytes that are read ahead.
const WINDOW: usize = 64 * 1024;

impl<'a> Bulk<'a> {
    pub(in crate::workspace) fn new(journal: &'a File) -> Bulk<'a> {
        Bulk { journal, window: Vec::new(), start: 0 }
    }

    /// Fills the buffer from this offset of the journal on.
    pub(in crate::workspace) fn read(&mut self, at: u64, buffer: &mut [u8]) -> io::Result<()> {
        if buffer.len() >= WINDOW {
            return read_exact_at(self.journal, at, buffer);
        }
        if self.windowed(at, buffer.len()).is_none() {
            self.window.resize(WINDOW, 0);
            let count = read_at(self.journal, at, &mut self.window)?;
            self.window.truncate(count);
            self.start = at;
        }
        let bytes = self.windowed(at, buffer.len()).ok_or(io::ErrorKind::UnexpectedEof)?;
        buffer.copy_from_slice(bytes);
        Ok(())
    }

    fn windowed(&self, at: u64, length: usize) -> Option<&[u8]> {
        let from = usize::try_from(at.checked_sub(self.start)?).ok()?;
        self.window.get(from..from.checked_add(length)?)
    }
}
