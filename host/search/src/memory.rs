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
/// fits keeps what it met first.
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
