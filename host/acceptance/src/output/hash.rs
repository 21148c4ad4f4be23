//! Maps and sets that are quick. Their hashes differ from run to run: whoever writes an output must not be able to have
//! all of its words in one place.

use std::collections::{HashMap, HashSet};

use foldhash::fast::RandomState;

pub(super) type PrintMap<V> = HashMap<u64, V, RandomState>;
pub(super) type PrintSet = HashSet<u64, RandomState>;
pub(super) type QuickMap<K, V> = HashMap<K, V, RandomState>;
pub(super) type QuickSet<K> = HashSet<K, RandomState>;
