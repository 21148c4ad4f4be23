//! One pass over a reduction: which phrases and places are there, and how many results it says it left out.

use super::demand::{Demands, ends_of, placed};
use super::phrase::{MAX_WORDS, Print, Word, print_of, words};

/// What a reduction says about itself.
#[derive(Debug, Default)]
pub(super) struct Looked {
    /// How many lines or results it says it left out.
    pub(super) left_out: u64,
}

/// Words behind the number of what was left out.
const LEFT_OUT: &[&str] = &["more", "omitted", "hidden", "skipped", "elided", "truncated", "others", "remaining"];

/// Marks what of `demands` is in the reduction.
pub(super) fn look(reduction: &str, demands: &mut Demands) -> Looked {
    let mut looked = Looked::default();
    let mut file = None;
    let mut line_words: Vec<Word<'_>> = Vec::new();
    for (number, line) in (0u32..).zip(reduction.lines()) {
        line_words.clear();
        line_words.extend(words(line));
        mark_phrases(number, &line_words, demands);
        if !demands.files.is_empty() {
            file = mark_places(number, line, file, demands);
        }
        looked.left_out += left_out(line, &line_words);
    }
    looked
}

fn mark_phrases(at: u32, line: &[Word<'_>], demands: &mut Demands) {
    let lengths = demands.lengths;
    let longest = (MAX_WORDS + 1).min((u32::BITS - lengths.leading_zeros()) as usize);
    let prints: Vec<u64> = line.iter().map(|word| print_of(word.text)).collect();
    for start in 0..prints.len() {
        let mut print = Print::new();
        let rest = prints.get(start..).unwrap_or_default();
        for (length, word) in (1..longest).zip(rest) {
            print = print.joined(*word);
            if lengths & (1 << length) != 0
                && let Some(lines) = demands.found.get_mut(&print.number())
            {
                lines.push(at);
            }
        }
    }
}

/// Marks the places of a line; gives the file that the next lines are about.
fn mark_places(at: u32, line: &str, before: Option<u64>, demands: &mut Demands) -> Option<u64> {
    let mut file = before;
    let mut is_new = false;
    let mut early: Vec<u32> = Vec::new();
    let mut next = 0;
    // Where the last number ended: behind it, a number without a blank between is a column.
    let mut column = None;
    while let Some(start) = line.get(next..).and_then(|rest| rest.find(is_path)).map(|start| next + start) {
        let rest = line.get(start..).unwrap_or_default();
        let run = rest.get(..rest.find(|next| !is_path(next)).unwrap_or(rest.len())).unwrap_or_default();
        next = start + run.len();
        if let Some(number) = number(line, start, run).filter(|_| column != Some(start)) {
            column = Some(next + 1);
            if let Some(file) = file {
                mark(at, demands, file, number);
            }
            if !is_new {
                early.push(number);
            }
        }
        if let Some(found) = known_file(run, demands) {
            file = Some(found);
            if !is_new {
                early.drain(..).for_each(|number| mark(at, demands, found, number));
            }
            is_new = true;
        }
    }
    file
}

fn mark(at: u32, demands: &mut Demands, file: u64, line: u32) {
    if let Some(lines) = demands.found.get_mut(&placed(file, line)) {
        lines.push(at);
    }
}

fn is_path(character: char) -> bool {
    let is_mark = matches!(character, '_' | '-' | '.' | '+' | '@' | '$' | '%' | '#' | '~' | '/' | '[' | ']');
    is_mark || character.is_ascii_alphanumeric() || (!character.is_ascii() && character.is_alphabetic())
}

/// The file that a run of characters ends with, if a place in it is needed.
fn known_file(run: &str, demands: &Demands) -> Option<u64> {
    let mut path = run.trim_matches(['.', '-', '[', ']']);
    // A line of context is `file-12-text`.
    loop {
        let found = ends_of(path).find(|print| demands.files.contains(print));
        if found.is_some() {
            return found;
        }
        path = path.get(..path.rfind('-')?)?;
    }
}

/// The number of a line that a run of characters is: `12`, `L12`, or `12` in `file-12-text`. One behind a blank and a
/// bracket counts something.
fn number(line: &str, start: usize, run: &str) -> Option<u32> {
    if line.get(..start).is_some_and(|before| before.ends_with(" (")) {
        return None;
    }
    let plain = run.strip_prefix('L').unwrap_or(run).trim_end_matches(['.', '-']);
    plain.parse().ok().or_else(|| run.split('-').find_map(|part| part.parse().ok()))
}

/// How many lines or results a line says were left out: `+3`, `+3 more`, `3 lines omitted`.
fn left_out(line: &str, line_words: &[Word<'_>]) -> u64 {
    let mut sum = 0;
    for (index, word) in line_words.iter().enumerate() {
        let Ok(number) = word.text.parse::<u64>() else { continue };
        let before = line.get(..word.at).unwrap_or_default();
        let has_plus = before.ends_with('+') && before.trim_matches([' ', '\t', '.', '…', '[', '(', '+']).is_empty();
        let is_whole = line.trim().trim_start_matches('+').trim_end_matches([')', ']']).len() == word.text.len();
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
            let all: Vec<Word<'_>> = words(line).collect();
            assert_eq!(left_out(line, &all), expected, "{line}");
        }
    }
}
