//! Fixtures, and the format of their expectations.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use toolhost_syntax::{Class, Language, Outline, Parser};

/// A file with each kind of declaration of a language, and what is expected of it.
pub(crate) struct Fixture {
    pub(crate) language: &'static Language,
    pub(crate) source: Vec<u8>,
    pub(crate) expected: Expected,
}

/// The sections of `expected.txt`. A line is `line:column kind name` among definitions, else `line:column name`; lines
/// and columns count from 1, columns in bytes.
#[derive(Default)]
pub(crate) struct Expected {
    /// All definitions of the fixture.
    pub(crate) definitions: Vec<String>,
    /// Some identifiers that are usages.
    pub(crate) usages: Vec<String>,
    /// Some places where a word stands that is no identifier: comments, strings.
    pub(crate) text: Vec<String>,
}

impl Expected {
    fn parse(text: &str) -> Expected {
        let mut expected = Expected::default();
        let mut section = &mut expected.definitions;
        for line in text.lines().map(str::trim_end) {
            match line {
                "" => {}
                "[definitions]" => section = &mut expected.definitions,
                "[usages]" => section = &mut expected.usages,
                "[text]" => section = &mut expected.text,
                comment if comment.starts_with('#') => {}
                line => section.push(line.to_owned()),
            }
        }
        expected
    }
}

pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/languages")
}

/// The fixture of each language.
pub(crate) fn fixtures() -> Vec<Fixture> {
    Language::all().map(fixture).collect()
}

fn fixture(language: &'static Language) -> Fixture {
    let folder = folder().join(language.name());
    let source = language
        .extensions()
        .iter()
        .find_map(|extension| std::fs::read(folder.join(format!("fixture.{extension}"))).ok());
    let source = source.unwrap_or_else(|| panic!("{}: no fixture", language.name()));
    let expected = std::fs::read_to_string(folder.join("expected.txt"));
    let expected = expected.unwrap_or_else(|error| panic!("{}: {error}", language.name()));
    Fixture { language, source, expected: Expected::parse(&expected) }
}

/// One for all tests, so that queries are compiled once.
static PARSER: LazyLock<Parser> = LazyLock::new(Parser::new);

/// A parser for one test.
pub(crate) fn parser() -> Parser {
    PARSER.clone()
}

/// An outline that nothing stops.
pub(crate) fn outline(language: &Language, source: &[u8]) -> Outline {
    parser().outline(language, source, &mut || true).unwrap()
}

/// Line and column of an offset, both from 1, the column in bytes.
pub(crate) fn position(source: &[u8], offset: usize) -> (usize, usize) {
    let head = &source[..offset];
    let line = head.iter().filter(|byte| **byte == b'\n').count() + 1;
    let start = head.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    (line, offset - start + 1)
}

/// The offset of what a line of usages or text names: its position, and the word, which has to stand there.
pub(crate) fn place(source: &[u8], entry: &str) -> std::ops::Range<usize> {
    let (at, word) = entry.split_once(' ').unwrap();
    let (line, column) = at.split_once(':').unwrap();
    let (line, column): (usize, usize) = (line.parse().unwrap(), column.parse().unwrap());
    let before: usize = source.split_inclusive(|byte| *byte == b'\n').take(line - 1).map(<[u8]>::len).sum();
    let range = before + column - 1..before + column - 1 + word.len();
    let found = source.get(range.clone()).map(String::from_utf8_lossy);
    assert_eq!(found.as_deref(), Some(word), "{entry}");
    range
}

/// All definitions in the format of the expectations.
pub(crate) fn definitions(source: &[u8], outline: &Outline) -> Vec<String> {
    let mut lines = Vec::new();
    for name in outline.names() {
        if let Class::Definition(kind) = name.class {
            let (line, column) = position(source, name.range.start);
            let mut text = String::new();
            write!(text, "{line}:{column} {} ", kind.name()).unwrap();
            text.push_str(&String::from_utf8_lossy(&source[name.range]));
            lines.push(text);
        }
    }
    lines
}
