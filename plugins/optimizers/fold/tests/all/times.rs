//! Lines that come again at another time.

use crate::support::{each, folded, left};

/// A line at thirty times, a second apart; `#` is the second.
fn polled(pattern: &str) -> String {
    (0..30).map(|second| pattern.replace('#', &format!("{second:02}")) + "\n").collect()
}

#[test]
fn the_first_line_stays_and_the_mark_has_the_last_time() {
    for (pattern, first, second, last) in [
        ("2025-11-30T12:00:#Z INFO waiting for pod", "2025-11-30T12:00:00Z INFO", "12:00:01", "12:00:29"),
        ("2025-11-30 12:00:#,5 waiting for pod", "2025-11-30 12:00:00,5", "12:00:01,5", "12:00:29,5"),
        (
            "2025-11-30T12:00:#.5+01:00 waiting for pod",
            "2025-11-30T12:00:00.5+01:00",
            "12:00:01.5",
            "12:00:29.5",
        ),
        ("2025/11/30 12:00:# waiting for pod", "2025/11/30 12:00:00", "12:00:01", "12:00:29"),
        (
            "Nov 30 12:00:# host app[7]: waiting for pod",
            "Nov 30 12:00:00 host app[7]:",
            "12:00:01",
            "12:00:29",
        ),
        ("[12:00:#] waiting for pod", "[12:00:00]", "12:00:01", "12:00:29"),
        ("12:00:#.123 waiting for pod", "12:00:00.123", "12:00:01.123", "12:00:29.123"),
        ("[17645040#] waiting for pod", "[1764504000]", "1764504001", "1764504029"),
        ("[17645040#.25] waiting for pod", "[1764504000.25]", "1764504001.25", "1764504029.25"),
    ] {
        let expected =
            format!("{first} waiting for pod\n… the line above 29 more times, {second} … {last}\n");
        for command in ["./wait.sh", "kubectl logs -f pod", "cargo test"] {
            assert_eq!(left(command, &[&polled(pattern)]), Some(expected.clone()), "{command}: {pattern}");
        }
    }
}

#[test]
fn the_lines_at_the_edges_stay() {
    let text = polled("2025-11-30T12:00:#Z INFO waiting for pod");
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let expected =
        lines[..5].concat() + "… the line above 20 more times, 12:00:05 … 12:00:24\n" + &lines[25..].concat();
    assert_eq!(folded("./wait.sh", &text).unwrap().text, expected);
}

#[test]
fn times_that_are_the_same_are_told_once_or_not_at_all() {
    let line = "12:00:01 waiting for the second pod\n";
    let output = left("./wait.sh", &[&line.repeat(9)]);
    assert_eq!(output, Some(format!("{line}… the line above 8 more times\n")));
    let output = left("./wait.sh", &["12:00:00 waiting for the second pod\n", &line.repeat(2)]);
    assert_eq!(
        output.as_deref(),
        Some("12:00:00 waiting for the second pod\n… the line above 2 more times, 12:00:01\n")
    );
    let twice = [&line.repeat(2), "12:00:02 waiting for the second pod\n"].concat();
    let output = left("./wait.sh", &[&twice]);
    assert_eq!(output, Some(format!("{line}… the line above 2 more times, 12:00:01 … 12:00:02\n")));
}

#[test]
fn what_differs_in_more_than_the_time_stays() {
    for text in [
        each("12:00:0# waiting for the second pod #", 9),
        each("2025-11-0#T12:00:01Z waiting for the second pod", 9),
        each("12:00:01 waiting for the second pod\nwaiting for pod", 9),
        each("2025-11-30 12:00:0# 17", 9),
        each("12:00:0# error: no pod", 9),
        each("12:00:0# waiting for pod", 2),
    ] {
        assert_eq!(left("./wait.sh", &[&text]), None, "{text}");
    }
}
