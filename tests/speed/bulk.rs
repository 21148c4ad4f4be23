//! A gibibyte of output, against the shell that writes it to a file.

use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::fixture::{Fixture, median, ratio};

const PRODUCER: &str =
    "yes 'a line of output as programs print them, eighty bytes long, more or less so' | head -c 1073741824";
const ROUNDS: usize = 5;

pub(crate) async fn run() {
    let fixture = Fixture::new().await;
    fixture.call("exec_command", json!({"cmd": "true"})).await.delivered();
    let idle = resident();
    let (mut ours, mut peer) = (Vec::new(), Vec::new());
    let mut most: u64 = 0;
    for round in 0..ROUNDS {
        settle();
        let start = Instant::now();
        let call = fixture.call("exec_command", json!({"cmd": PRODUCER}));
        let mut call = std::pin::pin!(call);
        let reply = loop {
            tokio::select! {
                reply = &mut call => break reply,
                () = tokio::time::sleep(Duration::from_millis(20)) => most = most.max(resident()),
            }
        };
        ours.push(start.elapsed());
        assert_eq!(reply.answer.structured().get("total_output_bytes"), Some(&json!(1_u64 << 30)));
        let spool = reply.answer.structured()["spool_path"].as_str().unwrap().to_owned();
        reply.delivered();
        std::fs::remove_file(spool).unwrap();

        settle();
        let file = fixture.folder.path().join(format!("out-{round}"));
        let start = Instant::now();
        let status = Command::new("/bin/bash")
            .args(["-c", &format!("{PRODUCER} > '{}'", file.display())])
            .status()
            .unwrap();
        peer.push(start.elapsed());
        assert!(status.success());
        std::fs::remove_file(file).unwrap();
    }
    let (ours, peer) = (median(ours), median(peer));
    println!(
        "bulk   {ours:?} for 1 GiB; into a file alone {peer:?}; throughput {:.2} of it (at least 0.7); \
         {} MiB of memory over idle (at most 64)",
        1.0 / ratio(ours, peer),
        most.saturating_sub(idle) >> 20,
    );
    fixture.client.close().await;
}

/// Waits until the disk has all that was written before, so that no run pays for the one before it.
fn settle() {
    assert!(Command::new("sync").status().unwrap().success());
}

/// Bytes of this process in memory.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_ascii_whitespace().nth(1).unwrap().parse::<u64>().unwrap() << 10
}
