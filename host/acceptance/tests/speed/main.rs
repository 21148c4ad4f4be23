//! How long a judgement takes. It prints times, and passes whatever they are:
//! `cargo test --release -p toolhost-acceptance --test speed -- --ignored --nocapture`.

#![allow(clippy::print_stdout, reason = "the times are what it is for")]

mod shapes;

use std::hint::black_box;
use std::time::{Duration, Instant};

use shapes::Shape;
use toolhost_acceptance::judge;

/// How often each is measured. The median counts; where others use the processor, too, the best does.
const RUNS: usize = 21;

#[test]
#[ignore = "it measures, and decides nothing"]
fn judgements_of_large_outputs() {
    for Shape { name, families, input, reduction } in shapes::shapes() {
        let mut times: Vec<Duration> = (0..RUNS)
            .map(|_| {
                let start = Instant::now();
                black_box(judge(families, black_box(&input), black_box(&reduction)));
                start.elapsed()
            })
            .collect();
        times.sort_unstable();
        let milliseconds = |at: usize| times.get(at).copied().unwrap_or_default().as_secs_f64() * 1000.0;
        let verdict = judge(families, &input, &reduction);
        println!(
            "{name:>31}: {:4.1} ms, at best {:4.1} ms, for {} kB and {} kB, {}",
            milliseconds(RUNS / 2),
            milliseconds(0),
            input.len() / 1000,
            reduction.len() / 1000,
            if verdict.is_accepted() { "accepted" } else { "refused" }
        );
    }
}
