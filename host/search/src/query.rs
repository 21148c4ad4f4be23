//! What is searched for: literal text of one line, and whether the case of letters matters.

use std::ops::Range;

use memchr::memmem;
use regex::bytes::{Regex, RegexBuilder};
use toolhost_capability::Failure;

/// Bytes of a query at most. Longer ones are no search for a name or a phrase.
pub const MAX_QUERY: usize = 4096;

/// Bytes that the compiled form of a query may take. The largest one that ignores case needs a tenth of it.
const MAX_COMPILED: usize = 64 << 20;

/// A literal query. No character in it means anything but itself. Letters match either case if all of them are lower
/// case (Unicode's simple folding), and exactly otherwise.
#[derive(Debug, Clone)]
pub struct Query {
    text: String,
    finder: Finder,
    /// Whether there is a language in which it could be a name.
    is_name_like: bool,
    /// Whether no two occurrences of the query can overlap so that the second one is a whole name.
    apart: bool,
}

#[derive(Debug, Clone)]
enum Finder {
    Exact(Box<memmem::Finder<'static>>),
    Folded(Regex),
}

impl Query {
    /// Reads a query.
    ///
    /// # Errors
    /// `invalid_argument` for one that is empty or blank, that has a line break, or that is longer than
    /// [`MAX_QUERY`].
    pub fn new(text: &str) -> Result<Query, Failure> {
        let refused = |message: String| Failure::new("invalid_argument", message);
        if text.trim().is_empty() {
            return Err(refused("the query is blank".to_owned())
                .hint("Give the text to look for, such as the name of a function."));
        }
        if text.len() > MAX_QUERY {
            let message = format!("the query is {} bytes long; at most {MAX_QUERY} are taken", text.len());
            return Err(refused(message).hint("Search for a short part of it that is rare."));
        }
        if text.contains(['\n', '\r']) {
            return Err(refused(
                "the query has a line break, and a search looks at one line at a time".to_owned(),
            )
            .hint("Search for the line that is rarest."));
        }
        let finder = if text.chars().any(char::is_uppercase) {
            Finder::Exact(Box::new(memmem::Finder::new(text).into_owned()))
        } else {
            let folded = RegexBuilder::new(&regex::escape(text))
                .case_insensitive(true)
                .size_limit(MAX_COMPILED)
                .dfa_size_limit(MAX_COMPILED)
                .build()
                .map_err(|error| refused(format!("the query cannot be searched for: {error}")))?;
            Finder::Folded(folded)
        };
        let apart = text.bytes().all(|byte| is_word(byte) || !byte.is_ascii());
        Ok(Query { text: text.to_owned(), finder, is_name_like: is_name_like(text), apart })
    }

    /// The text as it was given.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether letters match only those of the same case.
    pub fn is_case_sensitive(&self) -> bool {
        matches!(self.finder, Finder::Exact(_))
    }

    /// The first occurrence at or after `start`.
    pub(crate) fn find(&self, bytes: &[u8], start: usize) -> Option<Range<usize>> {
        match &self.finder {
            Finder::Exact(finder) => {
                let found = start + finder.find(bytes.get(start..)?)?;
                Some(found..found + self.text.len())
            }
            Finder::Folded(regex) => regex.find_at(bytes, start.min(bytes.len())).map(|found| found.range()),
        }
    }

    /// Where to look for the next occurrence after one.
    pub(crate) fn next(&self, occurrence: &Range<usize>) -> usize {
        if self.apart { occurrence.end } else { occurrence.start + 1 }
    }

    /// Bytes of the longest text that matches: folding can make a character longer, to four bytes.
    pub(crate) fn longest(&self) -> usize {
        if self.is_case_sensitive() { self.text.len() } else { self.text.chars().count() * 4 }
    }

    /// Whether an occurrence may be a whole name, by the bytes beside it. False only where it is none in any
    /// language.
    pub(crate) fn may_be_name(&self, bytes: &[u8], occurrence: &Range<usize>) -> bool {
        if !self.is_name_like {
            return false;
        }
        let goes_on = |inside: Option<&u8>, beside: Option<&u8>| {
            inside.is_some_and(|byte| is_word(*byte)) && beside.is_some_and(|byte| is_word(*byte))
        };
        let before = occurrence.start.checked_sub(1).and_then(|index| bytes.get(index));
        !goes_on(bytes.get(occurrence.start), before)
            && !goes_on(bytes.get(occurrence.end.saturating_sub(1)), bytes.get(occurrence.end))
    }
}

/// Names may be operators, quoted or paths (`operator()`, `Deep::Inner`), but none has a comma or semicolon, or one
/// bracket alone.
fn is_name_like(text: &str) -> bool {
    let count = |character| text.matches(character).count();
    let brackets = [('(', ')'), ('[', ']'), ('{', '}')];
    !text.contains([',', ';']) && brackets.iter().all(|(open, close)| count(*open) == count(*close))
}

/// Whether a byte is part of names in every language.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    fn all(query: &str, text: &str) -> Vec<String> {
        let query = Query::new(query).unwrap();
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(range) = query.find(text.as_bytes(), at) {
            at = query.next(&range);
            found.push(text[range].to_owned());
        }
        found
    }

    #[test]
    fn case_matters_where_a_letter_is_upper_case() {
        for (query, text, expected) in [
            ("widget", "Widget WIDGET widget", &["Widget", "WIDGET", "widget"][..]),
            ("Widget", "Widget WIDGET widget", &["Widget"]),
            ("größe", "GRÖSSE GRÖßE Größe", &["GRÖßE", "Größe"]),
            ("Ä", "ä Ä", &["Ä"]),
            ("σ", "σ ς Σ", &["σ", "ς", "Σ"]),
            ("task", "ta\u{17f}\u{212a}", &["ta\u{17f}\u{212a}"]),
            ("1_000", "1_000", &["1_000"]),
        ] {
            assert_eq!(all(query, text), expected, "{query}");
        }
    }

    #[test]
    fn every_character_means_itself() {
        for query in
            ["a||b", ".*", "(?i)x", "[a", "\\", "$^", "a{2}", "**", "\\d", "#", "a b", "(?P<", "\t x"]
        {
            assert_eq!(all(query, &format!("aab{query}1")), [query], "{query}");
            assert!(all(query, "aab 12").is_empty(), "{query}");
        }
    }

    #[test]
    fn a_query_that_names_nothing_is_refused() {
        let long = "x".repeat(MAX_QUERY + 1);
        let huge = "x".repeat(1 << 20);
        for (query, message) in [
            ("", "the query is blank"),
            (" \t \u{a0}", "the query is blank"),
            ("a\nb", "the query has a line break, and a search looks at one line at a time"),
            ("a\r\n", "the query has a line break, and a search looks at one line at a time"),
            (&long, "the query is 4097 bytes long; at most 4096 are taken"),
            (&huge, "the query is 1048576 bytes long; at most 4096 are taken"),
        ] {
            let failure = Query::new(query).unwrap_err();
            assert_eq!((failure.code.as_str(), failure.message.as_str()), ("invalid_argument", message));
            assert_eq!(failure.hints.len(), 1);
        }
    }

    #[test]
    fn the_longest_queries_are_taken() {
        for character in ["x", "k", "б", "X", "𐐨"] {
            let query = character.repeat(MAX_QUERY / character.len());
            assert_eq!(all(&query, &format!("a{query}")), [query]);
        }
    }

    #[test]
    fn a_name_ends_where_its_characters_end() {
        for (query, text, expected) in [
            ("foo", "foo", true),
            ("foo", "a.foo()", true),
            ("foo", "food", false),
            ("foo", "_foo", false),
            ("foo", "foo1", false),
            ("foo", "foo'", true),
            ("foo", "$foo", true),
            ("foo", "äfoo", true),
            ("foo?", "foo?x", true),
            ("-foo", "a-foo", true),
            ("foo(", "foo(", false),
            ("operator()", "operator()", true),
            ("a; b", "a; b", false),
            ("a, b", "a, b", false),
        ] {
            let query = Query::new(query).unwrap();
            let occurrence = query.find(text.as_bytes(), 0).unwrap();
            assert_eq!(query.may_be_name(text.as_bytes(), &occurrence), expected, "{query:?} in {text}");
        }
    }

    #[test]
    fn occurrences_that_overlap_are_all_looked_at() {
        assert_eq!(all("a-a", "a-a-a"), ["a-a", "a-a"]);
        assert_eq!(all("aa", "aaaa"), ["aa", "aa"]);
        assert_eq!(all("é-", "É-é-"), ["É-", "é-"]);
    }
}
