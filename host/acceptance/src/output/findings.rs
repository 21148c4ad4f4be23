//! Where in a reduction the phrases and places were found that are needed, and which facts are lost.

use super::demand::{Demands, Needs, is_code};
use super::extract::Extract;
use super::fact::{Fact, Found, Kind};
use super::hash::QuickMap;
use super::look::Looked;
use super::owners::Owners;
use super::reading::Reading;
use super::words::words;

/// How many lines the parts of a fact may stand further apart than they did.
const LOOSE: u32 = 1;

/// How long lists of lines are for which it is worth to remember whether they are near each other.
const LONG: usize = 16;

/// The lines of a reduction in which each need was found, in ascending order.
pub(super) struct Findings<'a> {
    demands: &'a Demands,
    /// Where the lines of each need begin in `lines`.
    starts: Vec<usize>,
    lines: Vec<u32>,
    /// Lines with a message or a place that is needed, in ascending order.
    told: Vec<u32>,
    owners: Owners,
    looked: &'a Looked,
    reading: &'a Reading<'a>,
}

/// How far below a name its message may begin, in lines.
const NEAR: u32 = 2;

/// The lines in which one of these needs was found, in ascending order.
fn found_of(demands: &Demands, looked: &Looked, needs: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut is_one = vec![false; demands.len()];
    let mut is_empty = true;
    for need in needs {
        is_one.iter_mut().skip(need as usize).take(1).for_each(|is_one| *is_one = true);
        is_empty = false;
    }
    if is_empty {
        return Vec::new();
    }
    let is_one = |need: u32| is_one.get(need as usize).copied().unwrap_or_default();
    looked.found.iter().filter(|(need, _)| is_one(*need)).map(|(_, line)| *line).collect()
}

/// Whether two needs were found so near each other.
type Near = QuickMap<(u32, u32, u32), bool>;

impl<'a> Findings<'a> {
    /// Sorts what was found by need.
    pub(super) fn of(demands: &'a Demands, looked: &'a Looked, reading: &'a Reading<'a>) -> Findings<'a> {
        let found = &looked.found;
        let mut starts = vec![0; demands.len() + 1];
        for (need, _) in found {
            if let Some(count) = starts.get_mut(*need as usize + 1) {
                *count += 1;
            }
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut next = starts.clone();
        let mut lines = vec![0; found.len()];
        for (need, line) in found {
            if let Some(at) = next.get_mut(*need as usize) {
                lines.iter_mut().skip(*at).take(1).for_each(|place| *place = *line);
                *at += 1;
            }
        }
        let needs = || demands.needs.iter();
        let of_messages = needs().filter(|_| demands.has_failures);
        let told =
            found_of(demands, looked, of_messages.flat_map(|needs| [needs.place, needs.message]).flatten());
        let named = found_of(demands, looked, needs().filter_map(|needs| needs.owner));
        Findings { demands, starts, lines, owners: Owners::of(named, &told), told, looked, reading }
    }

    fn lines(&self, need: u32) -> &[u32] {
        let bounds = (self.starts.get(need as usize), self.starts.get(need as usize + 1));
        let (Some(from), Some(to)) = bounds else { return &[] };
        self.lines.get(*from..*to).unwrap_or_default()
    }

    /// The first fact that is no result and is not there.
    pub(super) fn lost_failure(&self, extract: &Extract<'_>) -> Option<Fact> {
        let mut near = Near::default();
        let mut failures =
            extract.facts.iter().zip(&self.demands.needs).filter(|(fact, _)| fact.kind != Kind::Result);
        let lost = failures.find(|(fact, needs)| {
            let is_there = needs.all().all(|need| !self.lines(need).is_empty());
            let is_kept = is_there
                && self.are_together(fact, needs, &mut near)
                && self.agree(fact, needs, &mut near)
                && self.is_owned(needs)
                && (fact.kind != Kind::Failure || self.has_failed(fact, needs));
            !is_kept
        });
        lost.map(|(fact, _)| fact.to_fact())
    }

    /// The first result that is not there, and how many are not.
    pub(super) fn lost_results(&self, extract: &Extract<'_>) -> Option<(Fact, usize)> {
        // The same one may be there several times, such as files of one name: each one found stands for one.
        let mut used = vec![0; self.demands.len()];
        let mut near = Near::default();
        let mut first = None;
        let mut lost = 0;
        let facts = extract.facts.iter().zip(&self.demands.needs);
        for (fact, needs) in facts.filter(|(fact, _)| fact.kind == Kind::Result) {
            let is_left =
                |need: u32| used.get(need as usize).is_some_and(|used| self.lines(need).len() > *used);
            if needs.all().all(is_left) && self.are_together(fact, needs, &mut near) {
                for need in needs.all() {
                    used.iter_mut().skip(need as usize).take(1).for_each(|used| *used += 1);
                }
            } else {
                lost += 1;
                first = first.or(Some(fact));
            }
        }
        first.map(|fact| (fact.to_fact(), lost))
    }

    /// Whether a test that failed is named as often as it must be, and once where something failed or its message or
    /// place is near. A path of a file that is not formatted need not be.
    fn has_failed(&self, fact: &Found<'_>, needs: &Needs) -> bool {
        let Some(name) = needs.name else { return true };
        let lines = self.lines(name);
        let is_among = |all: &[u32], line: u32| all.binary_search(&line).is_ok();
        let tells = |line: u32| {
            let is_told = fact.is_path || is_among(&self.looked.failing, line) || self.is_told(line);
            is_told && !is_among(&self.looked.passing, line)
        };
        lines.len() >= fact.times as usize && lines.iter().any(|line| tells(*line))
    }

    /// Whether a message or a place that is needed stands on a line or close below it.
    fn is_told(&self, line: u32) -> bool {
        let from = self.told.partition_point(|told| *told < line);
        self.told.get(from).is_some_and(|told| *told <= line + NEAR)
    }

    /// Whether the message of a test stands where that is named, and not another one.
    fn is_owned(&self, needs: &Needs) -> bool {
        let (Some(owner), Some(message)) = (needs.owner, needs.message) else { return true };
        self.owners.have(self.lines(owner), self.lines(message))
    }

    /// Whether the place and the message of an error stand in a line that gives no other code, and that does not take
    /// an error for a warning, or the other way round.
    fn agree(&self, fact: &Found<'_>, needs: &Needs, near: &mut Near) -> bool {
        let (others, other) = match fact.kind {
            Kind::Error => (&self.looked.warning[..], "warning"),
            Kind::Warning => (&self.looked.erring[..], "error"),
            _ => (&[][..], ""),
        };
        if !fact.is_required || (others.is_empty() && needs.code.is_none()) {
            return true;
        }
        let codes = needs.code.map_or(&[][..], |code| self.lines(code));
        let is_among = |all: &[u32], line: u32| all.binary_search(&line).is_ok();
        // A message may have such words itself.
        let says = |is_one: &dyn Fn(&str) -> bool| {
            fact.text.is_some_and(|text| words(text).any(|word| is_one(word.text)))
        };
        let fits = |line: u32| {
            let has_code =
                needs.code.is_none() || is_among(codes, line) || !self.has_code(line) || says(&is_code);
            has_code && (!is_among(others, line) || says(&|word| word.eq_ignore_ascii_case(other)))
        };
        [needs.place, needs.message].into_iter().flatten().all(|need| {
            let lines = self.lines(need);
            let decide = || lines.iter().any(|line| fits(*line));
            if lines.len() < LONG {
                return decide();
            }
            // What stands beside a code or a kind is no place.
            let kind = u32::MAX - u32::from(fact.kind == Kind::Warning);
            *near.entry((need, needs.code.unwrap_or(u32::MAX), kind)).or_insert_with(decide)
        })
    }

    /// Whether a line has a word like the code of an error.
    fn has_code(&self, line: u32) -> bool {
        self.reading.line(line).is_some_and(|line| words(line).any(|word| is_code(word.text)))
    }

    /// Whether the place of a fact stands where its message is, or its name: another fact's place is not its own. What
    /// is found out about long lists of lines is kept in `near`: many facts may have the same.
    fn are_together(&self, fact: &Found<'_>, needs: &Needs, near: &mut Near) -> bool {
        let (Some(place), Some(words)) = (needs.place, needs.message.or(needs.name)) else { return true };
        let distance = fact.spread + LOOSE;
        let (places, lines) = (self.lines(place), self.lines(words));
        let decide = || {
            // A line that gives another place gives the place of what it says. Where they stood apart, a number alone may
            // be part of the message.
            let others = if fact.spread > 0 { &self.looked.filed } else { &self.looked.placed };
            let is_unplaced = |line: u32| others.binary_search(&line).is_err();
            are_near(places, lines, 0, |_| true) || are_near(places, lines, distance, is_unplaced)
        };
        if places.len() < LONG {
            return decide();
        }
        *near.entry((place, words, distance)).or_insert_with(decide)
    }
}

/// Whether one of these lines is at most so far from one of the others that fits, both in ascending order.
fn are_near(lines: &[u32], others: &[u32], distance: u32, fits: impl Fn(u32) -> bool) -> bool {
    lines.iter().any(|line| {
        let from = others.partition_point(|other| *other + distance < *line);
        let near = others.iter().skip(from).take_while(|other| **other <= line + distance);
        near.copied().any(&fits)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_near_each_other() {
        let rows: [(&[u32], &[u32], u32, bool); 6] = [
            (&[3], &[3], 0, true),
            (&[3], &[4], 0, false),
            (&[3], &[4], 1, true),
            (&[1, 9], &[5, 7], 2, true),
            (&[1, 10], &[5, 7], 2, false),
            (&[], &[5], 9, false),
        ];
        for (lines, others, distance, expected) in rows {
            assert_eq!(are_near(lines, others, distance, |_| true), expected, "{lines:?} {others:?}");
            assert_eq!(are_near(others, lines, distance, |_| true), expected, "{others:?} {lines:?}");
            assert!(!are_near(lines, others, distance, |_| false));
        }
    }
}
