//! A bounded map that forgets what was not asked for the longest.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use tokio::time::Instant;

use super::Key;

/// What an entry costs beyond its own bytes: key, order and times.
const ENTRY_BYTES: usize = 160;

/// How much is kept, and for how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// Bytes of all entries, with what it takes to keep them.
    pub bytes: usize,
    /// How many entries.
    pub entries: usize,
    /// How long an entry stays without being asked for.
    pub idle: Duration,
}

#[derive(Debug)]
struct Entry<V> {
    value: V,
    bytes: usize,
    used: Instant,
    put: Instant,
    /// Its place in the order of use.
    turn: u64,
}

/// The map. Time is handed in with each call and must not run backwards; if it does, entries stay longer.
#[derive(Debug)]
pub(crate) struct Lru<V> {
    bounds: Bounds,
    entries: HashMap<Key, Entry<V>>,
    /// Least recently used first.
    order: BTreeMap<u64, Key>,
    next: u64,
    bytes: usize,
}

impl<V: Clone> Lru<V> {
    pub(crate) fn new(bounds: Bounds) -> Self {
        Lru { bounds, entries: HashMap::new(), order: BTreeMap::new(), next: 0, bytes: 0 }
    }

    /// A value, and how long ago it was put here.
    pub(crate) fn get(&mut self, key: &Key, now: Instant) -> Option<(V, Duration)> {
        self.forget_idle(now);
        let entry = self.entries.get_mut(key)?;
        self.order.remove(&entry.turn);
        entry.turn = self.next;
        entry.used = now;
        self.order.insert(self.next, *key);
        self.next += 1;
        Some((entry.value.clone(), now.saturating_duration_since(entry.put)))
    }

    /// Puts a value in place of any other. One that is larger than all that may be kept is not kept.
    pub(crate) fn put(&mut self, key: Key, value: V, bytes: usize, now: Instant) {
        self.forget_idle(now);
        self.remove(&key);
        let bytes = bytes.saturating_add(ENTRY_BYTES);
        if bytes > self.bounds.bytes || self.bounds.entries == 0 {
            return;
        }
        while self.entries.len() >= self.bounds.entries || self.bytes + bytes > self.bounds.bytes {
            self.remove_first();
        }
        self.entries.insert(key, Entry { value, bytes, used: now, put: now, turn: self.next });
        self.order.insert(self.next, key);
        self.next += 1;
        self.bytes += bytes;
    }

    fn forget_idle(&mut self, now: Instant) {
        while let Some(entry) = self.order.values().next().and_then(|key| self.entries.get(key))
            && now.saturating_duration_since(entry.used) >= self.bounds.idle
        {
            self.remove_first();
        }
    }

    fn remove_first(&mut self) {
        if let Some((_, key)) = self.order.pop_first()
            && let Some(entry) = self.entries.remove(&key)
        {
            self.bytes -= entry.bytes;
        }
    }

    fn remove(&mut self, key: &Key) {
        if let Some(entry) = self.entries.remove(key) {
            self.order.remove(&entry.turn);
            self.bytes -= entry.bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const BOUNDS: Bounds = Bounds { bytes: 10_000, entries: 3, idle: Duration::from_secs(100) };

    fn key(number: usize) -> Key {
        Key::of_command("", &number.to_string())
    }

    fn held(lru: &mut Lru<usize>, now: Instant) -> Vec<usize> {
        // Without asking, which would change the order.
        lru.forget_idle(now);
        lru.order.values().map(|key| lru.entries[key].value).collect()
    }

    #[test]
    fn the_least_recently_used_goes_first() {
        let now = Instant::now();
        let mut lru = Lru::new(BOUNDS);
        for number in 0..3 {
            lru.put(key(number), number, 1, now);
        }
        assert_eq!(lru.get(&key(0), now), Some((0, Duration::ZERO)));
        lru.put(key(3), 3, 1, now);
        assert_eq!(held(&mut lru, now), [2, 0, 3]);
        assert_eq!(lru.get(&key(1), now), None);
    }

    #[test]
    fn bytes_are_bounded_with_what_an_entry_costs() {
        let now = Instant::now();
        let mut lru = Lru::new(BOUNDS);
        lru.put(key(0), 0, 10_000 - 160, now);
        assert_eq!(held(&mut lru, now), [0]);
        lru.put(key(1), 1, 5_000, now);
        assert_eq!(held(&mut lru, now), [1]);
        lru.put(key(2), 2, 10_000 - 159, now);
        assert_eq!(held(&mut lru, now), [1]);
        // In its own place, not beside it.
        lru.put(key(1), 7, 9_000, now);
        assert_eq!(held(&mut lru, now), [7]);
    }

    #[test]
    fn what_nobody_asks_for_goes() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut lru = Lru::new(BOUNDS);
        lru.put(key(0), 0, 1, start);
        lru.put(key(1), 1, 1, start);
        assert_eq!(lru.get(&key(0), at(99)), Some((0, Duration::from_secs(99))));
        assert_eq!(held(&mut lru, at(100)), [0]);
        assert_eq!(lru.get(&key(0), at(198)), Some((0, Duration::from_secs(198))));
        assert_eq!(lru.get(&key(0), at(298)), None);
        assert_eq!(lru.bytes, 0);
    }

    proptest! {
        #[test]
        fn never_more_than_its_bounds(steps in prop::collection::vec((0..8usize, 0..6_000usize, 0..60u64, any::<bool>()), 1..60)) {
            let mut now = Instant::now();
            let mut lru = Lru::new(BOUNDS);
            for (number, bytes, seconds, puts) in steps {
                now += Duration::from_secs(seconds);
                if puts {
                    lru.put(key(number), number, bytes, now);
                } else if let Some((value, _)) = lru.get(&key(number), now) {
                    prop_assert_eq!(value, number);
                }
                prop_assert!(lru.entries.len() <= 3 && lru.bytes <= 10_000);
                prop_assert_eq!(lru.order.len(), lru.entries.len());
                prop_assert_eq!(lru.entries.values().map(|entry| entry.bytes).sum::<usize>(), lru.bytes);
            }
        }
    }
}
