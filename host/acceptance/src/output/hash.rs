//! Maps and sets that are quick: of prints, which are spread over all bits already, and of texts and small numbers.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

use super::phrase::{mixed, print_of_bytes};

/// For prints.
#[derive(Default)]
pub(super) struct AsIs(u64);

impl Hasher for AsIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = mixed(self.0 ^ print_of_bytes(bytes));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

/// For keys that are or have texts.
#[derive(Default)]
pub(super) struct Mixing(u64);

impl Hasher for Mixing {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.write_u64(print_of_bytes(bytes));
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(u64::from(number));
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = mixed(self.0.rotate_left(29) ^ number);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }
}

pub(super) type PrintMap<V> = HashMap<u64, V, BuildHasherDefault<AsIs>>;
pub(super) type PrintSet = HashSet<u64, BuildHasherDefault<AsIs>>;
pub(super) type QuickMap<K, V> = HashMap<K, V, BuildHasherDefault<Mixing>>;
pub(super) type QuickSet<K> = HashSet<K, BuildHasherDefault<Mixing>>;
