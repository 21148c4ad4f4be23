//! Events that are not in the file yet.

use std::collections::HashMap;

use super::row::{Counts, Name};
use super::{FLUSH_AFTER, FLUSH_EVENTS};
use crate::clock::millis;

/// Rows that are kept in memory while the file cannot be written; events of others are then not counted. It takes
/// hundreds of tools times providers to get there.
pub const MAX_BUFFERED_ROWS: usize = 4096;

#[derive(Debug)]
pub(super) struct Buffer {
    rows: HashMap<Name, Counts>,
    /// Events since the last flush was tried, and when that was.
    events: u32,
    flushed: i64,
}

impl Buffer {
    pub(super) fn new(now: i64) -> Self {
        Self { rows: HashMap::new(), events: 0, flushed: now }
    }

    pub(super) fn add(&mut self, name: Name, counts: Counts) {
        self.events = self.events.saturating_add(1);
        self.merge(name, counts);
    }

    fn merge(&mut self, name: Name, counts: Counts) {
        if self.rows.len() < MAX_BUFFERED_ROWS || self.rows.contains_key(&name) {
            self.rows.entry(name).or_default().add(&counts);
        }
    }

    pub(super) fn is_due(&self, now: i64) -> bool {
        self.events >= FLUSH_EVENTS || !(0..millis(FLUSH_AFTER)).contains(&now.saturating_sub(self.flushed))
    }

    /// All rows, for a flush.
    pub(super) fn take(&mut self, now: i64) -> Vec<(Name, Counts)> {
        self.events = 0;
        self.flushed = now;
        self.rows.drain().collect()
    }

    /// Rows of a flush that failed.
    pub(super) fn put_back(&mut self, rows: Vec<(Name, Counts)>) {
        for (name, counts) in rows {
            self.merge(name, counts);
        }
    }
}
