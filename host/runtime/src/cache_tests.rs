//! Tests of the compiled-code cache with a component that does nothing.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use tempfile::TempDir;

use super::*;
use crate::config::{Allocation, config};

/// The empty component: preamble only.
const EMPTY: &[u8] = b"\0asm\x0d\0\x01\0";

struct Fixture {
    dir: TempDir,
    engine: wasmtime::Engine,
    cache: CompiledCache,
    digest: Digest,
}

impl Fixture {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let engine = wasmtime::Engine::new(&config(Allocation::OnDemand, 1)).unwrap();
        let cache = CompiledCache::open(&dir.path().join("compiled"), &engine).unwrap();
        Self { dir, engine, cache, digest: Digest::of(EMPTY) }
    }

    fn compile_and_store(&self) {
        let component = Component::new(&self.engine, EMPTY).unwrap();
        self.cache.store(&self.digest, &component.serialize().unwrap()).unwrap();
    }

    fn hits(&self) -> bool {
        self.cache.load(&self.engine, &self.digest).is_some()
    }
}

#[test]
fn an_entry_is_found_again() {
    let fixture = Fixture::new();
    assert!(!fixture.hits());
    fixture.compile_and_store();
    assert!(fixture.hits());
}

#[test]
fn a_changed_byte_anywhere_is_a_miss() {
    let fixture = Fixture::new();
    fixture.compile_and_store();
    let path = fixture.cache.path(&fixture.digest, CODE);
    let good = fs::read(&path).unwrap();
    for index in [0, good.len() / 2, good.len() - 1] {
        let mut bad = good.clone();
        bad[index] ^= 1;
        fs::write(&path, bad).unwrap();
        assert!(!fixture.hits(), "byte {index}");
    }
    fs::write(&path, &good[..good.len() / 2]).unwrap();
    assert!(!fixture.hits(), "truncated");
    fixture.compile_and_store();
    assert!(fixture.hits(), "made again");
}

#[test]
fn an_entry_without_its_checksum_is_a_miss() {
    let fixture = Fixture::new();
    fixture.compile_and_store();
    fs::remove_file(fixture.cache.path(&fixture.digest, SUM)).unwrap();
    assert!(!fixture.hits());
}

#[test]
fn bytes_that_are_no_code_are_a_miss_even_with_a_checksum() {
    let fixture = Fixture::new();
    fixture.cache.store(&fixture.digest, b"not an artifact").unwrap();
    assert!(!fixture.hits());
}

#[test]
fn other_settings_of_the_engine_are_another_key() {
    let fixture = Fixture::new();
    fixture.compile_and_store();
    let other = wasmtime::Engine::new(&config(Allocation::Small, 1)).unwrap();
    let cache = CompiledCache::open(&fixture.dir.path().join("compiled"), &other).unwrap();
    assert!(cache.load(&other, &fixture.digest).is_none());
}

#[test]
fn the_entry_used_longest_ago_goes_first() {
    let mut fixture = Fixture::new();
    let names = ["a", "b", "c"].map(|name| Digest::of(name.as_bytes()));
    for (age, digest) in [300, 100, 200].into_iter().zip(&names) {
        fixture.cache.store(digest, &[0; 100]).unwrap();
        let file = File::options().append(true).open(fixture.cache.path(digest, CODE)).unwrap();
        file.set_modified(SystemTime::now() - Duration::from_secs(age)).unwrap();
    }
    fixture.cache.max_bytes = 250;
    fixture.cache.prune().unwrap();
    assert_eq!(names.map(|digest| fixture.cache.path(&digest, CODE).exists()), [false, true, true]);
    assert!(!fixture.cache.path(&names[0], SUM).exists());
}

#[cfg(unix)]
#[test]
fn what_others_can_write_is_not_used() {
    use std::os::unix::fs::PermissionsExt;
    let fixture = Fixture::new();
    fixture.compile_and_store();
    let set = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();

    let path = fixture.cache.path(&fixture.digest, CODE);
    set(&path, 0o666);
    assert!(!fixture.hits());
    set(&path, 0o600);
    assert!(fixture.hits());

    let dir = fixture.cache.dir().to_owned();
    set(&dir, 0o777);
    let refused = CompiledCache::open(&dir, &fixture.engine).err();
    assert_eq!(refused.as_deref(), Some("others can write it (mode 0777)"));
    set(&dir, 0o700);
    let link = fixture.dir.path().join("link");
    std::os::unix::fs::symlink(&dir, &link).unwrap();
    assert_eq!(CompiledCache::open(&link, &fixture.engine).err().as_deref(), Some("it is not a directory"));
}
