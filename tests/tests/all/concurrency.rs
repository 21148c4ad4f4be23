//! Calls beside each other: what waits delays nothing.

use serde_json::{Value, json};

use crate::support::plugins::with_fixtures;
use crate::support::result::{assert_failure, ended, number};
use crate::support::{Lines, Mcp, Toolhost};

#[test]
fn sixty_four_waiting_polls_do_not_delay_a_call() {
    let toolhost = Toolhost::configured(&with_fixtures(&[("noop", "")]));
    let mut lines = Lines::start(&toolhost);
    lines.exec("mkfifo f");
    let (id, _) = lines.start_command("read x <f; sleep .2", false);
    let polls: Vec<String> = (0..64).map(|number| format!("poll {number}")).collect();
    for poll in &polls {
        lines.send(poll, "write_stdin", &json!({"session_id": id, "chars": "", "yield_time_ms": 300_000}));
    }
    lines.send("noop", "noop", &json!({}));
    // The first answer of all, since every poll waits until the command ends.
    assert_eq!(lines.next(), (json!("noop"), json!({"ok": true})));
    assert_eq!(ended(&lines.exec("echo >f")), ("", 0));
    for poll in &polls {
        let result = lines.result(poll);
        assert_eq!(result["exit_code"], 0, "{result}");
    }
}

#[test]
fn sixty_four_waiting_commands_do_not_delay_a_call() {
    let toolhost = Toolhost::configured(&with_fixtures(&[("noop", "")]));
    let mut mcp = Mcp::initialized(&toolhost);
    for _ in 0..64 {
        let arguments = json!({"cmd": "sleep 300", "yield_time_ms": 30_000});
        mcp.post("tools/call", &json!({"name": "exec_command", "arguments": arguments}));
    }
    let noop = mcp.post("tools/call", &json!({"name": "noop", "arguments": {}}));
    let first = mcp.next();
    assert_eq!((&first["id"], &first["result"]["structuredContent"]), (&json!(noop), &json!({"ok": true})));
}

#[test]
fn lines_without_an_id_run_one_after_another() {
    let toolhost = Toolhost::new();
    let mut lines = Lines::start(&toolhost);
    for cmd in ["sleep .3; echo a >>log", "echo b >>log", "cat log"] {
        lines.pipe.send(&json!({"tool": "exec_command", "arguments": {"cmd": cmd}}).to_string());
    }
    let answers: Vec<(Value, Value)> = (0..3).map(|_| lines.next()).collect();
    assert!(answers.iter().all(|(id, _)| id.is_null()));
    assert_eq!(ended(&answers[2].1), ("a\nb\n", 0));
}

#[test]
fn lines_with_an_id_run_side_by_side_and_are_answered_as_they_end() {
    let toolhost = Toolhost::new();
    let mut lines = Lines::start(&toolhost);
    lines.send(
        "slow",
        "exec_command",
        &json!({"cmd": "until [ -e go ]; do sleep .05; done", "yield_time_ms": 30_000}),
    );
    lines.send("quick", "exec_command", &json!({"cmd": "true"}));
    assert_eq!(lines.next().0, json!("quick"));
    toolhost.write("go", "");
    assert_eq!(lines.next().0, json!("slow"));
}

#[test]
fn a_write_ends_a_waiting_poll_at_once() {
    let toolhost = Toolhost::new();
    let mut lines = Lines::start(&toolhost);
    let id = lines.start_until("stty -echo; echo ready; cat >/dev/null", true, "ready\n");
    lines.send("poll", "write_stdin", &json!({"session_id": id, "chars": "", "yield_time_ms": 300_000}));
    // Until the poll waits, a write may overtake it, and then ends nothing; so it is repeated.
    let mut written = 0;
    loop {
        written += 1;
        assert!(written < 100, "the poll was never ended");
        lines.send("write", "write_stdin", &json!({"session_id": id, "chars": "x\n"}));
        let first = lines.next();
        let second_is_due = first.0 == json!("poll");
        if second_is_due {
            assert_eq!(number(&first.1, "session_id"), id);
            assert_eq!(lines.next().0, json!("write"));
            break;
        }
    }
}

#[test]
fn a_cancelled_poll_gives_its_output_back() {
    let toolhost = Toolhost::new();
    let mut lines = Lines::start(&toolhost);
    lines.exec("mkfifo f");
    let (id, _) = lines.start_command("read x <f; echo kept; sleep 300", false);
    lines.send("poll", "write_stdin", &json!({"session_id": id, "chars": "", "yield_time_ms": 300_000}));
    assert_eq!(
        ended(&lines.exec("echo >f; until grep -q kept ~/.state/toolhost/spool -r; do sleep .05; done")).1,
        0
    );
    lines.cancel("poll");
    assert_failure(&lines.result("poll"), "cancelled", &[]);
    assert_eq!(lines.until(id, String::new(), "kept\n"), "kept\n");
}

#[test]
fn sessions_of_one_client_are_nothing_to_another() {
    let toolhost = Toolhost::new();
    let (mut one, mut other) = (Lines::start(&toolhost), Lines::start(&toolhost));
    let (id, _) = one.start_command("sleep 300", false);
    let result = other.write_stdin(id, "");
    assert_failure(&result, "unknown_session", &[]);
    assert!(!result.to_string().contains("sleep 300"), "{result}");
    other.end();
    assert_eq!(number(&one.write_stdin(id, ""), "session_id"), id);
}

#[test]
fn past_sixty_four_commands_the_oldest_goes_and_it_is_said() {
    let toolhost = Toolhost::new();
    let mut lines = Lines::start(&toolhost);
    let start = json!({"cmd": "sleep 300", "yield_time_ms": 250});
    for number in 0..64 {
        lines.send(&number.to_string(), "exec_command", &start);
    }
    let mut ids: Vec<u64> =
        (0..64).map(|name| number(&lines.result(&name.to_string()), "session_id")).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 64, "ids are never used twice");
    let result = lines.call("exec_command", &start);
    assert!(!ids.contains(&number(&result, "session_id")));
    let said = result["notices"].to_string();
    assert!(said.contains("64") && said.contains("sleep 300"), "{said}");
    let gone: Vec<u64> =
        ids.into_iter().filter(|id| lines.write_stdin(*id, "")["session_id"].is_null()).collect();
    assert_eq!(gone.len(), 1, "{gone:?}");
}
