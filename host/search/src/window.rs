//! Text hits in a file that is too large to be held, piece by piece.

use std::io::{self, Read};

use crate::best::Found;
use crate::content::text_start;
use crate::page::Category;
use crate::query::Query;
use crate::snippet::{MAX_SNIPPET, snippet};

/// Bytes that are looked at between two questions whether to go on.
const PIECE: usize = 256 << 10;

/// How a search through a large file ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// All of it was looked at, or enough was found.
    Whole(Vec<Found>),
    /// `go_on` said no.
    Stopped,
}

/// The first `limit` lines that hold the query. Memory does not grow with the file, nor with its longest line.
pub(crate) fn search(
    mut source: impl Read,
    query: &Query,
    limit: usize,
    go_on: &dyn Fn() -> bool,
) -> io::Result<Ended> {
    // What has to be held before and behind an occurrence: all of it, and enough of its line.
    let margin = query.longest() + MAX_SNIPPET + 4;
    let mut window = Window { bytes: Vec::new(), line: 1, line_start: 0, counted: 0 };
    let mut found = Vec::new();
    let mut last_line = 0;
    let mut from = 0;
    let mut is_first = true;
    loop {
        if !go_on() {
            return Ok(Ended::Stopped);
        }
        let missing = (PIECE + 2 * margin).saturating_sub(window.bytes.len());
        let count = source.by_ref().take(missing as u64).read_to_end(&mut window.bytes)?;
        let at_end = count < missing;
        if is_first {
            is_first = false;
            window.line_start = signed(text_start(&window.bytes));
        }
        let until = if at_end { window.bytes.len() } else { window.bytes.len().saturating_sub(margin) };
        while let Some(occurrence) = query.find(&window.bytes, from).filter(|found| found.start < until) {
            window.count_to(occurrence.start);
            if window.line != last_line {
                last_line = window.line;
                found.push(window.found(&occurrence));
                if found.len() >= limit {
                    return Ok(Ended::Whole(found));
                }
            }
            // A line has one hit.
            from = window.line_end(occurrence.end).unwrap_or(until).max(occurrence.end);
        }
        if at_end {
            return Ok(Ended::Whole(found));
        }
        from = from.max(until);
        window.count_to(from);
        from -= window.forget(from.saturating_sub(margin));
    }
}

/// The part of a file that is held, and on which line it is.
struct Window {
    bytes: Vec<u8>,
    /// Number of the line in which `counted` is.
    line: u64,
    /// Where that line begins, counted from the first byte that is held, so that it may be below 0.
    line_start: i64,
    /// Up to where lines are counted.
    counted: usize,
}

impl Window {
    fn count_to(&mut self, end: usize) {
        let new = self.bytes.get(self.counted..end).unwrap_or_default();
        for newline in memchr::memchr_iter(b'\n', new) {
            self.line += 1;
            self.line_start = signed(self.counted + newline + 1);
        }
        self.counted = self.counted.max(end);
    }

    /// Where the line of a byte ends, if that is held.
    fn line_end(&self, from: usize) -> Option<usize> {
        Some(from + memchr::memchr(b'\n', self.bytes.get(from..)?)?)
    }

    fn found(&self, occurrence: &std::ops::Range<usize>) -> Found {
        // A query may have the byte order mark itself.
        let start = usize::try_from(self.line_start).unwrap_or(0).min(occurrence.start);
        let end = self.line_end(occurrence.end);
        let line = self.bytes.get(start..end.unwrap_or(self.bytes.len())).unwrap_or_default();
        let hit = occurrence.start - start..occurrence.end - start;
        let column = (signed(occurrence.start) - self.line_start).max(0) + 1;
        Found {
            category: Category::Text,
            line: u32::try_from(self.line).unwrap_or(u32::MAX),
            column: u32::try_from(column).unwrap_or(u32::MAX),
            name: String::new(),
            // A last line without an end may go on behind what is held, but then by more than is shown.
            snippet: snippet(line, hit, self.line_start < 0, false),
        }
    }

    /// Lets go of the first bytes; how many.
    fn forget(&mut self, count: usize) -> usize {
        let count = count.min(self.counted);
        self.bytes.drain(..count);
        self.counted -= count;
        self.line_start -= signed(count);
        count
    }
}

fn signed(position: usize) -> i64 {
    i64::try_from(position).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::cell::Cell;

    use proptest::prelude::*;

    use super::*;

    fn places(text: &[u8], query: &str, limit: usize) -> Vec<(u32, u32)> {
        let query = Query::new(query).unwrap();
        match search(text, &query, limit, &|| true).unwrap() {
            Ended::Whole(found) => found.iter().map(|found| (found.line, found.column)).collect(),
            Ended::Stopped => panic!("nobody stopped it"),
        }
    }

    #[test]
    fn each_line_has_one_hit() {
        let long =
            [vec![b'x'; 3 * PIECE], b" hit ".to_vec(), vec![b'y'; 3 * PIECE], b" hit\nhit".to_vec()].concat();
        let column = u32::try_from(3 * PIECE + 2).unwrap();
        for (text, limit, expected) in [
            (&b"hit hit\n\n hit\r\nhit"[..], 9, &[(1, 1), (3, 2), (4, 1)][..]),
            (b"hit\nhit\nhit", 2, &[(1, 1), (2, 1)]),
            (b"", 9, &[]),
            (b"no\n", 9, &[]),
            (&long, 9, &[(1, column), (2, 1)]),
        ] {
            assert_eq!(places(text, "hit", limit), expected);
        }
    }

    #[test]
    fn a_hit_in_a_long_line_is_shown_with_what_is_beside_it() {
        let text = [vec![b'x'; 2 * PIECE], b" the hit is here ".to_vec(), vec![b'y'; 2 * PIECE]].concat();
        let Ended::Whole(found) = search(&*text, &Query::new("hit").unwrap(), 1, &|| true).unwrap() else {
            panic!("nobody stopped it");
        };
        let snippet = &found[0].snippet;
        assert!(snippet.starts_with("…xxx") && snippet.ends_with("yyy…"), "{snippet}");
        assert!(snippet.contains(" the hit is here ") && snippet.len() == MAX_SNIPPET, "{snippet}");
    }

    #[test]
    fn it_can_be_stopped_between_pieces() {
        let asked = Cell::new(0);
        let go_on = || {
            asked.set(asked.get() + 1);
            asked.get() < 4
        };
        let ended = search(std::io::repeat(b'a'), &Query::new("b").unwrap(), 1, &go_on).unwrap();
        assert_eq!((ended, asked.get()), (Ended::Stopped, 4));
    }

    proptest! {
        /// Wherever a piece ends, the hits are those of the whole.
        #[test]
        fn pieces_do_not_show(
            around in prop::collection::vec(prop::sample::select(vec!["hit", "\n", "hi", "t", "ä"]), 0..60),
            shift in 0usize..120,
        ) {
            let around = around.concat();
            let text = format!("{}{around}\nhit", "\nabc ".repeat((PIECE + 249 - shift) / 5));
            let expected: Vec<(u32, u32)> = text
                .split('\n')
                .enumerate()
                .filter_map(|(index, line)| Some((index as u32 + 1, line.find("hit")? as u32 + 1)))
                .collect();
            prop_assert_eq!(places(text.as_bytes(), "hit", usize::MAX), expected);
        }
    }
}
