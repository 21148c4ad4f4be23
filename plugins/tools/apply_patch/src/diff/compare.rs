//! Which items of two sequences differ, by the greedy algorithm of Myers: the fewest insertions and deletions, found
//! in time that grows with how different the two are, and bounded.

use std::ops::Range;

/// Steps that a comparison may take. Past it, all between the common start and the common end counts as different.
const MAX_STEPS: usize = 4_000_000;

/// Insertions and deletions that are told apart; the memory grows with the square.
const MAX_DISTANCE: usize = 1_000;

/// Items of the old sequence that give way to items of the new one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Difference {
    pub(crate) old: Range<usize>,
    pub(crate) new: Range<usize>,
}

/// The differences, in order.
pub(crate) fn compare<T: PartialEq>(old: &[T], new: &[T]) -> Vec<Difference> {
    let start = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let ends = old[start..].iter().rev().zip(new[start..].iter().rev());
    let end = ends.take_while(|(old, new)| old == new).count();
    let (old, new) = (&old[start..old.len() - end], &new[start..new.len() - end]);
    if old.is_empty() && new.is_empty() {
        return Vec::new();
    }
    let shared = shared(old, new).unwrap_or_default();
    let mut differences = Vec::new();
    let (mut x, mut y) = (0, 0);
    for (at_x, at_y) in shared.into_iter().chain([(old.len(), new.len())]) {
        if (x, y) != (at_x, at_y) {
            differences.push(Difference { old: start + x..start + at_x, new: start + y..start + at_y });
        }
        (x, y) = (at_x + 1, at_y + 1);
    }
    differences
}

/// Pairs of indexes of equal items, rising in both, as many as there can be; none past the bounds.
fn shared<T: PartialEq>(old: &[T], new: &[T]) -> Option<Vec<(usize, usize)>> {
    let bound = MAX_DISTANCE.min(MAX_STEPS / (old.len() + new.len())).min(old.len() + new.len());
    // The furthest index into `old` on each diagonal; diagonal k, new index = old index - k, is at `k + middle`.
    let middle = bound + 1;
    let mut furthest = vec![0_usize; 2 * middle + 1];
    let mut rounds: Vec<Vec<usize>> = Vec::new();
    for distance in 0..=bound {
        for diagonal in (middle - distance..=middle + distance).step_by(2) {
            let mut x = if distance == 0 { 0 } else { entry(&furthest, diagonal, middle, distance).1 };
            while x < old.len() && old.get(x) == new.get((x + middle).wrapping_sub(diagonal)) {
                x += 1;
            }
            furthest[diagonal] = x;
            if x >= old.len() && x + middle >= new.len() + diagonal {
                return Some(trace(&rounds, (x, x + middle - diagonal), middle));
            }
        }
        rounds.push(furthest[middle - distance..=middle + distance].to_vec());
    }
    None
}

/// From which diagonal a diagonal is entered in a round, and at which index into `old`.
fn entry(furthest: &[usize], diagonal: usize, middle: usize, distance: usize) -> (usize, usize) {
    let (below, above) = (furthest[diagonal - 1], furthest[diagonal + 1]);
    let is_insertion = diagonal + distance == middle || diagonal != middle + distance && below < above;
    if is_insertion { (diagonal + 1, above) } else { (diagonal - 1, below + 1) }
}

/// Follows the rounds back from the end and collects what both sequences share.
fn trace(rounds: &[Vec<usize>], end: (usize, usize), middle: usize) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    let (mut x, mut y) = end;
    for (before, round) in rounds.iter().enumerate().rev() {
        let distance = before + 1;
        let mut furthest = vec![0; 2 * middle + 1];
        furthest[middle - before..=middle + before].copy_from_slice(round);
        let diagonal = x + middle - y;
        let (from, entered) = entry(&furthest, diagonal, middle, distance);
        while x > entered {
            (x, y) = (x - 1, y - 1);
            pairs.push((x, y));
        }
        // An insertion keeps the index into `old`, a deletion takes one from it.
        if from > diagonal {
            y -= 1;
        } else {
            x -= 1;
        }
    }
    while x > 0 && y > 0 {
        (x, y) = (x - 1, y - 1);
        pairs.push((x, y));
    }
    pairs.reverse();
    pairs
}

#[cfg(test)]
mod tests {
    use super::{Difference, compare};
    use proptest::prelude::*;

    fn text(text: &str) -> Vec<char> {
        text.chars().collect()
    }

    #[test]
    fn differences() {
        type Ranges<'a> = &'a [(std::ops::Range<usize>, std::ops::Range<usize>)];
        let table: &[(&str, &str, Ranges<'_>)] = &[
            ("", "", &[]),
            ("abc", "abc", &[]),
            ("", "ab", &[(0..0, 0..2)]),
            ("ab", "", &[(0..2, 0..0)]),
            ("abc", "axc", &[(1..2, 1..2)]),
            ("abc", "abxc", &[(2..2, 2..3)]),
            ("xaby", "uavbw", &[(0..1, 0..1), (2..2, 2..3), (3..4, 4..5)]),
        ];
        for (old, new, expected) in table {
            let found = compare(&text(old), &text(new));
            let expected: Vec<_> =
                expected.iter().cloned().map(|(old, new)| Difference { old, new }).collect();
            assert_eq!(found, expected, "{old} {new}");
        }
    }

    #[test]
    fn past_the_bound_all_is_different() {
        let old: Vec<u32> = (0..3_000).collect();
        let new: Vec<u32> =
            (0..3_000).map(|number| if number % 2 == 0 { number + 10_000 } else { number }).collect();
        assert_eq!(compare(&old, &new), [Difference { old: 0..2_999, new: 0..2_999 }]);
    }

    /// The length of the longest common subsequence, the slow way.
    fn longest(old: &[char], new: &[char]) -> usize {
        let mut above = vec![0; new.len() + 1];
        for left in old {
            let mut row = vec![0];
            for (at, right) in new.iter().enumerate() {
                row.push(if left == right { above[at] + 1 } else { above[at + 1].max(row[at]) });
            }
            above = row;
        }
        above[new.len()]
    }

    proptest! {
        #[test]
        fn differences_lead_from_old_to_new_and_are_few(old in "[abc]{0,12}", new in "[abc]{0,12}") {
            let (old, new) = (text(&old), text(&new));
            let differences = compare(&old, &new);
            let (mut made, mut at) = (Vec::new(), 0);
            for difference in &differences {
                made.extend_from_slice(&old[at..difference.old.start]);
                made.extend_from_slice(&new[difference.new.clone()]);
                at = difference.old.end;
            }
            made.extend_from_slice(&old[at..]);
            prop_assert_eq!(&made, &new);
            let removed: usize = differences.iter().map(|difference| difference.old.len()).sum();
            prop_assert_eq!(old.len() - removed, longest(&old, &new));
        }
    }
}
