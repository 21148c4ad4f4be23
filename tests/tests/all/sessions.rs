//! `toolhost sessions`: the live commands of running hosts, seen and ended from another process.

use rustix::process::Signal;
use serde_json::json;

use crate::support::result::{ended, number};
use crate::support::toolhost::{after, finish};
use crate::support::{Lines, Mcp, Toolhost};

/// Identity and command of every session that is listed.
fn list(toolhost: &Toolhost) -> Vec<(String, String)> {
    let ran = toolhost.run(&["sessions", "list"]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{ran:?}");
    let mut listed: Vec<(String, String)> = ran
        .stdout
        .lines()
        .map(|line| {
            let columns: Vec<&str> = line.split('\t').collect();
            assert_eq!(columns.len(), 5, "{line}");
            assert_eq!(columns[3], toolhost.workspace().to_str().unwrap());
            (columns[0].to_owned(), columns[4].to_owned())
        })
        .collect();
    listed.sort_by(|one, other| one.1.cmp(&other.1));
    listed
}

fn commands(toolhost: &Toolhost) -> Vec<String> {
    list(toolhost).into_iter().map(|(_, command)| command).collect()
}

#[test]
fn live_commands_of_all_hosts_are_listed() {
    let toolhost = Toolhost::new();
    assert_eq!(list(&toolhost), []);
    let (mut lines, mut mcp) = (Lines::start(&toolhost), Mcp::initialized(&toolhost));
    lines.exec("true");
    lines.start_command("sleep 301", false);
    lines.start_command("sleep 302\n:\t\u{7}", true);
    mcp.call("exec_command", &json!({"cmd": "sleep 303", "yield_time_ms": 250}));
    assert_eq!(commands(&toolhost), ["sleep 301", "sleep 302 :  ", "sleep 303"]);
    lines.end();
    assert_eq!(commands(&toolhost), ["sleep 303"]);
}

#[test]
fn a_command_is_ended_with_its_tree_and_its_host_says_so() {
    let toolhost = Toolhost::new();
    let mut lines = Lines::start(&toolhost);
    let (kept, _) = lines.start_command("sleep 301", false);
    let before = toolhost.processes(&[]);
    let (id, _) = lines.start_command("trap '' TERM; setsid sleep 302 & wait; sleep 302", false);
    let listed = list(&toolhost);
    let (name, _) = listed.iter().find(|(_, command)| command.contains("302")).unwrap();
    let ran = toolhost.run(&["sessions", "end", name]);
    assert_eq!(ran.status, 0, "{ran:?}");
    toolhost.expect_no_survivor("ended", &before);
    let result = lines.type_to_end(id, "");
    assert_eq!(ended(&result).1, 137, "{result}");
    assert_eq!(number(&lines.write_stdin(kept, ""), "session_id"), kept);
    assert_eq!(commands(&toolhost), ["sleep 301"]);
}

#[test]
fn what_is_no_session_is_said_so() {
    let toolhost = Toolhost::new();
    let mut lines = Lines::start(&toolhost);
    lines.start_command("sleep 301", false);
    let host = lines.pipe.pid();
    for id in ["", "1", "a.b.c", "1.2.3.4", "1.1.1", &format!("{host}.99.1"), &format!("{host}.1.99")] {
        let ran = toolhost.run(&["sessions", "end", id]);
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{id}: {ran:?}");
        assert!(ran.stderr.starts_with("error: "), "{id}: {ran:?}");
    }
    assert_eq!(commands(&toolhost), ["sleep 301"]);
}

#[test]
fn a_host_that_was_killed_is_not_asked() {
    let toolhost = Toolhost::new();
    let mut killed = Lines::start(&toolhost);
    killed.start_command("sleep 301", false);
    let (name, _) = list(&toolhost).remove(0);
    killed.pipe.signal(Signal::KILL);
    killed.pipe.wait();
    let mut lines = Lines::start(&toolhost);
    lines.start_command("sleep 302", false);
    assert_eq!(commands(&toolhost), ["sleep 302"]);
    assert_eq!(toolhost.run(&["sessions", "end", &name]).status, 2);
}

#[test]
fn commands_of_another_user_s_hosts_are_not_listed() {
    let (one, other) = (Toolhost::new(), Toolhost::new());
    let mut lines = Lines::start(&one);
    lines.start_command("sleep 301", false);
    assert_eq!(list(&other), []);
}

/// As under `nohup`, or when a script starts the program in the background. Bash itself ignores SIGQUIT.
#[test]
fn signals_that_the_host_ignores_end_its_commands() {
    let toolhost = Toolhost::new();
    for name in ["HUP", "INT", "TERM", "USR1", "PIPE"] {
        let arguments = json!({"cmd": format!("kill -{name} $$; echo survived")}).to_string();
        let direct = toolhost.command(&["call", "exec_command", &arguments]);
        let before = format!("trap '' HUP INT QUIT TERM USR1 PIPE; exec env --block-signal={name} \"$@\"");
        let result = finish(after(&before, &direct), "").json();
        assert_eq!(
            (&result["signal"], &result["output"]),
            (&json!(format!("SIG{name}")), &json!("")),
            "{name}"
        );
    }
}
