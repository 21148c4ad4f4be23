//! What holds of every output.

use proptest::prelude::*;
use toolhost_fold::{Folded, Rules, Source, fold, source};

static KNOWN: Source = Source { runs_tests: true, gets_packages: true, said: Vec::new() };

static UNKNOWN: Source = Source { runs_tests: false, gets_packages: false, said: Vec::new() };

const RULES: Rules<'_> = Rules { min_run: 3, keep: &[], source: &KNOWN };

/// Words of trouble, written down apart from those of the optimizer.
const TROUBLE: [&str; 8] = ["error", "Error", "ERROR", "warning", "fail", "FAILED", "panicked", "fatal"];

const FOLDABLE: [&str; 24] = [
    "   Compiling serde v1.0.228",
    "  Downloading crates ...",
    "[=====>      ] 45%",
    "test a::b ... ok",
    "tests/test_a.py::test_b PASSED   [ 12%]",
    "  ✓ adds two numbers (3 ms)",
    "=== RUN   TestA",
    "=== RUN   TestB/with_a_long_name",
    "--- PASS: TestA (0.00s)",
    "    --- PASS: TestB/with_a_long_name (0.00s)",
    "ok  \texample.org/pkg\t0.123s",
    "ok 1",
    "1..40",
    "✓ src/a.test.ts (5 tests)",
    "    ✓ adds two numbers to others",
    "test a::b ... ignored",
    "> Task :app:compileJava UP-TO-DATE",
    "2025-11-30T12:00:01Z waiting for the pod",
    "2025-11-30T12:00:02Z waiting for the pod",
    "⠋ waiting for the pod",
    "⠙ waiting for the pod",
    "45% [=====>    ]\r46% [=====>    ]\r47% [=====>    ]",
    "",
    "      ",
];

const OTHER: [&str; 12] = [
    "x",
    "a line that is long enough to be worth a mark",
    "--- FAIL: TestA (0.00s)",
    "error: nothing works",
    "warning: unused",
    "test a::error ... ok",
    "@@ -1,3 +1,9 @@",
    "+added",
    " context",
    "12 | let x;",
    "thread 'main' panicked at src/a.rs:1:2",
    "src/a.rs:1:2",
];

fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop::sample::select(FOLDABLE.as_slice()).prop_map(str::to_owned),
        3 => prop::sample::select(OTHER.as_slice()).prop_map(str::to_owned),
        1 => "[a-c \\[\\]%…|é]{0,12}",
    ]
}

/// Lines, each some times in a row, with one of two ends; the last may have none.
fn output() -> impl Strategy<Value = String> {
    let end = prop_oneof![9 => Just("\n"), 1 => Just("\r\n")];
    let runs = prop::collection::vec((line(), 1_usize..14, end), 0..24);
    (runs, any::<bool>()).prop_map(|(runs, is_ended)| {
        let mut text: String =
            runs.iter().map(|(line, times, end)| (line.clone() + end).repeat(*times)).collect();
        if !is_ended && text.ends_with('\n') {
            text.pop();
        }
        text
    })
}

fn rules() -> impl Strategy<Value = Rules<'static>> {
    let source = prop_oneof![Just(&KNOWN), Just(&UNKNOWN)];
    (2_usize..6, source).prop_map(|(min_run, source)| Rules { min_run, source, ..RULES })
}

/// How many lines a mark stands for.
fn counted(line: &str) -> Option<usize> {
    let words: Vec<&str> = line.strip_prefix("… ")?.split_whitespace().collect();
    let number = |text: &str| text.parse().ok();
    match words.as_slice() {
        [passed, "lines", "of", "passed", "checks", "and", skipped, .., "left", "out"] => {
            Some(number(passed)? + number(skipped)?)
        }
        [one, .., "left", "out"]
        | [one, "more", "lines", "of", "the", "same", "progress"]
        | ["the", "line", "above", one, "more", "times" | "time" | "times," | "time,", ..] => number(one),
        _ => None,
    }
}

/// Checks `folded` against `text` line by line: each of its lines is the next one of the text, or a mark for lines of
/// the text of which none says trouble. Returns how many lines the marks stand for.
fn follow(text: &str, folded: &str) -> usize {
    let mut lines = text.split_inclusive('\n');
    let mut left_out = 0;
    for line in folded.split_inclusive('\n') {
        let mut rest = lines.clone();
        if rest.next() == Some(line) {
            lines = rest;
            continue;
        }
        let count = counted(line).unwrap_or_else(|| panic!("{line:?} is no line of the output, and no mark"));
        for _ in 0..count {
            let line = lines.next().unwrap();
            assert!(!TROUBLE.iter().any(|word| line.contains(word)), "{line:?} is left out");
        }
        left_out += count;
    }
    assert_eq!(lines.next(), None, "the rest is missing");
    left_out
}

/// Puts repeated lines back.
fn unfold(folded: &str) -> String {
    let mut text = String::new();
    let mut above = "";
    for line in folded.split_inclusive('\n') {
        if line.starts_with("… the line above ") {
            text.push_str(&above.repeat(counted(line).unwrap()));
        } else {
            text.push_str(line);
            above = line;
        }
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1024, ..ProptestConfig::default() })]

    #[test]
    fn what_is_left_are_lines_in_order_and_marks_that_count_the_others(text in output(), rules in rules()) {
        if let Some(Folded { text: folded, lines }) = fold(&text, &rules) {
            prop_assert_eq!(follow(&text, &folded), lines);
            prop_assert!(folded.len() + 4 <= text.len(), "a token is saved");
        }
    }

    #[test]
    fn folding_twice_is_folding_once(text in output(), rules in rules()) {
        if let Some(folded) = fold(&text, &rules) {
            prop_assert_eq!(fold(&folded.text, &rules), None);
        }
    }

    #[test]
    fn no_command_and_no_text_is_too_odd(
        command in "(cat|sh|-c|echo|EOF|[ac $(){}<>'\"`\\\\|&;#=\n-]){0,40}",
        text in "([0-9:TZ./%=,\\[\\]⠋✓é \r-]{0,30}\n){0,30}",
    ) {
        let Some(source) = source(&command, None) else { return Ok(()) };
        if let Some(Folded { text: folded, lines }) = fold(&text, &Rules { source: &source, ..RULES }) {
            prop_assert_eq!(follow(&text, &folded), lines);
        }
    }

    #[test]
    fn the_edges_are_the_same(text in output()) {
        if let Some(folded) = fold(&text, &RULES) {
            let lines: Vec<_> = text.split_inclusive('\n').collect();
            let left: Vec<_> = folded.text.split_inclusive('\n').collect();
            let is_same = |(line, left): (&&str, &&str)| {
                line == left || line.trim_end().contains('\r') && counted(left) == Some(1)
            };
            let edge = lines.len().min(5);
            prop_assert!(lines[..edge].iter().zip(&left[..edge]).all(is_same));
            prop_assert!(lines.iter().rev().zip(left.iter().rev()).take(edge).all(is_same));
        }
    }

    #[test]
    fn repetitions_can_be_put_back(runs in prop::collection::vec(("[a-z]{1,9} [a-z]{9}", 1_usize..40), 0..20)) {
        let text: String = runs.iter().map(|(line, times)| format!("{line}\n").repeat(*times)).collect();
        if let Some(folded) = fold(&text, &RULES) {
            prop_assert_eq!(unfold(&folded.text), text);
        }
    }
}
