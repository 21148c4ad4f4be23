//! The look at a reduction of the largest output that is reduced.

use std::hint::black_box;
use std::time::Instant;

use toolhost_acceptance::{families, judge};
use toolhost_capability::shell::Script;

use super::log;
use crate::fixture::median;

const ROUNDS: usize = 51;
const BYTES: usize = 500_000;

pub(super) fn run() {
    let (tests, diff, found, log) = (filled(tests), filled(diff), filled(found), log(0, BYTES));
    let rows = [
        ("cargo test", kept(&tests, |line| !line.ends_with("ok")), tests),
        ("git diff", kept(&diff, |line| line.starts_with(['+', '-', 'd'])), diff),
        ("grep -rn Fault src", by_file(&found), found),
        ("./serve", kept(&log, |line| line.contains("worker 0")), log),
    ];
    for (command, reduction, output) in rows {
        let families = families(&Script::parse(command));
        let mut times = Vec::new();
        for _ in 0..ROUNDS {
            let start = Instant::now();
            let verdict = judge(families, black_box(&output), black_box(&reduction));
            times.push(start.elapsed());
            assert!(verdict.is_accepted(), "{command}: {verdict:?}");
        }
        println!(
            "optimize acceptance of {} bytes of `{command}` as {}: {:?} (at most 10 ms)",
            output.len(),
            reduction.len(),
            median(times)
        );
    }
}

/// One failure in ten.
fn tests(index: usize) -> String {
    if index.is_multiple_of(10) {
        format!(
            "thread 'module::fails_{index}' (7) panicked at src/part_{}.rs:{}:5:\nassertion failed: value {index}\n",
            index % 40,
            index + 1
        )
    } else {
        format!("test module_{}::keeps_balance_{index} ... ok\n", index % 40)
    }
}

/// Hunks of thirty lines, nine of them changed.
fn diff(index: usize) -> String {
    match index % 40 {
        0 => format!(
            "diff --git a/src/part_{index}.rs b/src/part_{index}.rs\nindex 3b18e51..a04f2c1 100644\n\
             --- a/src/part_{index}.rs\n+++ b/src/part_{index}.rs\n@@ -1,30 +1,30 @@\n"
        ),
        1..5 => format!("-    let limit_{index} = self.limits.of(part);\n"),
        5..10 => format!("+    let limit_{index} = self.limits.of(part).unwrap_or({index});\n"),
        _ => format!("     // as it was in line {index}, and will be\n"),
    }
}

/// Fifty matches in each file.
fn found(index: usize) -> String {
    format!("src/part_{}.rs:{}:    return Err(Fault::Number{index});\n", index / 50, index % 50 + 1)
}

fn filled(line: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    let mut index = 0;
    while text.len() < BYTES {
        text.push_str(&line(index));
        index += 1;
    }
    text
}

fn kept(text: &str, is_kept: fn(&str) -> bool) -> String {
    text.lines().filter(|line| is_kept(line)).flat_map(|line| [line, "\n"]).collect()
}

/// Matches below the name of their file, as optimizers show them.
fn by_file(matches: &str) -> String {
    let (mut text, mut last) = (String::new(), "");
    for (file, rest) in matches.lines().filter_map(|line| line.split_once(':')) {
        if file != last {
            text.push_str(&format!("{file}\n"));
            last = file;
        }
        text.push_str(&format!("  {}\n", rest.replacen(":    ", ": ", 1)));
    }
    text
}
