//! Which of the phrases that are needed a reduction has, and in which lines; with the places, all that was found in it.

use memchr::memmem;

use super::demand::{Demands, signed};
use super::lines::without_beginning;
use super::located::Located;
use super::outcome::{Called, Outcomes, called};
use super::phrase::{MAX_WORDS, Print};
use super::reading::Reading;

/// What was found in a reduction.
#[derive(Debug, Default)]
pub(super) struct Looked {
    /// Needs that were found, each with the line: these ascend.
    pub(super) found: Vec<(u32, u32)>,
    /// Lines that give a place.
    pub(super) placed: Vec<u32>,
    /// Lines that give a place with its file.
    pub(super) filed: Vec<u32>,
    /// Lines that say that what they name failed.
    pub(super) failing: Vec<u32>,
    /// Lines that say that what they name passed, or does by now.
    pub(super) passing: Vec<u32>,
    /// Lines that call what they name a warning, and no error.
    pub(super) warning: Vec<u32>,
    /// Lines that call what they name an error, and no warning.
    pub(super) erring: Vec<u32>,
}

impl Looked {
    /// With the places, of which it has none yet.
    pub(super) fn and(mut self, located: Located) -> Looked {
        (self.placed, self.filed) = (located.placed, located.filed);
        if self.found.is_empty() {
            self.found = located.found;
        } else if !located.found.is_empty() {
            self.found = merged(&self.found, &located.found);
        }
        self
    }
}

/// Two lists of needs, each with lines in ascending order, as one.
fn merged(one: &[(u32, u32)], other: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let mut all = Vec::with_capacity(one.len() + other.len());
    let mut rest = other.iter().copied().peekable();
    for found in one {
        while let Some(before) = rest.next_if(|before| before.1 < found.1) {
            all.push(before);
        }
        all.push(*found);
    }
    all.extend(rest);
    all
}

/// Looks for the phrases that are needed in a reduction of an output.
pub(super) fn look(input: &str, reading: &Reading<'_>, demands: &Demands) -> Looked {
    let mut looked = Looked::default();
    let mut outcomes = Outcomes::new(input);
    let may_call = may_call(reading.text, demands);
    for (at, (line, prints)) in (0u32..).zip(reading.lines()) {
        if demands.has_failures {
            match outcomes.read(line.text, line.said()) {
                None => looked.passing.push(at),
                Some(true) => looked.failing.push(at),
                Some(false) => {}
            }
        }
        if may_call {
            match called(line.text) {
                Some(Called::Warning) => looked.warning.push(at),
                Some(Called::Error) => looked.erring.push(at),
                None => {}
            }
        }
        if !demands.firsts.is_empty() {
            let first = without_beginning(line.text).bytes().next();
            let sign = first.filter(|first| matches!(first, b'+' | b'-'));
            find_phrases(at, sign, prints, demands, &mut looked.found);
        }
    }
    looked
}

/// Whether a reduction may call an error of the output a warning, or the other way round.
fn may_call(reduction: &str, demands: &Demands) -> bool {
    let has = |part: &str| memmem::find(reduction.as_bytes(), part.as_bytes()).is_some();
    let has_either = |small: &str, capitals: &str| has(small) || has(capitals);
    (demands.has_errors && has_either("arning", "ARNING"))
        || (demands.has_warnings && has_either("rror", "RROR"))
}

fn find_phrases(at: u32, sign: Option<u8>, words: &[u64], demands: &Demands, found: &mut Vec<(u32, u32)>) {
    for (start, first) in words.iter().enumerate() {
        let Some(lengths) = demands.firsts.get(first).copied() else { continue };
        let longest = (u32::BITS - lengths.leading_zeros()) as usize;
        let mut print = Print::new();
        for (length, word) in (1..longest.min(MAX_WORDS + 1)).zip(words.iter().skip(start)) {
            print = print.joined(*word);
            if lengths & (1 << length) != 0 {
                let plain = demands.number(print.number());
                let with_sign = sign.and_then(|sign| demands.number(signed(print.number(), sign)));
                found.extend(plain.into_iter().chain(with_sign).map(|need| (need, at)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_one_by_lines() {
        let rows: [[&[(u32, u32)]; 3]; 3] = [
            [&[(1, 0), (2, 3)], &[(5, 0), (6, 2), (7, 4)], &[(1, 0), (5, 0), (6, 2), (2, 3), (7, 4)]],
            [&[(1, 2)], &[], &[(1, 2)]],
            [&[], &[(1, 2)], &[(1, 2)]],
        ];
        for [one, other, expected] in rows {
            assert_eq!(merged(one, other), expected, "{one:?} {other:?}");
        }
    }
}
