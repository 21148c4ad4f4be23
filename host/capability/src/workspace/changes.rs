//! A change set: what is to be done to which files, before anything is.

use super::fault::refused;
use crate::Failure;

/// Replaces `remove` bytes at `offset` of the file as it was read by `insert`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Splice {
    /// Bytes from the start of the file.
    pub offset: u64,
    /// Bytes that leave.
    pub remove: u64,
    /// Bytes that enter in their place.
    pub insert: Vec<u8>,
}

/// What happened, or is to happen, to one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Its path after links, relative to the root; for a rename the new one.
    pub path: String,
    /// What was done.
    pub kind: ChangeKind,
}

/// Kinds of change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChangeKind {
    /// It was not there.
    Created,
    /// Bytes of it are others now.
    Edited,
    /// It is gone.
    Removed,
    /// It has another path, and perhaps other bytes.
    Renamed {
        /// The path that it had.
        from: String,
    },
}

/// Operations in the order in which they are done. Adding one checks what can be known of it alone and
/// touches nothing.
#[derive(Debug)]
pub struct ChangeSet {
    pub(super) operations: Vec<Operation>,
    bytes: u64,
    limit: u64,
}

/// One operation, as it was asked for. Splices are in order and do not overlap.
#[derive(Debug)]
pub(super) enum Operation {
    Create { path: String, content: Vec<u8> },
    Edit { path: String, version: String, splices: Vec<Splice> },
    Remove { path: String, version: String },
    Rename { path: String, version: String, to: String, splices: Vec<Splice> },
}

/// What an operation or a splice counts beside its bytes, so that many small ones are bounded, too.
const OVERHEAD: u64 = 64;

impl ChangeSet {
    pub(super) fn new(limit: u64) -> ChangeSet {
        ChangeSet { operations: Vec::new(), bytes: 0, limit }
    }

    /// A new file, and its missing parents. One that exists by then is `conflict`.
    ///
    /// # Errors
    /// `limit_exceeded` where the set would hold too many bytes.
    pub fn create(&mut self, path: impl Into<String>, content: Vec<u8>) -> Result<(), Failure> {
        self.add(Operation::Create { path: path.into(), content })
    }

    /// Other bytes in a file. Every byte outside of the splices stays, and so do its mode and its names. The
    /// splices may come in any order; of two at one offset, the one that removes nothing comes first.
    ///
    /// # Errors
    /// `invalid_argument` where splices overlap; `limit_exceeded`.
    pub fn edit(
        &mut self,
        path: impl Into<String>,
        version: impl Into<String>,
        splices: Vec<Splice>,
    ) -> Result<(), Failure> {
        let path = path.into();
        let splices = in_order(&path, splices)?;
        self.add(Operation::Edit { path, version: version.into(), splices })
    }

    /// A file less. A link is removed itself; the version is that of the file which it leads to.
    ///
    /// # Errors
    /// `limit_exceeded`.
    pub fn remove(&mut self, path: impl Into<String>, version: impl Into<String>) -> Result<(), Failure> {
        self.add(Operation::Remove { path: path.into(), version: version.into() })
    }

    /// A file under another path, at which nothing is by then, and with other bytes where there are splices.
    ///
    /// # Errors
    /// `invalid_argument` where splices overlap; `limit_exceeded`.
    pub fn rename(
        &mut self,
        path: impl Into<String>,
        version: impl Into<String>,
        to: impl Into<String>,
        splices: Vec<Splice>,
    ) -> Result<(), Failure> {
        let path = path.into();
        let splices = in_order(&path, splices)?;
        self.add(Operation::Rename { path, version: version.into(), to: to.into(), splices })
    }

    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.operations.is_empty()
    }

    fn add(&mut self, operation: Operation) -> Result<(), Failure> {
        let bytes = self.bytes.saturating_add(operation.bytes());
        if bytes > self.limit {
            let message =
                format!("the change set would hold {bytes} bytes; at most {} are taken at once", self.limit);
            return Err(Failure::new("limit_exceeded", message)
                .hint("Make the change in several parts, each of which leaves the files in order."));
        }
        self.bytes = bytes;
        self.operations.push(operation);
        Ok(())
    }
}

impl Operation {
    fn bytes(&self) -> u64 {
        let spliced = |splices: &[Splice]| -> u64 {
            splices.iter().map(|splice| OVERHEAD.saturating_add(splice.insert.len() as u64)).sum()
        };
        let held = match self {
            Operation::Create { path, content } => (path.len() + content.len()) as u64,
            Operation::Edit { path, version, splices } => {
                spliced(splices).saturating_add((path.len() + version.len()) as u64)
            }
            Operation::Remove { path, version } => (path.len() + version.len()) as u64,
            Operation::Rename { path, version, to, splices } => {
                spliced(splices).saturating_add((path.len() + version.len() + to.len()) as u64)
            }
        };
        held.saturating_add(OVERHEAD)
    }
}

/// The splices by offset, without those that do nothing.
fn in_order(path: &str, mut splices: Vec<Splice>) -> Result<Vec<Splice>, Failure> {
    splices.retain(|splice| splice.remove > 0 || !splice.insert.is_empty());
    splices.sort_by_key(|splice| (splice.offset, splice.remove > 0));
    let mut free = 0;
    for splice in &splices {
        let end = splice.offset.checked_add(splice.remove);
        let Some(end) = end.filter(|_| splice.offset >= free) else {
            let message =
                format!("two splices of `{path}` overlap, or one has no end, at offset {}", splice.offset);
            return Err(refused("invalid_argument", path, message));
        };
        free = end;
    }
    Ok(splices)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    fn splice(offset: u64, remove: u64, insert: &str) -> Splice {
        Splice { offset, remove, insert: insert.into() }
    }

    #[test]
    fn splices_are_put_in_order_and_may_touch() {
        type Row = (Vec<Splice>, &'static [(u64, u64, &'static str)]);
        let rows: [Row; 6] = [
            (vec![], &[]),
            (vec![splice(5, 1, "a"), splice(0, 2, "")], &[(0, 2, ""), (5, 1, "a")]),
            (vec![splice(2, 1, "a"), splice(2, 0, "b")], &[(2, 0, "b"), (2, 1, "a")]),
            (vec![splice(2, 0, "x"), splice(2, 0, "y")], &[(2, 0, "x"), (2, 0, "y")]),
            (vec![splice(3, 0, "b"), splice(0, 3, "a")], &[(0, 3, "a"), (3, 0, "b")]),
            (vec![splice(7, 0, ""), splice(1, 1, "")], &[(1, 1, "")]),
        ];
        for (given, expected) in rows {
            let shown = format!("{given:?}");
            let expected: Vec<Splice> = expected.iter().map(|(o, r, i)| splice(*o, *r, i)).collect();
            assert_eq!(in_order("f", given).unwrap(), expected, "{shown}");
        }
    }

    #[test]
    fn splices_that_overlap_or_never_end_are_refused() {
        for given in [
            vec![splice(0, 2, ""), splice(1, 1, "")],
            vec![splice(0, 2, ""), splice(0, 1, "")],
            vec![splice(0, 4, "x"), splice(3, 0, "y")],
            vec![splice(u64::MAX, 1, "")],
        ] {
            let failure = in_order("f", given).unwrap_err();
            assert_eq!(failure.code, "invalid_argument", "{}", failure.message);
        }
    }

    #[test]
    fn a_change_set_is_bounded_by_bytes_and_by_number() {
        let mut changes = ChangeSet::new(1000);
        changes.create("f", vec![0; 900]).unwrap();
        let failure = changes.create("g", vec![0; 900]).unwrap_err();
        assert_eq!(failure.code, "limit_exceeded");
        assert_eq!(changes.operations.len(), 1);

        let mut changes = ChangeSet::new(1000);
        let added = (0..100).take_while(|_| changes.remove("f", "v").is_ok()).count();
        // 64 for each, and two letters.
        assert_eq!(added, 15);
    }
}
