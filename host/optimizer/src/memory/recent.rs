//! A memory within the process.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;

pub use super::lru::Bounds;
use super::lru::Lru;
use super::{Clock, Key, Memory, Remembered};
use crate::limits::REMEMBERED_IDLE;

impl Default for Bounds {
    /// 64 MiB and 10,000 answers, which is what some hundred long sessions have, for two hours.
    fn default() -> Self {
        Bounds { bytes: 64 * 1024 * 1024, entries: 10_000, idle: REMEMBERED_IDLE }
    }
}

/// Answers of this process, the least recently used forgotten first.
pub struct Recent {
    entries: Mutex<Lru<Remembered>>,
    clock: Clock,
}

impl Recent {
    /// An empty memory.
    #[must_use]
    pub fn new(bounds: Bounds, clock: Clock) -> Recent {
        Recent { entries: Mutex::new(Lru::new(bounds)), clock }
    }

    fn entries(&self) -> MutexGuard<'_, Lru<Remembered>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is kept, and since when.
    pub(super) fn find(&self, key: &Key) -> Option<(Remembered, Duration)> {
        self.entries().get(key, (self.clock)())
    }

    /// Keeps an answer whatever there is.
    pub(super) fn put(&self, key: &Key, value: Remembered) {
        let bytes = value.bytes();
        self.entries().put(*key, value, bytes, (self.clock)());
    }
}

#[async_trait]
impl Memory for Recent {
    async fn get(&self, key: &Key) -> Option<Remembered> {
        self.find(key).map(|(value, _)| value)
    }

    async fn keep(&self, key: &Key, value: Remembered) -> Remembered {
        let now = (self.clock)();
        let mut entries = self.entries();
        if let Some((first, _)) = entries.get(key, now) {
            return first;
        }
        entries.put(*key, value.clone(), value.bytes(), now);
        value
    }
}

impl fmt::Debug for Recent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recent").finish_non_exhaustive()
    }
}
