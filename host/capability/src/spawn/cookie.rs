//! The backstop for a reaper that was killed: each tree carries a mark in its environment.
//!
//! A process that cleans its environment, leaves its session and kills its reaper is out of reach of this one.

use std::io;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal};

/// The environment variable that carries the mark.
pub(super) const NAME: &str = "TOOLHOST_TREE";

/// How long marked processes are hunted.
const BOUND: Duration = Duration::from_secs(5);

/// A mark that no other tree has.
pub(super) fn new() -> io::Result<String> {
    getrandom::u64().map(|number| format!("{number:016x}")).map_err(io::Error::other)
}

/// Kills the command's own group and every process that carries the mark. How many withstood, if any.
pub(super) async fn end_marked(pid: u32, mark: &str) -> Option<u32> {
    let group = i32::try_from(pid).ok().and_then(Pid::from_raw);
    if let Some(group) = group {
        let _ = rustix::process::kill_process_group(group, Signal::KILL);
    }
    let start = Instant::now();
    loop {
        let marked = marked(mark);
        if marked.is_empty() {
            return None;
        }
        if start.elapsed() > BOUND {
            return Some(u32::try_from(marked.len()).unwrap_or(u32::MAX));
        }
        for process in marked {
            let _ = rustix::process::kill_process(process, Signal::KILL);
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Processes whose environment at their start had the mark. Other systems than Linux do not show it.
fn marked(mark: &str) -> Vec<Pid> {
    let entry = format!("{NAME}={mark}");
    let own = rustix::process::getpid();
    std::fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|process| {
            let pid = Pid::from_raw(process.file_name().to_str()?.parse().ok()?)?;
            let environment = std::fs::read(process.path().join("environ")).ok()?;
            let carries = environment.split(|byte| *byte == 0).any(|variable| variable == entry.as_bytes());
            (carries && pid != own).then_some(pid)
        })
        .collect()
}
