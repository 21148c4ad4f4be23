//! Ways out of a process tree, and ways in which a client's session ends. Whatever the combination: no process
//! survives.

use std::thread;
use std::time::Duration;

use rustix::process::Signal;
use serde_json::json;

use crate::support::processes::{children, descriptors, eventually, is_alive, only_a_spare};
use crate::support::result::{assert_failure, ended, number};
use crate::support::toolhost::{after, finish};
use crate::support::{Lines, Mcp, Toolhost};

/// Each leaves processes behind that are hard to find, and then makes the file `ready`.
const ESCAPES: [(&str, &str); 8] = [
    ("plain &", "sleep 600 & sleep 600 & touch ready; wait"),
    ("nohup", "nohup sleep 600 >/dev/null 2>&1 & touch ready; wait"),
    ("setsid", "setsid sleep 600 & touch ready; wait"),
    ("double fork and setsid", "(setsid sh -c 'sleep 600 & sleep 600 & touch ready' &); sleep 600"),
    ("ignores TERM", "trap '' TERM HUP INT; (sleep 600; sleep 600) & touch ready; sleep 600; sleep 600"),
    ("holds the pipe", "sleep 600 & disown; exec 3>&1; setsid sleep 600 & touch ready; exec sleep 600"),
    ("stopped", "sleep 600 & kill -STOP $!; touch ready; wait"),
    (
        "left by a command that has ended",
        "setsid sh -c 'touch ready; sleep 600; true' >/dev/null 2>&1 & until [ -e ready ]; do sleep .05; done",
    ),
];

/// For each escape, in a pipe and on a terminal: starts it in a session, waits until its processes run, lets
/// `end` end it, and sees to it that none is left but the host, if that lives on.
fn check(end: impl Fn(&mut Lines)) {
    for (name, cmd) in ESCAPES {
        for tty in [false, true] {
            let toolhost = Toolhost::new();
            let mut lines = Lines::start(&toolhost);
            let arguments = json!({"cmd": cmd, "tty": tty, "yield_time_ms": 30_000});
            lines.send("escape", "exec_command", &arguments);
            let host = lines.pipe.pid();
            eventually("the command runs", || toolhost.workspace().join("ready").exists());
            assert!(!toolhost.processes(&[host]).is_empty(), "{name} runs");
            end(&mut lines);
            toolhost.expect_no_survivor(name, &[host]);
        }
    }
}

#[test]
fn the_end_of_input_leaves_no_survivor() {
    for (name, cmd) in ESCAPES {
        for tty in [false, true] {
            let toolhost = Toolhost::new();
            let mut lines = Lines::start(&toolhost);
            lines.call("exec_command", &json!({"cmd": cmd, "tty": tty, "yield_time_ms": 250}));
            eventually("the command runs", || toolhost.workspace().join("ready").exists());
            lines.end();
            // Nothing is left when the program exits, not some time later.
            toolhost.assert_no_survivor(name);
        }
    }
}

#[test]
fn sigterm_of_the_host_leaves_no_survivor() {
    check(|lines| {
        lines.pipe.signal(Signal::TERM);
        lines.pipe.wait();
    });
}

#[test]
fn sigint_of_the_host_leaves_no_survivor() {
    check(|lines| {
        lines.pipe.signal(Signal::INT);
        lines.pipe.wait();
    });
}

#[test]
fn sigkill_of_the_host_leaves_no_survivor() {
    check(|lines| {
        lines.pipe.signal(Signal::KILL);
        assert_eq!(lines.pipe.wait(), 137);
    });
}

/// A command that has ended in the meantime has nothing to cancel: its children belong to the session.
#[test]
fn cancelling_leaves_no_survivor() {
    check(|lines| {
        lines.cancel("escape");
        let result = lines.result("escape");
        if result["error"].is_null() {
            assert_eq!(ended(&result).1, 0);
            lines.end();
        } else {
            assert_failure(&result, "cancelled", &[]);
        }
    });
}

/// What ends a call with a limit of its own, `call --timeout`, ends its tree.
#[test]
fn a_single_call_leaves_no_survivor() {
    for (name, cmd) in ESCAPES {
        let toolhost = Toolhost::new();
        let arguments = json!({"cmd": cmd}).to_string();
        toolhost.run(&["call", "--timeout", "1s", "exec_command", &arguments]);
        toolhost.assert_no_survivor(name);
    }
}

/// A parent-death signal fires when the thread that spawned ends, and runtimes end idle threads after a while
/// (ten seconds in tokio): such a session would be dead long before.
#[test]
fn slow_35_s_a_session_outlives_an_idle_host() {
    let toolhost = Toolhost::new();
    let (mut lines, mut mcp) = (Lines::start(&toolhost), Mcp::initialized(&toolhost));
    let (id, _) = lines.start_command("sleep 600", false);
    let started = mcp.call("exec_command", &json!({"cmd": "sleep 600", "tty": true, "yield_time_ms": 250}));
    thread::sleep(Duration::from_secs(35));
    assert_eq!(number(&lines.write_stdin(id, ""), "session_id"), id);
    let arguments = json!({"session_id": started["session_id"], "chars": ""});
    assert_eq!(mcp.call("write_stdin", &arguments)["session_id"], started["session_id"]);
}

#[test]
fn two_hundred_commands_of_every_kind_leave_nothing_behind() {
    let toolhost = Toolhost::new();
    let mut lines = Lines::start(&toolhost);
    let host = lines.pipe.pid();
    let round = |lines: &mut Lines| {
        for cmd in ["true", "exit 3", "kill -9 $$", "echo x", "setsid sleep .1 >/dev/null 2>&1 &"] {
            for tty in [false, true] {
                lines.call("exec_command", &json!({"cmd": cmd, "tty": tty}));
            }
        }
        // A command that was waited for in two looks, and one that was never started.
        let (id, _) = lines.start_command("sleep .3", false);
        lines.type_to_end(id, "");
        lines.call("exec_command", &json!({"cmd": "true", "workdir": "/nope"}));
    };
    round(&mut lines);
    eventually("the first round is reaped", || only_a_spare(host));
    let before = descriptors(host);
    for _ in 0..17 {
        round(&mut lines);
    }
    eventually("everything is reaped", || only_a_spare(host));
    eventually("no descriptor is left", || descriptors(host) <= before);
    toolhost.expect_no_survivor("200 commands", &[host]);
}

/// A host has a reaper ready for its next command. It is no part of a tree, and ends with the host all the same.
#[test]
fn the_spare_reaper_of_a_killed_host_ends() {
    let toolhost = Toolhost::new();
    let mut lines = Lines::start(&toolhost);
    assert_eq!(ended(&lines.exec("true")), ("", 0));
    let host = lines.pipe.pid();
    eventually("a reaper waits", || children(host).len() == 1);
    let spare = children(host)[0];
    lines.pipe.signal(Signal::KILL);
    eventually("it ends", || !is_alive(spare));
}

/// A lock or a secret that whoever starts the program holds open is not a command's.
#[test]
fn commands_inherit_no_descriptor_of_the_hosts() {
    let toolhost = Toolhost::new();
    let arguments = json!({"cmd": "cat <&8; ls /proc/self/fd | wc -l"}).to_string();
    let direct = toolhost.command(&["call", "exec_command", &arguments]);
    let result = finish(after("exec 8<<<token 9>lock", &direct), "").json();
    let (output, _) = ended(&result);
    assert!(output.contains("8: Bad file descriptor"), "{output}");
    // The three streams, and the folder that is read.
    assert!(output.ends_with("\n4\n"), "{output}");
}
