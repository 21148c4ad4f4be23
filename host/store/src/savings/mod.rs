//! Counts of what optimizers did, by day, tool, stage, provider and class.
//!
//! An event costs a turn a map entry. Events go to the file some hundred at once, without waiting for others that
//! write; what a host has in memory when it is killed is lost.

mod buffer;
mod row;
mod table;

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::clock::{Clock, Day, millis};
use crate::database::{BUSY_WAIT, Database};
use crate::error::Error;

pub use buffer::MAX_BUFFERED_ROWS;
pub use row::{Event, MAX_NAME_BYTES, Row, Size, Stage};

use buffer::Buffer;
use row::{Counts, Name};

/// Events go to the file when there are this many,
pub const FLUSH_EVENTS: u32 = 256;
/// or when one is recorded and the last flush is this long ago: so `toolhost stats` sees what running hosts do.
pub const FLUSH_AFTER: Duration = Duration::from_secs(10);
/// Days that are kept: a year, and a month to compare with.
pub const MAX_DAYS: u32 = 400;
/// Rows that are kept; past it the oldest days go first. Some 10 MB.
pub const MAX_ROWS: u32 = 100_000;

/// How often rows are looked at for those to drop: a row becomes too old once a day.
const PRUNE_EVERY: Duration = Duration::from_secs(60 * 60);
/// After how many written rows they are looked at, too: [`MAX_ROWS`] is exceeded by little more, for each process.
const PRUNE_AFTER_ROWS: usize = 4096;

/// Counts of what was done.
#[derive(Debug)]
pub struct Savings {
    database: Database,
    clock: Clock,
    buffer: Mutex<Buffer>,
    /// When this process last dropped rows, and how many it has written since.
    pruned: AtomicI64,
    written: AtomicUsize,
    max_rows: u32,
}

impl Savings {
    pub(crate) fn new(database: Database, clock: Clock) -> Self {
        let buffer = Mutex::new(Buffer::new(clock.millis()));
        let (pruned, written) = (AtomicI64::new(i64::MIN), AtomicUsize::new(0));
        Self { database, clock, buffer, pruned, written, max_rows: MAX_ROWS }
    }

    /// Counts an event. It never fails, and waits for nobody; what cannot be written stays in memory for the next
    /// time, up to [`MAX_BUFFERED_ROWS`] rows.
    pub fn record(&self, event: &Event<'_>) {
        let now = self.clock.millis();
        let day = Day::of(self.clock.now());
        let due = {
            let mut buffer = self.buffer();
            buffer.add(Name::of(day, event), Counts::of(event));
            buffer.is_due(now).then(|| buffer.take(now))
        };
        if let Some(rows) = due {
            let _ = self.write(rows, Duration::ZERO);
        }
    }

    /// Writes what is in memory. To be called when a host ends, and best after each turn, off its path.
    ///
    /// # Errors
    ///
    /// Any of [`Error`] but those of opening. What was not written stays in memory.
    pub fn flush(&self) -> Result<(), Error> {
        let rows = self.buffer().take(self.clock.millis());
        self.write(rows, BUSY_WAIT)
    }

    /// The rows of some days, sorted by day, tool, stage, provider and class. What this process has in memory is
    /// written first.
    ///
    /// # Errors
    ///
    /// Any of [`Error`] but those of opening.
    pub fn rows(&self, days: &RangeInclusive<Day>) -> Result<Vec<Row>, Error> {
        self.flush()?;
        self.database.with(|connection| table::read(connection, days))
    }

    fn write(&self, rows: Vec<(Name, Counts)>, wait: Duration) -> Result<(), Error> {
        if rows.is_empty() {
            return Ok(());
        }
        let now = self.clock.millis();
        let since = now.saturating_sub(self.pruned.load(Ordering::Relaxed));
        let prune = !(0..millis(PRUNE_EVERY)).contains(&since)
            || self.written.load(Ordering::Relaxed) >= PRUNE_AFTER_ROWS;
        let oldest = Day::of(self.clock.now()).before(MAX_DAYS - 1);
        let written = self.database.with(|connection| {
            connection.busy_timeout(wait)?;
            let written = table::add(connection, &rows, prune.then_some((oldest, self.max_rows)));
            connection.busy_timeout(BUSY_WAIT)?;
            written
        });
        match written {
            Ok(()) if prune => {
                self.pruned.store(now, Ordering::Relaxed);
                self.written.store(0, Ordering::Relaxed);
            }
            Ok(()) => {
                self.written.fetch_add(rows.len(), Ordering::Relaxed);
            }
            Err(_) => self.buffer().put_back(rows),
        }
        written
    }

    fn buffer(&self) -> MutexGuard<'_, Buffer> {
        self.buffer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Savings {
    fn drop(&mut self) {
        let _ = self.flush();
    }
}

#[cfg(test)]
mod tests;
