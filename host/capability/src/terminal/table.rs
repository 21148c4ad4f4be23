//! The commands of one client, and how many it may have.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::live::Live;

/// Commands that a client may have at once (contract, section 3).
pub const MAX_SESSIONS: usize = 64;

/// The newest of these are never taken away while they run.
const PROTECTED: usize = 8;

/// How ids are given. None is used twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ids {
    /// 1, 2, 3: kind to a model, for a client that is alone.
    Sequential,
    /// Not to be guessed, for clients that share a host.
    Random,
}

/// All commands of one client, by id.
pub(super) struct Table {
    ids: Ids,
    last: u32,
    sessions: BTreeMap<u32, Entry>,
    started: u64,
}

struct Entry {
    live: Arc<Live>,
    /// The order of starting; ids may be random.
    number: u64,
}

impl Table {
    pub(super) fn new(ids: Ids) -> Table {
        Table { ids, last: 0, sessions: BTreeMap::new(), started: 0 }
    }

    /// An id that was never given before.
    pub(super) fn new_id(&mut self) -> std::io::Result<u32> {
        match self.ids {
            Ids::Sequential => {
                self.last = self.last.checked_add(1).ok_or(std::io::ErrorKind::QuotaExceeded)?;
                Ok(self.last)
            }
            Ids::Random => loop {
                // 31 bits, so that every client's integer can hold it. A client that has 64 at a time meets a
                // used id about once in a hundred million commands; the used ones that it still has are avoided.
                let id = getrandom::u32().map_err(std::io::Error::other)? >> 1;
                if id != 0 && !self.sessions.contains_key(&id) {
                    return Ok(id);
                }
            },
        }
    }

    /// Takes in a new command. The one that had to leave for it comes back, to be ended.
    pub(super) fn insert(&mut self, live: Arc<Live>) -> Option<Arc<Live>> {
        let evicted = (self.sessions.len() >= MAX_SESSIONS).then(|| self.to_evict()).flatten();
        let evicted = evicted.and_then(|id| self.sessions.remove(&id)).map(|entry| entry.live);
        self.started += 1;
        self.sessions.insert(live.id, Entry { live, number: self.started });
        evicted
    }

    pub(super) fn get(&self, id: u32) -> Option<Arc<Live>> {
        self.sessions.get(&id).map(|entry| Arc::clone(&entry.live))
    }

    /// All commands, oldest first.
    pub(super) fn all(&self) -> Vec<Arc<Live>> {
        let mut all: Vec<&Entry> = self.sessions.values().collect();
        all.sort_by_key(|entry| entry.number);
        all.into_iter().map(|entry| Arc::clone(&entry.live)).collect()
    }

    pub(super) fn take_all(&mut self) -> Vec<Arc<Live>> {
        std::mem::take(&mut self.sessions).into_values().map(|entry| entry.live).collect()
    }

    /// The least recently used finished one, else the oldest running one outside the newest few.
    fn to_evict(&self) -> Option<u32> {
        let finished = self.sessions.values().filter(|entry| entry.live.is_finished());
        let newest_protected = self.started.saturating_sub(PROTECTED as u64);
        finished
            .min_by_key(|entry| entry.live.last_used())
            .or_else(|| {
                self.sessions
                    .values()
                    .filter(|entry| entry.number <= newest_protected)
                    .min_by_key(|entry| entry.number)
            })
            .map(|entry| entry.live.id)
    }
}
