//! Refusals from which the next patch succeeds: what is in the file, where, and how it differs.

use std::ops::Range;

use super::index::{Index, Work};
use super::near::{self, Near};
use super::{Finder, LISTED, block};
use crate::refusal::{
    AMBIGUOUS, Candidate, Difference, Enclosing, INVALID_PATCH, LIMIT_EXCEEDED, NO_MATCH, Refusal, Region,
    listed,
};
use crate::syntax::{Hunk, LineKind, Quote};
use crate::text::{Pass, clipped, trimmed, visible, visibly_different};

/// Lines of the file that a refusal shows.
const SHOWN: usize = 16;

/// Lines that it shows above the first difference where it cannot show all.
const SHOWN_ABOVE: usize = 6;

/// Lines that it shows on either side of a place.
const AROUND: usize = 3;

/// Bytes of a line of the file that is shown as it is.
const LINE: usize = 200;

/// Bytes of a line in the middle of a sentence.
const IN_SENTENCE: usize = 80;

/// Declarations around a place that are gone through from inside to outside.
const LEVELS: usize = 4;

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
        match (near.start..end).find(|line| std::str::from_utf8(self.lines.text(*line)).is_err()) {
            Some(line) => refusal.hint(format!(
                "Line {} of the file is not UTF-8 and cannot be quoted: choose context without it.",
                line + 1
            )),
            None => refusal,
        }
    }

    /// A place with some lines around it, as much as is shown around `middle`.
    fn shown(&self, place: Range<usize>, middle: usize) -> Region {
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
    fn elsewhere(&mut self, old: &[&[u8]]) -> Vec<usize> {
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

    /// The hunk stands at several places.
    pub(super) fn ambiguous(&self, hunk: &Hunk<'p>, starts: &[usize], pass: Pass) -> Refusal {
        let subject = format!("The hunk on line {} of the patch", hunk.line);
        let hint = "Add lines of context until only one place has them all.";
        self.several(hunk, &subject, hint, starts, pass)
    }

    /// A quoted line below which lines are to be added stands at several places.
    pub(super) fn ambiguous_quote(
        &self,
        hunk: &Hunk<'p>,
        quote: &Quote<'p>,
        starts: &[usize],
        pass: Pass,
    ) -> Refusal {
        let subject = format!("The `@@` on line {} of the patch", quote.line);
        let hint = "Give the lines around the addition as context, each with a space before it.";
        self.several(hunk, &subject, hint, starts, pass)
    }

    fn several(&self, hunk: &Hunk<'p>, subject: &str, hint: &str, starts: &[usize], pass: Pass) -> Refusal {
        let told = &starts[..starts.len().min(LISTED)];
        let numbers: Vec<usize> = told.iter().map(|start| start + 1).collect();
        let (count, rest) = if told.len() < starts.len() {
            (format!("more than {LISTED} places"), "the first on ")
        } else {
            (format!("{} places", told.len()), "on ")
        };
        let how = if pass == Pass::Exact { String::new() } else { format!(", {}", pass.name()) };
        let message =
            format!("{subject} matches `{}` at {count}{how}: {rest}{}.", self.path, listed(&numbers));
        let enclosing = self.enclosing(told);
        let refusal = Refusal::of(AMBIGUOUS, hunk.line, self.path, message)
            .detailed(|details| details.candidates = self.candidates(told, &enclosing))
            .hint(hint);
        let telling = self.telling(&enclosing);
        let refusal = match telling.iter().min_by_key(|text| text.len()) {
            Some(text) => refusal.hint(format!(
                "Or name the line that encloses the right place on an `@@` line above, such as `@@ {text}`."
            )),
            None => refusal,
        };
        match told.first() {
            Some(first) if telling.len() < starts.len() => refusal.hint(format!(
                "Or write the number of the right line on an `@@` line above, such as `@@ -{0} +{0} @@`.",
                first + 1
            )),
            _ => refusal,
        }
    }

    /// Of the lines that enclose several places those that tell their place from all others, and can be repeated
    /// whole: behind `@@` a part of a line is no line.
    fn telling(&self, enclosing: &[Option<usize>]) -> Vec<&str> {
        let texts: Vec<&[u8]> =
            enclosing.iter().flatten().map(|line| trimmed(self.lines.text(*line))).collect();
        let is_telling =
            |text: &&&[u8]| text.len() <= LINE && texts.iter().filter(|other| other == text).count() == 1;
        texts.iter().filter(is_telling).filter_map(|text| std::str::from_utf8(text).ok()).collect()
    }

    /// The declaration around each place: the innermost one, or one further out where the inner ones are all called
    /// the same.
    fn enclosing(&self, starts: &[usize]) -> Vec<Option<usize>> {
        let outer = |line: &Option<usize>| line.and_then(|line| block::enclosing(self.lines, line));
        let text = |line: Option<usize>| line.map(|line| trimmed(self.lines.text(line)));
        let innermost: Vec<_> = starts.iter().map(|start| block::enclosing(self.lines, *start)).collect();
        let mut level = innermost.clone();
        for _ in 0..LEVELS {
            if level.windows(2).any(|pair| text(pair[0]) != text(pair[1])) {
                return level;
            }
            level = level.iter().map(outer).collect();
        }
        innermost
    }

    /// Each place with its line and the declaration around it.
    fn candidates(&self, starts: &[usize], enclosing: &[Option<usize>]) -> Vec<Candidate> {
        let told = |line: usize| Enclosing { line: line + 1, text: clipped(self.lines.text(line), LINE) };
        let pairs = starts.iter().zip(enclosing);
        pairs.map(|(start, line)| Candidate { line: start + 1, enclosing: line.map(told) }).collect()
    }

    /// A quoted line is not in the file, or not below the one that is quoted above it.
    pub(super) fn no_quote(
        &mut self,
        hunk: &Hunk<'p>,
        quote: &Quote<'p>,
        above: Option<&Quote<'p>>,
    ) -> Refusal {
        let path = self.path;
        let text = clipped(trimmed(quote.text), IN_SENTENCE);
        let refusal = |message| Refusal::of(NO_MATCH, quote.line, path, message);
        let begin = format!("`@@ {text}` on line {} of the patch is no line of `{}`", quote.line, self.path);
        if let Some(hint) = self.added_by_another(hunk, [(quote.line, quote.text)].into_iter()) {
            return refusal(begin + ".").hint(hint);
        }
        let elsewhere = self.elsewhere(&[quote.text]);
        if let Some(above) = above.filter(|_| !elsewhere.is_empty()) {
            let numbers: Vec<usize> = elsewhere.iter().map(|start| start + 1).collect();
            let above = clipped(trimmed(above.text), IN_SENTENCE);
            let message = format!("{begin} below `@@ {above}`: it is {}.", listed(&numbers));
            return refusal(message)
                .detailed(|details| {
                    details.candidates = self.candidates(&elsewhere, &self.enclosing(&elsewhere));
                })
                .hint("Quote outer lines before inner ones, each on an `@@` line of its own.");
        }
        let near = self.containing(quote.text).or_else(|| near::most_alike(self.lines, trimmed(quote.text)));
        let Some(line) = near else {
            return refusal(begin + ".")
                .hint("Behind `@@` stands a whole line of the file, or nothing.")
                .hint(format!(
                    "Leave the quote out if the lines of the hunk on line {} are enough.",
                    hunk.line
                ));
        };
        let told = clipped(trimmed(self.lines.text(line)), LINE);
        refusal(format!("{begin}; line {} is `{told}`.", line + 1))
            .detailed(|details| details.nearest = Some(self.shown(line..line + 1, line)))
            .hint("Quote the whole line behind `@@`.")
    }

    /// The first line that contains the quoted text.
    fn containing(&self, quote: &[u8]) -> Option<usize> {
        let finder = memchr::memmem::Finder::new(trimmed(quote));
        (0..self.lines.count()).find(|line| finder.find(self.lines.text(*line)).is_some())
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
