//! What people and scripts see of the command line: texts, forms, exit statuses.

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::support::Toolhost;
use crate::support::plugins::with_fixtures;
use crate::support::result::{ended, notices};

#[test]
fn tools_are_declared_as_each_api_wants_them() {
    let toolhost = Toolhost::configured(&with_fixtures(&[("noop", "")]));
    for format in ["mcp", "openai-responses", "openai-chat", "anthropic", "gemini"] {
        let ran = toolhost.run(&["tools", "--format", format]);
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{format}");
        assert_snapshot!(format!("tools_{format}"), ran.stdout);
    }
    assert_eq!(toolhost.run(&["tools"]).stdout, toolhost.run(&["tools", "--format", "mcp"]).stdout);
}

/// The list of MCP and that of the command line are the same tools with the same schemas.
#[test]
fn tools_for_mcp_are_those_that_mcp_lists() {
    let toolhost = Toolhost::new();
    let printed = toolhost.run(&["tools"]).json();
    let mut mcp = crate::support::Mcp::initialized(&toolhost);
    let listed = mcp.request("tools/list", &json!({}));
    let kept = |tools: &Value| -> Vec<Value> {
        let keys = ["name", "title", "description", "inputSchema", "annotations"];
        tools
            .as_array()
            .unwrap()
            .iter()
            .map(|tool| keys.iter().map(|key| tool[key].clone()).collect())
            .collect()
    };
    assert_eq!(kept(&printed), kept(&listed["result"]["tools"]));
}

#[test]
fn help_is_as_it_is() {
    let toolhost = Toolhost::new();
    for command in [
        "",
        "call",
        "tools",
        "mcp",
        "standby",
        "profile",
        "sessions",
        "trust",
        "doctor",
        "schema",
        "completions",
        "man",
    ] {
        let arguments: Vec<&str> = [command, "--help"].into_iter().filter(|word| !word.is_empty()).collect();
        let ran = toolhost.run(&arguments);
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{command}");
        assert_snapshot!(format!("help_{command}"), ran.stdout);
    }
    let version = toolhost.run(&["--version"]);
    assert_eq!((version.status, version.stdout.as_str()), (0, "toolhost 0.1.0\n"));
}

#[test]
fn the_schema_is_valid_and_describes_the_built_in_configuration() {
    let toolhost = Toolhost::new();
    let ran = toolhost.run(&["schema"]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    let schema = ran.json();
    jsonschema::meta::validate(&schema).unwrap();
    let validator = jsonschema::options().offline().build(&schema).unwrap();
    let table = [
        (json!({}), true),
        (json!({"profile": "default", "limits": {"timeout": "30s", "memory": "64MiB"}}), true),
        (json!({"plugins": {"p": {"component": "./p.wasm", "grants": {"terminal": true}}}}), true),
        (json!({"profiles": {"a": {"tools": ["x", {"name": "y", "plugin": "z"}]}}}), true),
        (json!({"profil": "default"}), false),
        (json!({"limits": {"timeout": 30}}), false),
        (json!({"execution": {"escalation": "maybe"}}), false),
    ];
    for (configuration, valid) in table {
        assert_eq!(validator.is_valid(&configuration), valid, "{configuration}");
    }
}

#[test]
fn completions_and_the_manual_page_are_printed() {
    let toolhost = Toolhost::new();
    for (shell, part) in
        [("bash", "complete -F _toolhost"), ("zsh", "#compdef toolhost"), ("fish", "complete -c toolhost")]
    {
        let ran = toolhost.run(&["completions", shell]);
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{shell}");
        assert!(ran.stdout.contains(part), "{shell}");
        for command in ["call", "tools", "mcp", "doctor", "trust"] {
            assert!(ran.stdout.contains(command), "{shell}: {command}");
        }
    }
    let script = toolhost.write("completions.bash", toolhost.run(&["completions", "bash"]).stdout);
    let arguments = json!({"cmd": format!("source {} && complete -p toolhost", script.display())});
    let (_, result) = toolhost.call("exec_command", &arguments);
    assert!(ended(&result).0.contains("_toolhost toolhost"), "{result}");
    assert_eq!(toolhost.run(&["completions", "tcsh"]).status, 2);

    let page = toolhost.run(&["man"]);
    assert_eq!((page.status, page.stderr.as_str()), (0, ""));
    assert!(page.stdout.contains(".TH toolhost 1"), "{}", page.stdout);
    assert!(page.stdout.contains("typed into a terminal are not seen"), "{}", page.stdout);
}

#[test]
fn a_report_in_the_older_form_is_the_list_that_clients_know() {
    let toolhost = Toolhost::configured(&with_fixtures(&[("previewing", "")]));
    let (status, result) = toolhost.call("previewing", &json!({}));
    let entry = json!({
        "path": "a.txt", "operation": "updated", "content": "@@ -1 +1 @@\n-x\n+y", "truncated": false,
        "additions": 1, "deletions": 1,
    });
    assert_eq!((status, &result), (0, &json!({"path": "a.txt", "diff": [entry]})));
    let tools = toolhost.run(&["tools", "--format", "mcp"]).json();
    let tool = tools.as_array().unwrap().iter().find(|tool| tool["name"] == "previewing").unwrap();
    let schema = &tool["outputSchema"];
    assert_eq!(
        (&schema["properties"]["diff"]["type"], &schema["properties"]["diff_preview"]),
        (&json!("array"), &json!(null))
    );
    assert!(!schema["required"].to_string().contains("diff_preview"), "{schema}");
}

#[test]
fn the_exit_status_says_what_became_of_a_call() {
    let toolhost = Toolhost::new();
    let table: &[(&[&str], i32)] = &[
        (&["call", "exec_command", r#"{"cmd":"true"}"#], 0),
        (&["call", "exec_command", r#"{"cmd":"exit 7"}"#], 1),
        (&["call", "exec_command", r#"{"cmd":"kill -9 $$"}"#], 1),
        (&["call", "exec_command", "{}"], 1),
        (&["call", "exec_command"], 1),
        (&["call", "nobody", "{}"], 1),
        (&["call", "exec_command", "{"], 2),
        (&["call"], 2),
        (&["call", "-", "{}"], 2),
        (&["call", "exec_command", "{}", "--timeout", "5"], 2),
        (&["nobody"], 2),
        (&[], 2),
        (&["tools", "--format", "xml"], 2),
        (&["--config", "/nope", "tools"], 2),
        (&["--profile", "nobody", "tools"], 2),
        (&["mcp", "--http", "nonsense"], 2),
        (&["doctor"], 0),
    ];
    for (arguments, status) in table {
        let ran = toolhost.run(arguments);
        assert_eq!(ran.status, *status, "{arguments:?}: {ran:?}");
        // A result is on standard output, everything else is not.
        assert_eq!(ran.stdout.is_empty(), *status == 2, "{arguments:?}: {ran:?}");
    }
}

#[test]
fn a_call_waits_to_the_end_whatever_the_yield() {
    let toolhost = Toolhost::new();
    let arguments = json!({"cmd": "sleep 1; echo end", "yield_time_ms": 250});
    let (status, result) = toolhost.call("exec_command", &arguments);
    assert_eq!((status, ended(&result)), (0, ("end\n", 0)));
}

#[test]
fn a_justified_escalation_runs_and_the_result_says_that_nothing_confined_it() {
    let toolhost = Toolhost::new();
    let arguments = json!({"cmd": "echo ran", "sandbox_permissions": "require_escalated", "justification": "for the test"});
    let (status, result) = toolhost.call("exec_command", &arguments);
    assert_eq!((status, ended(&result)), (0, ("ran\n", 0)));
    assert!(notices(&result).contains("not confined"), "{result}");
    assert!(!result.to_string().contains("for the test"), "no result repeats permission arguments: {result}");
}

#[test]
fn the_doctor_says_what_holds() {
    let toolhost = Toolhost::new();
    let ran = toolhost.run(&["doctor"]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    for part in [
        "profile default",
        "exec_command, write_stdin",
        "sandbox: none",
        "network",
        "trees:",
        "memory",
        "spool",
    ] {
        assert!(ran.stdout.contains(part), "{part}: {}", ran.stdout);
    }
}
