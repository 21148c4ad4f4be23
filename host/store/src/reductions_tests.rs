//! Tests of remembered answers whose bounds are smaller than real ones, or that damage single values.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::UNIX_EPOCH;

use tempfile::TempDir;

use super::*;

/// A clock that is set by hand, in milliseconds.
fn manual(millis: u64) -> (Arc<AtomicU64>, Clock) {
    let now = Arc::new(AtomicU64::new(millis));
    let shared = Arc::clone(&now);
    let clock = Clock::new(move || UNIX_EPOCH + Duration::from_millis(shared.load(Ordering::SeqCst)));
    (now, clock)
}

fn open(path: &Path, clock: Clock, bounds: Bounds) -> Reductions {
    let mut reductions = Reductions::new(Database::open(path).unwrap().0, clock);
    reductions.bounds = bounds;
    reductions
}

fn text(text: &str) -> Remembered {
    Remembered::Reduced(Reduced {
        text: text.into(),
        provider: "p".into(),
        tokens_before: 9,
        tokens_after: 3,
    })
}

fn key(number: u8) -> Key {
    [number; 32]
}

/// Which of the keys from 0 are there, without using them.
fn there(reductions: &Reductions, count: u8) -> Vec<u8> {
    (0..count)
        .filter(|number| {
            reductions.database.with(|connection| read(connection, &key(*number))).unwrap().is_some()
        })
        .collect()
}

fn used(reductions: &Reductions, number: u8) -> i64 {
    reductions.database.with(|connection| read(connection, &key(number))).unwrap().unwrap().used
}

const MINUTE: u64 = 60_000;

#[test]
fn the_bounds_are_those_that_are_promised() {
    let folder = TempDir::new().unwrap();
    let database = Database::open(&folder.path().join("s")).unwrap().0;
    let Bounds { bytes, entries } = Reductions::new(database, Clock::system()).bounds;
    assert_eq!((bytes, entries), (268_435_456, 10_000));
}

#[test]
fn nothing_that_is_printed_has_contents() {
    let kept = Kept::Earlier(text("secret"));
    assert_eq!(
        format!("{kept:?}"),
        r#"Earlier(Reduced(Reduced { bytes: 6, provider: "p", tokens_before: 9, tokens_after: 3 }))"#
    );
}

#[test]
fn those_unused_the_longest_go_first() {
    for bounds in [
        Bounds { bytes: u64::MAX, entries: 3 },
        // Three rows with texts of 99 bytes and a provider of one.
        Bounds { bytes: 3 * (ROW_BYTES as u64 + 100), entries: u32::MAX },
    ] {
        let folder = TempDir::new().unwrap();
        let (now, clock) = manual(1_000 * MINUTE);
        let reductions = open(&folder.path().join("s"), clock, bounds);
        for number in 0..5 {
            reductions.keep(&key(number), &text(&"x".repeat(99))).unwrap();
            now.fetch_add(1, Ordering::SeqCst);
        }
        assert_eq!(there(&reductions, 5), [0, 1, 2, 3, 4], "pruned once a minute, {bounds:?}");
        now.fetch_add(MINUTE, Ordering::SeqCst);
        reductions.get(&key(0)).unwrap().unwrap();
        now.fetch_add(MINUTE, Ordering::SeqCst);
        reductions.keep(&key(5), &text(&"x".repeat(99))).unwrap();
        assert_eq!(there(&reductions, 6), [0, 4, 5], "{bounds:?}");
    }
}

#[test]
fn a_minute_is_too_long_where_much_is_written() {
    let folder = TempDir::new().unwrap();
    let (_, clock) = manual(1_000 * MINUTE);
    let reductions = open(&folder.path().join("s"), clock, Bounds { bytes: 1 << 20, entries: u32::MAX });
    let large = text(&"x".repeat(MAX_TEXT_BYTES));
    for number in 0..6 {
        reductions.keep(&key(number), &large).unwrap();
    }
    // The first write prunes; by the fifth after it 16 MiB are full.
    assert_eq!(there(&reductions, 6), [5]);
}

#[test]
fn what_is_pruned_gives_its_space_back() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("s");
    let (now, clock) = manual(1_000 * MINUTE);
    let reductions = open(&path, clock, Bounds { bytes: u64::MAX, entries: u32::MAX });
    for number in 0..3 {
        reductions.keep(&key(number), &text(&"x".repeat(1 << 20))).unwrap();
    }
    let pages = || {
        reductions
            .database
            .with(|connection| connection.query_row("PRAGMA page_count", [], |row| row.get::<_, i64>(0)))
            .unwrap()
    };
    assert!(pages() > 3 * 256);
    now.fetch_add(120 * MINUTE, Ordering::SeqCst);
    reductions.keep(&key(9), &Remembered::LeftAlone).unwrap();
    assert_eq!(there(&reductions, 10), [9]);
    assert!(pages() < 32, "{}", pages());
}

#[test]
fn a_read_writes_once_a_minute() {
    let folder = TempDir::new().unwrap();
    let (now, clock) = manual(1_000 * MINUTE);
    let bounds = Bounds { bytes: u64::MAX, entries: u32::MAX };
    let reductions = open(&folder.path().join("s"), clock, bounds);
    reductions.keep(&key(0), &text("a")).unwrap();
    for (later, expected) in [(MINUTE - 1, 0), (1, MINUTE), (MINUTE - 1, MINUTE), (1, 2 * MINUTE)] {
        now.fetch_add(later, Ordering::SeqCst);
        reductions.get(&key(0)).unwrap().unwrap();
        assert_eq!(used(&reductions, 0), i64::try_from(1_000 * MINUTE + expected).unwrap());
    }
}

#[test]
fn a_clock_that_was_set_back_keeps_nothing_for_ever() {
    let folder = TempDir::new().unwrap();
    let (now, clock) = manual(1_000_000 * MINUTE);
    let bounds = Bounds { bytes: u64::MAX, entries: u32::MAX };
    let reductions = open(&folder.path().join("s"), clock, bounds);
    reductions.keep(&key(0), &text("read")).unwrap();
    reductions.keep(&key(1), &text("not read")).unwrap();
    now.store(1_000 * MINUTE, Ordering::SeqCst);
    reductions.get(&key(0)).unwrap().unwrap();
    assert_eq!(used(&reductions, 0), 60_000_000);
    reductions.keep(&key(2), &text("prunes")).unwrap();
    assert_eq!(used(&reductions, 1), 60_000_000);
    now.fetch_add(120 * MINUTE, Ordering::SeqCst);
    assert_eq!(reductions.get(&key(1)).unwrap(), None);
}

#[test]
fn a_wrong_bit_in_a_text_is_no_answer_and_is_written_anew() {
    for damage in ["text = 'bbb'", "text = CAST(x'ff' AS TEXT)", "digest = zeroblob(16)"] {
        let folder = TempDir::new().unwrap();
        let (_, clock) = manual(1_000 * MINUTE);
        let bounds = Bounds { bytes: u64::MAX, entries: u32::MAX };
        let reductions = open(&folder.path().join("s"), clock, bounds);
        reductions.keep(&key(0), &text("aaa")).unwrap();
        reductions
            .database
            .with(|connection| connection.execute(&format!("UPDATE reductions SET {damage}"), []))
            .unwrap();
        assert_eq!(reductions.get(&key(0)).unwrap(), None, "{damage}");
        assert_eq!(reductions.keep(&key(0), &text("ccc")).unwrap(), Kept::This);
        assert_eq!(reductions.get(&key(0)).unwrap(), Some(text("ccc")));
    }
}

#[test]
fn a_full_disk_is_said_and_what_is_there_is_read() {
    let folder = TempDir::new().unwrap();
    let (now, clock) = manual(1_000 * MINUTE);
    let bounds = Bounds { bytes: u64::MAX, entries: u32::MAX };
    let reductions = open(&folder.path().join("s"), clock, bounds);
    reductions.keep(&key(0), &text("before")).unwrap();
    let limit = "PRAGMA max_page_count = 1";
    reductions.database.with(|connection| connection.query_row(limit, [], |_| Ok(()))).unwrap();
    let error = reductions.keep(&key(1), &text(&"x".repeat(100_000))).unwrap_err();
    assert!(matches!(error, Error::Full { .. }), "{error}");
    now.fetch_add(2 * MINUTE, Ordering::SeqCst);
    assert_eq!(reductions.get(&key(0)).unwrap(), Some(text("before")));
    assert_eq!(reductions.get(&key(1)).unwrap(), None);
}
