//! Whether an output bears out what a line of a reduction claims: the line is its own, or it has the words beside the
//! same one.

use memchr::memmem;

use super::claims::Class;
use super::counts::{self, Numbers};
use super::hash::{PrintMap, PrintSet};
use super::lines::lines;
use super::phrase::{Print, print_of};
use super::sayings::Saying;
use super::survey::Line;
use super::words::words;

/// How many lines are looked for as they are, before all are in one pass.
const MAX_LOOKUPS: usize = 8;

/// The first claim that the output does not bear out. Where something `failed`, a line that counts failures must be the
/// output's own to claim success.
pub(super) fn missing<'a, 'b>(
    input: &str,
    sayings: &[&'b Saying<'a>],
    has_failed: bool,
) -> Option<&'b Saying<'a>> {
    let mut before = None;
    let mut lookups = 0;
    let open = sayings.iter().copied().filter(|saying| {
        // A line often claims several things.
        if before.is_none_or(|(line, _)| line != saying.line) {
            lookups += 1;
            before = Some((saying.line, lookups <= MAX_LOOKUPS && has_line(input, saying.line.trim())));
        }
        !before.is_some_and(|(_, is_own)| is_own)
    });
    let open: Vec<(&Saying<'_>, Wanted)> =
        open.map(|saying| (saying, Wanted::by(saying, has_failed))).collect();
    if open.is_empty() {
        return None;
    }
    let found = find(input, &open);
    let is_missing = |wanted: &Wanted| {
        let mut all =
            wanted.line.into_iter().chain(wanted.beside.iter().flatten().map(|phrase| phrase.print));
        !all.any(|print| found.contains(&print))
    };
    open.iter().find(|(_, wanted)| is_missing(wanted)).map(|(saying, _)| *saying)
}

/// Whether a text is a line of the input, but for blanks at its ends.
fn has_line(input: &str, text: &str) -> bool {
    let is_end = |part: Option<&str>, is_before: bool| {
        part.is_some_and(|part| {
            let part = if is_before {
                part.trim_end_matches([' ', '\t'])
            } else {
                part.trim_start_matches([' ', '\t', '\r'])
            };
            part.is_empty() || if is_before { part.ends_with('\n') } else { part.starts_with('\n') }
        })
    };
    memmem::find_iter(input.as_bytes(), text.as_bytes())
        .take(MAX_LOOKUPS)
        .any(|at| is_end(input.get(..at), true) && is_end(input.get(at + text.len()..), false))
}

/// Words in a row.
#[derive(Debug, Clone, Copy)]
struct Phrase {
    first: u64,
    length: usize,
    print: u64,
}

/// What of the output bears a claim out.
#[derive(Debug)]
struct Wanted {
    /// All words of the line.
    line: Option<u64>,
    /// The words that claim, with the one before them, or behind.
    beside: [Option<Phrase>; 2],
}

impl Wanted {
    fn by(saying: &Saying<'_>, has_failed: bool) -> Wanted {
        let line = Line::of(saying.line);
        let prints: Vec<u64> = line.words.iter().map(|word| print_of(word.text)).collect();
        let phrase = |from: usize, to: usize| {
            let words = prints.get(from..to)?;
            Some(Phrase { first: *words.first()?, length: words.len(), print: joined(words) })
        };
        let (from, to) = saying.words;
        let mut numbers = Numbers::default();
        counts::read(&line, &mut numbers);
        let beside = match from.checked_sub(1) {
            _ if has_failed && saying.class == Class::Good && numbers.tell_of_failures() => [None, None],
            _ if saying.is_mark => [phrase(from, to), None],
            before => [before.and_then(|before| phrase(before, to)), phrase(from, to + 1)],
        };
        Wanted { line: (!prints.is_empty()).then(|| joined(&prints)), beside }
    }
}

fn joined(words: &[u64]) -> u64 {
    words.iter().fold(Print::new(), |print, word| print.joined(*word)).number()
}

/// Which lines and phrases of all that is wanted the input has.
fn find(input: &str, open: &[(&Saying<'_>, Wanted)]) -> PrintSet {
    let mut lengths: PrintMap<u64> = PrintMap::default();
    let mut known = PrintSet::default();
    for (_, wanted) in open {
        known.extend(wanted.line);
        for phrase in wanted.beside.iter().flatten() {
            known.insert(phrase.print);
            *lengths.entry(phrase.first).or_default() |= 1 << phrase.length;
        }
    }
    let mut found = PrintSet::default();
    let mut prints: Vec<u64> = Vec::new();
    for line in lines(input) {
        prints.clear();
        prints.extend(words(line).map(|word| print_of(word.text)));
        let whole = joined(&prints);
        found.extend(known.get(&whole));
        for (at, first) in prints.iter().enumerate() {
            let Some(mut left) = lengths.get(first).copied() else { continue };
            while left != 0 {
                let length = left.trailing_zeros() as usize;
                left &= left - 1;
                let print = prints.get(at..at + length).map(joined);
                found.extend(print.and_then(|print| known.get(&print)));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_inputs() {
        let input = "--- PASS: a\n  PASS  \r\nok\tp 0.1s\nlast";
        let rows = [("PASS", true), ("ok\tp 0.1s", true), ("ok\tp", false), ("a", false), ("last", true)];
        for (text, expected) in rows {
            assert_eq!(has_line(input, text), expected, "{text}");
        }
    }
}
