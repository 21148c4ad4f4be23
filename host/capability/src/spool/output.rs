//! A range of a spool, as one answer shows it.

use std::io;
use std::path::Path;
use std::sync::Arc;

use super::file::Spool;

/// What the writer of a spool wants to know of an answer: whether it was delivered. Dropping it without a call
/// of `delivered` says that it was not.
pub(crate) trait Receipt: Send + Sync {
    /// The answer was handed to the transport.
    fn delivered(&self);
}

/// A range of a spool that no longer changes. Copies are cheap and speak of the same answer.
#[derive(Clone)]
pub struct Output {
    spool: Arc<Spool>,
    start: u64,
    end: u64,
    total: u64,
    receipt: Option<Arc<dyn Receipt>>,
}

impl Output {
    pub(crate) fn new(spool: Arc<Spool>, start: u64, end: u64, receipt: Option<Arc<dyn Receipt>>) -> Output {
        let total = spool.received();
        Output { spool, start, end, total, receipt }
    }

    /// Bytes in this range.
    pub fn len(&self) -> u64 {
        self.end - self.start
    }

    /// Whether the range holds nothing.
    pub fn is_empty(&self) -> bool {
        self.start == self.end
    }

    /// Where the range starts in its spool.
    pub fn offset(&self) -> u64 {
        self.start
    }

    /// Bytes that had come for the whole spool when the range was taken.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Bytes from `offset` within the range on, at most `max`; fewer at its end.
    pub fn read(&self, offset: u64, max: usize) -> io::Result<Vec<u8>> {
        let left = self.len().saturating_sub(offset);
        let max = max.min(usize::try_from(left).unwrap_or(usize::MAX));
        self.spool.read(self.start.saturating_add(offset), max)
    }

    /// Newlines between two offsets within the range.
    pub fn newlines(&self, from: u64, to: u64) -> io::Result<u64> {
        self.spool.newlines(self.start.saturating_add(from), self.end.min(self.start.saturating_add(to)))
    }

    /// The file that holds the whole spool.
    pub fn path(&self) -> &Path {
        self.spool.path()
    }

    /// False where the spool holds less than what came.
    pub fn is_complete(&self) -> bool {
        self.spool.is_complete()
    }

    /// Says that the answer was handed to the transport. Without it, the same bytes come again.
    pub fn delivered(&self) {
        if let Some(receipt) = &self.receipt {
            receipt.delivered();
        }
    }
}

impl std::fmt::Debug for Output {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Output({}[{}..{}])", self.spool.path().display(), self.start, self.end)
    }
}
