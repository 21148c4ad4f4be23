//! Where the configuration comes from, in which forms, and what a wrong one costs.

use std::fs;

use serde_json::json;

use crate::support::result::ended;
use crate::support::{Toolhost, toolhost::Ran};

fn setting(value: &str) -> String {
    format!("execution: {{ env: {{ set: {{ PROBE: {value} }} }} }}\n")
}

const PROBE: &str = r#"{"cmd":"echo $PROBE"}"#;

fn probe(ran: &Ran) -> String {
    assert_eq!(ran.status, 0, "{ran:?}");
    ended(&ran.json()).0.trim_end().to_owned()
}

#[test]
fn the_command_line_goes_before_the_environment_before_the_user_s_folder() {
    let mut toolhost = Toolhost::new();
    assert_eq!(probe(&toolhost.run(&["call", "exec_command", PROBE])), "");
    toolhost.configure(&setting("folder"));
    assert_eq!(probe(&toolhost.run(&["call", "exec_command", PROBE])), "folder");
    let named = toolhost.write("environment.yaml", setting("environment"));
    toolhost.variable("TOOLHOST_CONFIG", named.to_str().unwrap());
    assert_eq!(probe(&toolhost.run(&["call", "exec_command", PROBE])), "environment");
    let named = toolhost.write("line.yaml", setting("line"));
    let ran = toolhost.run(&["--config", named.to_str().unwrap(), "call", "exec_command", PROBE]);
    assert_eq!(probe(&ran), "line");
    // Also behind the command, and relative to the working directory.
    assert_eq!(probe(&toolhost.run(&["call", "exec_command", PROBE, "--config", "line.yaml"])), "line");
}

#[test]
fn yaml_and_json_are_read() {
    let toolhost = Toolhost::new();
    let folder = toolhost.config_file().parent().unwrap().to_owned();
    fs::create_dir_all(&folder).unwrap();
    let json = json!({"execution": {"env": {"set": {"PROBE": "json"}}}});
    fs::write(folder.join("toolhost.json"), json.to_string()).unwrap();
    assert_eq!(probe(&toolhost.run(&["call", "exec_command", PROBE])), "json");
    let file = toolhost.write("named.json", serde_json::to_string_pretty(&json).unwrap());
    let ran = toolhost.run(&["--config", file.to_str().unwrap(), "call", "exec_command", PROBE]);
    assert_eq!(probe(&ran), "json");
}

#[test]
fn a_profile_can_be_chosen() {
    let toolhost = Toolhost::configured(
        "profile: a\nprofiles:\n  a: { tools: [exec_command], execution: { env: { set: { PROBE: a } } } }\n  \
         b: { extends: a, tools: [write_stdin], execution: { env: { set: { PROBE: b } } } }\n",
    );
    assert_eq!(probe(&toolhost.run(&["call", "exec_command", PROBE])), "a");
    assert_eq!(probe(&toolhost.run(&["--profile", "b", "call", "exec_command", PROBE])), "b");
    assert_eq!(toolhost.run(&["tools"]).json().as_array().unwrap().len(), 1);
    assert_eq!(toolhost.run(&["--profile", "b", "tools"]).json().as_array().unwrap().len(), 2);
    let listed = toolhost.run(&["profile", "list"]);
    assert_eq!((listed.status, listed.stdout.as_str()), (0, "* a\n  advanced\n  b\n  default\n"));
    let ran = toolhost.run(&["--profile", "c", "tools"]);
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(ran.stderr.contains("\"c\"") && ran.stderr.contains("a, advanced, b, default"), "{ran:?}");
}

#[test]
fn a_wrong_configuration_stops_the_start_and_says_where_and_what_would_be_right() {
    let toolhost = Toolhost::new();
    let table = [
        (
            "profile: default\nexecution:\n  escalatoin: allow\n",
            "FILE:3:3: execution: unknown key \"escalatoin\"; did you mean \"escalation\"? (valid: sandbox, network, \
             escalation, shell, env)",
        ),
        (
            "profile: default\nprofile: default\n",
            "FILE:2:1: duplicate key \"profile\"; it first stands on line 1",
        ),
        (
            "profiles: { default: { tools: [exec_comand] } }\n",
            "FILE:1:32: profiles.default.tools[0]: there is no plugin \"exec_comand\"; did you mean \"exec_command\"? \
             (valid: apply_patch, code_search, exec_command, \
             exec_json, fold, noop, rtk_cli, search_tools, write_stdin)",
        ),
        (
            "limits: { timeout: 600 }\n",
            "FILE:1:20: limits.timeout: expected a time with its unit such as \"30s\", found the number 600; a bare \
             number does not say its unit (units: d, h, m, s, ms)",
        ),
        (
            "execution: { escalation: maybe }\n",
            "FILE:1:26: execution.escalation: unknown value \"maybe\" (valid: deny, allow, ask)",
        ),
        (
            "execution: { sandbox: bwrap }\n",
            "FILE:1:23: execution.sandbox: confining commands is not available in this version; the only value is \"none\"",
        ),
        (
            "execution: { network: deny }\n",
            "FILE:1:23: execution.network: keeping commands off the network is not available in this version; the only \
             value is \"allow\"",
        ),
        ("a: [b\n", "FILE:1:4: not valid YAML: unclosed bracket '['"),
    ];
    for (text, expected) in table {
        toolhost.configure(text);
        let expected = expected.replace("FILE", toolhost.config_file().to_str().unwrap());
        for command in [
            &["call", "exec_command", r#"{"cmd":"touch ran"}"#][..],
            &["call", "-"],
            &["mcp"],
            &["tools"],
            &["doctor"],
        ] {
            let ran = toolhost
                .run_with(command, "{\"tool\":\"exec_command\",\"arguments\":{\"cmd\":\"touch ran\"}}\n");
            assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{command:?}: {ran:?}");
            assert_eq!(ran.stderr.lines().next(), Some(format!("error: {expected}").as_str()), "{command:?}");
        }
        assert!(!toolhost.workspace().join("ran").exists());
    }
}

#[test]
fn a_configuration_that_cannot_be_read_is_named() {
    let mut toolhost = Toolhost::new();
    let missing = toolhost.path("missing.yaml");
    let ran = toolhost.run(&["--config", missing.to_str().unwrap(), "tools"]);
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{ran:?}");
    assert!(ran.stderr.contains(missing.to_str().unwrap()), "{ran:?}");
    let binary = toolhost.write("binary.yaml", b"profile: \xff\n");
    let ran = toolhost.run(&["--config", binary.to_str().unwrap(), "tools"]);
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(
        ran.stderr.contains("binary.yaml") && ran.stderr.contains("UTF-8") || ran.stderr.contains("utf-8"),
        "{ran:?}"
    );
    toolhost.variable("TOOLHOST_CONFIG", missing.to_str().unwrap());
    let ran = toolhost.run(&["tools"]);
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(ran.stderr.contains("TOOLHOST_CONFIG") && ran.stderr.contains("missing.yaml"), "{ran:?}");
}

#[test]
fn the_built_in_configuration_is_one_of_this_format() {
    let toolhost = Toolhost::new();
    let shown = toolhost.run(&["profile", "show"]);
    assert_eq!(shown.status, 0);
    assert!(shown.stdout.contains("component: builtin:exec_command"), "{}", shown.stdout);
    let before = toolhost.run(&["tools"]).stdout;
    toolhost.configure(&shown.stdout);
    let after = toolhost.run(&["tools"]);
    assert_eq!((after.status, after.stdout), (0, before));
    assert_eq!(toolhost.run(&["doctor"]).status, 0);
}

#[test]
fn the_environment_of_commands_is_as_configured() {
    let mut toolhost = Toolhost::new();
    toolhost.variable("SECRET_ONE", "1");
    toolhost.variable("KEPT", "2");
    let cmd = json!({"cmd": "echo ${SECRET_ONE-none} ${KEPT-none} ${OWN-none}"}).to_string();
    for (env, expected) in [
        ("{ }", "1 2 none\n"),
        ("{ exclude: [SECRET_*] }", "none 2 none\n"),
        ("{ set: { OWN: '3' } }", "1 2 3\n"),
        ("{ inherit: none, set: { KEPT: own } }", "none own none\n"),
    ] {
        toolhost.configure(&format!("execution: {{ env: {env} }}"));
        let ran = toolhost.run(&["call", "exec_command", &cmd]);
        assert_eq!(ended(&ran.json()).0, expected, "{env}");
    }
    toolhost.configure("execution: { shell: /bin/sh }");
    let ran = toolhost.run(&["call", "exec_command", r#"{"cmd":"echo $0"}"#]);
    assert_eq!(ended(&ran.json()), ("/bin/sh\n", 0));
}

#[test]
fn the_workspace_is_the_repository_of_the_working_directory_unless_named() {
    let toolhost = Toolhost::new();
    let pwd = r#"{"cmd":"pwd"}"#;
    let inner = toolhost.workspace().join("a/b");
    fs::create_dir_all(&inner).unwrap();
    let from_inner = |arguments: &[&str]| {
        let mut command = toolhost.command(arguments);
        command.current_dir(&inner);
        crate::support::toolhost::finish(command, "")
    };
    let path = |path: std::path::PathBuf| format!("{}\n", path.display());
    assert_eq!(from_inner(&["call", "exec_command", pwd]).json()["output"], path(inner.clone()));
    fs::create_dir(toolhost.workspace().join(".git")).unwrap();
    assert_eq!(from_inner(&["call", "exec_command", pwd]).json()["output"], path(toolhost.workspace()));
    let named = from_inner(&["--workspace", "/", "call", "exec_command", pwd]);
    assert_eq!(named.json()["output"], "/\n");
    let missing = from_inner(&["--workspace", "/nope", "call", "exec_command", pwd]);
    assert_eq!((missing.status, missing.stdout.as_str()), (2, ""), "{missing:?}");
    assert!(missing.stderr.contains("/nope"), "{missing:?}");
}
