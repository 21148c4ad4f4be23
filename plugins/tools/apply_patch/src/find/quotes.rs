//! Refusals of `@@` lines that are no lines of the file.

use super::explain::{IN_SENTENCE, LINE};
use super::{Finder, near};
use crate::refusal::{NO_MATCH, Refusal, listed};
use crate::syntax::{Hunk, Quote};
use crate::text::{clipped, trimmed, visibly_different};

impl<'p> Finder<'_, 'p> {
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
        let (text, asked) = (trimmed(self.lines.text(line)), trimmed(quote.text));
        let (file, ours) = visibly_different(text, asked);
        let is_plain = |shown: &str, text| shown.replace('·', " ") == clipped(text, LINE);
        // With its blanks made visible a line can no longer be copied.
        let message = if is_plain(&file, text) && is_plain(&ours, asked) {
            format!("{begin}; line {} is `{}`.", line + 1, clipped(text, LINE))
        } else {
            format!("{begin}; line {} has `{file}`, the patch has `{ours}`.", line + 1)
        };
        refusal(message).detailed(|details| details.nearest = Some(self.shown(line..line + 1, line))).hint(
            self.not_text(line..line + 1).unwrap_or_else(|| "Quote the whole line behind `@@`.".to_owned()),
        )
    }

    /// The first line that contains the quoted text.
    fn containing(&self, quote: &[u8]) -> Option<usize> {
        let finder = memchr::memmem::Finder::new(trimmed(quote));
        (0..self.lines.count()).find(|line| finder.find(self.lines.text(*line)).is_some())
    }
}
