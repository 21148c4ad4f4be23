//! Ways out of a process tree, each of which must lead nowhere.

use std::process::Command;
use std::time::Duration;

use toolhost_capability::terminal::Request;

use crate::support::{client, eventually, marked, on_terminal, request};

/// Each leaves processes behind that are hard to find, then says that it is ready.
const ESCAPES: [(&str, &str); 8] = [
    ("plain", "sleep 600 & sleep 600 & echo ready; wait"),
    ("nohup", "nohup sleep 600 >/dev/null 2>&1 & echo ready; wait"),
    ("setsid", "setsid sleep 600 & echo ready; wait"),
    ("double fork", "(setsid sh -c 'sleep 600 & sleep 600 &' &); sleep .2; echo ready; sleep 600"),
    ("ignores TERM", "trap '' TERM; (trap '' TERM HUP; sleep 600) & echo ready; sleep 600"),
    ("disown", "sleep 600 & disown; setsid nohup sleep 600 >/dev/null 2>&1 & disown; echo ready; sleep 600"),
    ("stopped", "sleep 600 & kill -STOP $!; echo ready; wait"),
    ("forks on", "f() { while :; do (setsid sleep 600 &); sleep .01; done; }; f & echo ready; wait"),
];

fn marked_request(name: &str, command: &str) -> (String, Request) {
    let value = format!("{}-{}", std::process::id(), name.replace(' ', "-"));
    let mark = format!("ESCAPE={value}");
    (mark, Request { env: vec![("ESCAPE".into(), value)], ..request(command) })
}

#[tokio::test(flavor = "multi_thread")]
async fn closing_the_client_leaves_no_survivor() {
    for (name, command) in ESCAPES {
        let client = client();
        let (mark, request) = marked_request(name, command);
        client.start_until(request, "ready").await;
        // While a process is replaced by another program, it shows no environment.
        eventually(name, || marked(&mark).len() > 1).await;
        assert_eq!(client.terminals.close().await, 0, "{name}");
        assert_eq!(marked(&mark), Vec::<u32>::new(), "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kill_leaves_no_survivor() {
    for (name, command) in ESCAPES {
        let client = client();
        let (mark, request) = marked_request(&format!("{name} killed"), command);
        let id = client.start_until(request, "ready").await;
        client.terminals.signal(id, "KILL", Duration::from_secs(60)).await.unwrap().output.delivered();
        eventually(name, || marked(&mark).is_empty()).await;
    }
}

/// What a command left behind in the background ends with the client, too.
#[tokio::test(flavor = "multi_thread")]
async fn the_background_of_a_finished_command_ends_with_the_client() {
    let client = client();
    let (mark, request) = marked_request("background", "setsid sleep 600 >/dev/null 2>&1 & sleep .1");
    let observation = client.terminals.start(request, Duration::from_secs(60)).await.unwrap();
    observation.output.delivered();
    assert_eq!(observation.background, 1);
    eventually("it runs on", || !marked(&mark).is_empty()).await;
    assert_eq!(client.terminals.close().await, 0);
    assert_eq!(marked(&mark), Vec::<u32>::new());
}

/// A reaper is a process like any other, and may be killed by one.
#[tokio::test(flavor = "multi_thread")]
async fn killing_the_reaper_ends_the_tree() {
    let client = client();
    let (mark, request) = marked_request("reaper", "setsid sleep 600 & echo ready; wait");
    client.start_until(request, "ready").await;
    let parent_of = |pid: &u32| {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        stat.rsplit(") ").next()?.split(' ').nth(1)?.parse::<u32>().ok()
    };
    let is_reaper = |pid: &u32| {
        let arguments = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        arguments.starts_with(b"toolhost-reaper")
    };
    let reaper = marked(&mark).iter().filter_map(parent_of).find(is_reaper).unwrap();
    assert!(Command::new("kill").args(["-9", &reaper.to_string()]).status().unwrap().success());
    eventually("the tree has ended", || marked(&mark).is_empty()).await;
    assert_eq!(client.terminals.close().await, 0);
}

/// One that has left its session and its parents, and has nothing in its environment, comes to the host.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn killing_the_reaper_hides_nobody() {
    let client = client();
    // A length that no other process sleeps for.
    let seconds = format!("600.{}", std::process::id());
    let is_hidden = || {
        let processes = std::fs::read_dir("/proc").unwrap().flatten();
        let mut lines = processes.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
        lines.any(|line| line.starts_with(b"sleep\0") && line[6..].starts_with(seconds.as_bytes()))
    };
    let command = format!("env -i setsid sleep {seconds} & echo ready; read x; kill -9 $PPID; wait");
    let id = client.start_until(on_terminal(&command), "ready").await;
    eventually("the process hides", is_hidden).await;
    let _ = client.terminals.send(id, b"\n".to_vec(), Duration::from_secs(60)).await;
    eventually("the tree has ended", || !is_hidden()).await;
    assert_eq!(client.terminals.close().await, 0);
}
