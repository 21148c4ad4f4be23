//! Prints how long it takes to keep an answer, to read it, and to count an event.
//!
//!     cargo run -p toolhost-store --example remember -- FILE

#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use toolhost_store::{Clock, Event, Reduced, Remembered, Size, Stage, Store};

/// The middle one of some runs.
fn median(runs: usize, mut run: impl FnMut(usize)) -> Duration {
    let mut times: Vec<_> = (0..runs)
        .map(|number| {
            let start = Instant::now();
            run(number);
            start.elapsed()
        })
        .collect();
    times.sort();
    times[runs / 2]
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args_os().nth(1).ok_or("the path of a store to make is missing")?;
    let start = Instant::now();
    let store = Store::open(Path::new(&path), Clock::system())?;
    println!("make         {:>10.1?}", start.elapsed());
    let key = |number: usize| {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&number.to_le_bytes());
        key
    };
    for bytes in [1_000, 20_000, 500_000] {
        let value = Remembered::Reduced(Reduced {
            text: "a line of output\n".repeat(bytes / 17).into(),
            provider: "rtk".into(),
            tokens_before: 1_000_000,
            tokens_after: 125_000,
        });
        let first = bytes * 1_000;
        let keep = median(101, |run| {
            let _ = black_box(store.reductions.keep(&key(first + run), &value));
        });
        let get = median(1_001, |run| {
            let _ = black_box(store.reductions.get(&key(first + run % 101)));
        });
        println!("keep {bytes:>7} {keep:>10.1?}   get {get:>10.1?}");
    }
    let miss = median(1_001, |run| {
        let _ = black_box(store.reductions.get(&key(run)));
    });
    println!("get nothing  {miss:>10.1?}");
    let event = Event {
        tool: "shell",
        stage: Stage::Reduce,
        provider: "rtk",
        class: "changed",
        before: Size { bytes: 4_000, tokens: 1_000 },
        after: Size { bytes: 400, tokens: 100 },
        duration: Duration::from_millis(7),
    };
    let start = Instant::now();
    for _ in 0..100_000 {
        store.savings.record(&event);
    }
    println!("record       {:>10.1?} on average, writes included", start.elapsed() / 100_000);
    drop(store);
    let open = median(101, |_| drop(black_box(Store::open(Path::new(&path), Clock::system()))));
    println!("open         {open:>10.1?}");
    Ok(())
}
