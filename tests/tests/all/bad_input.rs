//! Wrong input on every front end: a clear error, and nothing is run.

use serde_json::{Value, json};

use crate::support::plugins::with_fixtures;
use crate::support::result::{assert_failure, ended, hints};
use crate::support::{Lines, Mcp, Toolhost};

/// Wrong arguments, the code of the failure, and what its message must say.
type Row = (Value, &'static str, &'static [&'static str]);

/// Wrong arguments of `exec_command`; each would make the file `ran`.
fn wrong_arguments() -> Vec<Row> {
    let budget = |tokens: Value| -> Row {
        let says = &["max_output_tokens", "must be an integer between 1 and 50000"];
        (json!({"cmd": "touch ran", "max_output_tokens": tokens}), "invalid_arguments", says)
    };
    let argument = |name: &str, value: Value, says: &'static [&'static str]| -> Row {
        (json!({"cmd": "touch ran", name: value}), "invalid_arguments", says)
    };
    vec![
        budget(json!("100")),
        budget(json!(1.0)),
        budget(json!(1e3)),
        budget(json!(0)),
        budget(json!(-1)),
        budget(json!(50_001)),
        budget(json!(true)),
        budget(json!(null)),
        budget(json!([1])),
        (json!({}), "invalid_arguments", &["`cmd` is required"]),
        argument("cmd", json!(5), &["`cmd`", "string"]),
        argument("cmd", json!(null), &["`cmd`", "string"]),
        argument("cmd", json!(["touch", "ran"]), &["`cmd`", "string"]),
        (
            json!({"command": "touch ran"}),
            "invalid_arguments",
            &["`cmd` is required", "unknown field `command`"],
        ),
        argument("timeout", json!(5), &["unknown field `timeout`"]),
        argument("workdirr", json!("/"), &["unknown field `workdirr`", "`workdir`"]),
        argument("tty", json!("maybe"), &["`tty`", "boolean"]),
        argument("yield_time_ms", json!(-1), &["`yield_time_ms`"]),
        argument("yield_time_ms", json!(1.5), &["`yield_time_ms`", "integer"]),
        argument("yield_time_ms", json!("soon"), &["`yield_time_ms`", "integer"]),
        argument(
            "sandbox_permissions",
            json!("all"),
            &["`sandbox_permissions`", "use_default", "require_escalated"],
        ),
        argument("sandbox_permissions", json!("require_escalated"), &["`justification`"]),
        (json!({"cmd": "touch ran", "workdir": "/nope"}), "not_found", &["/nope"]),
        (json!({"cmd": "touch ran\0"}), "invalid_argument", &["NUL"]),
        (json!({"cmd": format!("touch ran; : {}", "x".repeat(200_000))}), "invalid_argument", &["200013"]),
    ]
}

fn assert_nothing_ran(toolhost: &Toolhost) {
    assert!(!toolhost.workspace().join("ran").exists(), "a command was run");
}

#[test]
fn wrong_arguments_run_nothing_on_the_command_line() {
    let toolhost = Toolhost::new();
    for (arguments, code, parts) in wrong_arguments() {
        if arguments.to_string().len() > 100_000 {
            // More than one argument of a program can hold.
            continue;
        }
        let (status, result) = toolhost.call("exec_command", &arguments);
        assert_eq!(status, 1, "{arguments}");
        assert_failure(&result, code, parts);
        assert_nothing_ran(&toolhost);
    }
}

#[test]
fn wrong_arguments_run_nothing_in_a_session() {
    let toolhost = Toolhost::new();
    let mut lines = Lines::start(&toolhost);
    for (arguments, code, parts) in wrong_arguments() {
        assert_failure(&lines.call("exec_command", &arguments), code, parts);
        assert_nothing_ran(&toolhost);
    }
    assert_eq!(ended(&lines.exec("echo on")), ("on\n", 0));
}

#[test]
fn wrong_arguments_run_nothing_over_mcp() {
    let toolhost = Toolhost::new();
    let mut mcp = Mcp::initialized(&toolhost);
    for (arguments, code, parts) in wrong_arguments() {
        let answer = mcp.request("tools/call", &json!({"name": "exec_command", "arguments": arguments}));
        assert_eq!(answer["result"]["isError"], true, "{answer}");
        assert_failure(&answer["result"]["structuredContent"], code, parts);
        let text = answer["result"]["content"][0]["text"].as_str().unwrap();
        assert!(parts.iter().all(|part| text.contains(part)), "{text}");
        assert_nothing_ran(&toolhost);
    }
    assert_eq!(mcp.call("exec_command", &json!({"cmd": "echo on"}))["output"], "on\n");
}

#[test]
fn numbers_and_booleans_may_come_as_their_text() {
    let toolhost = Toolhost::new();
    let mut lines = Lines::start(&toolhost);
    let result =
        lines.call("exec_command", &json!({"cmd": "test -t 1", "tty": "true", "yield_time_ms": "30000"}));
    assert_eq!(result["exit_code"], 0);
    assert_eq!(result["effective_yield_time_ms"], 30_000);
    for tokens in [1, 50_000] {
        let result = lines.call("exec_command", &json!({"cmd": "true", "max_output_tokens": tokens}));
        assert_eq!(result["exit_code"], 0, "{result}");
    }
}

#[test]
fn unknown_and_removed_tools_are_answered_with_what_there_is() {
    let toolhost = Toolhost::configured(&with_fixtures(&[("noop", "")]));
    let mut lines = Lines::start(&toolhost);
    let table: &[(&str, &str, &[&str])] = &[
        ("exec_comand", "unknown_tool", &["`exec_comand`", "`exec_command`"]),
        ("zzzzzzzz", "unknown_tool", &["`zzzzzzzz`"]),
        ("", "unknown_tool", &[]),
        ("unified_exec", "removed_tool", &["`unified_exec`", "`exec_command`", "`write_stdin`"]),
        ("unified_file", "removed_tool", &["`unified_file`", "exec_command.cmd"]),
        ("unified_search", "removed_tool", &["`unified_search`", "`rg` or `grep`", "exec_command.cmd"]),
        ("unified_anything", "removed_tool", &["`unified_anything`"]),
    ];
    for (tool, code, parts) in table {
        let result = lines.call(tool, &json!({"cmd": "touch ran"}));
        assert_failure(&result, code, parts);
        assert!(hints(&result).contains("exec_command, write_stdin, noop"), "{result}");
        // No advice names a tool that the profile does not have.
        for absent in ["apply_patch", "code_search", "search_tools"] {
            assert!(!result.to_string().contains(absent), "{result}");
        }
    }
    assert_nothing_ran(&toolhost);
    let (status, result) = toolhost.call("unified_exec", &json!({"cmd": "touch ran"}));
    assert_eq!(status, 1);
    assert_failure(&result, "removed_tool", &["`exec_command`"]);
}

#[test]
fn invalid_json_on_the_command_line_is_a_usage_error() {
    let toolhost = Toolhost::new();
    for text in
        ["{cmd: 'touch ran'}", "{\"cmd\": \"touch ran\"", "touch ran", "[\"touch ran\"]", "5", "", "null"]
    {
        let ran = toolhost.run(&["call", "exec_command", text]);
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{text}: {ran:?}");
        assert!(ran.stderr.contains("exec_command") && ran.stderr.contains("JSON"), "{ran:?}");
        assert_nothing_ran(&toolhost);
    }
}

#[test]
fn invalid_lines_of_a_session_are_answered_one_by_one() {
    let toolhost = Toolhost::new();
    let mut lines = Lines::start(&toolhost);
    let bad = [
        "{",
        "touch ran",
        "[]",
        "5",
        "{}",
        r#"{"arguments":{"cmd":"touch ran"}}"#,
        r#"{"tool":"exec_command","arguments":{"cmd":"touch ran"},"extra":1}"#,
        r#"{"tool":5}"#,
    ];
    for line in bad {
        lines.pipe.send(line);
        let (id, result) = lines.next();
        assert_eq!(id, json!(null));
        assert_failure(&result, "invalid_line", &[]);
    }
    lines.pipe.send(r#"{"tool":"exec_command","arguments":["touch ran"],"id":7}"#);
    let (id, result) = lines.next();
    assert_eq!(id, json!(7));
    assert_failure(&result, "invalid_arguments", &["exec_command"]);
    lines.pipe.send("\n   \n");
    lines.cancel("nobody");
    assert_eq!(ended(&lines.exec("echo on")), ("on\n", 0));
    assert_nothing_ran(&toolhost);
    lines.end();
}

#[test]
fn invalid_messages_over_mcp_do_not_end_the_server() {
    let toolhost = Toolhost::new();
    let mut mcp = Mcp::initialized(&toolhost);
    for line in [
        "{",
        "touch ran",
        "[]",
        r#"{"jsonrpc":"2.0","id":900,"method":5}"#,
        r#"{"id":901,"method":"tools/list"}"#,
    ] {
        mcp.pipe.send(line);
    }
    let answer = mcp.request("tools/call", &json!({"name": "exec_command", "arguments": ["touch ran"]}));
    assert!(answer["error"].is_object() || answer["result"]["isError"] == true, "{answer}");
    let answer = mcp.request("tools/call", &json!({"arguments": {"cmd": "touch ran"}}));
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    let answer = mcp.request("tools/call", &json!({"name": "nobody", "arguments": {}}));
    let said = answer.to_string();
    assert!(said.contains("nobody") && said.contains("exec_command"), "{answer}");
    assert_eq!(mcp.call("exec_command", &json!({"cmd": "echo on"}))["output"], "on\n");
    assert_nothing_ran(&toolhost);
}
