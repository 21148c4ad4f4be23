//! One pass over a reduction: which phrases and places are there, and how many results it says it left out.

use super::claims::says_pass;
use super::demand::{Demands, signed};
use super::names::{ends_of, placed};
use super::outcome::Outcomes;
use super::lines::{lines, without_beginning};
use super::phrase::{MAX_WORDS, Print, print_of};
use super::runs::{Run, run};
use super::survey::{Line, Survey, Surveyor};
use super::words::{Beginnings, Word};

/// What a reduction says about itself.
#[derive(Debug, Default)]
pub(super) struct Looked {
    /// Its numbers and its claims.
    pub(super) survey: Survey,
    /// Needs that were found, each with the line: these ascend.
    pub(super) found: Vec<(u32, u32)>,
    /// Lines that give a place.
    pub(super) placed: Vec<u32>,
    /// Lines that say that what they name failed.
    pub(super) failing: Vec<u32>,
    /// Lines that say that what they name passed, or does by now.
    pub(super) passing: Vec<u32>,
    /// How many lines or results it says it left out.
    pub(super) left_out: u64,
}

/// Words behind the number of what was left out.
const LEFT_OUT: &[&str] =
    &["more", "omitted", "hidden", "skipped", "elided", "truncated", "others", "remaining"];

/// Looks for what is needed in a reduction of an output.
pub(super) fn look(input: &str, reduction: &str, demands: &Demands) -> Looked {
    let mut looked = Looked::default();
    let mut file = None;
    let mut prints: Vec<u64> = Vec::new();
    let mut early: Vec<u32> = Vec::new();
    let mut surveyor = Surveyor::default();
    let mut outcomes = Outcomes::new(input);
    for (at, text) in (0u32..).zip(lines(reduction)) {
        let line = surveyor.read(text, &mut looked.survey);
        looked.left_out = looked.left_out.saturating_add(left_out(line));
        if demands.has_failures {
            match outcomes.read(line, says_pass(text, &line.words)) {
                None => looked.passing.push(at),
                Some(true) => looked.failing.push(at),
                Some(false) => {}
            }
        }
        if !demands.firsts.is_empty() {
            prints.clear();
            prints.extend(line.words.iter().map(|word| print_of(word.text)));
            let sign = without_beginning(text).bytes().next().filter(|first| matches!(first, b'+' | b'-'));
            find_phrases(at, sign, &prints, demands, &mut looked.found);
        }
        if !demands.files.is_empty() {
            early.clear();
            file = Places { at, demands, looked: &mut looked }.find(text, file, &mut early);
        }
    }
    looked
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

/// The places of one line.
struct Places<'a> {
    /// The number of the line.
    at: u32,
    demands: &'a Demands,
    looked: &'a mut Looked,
}

impl Places<'_> {
    /// Finds the places of a line; gives the file that the next lines are about. `early` is room for the numbers that
    /// stand before a file.
    fn find(&mut self, line: &str, before: Option<u64>, early: &mut Vec<u32>) -> Option<u64> {
        let mut file = before;
        let mut is_new = false;
        let mut is_placed = false;
        // Where the last number ended: behind it, a number without a blank between is a column.
        let mut column = None;
        let mut next = 0;
        while let Some(run) = run(line, next) {
            next = run.end;
            if let Some(number) = run.number(line).filter(|_| column != Some(run.start)) {
                column = Some(run.end + 1);
                let is_needed = file.is_some_and(|file| self.add(file, number));
                is_placed |= is_needed || is_new;
                if !is_new {
                    early.push(number);
                }
            }
            if let Some(known) = self.known_file(&run) {
                file = Some(known);
                if !is_new {
                    for number in early.drain(..) {
                        is_placed |= self.add(known, number);
                    }
                }
                is_new = true;
            }
        }
        if is_placed {
            self.looked.placed.push(self.at);
        }
        file
    }

    /// Whether this is a place that is needed.
    fn add(&mut self, file: u64, number: u32) -> bool {
        let need = self.demands.number(placed(file, number));
        self.looked.found.extend(need.map(|need| (need, self.at)));
        need.is_some()
    }

    /// The file that a run of characters ends with, if a place in it is needed.
    fn known_file(&self, run: &Run<'_>) -> Option<u64> {
        let bytes = run.text.as_bytes();
        let is_inner = |byte: &u8| !matches!(byte, b'.' | b'-' | b'[' | b']');
        let end = bytes.iter().rposition(is_inner)? + 1;
        if !run.has_dash() && !self.demands.lasts.has(*bytes.get(end - 1)?) {
            return None;
        }
        let mut path = run.text.get(bytes.iter().position(is_inner)?..end)?;
        // A line of context is `file-12-text`.
        for _ in 0..MAX_DASHES {
            if path.bytes().next_back().is_some_and(|last| self.demands.lasts.has(last)) {
                let found = ends_of(path).find(|print| self.demands.files.contains(print));
                if found.is_some() {
                    return found;
                }
            }
            path = path.get(..memchr::memrchr(b'-', path.as_bytes())?)?;
        }
        None
    }
}

/// How many dashes may stand between the end of a file's name and the end of a run.
const MAX_DASHES: usize = 16;

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
