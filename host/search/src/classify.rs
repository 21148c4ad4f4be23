//! What each occurrence of a query in one file is.

use std::ops::Range;

use toolhost_syntax::{Class, Language, Outline};

use crate::best::Found;
use crate::content::text_start;
use crate::page::{Categories, Category};
use crate::query::Query;
use crate::snippet::{MAX_SNIPPET, snippet};

/// Occurrences between two questions whether to go on: what is asked of each takes up to a microsecond.
const ASKED: usize = 1024;

/// What is known of a text before it is parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    /// The query is not in it.
    Nothing,
    /// The query is in it, and no wanted hit depends on what an identifier is.
    Text,
    /// Some occurrence may be a name, and what it is matters.
    Outline,
}

/// The text of one file, and what is looked for in it. Once `go_on` says no, answers are of a part of it.
#[derive(Clone, Copy)]
pub(crate) struct Subject<'a> {
    pub(crate) text: &'a [u8],
    pub(crate) query: &'a Query,
    pub(crate) go_on: &'a dyn Fn() -> bool,
}

impl<'a> Subject<'a> {
    /// Whether the text has to be parsed. Definitions are only looked for where a declared name can stand.
    pub(crate) fn need(&self, language: Option<&Language>, wanted: Categories) -> Need {
        let mut occurrences = self.occurrences().peekable();
        if occurrences.peek().is_none() {
            return Need::Nothing;
        }
        let Some(language) = language else { return Need::Text };
        let any_name = wanted.contains(Category::Usage) || wanted.contains(Category::Text);
        let matters = |occurrence: Range<usize>| {
            self.query.may_be_name(self.text, &occurrence)
                && (any_name || language.may_declare(self.text, occurrence))
        };
        if occurrences.any(matters) { Need::Outline } else { Need::Text }
    }

    /// The first `limit` hits of each wanted category. Without an outline everything is text.
    pub(crate) fn hits(&self, outline: Option<&Outline>, wanted: Categories, limit: usize) -> Vec<Found> {
        let mut found = Vec::new();
        let mut left = Category::ALL.map(|category| if wanted.contains(category) { limit } else { 0 });
        let mut lines = Lines { text: self.text, line: 1, start: text_start(self.text), counted: 0 };
        // A line has one text hit.
        let mut text_line = 0;
        for occurrence in self.occurrences() {
            let category = self.category(outline, &occurrence);
            let Some(room) = left.get_mut(category.index()).filter(|left| **left > 0) else { continue };
            lines.count_to(occurrence.start);
            if category == Category::Text && std::mem::replace(&mut text_line, lines.line) == lines.line {
                continue;
            }
            found.push(lines.found(category, &occurrence));
            *room -= 1;
            let is_done = match outline {
                Some(_) => left.iter().all(|left| *left == 0),
                None => left.get(Category::Text.index()) == Some(&0),
            };
            if is_done {
                break;
            }
        }
        found
    }

    fn category(&self, outline: Option<&Outline>, occurrence: &Range<usize>) -> Category {
        let outline = outline.filter(|_| self.query.may_be_name(self.text, occurrence));
        match outline.and_then(|outline| outline.class_at(occurrence.clone())) {
            Some(Class::Definition(_)) => Category::Definition,
            Some(Class::Usage) => Category::Usage,
            None => Category::Text,
        }
    }

    fn occurrences(&self) -> impl Iterator<Item = Range<usize>> + 'a {
        let subject = *self;
        let mut from = 0;
        let mut count = 0usize;
        std::iter::from_fn(move || {
            count += 1;
            if count.is_multiple_of(ASKED) && !(subject.go_on)() {
                return None;
            }
            let occurrence = subject.query.find(subject.text, from)?;
            from = subject.query.next(&occurrence);
            Some(occurrence)
        })
    }
}

/// Line and column of positions that come in order.
struct Lines<'a> {
    text: &'a [u8],
    line: u32,
    start: usize,
    counted: usize,
}

impl Lines<'_> {
    fn count_to(&mut self, end: usize) {
        let new = self.text.get(self.counted..end).unwrap_or_default();
        for newline in memchr::memchr_iter(b'\n', new) {
            self.line = self.line.saturating_add(1);
            self.start = self.counted + newline + 1;
        }
        self.counted = self.counted.max(end);
    }

    fn found(&self, category: Category, occurrence: &Range<usize>) -> Found {
        // Of a long line, as much as a snippet can show.
        let from = self.start.max(occurrence.start.saturating_sub(MAX_SNIPPET + 4)).min(occurrence.start);
        let near = occurrence.end.saturating_add(MAX_SNIPPET + 4).min(self.text.len());
        let behind = self.text.get(occurrence.end..near).unwrap_or_default();
        let line_end = memchr::memchr(b'\n', behind).map(|length| occurrence.end + length);
        let to = line_end.unwrap_or(near);
        let line = self.text.get(from..to).unwrap_or_default();
        let goes_on = line_end.is_none() && near < self.text.len();
        let name = match category {
            Category::Definition | Category::Usage => {
                String::from_utf8_lossy(self.text.get(occurrence.clone()).unwrap_or_default()).into_owned()
            }
            Category::Text | Category::Path => String::new(),
        };
        Found {
            category,
            line: self.line,
            column: u32::try_from(occurrence.start.saturating_sub(self.start) + 1).unwrap_or(u32::MAX),
            name,
            snippet: snippet(
                line,
                occurrence.start - from..occurrence.end - from,
                from > self.start,
                goes_on,
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use toolhost_syntax::Parser;

    use super::*;

    const TEXT: &str = "\
/// A Seat, and a Seat.
struct Seat(Row); // Seat
fn sit(seat: Seat, other: Seat) -> Seats { seat }
";

    fn shown(query: &str, language: Option<&str>, wanted: &[Category], limit: usize) -> Vec<String> {
        let query = Query::new(query).unwrap();
        let wanted = wanted.iter().copied().collect();
        let outline = language.map(|name| {
            let language = Language::by_name(name).unwrap();
            Parser::new().outline(language, TEXT.as_bytes(), &mut || true).unwrap()
        });
        let subject = Subject { text: TEXT.as_bytes(), query: &query, go_on: &|| true };
        let hits = subject.hits(outline.as_ref(), wanted, limit);
        hits.iter()
            .map(|hit| format!("{} {}:{} {}", hit.category.name(), hit.line, hit.column, hit.name))
            .collect()
    }

    #[test]
    fn an_occurrence_is_what_it_is_in_the_language() {
        use Category::{Definition, Text, Usage};
        let all = [Definition, Usage, Text];
        for (query, language, wanted, limit, expected) in [
            (
                "Seat",
                Some("rust"),
                &all[..],
                9,
                &[
                    "text 1:7 ",
                    "definition 2:8 Seat",
                    "text 2:22 ",
                    "usage 3:14 Seat",
                    "usage 3:27 Seat",
                    "text 3:36 ",
                ][..],
            ),
            ("Seat", None, &all, 9, &["text 1:7 ", "text 2:8 ", "text 3:14 "]),
            ("Seat", Some("rust"), &[Definition], 9, &["definition 2:8 Seat"]),
            ("Seat", Some("rust"), &[Text], 1, &["text 1:7 "]),
            ("Seat", Some("rust"), &[Usage], 1, &["usage 3:14 Seat"]),
            ("Seat", None, &[Usage], 1, &[]),
            (
                "seat",
                Some("rust"),
                &[Definition, Usage],
                9,
                &[
                    "definition 2:8 Seat",
                    "usage 3:8 seat",
                    "usage 3:14 Seat",
                    "usage 3:27 Seat",
                    "usage 3:44 seat",
                ],
            ),
            ("Seat(", Some("rust"), &all, 9, &["text 2:8 "]),
            ("eat", Some("rust"), &all, 9, &["text 1:8 ", "text 2:9 ", "text 3:9 "]),
        ] {
            assert_eq!(shown(query, language, wanted, limit), expected, "{query} {language:?} {wanted:?}");
        }
    }

    #[test]
    fn a_text_is_parsed_only_if_that_matters() {
        use Category::{Definition, Text, Usage};
        let rust = Language::by_name("rust");
        for (text, language, wanted, expected) in [
            ("struct Seat;", rust, &[Definition][..], Need::Outline),
            ("use a::Seat;", rust, &[Definition], Need::Text),
            ("use a::Seat;", rust, &[Definition, Usage], Need::Outline),
            ("// Seat", rust, &[Text], Need::Outline),
            ("// Seats", rust, &[Definition, Usage, Text], Need::Text),
            ("struct Seat;", None, &[Definition, Usage, Text], Need::Text),
            ("struct Row;", rust, &[Definition, Usage, Text], Need::Nothing),
        ] {
            let wanted = wanted.iter().copied().collect();
            let query = Query::new("Seat").unwrap();
            let subject = Subject { text: text.as_bytes(), query: &query, go_on: &|| true };
            assert_eq!(subject.need(language, wanted), expected, "{text} {wanted:?}");
        }
    }

    #[test]
    fn a_text_full_of_hits_can_be_stopped() {
        let text = "hit ".repeat(100_000);
        let query = Query::new("hit").unwrap();
        let asked = std::cell::Cell::new(0);
        let go_on = || {
            asked.set(asked.get() + 1);
            asked.get() < 5
        };
        let subject = Subject { text: text.as_bytes(), query: &query, go_on: &go_on };
        assert_eq!(subject.hits(None, Categories::all(), usize::MAX).len(), 1);
        assert_eq!(asked.get(), 5);
    }
}
