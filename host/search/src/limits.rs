//! The bounds of a search.

use std::time::Duration;

/// What one workspace's searches may cost. There is no default: whoever makes a searcher decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Threads of one search, the caller's included; at least one is used, and no more than the machine runs at once.
    pub threads: usize,
    /// Bytes of memory for what is remembered of folders and files between searches. With 0, every search begins anew.
    pub remembered: usize,
    /// Bytes of the largest file that is parsed, and read as a whole. Larger ones are searched as text, piece by
    /// piece. A parse takes about twenty times the size of its file, in each thread.
    pub largest_parsed: u64,
    /// Bytes of the largest file that is searched at all.
    pub largest_searched: u64,
    /// How long a file or folder must have been left alone before what was read of it is remembered. File systems count
    /// time in steps, and a change within the same step as the reading would not be seen later. Two seconds are enough
    /// for every one; all but old ones (FAT) count in steps of ten milliseconds or less.
    pub settles: Duration,
    /// Hits that one search returns at most.
    pub hits: usize,
}
