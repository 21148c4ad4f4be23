//! Which lines of a reduction say that what they name failed: by a word or a mark, or below a heading that has one.

use memchr::memmem;

use super::lines::without_beginning;
use super::survey::Line;
use super::words::{Beginnings, Known, Word, words};

/// Marks of what failed.
const MARKS: &[char] = &['✗', '✘', '×', '✕', '✖', '❌', '●'];

/// Words of what failed, in small letters.
const FAILED: &[&str] = &[
    "abort",
    "aborted",
    "assert",
    "assertion",
    "assertionerror",
    "broken",
    "crash",
    "crashed",
    "err",
    "error",
    "errored",
    "errors",
    "exception",
    "fail",
    "failed",
    "failing",
    "fails",
    "failure",
    "failures",
    "panic",
    "panicked",
    "timeout",
];

/// Words that take a failure back, or put it elsewhere, in small letters; not where they count something.
const DENIALS: &[&str] = &[
    "earlier",
    "fine",
    "fixed",
    "green",
    "passed",
    "passes",
    "passing",
    "previous",
    "previously",
    "ran",
    "recovered",
    "rerun",
    "resolved",
    "retried",
    "succeeded",
    "succeeds",
];

/// The same in two words.
const DENIALS_OF_TWO: &[(&str, &str)] =
    &[("now", "ok"), ("is", "ok"), ("are", "ok"), ("all", "ok"), ("ok", "now")];

const OF_DENIALS: Beginnings = {
    let mut beginnings = Beginnings::NONE.with_all(DENIALS);
    let mut rest = DENIALS_OF_TWO;
    while let Some(((first, _), after)) = rest.split_first() {
        beginnings = beginnings.with(first);
        rest = after;
    }
    beginnings
};

/// Beginnings of all these words.
pub(super) const BEGINNINGS: Beginnings = OF_DENIALS.with_all(FAILED).with("ok");

/// How many lines with a denial are looked up in the output.
const MAX_LOOKUPS: usize = 100;

/// Goes through a reduction line by line.
pub(super) struct Outcomes<'a> {
    input: &'a str,
    is_below: bool,
    lookups: usize,
}

impl<'a> Outcomes<'a> {
    /// For a reduction of this output.
    pub(super) fn new(input: &'a str) -> Outcomes<'a> {
        Outcomes { input, is_below: false, lookups: 0 }
    }

    /// Whether a line says that what it names failed; none if it says that it did not.
    pub(super) fn read(&mut self, line: &str, said: Said) -> Option<bool> {
        if said.passes || (said.denies && self.is_new(line)) {
            self.is_below = false;
            return None;
        }
        self.is_below |= said.fails;
        Some(self.is_below)
    }

    /// Whether a line is none of the output's.
    fn is_new(&mut self, line: &str) -> bool {
        self.lookups += 1;
        self.lookups > MAX_LOOKUPS || memmem::find(self.input.as_bytes(), line.trim().as_bytes()).is_none()
    }
}

/// What a line says of what it names, on its own.
#[derive(Debug, Clone, Copy)]
pub(super) struct Said {
    /// That it passed.
    passes: bool,
    /// That it no longer fails, or failed elsewhere.
    denies: bool,
    /// That it failed.
    fails: bool,
}

/// What a line calls what it names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Called {
    Error,
    Warning,
}

impl Said {
    /// What a line says; `passes` is known already.
    pub(super) fn by(line: &Line<'_>, passes: bool) -> Said {
        Said { passes, denies: denies(line), fails: says_failed(line) }
    }

    /// Whether it says that what it names failed.
    pub(super) fn fails(self) -> bool {
        self.fails
    }
}

/// What lines call an error and a warning, in small letters.
const CALLED: &[(&str, Called)] =
    &[("error", Called::Error), ("errors", Called::Error), ("warning", Called::Warning)];

/// What a line calls what it names; none if neither an error nor a warning, or both.
pub(super) fn called(line: &str) -> Option<Called> {
    static KNOWN: Beginnings = Beginnings::NONE.with_all(&["error", "errors", "warning"]);
    let mut all = words(line).filter(|word| KNOWN.fit(word.text)).filter_map(|word| {
        CALLED.iter().find(|(known, _)| known.eq_ignore_ascii_case(word.text)).map(|(_, called)| *called)
    });
    let first = all.next()?;
    all.all(|other| other == first).then_some(first)
}

fn denies(line: &Line<'_>) -> bool {
    static KNOWN: Beginnings = OF_DENIALS;
    static ONE: Known = Known::of(DENIALS);
    line.told().filter(|(_, word)| KNOWN.fit(word.text)).any(|(at, word)| {
        let is_denial = ONE.have(word.text) && !is_counted(line, at);
        let next = line.words.get(at + 1);
        is_denial
            || next.is_some_and(|next| {
                DENIALS_OF_TWO.iter().any(|(one, other)| {
                    one.eq_ignore_ascii_case(word.text) && other.eq_ignore_ascii_case(next.text)
                })
            })
    })
}

fn says_failed(line: &Line<'_>) -> bool {
    let begins = without_beginning(line.text);
    begins.starts_with("E ")
        || begins.starts_with("F ")
        || (!line.text.is_ascii() && line.text.contains(MARKS))
        || failing(line).next().is_some()
}

/// The words of a line that say that something failed.
pub(super) fn failing(line: &Line<'_>) -> impl Iterator<Item = usize> {
    static KNOWN: Known = Known::of(FAILED);
    let failing = line.told().filter(|(at, word)| {
        let before = || line.before(*at).map(|before| before.text);
        if word.text == "ok" {
            before() == Some("not")
        } else {
            KNOWN.have(word.text) && before() != Some("0")
        }
    });
    failing.map(|(at, _)| at)
}

/// Whether a number stands before a word, or behind it.
fn is_counted(line: &Line<'_>, at: usize) -> bool {
    line.before(at).is_some_and(Word::is_number) || line.words.get(at + 1).is_some_and(Word::is_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lines_say() {
        let input = "t3: the previous one is fixed\n";
        let rows: [(&str, &[Option<bool>]); 9] = [
            ("2 failed:\n  t0\n\n  t1", &[Some(true), Some(true), Some(true), Some(true)]),
            ("t0\nt1 FAILED", &[Some(false), Some(true)]),
            ("7 failed earlier, rerun fine: t0", &[None]),
            ("2 failed, 3 passed\nran t0", &[Some(true), None]),
            ("✗ t0\n× t1\nE t2", &[Some(true), Some(true), Some(true)]),
            ("not ok 1 - t0", &[Some(true)]),
            ("0 failed\nt0", &[Some(false), Some(false)]),
            ("t0 failed, is ok now", &[None]),
            ("failed:\nt3: the previous one is fixed", &[Some(true), Some(true)]),
        ];
        for (text, expected) in rows {
            let mut outcomes = Outcomes::new(input);
            let found: Vec<Option<bool>> =
                text.lines().map(|line| outcomes.read(line, Said::by(&Line::of(line), false))).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
