//! `search_tools`: deferred tools are found, can be called, and are listed where a client looks again.

use serde_json::{Value, json};

use crate::support::mcp::VERSION;
use crate::support::plugins::fixture;
use crate::support::{Lines, Mcp, Toolhost};

/// A user whose profile defers two tools.
fn deferring() -> Toolhost {
    let block = fixture("noop", "deferred: true");
    Toolhost::configured(&format!(
        "plugins: {{ issues: {block}, edges: {block} }}\n\
         profiles:\n  default:\n    extends: default\n    tools:\n      \
         - {{ name: create_issue, plugin: issues }}\n      - {{ name: canvas_create_edge, plugin: edges }}\n"
    ))
}

fn listed(mcp: &mut Mcp) -> Vec<String> {
    let answer = mcp.request("tools/list", &json!({}));
    let tools = answer["result"]["tools"].as_array().unwrap_or_else(|| panic!("{answer}"));
    tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
}

/// A server whose client calls itself so.
fn greeted_by(toolhost: &Toolhost, client: &str) -> Mcp {
    let mut mcp = Mcp::start(toolhost);
    let client = json!({"name": client, "version": "1"});
    let hello = json!({"protocolVersion": VERSION, "capabilities": {}, "clientInfo": client});
    let answer = mcp.request("initialize", &hello);
    assert_eq!(answer["result"]["capabilities"]["tools"]["listChanged"], true, "{answer}");
    mcp.notify("notifications/initialized", &json!({}));
    mcp
}

fn names(result: &Value) -> Vec<&str> {
    let tools = result["tools"].as_array().unwrap_or_else(|| panic!("{result}"));
    tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect()
}

const DEFAULT: [&str; 4] = ["exec_command", "write_stdin", "apply_patch", "search_tools"];

#[test]
fn what_is_found_is_listed_from_then_on() {
    let toolhost = deferring();
    let mut mcp = greeted_by(&toolhost, "a client that looks again");
    assert_eq!(listed(&mut mcp), DEFAULT);
    let result = mcp.call("search_tools", &json!({"query": "issue"}));
    assert_eq!(names(&result), ["create_issue"]);
    assert_eq!(result["query"], "issue");
    assert_eq!(result["count"], 1);
    assert_eq!(result["expanded"], json!(["create_issue"]));
    assert_eq!(result["catalog_epoch"], 1);
    assert_eq!(result["hints"], json!(["They are in your list of tools when you look at it again."]));
    mcp.message(|message| message["method"] == "notifications/tools/list_changed");
    assert_eq!(listed(&mut mcp), [&DEFAULT[..], &["create_issue"]].concat());
    assert_eq!(mcp.call("create_issue", &json!({})), json!({"ok": true}));
    // What is listed already changes nothing.
    assert_eq!(mcp.call("search_tools", &json!({"query": "issue"})), result);
    mcp.pipe.end_input();
    assert!(mcp.rest().iter().all(|message| message["method"].is_null()));
}

#[test]
fn another_client_of_the_same_host_keeps_its_own_list() {
    let toolhost = deferring();
    let mut one = greeted_by(&toolhost, "one");
    one.call("search_tools", &json!({"query": "issue"}));
    let mut other = greeted_by(&toolhost, "other");
    assert_eq!(listed(&mut other), DEFAULT);
}

#[test]
fn a_client_that_never_looks_again_is_told_of_a_command_that_reaches_this_host() {
    let toolhost = deferring();
    for client in ["claude-code", "codex-mcp-client"] {
        let mut mcp = greeted_by(&toolhost, client);
        let result = mcp.call("search_tools", &json!({"query": "edge", "detail_level": "full"}));
        let hint = result["hints"][0].as_str().unwrap();
        let command = hint.split("run a shell command: ").nth(1).unwrap().split(" '{…}'").next().unwrap();
        assert!(command.ends_with("toolhost call canvas_create_edge"), "{hint}");
        assert_eq!(listed(&mut mcp), DEFAULT, "the list of {client} stays");
        let called = mcp.call("exec_command", &json!({"cmd": format!("{command} '{{}}'")}));
        assert_eq!(called["output"], "{\n  \"ok\": true\n}\n", "{called}");
        mcp.pipe.end_input();
        assert!(mcp.rest().iter().all(|message| message["method"].is_null()));
    }
}

/// `toolhost call` in a command: a session of this client is known to it, and those of others are not.
#[test]
fn a_call_from_a_command_is_one_of_the_same_client() {
    let toolhost = deferring();
    let mut lines = Lines::start(&toolhost);
    let program = crate::support::binary::program();
    let (session, _) = lines.start_command("cat", true);
    let look = |session: u64| {
        format!("{} call write_stdin '{{\"session_id\":{session},\"chars\":\"\"}}'", program.display())
    };
    let looked = lines.exec(&look(session));
    assert_eq!(looked["exit_code"], 0, "{looked}");
    let seen: Value = serde_json::from_str(looked["output"].as_str().unwrap()).unwrap();
    assert_eq!(seen["session_id"], session, "{seen}");
    let unknown = lines.exec(&look(session + 100));
    assert_eq!(unknown["exit_code"], 1, "{unknown}");
    let outside =
        toolhost.run(&["call", "write_stdin", &json!({"session_id": session, "chars": ""}).to_string()]);
    assert_eq!(outside.status, 1, "another host knows no such session: {outside:?}");
    // The program's own mistakes come from there, too.
    let bad = lines.exec(&format!("{} call write_stdin nonsense", program.display()));
    assert_eq!(bad["exit_code"], 2, "{bad}");
    assert!(
        bad["output"].as_str().unwrap().contains("the arguments of write_stdin are not a JSON object"),
        "{bad}"
    );
}

/// Options that name another host, and a host that is gone.
#[test]
fn a_command_can_have_a_host_of_its_own() {
    let toolhost = deferring();
    let mut lines = Lines::start(&toolhost);
    let program = crate::support::binary::program();
    let (session, _) = lines.start_command("cat", true);
    let arguments = format!("write_stdin '{{\"session_id\":{session},\"chars\":\"\"}}'");
    let own = lines.exec(&format!("{} --profile default call {arguments}", program.display()));
    assert_eq!(own["exit_code"], 1, "{own}");
    let gone = lines.exec(&format!("TOOLHOST_CLIENT=999999999.1 {} call {arguments}", program.display()));
    assert_eq!(gone["exit_code"], 1, "{gone}");
    let output = gone["output"].as_str().unwrap();
    assert!(
        output.starts_with("warning: the host 999999999 of this command does not run any more"),
        "{output}"
    );
}

#[test]
fn a_deferred_tool_can_be_called_by_its_name_at_once() {
    let toolhost = deferring();
    assert_eq!(toolhost.call("create_issue", &json!({})), (0, json!({"ok": true})));
    let (status, unknown) = toolhost.call("create_isue", &json!({}));
    assert_eq!(status, 1);
    assert!(unknown["error"].to_string().contains("create_issue"), "{unknown}");
}

#[test]
fn the_same_query_has_the_same_answer_a_hundred_times() {
    let toolhost = deferring();
    let mut lines = Lines::start(&toolhost);
    let arguments = json!({"query": "create edges", "detail_level": "full"});
    let first = lines.call("search_tools", &arguments).to_string();
    assert!(first.contains("canvas_create_edge"));
    for _ in 0..100 {
        assert_eq!(lines.call("search_tools", &arguments).to_string(), first);
    }
}

#[test]
fn the_level_decides_what_is_shown() {
    let toolhost = deferring();
    let mut lines = Lines::start(&toolhost);
    for (level, keys) in [
        (json!("name"), &["name", "score"][..]),
        (json!("name_description"), &["name", "score", "description"]),
        (Value::Null, &["name", "score", "description"]),
        (json!("full"), &["name", "score", "description", "parameters"]),
    ] {
        let mut arguments = json!({"query": "create", "limit": 1});
        if !level.is_null() {
            arguments["detail_level"] = level.clone();
        }
        let result = lines.call("search_tools", &arguments);
        assert_eq!(result["count"], 1, "{result}");
        let found: Vec<&String> = result["tools"][0].as_object().unwrap().keys().collect();
        assert_eq!(found, keys, "{level}");
    }
    let full = lines.call("search_tools", &json!({"query": "issue", "detail_level": "full"}));
    let parameters = &full["tools"][0]["parameters"];
    assert_eq!(parameters["properties"]["max_output_tokens"]["maximum"], 50_000, "{full}");
}

#[test]
fn bad_input_is_refused_and_nothing_found_is_no_error() {
    let toolhost = deferring();
    let mut lines = Lines::start(&toolhost);
    for arguments in [
        json!({}),
        json!({"query": ""}),
        json!({"query": " \t"}),
        json!({"query": "a", "limit": 0}),
        json!({"query": "a", "limit": 26}),
        json!({"query": "a", "limit": "2.5"}),
        json!({"query": "a", "detail_level": "everything"}),
        json!({"query": "a", "pattern": "b"}),
    ] {
        let result = lines.call("search_tools", &arguments);
        assert!(result["error"]["message"].is_string(), "{arguments}: {result}");
    }
    let coerced = lines.call("search_tools", &json!({"query": "create", "limit": "1"}));
    assert_eq!(coerced["count"], 1, "{coerced}");
    let nothing = lines.call("search_tools", &json!({"query": "submarine"}));
    assert_eq!(
        (&nothing["count"], &nothing["tools"], &nothing["expanded"]),
        (&json!(0), &json!([]), &json!([]))
    );
    assert_eq!(
        nothing["hints"],
        json!(["None of 2 further tools fits. Try other words, or fewer, or the beginning of one."])
    );
}

#[test]
fn a_profile_that_defers_nothing_says_so() {
    let toolhost = Toolhost::new();
    let (status, result) = toolhost.call("search_tools", &json!({"query": "issue"}));
    assert_eq!(status, 0);
    assert_eq!(result["count"], 0);
    assert_eq!(result["hints"], json!(["This profile has no further tools: your list has them all."]));
    let mut mcp = Mcp::start(&toolhost);
    let answer = mcp.initialize();
    assert!(answer["result"]["capabilities"]["tools"]["listChanged"].is_null(), "{answer}");
}
