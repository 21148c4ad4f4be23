//! What is kept for how long, in one life of the program and the next.

use std::time::Duration;

use tempfile::TempDir;
use toolhost_store::{
    Day, Error, Event, IDLE, Kept, MAX_DAYS, MAX_TEXT_BYTES, Reduced, Remembered, Size, Stage, Store,
};

use crate::{Hand, event, open, reduced};

const KEY: [u8; 32] = [7; 32];

#[test]
fn the_first_writer_wins_on_two_connections() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("store");
    let (one, two) = (open(&path).reductions, open(&path).reductions);
    assert_eq!(one.get(&KEY).unwrap(), None);
    assert_eq!(one.keep(&KEY, &reduced("one")).unwrap(), Kept::This);
    assert_eq!(two.keep(&KEY, &reduced("two")).unwrap(), Kept::Earlier(reduced("one")));
    assert_eq!(two.keep(&KEY, &Remembered::LeftAlone).unwrap(), Kept::Earlier(reduced("one")));
    assert_eq!(two.get(&KEY).unwrap(), Some(reduced("one")));
    assert_eq!(two.keep(&[8; 32], &Remembered::LeftAlone).unwrap(), Kept::This);
    assert_eq!(one.keep(&[8; 32], &reduced("late")).unwrap(), Kept::Earlier(Remembered::LeftAlone));
}

#[test]
fn a_value_comes_back_as_it_was() {
    let folder = TempDir::new().unwrap();
    let store = open(&folder.path().join("store"));
    for (number, text) in (0..).zip(["", "a\0b\r\n", "🦀 é", &"line\n".repeat(100_000)]) {
        let value = Remembered::Reduced(Reduced {
            text: text.into(),
            provider: "\0 ".into(),
            tokens_before: 1 << 40,
            tokens_after: 0,
        });
        store.reductions.keep(&[number; 32], &value).unwrap();
        assert_eq!(store.reductions.get(&[number; 32]).unwrap(), Some(value));
    }
}

#[test]
fn another_life_finds_what_was_kept() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("store");
    let store = open(&path);
    store.reductions.keep(&KEY, &reduced("kept")).unwrap();
    store.savings.record(&event("t"));
    drop(store);
    let store = open(&path);
    assert_eq!(store.put_aside, None);
    assert_eq!(store.reductions.get(&KEY).unwrap(), Some(reduced("kept")));
    let rows = store.savings.rows(&(Day(0)..=Day(i64::MAX))).unwrap();
    assert_eq!(rows.len(), 1);
    let row = &rows[0];
    assert_eq!((row.day.to_string().as_str(), row.tool.as_str()), ("2026-11-30", "t"));
    assert_eq!((row.stage, row.provider.as_str(), row.class.as_str()), (Stage::Reduce, "rtk", "changed"));
    assert_eq!((row.attempts, row.duration), (1, Duration::from_micros(1_500)));
    assert_eq!(row.before, Size { bytes: 400, tokens: 100 });
    assert_eq!(row.after, Size { bytes: 40, tokens: 10 });
}

#[test]
fn two_hours_without_a_use_are_the_end() {
    let folder = TempDir::new().unwrap();
    let hand = Hand::new();
    let store = Store::open(&folder.path().join("store"), hand.clock()).unwrap();
    assert_eq!(IDLE, Duration::from_secs(7_200));
    store.reductions.keep(&KEY, &reduced("first")).unwrap();
    for _ in 0..3 {
        hand.wind(IDLE - Duration::from_secs(1));
        assert_eq!(store.reductions.get(&KEY).unwrap(), Some(reduced("first")));
    }
    // An attempt to keep another is a use, too: the earlier one is served then.
    hand.wind(IDLE - Duration::from_secs(1));
    assert_eq!(store.reductions.keep(&KEY, &reduced("no")).unwrap(), Kept::Earlier(reduced("first")));
    hand.wind(IDLE - Duration::from_secs(1));
    assert_eq!(store.reductions.get(&KEY).unwrap(), Some(reduced("first")));
    hand.wind(IDLE);
    assert_eq!(store.reductions.get(&KEY).unwrap(), None);
    assert_eq!(store.reductions.keep(&KEY, &reduced("second")).unwrap(), Kept::This);
    assert_eq!(store.reductions.get(&KEY).unwrap(), Some(reduced("second")));
}

#[test]
fn a_text_that_is_too_long_is_not_kept() {
    let folder = TempDir::new().unwrap();
    let store = open(&folder.path().join("store"));
    let longest = "x".repeat(MAX_TEXT_BYTES);
    assert_eq!(store.reductions.keep(&KEY, &reduced(&longest)).unwrap(), Kept::This);
    let error = store.reductions.keep(&[8; 32], &reduced(&(longest + "x"))).unwrap_err();
    assert!(matches!(error, Error::TooLarge { bytes: 4_194_305, limit: 4_194_304 }), "{error}");
    assert_eq!(store.reductions.get(&[8; 32]).unwrap(), None);
}

#[test]
fn events_of_one_name_are_one_row_whoever_records_them() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("store");
    let (one, two) = (open(&path).savings, open(&path).savings);
    for savings in [&one, &two, &one] {
        savings.record(&event("t"));
        savings.flush().unwrap();
    }
    two.record(&Event { class: "timed_out", ..event("t") });
    two.record(&Event { stage: Stage::Rewrite, ..event("t") });
    two.record(&Event { provider: "other", ..event("t") });
    let rows = two.rows(&(Day(0)..=Day(i64::MAX))).unwrap();
    let found: Vec<_> = rows
        .iter()
        .map(|row| {
            (row.stage.name(), row.provider.as_str(), row.class.as_str(), row.attempts, row.after.tokens)
        })
        .collect();
    assert_eq!(
        found,
        [
            ("reduce", "other", "changed", 1, 10),
            ("reduce", "rtk", "changed", 3, 30),
            ("reduce", "rtk", "timed_out", 1, 10),
            ("rewrite", "rtk", "changed", 1, 10),
        ]
    );
}

#[test]
fn a_range_of_days_has_both_ends() {
    let folder = TempDir::new().unwrap();
    let hand = Hand::new();
    let store = Store::open(&folder.path().join("store"), hand.clock()).unwrap();
    let mut days = Vec::new();
    for _ in 0..4 {
        store.savings.record(&event("t"));
        let rows = store.savings.rows(&(Day(0)..=Day(i64::MAX))).unwrap();
        days.push(rows.last().unwrap().day);
        hand.wind(Duration::from_secs(86_400));
    }
    let rows = store.savings.rows(&(days[1]..=days[2])).unwrap();
    assert_eq!(rows.iter().map(|row| row.day).collect::<Vec<_>>(), days[1..3]);
    assert_eq!(MAX_DAYS, 400);
}

#[test]
fn names_are_cut_on_a_character() {
    let folder = TempDir::new().unwrap();
    let store = open(&folder.path().join("store"));
    store.savings.record(&event(&format!("{}é", "x".repeat(127))));
    let rows = store.savings.rows(&(Day(0)..=Day(i64::MAX))).unwrap();
    assert_eq!(rows[0].tool, "x".repeat(127));
}
