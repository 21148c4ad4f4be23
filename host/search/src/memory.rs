//! What is remembered of files between searches. It is never believed without a look at the file: whoever asks
//! compares what the file system says now.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use toolhost_syntax::{Language, Outline};

use crate::content::Form;
use crate::place::Place;
use crate::signature::Signature;
use crate::stamp::Stamp;

/// Parts that are locked alone.
const SHARDS: usize = 16;
/// Bytes that a file takes beside its path, its signature and its outline: the record, its share of the table, which is
/// a little more than half full on average, and what the allocator adds to each of three pieces.
const OVERHEAD: usize = size_of::<Record>() + 2 * (size_of::<Slot>() + size_of::<Place>()) + 3 * 16;
/// When room is made, one part of this many is made free, so that it is not made for every file.
const SLACK: usize = 8;

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
    /// The latest query that names no declaration here, by its digest. Whoever has asked where something is declared
    /// often asks again with other bounds.
    undeclared: AtomicU64,
}

impl Record {
    pub(crate) fn new(
        stamp: Stamp,
        form: Form,
        language: Option<&'static Language>,
        signature: Option<Signature>,
    ) -> Record {
        Record { stamp, form, language, signature, outline: None, undeclared: AtomicU64::new(0) }
    }

    /// The same file with its outline.
    pub(crate) fn with(&self, outline: Arc<Outline>) -> Record {
        Record {
            outline: Some(outline),
            signature: self.signature.clone(),
            undeclared: AtomicU64::new(self.undeclared.load(Ordering::Relaxed)),
            ..*self
        }
    }

    /// Notes that a query, given by its digest, names no declaration here.
    pub(crate) fn declares_no(&self, query: u64) {
        self.undeclared.store(query, Ordering::Relaxed);
    }

    /// Whether it is known that a query names no declaration here.
    pub(crate) fn is_undeclared(&self, query: u64) -> bool {
        self.undeclared.load(Ordering::Relaxed) == query
    }

    fn size(&self, place: &Place) -> usize {
        OVERHEAD
            + place.bytes().len()
            + self.signature.as_ref().map_or(0, Signature::size)
            + self.outline.as_ref().map_or(0, |outline| outline.size())
    }
}

struct Slot {
    record: Arc<Record>,
    size: usize,
    /// The latest search that asked for it.
    used: u64,
}

#[derive(Default)]
struct Shard {
    slots: HashMap<Place, Slot>,
    bytes: usize,
    /// A search that has filled the shard with what it uses itself.
    full: Option<u64>,
}

/// Records by path, within a bound. What was not used for the longest time leaves first; a search never throws out
/// what it has used itself, so that one over more files than fit keeps those that it met first.
pub(crate) struct Memory {
    shards: Vec<Mutex<Shard>>,
    hasher: RandomState,
    /// Bytes for each shard.
    bound: usize,
}

impl Memory {
    pub(crate) fn new(bytes: usize) -> Memory {
        Memory {
            shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
            hasher: RandomState::new(),
            bound: bytes / SHARDS,
        }
    }

    /// What is known of the file at a place, for the search of this number; later ones have higher numbers.
    pub(crate) fn get(&self, place: &Place, search: u64) -> Option<Arc<Record>> {
        let mut shard = self.shard(place)?;
        let slot = shard.slots.get_mut(place)?;
        slot.used = slot.used.max(search);
        Some(Arc::clone(&slot.record))
    }

    /// Remembers a file, if there is room.
    pub(crate) fn put(&self, place: &Place, record: Arc<Record>, search: u64) {
        let size = record.size(place);
        let Some(mut shard) = self.shard(place) else { return };
        shard.remove(place);
        if shard.bytes + size > self.bound {
            shard.make_room(self.bound, size, search);
        }
        if shard.bytes + size <= self.bound {
            shard.bytes += size;
            shard.slots.insert(place.clone(), Slot { record, size, used: search });
        }
    }

    /// A digest of a query, never 0; no two queries that anybody finds have the same.
    pub(crate) fn digest(&self, query: &str) -> u64 {
        self.hasher.hash_one(query).max(1)
    }

    /// Bytes that all records take.
    pub(crate) fn bytes(&self) -> usize {
        self.shards.iter().map(|shard| lock(shard).bytes).sum()
    }

    fn shard(&self, place: &Place) -> Option<MutexGuard<'_, Shard>> {
        let index = usize::try_from(self.hasher.hash_one(place)).unwrap_or_default() % SHARDS;
        self.shards.get(index).map(lock)
    }
}

fn lock(shard: &Mutex<Shard>) -> MutexGuard<'_, Shard> {
    shard.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shard {
    fn remove(&mut self, place: &Place) {
        if let Some(slot) = self.slots.remove(place) {
            self.bytes -= slot.size;
        }
    }

    fn make_room(&mut self, bound: usize, size: usize, search: u64) {
        if self.full == Some(search) || size > bound {
            return;
        }
        let older = self.slots.iter().filter(|(_, slot)| slot.used < search);
        let mut older: Vec<(u64, Place)> = older.map(|(place, slot)| (slot.used, place.clone())).collect();
        older.sort_by_key(|(used, _)| *used);
        let target = (bound - bound / SLACK).min(bound - size);
        for (_, place) in older {
            if self.bytes <= target {
                return;
            }
            self.remove(&place);
        }
        if self.bytes > target {
            self.full = Some(search);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signature::Desk;

    fn record(size: u64) -> Arc<Record> {
        let stamp = Stamp { device: 1, inode: 1, size, modified: 1, changed: 1 };
        let signature = Signature::of(b"", &mut Desk::default());
        Arc::new(Record::new(stamp, Form::Text, None, signature))
    }

    fn place(number: usize) -> Place {
        Place::from(format!("folder/{number:06}").as_str())
    }

    fn known(memory: &Memory, numbers: std::ops::Range<usize>) -> usize {
        numbers.filter(|number| memory.get(&place(*number), 0).is_some()).count()
    }

    #[test]
    fn a_record_replaces_the_one_before() {
        let memory = Memory::new(1 << 20);
        memory.put(&place(1), record(1), 1);
        let bytes = memory.bytes();
        memory.put(&place(1), record(2), 1);
        assert_eq!(memory.get(&place(1), 1).map(|record| record.stamp.size), Some(2));
        assert_eq!(memory.bytes(), bytes);
        assert!(memory.get(&place(2), 1).is_none());
    }

    #[test]
    fn the_bound_holds_and_what_is_old_leaves_first() {
        let bound = 1 << 20;
        let memory = Memory::new(bound);
        for (search, numbers) in [(1, 0..1000), (2, 1000..2000)] {
            numbers.for_each(|number| memory.put(&place(number), record(1), search));
        }
        assert_eq!(known(&memory, 0..2000), 2000, "all fit so far");
        (0..500).for_each(|number| assert!(memory.get(&place(number), 3).is_some()));
        (10_000..20_000).for_each(|number| memory.put(&place(number), record(1), 4));
        assert!(memory.bytes() <= bound);
        assert_eq!(known(&memory, 0..2000), 0, "a newer search needed all of the room");
        let kept = known(&memory, 10_000..20_000);
        assert!(memory.bytes() > bound / 4 * 3 && kept > 1000, "{kept}");
        assert!(known(&memory, 10_000..11_000) > 900, "what it met first is still there");
    }

    #[test]
    fn what_was_used_lately_stays() {
        let size = record(1).size(&place(1));
        let memory = Memory::new(3000 * size);
        (0..2000).for_each(|number| memory.put(&place(number), record(1), 1));
        (0..300).for_each(|number| assert!(memory.get(&place(number), 2).is_some()));
        (5000..6700).for_each(|number| memory.put(&place(number), record(1), 3));
        assert_eq!(known(&memory, 0..300), 300);
        assert_eq!(known(&memory, 5000..6700), 1700);
        assert!(known(&memory, 300..2000) <= 1000);
    }

    #[test]
    fn nothing_is_kept_without_room() {
        let memory = Memory::new(0);
        memory.put(&place(1), record(1), 1);
        assert!(memory.get(&place(1), 1).is_none());
        assert_eq!(memory.bytes(), 0);
    }
}
