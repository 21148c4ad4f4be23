//! What the kernel says about processes. Every program under test has a mark in its environment, which all of
//! its descendants inherit, whatever they do to leave their family.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use super::LONG;

/// Waits until `condition` holds; fails the test if it never does.
pub(crate) fn eventually(what: &str, mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < LONG, "never: {what}");
        thread::sleep(Duration::from_millis(10));
    }
}

/// Live processes whose environment holds `mark`. A zombie has no environment.
pub(crate) fn marked(mark: &str) -> Vec<u32> {
    all()
        .filter(|pid| {
            let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
            environment.split(|byte| *byte == 0).any(|variable| variable == mark.as_bytes())
        })
        .collect()
}

/// What a process is called, for messages.
pub(crate) fn command_line(pid: u32) -> String {
    let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    String::from_utf8_lossy(&line).replace('\0', " ")
}

/// Children of a process, zombies among them.
pub(crate) fn children(parent: u32) -> Vec<u32> {
    all().filter(|pid| stat(*pid).is_some_and(|(_, of)| of == parent)).collect()
}

/// Whether a host has no child but the reaper that waits for its next command.
pub(crate) fn only_a_spare(host: u32) -> bool {
    let children = children(host);
    children.iter().all(|child| is_alive(*child)) && children.len() <= 1
}

/// Whether a process is there and not a zombie.
pub(crate) fn is_alive(pid: u32) -> bool {
    stat(pid).is_some_and(|(state, _)| state != 'Z')
}

/// Open descriptors of a process.
pub(crate) fn descriptors(pid: u32) -> usize {
    fs::read_dir(format!("/proc/{pid}/fd")).unwrap().count()
}

/// The most memory in bytes that a process has held at once.
pub(crate) fn peak_memory(pid: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
}

/// State and parent.
fn stat(pid: u32) -> Option<(char, u32)> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name before it stands in brackets and may hold anything.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
    Some((fields.next()?.chars().next()?, fields.next()?.parse().ok()?))
}

fn all() -> impl Iterator<Item = u32> {
    fs::read_dir("/proc").unwrap().flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}
