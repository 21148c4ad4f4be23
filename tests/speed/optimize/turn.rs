//! A call whose output is looked at by `noop`, against the same call without optimizers.

use std::time::{Duration, Instant};

use serde_json::json;
use toolhost_optimizer::{ShellCall, ShellOutput};

use super::log;
use crate::fixture::{Fixture, Optimizers, median, ratio};

const ROUNDS: usize = 300;
const BYTES: usize = 100_000;

/// Both stages ask it.
const NOOP: &str = "{ enabled: true, command_rewrite: { enabled: true }, output_reduce: { enabled: true }, \
                    providers: [{ type: noop }] }";

pub(super) async fn run() {
    let optimized = Fixture::optimizing(Optimizers::new(NOOP)).await;
    let plain = Fixture::new().await;
    let outputs: Vec<String> = (0..=ROUNDS).map(|round| log(round * 100_000, BYTES)).collect();
    for (round, output) in outputs.iter().enumerate() {
        for fixture in [&optimized, &plain] {
            std::fs::write(fixture.workspace().join(format!("out-{round}")), output).unwrap();
        }
    }
    let (mut ours, mut peer, mut beyond) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        // Each goes first as often as the other.
        let (with, without) = if round.is_multiple_of(2) {
            let with = call(&optimized, round).await;
            (with, call(&plain, round).await)
        } else {
            let without = call(&plain, round).await;
            (call(&optimized, round).await, without)
        };
        ours.push(with);
        peer.push(without);
        beyond.push(with.as_secs_f64() - without.as_secs_f64());
    }
    beyond.sort_unstable_by(f64::total_cmp);
    let (with, without) = (median(ours), median(peer));
    let alone = alone(&optimized, &outputs).await;
    println!(
        "optimize a call that prints {BYTES} bytes: {with:?} with noop, {without:?} without optimizers; ratio {:.2}, \
         difference {:?}, of pairs {:.3} ms (at most 1 ms); the two stages alone {alone:?}",
        ratio(with, without),
        with.saturating_sub(without),
        beyond[ROUNDS / 2] * 1000.0,
    );
    for fixture in [optimized, plain] {
        fixture.client.close().await;
    }
}

/// A command and an output that nothing is remembered of.
async fn call(fixture: &Fixture, round: usize) -> Duration {
    let start = Instant::now();
    let reply = fixture.call("exec_command", json!({"cmd": format!("cat out-{round}")})).await;
    let time = start.elapsed();
    assert_eq!(
        reply.answer.structured().get("total_output_bytes"),
        Some(&json!(BYTES)),
        "{:?}",
        reply.answer
    );
    reply.delivered();
    time
}

/// What a call waits for on account of the optimizers, without the call.
async fn alone(optimized: &Fixture, outputs: &[String]) -> Duration {
    let mut times = Vec::new();
    for (round, output) in outputs.iter().enumerate() {
        let call = ShellCall::new("exec_command", "1", format!("cat other-{round}"));
        let output = ShellOutput { call: call.clone(), original_command: None, text: output.clone() };
        let start = Instant::now();
        let turn = optimized.optimizer.turn();
        assert_eq!(turn.rewrite(std::slice::from_ref(&call)).await, [None]);
        assert_eq!(turn.reduce(std::slice::from_ref(&output)).await, [None]);
        times.push(start.elapsed());
    }
    median(times)
}
