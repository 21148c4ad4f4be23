//! One pass over a reduction, before it is known what it needs: its words, and what they say on their own.

use super::claims::says_pass;
use super::family::Families;
use super::lines::lines;
use super::outcome::Said;
use super::phrase::print_of;
use super::sayings::{self, Saying};
use super::survey::{Line, Survey, Surveyor};
use super::words::{Beginnings, Word};

/// A reduction, as it was read.
#[derive(Debug, Default)]
pub(super) struct Reading<'a> {
    /// Its numbers, and of outputs of which it shows lines as they are its claims.
    pub(super) survey: Survey,
    /// How many lines or results it says it left out.
    pub(super) left_out: u64,
    /// What it claims of other outputs, line by line.
    pub(super) sayings: Vec<Saying<'a>>,
    /// All of it.
    pub(super) text: &'a str,
    lines: Vec<ReadLine<'a>>,
    /// The prints of all words.
    prints: Vec<u64>,
}

/// A line, as it was read.
#[derive(Debug, Clone, Copy)]
pub(super) struct ReadLine<'a> {
    pub(super) text: &'a str,
    /// What it says of what it names; none in content, in which few outputs have anything that failed.
    said: Option<Said>,
    /// How many words it has.
    words: u32,
}

/// Words behind the number of what was left out.
const LEFT_OUT: &[&str] =
    &["more", "omitted", "hidden", "skipped", "elided", "truncated", "others", "remaining"];

impl<'a> Reading<'a> {
    /// Reads a reduction.
    pub(super) fn of(families: Families, reduction: &'a str) -> Reading<'a> {
        let is_content = families.is_content();
        let may_claim = !(is_content || families.is_unknown());
        let mut reading = Reading { text: reduction, ..Reading::default() };
        let mut surveyor = Surveyor::default();
        for text in lines(reduction) {
            let survey = &mut reading.survey;
            let line = if may_claim { surveyor.count(text, survey) } else { surveyor.read(text, survey) };
            reading.left_out = reading.left_out.saturating_add(left_out(line));
            if may_claim {
                sayings::read(line, &mut reading.sayings);
            }
            let said = if is_content { None } else { Some(said(line)) };
            let words = u32::try_from(line.words.len()).unwrap_or(u32::MAX);
            reading.lines.push(ReadLine { text, said, words });
            reading.prints.extend(line.words.iter().map(|word| print_of(word.text)));
        }
        reading
    }

    /// Where it says that something failed, but for counts and where it says that nothing did.
    pub(super) fn failures(&self) -> Vec<Saying<'a>> {
        let mut failures = Vec::new();
        for line in self.lines.iter().filter(|line| line.said().fails()) {
            sayings::read_failures(&Line::of(line.text), &mut failures);
        }
        failures
    }

    /// One of its lines, by its number.
    pub(super) fn line(&self, at: u32) -> Option<&'a str> {
        self.lines.get(at as usize).map(|line| line.text)
    }

    /// Its lines, each with the prints of its words.
    pub(super) fn lines(&self) -> impl Iterator<Item = (&ReadLine<'a>, &[u64])> {
        let mut rest = self.prints.as_slice();
        self.lines.iter().map(move |line| {
            let (prints, after) = rest.split_at_checked(line.words as usize).unwrap_or((rest, &[]));
            rest = after;
            (line, prints)
        })
    }
}

impl ReadLine<'_> {
    /// What it says of what it names.
    pub(super) fn said(&self) -> Said {
        self.said.unwrap_or_else(|| said(&Line::of(self.text)))
    }
}

fn said(line: &Line<'_>) -> Said {
    Said::by(line, says_pass(line.text, &line.words))
}

/// How many lines or results a line says were left out: `+3`, `+3 more`, `3 lines omitted`.
fn left_out(line: &Line<'_>) -> u64 {
    static KNOWN: Beginnings = Beginnings::NONE.with_all(LEFT_OUT);
    let numbers = line.told().filter(|(_, word)| word.begins_with_digit()).filter_map(|(at, word)| {
        let mut next = line.words.iter().skip(at + 1).take(3);
        let is_told = next.any(|next| KNOWN.fit(next.text) && LEFT_OUT.contains(&next.text));
        let is_number = is_told || is_alone(line.text, word);
        if is_number { word.text.parse::<u64>().ok() } else { None }
    });
    numbers.fold(0, u64::saturating_add)
}

/// Whether a line has nothing but this number behind a plus sign.
fn is_alone(line: &str, word: &Word<'_>) -> bool {
    let (before, after) = line.split_at(word.at);
    before.ends_with('+')
        && before.trim_matches([' ', '\t', '.', '…', '[', '(', '+']).is_empty()
        && after.trim_end().trim_end_matches([')', ']']) == word.text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_left_out() {
        let rows = [
            ("  +23", 23),
            ("+3 more", 3),
            ("... (12 lines omitted)", 12),
            ("[+116 lines omitted]", 116),
            ("… 4 more matches", 4),
            ("+ 3", 0),
            ("+3 -2", 0),
            ("line 3 of 4", 0),
            ("no more", 0),
        ];
        for (line, expected) in rows {
            assert_eq!(left_out(&Line::of(line)), expected, "{line}");
        }
    }
}
