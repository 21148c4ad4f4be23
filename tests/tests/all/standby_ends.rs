//! How a host that stands by ends, and how its calls do.

use std::fs;

use rustix::process::Signal;
use serde_json::json;

use crate::support::patch::{made, making};
use crate::support::processes::eventually;
use crate::support::standing::{answering, asking, places, running, who};
use crate::support::toolhost::finish;
use crate::support::{Pipe, Standing, Toolhost};

/// A call that says in a file that it runs, and runs on.
fn begin(toolhost: &Toolhost) -> Pipe {
    let arguments = json!({"cmd": "echo begun >>log; exec sleep 301"}).to_string();
    let call = Pipe::start(toolhost.command(&["call", "exec_command", &arguments]));
    eventually("the command runs", || !running(toolhost, "sleep 301").is_empty());
    call
}

fn begun(toolhost: &Toolhost) -> String {
    fs::read_to_string(toolhost.workspace().join("log")).unwrap()
}

#[test]
fn a_call_whose_asker_is_killed_ends_with_its_tree() {
    let toolhost = Toolhost::new();
    let standing = Standing::start(&toolhost);
    for signal in [Signal::INT, Signal::TERM, Signal::KILL] {
        let mut call = begin(&toolhost);
        assert_ne!(call.pid(), standing.pid());
        call.signal(signal);
        call.wait();
        eventually("its command has ended", || running(&toolhost, "sleep 301").is_empty());
    }
    assert_eq!(answering(&toolhost), standing.pid());
}

#[test]
fn what_a_call_leaves_running_ends_before_the_call_does() {
    let toolhost = Toolhost::new();
    let standing = Standing::start(&toolhost);
    let arguments = json!({"cmd": "setsid sleep 302 >/dev/null 2>&1 & echo done"});
    for _ in 0..3 {
        let (status, result) = toolhost.call("exec_command", &arguments);
        assert_eq!((status, &result["output"]), (0, &json!("done\n")), "{result}");
        assert_eq!(running(&toolhost, "sleep 302"), Vec::<u32>::new());
    }
    assert_eq!(answering(&toolhost), standing.pid());
}

#[test]
fn a_call_is_not_made_twice_when_its_host_is_killed() {
    let toolhost = Toolhost::new();
    let mut standing = Standing::start(&toolhost);
    let mut call = begin(&toolhost);
    standing.pipe.signal(Signal::KILL);
    standing.pipe.wait();
    assert_eq!(call.wait(), 1);
    assert_eq!(call.rest(), Vec::<String>::new());
    let said = call.stderr();
    assert!(said.starts_with("error: ") && said.contains("may have been carried out, or not"), "{said}");
    eventually("its command has ended", || running(&toolhost, "sleep 301").is_empty());
    assert_eq!(begun(&toolhost), "begun\n");
}

#[test]
fn a_host_that_is_stopped_ends_the_calls_that_run() {
    let toolhost = Toolhost::new();
    for signal in [Signal::INT, Signal::TERM] {
        let standing = Standing::start(&toolhost);
        let mut call = begin(&toolhost);
        standing.pipe.signal(signal);
        assert_eq!(call.wait(), 1);
        assert!(call.stderr().contains("stopped by a signal"), "{}", call.stderr());
        standing.end(&toolhost);
        assert_eq!(running(&toolhost, "sleep 301"), Vec::<u32>::new());
    }
}

#[test]
fn what_a_killed_host_leaves_is_in_nobody_s_way() {
    let toolhost = Toolhost::new();
    let mut killed = Standing::start(&toolhost);
    assert_eq!(answering(&toolhost), killed.pid());
    killed.pipe.signal(Signal::KILL);
    killed.pipe.wait();
    assert_eq!(places(&toolhost).len(), 2, "its socket and its lock");
    assert_ne!(answering(&toolhost), killed.pid());
    assert!(toolhost.run(&["doctor"]).stdout.contains("no host stands by"));
    let standing = Standing::start(&toolhost);
    assert_eq!(answering(&toolhost), standing.pid());
    standing.pipe.signal(Signal::TERM);
    standing.end(&toolhost);
}

#[test]
fn a_second_one_is_refused_and_named_the_first() {
    let toolhost = Toolhost::new();
    let first = Standing::start(&toolhost);
    let second = toolhost.run(&["standby"]);
    assert_eq!((second.status, second.stdout.as_str()), (2, ""), "{second:?}");
    assert!(second.stderr.contains(&format!("process {}", first.pid())), "{second:?}");
    assert_eq!(answering(&toolhost), first.pid());
    first.pipe.signal(Signal::TERM);
    first.end(&toolhost);
    let third = Standing::start(&toolhost);
    assert_eq!(answering(&toolhost), third.pid());
}

#[test]
fn a_host_ends_when_nobody_calls() {
    let toolhost = Toolhost::new();
    let standing = Standing::start_with(toolhost.command(&["standby", "--idle", "1ms"]));
    standing.end(&toolhost);
    assert_ne!(answering(&toolhost), 0);
}

#[test]
fn its_live_commands_are_listed_and_can_be_ended() {
    let toolhost = Toolhost::new();
    let standing = Standing::start(&toolhost);
    let mut call = begin(&toolhost);
    let listed = toolhost.run(&["sessions", "list"]).stdout;
    let id = listed.split('\t').next().unwrap();
    assert!(id.starts_with(&format!("{}.", standing.pid())), "{listed}");
    assert_eq!(toolhost.run(&["sessions", "end", id]).status, 0);
    assert_eq!(call.wait(), 1, "{}", call.stderr());
}

#[test]
fn what_another_host_left_half_done_is_settled_before_a_call() {
    const FILES: usize = 1500;
    let toolhost = Toolhost::new();
    let standing = Standing::start(&toolhost);
    // A call with an option has a host of its own.
    let mut other =
        Pipe::start(toolhost.command(&["call", "apply_patch", &making(FILES), "--timeout", "90s"]));
    eventually("files are made", || made(&toolhost) > 50);
    other.signal(Signal::KILL);
    other.wait();
    let was_cut_short = made(&toolhost) < FILES;
    let ran = finish(toolhost.command(&asking()), "");
    assert_eq!(who(&ran), standing.pid());
    assert!([0, FILES].contains(&made(&toolhost)), "{} of {FILES}", made(&toolhost));
    // All files may have been there, and the commit not have been at its end.
    let is_told = ran.stderr.contains("warning: A change that had been cut short");
    assert!(is_told || !was_cut_short, "{ran:?}");
}

#[test]
fn a_host_that_is_told_to_end_carries_a_patch_out() {
    const FILES: usize = 1500;
    let toolhost = Toolhost::new();
    let standing = Standing::start(&toolhost);
    let mut call = Pipe::start(toolhost.command(&["call", "apply_patch", &making(FILES)]));
    eventually("files are made", || made(&toolhost) > 50);
    standing.pipe.signal(Signal::TERM);
    standing.end(&toolhost);
    assert_eq!(made(&toolhost), FILES);
    call.wait();
}

#[test]
fn a_host_leaves_the_place_of_another_alone() {
    let toolhost = Toolhost::new();
    let first = Standing::start(&toolhost);
    fs::remove_dir_all(toolhost.path("home/.state/toolhost/control")).unwrap();
    let second = Standing::start(&toolhost);
    first.pipe.signal(Signal::TERM);
    let mut first = first.pipe;
    assert_eq!(first.wait(), 0);
    assert_eq!(answering(&toolhost), second.pid());
}
