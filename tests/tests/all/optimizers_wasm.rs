//! Optimizers that are components: what each kind of bad one costs, what is remembered of a good one, and which answers
//! are reduced at all.

use std::fs;

use serde_json::{Value, json};

use crate::support::binary::component;
use crate::support::optimizers::{REDUCE, REWRITE, assert_original, assert_reduced, block, strict};
use crate::support::{Lines, Toolhost};

/// The fixture that does as its configuration says.
fn bad(id: &str, config: &Value) -> Value {
    json!({"id": id, "type": "wasm", "component": component("bad_optimizer"), "config": config})
}

fn user(block: &Value) -> Toolhost {
    let toolhost = Toolhost::new();
    toolhost.configure(&json!({"tool_optimizers": block}).to_string());
    toolhost
}

/// Forty lines of a test run in which one test fails.
const FAILING: &str = "for i in $(seq 1 40); do echo \"test number_$i ... ok\"; done; echo 'test bad ... FAILED'; \
     echo 'test result: FAILED. 40 passed; 1 failed; 0 ignored'; exit 101";

fn failing() -> String {
    let passed: String = (1..=40).map(|number| format!("test number_{number} ... ok\n")).collect();
    format!("{passed}test bad ... FAILED\ntest result: FAILED. 40 passed; 1 failed; 0 ignored\n")
}

#[test]
fn whatever_a_component_does_the_original_is_shown() {
    for (config, class) in [
        (json!({"mode": "trap"}), "trapped"),
        (json!({"mode": "grow", "bytes": 200_000_000}), "trapped"),
        (json!({"mode": "fail"}), "failed"),
        (json!({"mode": "fail", "code": "busy"}), "busy"),
        (json!({"mode": "garbage", "garbage": "empty"}), "invalid:empty"),
        (json!({"mode": "garbage", "garbage": "blank"}), "invalid:empty"),
        (json!({"mode": "echo"}), "refused:not_smaller"),
        (json!({"mode": "shrink", "bytes": 100}), "refused:failure_lost"),
        (json!({"mode": "lie"}), "refused:failure_lost"),
    ] {
        let toolhost = user(&strict(&[REDUCE], &[bad("bad", &config)]));
        let result = toolhost.exec(FAILING);
        assert_original(&result, &failing(), 101, &config.to_string());
        toolhost.assert_class("bad", &[class], &config.to_string());
    }
}

#[test]
fn a_component_that_computes_for_ever_is_stopped_at_the_deadline_of_the_stage() {
    let mut block =
        strict(&[REDUCE], &[bad("bad", &json!({"mode": "loop"})), bad("next", &json!({"mode": "trap"}))]);
    block[REDUCE]["timeout_ms"] = json!(50);
    let toolhost = user(&block);
    assert_original(&toolhost.exec(FAILING), &failing(), 101, "loop");
    toolhost.assert_class("bad", &["timed_out"], "loop");
}

#[test]
fn a_command_of_a_component_keeps_the_rules() {
    for (config, class) in [
        (json!({"mode": "garbage", "garbage": "nul"}), "invalid:nul"),
        (json!({"mode": "garbage", "garbage": "too_long", "bytes": 32_769}), "invalid:too_long"),
        (json!({"mode": "garbage", "garbage": "blank"}), "invalid:empty"),
        (json!({"mode": "trap"}), "trapped"),
    ] {
        let toolhost = user(&block(&[REWRITE], &[bad("bad", &config)]));
        let result = toolhost.exec("echo original");
        assert_original(&result, "original\n", 0, &config.to_string());
        toolhost.assert_class("bad", &[class], &config.to_string());
    }
    // As long as the specification allows: it is the command, and the gateway and the shell see that one.
    let longest = user(&block(&[REWRITE], &[bad("bad", &json!({"mode": "echo"}))]));
    let result = longest.exec("echo original");
    assert_eq!(
        (&result["command"], &result["output"]),
        (&json!("echo original # echo"), &json!("original\n"))
    );
}

#[test]
fn what_a_component_is_told() {
    let toolhost = user(&block(&[REDUCE], &[bad("told", &json!({"mode": "tell"}))]));
    let result = toolhost.exec("cargo() { seq 1 300; }; cargo test");
    let told = result["output"].as_str().unwrap();
    assert!(told.starts_with("tool_name=exec_command\ncall_id=call_1\ncommand=cargo() { seq 1 300; }; cargo test\nmetadata={}\n"), "{told}");
    assert!(told.ends_with("bytes=1092\n"), "{told}");
}

#[test]
fn an_answer_is_given_again_by_another_process_whatever_the_configuration_says_by_then() {
    let shrink = |bytes: u32| bad("first", &json!({"mode": "shrink", "bytes": bytes}));
    let toolhost = user(&block(&[REDUCE], &[shrink(10)]));
    let original: String = (1..=100).map(|number| format!("{number}\n")).collect();
    let reduced = &original[..10];
    assert_reduced(&toolhost.exec("seq 1 100"), "first", reduced, &original);
    // Another provider, which nobody asks.
    let other = json!({"tool_optimizers": block(&[REDUCE], &[bad("other", &json!({"mode": "trap"}))])});
    toolhost.configure(&other.to_string());
    assert_reduced(&toolhost.exec("seq 1 100"), "first", reduced, &original);
    toolhost.assert_class("first", &["remembered"], "again");
    // Another output of the same command is another question.
    fs::write(toolhost.workspace().join("more"), "").unwrap();
    let result = toolhost.exec("ls; seq 1 50");
    assert!(result["reduced_by"].is_null(), "{result}");
}

#[test]
fn a_store_that_cannot_be_used_costs_the_memory_and_nothing_else() {
    let toolhost = user(&block(&[REDUCE], &[bad("first", &json!({"mode": "shrink", "bytes": 3}))]));
    assert_eq!(toolhost.exec("seq 1 100")["output"], "1\n2");
    let state = toolhost.path("home/.state/toolhost");
    for entry in fs::read_dir(&state).unwrap() {
        let path = entry.unwrap().path();
        if path.file_name().unwrap().to_string_lossy().starts_with("optimizers.sqlite") {
            fs::remove_file(&path).unwrap();
        }
    }
    fs::create_dir(state.join("optimizers.sqlite")).unwrap();
    let ran = toolhost.run(&["call", "exec_command", r#"{"cmd":"seq 1 100"}"#]);
    assert_eq!((ran.status, &ran.json()["output"]), (0, &json!("1\n2")), "{ran:?}");
    assert!(ran.stderr.contains("not remembered or counted"), "{ran:?}");
}

#[test]
fn only_the_whole_output_of_a_command_that_has_ended_is_reduced() {
    let toolhost = user(&block(&[REDUCE], &[bad("first", &json!({"mode": "shrink", "bytes": 3}))]));
    let mut lines = Lines::start(&toolhost);
    let start = |cmd: &str| json!({"cmd": cmd, "yield_time_ms": 250});
    let poll =
        |started: &Value| json!({"session_id": started["session_id"], "chars": "", "yield_time_ms": 30_000});
    // Nothing was shown before the end: the later answer is whole.
    let started = lines.call("exec_command", &start("until [ -e go ]; do sleep 0.05; done; seq 1 100"));
    assert!(started["session_id"].is_u64(), "{started}");
    fs::write(toolhost.workspace().join("go"), "").unwrap();
    let ended = lines.call("write_stdin", &poll(&started));
    assert_eq!(
        (&ended["output"], &ended["reduced_by"], &ended["exit_code"]),
        (&json!("1\n2"), &json!("first"), &json!(0))
    );
    // A part was shown: the rest is no whole.
    fs::remove_file(toolhost.workspace().join("go")).unwrap();
    let started =
        lines.call("exec_command", &start("echo begun; until [ -e go ]; do sleep 0.05; done; seq 1 100"));
    assert_eq!((&started["output"], &started["reduced_by"]), (&json!("begun\n"), &Value::Null));
    fs::write(toolhost.workspace().join("go"), "").unwrap();
    let ended = lines.call("write_stdin", &poll(&started));
    assert!(ended["reduced_by"].is_null() && ended["output"].as_str().unwrap().ends_with("100\n"), "{ended}");
}

#[test]
fn two_processes_serve_one_answer() {
    // Whoever was first: both show the same bytes, and so does each later one.
    let toolhost = user(&block(&[REDUCE], &[bad("first", &json!({"mode": "tell"}))]));
    let outputs: Vec<Value> = (0..3).map(|_| toolhost.exec("seq 1 200")["output"].clone()).collect();
    assert!(outputs[0].is_string() && outputs.iter().all(|output| *output == outputs[0]), "{outputs:?}");
}

#[test]
fn a_verification_behind_an_optimizer_verifies() {
    let mut toolhost = Toolhost::new();
    let bin = toolhost.path("bin");
    crate::support::guard::program(&toolhost, "bin/rtk", "#!/bin/sh\nexec \"$@\"\n");
    crate::support::guard::program(&toolhost, "bin/cargo", "#!/bin/sh\nexit 0\n");
    toolhost.variable("PATH", &format!("{}:/usr/bin:/bin", bin.display()));
    toolhost.configure("edit_guard: { mutations: 1 }");
    let mut lines = Lines::start(&toolhost);
    let patch =
        |name: &str| json!({"patch": format!("*** Begin Patch\n*** Add File: {name}\n+x\n*** End Patch\n")});
    lines.call("apply_patch", &patch("a"));
    assert_eq!(lines.call("apply_patch", &patch("b"))["error"]["code"], "verification_required");
    lines.call("exec_command", &json!({"cmd": "rtk cargo test"}));
    assert!(lines.call("apply_patch", &patch("b"))["error"].is_null());
}

#[test]
fn the_deadline_that_is_off_still_ends_with_the_call() {
    // No stage deadline: the component's own limit of time ends it, and the original is shown.
    let mut provider = bad("bad", &json!({"mode": "loop"}));
    provider["limits"] = json!({"timeout": "100ms"});
    let mut block = strict(&[REDUCE], &[provider]);
    block[REDUCE]["timeout_ms"] = json!(0);
    let toolhost = user(&block);
    assert_original(&toolhost.exec(FAILING), &failing(), 101, "no deadline");
    toolhost.assert_class("bad", &["timed_out"], "no deadline");
}
