//! Refusals of what fits several places: all of them, and what tells them apart.

use super::explain::LINE;
use super::{Finder, LISTED, block};
use crate::refusal::{AMBIGUOUS, Candidate, Enclosing, Refusal, listed};
use crate::syntax::{Hunk, Quote};
use crate::text::{Pass, clipped, trimmed};

/// Declarations around a place that are gone through from inside to outside.
const LEVELS: usize = 4;

impl<'p> Finder<'_, 'p> {
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
        let telling = self.telling(starts, &enclosing);
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

    /// Of the lines that enclose several places those whose block has one of them only, and that can be repeated
    /// whole: behind `@@` a part of a line is no line.
    fn telling(&self, starts: &[usize], enclosing: &[Option<usize>]) -> Vec<&str> {
        let text = |line: usize| trimmed(self.lines.text(line));
        let is_telling = |line: &usize| {
            let block = *line..block::end(self.lines, *line);
            text(*line).len() <= LINE
                && starts.iter().filter(|start| block.contains(start)).count() == 1
                && enclosing.iter().flatten().filter(|other| text(**other) == text(*line)).count() == 1
        };
        let lines = enclosing.iter().flatten().copied().filter(is_telling);
        lines.filter_map(|line| std::str::from_utf8(text(line)).ok()).collect()
    }

    /// The declaration around each place: the innermost one, or one further out where the inner ones are all called
    /// the same.
    pub(super) fn enclosing(&self, starts: &[usize]) -> Vec<Option<usize>> {
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
    pub(super) fn candidates(&self, starts: &[usize], enclosing: &[Option<usize>]) -> Vec<Candidate> {
        let told = |line: usize| Enclosing { line: line + 1, text: clipped(self.lines.text(line), LINE) };
        let pairs = starts.iter().zip(enclosing);
        pairs.map(|(start, line)| Candidate { line: start + 1, enclosing: line.map(told) }).collect()
    }
}
