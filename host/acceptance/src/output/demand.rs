//! What each fact needs to have in a reduction: phrases and places, as numbers.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

use super::bytes::Bytes;
use super::extract::Extract;
use super::fact::{Fact, Found, Kind};
use super::names::{Files, Names, placed};
use super::phrase::{MESSAGE_WORDS, Phrase, RESULT_WORDS, phrase};

/// Prints are spread over all bits already.
#[derive(Default)]
pub(super) struct AsIs(u64);

impl Hasher for AsIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

pub(super) type PrintMap<V> = HashMap<u64, V, BuildHasherDefault<AsIs>>;
pub(super) type PrintSet = HashSet<u64, BuildHasherDefault<AsIs>>;

/// The lines of a reduction that something was found in.
pub(super) type Lines = Vec<u32>;

/// How many lines the parts of a fact may stand further apart than they did.
const LOOSE: u32 = 1;

/// How long lists of lines are for which it is worth to remember whether they are near each other.
const LONG: usize = 16;

/// All that the facts of an output need.
pub(super) struct Demands {
    /// Phrases and places, with the lines that each was found in.
    pub(super) found: PrintMap<Lines>,
    /// Ends of paths that places are in.
    pub(super) files: PrintSet,
    /// Their last bytes.
    pub(super) lasts: Bytes,
    /// Lengths of the phrases that begin with a word: bit n for n words.
    pub(super) firsts: PrintMap<u32>,
    /// What each fact needs, in their order.
    needs: Vec<Needs>,
}

/// What one fact needs.
#[derive(Debug, Default)]
struct Needs {
    place: Option<u64>,
    name: Option<u64>,
    message: Option<u64>,
}

impl Needs {
    fn all(&self) -> impl Iterator<Item = u64> {
        [self.place, self.name, self.message].into_iter().flatten()
    }
}

impl Demands {
    pub(super) fn of(extract: &Extract<'_>) -> Demands {
        let names = Names::of(extract);
        let files = Files::of(extract);
        let mut demands = Demands {
            found: PrintMap::with_capacity_and_hasher(2 * extract.facts.len(), BuildHasherDefault::default()),
            files: PrintSet::default(),
            lasts: Bytes::NONE,
            firsts: PrintMap::default(),
            needs: Vec::with_capacity(extract.facts.len()),
        };
        for fact in &extract.facts {
            let needs = if fact.is_required { demands.needs_of(fact, &names, &files) } else { Needs::default() };
            needs.all().for_each(|need| {
                demands.found.entry(need).or_default();
            });
            demands.needs.push(needs);
        }
        demands
    }

    fn needs_of(&mut self, fact: &Found<'_>, names: &Names, files: &Files) -> Needs {
        let place = fact.place.map(|(name, line)| {
            let print = files.print(name);
            self.files.insert(print);
            self.lasts = name.bytes().next_back().map_or(self.lasts, |last| self.lasts.with(last));
            placed(print, line)
        });
        let message = fact.text.and_then(|text| message(fact, text));
        // An error is known by its message, and a commit by its subject, as long as no other one has the same.
        let known_by_text = match fact.kind {
            Kind::Error => message,
            Kind::Result if fact.name.is_some() => fact.text.and_then(|text| names.telling_text(fact, text)),
            _ => None,
        };
        if known_by_text.is_some() {
            return Needs { place, name: None, message: self.printed(known_by_text) };
        }
        let name = fact.name.and_then(|name| names.phrase(fact, name));
        // A commit that is known by its name needs no subject.
        let is_commit = fact.kind == Kind::Result && name.is_some();
        Needs { place, name: self.printed(name), message: self.printed(message.filter(|_| !is_commit)) }
    }

    fn printed(&mut self, phrase: Option<Phrase>) -> Option<u64> {
        let Phrase { print, first, length } = phrase?;
        *self.firsts.entry(first).or_default() |= 1 << length;
        Some(print)
    }

    /// The first fact that is no result and is not there.
    pub(super) fn lost_failure(&self, extract: &Extract<'_>) -> Option<Fact> {
        let mut near = PrintMap::default();
        let mut failures = extract.facts.iter().zip(&self.needs).filter(|(fact, _)| fact.kind != Kind::Result);
        let lost = failures.find(|(fact, needs)| {
            let is_there = needs.all().all(|need| !self.lines(need).is_empty());
            !(is_there && self.are_together(fact, needs, &mut near))
        });
        lost.map(|(fact, _)| fact.to_fact())
    }

    /// The first result that is not there, and how many are not.
    pub(super) fn lost_results(&self, extract: &Extract<'_>) -> Option<(Fact, usize)> {
        // The same one may be there several times, such as files of one name: each one found stands for one.
        let mut used: PrintMap<usize> = PrintMap::default();
        let mut near = PrintMap::default();
        let mut first = None;
        let mut lost = 0;
        for (fact, needs) in extract.facts.iter().zip(&self.needs).filter(|(fact, _)| fact.kind == Kind::Result) {
            let is_left = |need: u64| self.lines(need).len() > used.get(&need).copied().unwrap_or(0);
            if needs.all().all(is_left) && self.are_together(fact, needs, &mut near) {
                needs.all().for_each(|need| *used.entry(need).or_default() += 1);
            } else {
                lost += 1;
                first = first.or(Some(fact));
            }
        }
        first.map(|fact| (fact.to_fact(), lost))
    }

    fn lines(&self, need: u64) -> &[u32] {
        self.found.get(&need).map_or(&[], Vec::as_slice)
    }

    /// Whether the place of a fact stands where its message is, or its name: another fact's place is not its own. What
    /// is found out about long lists of lines is kept in `near`: many facts may have the same.
    fn are_together(&self, fact: &Found<'_>, needs: &Needs, near: &mut PrintMap<bool>) -> bool {
        let (Some(place), Some(words)) = (needs.place, needs.message.or(needs.name)) else { return true };
        let distance = fact.spread + LOOSE;
        let (places, lines) = (self.lines(place), self.lines(words));
        if places.len() < LONG {
            return are_near(places, lines, distance);
        }
        let key = place ^ words.rotate_left(21) ^ u64::from(distance).rotate_left(42);
        *near.entry(key).or_insert_with(|| are_near(places, lines, distance))
    }
}

/// Whether one of these lines is at most so far from one of the others, both in ascending order.
fn are_near(lines: &[u32], others: &[u32], distance: u32) -> bool {
    lines.iter().any(|line| {
        let from = others.partition_point(|other| *other + distance < *line);
        others.get(from).is_some_and(|other| *other <= line + distance)
    })
}

/// The phrase of a message: the beginning, and of a result more of it.
pub(super) fn message(fact: &Found<'_>, text: &str) -> Option<Phrase> {
    let most = if fact.kind == Kind::Result { RESULT_WORDS } else { MESSAGE_WORDS };
    phrase(whole_words(text), most)
}

/// A message without a last word that was cut.
pub(super) fn whole_words(text: &str) -> &str {
    match text.strip_suffix("...").or_else(|| text.strip_suffix('…')) {
        Some(cut) => {
            let end = cut.rfind(|last: char| !(last.is_alphanumeric() || last == '_'));
            end.and_then(|end| cut.get(..end)).unwrap_or(text)
        }
        None => text,
    }
}
