//! What optimizers answered and what they saved, on disk.
//!
//! One file, an SQLite database, holds both for one user. Any number of processes use it at once. [`Reductions`] are
//! answers that were served once and are to be served again, byte for byte; [`Savings`] are counts of what optimizers
//! did, day by day; [`Report`] makes tables and a plot of them.
//!
//! Nothing here is worth a turn: each error means "go on without", and says why. All calls block, for well under a
//! millisecond as a rule and for [`BUSY_WAIT`] at worst, and may come from several threads.
#![forbid(unsafe_code)]

mod clock;
mod database;
mod error;
mod place;
mod reductions;
pub mod report;
mod savings;
mod schema;

use std::path::{Path, PathBuf};

pub use clock::{Clock, Day};
pub use database::BUSY_WAIT;
pub use error::Error;
pub use reductions::{
    IDLE, Kept, Key, MAX_BYTES, MAX_ENTRIES, MAX_TEXT_BYTES, PRUNE_AFTER_BYTES, PRUNE_EVERY, REFRESH_EVERY,
    Reduced, Reductions, Remembered,
};
pub use report::Report;
pub use savings::{
    Event, FLUSH_AFTER, FLUSH_EVENTS, MAX_BUFFERED_ROWS, MAX_DAYS, MAX_NAME_BYTES, MAX_ROWS, Row, Savings,
    Size, Stage,
};

use database::Database;

/// Both halves of one file. Each has a connection of its own, so that neither waits for the other.
#[derive(Debug)]
pub struct Store {
    /// Answers that were served.
    pub reductions: Reductions,
    /// Counts of what was done.
    pub savings: Savings,
    /// Where a damaged file went that was found in this one's place, for a message to the user.
    pub put_aside: Option<PathBuf>,
}

impl Store {
    /// Opens the file at `path`, or makes it, readable by its owner only. Its folder must exist, on a file system of
    /// this machine: several processes share memory through it.
    ///
    /// # Errors
    ///
    /// [`Error::Newer`] and [`Error::Foreign`] leave the file as it is. [`Error::Unusable`] says why the file can
    /// neither be opened nor made. [`Error::Damaged`] is a damaged file that could not be put aside.
    pub fn open(path: &Path, clock: Clock) -> Result<Self, Error> {
        let (reductions, put_aside) = Database::open(path)?;
        let (savings, _) = Database::open(path)?;
        Ok(Self {
            reductions: Reductions::new(reductions, clock.clone()),
            savings: Savings::new(savings, clock),
            put_aside,
        })
    }
}
