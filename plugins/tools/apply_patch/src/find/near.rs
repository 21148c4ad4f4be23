//! The place in a file that is most like a hunk which is not in it, so that the refusal can show what is there.

use super::index::Index;
use crate::text::{Lines, Pass, trimmed};

/// Lines of a hunk that are looked at.
const LINES: usize = 500;

/// Places of one line that are looked at: a line that stands at more says nothing of where the hunk belongs.
const PLACES: usize = 1_000;

/// The most that one line can count for, in bytes of its text: longer lines say no more.
const WEIGHT: usize = 40;

/// Fewest bytes that two lines have in common to be alike.
const ALIKE: usize = 4;

/// A place that resembles a hunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Near {
    /// The line of the file, from 0, where the hunk would begin.
    pub(super) start: usize,
    /// The first of the hunk's lines, from 0, that is not the file's; none where all of them are.
    pub(super) difference: Option<usize>,
}

/// The place where most of `pattern` stands at its distance; where no line stands anywhere, the line most like the
/// longest of them. `index` is of the last pass and knows the pattern.
pub(super) fn nearest(lines: &Lines<'_>, index: &Index, pattern: &[&[u8]]) -> Option<Near> {
    let start = by_lines(index, pattern).or_else(|| by_likeness(lines, pattern))?;
    let differs =
        |at: &usize| start + at >= lines.count() || !Pass::Folded.equal(pattern[*at], lines.text(start + at));
    Some(Near { start, difference: (0..pattern.len()).find(differs) })
}

fn by_lines(index: &Index, pattern: &[&[u8]]) -> Option<usize> {
    let mut votes = Vec::new();
    for (at, line) in pattern.iter().take(LINES).enumerate() {
        let weight = trimmed(line).len().min(WEIGHT);
        let places = index.places(line);
        if weight > 1 && places.len() <= PLACES {
            votes.extend(places.iter().map(|place| ((*place as usize).saturating_sub(at), weight)));
        }
    }
    votes.sort_unstable();
    let mut best = None;
    for group in votes.chunk_by(|left, right| left.0 == right.0) {
        let weight: usize = group.iter().map(|(_, weight)| weight).sum();
        if best.is_none_or(|(_, most)| weight > most) {
            best = Some((group[0].0, weight));
        }
    }
    best.map(|(start, _)| start)
}

fn by_likeness(lines: &Lines<'_>, pattern: &[&[u8]]) -> Option<usize> {
    let (at, key) = pattern
        .iter()
        .take(LINES)
        .map(|line| trimmed(line))
        .enumerate()
        .max_by_key(|(at, line)| (line.len(), std::cmp::Reverse(*at)))?;
    most_alike(lines, key).map(|line| line.saturating_sub(at))
}

/// The line that has most in common with `key`, at least half of the longer of the two.
pub(super) fn most_alike(lines: &Lines<'_>, key: &[u8]) -> Option<usize> {
    let mut best = None;
    for number in 0..lines.count() {
        let line = trimmed(lines.text(number));
        let longer = line.len().max(key.len());
        if line.len().min(key.len()) * 2 < longer {
            continue;
        }
        let common = in_common(line, key);
        if common >= ALIKE && common * 2 >= longer && best.is_none_or(|(_, most)| common > most) {
            best = Some((number, common));
        }
    }
    best.map(|(number, _)| number)
}

/// Bytes that two texts have in common at their starts and their ends.
fn in_common(left: &[u8], right: &[u8]) -> usize {
    let shorter = left.len().min(right.len());
    let start = left.iter().zip(right).take_while(|(left, right)| left == right).count();
    let ends = left.iter().rev().zip(right.iter().rev()).take(shorter - start);
    start + ends.take_while(|(left, right)| left == right).count()
}

#[cfg(test)]
mod tests {
    use super::{Near, nearest};
    use crate::find::index::Index;
    use crate::text::{Ends, Lines, Pass};

    #[test]
    fn the_nearest_place() {
        type Expected = Option<(usize, Option<usize>)>;
        let table: &[(&str, &[&str], Expected)] = &[
            ("", &["alpha"], None),
            ("alpha\nbeta\ngamma\n", &["delta"], None),
            ("alpha\nbeta\ngamma\n", &["alpha", "beta", "delta"], Some((0, Some(2)))),
            ("alpha\nbeta\ngamma\n", &["alpha", "gamma"], Some((0, Some(1)))),
            ("alpha\nbeta\nx\nalpha\nbeta\ngamma\n", &["alpha", "delta", "gamma"], Some((3, Some(1)))),
            // Past the end, and before the start.
            ("alpha\nbeta\n", &["beta", "gamma"], Some((1, Some(1)))),
            ("beta\ngamma\n", &["alpha", "beta"], Some((0, Some(0)))),
            // Lines that say little do not count.
            ("}\nx\n}\n", &["}", "y"], None),
            // Everything is there, so something else was wrong.
            ("alpha\n  beta\n", &["alpha", "beta"], Some((0, None))),
            // No line is there, but one is alike.
            ("one\nlet timeout = 30;\ntwo\n", &["let timeout = 60;"], Some((1, Some(0)))),
            ("one\nlet timeout = 30;\n", &["x", "let timeouts = 30;"], Some((0, Some(0)))),
            ("let x = 1;\n", &["for y in 2..300 {}"], None),
        ];
        for (file, pattern, expected) in table {
            let lines = Lines::new(file.as_bytes(), Ends::LineFeeds);
            let pattern: Vec<&[u8]> = pattern.iter().map(|line| line.as_bytes()).collect();
            let index = Index::new(Pass::Folded, &lines, pattern.iter().copied());
            let expected = expected.map(|(start, difference)| Near { start, difference });
            assert_eq!(nearest(&lines, &index, &pattern), expected, "{file}{pattern:?}");
        }
    }
}
