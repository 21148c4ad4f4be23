//! What is remembered of folders and files between searches. It is never believed without a look at them: whoever asks
//! compares what the file system says now.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::listing::Listing;
use crate::place::Place;
use crate::record::Record;

/// Bytes that a listing takes for being remembered: its share of the table, which is a little more than half full on
/// average.
const OVERHEAD: usize = 2 * (size_of::<Slot>() + size_of::<Arc<Place>>());
/// When room is made, one part of this many is made free, so that it is not made for every file.
const SLACK: usize = 8;

struct Slot {
    listing: Arc<Listing>,
    /// Bytes of the listing with its records.
    size: usize,
    /// The latest search that asked for it.
    used: u64,
}

/// Listings by place, with the records in them, within a bound. The folder that was not used for the longest time
/// leaves first, with all of its files; a search never throws out what it has used itself, so that one over more than
/// fits keeps what it met first. A folder whose names alone do not fit is not remembered, nor is any file in it.
pub(crate) struct Memory {
    state: Mutex<State>,
    hasher: RandomState,
    /// Bytes.
    bound: usize,
}

#[derive(Default)]
struct State {
    slots: HashMap<Arc<Place>, Slot>,
    bytes: usize,
    /// A search that has filled the memory with what it uses itself.
    full: Option<u64>,
}

impl Memory {
    pub(crate) fn new(bytes: usize) -> Memory {
        Memory { state: Mutex::default(), hasher: RandomState::new(), bound: bytes }
    }

    /// What is known of the folder at a place, for the search of this number; later ones have higher numbers.
    pub(crate) fn get(&self, place: &Place, search: u64) -> Option<Arc<Listing>> {
        let mut state = self.lock();
        let slot = state.slots.get_mut(place)?;
        slot.used = slot.used.max(search);
        Some(Arc::clone(&slot.listing))
    }

    /// Remembers a folder, in place of what was known of it, if there is room.
    pub(crate) fn put(&self, listing: &Arc<Listing>, search: u64) {
        let size = OVERHEAD + listing.size();
        let mut state = self.lock();
        state.remove(listing.place());
        if state.has_room(self.bound, size, search) {
            state.bytes += size;
            let slot = Slot { listing: Arc::clone(listing), size, used: search };
            state.slots.insert(Arc::clone(listing.place()), slot);
        }
    }

    /// Remembers what was learned of the file of this index in a folder, if the folder is remembered and there is
    /// room.
    pub(crate) fn learn(&self, listing: &Arc<Listing>, index: usize, record: &Arc<Record>, search: u64) {
        let Some(item) = listing.items().get(index) else { return };
        let mut state = self.lock();
        let kept = state.slots.get(&**listing.place());
        let is_kept = kept.is_some_and(|slot| Arc::ptr_eq(&slot.listing, listing));
        let size = record.size();
        // Room is never made of what this search has used itself, and so not of this listing.
        if !is_kept || !state.has_room(self.bound, size, search) {
            return;
        }
        let before = item.replace(Arc::clone(record)).map_or(0, |before| before.size());
        state.bytes = (state.bytes + size).saturating_sub(before);
        if let Some(slot) = state.slots.get_mut(&**listing.place()) {
            slot.size = (slot.size + size).saturating_sub(before);
        }
    }

    /// A digest of a query, never 0; no two queries that anybody finds have the same.
    pub(crate) fn digest(&self, query: &str) -> u64 {
        self.hasher.hash_one(query).max(1)
    }

    /// Bytes that everything takes.
    pub(crate) fn bytes(&self) -> usize {
        self.lock().bytes
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn remove(&mut self, place: &Place) {
        if let Some(slot) = self.slots.remove(place) {
            self.bytes -= slot.size;
        }
    }

    /// Whether there is room for so many bytes, if need be after some was made.
    fn has_room(&mut self, bound: usize, size: usize, search: u64) -> bool {
        if self.bytes + size > bound {
            self.make_room(bound, size, search);
        }
        self.bytes + size <= bound
    }

    fn make_room(&mut self, bound: usize, size: usize, search: u64) {
        if self.full == Some(search) || size > bound {
            return;
        }
        let older = self.slots.iter().filter(|(_, slot)| slot.used < search);
        let mut older: Vec<(u64, Arc<Place>)> =
            older.map(|(place, slot)| (slot.used, Arc::clone(place))).collect();
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
    use crate::content::Form;
    use crate::signature::{Desk, Signature};
    use crate::stamp::Stamp;
    use crate::tree::{Entry, Kind};

    /// Files of each folder in these tests.
    const FILES: usize = 3;

    fn record(size: u64) -> Arc<Record> {
        let stamp = Stamp { device: 1, inode: 1, size, modified: 1, changed: 1 };
        let signature = Signature::of(b"", &mut Desk::default());
        Arc::new(Record::new(stamp, Form::Text, None, signature))
    }

    fn place(number: usize) -> Place {
        Place::from(format!("folder/{number:06}").as_str())
    }

    /// A folder of files of which nothing is known.
    fn listing(number: usize) -> Arc<Listing> {
        let entry = |file: usize| Entry { name: format!("{file}.rs").into(), kind: Kind::File };
        Arc::new(Listing::new(Arc::new(place(number)), None, (0..FILES).map(entry).collect(), None))
    }

    /// Remembers a folder, and a record of each of its files.
    fn put(memory: &Memory, number: usize, search: u64) {
        let listing = listing(number);
        memory.put(&listing, search);
        (0..FILES).for_each(|index| memory.learn(&listing, index, &record(1), search));
    }

    fn known(memory: &Memory, numbers: std::ops::Range<usize>) -> usize {
        numbers.filter(|number| memory.get(&place(*number), 0).is_some()).count()
    }

    fn size() -> usize {
        OVERHEAD + listing(1).size() + FILES * record(1).size()
    }

    #[test]
    fn what_is_learned_of_a_file_replaces_what_was_known() {
        let memory = Memory::new(1 << 20);
        put(&memory, 1, 1);
        assert_eq!(memory.bytes(), size());
        let listing = memory.get(&place(1), 1).unwrap_or_else(|| listing(0));
        memory.learn(&listing, 0, &record(7), 1);
        let sizes: Vec<_> =
            listing.items().iter().filter_map(|item| Some(item.record()?.stamp.size)).collect();
        assert_eq!(sizes, [7, 1, 1]);
        assert_eq!(memory.bytes(), size());
        assert!(memory.get(&place(2), 1).is_none());
    }

    #[test]
    fn a_folder_replaces_the_one_before() {
        let memory = Memory::new(1 << 20);
        put(&memory, 1, 1);
        let before = memory.get(&place(1), 1).unwrap_or_else(|| listing(0));
        put(&memory, 1, 1);
        assert_eq!(memory.bytes(), size());
        memory.learn(&before, 0, &record(7), 1);
        assert_eq!(memory.bytes(), size(), "nothing is learned of a folder that is not remembered any more");
        assert_eq!(before.items().first().and_then(|item| Some(item.record()?.stamp.size)), Some(1));
    }

    #[test]
    fn the_bound_holds_and_what_is_old_leaves_first() {
        let bound = 1 << 20;
        let memory = Memory::new(bound);
        for (search, numbers) in [(1, 0..400), (2, 400..800)] {
            numbers.for_each(|number| put(&memory, number, search));
        }
        assert_eq!(known(&memory, 0..800), 800, "all fit so far");
        (0..200).for_each(|number| assert!(memory.get(&place(number), 3).is_some()));
        (10_000..20_000).for_each(|number| put(&memory, number, 4));
        assert!(memory.bytes() <= bound);
        assert_eq!(known(&memory, 0..800), 0, "a newer search needed all of the room");
        let kept = known(&memory, 10_000..20_000);
        assert!(memory.bytes() > bound / 4 * 3 && kept > 400, "{kept}");
        assert!(known(&memory, 10_000..10_400) > 390, "what it met first is still there");
    }

    #[test]
    fn what_was_used_lately_stays() {
        let memory = Memory::new(3000 * size());
        (0..2000).for_each(|number| put(&memory, number, 1));
        (0..300).for_each(|number| assert!(memory.get(&place(number), 2).is_some()));
        (5000..6700).for_each(|number| put(&memory, number, 3));
        assert_eq!(known(&memory, 0..300), 300);
        assert_eq!(known(&memory, 5000..6700), 1700);
        assert!(known(&memory, 300..2000) <= 1000);
    }

    #[test]
    fn nothing_is_kept_without_room() {
        let memory = Memory::new(0);
        put(&memory, 1, 1);
        assert!(memory.get(&place(1), 1).is_none());
        assert_eq!(memory.bytes(), 0);
    }
}
