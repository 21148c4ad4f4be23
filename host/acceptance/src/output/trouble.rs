//! Lines that speak of trouble, whatever program printed them.

mod named;
mod statuses;

use std::sync::LazyLock;

use super::claims::says_pass;
use super::extract::is_foreign;
use super::lines::{without_beginning, without_end};
use super::shape::{MAX_LINE, Shape};
use super::words::words;

/// What trouble is called, in small letters. These count within words as well, as in `TypeError`.
const ANYWHERE: [&str; 26] = [
    "error",
    "warn",
    "fail",
    "panic",
    "fatal",
    "exception",
    "traceback",
    "denied",
    "refused",
    "crash",
    "killed",
    "timeout",
    "timed out",
    "skip",
    "abort",
    "assertion",
    "cannot",
    "can't",
    "can’t",
    "could not",
    "couldn't",
    "no such",
    "not found",
    "segmentation",
    "unable",
    "undefined",
];

/// These begin a word, and are no part of a name such as `broken_pipe_is_seen`, or of a path; of a check that passed
/// they are its name, and of a package that is fetched, too.
const BEGINNINGS: [&str; 50] = [
    "assert",
    "bad",
    "broken",
    "conflict",
    "corrupt",
    "critical",
    "destroy",
    "died",
    "diverged",
    "dropped",
    "exceeded",
    "expired",
    "forbidden",
    "illegal",
    "incorrect",
    "insufficient",
    "internal server",
    "invalid",
    "leak",
    "lost",
    "malformed",
    "mismatch",
    "missing",
    "no space left",
    "not",
    "oom",
    "overflow",
    "problem",
    "quota",
    "rejected",
    "reset by peer",
    "rolled back",
    "rollback",
    "smashing",
    "unauthorized",
    "unavailable",
    "unexpected",
    "unhandled",
    "unknown",
    "unmerged",
    "unreachable",
    "unrecognized",
    "unresolved",
    "unsatisfied",
    "unsupported",
    "unterminated",
    "violat",
    "vulnerab",
    "would be overwritten",
    "wrong",
];

/// The lines of a trace that name a place: of Java, of Node, of Python, of Ruby.
const FRAMES: [&str; 6] = [
    "at {*}({*}:{n})",
    "at {*}({*}:{n}:{n})",
    "at {path}:{n}:{n}",
    "at {*}(Native Method)",
    "File \"{path}\", line {n}{*}",
    "from {path}:{n}:in {*}",
];

static PARSED_FRAMES: LazyLock<Vec<Shape>> =
    LazyLock::new(|| FRAMES.iter().copied().map(Shape::parse).collect());

/// For each two letters with which words begin, what comes next in them, as bits.
static THIRDS: [u32; 1024] = {
    let mut thirds = [0; 1024];
    let mut rest: &[&[&str]] = &[&ANYWHERE, &BEGINNINGS, statuses::WORDS];
    while let Some((all, others)) = rest.split_first() {
        let mut all = *all;
        while let Some((word, after)) = all.split_first() {
            let word = word.as_bytes();
            thirds[pair(word[0], word[1])] |= 1 << (word[2] % 32);
            all = after;
        }
        rest = others;
    }
    thirds
};

/// The place of two letters in that table: a small one and its capital are 32 apart.
const fn pair(first: u8, second: u8) -> usize {
    (first % 32) as usize * 32 + (second % 32) as usize
}

/// The words that begin with a letter, as bits by their places: first those that count anywhere.
static BY_LETTER: [u128; 32] = {
    let mut letters = [0; 32];
    let mut at = 0;
    while at < ANYWHERE.len() + BEGINNINGS.len() {
        let word = if at < ANYWHERE.len() { ANYWHERE[at] } else { BEGINNINGS[at - ANYWHERE.len()] };
        letters[word.as_bytes()[0] as usize % 32] |= 1 << at;
        at += 1;
    }
    letters
};

/// The words that begin with the letter that a text begins with, and whether they count anywhere.
fn words_like(text: &[u8]) -> impl Iterator<Item = (&'static str, bool)> {
    let first = text.first().copied().unwrap_or_default();
    let mut left = BY_LETTER[usize::from(first) % 32];
    std::iter::from_fn(move || {
        let at = (left != 0).then(|| left.trailing_zeros() as usize)?;
        left &= left - 1;
        let beginning = || BEGINNINGS.get(at - ANYWHERE.len()).map(|word| (*word, false));
        ANYWHERE.get(at).map(|word| (*word, true)).or_else(beginning)
    })
}

/// Whether a line speaks of trouble.
pub(super) fn is_trouble(line: &str) -> bool {
    let bytes = line.as_bytes();
    let mut begins = false;
    // Most lines have no such beginning, and take one short loop.
    if let Some(first) = bytes.windows(3).position(may_begin) {
        let may_begin = bytes.windows(3).enumerate().skip(first).filter(|(_, three)| may_begin(three));
        for (before, from) in may_begin.filter_map(|(at, _)| bytes.split_at_checked(at)) {
            let is_bad =
                words_like(from).any(|(word, counts_anywhere)| counts_anywhere && starts(from, word));
            if (is_bad || statuses::gives_bad(before, from)) && !is_option(before) {
                return true;
            }
            let is_begun =
                |(word, counts_anywhere): (&str, bool)| !counts_anywhere && is_word(before, from, word);
            begins = begins || words_like(from).any(is_begun);
        }
    }
    let names = || {
        let words: Vec<_> = words(line).collect();
        says_pass(line, &words) || named::is_package(line)
    };
    (begins && !names()) || is_frame(line)
}

/// Whether a word of trouble may begin with these three bytes.
#[inline]
fn may_begin(three: &[u8]) -> bool {
    matches!(three, [first, second, third] if THIRDS[pair(*first, *second)] >> (third % 32) & 1 == 1)
}

/// Whether a line names a place of a trace that is no toolchain's or library's.
fn is_frame(line: &str) -> bool {
    let line = without_end(without_beginning(line));
    let may_be =
        line.len() <= MAX_LINE && ["at ", "File ", "from "].iter().any(|head| line.starts_with(head));
    may_be && PARSED_FRAMES.iter().any(|frame| frame.take(line).is_some()) && !is_foreign(line)
}

/// Whether a text ends within an option, such as `-W` of `-Werror`.
fn is_option(before: &[u8]) -> bool {
    let option = before.rsplit(u8::is_ascii_whitespace).next().unwrap_or_default();
    matches!(option, [b'-', b'-' | b'a'..=b'z' | b'A'..=b'Z', ..])
}

fn starts(text: &[u8], word: &str) -> bool {
    text.get(..word.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(word.as_bytes()))
}

/// Whether a text begins with a word, or a form of it, that is no part of a name or of a path.
fn is_word(before: &[u8], from: &[u8], word: &str) -> bool {
    let is_first = before.last().is_none_or(|byte| !is_of_name(*byte) && !matches!(byte, b'/' | b'.'));
    is_first && starts(from, word) && ends(from.get(word.len()..).unwrap_or_default(), word)
}

/// Whether a word that begins so is that one, or a form of it, and no name.
fn ends(after: &[u8], word: &str) -> bool {
    let length = after.iter().take_while(|byte| is_of_name(**byte)).count();
    let is_form = after.iter().take(length).all(u8::is_ascii_alphabetic) && (word.len() > 3 || length == 0);
    let is_path = match after.get(length..).unwrap_or_default() {
        [b'/', ..] => true,
        [b'.', next, ..] => next.is_ascii_alphanumeric(),
        _ => false,
    };
    is_form && !is_path
}

fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_with_trouble() {
        for word in ANYWHERE {
            for line in [word.to_owned(), word.to_ascii_uppercase(), format!("é {word}"), format!("x{word}y")]
            {
                assert!(is_trouble(&line), "{line}");
            }
        }
        for word in BEGINNINGS {
            for line in [word.to_owned(), word.to_uppercase(), format!("é {word}: x")] {
                assert!(is_trouble(&line), "{line}");
            }
            for line in [
                format!("x{word}"),
                format!("test {word}_is_seen ... ok"),
                format!("PASS: {word}_x and {word}").replace(" not", " no"),
                format!("copied img/{word}.png"),
                format!("copied {word}/a.png"),
            ] {
                assert!(!is_trouble(&line), "{line}");
            }
        }
        for line in [
            "",
            "e",
            "err or",
            "room",
            "all is well",
            "conflicting_names",
            "gcc -Werror a.c",
            "x --fail-fast",
        ] {
            assert!(!is_trouble(line), "{line}");
        }
        assert!(is_trouble("2 conflicts") && is_trouble("1 to destroy") && is_trouble("destroyed"));
    }

    #[test]
    fn frames_of_traces() {
        let rows = [
            ("\tat com.foo.Bar.baz(Bar.java:42)", true),
            ("    at foo (/p/x.js:3:4)", true),
            ("    at /p/x.js:3:4", true),
            ("  File \"x.py\", line 3, in <module>", true),
            ("\tfrom x.rb:3:in 'foo'", true),
            ("    at Module._compile (node:internal/modules/cjs/loader:1554:14)", false),
            ("  File \"/usr/lib/python3.11/json/__init__.py\", line 346, in loads", false),
            ("at 10:00 (the usual time)", false),
            ("File \"x.py\" is written", false),
            ("from here on", false),
        ];
        for (line, expected) in rows {
            assert_eq!(is_trouble(line), expected, "{line}");
        }
    }
}
