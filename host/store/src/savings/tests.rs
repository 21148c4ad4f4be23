//! Tests of savings that look at what is in memory, or whose bounds are smaller than real ones.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::UNIX_EPOCH;

use rusqlite::Connection;
use tempfile::TempDir;

use super::*;

const DAY: u64 = 86_400;

/// A clock that is set by hand, in seconds.
fn manual(seconds: u64) -> (Arc<AtomicU64>, Clock) {
    let now = Arc::new(AtomicU64::new(seconds));
    let shared = Arc::clone(&now);
    let clock = Clock::new(move || UNIX_EPOCH + Duration::from_secs(shared.load(Ordering::SeqCst)));
    (now, clock)
}

fn open(path: &Path, clock: &Clock) -> Savings {
    Savings::new(Database::open(path).unwrap().0, clock.clone())
}

fn event(tool: &str) -> Event<'_> {
    Event {
        tool,
        stage: Stage::Reduce,
        provider: "p",
        class: "changed",
        before: Size { bytes: 40, tokens: 10 },
        after: Size { bytes: 12, tokens: 3 },
        duration: Duration::from_micros(1_500),
    }
}

const ALWAYS: RangeInclusive<Day> = Day(0)..=Day(i64::MAX);

/// Attempts in the file, without what is in memory.
fn written(savings: &Savings) -> u64 {
    let rows = savings.database.with(|connection| table::read(connection, &ALWAYS)).unwrap();
    rows.iter().map(|row| row.attempts).sum()
}

#[test]
fn events_are_written_by_the_hundred_or_after_a_while() {
    let folder = TempDir::new().unwrap();
    let (now, clock) = manual(500 * DAY);
    let savings = open(&folder.path().join("s"), &clock);
    for _ in 1..FLUSH_EVENTS {
        savings.record(&event("t"));
    }
    assert_eq!(written(&savings), 0);
    savings.record(&event("t"));
    assert_eq!(written(&savings), u64::from(FLUSH_EVENTS));
    now.fetch_add(9, Ordering::SeqCst);
    savings.record(&event("t"));
    assert_eq!(written(&savings), u64::from(FLUSH_EVENTS));
    now.fetch_add(1, Ordering::SeqCst);
    savings.record(&event("t"));
    assert_eq!(written(&savings), u64::from(FLUSH_EVENTS) + 2);
    savings.record(&event("t"));
    savings.flush().unwrap();
    assert_eq!(written(&savings), u64::from(FLUSH_EVENTS) + 3);
}

#[test]
fn what_cannot_be_written_stays_up_to_a_bound() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("s");
    let (_, clock) = manual(500 * DAY);
    let savings = open(&path, &clock);
    let other = Connection::open(&path).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    for number in 0..MAX_BUFFERED_ROWS + 10 {
        savings.record(&event(&number.to_string()));
    }
    savings.record(&event("0"));
    assert_eq!(written(&savings), 0);
    other.execute_batch("ROLLBACK").unwrap();
    savings.flush().unwrap();
    assert_eq!(written(&savings), MAX_BUFFERED_ROWS as u64 + 1);
}

#[test]
fn days_that_are_too_old_go() {
    let folder = TempDir::new().unwrap();
    let (now, clock) = manual(500 * DAY);
    let savings = open(&folder.path().join("s"), &clock);
    savings.record(&event("old"));
    savings.flush().unwrap();
    now.store((500 + u64::from(MAX_DAYS) - 1) * DAY, Ordering::SeqCst);
    savings.record(&event("new"));
    assert_eq!(savings.rows(&ALWAYS).unwrap().len(), 2, "400 days have two ends");
    now.fetch_add(DAY, Ordering::SeqCst);
    savings.record(&event("new"));
    let days: Vec<_> = savings.rows(&ALWAYS).unwrap().iter().map(|row| row.day).collect();
    assert_eq!(days, [Day(899), Day(900)]);
}

#[test]
fn the_bounds_are_those_that_are_promised() {
    let folder = TempDir::new().unwrap();
    let savings = open(&folder.path().join("s"), &Clock::system());
    assert_eq!((MAX_DAYS, savings.max_rows), (400, 100_000));
}

#[test]
fn rows_past_the_bound_go_by_age() {
    let folder = TempDir::new().unwrap();
    let (now, clock) = manual(500 * DAY);
    let mut savings = open(&folder.path().join("s"), &clock);
    savings.max_rows = 4;
    for tools in [&["a", "b"][..], &["c", "d"], &["e"]] {
        for tool in tools {
            savings.record(&event(tool));
        }
        savings.flush().unwrap();
        now.fetch_add(DAY, Ordering::SeqCst);
    }
    let rows = savings.rows(&ALWAYS).unwrap();
    let names: Vec<_> = rows.iter().map(|row| (row.day.0, row.tool.as_str())).collect();
    assert_eq!(names, [(500, "a"), (501, "c"), (501, "d"), (502, "e")]);
}

#[test]
fn an_hour_is_too_long_where_much_is_written() {
    let folder = TempDir::new().unwrap();
    let (_, clock) = manual(500 * DAY);
    let mut savings = open(&folder.path().join("s"), &clock);
    savings.max_rows = 10;
    for number in 0..10_000 {
        savings.record(&event(&number.to_string()));
    }
    let most = 10 + PRUNE_AFTER_ROWS + 2 * FLUSH_EVENTS as usize;
    let rows = savings.rows(&ALWAYS).unwrap().len();
    assert!(rows <= most, "{rows}");
}

#[test]
fn sums_end_at_the_largest_number() {
    let folder = TempDir::new().unwrap();
    let (_, clock) = manual(500 * DAY);
    let savings = open(&folder.path().join("s"), &clock);
    let large = Size { bytes: u64::MAX, tokens: u64::MAX };
    for _ in 0..2 {
        savings.record(&Event { before: large, ..event("t") });
        savings.record(&Event { before: large, ..event("t") });
        savings.flush().unwrap();
    }
    let rows = savings.rows(&ALWAYS).unwrap();
    let largest = i64::MAX.unsigned_abs();
    assert_eq!(rows.first().map(|row| row.before), Some(Size { bytes: largest, tokens: largest }));
    assert_eq!(rows.first().map(|row| row.attempts), Some(4));
}
