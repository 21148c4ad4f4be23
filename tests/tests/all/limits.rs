//! Each limit of the configuration bites, costs one call, and is named. No fixture holds many handles or asks for
//! random bytes in bulk: `handles` and `random_bytes` are left to the tests of the runtime.

use std::fs;

use serde_json::{Value, json};

use crate::support::plugins::with_fixtures;
use crate::support::result::{assert_failure, ended, hints, number};
use crate::support::{Lines, Mcp, Toolhost};

/// Calls a misdeed under these limits, with a session that must still work afterwards.
fn misdeed(limits: &str, mode: &str, amount: u64) -> Value {
    let keys = format!("grants: {{ clock: true, random: true }}, limits: {{ {limits} }}");
    let toolhost = Toolhost::configured(&with_fixtures(&[("hostile", &keys), ("noop", "")]));
    let mut lines = Lines::start(&toolhost);
    let result = lines.call("hostile", &json!({"mode": mode, "amount": amount}));
    assert_eq!(lines.call("noop", &json!({})), json!({"ok": true}), "the next call works");
    assert_eq!(ended(&lines.exec("echo on")), ("on\n", 0));
    let again = lines.call("hostile", &json!({"mode": "remember"}));
    assert_eq!(again, json!({"calls_before": 0}), "a fresh sandbox for each call");
    result
}

/// Limits, misdeed, amount; the code of the failure, what its message names beside the plugin, and the hint.
type Misdeed = (&'static str, &'static str, u64, &'static str, &'static [&'static str], &'static str);

#[test]
fn each_limit_of_a_call_ends_it_and_is_named() {
    let table: &[Misdeed] = &[
        (
            "memory: 16MiB",
            "alloc_abort",
            0,
            "memory_limit",
            &["of memory", "its limit is 16 MiB"],
            "`memory: ",
        ),
        ("timeout: 300ms", "loop", 0, "timed_out", &["300 ms"], "`timeout: "),
        ("timeout: 300ms", "poll_clock", 0, "timed_out", &["300 ms"], "`timeout: "),
        ("timeout: 300ms", "sleep", 600_000, "timed_out", &["300 ms"], "`timeout: "),
        ("", "recurse", 0, "plugin_trapped", &["stack"], ""),
        ("", "panic", 0, "plugin_trapped", &[], ""),
        ("", "exit", 0, "plugin_trapped", &["exit"], ""),
        ("hostcall_bytes: 64KiB", "long_log", 200_000, "limit_exceeded", &["`hostcall_bytes`", "65536"], ""),
        ("host_calls: 100", "flood_log", 1000, "limit_exceeded", &["`host_calls` of 100"], ""),
        ("host_calls: 100", "flood_progress", 1000, "limit_exceeded", &["`host_calls` of 100"], ""),
        ("result_bytes: 1KiB", "huge_body", 4000, "result_too_large", &["1 KiB"], "`result_bytes: "),
        ("result_bytes: 1KiB", "huge_fields", 4000, "result_too_large", &["1 KiB"], "`result_bytes: "),
        ("result_bytes: 1KiB", "many_parts", 4000, "result_too_large", &["1 KiB"], "`result_bytes: "),
        ("", "fields_text", 0, "malformed_result", &["`fields`"], ""),
        ("", "fields_array", 0, "malformed_result", &["`fields`"], ""),
        ("", "fields_deep", 100_000, "malformed_result", &["`fields`"], ""),
    ];
    let mut wrong = Vec::new();
    for (limits, mode, amount, code, parts, hint) in table {
        let result = misdeed(limits, mode, *amount);
        let message = result["error"]["message"].as_str().unwrap_or_default();
        let named = parts.iter().chain(&["\"hostile\""]).all(|part| message.contains(part));
        if result["error"]["code"] != *code || !named || !hints(&result).contains(hint) {
            wrong.push(format!(
                "{limits} {mode}: {}",
                result.to_string().chars().take(600).collect::<String>()
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_guest_is_refused_more_memory_than_it_may_have() {
    let got = number(&misdeed("memory: 16MiB", "alloc", 100_000), "mebibytes");
    assert!((8..16).contains(&got), "{got}");
    assert_eq!(number(&misdeed("memory: 64MiB", "alloc", 30), "mebibytes"), 30);
}

#[test]
fn a_component_whose_tables_are_too_large_costs_its_calls() {
    let toolhost =
        Toolhost::configured(&with_fixtures(&[("noop", "limits: { table_elements: 1 }"), ("hostile", "")]));
    let mut lines = Lines::start(&toolhost);
    let result = lines.call("noop", &json!({}));
    assert_failure(&result, "limit_exceeded", &["\"noop\"", "`table_elements` of 1"]);
    assert_eq!(lines.call("hostile", &json!({"mode": "remember"})), json!({"calls_before": 0}));
}

#[test]
fn a_log_is_cut_and_what_is_dropped_is_counted() {
    let keys = "limits: { log_lines: 3, log_line_bytes: 64B }";
    let toolhost = Toolhost::configured(&with_fixtures(&[("hostile", keys)]));
    let ran = toolhost.run(&["-v", "call", "hostile", r#"{"mode":"flood_log","amount":20}"#]);
    assert_eq!((ran.status, ran.json()), (0, json!({"lines": 20})));
    let logged: Vec<&str> = ran.stderr.lines().filter(|line| line.contains("line ")).collect();
    assert_eq!(logged.len(), 3, "{}", ran.stderr);
    assert!(logged[2].contains("line 2") && logged[2].contains("hostile"), "{}", ran.stderr);
    assert!(logged.iter().all(|line| !line.contains("\u{1b}[31m")), "{}", ran.stderr);

    let arguments = json!({"mode": "flood_log", "amount": 20});
    let mut mcp = Mcp::initialized(&toolhost);
    let answer = mcp.request("tools/call", &json!({"name": "hostile", "arguments": arguments}));
    let account = &answer["result"]["_meta"]["toolhost/account"];
    assert_eq!((&account["log_lines"], &account["log_lines_dropped"]), (&json!(3), &json!(17)), "{answer}");

    let ran = toolhost.run(&["-v", "call", "hostile", r#"{"mode":"long_log","amount":5000}"#]);
    assert!(ran.stderr.contains(&"x".repeat(32)) && !ran.stderr.contains(&"x".repeat(65)), "{}", ran.stderr);
}

#[test]
fn what_a_component_prints_is_bounded_and_never_reaches_standard_output() {
    let toolhost = Toolhost::configured(&with_fixtures(&[("hostile", "limits: { stdout_bytes: 4KiB }")]));
    let ran = toolhost.run(&["call", "hostile", r#"{"mode":"flood_stdout","amount":1000000}"#]);
    let taken = ran.json();
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(number(&taken, "written") <= 1_000_000);
    assert!(!ran.stdout.contains("xxxx") && ran.stderr.len() < 8192, "{} bytes", ran.stderr.len());
}

#[test]
fn a_full_spool_stops_and_the_answer_says_so() {
    let toolhost = Toolhost::configured("spool: { max_session_bytes: 1MiB }");
    let mut lines = Lines::start(&toolhost);
    let result = lines.exec("head -c 3145728 /dev/zero | tr '\\0' x; exit 5");
    assert_eq!(ended(&result).1, 5);
    assert_eq!(result["spool_complete"], false, "{result}");
    assert_eq!(number(&result, "total_output_bytes"), 3 << 20);
    let spool = fs::metadata(result["spool_path"].as_str().unwrap()).unwrap();
    assert!(spool.len() <= 1 << 20, "{}", spool.len());
    let result = lines.exec("echo on");
    assert_eq!(ended(&result), ("on\n", 0));
    assert_eq!(result.get("spool_complete"), None);
}

#[test]
fn calls_that_wait_for_a_command_take_no_place_from_calls_that_compute() {
    let yaml = format!("{}runtime: {{ parallel_calls: 1 }}\n", with_fixtures(&[("noop", "")]));
    let toolhost = Toolhost::configured(&yaml);
    let mut lines = Lines::start(&toolhost);
    for id in ["a", "b", "c"] {
        lines.send(id, "exec_command", &json!({"cmd": "sleep 300", "yield_time_ms": 30_000}));
    }
    eventually_three_sleep(&toolhost);
    lines.send("noop", "noop", &json!({}));
    assert_eq!(lines.next(), (json!("noop"), json!({"ok": true})));
}

#[test]
fn a_call_beyond_those_that_may_compute_waits_its_turn() {
    let hostile = "limits: { timeout: 1s }";
    let yaml =
        format!("{}runtime: {{ parallel_calls: 1 }}\n", with_fixtures(&[("hostile", hostile), ("noop", "")]));
    let toolhost = Toolhost::configured(&yaml);
    let mut lines = Lines::start(&toolhost);
    assert_eq!(lines.call("noop", &json!({})), json!({"ok": true}));
    lines.send("loop", "hostile", &json!({"mode": "loop"}));
    lines.send("noop", "noop", &json!({}));
    assert_failure(&lines.result("loop"), "timed_out", &["\"hostile\""]);
    assert_eq!(lines.result("noop"), json!({"ok": true}));
}

#[test]
fn a_call_beyond_those_that_may_live_says_so_and_later_ones_work() {
    let noop = "limits: { timeout: 500ms }";
    let yaml = format!("{}runtime: {{ live_calls: 3 }}\n", with_fixtures(&[("noop", noop)]));
    let toolhost = Toolhost::configured(&yaml);
    let mut lines = Lines::start(&toolhost);
    for id in ["a", "b", "c"] {
        lines.send(id, "exec_command", &json!({"cmd": "sleep 300", "yield_time_ms": 30_000}));
    }
    eventually_three_sleep(&toolhost);
    assert_failure(&lines.call("noop", &json!({})), "timed_out", &["\"noop\"", "500 ms", "busy"]);
    lines.cancel("a");
    assert_failure(&lines.result("a"), "cancelled", &[]);
    assert_eq!(lines.call("noop", &json!({})), json!({"ok": true}));
}

fn eventually_three_sleep(toolhost: &Toolhost) {
    use crate::support::processes::{command_line, eventually};
    eventually("three commands run", || {
        let all = toolhost.processes(&[]);
        all.into_iter().filter(|pid| command_line(*pid).starts_with("sleep 300")).count() == 3
    });
}
