//! What is written into a journal is read out of it, in every order of small and large.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::time::{Duration, Instant};

use proptest::prelude::*;

use super::*;
use crate::workspace::path::Place;

fn journal(folder: &Path) -> Journal {
    let path = folder.join("journal");
    let (file, _) = open_private_file(&path).unwrap();
    Journal { file, path, durable: false }
}

fn header() -> Header {
    Header { root: Identity { device: 1, inode: 2 }, born: Some(3), path: "/ws".to_owned(), tag: 4 }
}

fn create(index: usize) -> Entry {
    Entry::Create { place: Place::read(&format!("file {index}")).unwrap(), mode: None }
}

#[derive(Debug, Clone)]
enum Write {
    /// An entry with a bulk of this size.
    Entry(usize),
    /// The same, but forgotten again.
    Forgotten(usize),
}

fn write() -> impl Strategy<Value = Write> {
    let size = || prop_oneof![0..100_usize, 250_000..300_000_usize];
    prop_oneof![size().prop_map(Write::Entry), size().prop_map(Write::Forgotten)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read(writes in prop::collection::vec(write(), 0..8), part in 1..300_000_usize) {
        let folder = tempfile::tempdir().unwrap();
        let journal = journal(folder.path());
        let mut writer = Writer::new(&journal, header()).unwrap();
        let mut kept = Vec::new();
        for (index, write) in writes.iter().enumerate() {
            let (Write::Entry(size) | Write::Forgotten(size)) = write;
            let point = writer.point();
            let bulk = vec![index as u8; *size];
            writer.entry(create(index), *size as u64).unwrap();
            bulk.chunks(part).for_each(|part| writer.bulk(part).unwrap());
            if let Write::Entry(_) = write {
                writer.end().unwrap();
                kept.push((create(index), bulk));
            } else {
                writer.go_back(point);
            }
        }
        let records = writer.finish().unwrap();
        let contents = Contents::read(&journal.file).unwrap();
        prop_assert_eq!(&contents.header, &header());
        prop_assert_eq!(&contents.records, &records);
        prop_assert_eq!(contents.backward, false);
        let mut reader = Bulk::new(&journal.file);
        for (record, (entry, bulk)) in records.iter().zip(&kept) {
            prop_assert_eq!(&record.entry, entry);
            let mut read = vec![0; bulk.len()];
            reader.read(record.at, &mut read).unwrap();
            prop_assert_eq!(&read, bulk);
        }
        prop_assert_eq!(records.len(), kept.len());
        journal.turn_back().unwrap();
        prop_assert_eq!(Contents::read(&journal.file).unwrap().backward, true);
    }

    #[test]
    fn no_file_is_too_much(bytes in prop::collection::vec(any::<u8>(), 0..300), whole: bool) {
        let folder = tempfile::tempdir().unwrap();
        let journal = journal(folder.path());
        let start: &[u8] = if whole { b"toolhost jrnl 1>" } else { b"" };
        std::fs::write(&journal.path, [start, &bytes].concat()).unwrap();
        prop_assert!(Contents::read(&journal.file).is_err());
    }

    #[test]
    fn a_side_is_what_its_pieces_say(
        pieces in prop::collection::vec((0..9_usize, 0..9_usize, 0..9_usize), 1..5),
        from in 0..40_usize,
    ) {
        let folder = tempfile::tempdir().unwrap();
        let journal = journal(folder.path());
        let (mut bulk, mut before, mut after) = (Vec::new(), Vec::new(), Vec::new());
        let mut region = Region { offset: 5, pieces: Vec::new() };
        for (removed, inserted, kept) in pieces {
            let mut add = |count: usize, sides: &mut [&mut Vec<u8>]| {
                for _ in 0..count {
                    let byte = bulk.len() as u8;
                    bulk.push(byte);
                    sides.iter_mut().for_each(|side| side.push(byte));
                }
            };
            add(removed, &mut [&mut before]);
            add(inserted, &mut [&mut after]);
            add(kept, &mut [&mut before, &mut after]);
            let piece =
                Piece { removed: removed as u64, inserted: inserted as u64, kept: kept as u64 };
            region.pieces.push(piece);
        }
        std::fs::write(&journal.path, [b"xyz", &*bulk].concat()).unwrap();
        let edit = Edit {
            place: Place::read("f").unwrap(),
            stamp: crate::workspace::version::Stamp {
                identity: Identity { device: 0, inode: 0 },
                size: 0,
                modified: 0,
                changed: 0,
            },
            mode: 0,
            after: 0,
            regions: vec![region],
        };
        let patches = patches(&edit, 3);
        for (side, expected) in [(&patches[0].before, before), (&patches[0].after, after)] {
            prop_assert_eq!(side.length, expected.len() as u64);
            let mut read = vec![0; 60];
            let count = side.read(&mut Bulk::new(&journal.file), from as u64, &mut read).unwrap();
            prop_assert_eq!(&read[..count], expected.get(from..).unwrap_or_default());
        }
    }
}

#[test]
fn a_journal_is_held_by_one_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let journal = journal(folder.path());
    let (other, made) = open_private_file(&journal.path).unwrap();
    assert!(!made);
    let now = Instant::now();
    assert!(lock_until(&journal.file, now).unwrap());
    assert!(!lock_until(&other, now).unwrap());
    drop(journal);
    assert!(lock_until(&other, now + Duration::from_secs(30)).unwrap());
}
