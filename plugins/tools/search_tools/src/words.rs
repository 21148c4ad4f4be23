//! Text into words: identifiers whole and in their parts, everything in lower case and singular.

use std::collections::BTreeSet;

/// What joins the parts of an identifier.
const JOINTS: [char; 2] = ['_', '-'];

/// A word of a text, in the forms under which it can be found.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Word {
    /// In lower case, as it was written.
    pub(crate) written: String,
    /// Without the ending of a plural.
    pub(crate) stem: String,
}

impl Word {
    fn of(text: &str) -> Self {
        let written = text.to_lowercase();
        let stem = singular(&written);
        Self { written, stem }
    }
}

/// The words of a text, in order, with repetitions. `createIssue`, `create_issue` and `create-issue` are each the whole
/// and the two parts.
pub(crate) fn words(text: &str) -> Vec<Word> {
    runs(text).flat_map(forms).collect()
}

/// The smallest parts of a text, in lower case: the same for every way to write one name.
pub(crate) fn parts(text: &str) -> Vec<String> {
    runs(text).flat_map(split).map(str::to_lowercase).collect()
}

/// The words of a query, each once, in order.
pub(crate) fn query_words(text: &str) -> Vec<Word> {
    let mut seen = BTreeSet::new();
    words(text).into_iter().filter(|word| seen.insert(word.stem.clone())).collect()
}

/// Runs of what identifiers are made of.
fn runs(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && !JOINTS.contains(&c)).map(|run| run.trim_matches(JOINTS))
}

/// One run: the whole, if it has several parts, and each part.
fn forms(run: &str) -> Vec<Word> {
    let parts: Vec<&str> = split(run).collect();
    let whole = (parts.len() > 1).then_some(run);
    whole.into_iter().chain(parts).map(Word::of).collect()
}

/// The parts of one run.
fn split(run: &str) -> impl Iterator<Item = &str> {
    run.split(JOINTS).filter(|part| !part.is_empty()).flat_map(humps)
}

/// Splits `HTTPServer2Go` into `HTTP`, `Server`, `2`, `Go`: before a capital that follows a small letter, before the
/// last capital of several that a small letter follows, and between letters and digits.
fn humps(text: &str) -> Vec<&str> {
    let characters: Vec<(usize, char)> = text.char_indices().collect();
    let mut parts = Vec::new();
    let mut start = 0;
    for window in 1..characters.len() {
        let (at, here) = characters[window];
        let before = characters[window - 1].1;
        let after = characters.get(window + 1).map(|(_, c)| *c);
        let begins_hump = here.is_uppercase()
            && (before.is_lowercase() || (before.is_uppercase() && after.is_some_and(char::is_lowercase)));
        if begins_hump || before.is_numeric() != here.is_numeric() {
            parts.push(&text[start..at]);
            start = at;
        }
    }
    parts.push(&text[start..]);
    parts
}

/// English plurals by their ending. Two words count as one if this makes them the same, so it need not be right, only
/// the same for both numbers.
fn singular(word: &str) -> String {
    let stem = |ending: &str| word.strip_suffix(ending).filter(|stem| stem.chars().count() >= 2);
    if let Some(stem) = stem("ies") {
        return format!("{stem}y");
    }
    if ["ches", "shes", "xes", "zes"].iter().any(|ending| word.ends_with(ending)) {
        return word.trim_end_matches('s').trim_end_matches('e').to_owned();
    }
    match stem("s") {
        Some(stem) if !stem.ends_with(['s', 'u', 'i']) => stem.to_owned(),
        _ => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{query_words, singular, words};

    #[test]
    fn identifiers_are_words_whole_and_in_parts() {
        let table: [(&str, &[&str]); 14] = [
            ("create_issue", &["create_issue", "create", "issue"]),
            ("createIssue", &["createissue", "create", "issue"]),
            ("create-issue", &["create-issue", "create", "issue"]),
            ("HTTPServer2Go", &["httpserver2go", "http", "server", "2", "go"]),
            ("__init__", &["init"]),
            ("issue", &["issue"]),
            ("Opens an issue.", &["opens", "an", "issue"]),
            ("a/b", &["a", "b"]),
            ("e.g. foo_bar/baz", &["e", "g", "foo_bar", "foo", "bar", "baz"]),
            ("Straße_Ärger", &["straße_ärger", "straße", "ärger"]),
            ("工具", &["工具"]),
            ("- _ --", &[]),
            ("", &[]),
            ("x__y", &["x__y", "x", "y"]),
        ];
        for (text, expected) in table {
            let found: Vec<String> = words(text).into_iter().map(|word| word.written).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn a_plural_and_its_singular_are_the_same() {
        for (one, many) in [
            ("issue", "issues"),
            ("query", "queries"),
            ("branch", "branches"),
            ("box", "boxes"),
            ("file", "files"),
            ("edge", "edges"),
            ("dish", "dishes"),
        ] {
            assert_eq!(singular(one), singular(many), "{one}");
        }
        for same in ["status", "process", "us", "as", "s", "axis"] {
            assert_eq!(singular(same), same);
        }
    }

    #[test]
    fn a_query_has_each_word_once() {
        let found: Vec<String> =
            query_words("issues issue Issue create").into_iter().map(|word| word.written).collect();
        assert_eq!(found, ["issues", "create"]);
    }
}
