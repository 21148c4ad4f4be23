//! Refusals from which the next patch succeeds: what is in the file, where, and how it differs.

use std::ops::Range;

use super::Finder;
use super::index::{Index, Work};
use super::near::{self, Near};
use crate::refusal::{Difference, INVALID_PATCH, LIMIT_EXCEEDED, NO_MATCH, Refusal, Region, listed};
use crate::syntax::{Hunk, LineKind};
use crate::text::{Pass, clipped, trimmed, visible, visibly_different};

/// Lines of the file that a refusal shows.
const SHOWN: usize = 16;

/// Lines that it shows above the first difference where it cannot show all.
const SHOWN_ABOVE: usize = 6;

/// Lines that it shows on either side of a place.
const AROUND: usize = 3;

/// Bytes of a line of the file that is shown as it is.
pub(super) const LINE: usize = 200;

/// Bytes of a line in the middle of a sentence.
pub(super) const IN_SENTENCE: usize = 80;

/// Places outside of where a hunk was looked for that a refusal names.
const ELSEWHERE: usize = 5;

impl<'p> Finder<'_, 'p> {
    /// The hunk stands nowhere.
    pub(super) fn no_match(&mut self, hunk: &Hunk<'p>, old: &[&[u8]]) -> Refusal {
        let elsewhere = self.elsewhere(old);
        if !elsewhere.is_empty() {
            return self.out_of_place(hunk, &elsewhere);
        }
        let hunk_lines = format!("The hunk on line {} of the patch is not in `{}`", hunk.line, self.path);
        let lines = self.lines;
        let (near, mistake) = match self.unsigned(hunk) {
            Some(unsigned) => (unsigned.near, Some(unsigned.hint)),
            None => (None, None),
        };
        let asked = hunk.old_lines().map(|line| (line.line, line.text));
        let mistake = mistake.or_else(|| self.added_by_another(hunk, asked));
        let Some(near) = near.or_else(|| near::nearest(lines, self.index(Pass::Folded), old)) else {
            let message = if self.lines.count() == 0 {
                format!("{hunk_lines}: the file is empty.")
            } else {
                format!("{hunk_lines}, and no line of the file is like its lines{}.", looked_for(old))
            };
            let hint = mistake.unwrap_or_else(|| {
                "Look at the file as it is now, and take the lines that begin with a space or `-` from it."
                    .to_owned()
            });
            return self.with_applied(hunk, Refusal::of(NO_MATCH, hunk.line, self.path, message).hint(hint));
        };
        let refusal = self.described(hunk, &near, &hunk_lines).hint(mistake.unwrap_or_else(|| {
            "Take the lines that begin with a space or `-` from `nearest`, which has the file as it is now."
                .to_owned()
        }));
        self.with_applied(hunk, refusal)
    }

    /// Shows the nearest place, and where it begins to differ.
    fn described(&self, hunk: &Hunk<'p>, near: &Near, hunk_lines: &str) -> Refusal {
        let end = self.lines.count().min(near.start + hunk.old_lines().count());
        let mut sentence = if end == near.start + 1 {
            format!("{hunk_lines}. Nearest is line {end}")
        } else {
            format!("{hunk_lines}. Nearest are lines {} to {end}", near.start + 1)
        };
        let at = near.start + near.difference.unwrap_or(0);
        let mut difference = None;
        if let Some(line) = near.difference.and_then(|at| hunk.old_lines().nth(at)) {
            let (file, patch) = if at < self.lines.count() {
                let (file, patch) = visibly_different(self.lines.text(at), line.text);
                (Some(file), patch)
            } else {
                (None, visible(line.text))
            };
            let told = |text: &str| match text {
                "" => "an empty line".to_owned(),
                text => format!("`{text}`"),
            };
            let ours = format!("the patch (line {}) has {}", line.line, told(&patch));
            sentence += &match &file {
                Some(file) => format!("; line {} differs: the file has {}, {ours}", at + 1, told(file)),
                None => format!("; then the file ends, where {ours}"),
            };
            let number = file.is_some().then_some(at + 1);
            difference = Some(Difference { line: number, file, patch_line: line.line, patch });
        }
        let refusal = Refusal::of(NO_MATCH, hunk.line, self.path, sentence + ".").detailed(|details| {
            details.nearest = Some(self.shown(near.start..end, at));
            details.difference = difference;
        });
        match self.not_text(near.start..end) {
            Some(hint) => refusal.hint(hint),
            None => refusal,
        }
    }

    /// What to do about a line of a place that no patch can repeat.
    pub(super) fn not_text(&self, mut place: Range<usize>) -> Option<String> {
        let line = place.find(|line| std::str::from_utf8(self.lines.text(*line)).is_err())?;
        Some(format!(
            "Line {} of the file is not UTF-8 and cannot be quoted: choose context without it.",
            line + 1
        ))
    }

    /// A place with some lines around it, as much as is shown around `middle`.
    pub(super) fn shown(&self, place: Range<usize>, middle: usize) -> Region {
        let above = place.start.saturating_sub(AROUND);
        let first = if middle < above + SHOWN { above } else { middle - SHOWN_ABOVE };
        let last = self.lines.count().min(place.end + AROUND).min(first + SHOWN);
        let text = (first..last).map(|line| clipped(self.lines.text(line), LINE)).collect();
        Region { first_line: first + 1, text }
    }

    /// The hunk stands where it was not looked for.
    fn out_of_place(&self, hunk: &Hunk<'p>, starts: &[usize]) -> Refusal {
        let numbers: Vec<usize> = starts.iter().map(|start| start + 1).collect();
        let (place, hint) = match hunk.quotes.last() {
            Some(quote) if !hunk.ends_file => (
                format!("below `@@ {}`", clipped(trimmed(quote.text), IN_SENTENCE)),
                "Quote a line that stands above the place behind `@@`, or leave the quote out.",
            ),
            _ => (
                "at the end of the file".to_owned(),
                "Leave `*** End of File` out, or give the lines with which the file ends.",
            ),
        };
        let message = format!(
            "The hunk on line {} of the patch is in `{}` on {}, but not {place}.",
            hunk.line,
            self.path,
            listed(&numbers),
        );
        Refusal::of(NO_MATCH, hunk.line, self.path, message)
            .detailed(|details| details.candidates = self.candidates(starts, &self.enclosing(starts)))
            .hint(hint)
    }

    /// Where the hunk stands in the whole file, in the first pass that finds it.
    pub(super) fn elsewhere(&mut self, old: &[&[u8]]) -> Vec<usize> {
        let whole = 0..self.lines.count();
        let search = |pass| self.starts(pass, old, &whole, ELSEWHERE).unwrap_or_default();
        Pass::ALL.into_iter().map(search).find(|starts| !starts.is_empty()).unwrap_or_default()
    }

    /// Says so where the file already has what the hunk would make of it.
    fn with_applied(&self, hunk: &Hunk<'p>, refusal: Refusal) -> Refusal {
        let new: Vec<&[u8]> = hunk.new_lines().map(|line| line.text).collect();
        if hunk.lines().all(|line| line.kind != LineKind::Add) {
            return refusal;
        }
        let index = Index::new(Pass::BlanksAtEnd, self.lines, new.iter().copied());
        let starts = index.starts(self.lines, &new, &(0..self.lines.count()), 1, &mut Work::default());
        match starts.unwrap_or_default().first() {
            Some(start) => refusal.hint(format!(
                "The lines that the hunk makes are there already, from line {} on: it may have been applied before.",
                start + 1
            )),
            None => refusal,
        }
    }

    /// A hunk that only adds has nothing but a position, and models count lines badly.
    pub(super) fn unanchored(&self, hunk: &Hunk<'p>, line: usize) -> Refusal {
        let message = format!(
            "The hunk on line {} of the patch only adds lines to `{}`, and nothing but the number {line} says where.",
            hunk.line, self.path,
        );
        Refusal::of(INVALID_PATCH, hunk.line, self.path, message)
            .hint("Give the line above the addition as context, with a space before it.")
            .hint("Leave the numbers out to add at the end of the file.")
    }

    /// Too many look-alikes.
    pub(super) fn exhausted(&self, hunk: &Hunk<'p>) -> Refusal {
        let message = format!(
            "`{}` repeats itself so much that the hunk on line {} of the patch cannot be found in bounded time.",
            self.path, hunk.line,
        );
        Refusal::of(LIMIT_EXCEEDED, hunk.line, self.path, message)
            .hint("Give lines that stand in the file only once, or fewer hunks at a time.")
    }
}

/// The first line of a hunk that says anything, for a sentence.
fn looked_for(old: &[&[u8]]) -> String {
    let line = old.iter().map(|line| trimmed(line)).find(|line| !line.is_empty());
    line.map_or_else(String::new, |line| format!(", such as `{}`", clipped(line, IN_SENTENCE)))
}
