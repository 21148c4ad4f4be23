//! Reported faults of completion, background processes and kills: one test a row of the table that they were
//! collected in, named after the row.
//!
//! Rows without a test here: D4 is about handles of Windows consoles. D12 was reported on macOS and is tested
//! on Linux.

use std::fs;

use serde_json::json;

use crate::support::processes::{descriptors, eventually, is_alive, only_a_spare, peak_memory};
use crate::support::result::{assert_failure, ended, hints, notices, number};
use crate::support::{Lines, Toolhost};

#[test]
fn d1_a_background_child_that_holds_the_pipe_delays_nothing() {
    let toolhost = Toolhost::new();
    let mut lines = Lines::start(&toolhost);
    let result = lines.exec("sleep 60 & echo done");
    assert_eq!(ended(&result), ("done\n", 0));
    // It is still there, so its end was not waited for.
    assert_eq!(result["background_processes"], 1);
    lines.end();
    toolhost.assert_no_survivor("d1");
}

#[test]
fn d3_a_background_child_that_keeps_writing_delays_nothing() {
    let toolhost = Toolhost::new();
    let mut lines = Lines::start(&toolhost);
    let result = lines.exec("(while :; do echo x; sleep .1; done) & echo fg");
    let (output, code) = ended(&result);
    assert_eq!(code, 0);
    let mut printed: Vec<&str> = output.lines().collect();
    printed.retain(|line| *line != "x");
    assert_eq!(printed, ["fg"]);
    // The drain lasts a second at most.
    assert!(output.len() < 100, "{output}");
    lines.end();
    toolhost.assert_no_survivor("d3");
}

#[test]
fn d6_an_endless_stream_becomes_a_session_in_bounded_memory() {
    let toolhost = Toolhost::configured("spool: { max_session_bytes: 64MiB }");
    let mut lines = Lines::start(&toolhost);
    assert_eq!(lines.exec("true")["exit_code"], 0);
    let before = peak_memory(lines.pipe.pid());
    let (id, output) = lines.start_command("yes", false);
    assert!(output.starts_with("y\ny\n"));
    for _ in 0..4 {
        assert_eq!(number(&lines.write_stdin(id, ""), "session_id"), id);
    }
    let grown = peak_memory(lines.pipe.pid()) - before;
    assert!(grown < 64 << 20, "{grown} bytes");
    let stopped = lines.type_to_end(id, "\u{3}");
    assert_eq!((&stopped["exit_code"], &stopped["signal"]), (&json!(130), &json!("SIGINT")));

    toolhost.write("f", "first\n");
    let id = lines.start_until("tail -f f", false, "first\n");
    fs::write(toolhost.workspace().join("f"), "first\nsecond\n").unwrap();
    lines.until(id, String::new(), "second\n");
}

#[test]
fn d7_ending_a_command_ends_its_grandchildren() {
    let toolhost = Toolhost::new();
    let arguments = json!({"cmd": "bash -c 'sleep 300 & wait'"}).to_string();
    let ran = toolhost.run(&["call", "--timeout", "1s", "exec_command", &arguments]);
    assert_eq!(ran.status, 1);
    assert_eq!(ran.json()["signal"], "SIGTERM");
    toolhost.assert_no_survivor("d7");
}

#[test]
fn d8_a_child_that_ignores_the_request_to_end_is_killed() {
    let toolhost = Toolhost::new();
    let cmd = r#"timeout 1 bash -c 'trap "" TERM; (sleep 30); sleep 30'"#;
    let arguments = json!({"cmd": cmd}).to_string();
    let ran = toolhost.run(&["call", "--timeout", "1500ms", "exec_command", &arguments]);
    assert_eq!(ran.status, 1);
    assert!(notices(&ran.json()).contains("1.5s"), "{ran:?}");
    toolhost.assert_no_survivor("d8");
}

#[test]
fn d9_a_child_in_a_session_of_its_own_is_swept() {
    let toolhost = Toolhost::new();
    for cmd in [
        "setsid sleep 300 & wait",
        "setsid sleep 300 & disown; sleep 300",
        "(setsid sh -c 'sleep 300 &' &); sleep 300",
    ] {
        let arguments = json!({"cmd": cmd}).to_string();
        let ran = toolhost.run(&["call", "--timeout", "1s", "exec_command", &arguments]);
        assert_eq!(ran.status, 1);
        toolhost.assert_no_survivor(cmd);
    }
}

#[test]
fn d10_not_only_the_wrapper_is_ended() {
    let toolhost = Toolhost::new();
    let mut lines = Lines::start(&toolhost);
    let (id, _) = lines.start_command("sh -c 'sh -c \"sleep 300; true\"; true'", false);
    let stopped = lines.type_to_end(id, "\u{3}");
    assert_eq!((&stopped["exit_code"], &stopped["signal"]), (&json!(130), &json!("SIGINT")));
    toolhost.expect_no_survivor("d10", &[lines.pipe.pid()]);
}

#[test]
fn d12_two_hundred_commands_leave_no_zombie_and_no_descriptor() {
    let toolhost = Toolhost::new();
    let mut lines = Lines::start(&toolhost);
    let host = lines.pipe.pid();
    // What a first command makes for good is not counted.
    assert_eq!(ended(&lines.exec("true")), ("", 0));
    eventually("the first command is reaped", || only_a_spare(host));
    let before = descriptors(host);
    for _ in 0..200 {
        assert_eq!(ended(&lines.exec("true")), ("", 0));
    }
    eventually("everything is reaped", || only_a_spare(host));
    eventually("no descriptor is left", || descriptors(host) <= before);
}

#[test]
fn d13_the_output_of_a_command_that_took_too_long_is_kept() {
    let toolhost = Toolhost::new();
    let arguments = json!({"cmd": "echo before; sleep 100"}).to_string();
    let ran = toolhost.run(&["call", "--timeout", "1s", "exec_command", &arguments]);
    let result = ran.json();
    assert_eq!(ran.status, 1);
    assert_eq!(ended(&result), ("before\n", 143));
    assert!(notices(&result).contains("limit of 1s"), "{result}");
}

#[test]
fn d14_a_short_command_never_loses_its_output() {
    let toolhost = Toolhost::new();
    let mut lines = Lines::start(&toolhost);
    for tty in [false, true] {
        for _ in 0..100 {
            let result = lines.call("exec_command", &json!({"cmd": "printf x", "tty": tty}));
            assert_eq!(ended(&result), ("x", 0), "{result}");
        }
    }
}

#[test]
fn d15_an_interrupt_ends_a_command_and_a_background_job_lives_with_the_session() {
    let toolhost = Toolhost::new();
    let mut lines = Lines::start(&toolhost);
    let (id, _) = lines.start_command("sleep 600", false);
    let stopped = lines.type_to_end(id, "\u{3}");
    assert_eq!((&stopped["exit_code"], &stopped["signal"]), (&json!(130), &json!("SIGINT")));

    let result = lines.exec("sleep 300 & echo $!");
    assert_eq!(result["background_processes"], 1);
    let job = ended(&result).0.trim().to_owned();
    assert_eq!(ended(&lines.exec(&format!("kill -0 {job}; echo $?"))), ("0\n", 0));
    lines.end();
    assert!(!is_alive(job.parse().unwrap()));
    toolhost.assert_no_survivor("d15");
}

#[test]
fn d17_running_commands_can_be_listed_and_ended() {
    let toolhost = Toolhost::new();
    let mut lines = Lines::start(&toolhost);
    let (id, _) = lines.start_command("echo serving; sleep 600", false);
    let result = lines.write_stdin(id + 100, "");
    assert_failure(&result, "unknown_session", &[&(id + 100).to_string()]);
    assert!(hints(&result).contains(&format!("{id}: echo serving; sleep 600")), "{result}");
    assert_eq!(lines.type_to_end(id, "\u{3}")["exit_code"], 130);
    // A session that has ended is listed no more.
    let result = lines.write_stdin(id + 100, "");
    assert!(!hints(&result).contains("sleep 600"), "{result}");
}

#[test]
fn d18_a_missing_directory_is_named_and_the_next_call_works() {
    let toolhost = Toolhost::new();
    let mut lines = Lines::start(&toolhost);
    let result = lines.call("exec_command", &json!({"cmd": "touch ran", "workdir": "/nope"}));
    assert_failure(&result, "not_found", &["/nope", "does not exist"]);

    fs::create_dir(toolhost.workspace().join("gone")).unwrap();
    let arguments = json!({"cmd": "pwd", "workdir": "gone"});
    assert_eq!(lines.call("exec_command", &arguments)["exit_code"], 0);
    fs::remove_dir(toolhost.workspace().join("gone")).unwrap();
    let result = lines.call("exec_command", &arguments);
    assert_failure(
        &result,
        "not_found",
        &[toolhost.workspace().join("gone").to_str().unwrap(), "does not exist"],
    );

    toolhost.write("file", "");
    let result = lines.call("exec_command", &json!({"cmd": "touch ran", "workdir": "file"}));
    assert_failure(&result, "not_found", &["file", "is not a directory"]);
    let listed = format!("file\n{}\n", toolhost.workspace().display());
    assert_eq!(ended(&lines.exec("ls; pwd")), (listed.as_str(), 0));

    fs::remove_dir_all(toolhost.workspace()).unwrap();
    let result = lines.call("exec_command", &json!({"cmd": "true"}));
    assert_failure(&result, "not_found", &[toolhost.path("").to_str().unwrap(), "does not exist"]);
    let result = lines.call("exec_command", &json!({"cmd": "pwd", "workdir": "/"}));
    assert_eq!(ended(&result), ("/\n", 0));
}

#[test]
fn d19_the_caller_s_environment_is_inherited_in_its_order() {
    let mut toolhost = Toolhost::new();
    toolhost.variable("PATH", "/x:/usr/bin:/bin");
    toolhost.variable("OWN", "of the caller");
    let (status, result) = toolhost.call("exec_command", &json!({"cmd": "echo \"$PATH $OWN\""}));
    assert_eq!((status, ended(&result)), (0, ("/x:/usr/bin:/bin of the caller\n", 0)));
}

#[test]
fn d20_a_here_document_arrives_as_it_was_written() {
    let toolhost = Toolhost::new();
    let (status, result) = toolhost.call("exec_command", &json!({"cmd": "cat <<'EOF'\nit's $HOME\nEOF"}));
    assert_eq!((status, ended(&result)), (0, ("it's $HOME\n", 0)));
}

#[test]
fn d21_what_a_killed_terminal_showed_is_returned() {
    let toolhost = Toolhost::new();
    let arguments = json!({"cmd": "echo shown; kill -9 $$", "tty": true});
    let (status, result) = toolhost.call("exec_command", &arguments);
    assert_eq!((status, ended(&result)), (1, ("shown\n", 137)));
    assert_eq!(result["signal"], "SIGKILL");
    let arguments = json!({"cmd": "echo shown; sleep 300", "tty": true}).to_string();
    let ran = toolhost.run(&["call", "--timeout", "1s", "exec_command", &arguments]);
    assert_eq!(ended(&ran.json()).0, "shown\n");
}
