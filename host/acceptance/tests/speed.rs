//! How long a judgement takes. It prints times, and passes whatever they are:
//! `cargo test --release -p toolhost-acceptance --test speed -- --ignored --nocapture`.

#![allow(clippy::print_stdout, reason = "the times are what it is for")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use toolhost_acceptance::{Families, Family, judge};

/// As many bytes as an output may have that is reduced.
const BYTES: usize = 500_000;

/// How often each is measured. The median counts; where others use the processor, too, the best does.
const RUNS: usize = 21;

#[test]
#[ignore = "it measures, and decides nothing"]
fn judgements_of_large_outputs() {
    let passed = |index: usize| format!("test module_{}::keeps_balance_{index} ... ok\n", index % 40);
    let failed = |index: usize| {
        format!(
            "thread 'module::fails_{index}' (7) panicked at src/part_{}.rs:{}:5:\nassertion failed: value {index} is small\n",
            index % 40,
            index + 1
        )
    };
    let tests = |index: usize| if index.is_multiple_of(10) { failed(index) } else { passed(index) };
    let found = |index: usize| {
        format!("src/part_{}.rs:{}:    return Err(Fault::Number{index});\n", index / 50, index % 50 + 1)
    };
    let changed = |index: usize| match index % 40 {
        0 => format!(
            "diff --git a/src/part_{index}.rs b/src/part_{index}.rs\nindex 3b18e51..a04f2c1 100644\n--- a/src/part_{index}.rs\n+++ b/src/part_{index}.rs\n@@ -1,30 +1,30 @@\n"
        ),
        1..5 => format!("-    let limit_{index} = self.limits.of(part);\n"),
        5..10 => format!("+    let limit_{index} = self.limits.of(part).unwrap_or({index});\n"),
        _ => format!("     // as it was in line {index}, and will be\n"),
    };
    let logged = |index: usize| {
        format!(
            "2026-11-30T07:{:02}:{:02}Z INFO worker {} served request {index} in 12 ms\n",
            index / 60 % 60,
            index % 60,
            index % 8
        )
    };
    let kept = |text: &str, is_kept: fn(&str) -> bool| -> String {
        text.lines().filter(|line| is_kept(line)).flat_map(|line| [line, "\n"]).collect()
    };
    let (tests, diff, log) = (filled(tests), filled(changed), filled(logged));
    let without_passes = kept(&tests, |line| !line.ends_with("ok"));
    let without_context = kept(&diff, |line| line.starts_with(['+', '-', 'd']));
    let rows = [
        ("cargo test, mixed", Family::Cargo, tests, without_passes),
        ("cargo test, all passed", Family::Cargo, filled(passed), "cargo test: ok\n".to_owned()),
        ("cargo test, all failed", Family::Cargo, filled(failed), filled(failed).replace("thread ", "")),
        ("the same, of unknown origin", Family::Build, filled(failed), filled(failed).replace("thread ", "")),
        ("git diff", Family::GitDiff, diff, without_context),
        ("grep -rn", Family::Grep, filled(found), grouped(&filled(found))),
        (
            "log lines, of unknown origin",
            Family::Build,
            log.clone(),
            log.lines().take(200).collect::<Vec<_>>().join("\n"),
        ),
        ("one line of dashes and files", Family::Build, filled(failed), "rs-a.rs-".repeat(BYTES / 9)),
        (
            "numbers that all differ",
            Family::Build,
            filled(|index| format!("{index} failed\n")),
            filled(|index| format!("{} failed\n", index + 9)),
        ),
        ("log lines, as a text", Family::Text, log.clone(), log.replace("INFO ", "")),
    ];
    for (name, family, input, reduction) in rows {
        let mut times: Vec<Duration> = (0..RUNS)
            .map(|_| {
                let start = Instant::now();
                black_box(judge(Families::one(family), black_box(&input), black_box(&reduction)));
                start.elapsed()
            })
            .collect();
        times.sort_unstable();
        let milliseconds = |at: usize| times.get(at).copied().unwrap_or_default().as_secs_f64() * 1000.0;
        let verdict = judge(Families::one(family), &input, &reduction);
        println!(
            "{name:>28}: {:.1} ms, at best {:.1} ms, for {} kB and {} kB, {}",
            milliseconds(RUNS / 2),
            milliseconds(0),
            input.len() / 1000,
            reduction.len() / 1000,
            if verdict.is_accepted() { "accepted" } else { "refused" }
        );
    }
}

/// Matches by file, as optimizers show them.
fn grouped(matches: &str) -> String {
    let mut text = String::new();
    let mut last = "";
    for (file, rest) in matches.lines().filter_map(|line| line.split_once(':')) {
        if file != last {
            text.push_str(file);
            text.push('\n');
            last = file;
        }
        text.push_str(&format!("  {}\n", rest.replacen(":    ", ": ", 1)));
    }
    text
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
