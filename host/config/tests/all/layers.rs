//! How layers, profiles and entries combine.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use toolhost_config::{
    Component, Document, Escalation, Grants, Inherit, Layers, Naming, Shell, ShellPromptProfile,
    WorkspaceSource, resolve,
};

use crate::{layers, user, with_user, workspace};

fn labels(profile: &toolhost_config::Profile) -> Vec<&str> {
    profile.tools.iter().map(toolhost_config::Tool::label).collect()
}

#[test]
fn a_users_plugins_and_profiles_join_the_built_in_ones() {
    let resolved = with_user(
        "profiles:
  more: { extends: default, tools: [{ name: peek, plugin: clockwork }], without: [write_stdin] }
  default: { extends: default, tools: [clockwork] }   # over the built-in one
plugins:
  clockwork:
    component: ../plugins/./clock.wasm
    digest: sha256:0000000000000000000000000000000000000000000000000000000000000001
    deferred: true
    grants: { clock: true, env: [LANG, TZ] }
    limits: { timeout: 500ms }
    config: { zone: [UTC] }
",
    )
    .unwrap();
    assert_eq!(
        labels(&resolved.profiles["default"]),
        ["exec_command", "write_stdin", "apply_patch", "search_tools", "clockwork"]
    );
    let more = &resolved.profiles["more"];
    assert_eq!(labels(more), ["exec_command", "apply_patch", "search_tools", "clockwork", "peek"]);
    assert_eq!(more.tools.last().unwrap().naming, Naming::As("peek".into()));
    let plugin = &resolved.plugins["clockwork"];
    assert_eq!(plugin.component, Component::File("/home/me/plugins/clock.wasm".into()));
    assert_eq!(plugin.digest.unwrap().as_bytes()[31], 1);
    assert_eq!(
        plugin.grants,
        Grants { clock: true, env: vec!["LANG".into(), "TZ".into()], ..Grants::none() }
    );
    assert_eq!(plugin.limits.timeout, Duration::from_millis(500));
    assert_eq!(plugin.limits.memory, 64 << 20);
    assert_eq!(plugin.config, serde_json::json!({"zone": ["UTC"]}));
    assert_eq!(plugin.place.to_string(), "toolhost.yaml:5:3");
    assert_eq!(plugin.grants_place.to_string(), "toolhost.yaml:9:5");
    assert!(resolved.profiles["default"].tools.last().unwrap().deferred);
}

#[test]
fn entries_narrow_their_plugin() {
    let resolved = with_user(
        "plugins: { p: { component: builtin:p, grants: { env: [A, B], clock: true }, limits: { memory: 32MiB } } }
profiles:
  narrow:
    tools:
      - { plugin: p, grants: { env: [B], clock: false }, limits: { memory: 16MiB, timeout: 30s }, deferred: true }
      - { name: p2, plugin: p }
      - { name: exec_command }
",
    )
    .unwrap();
    let tools = &resolved.profiles["narrow"].tools;
    assert_eq!(labels(&resolved.profiles["narrow"]), ["p", "p2", "exec_command"]);
    assert_eq!(tools[0].grants, Grants { env: vec!["B".into()], ..Grants::none() });
    assert_eq!(tools[0].limits.memory, 16 << 20);
    assert_eq!(tools[0].naming, Naming::FromMetadata);
    assert!(tools[0].deferred && !tools[1].deferred);
    assert_eq!(tools[1].grants, resolved.plugins["p"].grants);
    assert_eq!(tools[1].limits.memory, 32 << 20);
    assert_eq!(tools[2].naming, Naming::As("exec_command".into()));
    assert_eq!(tools[2].place.to_string(), "toolhost.yaml:7:9");
}

#[test]
fn blocks_are_covered_key_by_key() {
    let resolved = with_user(
        "limits: { timeout: 20s }
agent: { shell_prompt_profile: powershell }
execution: { shell: /bin/zsh, env: { exclude: ['AWS_*'] } }
spool: { max_files: 7 }
runtime: { parallel_calls: 2 }
profiles:
  base: { execution: { escalation: allow }, tools: [] }
  child: { extends: base, execution: { env: { inherit: none, set: { A: '1' } } }, agent: { shell_prompt_profile: unix_like } }
",
    )
    .unwrap();
    let child = &resolved.profiles["child"];
    assert_eq!(child.execution.escalation, Escalation::Allow);
    assert_eq!(child.execution.shell, Shell::Path("/bin/zsh".into()));
    assert_eq!(child.execution.env.inherit, Inherit::None);
    assert_eq!(child.execution.env.exclude, ["AWS_*"]);
    assert_eq!(child.execution.env.set["A"], "1");
    assert_eq!(child.agent.shell_prompt_profile, ShellPromptProfile::UnixLike);
    let default = resolved.active().unwrap();
    assert_eq!(default.execution.escalation, Escalation::Deny);
    assert_eq!(default.agent.shell_prompt_profile, ShellPromptProfile::PowerShell);
    assert_eq!(default.tools[0].limits.timeout, Duration::from_secs(20));
    assert_eq!((resolved.spool.max_files, resolved.spool.max_bytes), (7, 16 << 30));
    assert_eq!((resolved.runtime.parallel_calls, resolved.runtime.live_calls), (2, 256));
}

#[test]
fn the_profile_comes_from_the_caller_then_the_topmost_file() {
    let text = "profile: b\nprofiles: { a: { tools: [] }, b: { tools: [] } }";
    assert_eq!(with_user(text).unwrap().profile, "b");
    let asked = Layers { profile: Some("a"), ..layers(Some(user(text)), None) };
    assert_eq!(resolve(&asked).unwrap().profile, "a");
    let source = workspace("profile: default");
    for trusted in [true, false] {
        let layers = layers(Some(user(text)), Some(WorkspaceSource { source, trusted }));
        assert_eq!(resolve(&layers).unwrap().profile, "default", "{trusted}");
        let asked = Layers { profile: Some("a"), ..layers };
        assert_eq!(resolve(&asked).unwrap().profile, "a", "{trusted}");
    }
    let error = resolve(&Layers { profile: Some("c"), ..layers(Some(user(text)), None) }).unwrap_err();
    assert_eq!(
        error.to_string(),
        "profile: there is no profile \"c\"; did you mean \"a\"? (valid: a, advanced, b, default)"
    );
}

#[test]
fn without_at_the_top_drops_from_every_profile() {
    let resolved = with_user("without: [write_stdin]\nprofiles: { other: { extends: default } }").unwrap();
    assert_eq!(labels(&resolved.profiles["default"]), ["exec_command", "apply_patch", "search_tools"]);
    assert_eq!(labels(&resolved.profiles["other"]), ["exec_command", "apply_patch", "search_tools"]);
}

#[test]
fn a_trusted_workspace_is_one_more_layer() {
    let text = "plugins: { mine: { component: tools/mine.wasm, digest: 'sha256:0000000000000000000000000000000000000000000000000000000000000000' } }
profiles: { default: { extends: default, tools: [mine] } }
execution: { escalation: allow }";
    let source = workspace(text);
    let resolved = resolve(&layers(None, Some(WorkspaceSource { source, trusted: true }))).unwrap();
    assert_eq!(
        labels(resolved.active().unwrap()),
        ["exec_command", "write_stdin", "apply_patch", "search_tools", "mine"]
    );
    assert_eq!(resolved.plugins["mine"].component, Component::File("/repo/tools/mine.wasm".into()));
    assert_eq!(resolved.active().unwrap().execution.escalation, Escalation::Allow);
    assert!(resolved.ignored.is_empty());
    let document = Document::parse(source).unwrap();
    assert_eq!(document.named_files(Path::new("/repo")), [PathBuf::from("/repo/tools/mine.wasm")]);
    let broken = WorkspaceSource { source: workspace("a: [b"), trusted: true };
    assert!(resolve(&layers(None, Some(broken))).is_err());
}

#[test]
fn json_yaml_and_aliases_say_the_same() {
    let yaml = "plugins: { p: &p { component: 'builtin:p', limits: { timeout: 1s } }, q: *p }";
    let json = r#"{"plugins": {"p": {"component": "builtin:\u0070", "limits": {"timeout": "1s"}},
        "q": {"component": "builtin:p", "limits": {"timeout": "1s"}}}}"#;
    let json = toolhost_config::Source { file: "x.JSON", directory: Path::new("/"), text: json };
    let from_json = resolve(&layers(Some(json), None)).unwrap();
    let from_yaml = with_user(yaml).unwrap();
    for id in ["p", "q"] {
        assert_eq!(from_json.plugins[id].component, from_yaml.plugins[id].component);
        assert_eq!(from_json.plugins[id].limits, from_yaml.plugins[id].limits);
        assert_eq!(from_yaml.plugins[id].component, Component::Builtin("p".into()));
    }
}

#[test]
fn files_that_run_are_named() {
    let text = "execution: { shell: /repo/sh }
profiles: { a: { execution: { shell: /bin/zsh } }, b: { execution: { shell: /repo/x/../sh2 } } }
plugins:
  p: { component: /opt/p.wasm, grants: { process: [/usr/bin/git, bin/tool] } }
  q: { component: 'builtin:q' }
  r: { component: r.wasm }
  s: { component: ./r.wasm }";
    let document = Document::parse(workspace(text)).unwrap();
    let expected = ["/opt/p.wasm", "/repo/bin/tool", "/repo/r.wasm", "/repo/sh", "/repo/sh2"];
    assert_eq!(document.named_files(Path::new("/repo")), expected.map(PathBuf::from));
}

#[test]
fn a_tool_that_is_dropped_twice_is_dropped() {
    let source = workspace("without: [write_stdin, write_stdin]");
    for trusted in [true, false] {
        let user = Some(user("without: [exec_command]"));
        let resolved = resolve(&layers(user, Some(WorkspaceSource { source, trusted }))).unwrap();
        assert_eq!(labels(resolved.active().unwrap()), ["apply_patch", "search_tools"], "{trusted}");
        assert!(resolved.ignored.is_empty(), "{trusted}");
    }
}

#[test]
fn advice_that_needs_room_is_apart_from_the_message() {
    let error = with_user("plugins: { p: { limits: {} } }").unwrap_err();
    assert_eq!(
        error.hints,
        [
            "A plugin of a file replaces the one of the same name below it whole, so that it has to say where its \
          component is."
        ]
    );
    assert_eq!(error.path, "plugins.p");
    assert_eq!(error.place.unwrap().to_string(), "toolhost.yaml:1:12");
}

#[test]
fn names_of_secrets_are_those_that_any_plugin_is_granted() {
    let mut resolved = with_user("").unwrap();
    for (id, names) in [("exec_command", ["B", "A"]), ("write_stdin", ["A", "C"])] {
        let plugin = Arc::make_mut(resolved.plugins.get_mut(id).unwrap());
        plugin.grants.secrets = names.map(String::from).to_vec();
    }
    assert_eq!(resolved.secret_names().into_iter().collect::<Vec<_>>(), ["A", "B", "C"]);
}
