//! How long a judgement takes. It prints times, and passes whatever they are:
//! `cargo test --release -p toolhost-acceptance --test speed -- --ignored --nocapture`.

#![allow(clippy::print_stdout, reason = "the times are what it is for")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use toolhost_acceptance::{Families, Family, judge};

/// As many bytes as an output may have that is reduced.
const BYTES: usize = 500_000;

/// How often each is measured; the median counts.
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
    let found = |index: usize| format!("src/part_{}.rs:{}:    return Err(Fault::Number{index});\n", index / 50, index % 50 + 1);
    let rows = [
        ("tests that passed", Family::Cargo, filled(passed), "cargo test: ok\n".to_owned()),
        ("tests that failed", Family::Cargo, filled(failed), filled(failed).replace("thread ", "")),
        ("the same, of unknown origin", Family::Build, filled(failed), filled(failed).replace("thread ", "")),
        ("matches", Family::Grep, filled(found), filled(found).replace("    return", "return")),
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
        let median = times.get(RUNS / 2).copied().unwrap_or_default();
        println!("{name:>28}: {:.1} ms for {} kB", median.as_secs_f64() * 1000.0, input.len() / 1000);
    }
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
