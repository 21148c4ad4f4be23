//! One pass over a reduction: which phrases and places are there, and how many results it says it left out.

use super::bytes::Bytes;
use super::claims::says_pass;
use super::demand::Demands;
use super::names::{ends_of, placed};
use super::phrase::{MAX_WORDS, Print, Word, print_of};
use super::survey::{Survey, Surveyor};

/// What a reduction says about itself.
#[derive(Debug, Default)]
pub(super) struct Looked {
    /// Its numbers and its claims.
    pub(super) survey: Survey,
    /// Needs that were found, each with the line: these ascend.
    pub(super) found: Vec<(u32, u32)>,
    /// Lines that say that what they name passed.
    pub(super) passing: Vec<u32>,
    /// How many lines or results it says it left out.
    pub(super) left_out: u64,
}

/// Words behind the number of what was left out.
const LEFT_OUT: &[&str] =
    &["more", "omitted", "hidden", "skipped", "elided", "truncated", "others", "remaining"];

/// Looks for what is needed in a reduction.
pub(super) fn look(reduction: &str, demands: &Demands) -> Looked {
    let mut looked = Looked::default();
    let mut file = None;
    let mut prints: Vec<u64> = Vec::new();
    let mut early: Vec<u32> = Vec::new();
    let mut surveyor = Surveyor::new();
    for (at, line) in (0u32..).zip(reduction.lines()) {
        let words = surveyor.read(line, &mut looked.survey);
        looked.left_out += left_out(line, words);
        if says_pass(line, words) {
            looked.passing.push(at);
        }
        prints.clear();
        prints.extend(words.iter().map(|word| print_of(word.text)));
        find_phrases(at, &prints, demands, &mut looked.found);
        if !demands.files.is_empty() {
            early.clear();
            file = Places { at, demands, found: &mut looked.found }.find(line, file, &mut early);
        }
    }
    looked
}

fn find_phrases(at: u32, words: &[u64], demands: &Demands, found: &mut Vec<(u32, u32)>) {
    for (start, first) in words.iter().enumerate() {
        let Some(lengths) = demands.firsts.get(first).copied() else { continue };
        let longest = (u32::BITS - lengths.leading_zeros()) as usize;
        let mut print = Print::new();
        for (length, word) in (1..longest.min(MAX_WORDS + 1)).zip(words.iter().skip(start)) {
            print = print.joined(*word);
            if lengths & (1 << length) != 0
                && let Some(need) = demands.number(print.number())
            {
                found.push((need, at));
            }
        }
    }
}

/// The places of one line.
struct Places<'a> {
    /// The number of the line.
    at: u32,
    demands: &'a Demands,
    found: &'a mut Vec<(u32, u32)>,
}

impl Places<'_> {
    /// Finds the places of a line; gives the file that the next lines are about. `early` is room for the numbers that
    /// stand before a file.
    fn find(&mut self, line: &str, before: Option<u64>, early: &mut Vec<u32>) -> Option<u64> {
        let mut file = before;
        let mut is_new = false;
        // Where the last number ended: behind it, a number without a blank between is a column.
        let mut column = None;
        let mut next = 0;
        while let Some(run) = run(line, next) {
            next = run.end;
            if let Some(number) = number(line, &run).filter(|_| column != Some(run.start)) {
                column = Some(run.end + 1);
                if let Some(file) = file {
                    self.add(file, number);
                }
                if !is_new {
                    early.push(number);
                }
            }
            if let Some(known) = self.known_file(run.text) {
                file = Some(known);
                if !is_new {
                    early.drain(..).for_each(|number| self.add(known, number));
                }
                is_new = true;
            }
        }
        file
    }

    fn add(&mut self, file: u64, number: u32) {
        if let Some(need) = self.demands.number(placed(file, number)) {
            self.found.push((need, self.at));
        }
    }

    /// The file that a run of characters ends with, if a place in it is needed.
    fn known_file(&self, run: &str) -> Option<u64> {
        let mut path = run.trim_matches(['.', '-', '[', ']']);
        // A line of context is `file-12-text`.
        loop {
            if path.bytes().next_back().is_some_and(|last| self.demands.lasts.has(last)) {
                let found = ends_of(path).find(|print| self.demands.files.contains(print));
                if found.is_some() {
                    return found;
                }
            }
            path = path.get(..memchr::memrchr(b'-', path.as_bytes())?)?;
        }
    }
}

/// Bytes of paths, and all that are not ASCII.
static OF_PATHS: Bytes = Bytes::NONE.and(b"_-.+@$%#~/[]").and_alphanumeric().and_others_than_ascii();

/// Characters of a path in a row.
struct Run<'a> {
    text: &'a str,
    start: usize,
    end: usize,
    has_digit: bool,
}

/// The next characters of a path in a line.
fn run(line: &str, from: usize) -> Option<Run<'_>> {
    let rest = line.as_bytes().get(from..)?;
    let is_path = |byte: &u8| OF_PATHS.has(*byte);
    let is_letter = |character: char| character.is_ascii() || character.is_alphabetic();
    let mut start = from + rest.iter().position(is_path)?;
    let rest = line.as_bytes().get(start..)?;
    let mut end = start + rest.iter().position(|byte| !is_path(byte)).unwrap_or(rest.len());
    let mut text = line.get(start..end)?;
    if !text.is_ascii() {
        // Of what is not ASCII only letters are part of a name.
        let Some(first) = text.find(is_letter) else { return run(line, end) };
        text = text.get(first..)?;
        start += first;
        text = text.get(..text.find(|next| !is_letter(next)).unwrap_or(text.len()))?;
        end = start + text.len();
    }
    Some(Run { text, start, end, has_digit: text.bytes().any(|byte| byte.is_ascii_digit()) })
}

/// The number of a line that a run of characters is: `12`, `L12`, or `12` in `file-12-text`. One behind a blank and a
/// bracket counts something.
fn number(line: &str, run: &Run<'_>) -> Option<u32> {
    if !run.has_digit || line.get(..run.start).is_some_and(|before| before.ends_with(" (")) {
        return None;
    }
    let plain = run.text.strip_prefix('L').unwrap_or(run.text).trim_end_matches(['.', '-']);
    plain.parse().ok().or_else(|| run.text.split('-').find_map(|part| part.parse().ok()))
}

/// How many lines or results a line says were left out: `+3`, `+3 more`, `3 lines omitted`.
fn left_out(line: &str, line_words: &[Word<'_>]) -> u64 {
    let mut sum = 0;
    for (index, word) in line_words.iter().enumerate() {
        let Ok(number) = word.text.parse::<u64>() else { continue };
        let before = line.get(..word.at).unwrap_or_default();
        let has_plus =
            before.ends_with('+') && before.trim_matches([' ', '\t', '.', '…', '[', '(', '+']).is_empty();
        let is_whole =
            line.trim().trim_start_matches('+').trim_end_matches([')', ']']).len() == word.text.len();
        let is_told = line_words
            .get(index + 1..)
            .is_some_and(|rest| rest.iter().take(3).any(|next| LEFT_OUT.contains(&next.text)));
        if (has_plus && is_whole) || is_told {
            sum += number;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::super::phrase::words;
    use super::*;

    #[test]
    fn bytes_of_paths() {
        let all: Vec<u8> = (0..=u8::MAX).filter(|byte| OF_PATHS.has(*byte)).collect();
        assert_eq!(all.len(), 12 + 10 + 26 + 26 + 128);
        assert!([b'a', b'Z', b'0', b'~'].iter().all(|byte| all.contains(byte)));
    }

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
            let all: Vec<Word<'_>> = words(line).collect();
            assert_eq!(left_out(line, &all), expected, "{line}");
        }
    }
}
