//! What was learned of one file.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use toolhost_syntax::{Language, Outline};

use crate::content::Form;
use crate::signature::Signature;
use crate::stamp::Stamp;

/// Bytes that a file takes beside its signature and its outline: the record, the counts beside it, and what the
/// allocator adds to each of two pieces.
const OVERHEAD: usize = size_of::<Record>() + 4 * 16;

/// A file as it was when it was read.
#[derive(Debug)]
pub(crate) struct Record {
    pub(crate) stamp: Stamp,
    pub(crate) form: Form,
    pub(crate) language: Option<&'static Language>,
    /// None where nothing can be ruled out.
    pub(crate) signature: Option<Signature>,
    /// None as long as nobody needed it.
    pub(crate) outline: Option<Arc<Outline>>,
    /// The latest query that is not in the file, by its digest. Whoever has asked for something often asks again with
    /// other bounds.
    absent: AtomicU64,
    /// The latest query that names no declaration here.
    undeclared: AtomicU64,
}

impl Record {
    pub(crate) fn new(
        stamp: Stamp,
        form: Form,
        language: Option<&'static Language>,
        signature: Option<Signature>,
    ) -> Record {
        let [absent, undeclared] = [const { AtomicU64::new(0) }; 2];
        Record { stamp, form, language, signature, outline: None, absent, undeclared }
    }

    /// The same file with its outline.
    pub(crate) fn with(&self, outline: Arc<Outline>) -> Record {
        Record {
            outline: Some(outline),
            signature: self.signature.clone(),
            absent: AtomicU64::new(self.absent.load(Ordering::Relaxed)),
            undeclared: AtomicU64::new(self.undeclared.load(Ordering::Relaxed)),
            ..*self
        }
    }

    /// Notes that a query, given by its digest, is not in the file.
    pub(crate) fn lacks(&self, query: u64) {
        self.absent.store(query, Ordering::Relaxed);
    }

    /// Whether it is known that a query is not in the file.
    pub(crate) fn is_absent(&self, query: u64) -> bool {
        self.absent.load(Ordering::Relaxed) == query
    }

    /// Notes that a query, given by its digest, names no declaration here.
    pub(crate) fn declares_no(&self, query: u64) {
        self.undeclared.store(query, Ordering::Relaxed);
    }

    /// Whether it is known that a query names no declaration here.
    pub(crate) fn is_undeclared(&self, query: u64) -> bool {
        self.undeclared.load(Ordering::Relaxed) == query
    }

    /// Bytes of memory.
    pub(crate) fn size(&self) -> usize {
        OVERHEAD
            + self.signature.as_ref().map_or(0, Signature::size)
            + self.outline.as_ref().map_or(0, |outline| outline.size())
    }
}
