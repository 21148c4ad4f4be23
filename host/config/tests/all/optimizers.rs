//! The block `tool_optimizers`: its defaults, its layers, what is refused at the start, and what is switched off alone.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::json;
use toolhost_config::{Acceptance, Component, Stage, ToolOptimizers, resolve};

use crate::{layers, user, with_user};

/// The block of the profile that serves.
fn block(text: &str) -> ToolOptimizers {
    let resolved = with_user(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    resolved.active().unwrap().tool_optimizers.clone()
}

fn faults(text: &str) -> Vec<String> {
    block(text).faults.iter().map(|fault| fault.error.to_string()).collect()
}

fn message(text: &str) -> String {
    match resolve(&layers(Some(user(text)), None)) {
        Ok(_) => "no error".to_owned(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn defaults_are_those_of_the_specification() {
    for text in ["", "tool_optimizers: {}", "tool_optimizers: { enabled: false }"] {
        let ToolOptimizers {
            enabled,
            shell_function_calls: calls,
            command_rewrite,
            output_reduce,
            providers,
            faults,
        } = block(text);
        assert!(!enabled && !command_rewrite.enabled && !output_reduce.enabled);
        assert!(calls.enabled);
        assert_eq!(
            (calls.names.as_slice(), calls.command_arg_path.parts()),
            (&["shell_command".into()][..], &["command".into()][..])
        );
        assert_eq!(command_rewrite.timeout, Duration::from_millis(200));
        assert_eq!(output_reduce.timeout, Some(Duration::from_millis(500)));
        assert_eq!(
            (output_reduce.min_input_bytes, output_reduce.max_input_bytes),
            (Some(20_000), Some(500_000))
        );
        assert_eq!(
            (command_rewrite.acceptance, output_reduce.acceptance),
            (Acceptance::Strict, Acceptance::Strict)
        );
        assert!(providers.is_empty() && faults.is_empty());
    }
}

#[test]
fn the_examples_of_the_specification() {
    let recommended = block(
        "tool_optimizers:\n  enabled: true\n  command_rewrite:\n    enabled: true\n  output_reduce:\n    enabled: true\n  \
         providers:\n    - type: rtk_cli\n",
    );
    assert!(recommended.enabled && recommended.command_rewrite.enabled && recommended.output_reduce.enabled);
    let [rtk] = recommended.providers.as_slice() else { panic!("{:?}", recommended.faults) };
    assert_eq!((rtk.id.as_str(), rtk.kind.as_str()), ("rtk_cli", "rtk_cli"));
    assert_eq!(rtk.plugin.component, Component::Builtin("rtk_cli".into()));
    assert_eq!(rtk.plugin.grants.process, [PathBuf::from("rtk")]);
    let config = json!({"path": "rtk", "max_stdout_bytes": 1_048_576, "max_stderr_bytes": 65_536});
    assert_eq!(rtk.plugin.config, config);
    let both = BTreeSet::from([Stage::CommandRewrite, Stage::OutputReduce]);
    assert_eq!(rtk.stages, both);

    let advanced = block(
        "tool_optimizers:\n  enabled: true\n  command_rewrite:\n    enabled: true\n  output_reduce:\n    enabled: true\n  \
         providers:\n    - id: local-optimizer\n      type: exec_json\n      path: /usr/local/bin/vekil-tool-optimizer\n      \
         args:\n        - --profile\n        - default\n      stages:\n        - command_rewrite\n        - output_reduce\n",
    );
    let [local] = advanced.providers.as_slice() else { panic!("{:?}", advanced.faults) };
    assert_eq!((local.id.as_str(), &local.stages), ("local-optimizer", &both));
    assert_eq!(local.plugin.grants.process, [PathBuf::from("/usr/local/bin/vekil-tool-optimizer")]);
    assert_eq!(
        local.plugin.config,
        json!({
            "max_stdout_bytes": 1_048_576, "max_stderr_bytes": 65_536,
            "path": "/usr/local/bin/vekil-tool-optimizer", "args": ["--profile", "default"],
        })
    );
}

#[test]
fn zero_is_no_bound_where_the_specification_says_so() {
    let none = block(
        "tool_optimizers: { output_reduce: { timeout_ms: 0, min_input_bytes: 0, max_input_bytes: 0 } }",
    );
    let reduce = none.output_reduce;
    assert_eq!((reduce.timeout, reduce.min_input_bytes, reduce.max_input_bytes), (None, None, None));
    let longest =
        "tool_optimizers: { output_reduce: { timeout_ms: 600000 }, command_rewrite: { timeout_ms: 1 } }";
    assert_eq!(block(longest).output_reduce.timeout, Some(Duration::from_secs(600)));
    assert_eq!(block(longest).command_rewrite.timeout, Duration::from_millis(1));
}

#[test]
fn providers_in_their_variety() {
    let text = "tool_optimizers:\n  providers:\n    - { type: noop }\n    - { type: noop }\n    - { type: noop, id: dry, stages: [] }\n    \
                - { type: rtk_cli, path: ./bin/rtk, stages: [output_reduce], max_stdout_bytes: 1 }\n    \
                - { type: exec_json, enabled: false }\n    \
                - { type: wasm, id: own, component: ./own.wasm, config: { a: 1 }, limits: { timeout: 1s }, grants: { process: [bin/x], clock: true } }\n";
    let block = block(text);
    let ids: Vec<&str> = block.providers.iter().map(|provider| provider.id.as_str()).collect();
    assert_eq!((ids, block.faults.len()), (vec!["noop", "noop-2", "dry", "rtk_cli", "own"], 0));
    assert_eq!(block.providers[2].stages.len(), 2);
    let rtk = &block.providers[3];
    assert_eq!(rtk.stages, BTreeSet::from([Stage::OutputReduce]));
    assert_eq!(rtk.plugin.grants.process, [user("").directory.join("bin/rtk")]);
    assert_eq!(rtk.plugin.config["max_stdout_bytes"], 1);
    let own = &block.providers[4].plugin;
    assert_eq!(own.component, Component::File(user("").directory.join("own.wasm")));
    assert_eq!((own.limits.timeout, &own.config), (Duration::from_secs(1), &json!({"a": 1})));
    assert_eq!(own.grants.process, [user("").directory.join("bin/x")]);
}

#[test]
fn a_type_is_any_plugin_that_no_profile_has_as_a_tool() {
    let text = "plugins: { mine: { component: ./mine.wasm, grants: { process: [$path] }, config: { path: /bin/m, x: 1 } } }\n\
                tool_optimizers: { providers: [{ type: mine }, { type: mine, path: other }] }";
    let block = block(text);
    let programs: Vec<_> =
        block.providers.iter().map(|provider| provider.plugin.grants.process[0].clone()).collect();
    assert_eq!(programs, [PathBuf::from("/bin/m"), PathBuf::from("other")]);
    assert_eq!(block.providers[1].plugin.config, json!({"path": "other", "x": 1}));
}

#[test]
fn a_provider_that_cannot_be_served_is_switched_off_alone() {
    let types = "(valid: exec_json, fold, noop, rtk_cli, wasm)";
    for (provider, fault) in [
        (
            "{ type: rtk_clii }",
            format!("[0].type: there is no type \"rtk_clii\"; did you mean \"rtk_cli\"? {types}"),
        ),
        ("{ type: exec_command }", format!("[0].type: there is no type \"exec_command\" {types}")),
        ("{ id: x }", format!("[0]: the key \"type\" is missing {types}")),
        (
            "{ type: exec_json }",
            "[0]: the key \"path\" is missing: a provider of type \"exec_json\" runs a program".into(),
        ),
        (
            "{ type: rtk_cli, path: '' }",
            "[0].path: expected the path of a program, or a name that is looked up in PATH".into(),
        ),
        ("{ type: wasm }", "[0]: the key \"component\" is missing".into()),
        (
            "{ type: wasm, component: builtin:noop, path: /x }",
            "[0].path: a component of type \"wasm\" has no program; its settings belong under `config`"
                .into(),
        ),
        (
            "{ type: noop, config: {} }",
            "[0].config: this key is for the type \"wasm\" only, as in { type: wasm, component: \"builtin:fold\", config: … }"
                .into(),
        ),
        (
            "{ type: noop, id: 'a b' }",
            "[0].id: \"a b\" is not an id; an id has 1 to 64 ASCII letters, digits, `_`, `-` and `.`".into(),
        ),
        (
            "{ type: wasm, component: builtin:noop, grants: { terminal: true } }",
            "[0].grants: an optimizer can be granted process, env, clock and random, and nothing else".into(),
        ),
    ] {
        let text = format!("tool_optimizers: {{ providers: [{provider}, {{ type: noop, id: good }}] }}");
        let block = block(&text);
        let found = faults(&text);
        let [found] = found.as_slice() else { panic!("{provider}: {found:?}") };
        assert!(found.starts_with("toolhost.yaml:1:"), "{found}");
        let (_, found) = found.split_once("tool_optimizers.providers").unwrap();
        assert_eq!(found, fault, "{provider}");
        let ids: Vec<_> = block.providers.iter().map(|provider| provider.id.as_str()).collect();
        assert_eq!(ids, ["good"], "{provider}");
    }
    let twice = "tool_optimizers: { providers: [{ type: noop, id: a }, { type: noop, id: a }] }";
    assert_eq!(
        faults(twice),
        ["toolhost.yaml:1:73: tool_optimizers.providers[1].id: another provider has the id \"a\" already"]
    );
}

#[test]
fn what_stops_the_start() {
    for (text, expected) in [
        (
            "tool_optimizers: { outptu_reduce: {} }",
            "toolhost.yaml:1:20: tool_optimizers: unknown key \"outptu_reduce\"; did you mean \"output_reduce\"? (valid: enabled, \
             tools, command_rewrite, output_reduce, providers)",
        ),
        (
            "tool_optimizers: { providers: [{ type: noop, stage: [] }] }",
            "toolhost.yaml:1:46: tool_optimizers.providers[0]: unknown key \"stage\"; did you mean \"stages\"? (valid: id, type, enabled, \
             path, args, stages, max_stdout_bytes, max_stderr_bytes, component, digest, grants, limits, config)",
        ),
        (
            "tool_optimizers: { providers: [{ type: noop, enabled: false, stages: [rewrite] }] }",
            "toolhost.yaml:1:71: tool_optimizers.providers[0].stages[0]: unknown value \"rewrite\" (valid: command_rewrite, output_reduce)",
        ),
        (
            "tool_optimizers: { tools: { shell_function_calls: { command_arg_path: command } } }",
            "toolhost.yaml:1:71: tool_optimizers.tools.shell_function_calls.command_arg_path: expected a JSON Pointer such as \
             \"/command\", found \"command\", which starts with no `/`",
        ),
        (
            "tool_optimizers: { output_reduce: { min_input_bytes: -1 } }",
            "toolhost.yaml:1:54: tool_optimizers.output_reduce.min_input_bytes: expected a whole number that is not negative, found \
             the number -1",
        ),
        (
            "tool_optimizers: { command_rewrite: { timeout_ms: 0 } }",
            "toolhost.yaml:1:51: tool_optimizers.command_rewrite.timeout_ms: 0 is out of range; it must be from 1 to 600000",
        ),
        (
            "profiles: { a: { tool_optimizers: { output_reduce: { timeout_ms: 600001 } } } }",
            "toolhost.yaml:1:66: profiles.a.tool_optimizers.output_reduce.timeout_ms: 600001 is out of range; it must be from 0 to 600000",
        ),
        (
            "tool_optimizers: { command_rewrite: { streaming_mode: on } }",
            "toolhost.yaml:1:55: tool_optimizers.command_rewrite.streaming_mode: unknown value \"on\" (valid: disabled)",
        ),
        (
            "tool_optimizers: { output_reduce: { acceptance: stric } }",
            "toolhost.yaml:1:49: tool_optimizers.output_reduce.acceptance: unknown value \"stric\"; did you mean \"strict\"? (valid: off, strict)",
        ),
        (
            "tool_optimizers: { providers: [{ type: noop, max_stdout_bytes: 4294967296 }] }",
            "toolhost.yaml:1:64: tool_optimizers.providers[0].max_stdout_bytes: 4294967296 is out of range; it must be from 1 to 4294967295",
        ),
        (
            "plugins: { p: { component: builtin:p, grants: { process: [git] } } }",
            "toolhost.yaml:1:59: plugins.p.grants.process[0]: expected the path of a program, or \"$path\" for that of `config`",
        ),
    ] {
        assert_eq!(message(text), expected, "{text}");
    }
}

#[test]
fn a_profile_covers_the_block_key_by_key_and_the_providers_whole() {
    let text = "tool_optimizers: { enabled: true, output_reduce: { enabled: true, timeout_ms: 7 }, providers: [{ type: noop }] }\n\
                profile: b\n\
                profiles:\n  a: { tools: [], tool_optimizers: { output_reduce: { min_input_bytes: 1 } } }\n  \
                b: { extends: a, tool_optimizers: { enabled: false, providers: [{ type: rtk_cli }, { type: noop }] } }\n";
    let resolved = with_user(text).unwrap();
    let of = |name: &str| resolved.profiles[name].tool_optimizers.clone();
    let kinds = |block: &ToolOptimizers| {
        block.providers.iter().map(|provider| provider.kind.clone()).collect::<Vec<_>>()
    };
    assert_eq!((of("default").enabled, of("a").enabled, of("b").enabled), (true, true, false));
    for (name, bytes, expected) in
        [("default", 20_000, &["noop"][..]), ("a", 1, &["noop"]), ("b", 1, &["rtk_cli", "noop"])]
    {
        let block = of(name);
        assert_eq!(
            (block.output_reduce.timeout, block.output_reduce.min_input_bytes),
            (Some(Duration::from_millis(7)), Some(bytes))
        );
        assert_eq!(kinds(&block), expected, "{name}");
    }
}

#[test]
fn a_workspace_that_is_to_be_trusted_names_what_its_providers_run() {
    let text = "tool_optimizers: { providers: [{ type: exec_json, path: ./run }, { type: wasm, component: ./o.wasm }, { type: rtk_cli }] }";
    let source = crate::workspace(text);
    let document = toolhost_config::Document::parse(source).unwrap();
    let expected: Vec<_> = ["o.wasm", "run"].iter().map(|name| source.directory.join(name)).collect();
    assert_eq!(document.named_files(source.directory), expected);
}
