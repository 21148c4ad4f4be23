//! What each line of an output is.

use std::collections::BTreeSet;

use crate::fold::Rules;
use crate::hunks::Hunks;
use crate::passed::{Check, check, is_plan, names_test_file};
use crate::progress::is_progress;
use crate::transfer::is_overwritten;
use crate::trouble::is_trouble;

/// Lines at the beginning and at the end that always stay: what was run, and how it ended.
const EDGE: usize = 5;

/// What the line of a fold begins with.
pub(crate) const MARK: char = '…';

/// Bytes of the shortest line that may say that a check passed, or that work goes on.
const LEAST: usize = 4;

/// One line, with its end.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line<'a> {
    pub(crate) text: &'a str,
    pub(crate) kind: Kind,
}

/// What may become of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// It stays.
    Kept,
    /// It stays, but for repetitions.
    Plain,
    Blank,
    Progress,
    /// Frames of progress that were written over one another, on one line.
    Overwritten,
    Passed,
    /// A check was left out on purpose.
    Ignored,
    /// A check began. What becomes of that is found out by looking at the lines around it.
    Began,
    /// Something went well; the lines around it say whether that is a check.
    Ticked,
    /// The same with a number.
    Numbered,
}

/// The lines of `text`, each with its kind, which is none of those any more that are found out by looking around.
pub(crate) fn lines<'a>(text: &'a str, rules: &Rules<'_>) -> Vec<Line<'a>> {
    let count = text.bytes().filter(|byte| *byte == b'\n').count() + usize::from(!text.ends_with('\n'));
    let last = count.saturating_sub(EDGE);
    let mut hunks = Hunks::default();
    let mut lines: Vec<Line<'_>> = Vec::with_capacity(count);
    for (index, text) in text.split_inclusive('\n').enumerate() {
        let is_edge = index < EDGE || index >= last;
        let kind = if hunks.has(text) { Kind::Kept } else { kind(text, is_edge, rules) };
        lines.push(Line { text, kind });
    }
    if !rules.source.runs_tests {
        decide_on_ticks(&mut lines);
    }
    decide_on_beginnings(&mut lines);
    lines
}

/// The kind of a line by its own text.
fn kind(text: &str, is_edge: bool, rules: &Rules<'_>) -> Kind {
    let line = text.trim_ascii();
    let is_frame = |frame: &str| is_progress(frame, rules.source.gets_packages);
    if line.is_empty() {
        return if is_edge { Kind::Kept } else { Kind::Blank };
    }
    if is_kept(line, rules) {
        return Kind::Kept;
    }
    // In an edge as well: one line comes in its place, so that the same lines are edges afterwards.
    if is_overwritten(line, is_frame) && !is_trouble(line) {
        return Kind::Overwritten;
    }
    if is_edge {
        return Kind::Kept;
    }
    // What is written over the first frame may be anything.
    if line.len() < LEAST || line.contains('\r') {
        return Kind::Plain;
    }
    let kind = match check(line) {
        Some(Check::Began(_)) => Kind::Began,
        Some(Check::Passed(_)) => Kind::Passed,
        Some(Check::Ticked | Check::Numbered) if rules.source.runs_tests => Kind::Passed,
        Some(Check::Ticked) => Kind::Ticked,
        Some(Check::Numbered) => Kind::Numbered,
        Some(Check::Ignored) => Kind::Ignored,
        None if is_frame(line) => Kind::Progress,
        None => Kind::Plain,
    };
    // Plain ones are only looked at where there are several of them.
    if kind != Kind::Plain && is_trouble(line) { Kind::Kept } else { kind }
}

/// Whether a line stays because it is the mark of a fold, has the margin of a source listing, or the configuration
/// wants it.
fn is_kept(line: &str, rules: &Rules<'_>) -> bool {
    let has_margin = match line.bytes().next() {
        Some(b'0'..=b'9') => {
            line.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ').starts_with(['|', '│'])
        }
        _ => line.starts_with(['|', '│']),
    };
    has_margin
        || line.starts_with(MARK)
        || rules.keep.iter().any(|beginning| line.starts_with(beginning.as_str()))
        || rules.source.said.iter().any(|said| said.fits(line))
}

/// Of an output of which it is not known that tests printed it: what is ticked off is a check below the line of a file
/// of tests, as jest prints them, and what is numbered is one in a report that has a plan. Else it is a line like others.
fn decide_on_ticks(lines: &mut [Line<'_>]) {
    if lines.iter().any(|line| line.kind == Kind::Numbered) {
        let has_plan = lines.iter().any(|line| is_plan(line.text.trim_ascii()));
        let kind = if has_plan { Kind::Passed } else { Kind::Plain };
        lines.iter_mut().filter(|line| line.kind == Kind::Numbered).for_each(|line| line.kind = kind);
    }
    if lines.iter().all(|line| line.kind != Kind::Ticked) {
        return;
    }
    let mut file: Option<usize> = None;
    for line in lines {
        let text = line.text.trim_ascii();
        if text.is_empty() {
            continue;
        }
        let margin = line.text.len() - line.text.trim_ascii_start().len();
        let is_below = file.is_some_and(|file| margin > file);
        if line.kind == Kind::Ticked {
            line.kind = if is_below { Kind::Passed } else { Kind::Plain };
        }
        if names_test_file(text) {
            file = Some(margin);
        } else if !is_below {
            file = None;
        }
    }
}

/// A check that began and passed in the same run of lines has passed. Else its beginning stays: it failed, or printed
/// something.
fn decide_on_beginnings(lines: &mut [Line<'_>]) {
    let is_check = |line: &Line<'_>| matches!(line.kind, Kind::Began | Kind::Passed);
    for run in lines.chunk_by_mut(|one, next| is_check(one) && is_check(next)) {
        if run.iter().all(|line| line.kind != Kind::Began) {
            continue;
        }
        let passed: BTreeSet<&str> = run
            .iter()
            .filter_map(|line| match check(line.text.trim_ascii()) {
                Some(Check::Passed(name)) => name,
                _ => None,
            })
            .collect();
        for line in run {
            if let Some(Check::Began(name)) = check(line.text.trim_ascii()) {
                line.kind = if passed.contains(name) { Kind::Passed } else { Kind::Kept };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Kind::{Blank, Ignored, Kept, Overwritten, Passed, Plain, Progress};
    use super::{EDGE, Kind, lines};
    use crate::command::{Said, Source};
    use crate::fold::Rules;

    /// The kinds of `texts` between edges.
    fn kinds(texts: &[&str], keep: &[String], source: &Source) -> Vec<Kind> {
        let edge = "edge\n".repeat(EDGE);
        let text = format!("{edge}{}\n{edge}", texts.join("\n"));
        let lines = lines(&text, &Rules { min_run: 3, keep, source });
        lines[EDGE..lines.len() - EDGE].iter().map(|line| line.kind).collect()
    }

    #[test]
    fn each_line_has_one_kind() {
        let table = [
            ("   Compiling a v1.0.0", Progress),
            ("test a ... ok", Passed),
            ("  ", Blank),
            ("anything", Plain),
            ("test a ... FAILED", Plain),
            ("test failures ... ok", Kept),
            ("ok  \texample.org/pkg\t0.1s\tcoverage: 80.0% of statements", Kept),
            ("ok  \texample.org/pkg\t0.1s [no tests to run]", Kept),
            ("✓ src/a.test.ts (5 tests | 2 skipped) 12ms", Kept),
            ("   Compiling thiserror v1.0.0", Kept),
            ("… 12 lines of progress left out", Kept),
            ("12 |     let x = 5;", Kept),
            ("   |", Kept),
            ("   │", Kept),
            ("  note: this", Kept),
            ("@@ -1,1 +1,2 @@", Kept),
            (" ok 1", Kept),
            ("+ok 2", Kept),
            (" ok 3", Passed),
            ("ok ", Plain),
            ("✓ a", Passed),
            ("test a ... ignored", Ignored),
            ("test failures ... ignored", Kept),
            ("✓ said", Kept),
            ("45% [=====>      ]\r90% [=====>      ]\r99% [=====>      ]", Overwritten),
            ("45% [=====>      ]\r90% [=====>      ]\rno error", Plain),
            ("Downloading thing", Plain),
        ];
        let expected = table.map(|(_, kind)| kind);
        let said = Said { beginning: "✓ said".to_owned(), is_whole: true };
        let source = Source { runs_tests: true, gets_packages: false, said: vec![said] };
        assert_eq!(kinds(&table.map(|(text, _)| text), &["note:".to_owned()], &source), expected);
        let source = Source { runs_tests: false, gets_packages: true, said: vec![] };
        assert_eq!(kinds(&["Downloading thing"], &[], &source), [Progress]);
    }

    #[test]
    fn of_an_unknown_program_a_tick_is_a_check_below_a_file_of_tests() {
        let table = [
            ("✓ Deleted 14 old deployments", Plain),
            ("✓ adds 12ms", Passed),
            ("PASS src/a.test.js", Passed),
            ("  adding", Plain),
            ("    ✓ adds", Passed),
            ("", Blank),
            ("  ✓ subtracts", Passed),
            ("✓ Deleted 14 old deployments", Plain),
            ("  ✓ those of 2024", Plain),
            ("ok 1", Plain),
        ];
        let expected = table.map(|(_, kind)| kind);
        assert_eq!(kinds(&table.map(|(text, _)| text), &[], &Source::default()), expected);
    }

    #[test]
    fn of_an_unknown_program_a_number_is_of_a_check_where_there_is_a_plan() {
        let table = [("ok 1 - a", Passed), ("ok 2", Passed), ("1..2", Plain)];
        assert_eq!(kinds(&table.map(|(text, _)| text), &[], &Source::default()), table.map(|(_, kind)| kind));
        assert_eq!(kinds(&["ok 1 - a", "ok 2"], &[], &Source::default()), [Plain, Plain]);
    }

    #[test]
    fn edges_stay() {
        for end in ["\n", ""] {
            let text = "--- PASS: A (0s)\n".repeat(10) + "--- PASS: A (0s)" + end;
            let lines = lines(&text, &Rules { min_run: 3, keep: &[], source: &Source::default() });
            let kinds: Vec<Kind> = lines.iter().map(|line| line.kind).collect();
            let expected = [[Kept; 5].as_slice(), &[Passed], &[Kept; 5]].concat();
            assert_eq!(kinds, expected, "{end:?}");
        }
    }

    #[test]
    fn a_beginning_needs_its_end_nearby() {
        let table = [
            ("=== RUN   TestA", Passed),
            ("=== RUN   TestA/x", Passed),
            ("=== RUN   TestB", Kept),
            ("--- PASS: TestA (0.00s)", Passed),
            ("    --- PASS: TestA/x (0.00s)", Passed),
            ("--- FAIL: TestB (0.00s)", Plain),
            ("=== RUN   TestC", Kept),
            ("    c_test.go:5: a log", Plain),
            ("--- PASS: TestC (0.00s)", Passed),
        ];
        let found = kinds(&table.map(|(text, _)| text), &[], &Source::default());
        assert_eq!(found, table.map(|(_, kind)| kind));
    }
}
