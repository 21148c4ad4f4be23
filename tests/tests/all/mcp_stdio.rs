//! MCP on standard input and output, message by message.

use rustix::process::Signal;
use serde_json::{Value, json};

use crate::support::mcp::VERSION;
use crate::support::plugins::with_fixtures;
use crate::support::processes::eventually;
use crate::support::result::{assert_failure, number};
use crate::support::{Mcp, Toolhost};

fn call(tool: &str, arguments: &Value) -> Value {
    json!({"name": tool, "arguments": arguments})
}

#[test]
fn a_session_begins_with_a_greeting_and_the_list() {
    let toolhost = Toolhost::new();
    let mut mcp = Mcp::start(&toolhost);
    let greeting = mcp.initialize();
    let result = &greeting["result"];
    assert_eq!(result["protocolVersion"], VERSION);
    assert_eq!(result["serverInfo"]["name"], "toolhost");
    assert!(result["capabilities"]["tools"].is_object(), "{greeting}");
    mcp.notify("notifications/initialized", &json!({}));
    let tools = mcp.request("tools/list", &json!({}));
    let tools = tools["result"]["tools"].as_array().unwrap();
    let names: Vec<&Value> = tools.iter().map(|tool| &tool["name"]).collect();
    assert_eq!(names, ["exec_command", "write_stdin", "apply_patch", "search_tools"]);
    for tool in tools {
        assert_eq!(tool["inputSchema"]["type"], "object");
        assert_eq!(tool["inputSchema"]["additionalProperties"], false);
        let budget = &tool["inputSchema"]["properties"]["max_output_tokens"];
        assert_eq!((&budget["minimum"], &budget["maximum"]), (&json!(1), &json!(50_000)));
    }
    assert_eq!(mcp.request("ping", &json!({}))["result"], json!({}));
}

#[test]
fn every_protocol_version_is_answered_in_kind() {
    let toolhost = Toolhost::new();
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let mut mcp = Mcp::start(&toolhost);
        let client = json!({"name": "test", "version": "1"});
        let params = json!({"protocolVersion": version, "capabilities": {}, "clientInfo": client});
        let answer = mcp.request("initialize", &params);
        assert_eq!(answer["result"]["protocolVersion"], version, "{answer}");
        mcp.notify("notifications/initialized", &json!({}));
        let answer = mcp.request("tools/call", &call("exec_command", &json!({"cmd": "echo on"})));
        assert!(answer["result"]["content"][0]["text"].as_str().unwrap().ends_with("on\n"), "{answer}");
    }
}

/// Claude Code asks this before anything else.
#[test]
fn the_very_first_line_may_be_a_discovery() {
    let toolhost = Toolhost::new();
    let mut mcp = Mcp::start(&toolhost);
    let client = json!({"name": "test", "version": "1"});
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": client,
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let answer = mcp.request("server/discover", &json!({"_meta": meta}));
    let versions = answer["result"]["supportedVersions"].as_array();
    let served = versions.is_some_and(|versions| versions.contains(&json!("2026-07-28")));
    assert!(served || answer["error"]["code"] == -32601, "{answer}");
    if served {
        let answer = mcp.request("tools/list", &json!({"_meta": meta}));
        assert_eq!(answer["result"]["tools"][0]["name"], "exec_command", "{answer}");
        let mut params = call("exec_command", &json!({"cmd": "echo on"}));
        params["_meta"] = meta;
        let answer = mcp.request("tools/call", &params);
        assert_eq!(answer["result"]["structuredContent"]["output"], "on\n", "{answer}");
    }
    // Whoever falls back to the greeting is served, too.
    let mut mcp = Mcp::start(&toolhost);
    mcp.request("server/discover", &json!({}));
    assert_eq!(mcp.initialize()["result"]["protocolVersion"], VERSION);
}

#[test]
fn an_unknown_method_is_said_to_be_unknown() {
    let toolhost = Toolhost::new();
    let mut mcp = Mcp::initialized(&toolhost);
    for method in ["nobody/knows", "tools/nothing", "initialise"] {
        let answer = mcp.request(method, &json!({}));
        assert_eq!(answer["error"]["code"], -32601, "{answer}");
    }
    mcp.notify("notifications/nobody/knows", &json!({}));
    assert_eq!(mcp.request("ping", &json!({}))["result"], json!({}));
}

#[test]
fn errors_of_tools_are_results_and_errors_of_routing_are_not() {
    let toolhost = Toolhost::new();
    let mut mcp = Mcp::initialized(&toolhost);
    let answer =
        mcp.request("tools/call", &call("exec_command", &json!({"cmd": "true", "workdir": "/nope"})));
    assert_eq!(answer["result"]["isError"], true);
    assert_failure(&answer["result"]["structuredContent"], "not_found", &["/nope"]);
    for (tool, advice) in [("exec_comand", "`exec_command`"), ("unified_exec", "`exec_command`")] {
        let answer = mcp.request("tools/call", &call(tool, &json!({})));
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(message.contains(tool) && message.contains(advice), "{message}");
    }
}

/// A client may check a result against the schema that the tool has, and a program may be written from it: nothing
/// comes that it does not name.
#[test]
fn every_field_of_a_result_is_declared() {
    let toolhost = Toolhost::new();
    let mut mcp = Mcp::initialized(&toolhost);
    let listed = mcp.request("tools/list", &json!({}));
    let schema = |name: &str| {
        let tools = listed["result"]["tools"].as_array().unwrap();
        let mut schema = tools.iter().find(|tool| tool["name"] == name).unwrap()["outputSchema"].clone();
        schema["additionalProperties"] = json!(false);
        jsonschema::validator_for(&schema).unwrap()
    };
    let calls = [
        ("exec_command", json!({"cmd": "seq 100000"})),
        ("exec_command", json!({"cmd": "kill -9 $$"})),
        ("exec_command", json!({"cmd": "true", "workdir": "/nope"})),
        ("exec_command", json!({"cmd": "read x", "tty": true, "yield_time_ms": 1})),
        ("write_stdin", json!({"session_id": 1, "chars": "\n", "yield_time_ms": 30_000})),
    ];
    for (tool, arguments) in calls {
        let result = mcp.request("tools/call", &call(tool, &arguments));
        let result = &result["result"]["structuredContent"];
        assert!(result.is_object(), "{arguments}");
        let faults: Vec<String> = schema(tool).iter_errors(result).map(|fault| fault.to_string()).collect();
        assert!(faults.is_empty(), "{arguments}: {faults:?} in {result}");
    }
}

#[test]
fn progress_is_reported_to_who_asked_for_it() {
    let toolhost = Toolhost::configured(&with_fixtures(&[("conformance", "")]));
    let mut mcp = Mcp::initialized(&toolhost);
    let mut params = call("test_tool_with_progress", &json!({}));
    params["_meta"] = json!({"progressToken": "token"});
    let id = mcp.post("tools/call", &params);
    let mut seen = Vec::new();
    let answer = loop {
        let message = mcp.next();
        if message["id"] == id {
            break message;
        }
        assert_eq!(message["method"], "notifications/progress", "{message}");
        assert_eq!(message["params"]["progressToken"], "token");
        seen.push(
            message["params"]["progress"].as_f64().unwrap() / message["params"]["total"].as_f64().unwrap(),
        );
    };
    assert_eq!(answer["result"]["content"][0]["text"], "Reported progress three times.");
    assert_eq!(seen, [0.0, 0.5, 1.0]);
    let answer = mcp.request("tools/call", &call("test_tool_with_progress", &json!({})));
    assert!(answer["result"].is_object());
    mcp.pipe.end_input();
    assert_eq!(mcp.rest(), Vec::<Value>::new(), "nobody asked");
}

#[test]
fn a_cancelled_call_ends_its_command_and_has_no_answer() {
    let toolhost = Toolhost::new();
    let mut mcp = Mcp::initialized(&toolhost);
    let host = mcp.pipe.pid();
    let arguments = json!({"cmd": "setsid sleep 300 & touch ready; wait", "yield_time_ms": 30_000});
    let id = mcp.post("tools/call", &call("exec_command", &arguments));
    eventually("the command runs", || toolhost.workspace().join("ready").exists());
    mcp.notify("notifications/cancelled", &json!({"requestId": id, "reason": "test"}));
    toolhost.expect_no_survivor("cancelled", &[host]);
    assert_eq!(mcp.call("exec_command", &json!({"cmd": "echo on"}))["output"], "on\n");
    mcp.pipe.end_input();
    let rest = mcp.rest();
    assert!(rest.iter().all(|message| message["id"] != id), "{rest:?}");
}

#[test]
fn a_command_does_not_read_the_protocol() {
    let toolhost = Toolhost::new();
    let mut mcp = Mcp::initialized(&toolhost);
    let greedy = call("exec_command", &json!({"cmd": "cat; head -c 1; read x; echo end"}));
    let first = mcp.post("tools/call", &greedy);
    let others: Vec<u64> = (0..20).map(|_| mcp.post("ping", &json!({}))).collect();
    for id in others {
        assert_eq!(mcp.answer(id)["result"], json!({}));
    }
    assert_eq!(mcp.answer(first)["result"]["structuredContent"]["output"], "end\n");
}

#[test]
fn what_plugins_and_commands_print_stays_out_of_the_protocol() {
    let toolhost =
        Toolhost::configured(&with_fixtures(&[("hostile", "grants: { clock: true, random: true }")]));
    let mut mcp = Mcp::initialized(&toolhost);
    for mode in [
        "flood_stdout",
        "flood_log",
        "panic",
        "nan_progress",
        "control_chars",
        "ugly_failure",
        "ugly_part",
        "bad_utf8",
    ] {
        // Whatever comes is parsed as a message, or the test fails.
        let answer = mcp.request("tools/call", &call("hostile", &json!({"mode": mode, "amount": 2000})));
        assert!(answer["result"].is_object(), "{mode}: {answer}");
        let texts =
            answer["result"]["content"].as_array().unwrap().iter().filter_map(|part| part["text"].as_str());
        let controls = |text: &str| text.chars().any(|c| c.is_control() && c != '\n' && c != '\t');
        assert!(!texts.into_iter().any(controls), "{mode}: {answer}");
    }
    let result = mcp.call("exec_command", &json!({"cmd": "echo '{\"jsonrpc\": 1}'; echo >&2 error"}));
    assert_eq!(result["output"], "{\"jsonrpc\": 1}\nerror\n");
}

#[test]
fn the_end_of_input_ends_the_trees_and_the_server() {
    let toolhost = Toolhost::new();
    let mut mcp = Mcp::initialized(&toolhost);
    let started = mcp.call(
        "exec_command",
        &json!({"cmd": "trap '' TERM HUP; setsid sleep 300 & sleep 301; sleep 302", "yield_time_ms": 250}),
    );
    assert!(number(&started, "session_id") > 0);
    mcp.post(
        "tools/call",
        &call("exec_command", &json!({"cmd": "touch ready; sleep 303", "yield_time_ms": 30_000})),
    );
    eventually("the command runs", || toolhost.workspace().join("ready").exists());
    mcp.pipe.end_input();
    mcp.rest();
    assert_eq!(mcp.pipe.wait(), 0, "{}", mcp.pipe.stderr());
    toolhost.assert_no_survivor("end of input");
}

#[test]
fn signals_end_the_trees_and_the_server() {
    for signal in [Signal::TERM, Signal::INT, Signal::HUP] {
        for greeted in [true, false] {
            let toolhost = Toolhost::new();
            let mut mcp = if greeted { Mcp::initialized(&toolhost) } else { Mcp::start(&toolhost) };
            if greeted {
                mcp.call(
                    "exec_command",
                    &json!({"cmd": "setsid sleep 300 & wait", "tty": true, "yield_time_ms": 250}),
                );
            } else {
                mcp.initialize();
            }
            mcp.pipe.signal(signal);
            mcp.pipe.wait();
            toolhost.assert_no_survivor("signal");
        }
    }
}
