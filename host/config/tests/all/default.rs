//! The built-in default, whole.

use std::time::Duration;

use toolhost_config::{
    Access, Component, Escalation, Grants, Inherit, Layers, Limits, Naming, Runtime, Shell,
    ShellPromptProfile, Source, Spool, resolve,
};

use crate::{builtin, layers, with_user};

#[test]
fn the_default_holds_by_itself() {
    let resolved = resolve(&layers(None, None)).unwrap();
    assert_eq!(resolved.profile, "default");
    assert_eq!(resolved.profiles.keys().collect::<Vec<_>>(), ["advanced", "default"]);
    assert_eq!(
        resolved.plugins.keys().collect::<Vec<_>>(),
        [
            "apply_patch",
            "code_search",
            "exec_command",
            "exec_json",
            "noop",
            "rtk_cli",
            "search_tools",
            "write_stdin"
        ]
    );
    let limits = Limits {
        memory: 64 << 20,
        timeout: Duration::from_secs(30),
        table_elements: 100_000,
        hostcall_bytes: 16 << 20,
        host_calls: 1_000_000,
        handles: 1000,
        log_lines: 1000,
        log_line_bytes: 4 << 10,
        result_bytes: 16 << 20,
        stdout_bytes: 64 << 10,
        random_bytes: 64 << 10,
    };
    let profile = &resolved.profiles["advanced"];
    let terminal = Grants { terminal: true, ..Grants::none() };
    let files = Grants { workspace: Access::Write, ..Grants::none() };
    let catalog = Grants { catalog: true, ..Grants::none() };
    let search = Grants { search: true, ..Grants::none() };
    let larger = Limits { memory: 512 << 20, hostcall_bytes: 64 << 20, ..limits };
    let tools = [
        ("exec_command", &terminal, &limits),
        ("write_stdin", &terminal, &limits),
        ("apply_patch", &files, &larger),
        ("search_tools", &catalog, &limits),
        ("code_search", &search, &limits),
    ];
    for (tool, (name, grants, limits)) in profile.tools.iter().zip(tools) {
        assert_eq!(tool.naming, Naming::FromMetadata);
        assert_eq!(tool.label(), name);
        assert_eq!(tool.plugin.id, name);
        assert_eq!(tool.plugin.component, Component::Builtin(name.into()));
        assert_eq!((&tool.grants, &tool.limits), (grants, limits));
        assert_eq!(tool.plugin.config, serde_json::json!({}));
        assert!(!tool.deferred);
        assert!(tool.plugin.digest.is_none());
    }
    assert_eq!(profile.tools.len(), tools.len());
    assert_eq!(profile.agent.shell_prompt_profile, ShellPromptProfile::Auto);
    assert_eq!(profile.execution.escalation, Escalation::Deny);
    assert_eq!(profile.execution.shell, Shell::Auto);
    assert_eq!(profile.execution.env.inherit, Inherit::All);
    assert!(profile.execution.env.exclude.is_empty());
    assert!(profile.execution.env.set.is_empty());
    assert_eq!(profile.edit_guard.mutations, 4);
    assert!(profile.edit_guard.verifiers.is_empty());
    assert_eq!(resolved.runtime, Runtime { parallel_calls: 16, live_calls: 256 });
    let spool = Spool {
        max_session_bytes: 8 << 30,
        max_files: 1000,
        max_age: Duration::from_secs(7 * 24 * 3600),
        max_bytes: 16 << 30,
    };
    assert_eq!(resolved.spool, spool);
    assert!(resolved.ignored.is_empty());
    assert!(resolved.secret_names().is_empty());
}

#[test]
fn a_file_that_says_nothing_changes_nothing() {
    let default = resolve(&layers(None, None)).unwrap();
    for text in [
        "",
        "\n\n",
        "# only a comment\n",
        "---\n",
        "{}",
        "profiles:\nplugins:\nexecution:\n",
        "null",
        "\u{feff}",
    ] {
        assert_eq!(with_user(text).unwrap(), default, "{text:?}");
    }
    let json = Source { file: "toolhost.json", ..crate::user("") };
    for text in ["", " \n", "{}", "{\n\t\"plugins\": null\n}\n"] {
        let resolved = resolve(&layers(Some(Source { text, ..json }), None)).unwrap();
        assert_eq!(resolved, default, "{text:?}");
    }
}

#[test]
fn a_default_that_leaves_a_key_out_says_which() {
    for (line, expected) in [
        (
            "  memory: 64MiB ",
            "default.yaml:66:3: limits.memory: no layer sets this key, and the built-in configuration must",
        ),
        (
            "  escalation: deny",
            "default.yaml:84:3: execution.escalation: no layer sets this key, and the built-in configuration must",
        ),
        (
            "  live_calls: 256",
            "default.yaml:134:3: runtime.live_calls: no layer sets this key, and the built-in configuration must",
        ),
        (
            "profile: default",
            "default.yaml:10:1: profile: no layer sets this key, and the built-in configuration must",
        ),
    ] {
        let kept: Vec<&str> =
            toolhost_config::DEFAULT.lines().filter(|text| !text.starts_with(line)).collect();
        let text = kept.join("\n");
        let source = Source { text: &text, ..builtin() };
        let error = resolve(&Layers { builtin: source, ..layers(None, None) }).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
}
