//! The two built-in profiles, exactly as they are specified, over every front end; and profiles that extend
//! them.

use serde_json::{Value, json};

use crate::support::result::{assert_failure, failure, hints};
use crate::support::search::{TOOL, places};
use crate::support::{Lines, Mcp, Toolhost};

const DEFAULT: [&str; 4] = ["exec_command", "write_stdin", "apply_patch", "search_tools"];
const ADVANCED: [&str; 5] = ["exec_command", "write_stdin", "apply_patch", "search_tools", "code_search"];

/// The names of declared tools, in whichever form they are declared.
fn names(tools: &Value) -> Vec<&str> {
    let declared = match tools {
        Value::Array(tools) => tools,
        _ => panic!("no list of tools: {tools}"),
    };
    if let [only] = declared.as_slice()
        && only["functionDeclarations"].is_array()
    {
        return names(&only["functionDeclarations"]);
    }
    declared.iter().map(name).collect()
}

/// One API wraps each tool.
fn name(tool: &Value) -> &str {
    let tool = if tool["function"].is_object() { &tool["function"] } else { tool };
    tool["name"].as_str().unwrap_or_else(|| panic!("no name: {tool}"))
}

/// The tools that a user's program declares with these words in front of the command.
fn declared(toolhost: &Toolhost, words: &[&str]) -> Vec<String> {
    let ran = toolhost.run(&[words, &["tools", "--format", "mcp"]].concat());
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{ran:?}");
    names(&ran.json()).into_iter().map(str::to_owned).collect()
}

#[test]
fn the_built_in_profiles_have_exactly_their_tools_in_their_order() {
    let toolhost = Toolhost::new();
    let table: &[(&[&str], &[&str])] =
        &[(&[], &DEFAULT), (&["--profile", "default"], &DEFAULT), (&["--profile", "advanced"], &ADVANCED)];
    for (words, expected) in table {
        for format in ["mcp", "openai-responses", "openai-chat", "anthropic", "gemini"] {
            let ran = toolhost.run(&[words, &["tools", "--format", format][..]].concat());
            assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{format}: {ran:?}");
            assert_eq!(names(&ran.json()), *expected, "{format}");
        }
    }
    let chosen = Toolhost::configured("profile: advanced\n");
    assert_eq!(declared(&chosen, &[]), ADVANCED);
    assert_eq!(declared(&chosen, &["--profile", "default"]), DEFAULT);
}

#[test]
fn mcp_lists_exactly_the_tools_of_the_profile() {
    for (configuration, expected) in
        [("profile: default\n", &DEFAULT[..]), ("profile: advanced\n", &ADVANCED)]
    {
        let toolhost = Toolhost::configured(configuration);
        let mut mcp = Mcp::initialized(&toolhost);
        let answer = mcp.request("tools/list", &json!({}));
        assert_eq!(names(&answer["result"]["tools"]), expected);
        assert!(answer["result"]["nextCursor"].is_null(), "{answer}");
        // The list is the same bytes again.
        assert_eq!(mcp.request("tools/list", &json!({}))["result"], answer["result"]);
    }
}

/// A tool is served if a call of it comes to the tool: whatever it says, it is not that there is none.
fn assert_serves(call: &mut dyn FnMut(&str, &Value) -> Value, tools: &[&str]) {
    let calls = [
        ("exec_command", json!({"cmd": "echo on"}), "output"),
        ("write_stdin", json!({"session_id": 99, "chars": ""}), "error"),
        ("apply_patch", json!({"patch": "*** Begin Patch\n*** Add File: new\n+x\n*** End Patch\n"}), "diff"),
        ("search_tools", json!({"query": "issue"}), "tools"),
        (TOOL, json!({"query": "nobodyWroteThis"}), "results"),
    ];
    for (tool, arguments, field) in calls {
        let result = call(tool, &arguments);
        if tools.contains(&tool) {
            assert!(!result[field].is_null(), "{tool}: {result}");
            assert!(field != "error" || failure(&result).0 == "unknown_session", "{tool}: {result}");
        } else {
            assert_failure(&result, "unknown_tool", &[&format!("`{tool}`")]);
            let listed = hints(&result);
            assert!(tools.iter().all(|name| listed.contains(name)) && !listed.contains(tool), "{result}");
        }
    }
}

#[test]
fn a_call_reaches_the_tools_of_the_profile_and_no_other() {
    for (profile, tools) in [("default", &DEFAULT[..]), ("advanced", &ADVANCED)] {
        let words = ["--profile", profile];
        let toolhost = Toolhost::new();
        let one_by_one = &mut |tool: &str, arguments: &Value| {
            let ran = toolhost.run(&[&words[..], &["call", tool, &arguments.to_string()]].concat());
            let result = ran.json();
            assert_eq!(ran.status, i32::from(result["error"].is_object()), "{result}");
            result
        };
        assert_serves(one_by_one, tools);

        let toolhost = Toolhost::new();
        let mut lines = Lines::start_with(&toolhost, &[&words[..], &["call", "-"]].concat());
        assert_serves(&mut |tool, arguments| lines.call(tool, arguments), tools);
    }
}

/// With nothing deferred a search of tools finds none, and says why.
#[test]
fn the_default_profile_has_nothing_deferred() {
    for profile in ["default", "advanced"] {
        let toolhost = Toolhost::configured(&format!("profile: {profile}\n"));
        let (status, result) = toolhost.call("search_tools", &json!({"query": "search the code"}));
        assert_eq!((status, &result["count"], &result["tools"]), (0, &json!(0), &json!([])), "{result}");
        assert!(!result["hints"].as_array().unwrap().is_empty(), "{result}");
    }
}

/// What replaces a removed name depends on the profile: no advice names a tool that is not there.
#[test]
fn a_removed_search_is_replaced_by_what_the_profile_has() {
    let toolhost = Toolhost::new();
    for (profile, names_it) in [("default", false), ("advanced", true)] {
        let ran = toolhost.run(&["--profile", profile, "call", "unified_search", r#"{"query":"x"}"#]);
        assert_eq!(ran.status, 1, "{ran:?}");
        assert_failure(&ran.json(), "removed_tool", &["`unified_search`"]);
        assert_eq!(ran.stdout.contains(TOOL), names_it, "{ran:?}");
    }
}

/// A profile that extends another has its tools first, then its own, without those that it leaves out.
#[test]
fn profiles_extend_each_other() {
    let toolhost = Toolhost::configured(
        "profile: mine
profiles:
  mine: { extends: default, tools: [code_search] }
  less: { extends: advanced, without: [write_stdin, search_tools] }
  again: { extends: less, tools: [search_tools] }
  first: { tools: [code_search, exec_command] }
  only: { tools: [code_search] }
",
    );
    let table: &[(&str, &[&str])] = &[
        ("mine", &ADVANCED),
        ("advanced", &ADVANCED),
        ("default", &DEFAULT),
        ("less", &["exec_command", "apply_patch", "code_search"]),
        ("again", &["exec_command", "apply_patch", "code_search", "search_tools"]),
        ("first", &["code_search", "exec_command"]),
        ("only", &["code_search"]),
    ];
    for (profile, expected) in table {
        assert_eq!(declared(&toolhost, &["--profile", profile]), *expected, "{profile}");
    }
    assert_eq!(declared(&toolhost, &[]), ADVANCED);
    // The tool is the same under each.
    let tool = |profile: &str| {
        let tools = toolhost.run(&["--profile", profile, "tools"]).json();
        tools.as_array().unwrap().iter().find(|tool| tool["name"] == TOOL).unwrap().clone()
    };
    assert!(["mine", "less", "only"].into_iter().all(|profile| tool(profile) == tool("advanced")));
    let listed = toolhost.run(&["profile", "list"]);
    assert_eq!(listed.stdout, "  advanced\n  again\n  default\n  first\n  less\n* mine\n  only\n");
}

/// A user's own `default` is what the built-in `advanced` then extends.
#[test]
fn a_replaced_default_is_extended_by_the_built_in_advanced() {
    let toolhost = Toolhost::configured("profiles: { default: { tools: [exec_command] } }\n");
    assert_eq!(declared(&toolhost, &[]), ["exec_command"]);
    assert_eq!(declared(&toolhost, &["--profile", "advanced"]), ["exec_command", "code_search"]);
}

/// A search needs no right to run commands or to change files.
#[test]
fn a_profile_of_the_search_alone_searches() {
    let toolhost = Toolhost::configured("profile: only\nprofiles: { only: { tools: [code_search] } }\n");
    toolhost.put("a.rs", "fn makeIt() {}\n");
    let (status, result) = toolhost.call(TOOL, &json!({"query": "makeIt"}));
    assert_eq!((status, places(&result)), (0, vec!["definition a.rs:1:4".to_owned()]));
    let (status, result) = toolhost.call("exec_command", &json!({"cmd": "touch ran"}));
    assert_eq!(status, 1);
    assert_failure(&result, "unknown_tool", &["`exec_command`"]);
    assert!(!toolhost.workspace().join("ran").exists());
}
