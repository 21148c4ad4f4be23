//! Reported faults of input, terminals and yields: one test a row of the table that they were collected in,
//! named after the row.
//!
//! Rows without a test here: the Windows half of F3. F18 is about a server on standard input: see `mcp_stdio`.

use serde_json::json;

use crate::support::result::{assert_failure, ended, hints, notices, number};
use crate::support::{Lines, Toolhost};

#[test]
fn f1_writing_to_a_pipe_says_how_it_would_work() {
    let toolhost = Toolhost::new();
    let mut lines = Lines::start(&toolhost);
    let (id, _) = lines.start_command("sleep 300", false);
    let result = lines.write_stdin(id, "x\n");
    assert_failure(&result, "stdin_closed", &[&id.to_string()]);
    assert!(hints(&result).contains("tty: true"), "{result}");
    let id = lines.start_until("stty -echo; echo ready; cat", true, "ready\n");
    assert_eq!(lines.type_until(id, "x\n", "x\n"), "x\n");
}

#[test]
fn f2_a_program_that_reads_its_input_sees_the_end_at_once() {
    let toolhost = Toolhost::new();
    let mut lines = Lines::start(&toolhost);
    for (cmd, code) in [("cat", 0), ("grep foo", 1), ("read x", 1), ("sh", 0)] {
        assert_eq!(ended(&lines.exec(cmd)), ("", code), "{cmd}");
    }
}

#[test]
fn f3_ctrl_d_is_the_end_of_input() {
    let toolhost = Toolhost::new();
    let mut lines = Lines::start(&toolhost);
    let id = lines.start_until("echo ready; cat", true, "ready\n");
    assert_eq!(ended(&lines.type_to_end(id, "\u{4}")).1, 0);
}

#[test]
fn f5_enter_works_for_programs_of_both_kinds() {
    let toolhost = Toolhost::new();
    let mut lines = Lines::start(&toolhost);
    for read in ["read x", "read -e x"] {
        for enter in ["\n", "\r"] {
            let cmd = format!("echo ready; {read}; echo \"<$x>\"");
            let id = lines.start_until(&cmd, true, "ready\n");
            let result = lines.type_to_end(id, &format!("abc{enter}"));
            assert!(ended(&result).0.ends_with("<abc>\n"), "{read} {enter:?}: {result}");
        }
    }
    // What a program gets is what was written.
    let cmd = "stty raw -echo; printf ready; head -c 4 | od -An -c";
    let id = lines.start_until(cmd, true, "ready");
    let result = lines.type_to_end(id, "\r\n\t\u{3}");
    assert_eq!(ended(&result).0.split_whitespace().collect::<Vec<_>>(), ["\\r", "\\n", "\\t", "003"]);
}

#[test]
fn f7_a_prompt_fails_fast_in_a_pipe_and_shows_in_a_terminal() {
    let toolhost = Toolhost::new();
    let mut lines = Lines::start(&toolhost);
    let result = lines.exec("read -p 'password: ' x </dev/tty");
    let (output, code) = ended(&result);
    assert!(code != 0 && output.contains("/dev/tty"), "{result}");
    let id = lines.start_until("read -sp 'password: ' x </dev/tty; echo; echo \"<$x>\"", true, "password: ");
    let result = lines.type_to_end(id, "secret\n");
    assert_eq!(ended(&result), ("\n<secret>\n", 0));
}

#[test]
fn f8_programs_in_a_pipe_are_told_not_to_ask() {
    let toolhost = Toolhost::new();
    let mut lines = Lines::start(&toolhost);
    let names = "NO_COLOR TERM PAGER GIT_PAGER GIT_TERMINAL_PROMPT DEBIAN_FRONTEND TOOLHOST";
    let cmd = format!("for name in {names}; do echo $name=${{!name}}; done; echo ${{CI-none}}");
    let expected = "NO_COLOR=1\nTERM=dumb\nPAGER=cat\nGIT_PAGER=cat\nGIT_TERMINAL_PROMPT=0\n\
                    DEBIAN_FRONTEND=noninteractive\nTOOLHOST=1\nnone\n";
    assert_eq!(ended(&lines.exec(&cmd)), (expected, 0));
}

#[test]
fn f9_a_command_in_a_terminal_ends_as_any_other() {
    let toolhost = Toolhost::new();
    let mut lines = Lines::start(&toolhost);
    for (cmd, code) in [("true", 0), ("exit 7", 7)] {
        let result = lines.call("exec_command", &json!({"cmd": cmd, "tty": true}));
        assert_eq!(ended(&result), ("", code));
        assert_eq!(result["session_id"], json!(null));
    }
}

#[test]
fn f10_a_yield_that_was_changed_is_said() {
    let toolhost = Toolhost::new();
    let mut lines = Lines::start(&toolhost);
    for (asked, effective) in [(60_000, 30_000), (30_000, 30_000), (250, 250), (1, 250), (0, 250)] {
        let result = lines.call("exec_command", &json!({"cmd": "true", "yield_time_ms": asked}));
        assert_eq!(number(&result, "effective_yield_time_ms"), effective);
        let said = notices(&result);
        assert_eq!(!said.is_empty(), asked != effective, "{said}");
        if asked != effective {
            assert!(said.contains(&asked.to_string()) && said.contains(&effective.to_string()), "{said}");
        }
    }
}

#[test]
fn f11_a_command_that_has_ended_is_not_waited_for() {
    let toolhost = Toolhost::new();
    let mut lines = Lines::start(&toolhost);
    let result = lines.call("exec_command", &json!({"cmd": "true", "yield_time_ms": 30_000}));
    assert_eq!(result["exit_code"], 0);
    // A bound, not a measurement: the deadline is at 30.
    assert!(result["wall_time_seconds"].as_f64().unwrap() < 20.0, "{result}");
}

#[test]
fn f12_output_does_not_put_the_yield_off() {
    let toolhost = Toolhost::new();
    let mut lines = Lines::start(&toolhost);
    let cmd = "while :; do echo tick; sleep .1; done";
    let result = lines.call("exec_command", &json!({"cmd": cmd, "yield_time_ms": 1000}));
    assert!(result["session_id"].is_u64(), "{result}");
    assert!(result["output"].as_str().unwrap().starts_with("tick\n"));
}

#[test]
fn f13_one_look_can_wait_for_minutes() {
    let toolhost = Toolhost::new();
    let mut lines = Lines::start(&toolhost);
    for (asked, effective) in [(300_000, 300_000), (300_001, 300_000)] {
        let (id, _) = lines.start_command("sleep 1; echo built", false);
        let arguments = json!({"session_id": id, "chars": "", "yield_time_ms": asked});
        let result = lines.call("write_stdin", &arguments);
        assert_eq!(ended(&result), ("built\n", 0));
        assert_eq!(number(&result, "effective_yield_time_ms"), effective);
        assert_eq!(notices(&result).contains("300001"), asked != effective);
    }
}

#[test]
fn f14_a_lost_session_id_can_be_found() {
    let toolhost = Toolhost::new();
    let mut lines = Lines::start(&toolhost);
    let (first, _) = lines.start_command("sleep 301", false);
    let (second, _) = lines.start_command("sleep 302", true);
    assert_ne!(first, second);
    let listed = hints(&lines.write_stdin(0, ""));
    for expected in [format!("{first}: sleep 301 ("), format!("{second}: sleep 302 (")] {
        assert!(listed.contains(&expected), "{listed}");
    }
}

#[test]
fn f16_long_input_of_wide_characters_arrives_whole() {
    let toolhost = Toolhost::new();
    let mut lines = Lines::start(&toolhost);
    // The second is longer than what a terminal that collects lines holds.
    for count in [300, 6000] {
        let cmd = "stty -echo; echo ready; head -n 1 >typed; wc -c <typed";
        let id = lines.start_until(cmd, true, "ready\n");
        let typed = "é".repeat(count);
        let result = lines.type_to_end(id, &format!("{typed}\n"));
        assert_eq!(ended(&result).0.trim(), (2 * count + 1).to_string());
        let arrived = std::fs::read_to_string(toolhost.workspace().join("typed")).unwrap();
        assert_eq!(arrived, format!("{typed}\n"));
    }
}

#[test]
fn f17_a_session_id_may_be_a_number_or_its_text() {
    let toolhost = Toolhost::new();
    let mut lines = Lines::start(&toolhost);
    let id = lines.start_until("stty -echo -icanon; echo ready; head -c 2", true, "ready\n");
    let result = lines.call("write_stdin", &json!({"session_id": id, "chars": "q"}));
    assert!(result["error"].is_null(), "{result}");
    let result = lines.call("write_stdin", &json!({"session_id": id.to_string(), "chars": "r"}));
    assert!(result["error"].is_null(), "{result}");
    assert_eq!(lines.type_to_end(id, "")["exit_code"], 0);
}
