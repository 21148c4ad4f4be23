//! What each fact needs to have in a reduction: phrases and places, as numbers.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

use super::extract::Extract;
use super::fact::{Fact, Found, Kind};
use super::phrase::{MAX_WORDS, MESSAGE_WORDS, Print, last_phrase, phrase, words};

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

/// All that the facts of an output need.
#[derive(Default)]
pub(super) struct Demands {
    /// Phrases and places, with the lines that each was found in.
    pub(super) found: PrintMap<Lines>,
    /// Ends of paths that places are in.
    pub(super) files: PrintSet,
    /// Lengths of phrases that are needed: bit n for n words.
    pub(super) lengths: u32,
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
        let mut demands = Demands::default();
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
        let place = fact.place.map(|(file, line)| {
            let file = files.print(file);
            self.files.insert(file);
            placed(file, line)
        });
        let message = fact.text.and_then(|text| message(fact, text));
        // A commit is known by its subject, if no other one has the same, and an error by its message.
        let is_known_by_text = match fact.kind {
            Kind::Error => message.is_some(),
            Kind::Result => message.is_some_and(|(print, _)| names.is_only_text(print)),
            _ => false,
        };
        let name = if is_known_by_text { None } else { fact.name.and_then(|name| names.phrase(fact, name)) };
        let mut printed = |phrase: Option<(u64, usize)>| {
            phrase.map(|(print, length)| {
                self.lengths |= 1 << length;
                print
            })
        };
        // A commit that is known by its name needs no subject.
        let is_commit = fact.kind == Kind::Result && name.is_some();
        Needs { place, name: printed(name), message: printed(message.filter(|_| !is_commit)) }
    }

    /// The first fact that is no result and is not there.
    pub(super) fn lost_failure(&self, extract: &Extract<'_>) -> Option<Fact> {
        let lost = |(fact, needs): &(&Found<'_>, &Needs)| {
            let is_there = needs.all().all(|need| !self.lines(need).is_empty());
            fact.kind != Kind::Result && !(is_there && self.are_together(fact, needs))
        };
        extract.facts.iter().zip(&self.needs).find(lost).map(|(fact, _)| fact.to_fact())
    }

    /// The first result that is not there, and how many are not.
    pub(super) fn lost_results(&self, extract: &Extract<'_>) -> Option<(Fact, usize)> {
        // The same one may be there several times, such as files of one name: each one found stands for one.
        let mut used: PrintMap<usize> = PrintMap::default();
        let mut first = None;
        let mut lost = 0;
        for (fact, needs) in extract.facts.iter().zip(&self.needs).filter(|(fact, _)| fact.kind == Kind::Result) {
            let is_left = |need: u64| self.lines(need).len() > used.get(&need).copied().unwrap_or(0);
            if needs.all().all(is_left) && self.are_together(fact, needs) {
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

    /// Whether the place of a fact stands where its message is, or its name: another fact's place is not its own.
    fn are_together(&self, fact: &Found<'_>, needs: &Needs) -> bool {
        let (Some(place), Some(words)) = (needs.place, needs.message.or(needs.name)) else { return true };
        let (places, words) = (self.lines(place), self.lines(words));
        let distance = fact.spread + LOOSE;
        places.iter().any(|line| {
            let from = words.partition_point(|other| *other + distance < *line);
            words.get(from).is_some_and(|other| *other <= line + distance)
        })
    }
}

/// The phrase of a message: the beginning, and of a result more of it.
fn message(fact: &Found<'_>, text: &str) -> Option<(u64, usize)> {
    let most = if fact.kind == Kind::Result { MAX_WORDS } else { MESSAGE_WORDS };
    phrase(whole_words(text), most)
}

/// The number of a line in a file.
pub(super) fn placed(file: u64, line: u32) -> u64 {
    Print::new().word("line").number() ^ file.rotate_left(17) ^ u64::from(line).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Whether a line of a file is the place of a fact.
pub(super) fn known_place(demands: &Demands, file: &str, line: u32) -> bool {
    let file = normal(file);
    ends_of(file).any(|end| demands.found.contains_key(&placed(end, line)))
}

/// A message without a last word that was cut.
fn whole_words(text: &str) -> &str {
    match text.strip_suffix("...").or_else(|| text.strip_suffix('…')) {
        Some(cut) => {
            let end = cut.rfind(|last: char| !(last.is_alphanumeric() || last == '_'));
            end.and_then(|end| cut.get(..end)).unwrap_or(text)
        }
        None => text,
    }
}

/// How names of failures and paths may be abbreviated: to what comes last, as long as no other one ends so.
struct Names {
    /// Ends that several names share though they are different ones.
    shared: PrintSet,
    texts: PrintMap<u32>,
}

/// What stands between the parts of a test's name.
const PARTS: &[&str] = &["::", " > ", " › "];

impl Names {
    fn of(extract: &Extract<'_>) -> Names {
        let mut ends: PrintMap<&str> = PrintMap::default();
        let mut shared = PrintSet::default();
        let mut texts: PrintMap<u32> = PrintMap::default();
        for fact in &extract.facts {
            if let Some((print, _)) = fact.text.and_then(|text| message(fact, text)) {
                *texts.entry(print).or_default() += 1;
            }
            let Some(name) = fact.name.filter(|_| fact.kind != Kind::Result) else { continue };
            let Some((end, _)) = phrase(last_part(fact, name), MAX_WORDS) else { continue };
            let other = ends.entry(end).or_insert(name);
            if ends_alike(other, name) {
                // The longer one of the two says what the other one says.
                if name.len() > other.len() {
                    *other = name;
                }
            } else {
                shared.insert(end);
            }
        }
        Names { shared, texts }
    }

    fn is_only_text(&self, print: u64) -> bool {
        self.texts.get(&print) == Some(&1)
    }

    fn phrase(&self, fact: &Found<'_>, name: &str) -> Option<(u64, usize)> {
        let part = last_part(fact, name);
        if fact.kind == Kind::Result {
            return last_phrase(part, MAX_WORDS);
        }
        let end = phrase(part, MAX_WORDS);
        // A word or two of a few letters stand anywhere.
        let is_telling = part.len() > 3 || part.len() == name.len();
        if is_telling && end.is_some_and(|(print, _)| !self.shared.contains(&print)) { end } else { last_phrase(name, MAX_WORDS) }
    }
}

fn last_part<'a>(fact: &Found<'_>, name: &'a str) -> &'a str {
    if fact.is_path {
        return name.trim_end_matches('/').rsplit('/').next().unwrap_or(name);
    }
    PARTS.iter().fold(name, |name, between| name.rsplit(between).next().unwrap_or(name))
}

/// Whether one name's words are the last words of the other's.
fn ends_alike(one: &str, other: &str) -> bool {
    let one: Vec<&str> = words(one).map(|word| word.text).collect();
    let other: Vec<&str> = words(other).map(|word| word.text).collect();
    one.ends_with(&other) || other.ends_with(&one)
}

/// How paths may be abbreviated: to the last part, or to as many as tell it from the others.
struct Files {
    prints: HashMap<String, u64>,
}

/// Parts of a path that are looked at.
const MAX_PARTS: usize = 6;

impl Files {
    fn of(extract: &Extract<'_>) -> Files {
        let mut paths: Vec<&str> = extract.facts.iter().filter_map(|fact| fact.place).map(|(file, _)| normal(file)).collect();
        paths.sort_unstable();
        paths.dedup();
        let mut prints = HashMap::new();
        for parts in 1..=MAX_PARTS {
            let mut ends: HashMap<u64, Vec<&str>> = HashMap::new();
            for path in paths.iter().filter(|path| !prints.contains_key(**path)) {
                ends.entry(end_of(path, parts)).or_default().push(path);
            }
            for (print, paths) in ends {
                // Paths of which one is the end of the others are one file, written in several ways.
                let longest = paths.iter().copied().max_by_key(|path| path.len()).unwrap_or_default();
                if paths.iter().all(|path| longest.ends_with(path)) || parts == MAX_PARTS {
                    prints.extend(paths.into_iter().map(|path| (path.to_owned(), print)));
                }
            }
        }
        Files { prints }
    }

    fn print(&self, file: &str) -> u64 {
        let file = normal(file);
        self.prints.get(file).copied().unwrap_or_else(|| end_of(file, 1))
    }
}

/// A path without the mark of the folder that it is in.
fn normal(path: &str) -> &str {
    path.strip_prefix("./").unwrap_or(path).trim_start_matches('/')
}

/// The numbers of a path's last part, its last two parts and so on.
pub(super) fn ends_of(path: &str) -> impl Iterator<Item = u64> {
    path.rsplit('/').take(MAX_PARTS).scan(Print::new(), |print, part| {
        *print = print.word(part);
        Some(print.number())
    })
}

/// The number of the last parts of a path, or of all if it has fewer.
fn end_of(path: &str, parts: usize) -> u64 {
    ends_of(path).take(parts).last().unwrap_or_default()
}
