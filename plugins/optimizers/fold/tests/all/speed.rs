//! How long folding takes: a figure to look at, no limit.

#![allow(clippy::print_stdout, reason = "the figure is what it is for")]

use std::time::Instant;

use toolhost_fold::{Rules, Source, fold};

/// Each output is as large as the largest that is reduced unless configured otherwise.
const BYTES: usize = 500_000;

#[test]
#[ignore = "prints figures: cargo test -p toolhost-fold -- --ignored --nocapture"]
fn of_large_outputs() {
    let rows = [
        ("passed tests", "test module::submodule::case_that_does_something ... ok\n"),
        ("a build", "   Compiling some-crate v1.2.3 (/p/some-crate)\nnote: in a file\n"),
        ("prose", "The quick brown fox jumps over the lazy dog, and over 12 more of them.\n"),
        ("trouble", "error: e\nwarning: w\n"),
        ("short lines", "a\nb\n"),
        ("ticks", "  ✓ adds two numbers\nnote: in a file\n"),
        ("times", "2025-11-30T12:00:01Z INFO waiting\n2025-11-30T12:00:01Z INFO still waiting\n"),
    ];
    let source = Source::default();
    for (name, pattern) in rows {
        let text = pattern.repeat(BYTES / pattern.len());
        let mut times: Vec<_> = (0..21)
            .map(|_| {
                let begun = Instant::now();
                std::hint::black_box(fold(
                    std::hint::black_box(&text),
                    &Rules { min_run: 3, keep: &[], source: &source },
                ));
                begun.elapsed()
            })
            .collect();
        times.sort_unstable();
        println!("{name}: {} bytes in {:?} (median of {})", text.len(), times[times.len() / 2], times.len());
    }
}
