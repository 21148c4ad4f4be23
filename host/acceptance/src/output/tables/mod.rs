//! The shapes of lines that hold facts, as data: one table for each family of tools, and one for all that build, test
//! or check. The first row that a line fits counts.

mod cargo;
mod general;
mod git;
mod go;
mod javascript;
mod lint;
mod python;
mod search;

use std::sync::LazyLock;

use super::fact::Kind;
use super::family::{Families, Family};
use super::shape::Shape;

/// One shape, and what a line of it means.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row {
    /// See [`super::shape`].
    pub(super) shape: &'static str,
    pub(super) effect: Effect,
}

/// What a line means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    /// A fact. Without a hole that says more, the line is its message.
    Fact(Kind),
    /// A test that failed, of which the errors and panics are that follow.
    Told,
    /// A fact whose message is the next line that is not empty.
    Announced(Kind),
    /// A fact whose message is the next line that is not indented, and whose place is the last [`Effect::Frame`] before.
    Traced(Kind),
    /// A place in a trace.
    Frame,
    /// The place of the fact before, if it has none yet.
    Place,
    /// A line of a message: the first of several in a row is a fact.
    Message,
    /// What a test says about itself: an error if that test fails.
    Log,
    /// A test begins, of which it is not known yet how it ends.
    Run,
    /// A test that passed.
    Pass,
    /// A test that was skipped.
    Skip,
    /// Tests begin, which a [`Effect::Summary`] ends.
    Begin,
    /// A package, a suite or a file that passed.
    PassedGroup,
    /// Numbers of the whole.
    Summary,
    /// The file that the places of the following lines are in.
    Header,
    /// A result whose name is a path.
    Path,
    /// A path, if the line begins with a tab.
    Tabbed,
    /// A path alone, or a line of a long listing.
    Listed,
    /// A commit: the next line that is indented is its subject.
    Commit,
    /// A line that was added or removed, if it begins so.
    Change,
    /// Nothing: the rows below do not apply.
    Nothing,
}

const fn row(shape: &'static str, effect: Effect) -> Row {
    Row { shape, effect }
}

/// A test that failed, with its messages below.
const fn told(shape: &'static str) -> Row {
    row(shape, Effect::Told)
}

const fn fact(shape: &'static str, kind: Kind) -> Row {
    row(shape, Effect::Fact(kind))
}

/// Tables of tools that build, test and check.
const RUNNERS: &[(Family, &[Row])] = &[
    (Family::Cargo, cargo::ROWS),
    (Family::Clippy, cargo::ROWS),
    (Family::Go, go::ROWS),
    (Family::Python, python::ROWS),
    (Family::Pytest, python::PYTEST),
    (Family::Pytest, python::ROWS),
    (Family::Vitest, javascript::ROWS),
    (Family::Tsc, lint::TSC),
    (Family::Mypy, lint::MYPY),
    (Family::Formatted, lint::FORMATTED),
    (Family::Eslint, lint::ESLINT),
    (Family::Ruff, lint::RUFF),
];

/// Tables of tools whose lines have the form of compilers, and more in it.
const LIKE_COMPILERS: &[(Family, &[Row])] = &[(Family::Mypy, lint::MYPY)];

/// Tables of tools whose rows mean something else beside other programs.
const ALONE: &[(Family, &[Row])] = &[(Family::Go, go::ALONE)];

/// Tables of tools that show something.
const SHOWING: &[(Family, &[Row])] = &[
    (Family::GitStatus, git::STATUS),
    (Family::GitLog, git::LOG),
    (Family::GitDiff, git::DIFF),
    (Family::Grep, search::GREP),
    (Family::Find, search::FIND),
    (Family::Text, search::TEXT),
];

/// A row whose shape is taken apart.
#[derive(Debug)]
pub(super) struct Parsed {
    pub(super) shape: Shape,
    pub(super) effect: Effect,
    /// The marks that every line of it has.
    pub(super) marks: u64,
}

impl Parsed {
    fn of(row: &Row) -> Parsed {
        let shape = Shape::parse(row.shape);
        let marks = shape.marks();
        Parsed { shape, effect: row.effect, marks }
    }
}

/// A table whose shapes are taken apart; those of no family are for all.
type Table = (Option<Family>, Vec<Parsed>);

fn parsed(family: Option<Family>, rows: &[Row]) -> Table {
    (family, rows.iter().map(Parsed::of).collect())
}

fn all_parsed(tables: &[(Family, &[Row])]) -> Vec<Table> {
    tables.iter().map(|(family, rows)| parsed(Some(*family), rows)).collect()
}

static PARSED_LIKE_COMPILERS: LazyLock<Vec<Table>> = LazyLock::new(|| all_parsed(LIKE_COMPILERS));
static PARSED_ALONE: LazyLock<Vec<Table>> = LazyLock::new(|| all_parsed(ALONE));
static PARSED_COMPILERS: LazyLock<Table> = LazyLock::new(|| parsed(None, general::COMPILERS));
static PARSED_RUNNERS: LazyLock<Vec<Table>> = LazyLock::new(|| all_parsed(RUNNERS));
static PARSED_SHOWING: LazyLock<Vec<Table>> = LazyLock::new(|| all_parsed(SHOWING));
static PARSED_GENERAL: LazyLock<Table> = LazyLock::new(|| parsed(None, general::ROWS));
static PARSED_OF_THE_TOOL: LazyLock<Table> = LazyLock::new(|| parsed(None, general::OF_THE_TOOL));

/// The rows that apply to what these families print, in the order in which they are tried.
pub(super) fn rows(families: Families) -> Vec<&'static Parsed> {
    let mut rows: Vec<&'static Parsed> = Vec::new();
    let of = |tables: &'static [Table], all: bool| {
        let of_these = move |family: Family| all || families.has(family);
        tables.iter().filter(move |(family, _)| family.is_some_and(of_these)).flat_map(|(_, rows)| rows)
    };
    if !families.is_content() {
        rows.extend(of(&PARSED_LIKE_COMPILERS, false));
        rows.extend(&PARSED_COMPILERS.1);
    }
    if !families.is_open() {
        rows.extend(of(&PARSED_ALONE, false));
    }
    rows.extend(of(&PARSED_RUNNERS, families.is_open()));
    if families.is_content() {
        rows.extend(&PARSED_OF_THE_TOOL.1);
        rows.extend(of(&PARSED_SHOWING, false));
    } else {
        rows.extend(&PARSED_GENERAL.1);
        // Beside a tool that checks, a stage such as `tail` shows what that printed.
        rows.extend(of(&PARSED_SHOWING, false).filter(|row| {
            matches!(row.effect, Effect::Path | Effect::Commit)
                || families.has(Family::GitDiff) && row.effect == Effect::Change
        }));
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_is_there_once_and_has_known_holes() {
        let tables = RUNNERS.iter().chain(ALONE).chain(SHOWING).map(|(_, rows)| *rows);
        for table in tables.chain([general::COMPILERS, general::ROWS, general::OF_THE_TOOL]) {
            let mut shapes: Vec<&str> = table.iter().map(|row| row.shape).collect();
            for shape in &shapes {
                // A line of `go test -json` begins with a brace, too.
                let unknown = format!("{:?}", Shape::parse(shape)).contains("Literal(\"{");
                assert!(!unknown || shape.starts_with("{\"Time\":"), "{shape}");
            }
            let all = shapes.len();
            shapes.sort_unstable();
            shapes.dedup();
            assert_eq!(shapes.len(), all);
        }
    }
}
