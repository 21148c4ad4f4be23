//! Goes along an output beside a reduction of it: most lines of a reduction are the output's, in its order, and need no
//! further look.

use super::lines::{Lines, lines};

/// How many lines of the output are looked at for the next one of the reduction.
const NEAR: usize = 4;

/// How lines begin that stand around a change. A reduction often leaves out all of them.
const AROUND: char = ' ';

/// See the module.
pub(super) struct Follower<'a> {
    given: Lines<'a>,
}

impl<'a> Follower<'a> {
    /// At the beginning of an output.
    pub(super) fn of(input: &'a str) -> Follower<'a> {
        Follower { given: lines(input) }
    }

    /// Whether the next lines of the output have this one, behind which it goes on then. It may miss one, and it never
    /// goes back, so that each line is looked at a few times at most.
    pub(super) fn has_next(&mut self, line: &str) -> bool {
        if self.goes_on_behind(line) {
            return true;
        }
        if line.starts_with(AROUND) {
            return false;
        }
        // Once these are behind, they are gone.
        let mut next = self.given.clone();
        let mut is_behind = false;
        while next.next().is_some_and(|other| other.starts_with(AROUND)) {
            self.given = next.clone();
            is_behind = true;
        }
        is_behind && self.goes_on_behind(line)
    }

    fn goes_on_behind(&mut self, line: &str) -> bool {
        let mut next = self.given.clone();
        let is_there = next.by_ref().take(NEAR).any(|other| other == line);
        if is_there {
            self.given = next;
        }
        is_there
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_output_are_followed() {
        let rows: [(&str, &str, &[bool]); 6] = [
            ("a\nb\nc\n", "a\nb\nc", &[true; 3]),
            ("a\nb\nc\nd\ne\n", "d\ne", &[true; 2]),
            ("a\nb\nc\nd\ne\n", "e\na", &[false, true]),
            ("a\n 1\n 2\n 3\n 4\n 5\nb\n 6\n", "a\nb\n 6", &[true; 3]),
            ("a\n 1\n 2\n 3\n 4\n 5\nb\n", "c\n 1\nb", &[false, true, true]),
            ("", "a\n", &[false]),
        ];
        for (input, reduction, expected) in rows {
            let mut follower = Follower::of(input);
            let found: Vec<bool> = lines(reduction).map(|line| follower.has_next(line)).collect();
            assert_eq!(found, expected, "{input:?} {reduction:?}");
        }
    }
}
