//! The shortest command, against the same shell started and waited for.

use std::process::{Command, Stdio};
use std::time::Instant;

use serde_json::json;

use crate::fixture::{Fixture, median, ratio};

const ROUNDS: usize = 300;

pub(crate) async fn run() {
    let fixture = Fixture::new().await;
    let (mut ours, mut peer) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let reply = fixture.call("exec_command", json!({"cmd": "true"})).await;
        ours.push(start.elapsed());
        assert_eq!(reply.answer.structured().get("exit_code"), Some(&json!(0)), "{:?}", reply.answer);
        reply.delivered();

        let start = Instant::now();
        let status = Command::new("/bin/bash")
            .args(["-c", "true"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .status()
            .unwrap();
        peer.push(start.elapsed());
        assert!(status.success());
    }
    let (ours, peer) = (median(ours), median(peer));
    println!(
        "exec   {ours:?} for `true`; spawn and wait alone {peer:?}; ratio {:.2}, difference {:?} (at most 1.5 ms)",
        ratio(ours, peer),
        ours.saturating_sub(peer),
    );
    fixture.client.close().await;
}
