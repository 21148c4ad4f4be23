//! Where in a file the lines of a patch stand: one scan for all hunks together, so that a thousand hunks cost little
//! more than one.

use std::ops::Range;

use crate::text::{Lines, Pass};

/// Comparisons of lines that finding the hunks of one file may take, a long line counting for several: about a
/// second. Ordinary patches take some thousands; only files of endless repetition reach this.
const MAX_WORK: usize = 50_000_000;

/// The work for one file was more than `MAX_WORK`.
#[derive(Debug)]
pub(super) struct Exhausted;

/// Counts comparisons.
#[derive(Debug, Default)]
pub(super) struct Work(usize);

impl Work {
    pub(super) fn add(&mut self, steps: usize) -> Result<(), Exhausted> {
        self.0 = self.0.saturating_add(steps);
        if self.0 > MAX_WORK { Err(Exhausted) } else { Ok(()) }
    }
}

/// The places of certain lines in a file.
#[derive(Debug)]
pub(super) struct Index {
    pass: Pass,
    /// Of the lines that were asked for; sorted.
    hashes: Vec<u64>,
    /// Numbers of the lines with that hash, in order, for each of them.
    places: Vec<Vec<u32>>,
}

impl Index {
    /// Looks for `wanted` in the whole file.
    pub(super) fn new<'p>(pass: Pass, lines: &Lines<'_>, wanted: impl IntoIterator<Item = &'p [u8]>) -> Self {
        let mut hashes: Vec<u64> = wanted.into_iter().map(|line| pass.hash(line)).collect();
        hashes.sort_unstable();
        hashes.dedup();
        let mut places = vec![Vec::new(); hashes.len()];
        // Most lines of a file are in no hunk: two bits of a small table tell, without a search among the hashes.
        let mut seen = [0_u64; 64];
        let bit = |hash: u64| ((hash >> 6) as usize % 64, 1 << (hash % 64));
        for hash in &hashes {
            let (word, mask) = bit(*hash);
            seen[word] |= mask;
        }
        for (line, number) in (0..lines.count()).zip(0_u32..) {
            let hash = pass.hash(lines.text(line));
            let (word, mask) = bit(hash);
            if seen[word] & mask != 0
                && let Ok(slot) = hashes.binary_search(&hash)
            {
                places[slot].push(number);
            }
        }
        Self { pass, hashes, places }
    }

    /// Where a line may stand: every place where it does, and rarely one more.
    pub(super) fn places(&self, line: &[u8]) -> &[u32] {
        match self.hashes.binary_search(&self.pass.hash(line)) {
            Ok(slot) => &self.places[slot],
            Err(_) => &[],
        }
    }

    /// The first lines, in order, of the places within `range` where all of `pattern` stands; `most` of them at
    /// most. Each line of the pattern was among those asked for.
    pub(super) fn starts(
        &self,
        lines: &Lines<'_>,
        pattern: &[&[u8]],
        range: &Range<usize>,
        most: usize,
        work: &mut Work,
    ) -> Result<Vec<usize>, Exhausted> {
        let rarest = (0..pattern.len()).map(|at| (at, self.places(pattern[at])));
        let Some((before, places)) = rarest.min_by_key(|(_, places)| places.len()) else {
            return Ok(Vec::new());
        };
        let first = places.partition_point(|place| (*place as usize) < range.start + before);
        let mut starts = Vec::new();
        for place in &places[first..] {
            let start = *place as usize - before;
            if start + pattern.len() > range.end || starts.len() == most {
                break;
            }
            if self.stands(lines, pattern, start, work)? {
                starts.push(start);
            }
        }
        Ok(starts)
    }

    fn stands(
        &self,
        lines: &Lines<'_>,
        pattern: &[&[u8]],
        start: usize,
        work: &mut Work,
    ) -> Result<bool, Exhausted> {
        for (number, line) in (start..).zip(pattern) {
            work.add(1 + line.len() / 64)?;
            if !self.pass.equal(line, lines.text(number)) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::{Index, Work};
    use crate::text::{Ends, Lines, Pass};
    use proptest::prelude::*;

    fn starts(file: &[u8], pass: Pass, pattern: &[&[u8]], range: std::ops::Range<usize>) -> Vec<usize> {
        let lines = Lines::new(file, Ends::LineFeeds);
        let index = Index::new(pass, &lines, pattern.iter().copied());
        index.starts(&lines, pattern, &range, usize::MAX, &mut Work::default()).unwrap()
    }

    #[test]
    fn the_work_is_bounded() {
        // Every place but the last fails only at the last line of the pattern.
        let file = "x\n".repeat(40_000) + "y\n";
        let lines = Lines::new(file.as_bytes(), Ends::LineFeeds);
        let mut pattern = vec![&b"x"[..]; 30_000];
        pattern.push(b"x ");
        let index = Index::new(Pass::BlanksAtEnd, &lines, pattern.iter().copied());
        let mut work = Work::default();
        assert!(index.starts(&lines, &pattern, &(0..lines.count()), 2, &mut work).is_ok());
        assert!(index.starts(&lines, &pattern, &(0..lines.count()), usize::MAX, &mut work).is_err());
    }

    proptest! {
        #[test]
        fn places_are_those_of_a_plain_search(
            file in "([ab] ?\n){0,12}",
            pattern in prop::collection::vec("[ab] ?", 1..4),
            from in 0_usize..6,
        ) {
            let lines = Lines::new(file.as_bytes(), Ends::LineFeeds);
            let pattern: Vec<&[u8]> = pattern.iter().map(String::as_bytes).collect();
            for pass in Pass::ALL {
                let to = lines.count().saturating_sub(2).max(from);
                let plain: Vec<usize> = (from..to)
                    .filter(|start| start + pattern.len() <= to)
                    .filter(|start| (0..pattern.len()).all(|at| pass.equal(pattern[at], lines.text(start + at))))
                    .collect();
                prop_assert_eq!(starts(file.as_bytes(), pass, &pattern, from..to), plain);
            }
        }
    }
}
