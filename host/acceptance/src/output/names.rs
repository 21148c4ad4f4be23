//! How names and paths may be abbreviated: to what comes last, as long as it tells one from the others.

use memchr::memmem;

use super::demand::{Demands, whole_words};
use super::extract::Extract;
use super::fact::{Found, Kind};
use super::hash::{PrintMap, PrintSet, QuickMap};
use super::phrase::{MAX_WORDS, Phrase, Print, RESULT_WORDS, last_phrase, phrase};
use super::shape::MAX_LINE;
use super::subjects::{Count, Subjects};
use super::words::words;

/// How names of failures and paths may be abbreviated: to what comes last, as long as no other one ends so.
pub(super) struct Names {
    /// Ends that several names share though they are different ones.
    shared: PrintSet,
    /// Commits' subjects, as far as they count, and their first words that may be enough.
    counts: PrintMap<Count>,
}

/// What stands between the parts of a test's name.
const PARTS: &[&str] = &["::", " > ", " › "];

impl Names {
    pub(super) fn of(extract: &Extract<'_>) -> Names {
        let mut ends: PrintMap<&str> = PrintMap::default();
        let mut shared = PrintSet::default();
        let mut subjects = Subjects::default();
        for fact in &extract.facts {
            let Some(name) = fact.name else { continue };
            if fact.kind == Kind::Result {
                if let Some(text) = fact.text {
                    subjects.read(whole_words(text));
                }
                continue;
            }
            let Some(Phrase { print: end, .. }) = phrase(last_part(fact, name), RESULT_WORDS) else {
                continue;
            };
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
        Names { shared, counts: subjects.counts() }
    }

    /// What of a commit's subject tells it from the others: a beginning that no other one has, or all of it, if others
    /// have the same but none begins so and goes on.
    pub(super) fn telling_subject(&self, subject: &str) -> Option<Phrase> {
        let subject = whole_words(subject);
        let count = |phrase: Phrase| self.counts.get(&phrase.print).copied().unwrap_or_default();
        let short = phrase(subject, RESULT_WORDS).filter(|short| count(*short).beginning == 1);
        let whole = || {
            let whole = phrase(subject, MAX_WORDS)?;
            (count(whole).beginning == count(whole).whole).then_some(whole)
        };
        short.or_else(whole)
    }

    /// What of a name must be there.
    pub(super) fn phrase(&self, fact: &Found<'_>, name: &str) -> Option<Phrase> {
        let part = last_part(fact, name);
        if fact.kind == Kind::Result {
            return last_phrase(part, RESULT_WORDS);
        }
        let end = phrase(part, RESULT_WORDS);
        // A word or two of a few letters stand anywhere.
        let is_telling = part.len() > 3 || part.len() == name.len();
        let is_enough = is_telling && end.is_some_and(|end| !self.shared.contains(&end.print));
        if is_enough { end } else { last_phrase(name, RESULT_WORDS) }
    }
}

fn last_part<'a>(fact: &Found<'_>, name: &'a str) -> &'a str {
    if fact.is_path {
        return name.trim_end_matches('/').rsplit('/').next().unwrap_or(name);
    }
    PARTS.iter().fold(name, |name, between| {
        let start = memmem::rfind(name.as_bytes(), between.as_bytes());
        start.and_then(|start| name.get(start + between.len()..)).unwrap_or(name)
    })
}

/// Whether one name's words are the last words of the other's.
fn ends_alike(one: &str, other: &str) -> bool {
    if one == other {
        return true;
    }
    let (all, others) = (words(one).count(), words(other).count());
    let rest = words(one).skip(all.saturating_sub(others)).map(|word| word.text);
    rest.eq(words(other).skip(others.saturating_sub(all)).map(|word| word.text))
}

/// How paths may be abbreviated: to the last part, or to as many as tell it from the others.
pub(super) struct Files<'a> {
    prints: QuickMap<&'a str, u64>,
    /// The last one that was asked for.
    last: (&'a str, u64),
}

/// Parts of a path that are looked at.
const MAX_PARTS: usize = 6;

impl<'a> Files<'a> {
    pub(super) fn of(extract: &Extract<'a>) -> Files<'a> {
        let mut paths: Vec<&str> =
            extract.facts.iter().filter_map(|fact| fact.place).map(|(file, _)| file).collect();
        // The same one often comes many times in a row.
        paths.dedup();
        paths.iter_mut().for_each(|path| *path = normal(path));
        paths.sort_unstable();
        paths.dedup();
        let mut prints: QuickMap<&str, u64> = QuickMap::default();
        for parts in 1..=MAX_PARTS {
            let mut ends: PrintMap<Vec<&str>> = PrintMap::default();
            for path in paths.iter().filter(|path| !prints.contains_key(**path)) {
                ends.entry(end_of(path, parts)).or_default().push(path);
            }
            for (print, paths) in ends {
                // Paths of which one is the end of the others are one file, written in several ways.
                let longest = paths.iter().copied().max_by_key(|path| path.len()).unwrap_or_default();
                if paths.iter().all(|path| longest.ends_with(path)) || parts == MAX_PARTS {
                    prints.extend(paths.into_iter().map(|path| (path, print)));
                }
            }
        }
        Files { prints, last: ("", 0) }
    }

    /// What stands for a file.
    pub(super) fn print(&mut self, file: &'a str) -> u64 {
        if self.last.0 != file {
            let path = normal(file);
            let print = self.prints.get(path).copied().unwrap_or_else(|| end_of(path, 1));
            self.last = (file, print);
        }
        self.last.1
    }
}

/// A path without the mark of the folder that it is in.
fn normal(path: &str) -> &str {
    path.strip_prefix("./").unwrap_or(path).trim_start_matches('/')
}

/// The numbers of a path's last part, its last two parts and so on.
pub(super) fn ends_of(path: &str) -> impl Iterator<Item = u64> {
    let mut print = Print::new();
    let mut rest = Some(path);
    let parts = std::iter::from_fn(move || {
        let path = rest?;
        // No part of a path that is known is longer than a line that is looked at.
        let start = path.len().saturating_sub(MAX_LINE + 1);
        let slash = path.as_bytes().get(start..)?.iter().rposition(|byte| *byte == b'/');
        if slash.is_none() && start > 0 {
            return None;
        }
        let part = slash.map_or(path, |slash| path.get(start + slash + 1..).unwrap_or_default());
        rest = slash.and_then(|slash| path.get(..start + slash));
        print = print.word(part);
        Some(print.number())
    });
    parts.take(MAX_PARTS)
}

/// The number of the last parts of a path, or of all if it has fewer.
fn end_of(path: &str, parts: usize) -> u64 {
    ends_of(path).take(parts).last().unwrap_or_default()
}

/// The number of a line in a file.
pub(super) fn placed(file: u64, line: u32) -> u64 {
    Print::new().joined(file).joined(u64::from(line)).number()
}

/// Whether a line of a file is the place of a fact.
pub(super) fn known_place(demands: &Demands, file: &str, line: u32) -> bool {
    ends_of(normal(file)).any(|end| demands.number(placed(end, line)).is_some())
}
