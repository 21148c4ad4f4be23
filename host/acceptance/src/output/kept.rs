//! Outputs of programs of which nothing is known: a reduction may only leave out lines, and none that speaks of trouble.

use super::Reason;
use super::fact::{Fact, Kind};
use super::lines::{lines, without_end};
use super::survey::survey;
use super::trouble::is_trouble;
use super::words::{Word, words};

/// The words of a line that says how many lines are left out or repeated, beside the number.
const OF_MARKS: &[&str] = &[
    "above",
    "and",
    "blank",
    "checks",
    "elided",
    "hidden",
    "identical",
    "left",
    "line",
    "lines",
    "more",
    "of",
    "omitted",
    "other",
    "others",
    "out",
    "output",
    "passed",
    "progress",
    "remaining",
    "repeated",
    "same",
    "similar",
    "skipped",
    "the",
    "time",
    "times",
    "truncated",
    "x",
];

/// One of these must be among them.
const TELLING: &[&str] = &[
    "elided",
    "hidden",
    "left",
    "line",
    "lines",
    "more",
    "omitted",
    "remaining",
    "repeated",
    "skipped",
    "time",
    "times",
    "truncated",
];

/// Words of a line that says that the one above comes again.
const OF_REPEATS: &[&str] = &["time", "times", "repeated", "x", "identical", "same"];

/// Refuses a reduction with a line that is neither the output's, in order, nor a mark, or without a line that speaks of
/// trouble.
pub(super) fn compare(input: &str, reduction: &str) -> Result<(), Reason> {
    let mut given = lines(input).map(without_end).peekable();
    let mut above = "";
    // What the mark before the next line says: how often lines come again is said of the line above.
    let mut is_repeated = false;
    let (mut left_out, mut told) = (0u64, 0u64);
    let mut lost = None;
    for line in lines(reduction).map(without_end) {
        if given.next_if_eq(&line).is_none() {
            if line.is_empty() {
                continue;
            }
            if let Some(mark) = Mark::of(line) {
                told = told.max(mark.number);
                is_repeated |= mark.is_repeat;
                continue;
            }
            loop {
                let Some(next) = given.next() else { return Err(Reason::Invented { text: line.to_owned() }) };
                if next == line {
                    break;
                }
                left_out += 1;
                lost = lost.or_else(|| loss(next, above, is_repeated));
            }
        }
        (above, is_repeated) = (line, false);
    }
    for next in given {
        left_out += 1;
        lost = lost.or_else(|| loss(next, above, is_repeated));
    }
    if let Some(fact) = lost {
        return Err(Reason::FailureLost { fact });
    }
    if told > left_out {
        return Err(Reason::CountChanged { label: "lines", stated: Some(told) });
    }
    Ok(())
}

/// What is lost by a line that is left out.
fn loss(line: &str, above: &str, is_repeated: bool) -> Option<Fact> {
    let is_lost = !(is_repeated && line == above) && is_trouble(line);
    is_lost.then(|| Fact { kind: Kind::Error, name: None, place: None, text: Some(line.trim().to_owned()) })
}

/// How lines end that say what they are about of which so many are left out: `3 lines of downloads left out`.
const OF_WHAT: &[&str] = &["left out", "omitted", "elided", "hidden", "truncated"];

/// How many words say what it is.
const MAX_OF_WHAT: usize = 4;

/// What a line says that only says how many lines are left out.
pub(super) struct Mark {
    number: u64,
    is_repeat: bool,
}

impl Mark {
    /// What a mark says; none for any other line.
    pub(super) fn of(line: &str) -> Option<Mark> {
        let all: Vec<Word<'_>> = words(line).collect();
        let number = all.iter().find_map(|word| word.text.parse().ok());
        let is_one_of =
            |known: &[&str], word: &Word<'_>| known.iter().any(|known| known.eq_ignore_ascii_case(word.text));
        let is_mark = all.iter().all(|word| word.is_number() || is_one_of(OF_MARKS, word))
            && all.iter().any(|word| is_one_of(TELLING, word));
        let is_repeat = all.iter().any(|word| is_one_of(OF_REPEATS, word));
        number
            .filter(|_| is_mark)
            .map(|number| Mark { number, is_repeat })
            .or_else(|| number_of_what(line).map(|number| Mark { number, is_repeat: false }))
    }
}

/// The number of a line such as `(20 lines of downloads left out)`, whatever they are, if that claims nothing and speaks
/// of no trouble.
fn number_of_what(line: &str) -> Option<u64> {
    let line = line.trim_matches(|sign: char| !sign.is_alphanumeric());
    let (number, rest) = line.split_once(' ')?;
    let what = rest.strip_prefix("lines of ").or_else(|| rest.strip_prefix("line of "))?;
    let what = OF_WHAT.iter().find_map(|end| what.strip_suffix(end))?.strip_suffix(' ')?;
    let is_name = words(what).all(|word| !word.begins_with_digit()) && words(what).count() <= MAX_OF_WHAT;
    let claims = survey(what).claims;
    number.parse().ok().filter(|_| is_name && claims.is_empty() && !is_trouble(what))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_lines() {
        let rows = [
            ("… 40 lines of progress left out", Some((40, false))),
            ("… the line above 37 more times", Some((37, true))),
            ("[+116 lines omitted]", Some((116, false))),
            ("... (12 lines omitted)", Some((12, false))),
            ("3 more", Some((3, false))),
            ("(20 lines of downloads left out)", Some((20, false))),
            ("… 3 lines of old, noisy logs omitted", Some((3, false))),
            ("1 line of layers left out", Some((1, false))),
            ("(20 lines of errors left out)", None),
            ("(20 lines of checks that were all good left out)", None),
            ("(20 lines of success left out)", None),
            ("(20 lines of 3 pods left out)", None),
            ("20 downloads left out", None),
            ("3 more tests are fine", None),
            ("3 passed", None),
            ("lines omitted", None),
            ("", None),
        ];
        for (line, expected) in rows {
            assert_eq!(Mark::of(line).map(|mark| (mark.number, mark.is_repeat)), expected, "{line}");
        }
    }

    #[test]
    fn what_is_left_of_unknown_outputs() {
        let input = "start\none\none\none\none\noom\noom\noom\nended\n";
        let rows = [
            ("start\none\n… the line above 3 more times\noom\noom\noom\nended\n", None),
            ("start\noom\n… the line above 2 more times\nended\n", None),
            ("start\noom\nended\n", Some("failure_lost")),
            ("start\noom\noom\noom\n", None),
            ("oom\noom\noom\nstart\n", Some("invented")),
            ("start\ntwo\noom\noom\noom\n", Some("invented")),
            ("start\n… 7 lines left out\noom\noom\noom\n", Some("count_changed")),
            ("start\n… 5 lines left out\noom\noom\noom\n", None),
        ];
        for (reduction, expected) in rows {
            let found = compare(input, reduction).err();
            assert_eq!(found.as_ref().map(Reason::name), expected, "{reduction}");
        }
    }
}
