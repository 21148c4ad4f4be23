//! A thousand turns with optimizers that hang leave nothing behind: counted exactly, so in a process of its own.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "all/support.rs"]
#[allow(dead_code, reason = "the other tests need the rest")]
mod support;

use std::path::Path;
use std::sync::Arc;

use toolhost_optimizer::{EXTERNAL_CALLS, Optimizer, ShellOutput};

use support::{Setup, eventually, exec_json, output};

const TURNS: usize = 1000;

/// In so many turns there is one with more outputs than a stage may ask about.
const EVERY: usize = 7;
const MANY: usize = 10;

/// More than a pipe holds, so that a request has to be read.
const BYTES: usize = 100_000;

/// How a program hangs. Each notes that it has started.
const HANGS: [(&str, &str); 4] = [
    ("sleeps", "sleep 600"),
    // It is done, but what it printed is not.
    ("forks", "setsid sleep 600 &"),
    ("deaf", "head -c 1 >/dev/null; sleep 600"),
    ("stubborn", "trap '' TERM INT HUP; while :; do sleep 600; done"),
];

/// What is counted: open descriptors, children and places.
#[derive(Debug, PartialEq, Eq)]
struct Held {
    descriptors: usize,
    reapers: usize,
    free: usize,
}

impl Held {
    fn now(setup: &Setup) -> Held {
        let descriptors = std::fs::read_dir("/proc/self/fd").unwrap().count();
        Held { descriptors, reapers: children(), free: setup.places.free() }
    }
}

/// Processes that this one has started and not waited for: reapers.
fn children() -> usize {
    let own = std::process::id().to_string();
    let is_child = |path: &Path| {
        let stat = std::fs::read_to_string(path.join("stat")).unwrap_or_default();
        stat.rsplit(") ").next().is_some_and(|fields| fields.split(' ').nth(1) == Some(&own))
    };
    std::fs::read_dir("/proc").unwrap().flatten().filter(|entry| is_child(&entry.path())).count()
}

/// Processes of the programs: all that have their folder in the environment.
fn alive(setup: &Setup) -> usize {
    let mark = format!("TMPDIR={}", setup.folder.path().display());
    let is_marked = |path: &Path| {
        let environment = std::fs::read(path.join("environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|entry| entry == mark.as_bytes())
    };
    std::fs::read_dir("/proc").unwrap().flatten().filter(|entry| is_marked(&entry.path())).count()
}

async fn is_quiet(setup: &Setup) {
    eventually("everything ends", || alive(setup) == 0 && setup.places.free() == EXTERNAL_CALLS).await;
}

/// Outputs that nothing is remembered of.
fn outputs(turn: usize, count: usize) -> Vec<ShellOutput> {
    (0..count).map(|item| output("make", &format!("{turn} {item} {}", "x".repeat(BYTES)))).collect()
}

async fn hang(optimizer: &Optimizer, turn: usize) {
    let count = if turn.is_multiple_of(EVERY) { MANY } else { 1 };
    let outputs = outputs(turn, count);
    let calls: Vec<_> = outputs.iter().map(|output| output.call.clone()).collect();
    let turn_of_both = optimizer.turn();
    if turn % EVERY == EVERY / 2 {
        assert_eq!(turn_of_both.rewrite(&calls).await, vec![None; count]);
    }
    assert_eq!(turn_of_both.reduce(&outputs).await, vec![None; count]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_turns_with_hanging_providers_leave_nothing_behind() {
    let setup = Setup::new();
    let providers = HANGS.map(|(name, text)| {
        let path = setup.script(name, &format!("printf x >>\"$TMPDIR/{name}.started\"\n{text}"));
        exec_json(name, &path)
    });
    // Each is the first to be asked in one of them, as in as many profiles: the others have no time left.
    let optimizers: Vec<Arc<Optimizer>> = (0..HANGS.len())
        .map(|first| {
            let mut order = providers.to_vec();
            order.rotate_left(first);
            let generation = setup.optimizing("timeout_ms: 20", &order);
            assert!(generation.faults.is_empty(), "{:?}", generation.faults);
            generation.optimizer
        })
        .collect();
    // As many reapers as programs run at once are kept for the next ones.
    let mut turn = 0;
    while children() < EXTERNAL_CALLS {
        hang(&optimizers[0], turn).await;
        is_quiet(&setup).await;
        turn += EVERY;
    }
    let before = Held::now(&setup);
    setup.told.take();

    for turn in 1..=TURNS {
        hang(&optimizers[turn % optimizers.len()], turn).await;
    }
    is_quiet(&setup).await;
    eventually("what the last ones held is given back", || Held::now(&setup) == before).await;

    let told = setup.told.take();
    assert!(told.len() >= TURNS, "{}", told.len());
    let others: Vec<_> =
        told.iter().filter(|(_, class, _)| !["timed_out", "busy"].contains(&class.as_str())).collect();
    assert!(others.is_empty(), "{others:?}");
    for (name, _) in HANGS {
        let started = std::fs::read(setup.folder.path().join(format!("{name}.started")));
        assert!(started.is_ok_and(|started| !started.is_empty()), "{name} never ran");
    }

    let healthy = setup.script("healthy", "cat >/dev/null; echo '{\"changed\":true,\"output\":\"short\"}'");
    let generation = setup.optimizing("timeout_ms: 60000", &[exec_json("healthy", &healthy)]);
    let reduced = generation.optimizer.turn().reduce(&outputs(0, 1)).await;
    assert_eq!(reduced[0].as_ref().map(|reduced| reduced.text.as_str()), Some("short"));
    eventually("the healthy one has left", || alive(&setup) == 0).await;
    assert_eq!(Held::now(&setup), before);
}
