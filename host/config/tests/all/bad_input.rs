//! Every kind of bad configuration with the exact line that a person gets.

use proptest::prelude::*;
use toolhost_config::{DEFAULT, Source, resolve};

use crate::{layers, user};

/// The message for `text`.
fn message(source: Source<'_>) -> String {
    match resolve(&layers(Some(source), None)) {
        Ok(_) => "no error".to_owned(),
        Err(error) => error.to_string(),
    }
}

fn check(rows: &[(&str, &str)]) {
    let wrong: Vec<String> = rows
        .iter()
        .filter_map(|(text, expected)| {
            let found = message(user(text));
            (found != *expected).then(|| format!("{text}\n  expected: {expected}\n  found:    {found}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn shape() {
    check(&[
        (
            "plugins:\n  my_tool:\n    component: ./a.wasm\n    limits:\n      timout: 30s\n",
            "toolhost.yaml:5:7: plugins.my_tool.limits: unknown key \"timout\"; did you mean \"timeout\"? (valid: memory, \
             timeout, table_elements, hostcall_bytes, host_calls, handles, log_lines, log_line_bytes, result_bytes, \
             stdout_bytes, random_bytes)",
        ),
        (
            "plugin: {}",
            "toolhost.yaml:1:1: unknown key \"plugin\"; did you mean \"plugins\"? (valid: profile, profiles, without, \
             plugins, limits, agent, execution, edit_guard, providers, tool_optimizers, spool, runtime)",
        ),
        (
            "plugins: { p: { component: builtin:p, grants: { teminal: true } } }",
            "toolhost.yaml:1:49: plugins.p.grants: unknown key \"teminal\"; did you mean \"terminal\"? (valid: workspace, \
             search, catalog, terminal, process, http, env, secrets, files, clock, random)",
        ),
        (
            "profiles:\n  a: { tools: [exec_command, { nam: x }] }",
            "toolhost.yaml:2:32: profiles.a.tools[1]: unknown key \"nam\"; did you mean \"name\"? (valid: name, plugin, \
             limits, grants, deferred)",
        ),
        (
            "profile: a\nspool: {}\nprofile: b\n",
            "toolhost.yaml:3:1: duplicate key \"profile\"; it first stands on line 1",
        ),
        (
            "plugins:\n  p: { component: builtin:p }\n  p: { component: builtin:q }\n",
            "toolhost.yaml:3:3: plugins: duplicate key \"p\"; it first stands on line 2",
        ),
        (
            "plugins: { p: { config: { a: 1, a: 2 } } }",
            "toolhost.yaml:1:33: plugins.p.config: duplicate key \"a\"; it first stands on line 1",
        ),
        (
            "- a\n- b\n",
            "toolhost.yaml:1:1: expected a mapping with the keys profile, profiles, without, plugins, limits, agent, \
             execution, edit_guard, providers, tool_optimizers, spool, runtime, found a list",
        ),
        ("profile: [a]", "toolhost.yaml:1:10: profile: expected a text, found a list"),
        (
            "profile: 3",
            "toolhost.yaml:1:10: profile: expected a text, found the number 3; put it in quotes: \"3\"",
        ),
        ("plugins: [a]", "toolhost.yaml:1:10: plugins: expected a mapping, found a list"),
        (
            "plugins: { p: builtin:p }",
            "toolhost.yaml:1:15: plugins.p: expected a mapping with the keys component, digest, deferred, grants, limits, \
             config, found \"builtin:p\"",
        ),
        (
            "plugins: { p: { deferred: yes } }",
            "toolhost.yaml:1:27: plugins.p.deferred: expected true or false, found \"yes\"",
        ),
        (
            "profiles: { a: { tools: exec_command } }",
            "toolhost.yaml:1:25: profiles.a.tools: expected a list, found \"exec_command\"",
        ),
        (
            "profiles: { a: { tools: [1] } }",
            "toolhost.yaml:1:26: profiles.a.tools[0]: expected the name of a plugin or a mapping with `name` and `plugin`, \
             found the number 1",
        ),
        (
            "execution: { env: { set: { PORT: 80 } } }",
            "toolhost.yaml:1:34: execution.env.set.PORT: expected a text, found the number 80; put it in quotes: \"80\"",
        ),
        (
            "execution: { escalation: alow }",
            "toolhost.yaml:1:26: execution.escalation: unknown value \"alow\"; did you mean \"allow\"? (valid: deny, \
             allow, ask)",
        ),
        (
            "execution: { escalation: true }",
            "toolhost.yaml:1:26: execution.escalation: expected one of deny, allow, ask, found the boolean true",
        ),
        (
            "agent: { shell_prompt_profile: unix }",
            "toolhost.yaml:1:32: agent.shell_prompt_profile: unknown value \"unix\"; did you mean \"unix_like\"? \
             (valid: auto, unix_like, powershell)",
        ),
        (
            "execution: { shell: bash }",
            "toolhost.yaml:1:21: execution.shell: expected \"auto\" or an absolute path, found \"bash\"",
        ),
        (
            "runtime: { parallel_calls: -1 }",
            "toolhost.yaml:1:28: runtime.parallel_calls: expected a whole number that is not negative, found the number -1",
        ),
        (
            "plugins: { p: { grants: { files: [{ host: /a, access: read }] } } }",
            "toolhost.yaml:1:35: plugins.p.grants.files[0]: the key \"guest\" is missing",
        ),
        (
            "\"pro\\e[31mfile\": x",
            "toolhost.yaml:1:1: unknown key \"pro\\u{1b}[31mfile\" (valid: profile, profiles, without, plugins, limits, \
             agent, execution, edit_guard, providers, tool_optimizers, spool, runtime)",
        ),
    ]);
}

#[test]
fn values() {
    let zeros = "0".repeat(64);
    let long = format!("plugins: {{ p: {{ component: builtin:p, digest: 'sha256:{zeros}0' }} }}");
    check(&[
        (
            "limits: { timeout: 600 }",
            "toolhost.yaml:1:20: limits.timeout: expected a time with its unit such as \"30s\", found the number 600; \
             a bare number does not say its unit (units: d, h, m, s, ms)",
        ),
        (
            "limits: { timeout: '600' }",
            "toolhost.yaml:1:20: limits.timeout: expected a time with its unit such as \"30s\", found the number 600; \
             a bare number does not say its unit (units: d, h, m, s, ms)",
        ),
        (
            "limits: { timeout: 1.5s }",
            "toolhost.yaml:1:20: limits.timeout: expected a time with its unit such as \"30s\", found \"1.5s\"",
        ),
        (
            "limits: { timeout: 30sec }",
            "toolhost.yaml:1:20: limits.timeout: unknown unit \"sec\" (valid: d, h, m, s, ms)",
        ),
        (
            "limits: { timeout: 5ms }",
            "toolhost.yaml:1:20: limits.timeout: 5ms is out of range; it must be from 10ms to 1h",
        ),
        (
            "limits: { memory: 64MB }",
            "toolhost.yaml:1:19: limits.memory: unknown unit \"MB\"; did you mean \"MiB\"? (valid: GiB, MiB, KiB, B)",
        ),
        (
            "limits: { memory: 67108864 }",
            "toolhost.yaml:1:19: limits.memory: expected a size with its unit such as \"64MiB\", found the number 67108864; \
             a bare number does not say its unit (units: GiB, MiB, KiB, B)",
        ),
        (
            "limits: { memory: 5GiB }",
            "toolhost.yaml:1:19: limits.memory: 5GiB is out of range; it must be from 1MiB to 4GiB",
        ),
        (
            "limits: { memory: 99999999999999999999GiB }",
            "toolhost.yaml:1:19: limits.memory: \"99999999999999999999GiB\" is too large",
        ),
        (
            "profiles: { a: { tools: [{ name: exec_command, limits: { log_lines: 100001 } }] } }",
            "toolhost.yaml:1:69: profiles.a.tools[0].limits.log_lines: 100001 is out of range; it must be from 0 to 100000",
        ),
        (
            "spool: { max_files: 0 }",
            "toolhost.yaml:1:21: spool.max_files: 0 is out of range; it must be from 1 to 1000000",
        ),
        (
            "runtime: { live_calls: 100000 }",
            "toolhost.yaml:1:24: runtime.live_calls: 100000 is out of range; it must be from 1 to 4096",
        ),
        (
            "plugins: { p: { component: 'http://x/y.wasm' } }",
            "toolhost.yaml:1:28: plugins.p.component: expected a path, \"builtin:NAME\" or \"oci://registry/name:tag\", \
             found \"http://x/y.wasm\"",
        ),
        (
            "plugins: { p: { component: 'builtin:' } }",
            "toolhost.yaml:1:28: plugins.p.component: expected a path, \"builtin:NAME\" or \"oci://registry/name:tag\", \
             found \"builtin:\"",
        ),
        (
            "plugins: { p: { component: 'oci://ghcr.io/a/b:1' } }",
            "toolhost.yaml:1:28: plugins.p.component: fetching components from a registry is not available yet; name a file",
        ),
        (
            "plugins: { p: { component: a.wasm, digest: abc } }",
            "toolhost.yaml:1:44: plugins.p.digest: expected \"sha256:\" and 64 hexadecimal digits, found \"abc\"",
        ),
        (
            long.as_str(),
            "toolhost.yaml:1:47: plugins.p.digest: expected \"sha256:\" and 64 hexadecimal digits, found 65 of them and \
             0 other characters",
        ),
        (
            "plugins: { p: { component: /repo/x/../a.wasm } }",
            "toolhost.yaml:1:28: plugins.p.component: a component inside the workspace needs a `digest` beside it",
        ),
        (
            "plugins: { exec_command: { limits: { timeout: 1s } } }",
            "toolhost.yaml:1:12: plugins.exec_command: the key \"component\" is missing",
        ),
        (
            "plugins: { p: { component: builtin:p, grants: { env: ['A B'] } } }",
            "toolhost.yaml:1:55: plugins.p.grants.env[0]: \"A B\" is not the name of an environment variable; one has ASCII \
             letters, digits and `_`",
        ),
        (
            "execution: { env: { exclude: ['A=*'] } }",
            "toolhost.yaml:1:31: execution.env.exclude[0]: \"A=*\" is not the name of an environment variable; one has ASCII \
             letters, digits and `_`, and `*` for any characters",
        ),
        (
            "execution: { env: { set: { 'A=B': c } } }",
            "toolhost.yaml:1:28: execution.env.set.\"A=B\": \"A=B\" is not the name of an environment variable; one has ASCII \
             letters, digits and `_`",
        ),
    ]);
}

#[test]
fn names_and_profiles() {
    check(&[
        (
            "profile: defualt",
            "toolhost.yaml:1:10: profile: there is no profile \"defualt\"; did you mean \"default\"? (valid: advanced, default)",
        ),
        (
            "profiles: { a: { extends: defalt } }",
            "toolhost.yaml:1:27: profiles.a.extends: there is no profile \"defalt\"; did you mean \"default\"? \
             (valid: advanced, default)",
        ),
        (
            "profiles: { a: { extends: a } }",
            "toolhost.yaml:1:27: profiles.a.extends: the profile extends itself, and no layer below has one of that name",
        ),
        (
            "profiles:\n  a: { extends: b }\n  b: { extends: c }\n  c: { extends: b }\n",
            "toolhost.yaml:4:17: profiles.c.extends: the profile extends itself: b extends c extends b",
        ),
        (
            "profiles: { a: { tools: [exec_comand] } }",
            "toolhost.yaml:1:26: profiles.a.tools[0]: there is no plugin \"exec_comand\"; did you mean \"exec_command\"? \
             (valid: apply_patch, code_search, exec_command, exec_json, noop, \
             rtk_cli, search_tools, write_stdin)",
        ),
        (
            "profiles: { a: { tools: [{ name: x, plugin: y }] } }",
            "toolhost.yaml:1:45: profiles.a.tools[0].plugin: there is no plugin \"y\" (valid: apply_patch, code_search, exec_command, exec_json, noop, \
             rtk_cli, search_tools, write_stdin)",
        ),
        (
            "profiles: { a: { tools: [{ deferred: true }] } }",
            "toolhost.yaml:1:26: profiles.a.tools[0]: an entry needs a `name`, a `plugin` or both",
        ),
        (
            "profiles:\n  a:\n    tools: [exec_command, { name: exec_command, plugin: write_stdin }]\n",
            "toolhost.yaml:3:27: profiles.a.tools[1]: the tool \"exec_command\" is already in this profile, from \
             toolhost.yaml:3:13",
        ),
        (
            "profiles: { a: { extends: default, tools: [write_stdin] } }",
            "toolhost.yaml:1:44: profiles.a.tools[0]: the tool \"write_stdin\" is already in this profile, from \
             default.yaml:13:27",
        ),
        (
            "profiles: { a: { extends: default, without: [write_stdn] } }",
            "toolhost.yaml:1:46: profiles.a.without[0]: there is no inherited tool \"write_stdn\"; did you mean \
             \"write_stdin\"? (valid: exec_command, write_stdin, apply_patch, search_tools)",
        ),
        (
            "without: [lookup]",
            "toolhost.yaml:1:11: without[0]: no profile has a tool \"lookup\" (valid: apply_patch, code_search, exec_command, \
             search_tools, write_stdin)",
        ),
        (
            "profiles: { a: { tools: [{ name: unified_exec, plugin: exec_command }] } }",
            "toolhost.yaml:1:34: profiles.a.tools[0].name: the name \"unified_exec\" is refused; names that begin \
             with `unified_` belong to removed schemas",
        ),
        (
            "plugins: { unified_search: { component: builtin:p } }",
            "toolhost.yaml:1:12: plugins.unified_search: the name \"unified_search\" is refused; names that begin with \
             `unified_` belong to removed schemas",
        ),
        (
            "plugins: { unified_x: { component: builtin:p } }",
            "toolhost.yaml:1:12: plugins.unified_x: the name \"unified_x\" is refused; names that begin with `unified_` \
             belong to removed schemas",
        ),
        (
            "plugins: { 'my tool': { component: builtin:p } }",
            "toolhost.yaml:1:12: plugins.\"my tool\": \"my tool\" is not a name; a name has 1 to 64 ASCII letters, digits, \
             `_` and `-`",
        ),
        (
            "profiles: { a: { tools: [{ plugin: exec_command, grants: { clock: true } }] } }",
            "toolhost.yaml:1:67: profiles.a.tools[0].grants.clock: this is more than the plugin \"exec_command\" has \
             (false); an entry can only narrow its plugin",
        ),
        (
            "profiles: { a: { tools: [{ plugin: exec_command, limits: { timeout: 31s } }] } }",
            "toolhost.yaml:1:69: profiles.a.tools[0].limits.timeout: this is more than the plugin \"exec_command\" has \
             (30s); an entry can only narrow its plugin",
        ),
    ]);
}

#[test]
fn what_this_version_does_not_serve() {
    let grants = "it grants workspace, search, catalog, terminal, process, env, clock and random";
    let rows = [
        (
            "execution: { sandbox: ",
            "bwrap",
            "execution.sandbox",
            "confining commands is not available in this version; the only value is \"none\"",
        ),
        (
            "execution: { network: ",
            "deny",
            "execution.network",
            "keeping commands off the network is not available in this version; the only value is \"allow\"",
        ),
    ];
    for (start, value, path, says) in rows {
        let top = format!("{start}{value} }}");
        let column = start.len() + 1;
        assert_eq!(message(user(&top)), format!("toolhost.yaml:1:{column}: {path}: {says}"));
        // Also in a profile that does not serve.
        let profile = format!("profiles: {{ a: {{ {top} }} }}");
        let column = column + "profiles: { a: { ".len();
        assert_eq!(message(user(&profile)), format!("toolhost.yaml:1:{column}: profiles.a.{path}: {says}"));
    }
    let providers = message(user("providers: [{ id: a }]"));
    assert_eq!(
        providers,
        "toolhost.yaml:1:12: providers: the proxy comes with a later version; the only value is an empty list"
    );
    for (key, value, what) in [
        ("http", "['a:443']", "HTTP"),
        ("secrets", "[TOKEN]", "secrets"),
        ("files", "[{ host: /a, guest: /a, access: read }]", "folders"),
    ] {
        for (start, path) in [
            ("plugins: { p: { component: builtin:p, grants: { ", "plugins.p.grants"),
            ("profiles: { a: { tools: [{ plugin: p, grants: { ", "profiles.a.tools[0].grants"),
        ] {
            let close = if start.contains('[') { " } }] } }" } else { " } } }" };
            let text = format!("{start}{key}: {value}{close}");
            let column = start.len() + key.len() + 3;
            let expected =
                format!("toolhost.yaml:1:{column}: {path}.{key}: this version cannot grant {what}; {grants}");
            assert_eq!(message(user(&text)), expected);
        }
    }
}

#[test]
fn syntax_and_size() {
    check(&[
        ("a: [b", "toolhost.yaml:1:4: not valid YAML: unclosed bracket '['"),
        ("a: b: c", "toolhost.yaml:1:5: not valid YAML: mapping values are not allowed in this context"),
        ("profile: \"x", "toolhost.yaml:1:10: not valid YAML: unclosed quote"),
        (
            "profile: default\n---\nprofile: other\n",
            "toolhost.yaml:2:1: not valid YAML: a second document begins here, and a configuration is one document",
        ),
        ("profile: *nobody", "toolhost.yaml:1:10: not valid YAML: alias references unknown anchor"),
        (
            "plugins:\n\tp: {}",
            "toolhost.yaml:2:2: not valid YAML: tabs disallowed within this context (block indentation)",
        ),
        ("profile: !evil x", "toolhost.yaml:1:16: not valid YAML: unsupported tag `!evil`"),
        (
            "<<: { profile: x }",
            "toolhost.yaml:1:1: unknown key \"<<\" (valid: profile, profiles, without, plugins, limits, agent, execution, \
             edit_guard, providers, tool_optimizers, spool, runtime)",
        ),
        ("null: x", "toolhost.yaml:1:1: not valid YAML: a key must be a text; put it in quotes"),
        ("limits: { memory: .nan }", "toolhost.yaml:1:19: not valid YAML: a number must be finite"),
    ]);
    let rows = [
        ("{\"profile\": \"default\",}", "toolhost.json:1:23: not valid JSON: trailing comma"),
        ("{profile: default}", "toolhost.json:1:2: not valid JSON: key must be a string"),
        (
            "{\"profile\": \"a\", \"profile\": \"b\"}",
            "toolhost.json:1:18: duplicate key \"profile\"; it first stands on line 1",
        ),
        (
            "{\n  \"limits\": {\"timeout\": 600}\n}",
            "toolhost.json:2:25: limits.timeout: expected a time with its unit such as \"30s\", found the number 600; a bare number does not say its unit (units: d, h, m, s, ms)",
        ),
        ("{} {}", "toolhost.json:1:4: not valid JSON: trailing characters"),
    ];
    let wrong: Vec<String> = rows
        .iter()
        .map(|(text, expected)| (text, expected, message(Source { file: "toolhost.json", ..user(text) })))
        .filter(|(_, expected, found)| found != *expected)
        .map(|(text, expected, found)| format!("{text}\n  expected: {expected}\n  found:    {found}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn bombs_are_refused_in_bounded_work() {
    let big = "#".repeat((1 << 20) + 1);
    let laughs = (1..12).fold("l0: &l0 [x, x, x, x, x, x, x, x]\n".to_owned(), |text, level| {
        let below = format!("*l{}, ", level - 1).repeat(8);
        format!("{text}l{level}: &l{level} [{below}]\n")
    });
    let deep = format!("a: {}{}", "[".repeat(5000), "]".repeat(5000));
    let wide = format!("without: [{}]", "x, ".repeat(60_000));
    let nested = format!("a: {}{}", "[".repeat(100), "]".repeat(100));
    let rows = [
        (big, "toolhost.yaml:1:1: the file has 1048577 bytes; at most 1048576 are read"),
        (
            laughs,
            "toolhost.yaml:5:10: not valid YAML: alias replay limit exceeded: total_replayed_events=10001 > 10000",
        ),
        (nested, "toolhost.yaml:1:67: not valid YAML: lists and mappings are nested more than 64 deep"),
        (deep, "toolhost.yaml:1:259: not valid YAML: recursion limit exceeded"),
        (wide, "toolhost.yaml:1:30002: not valid YAML: the file has more than 10000 values"),
    ];
    let found: Vec<String> = rows.iter().map(|(text, _)| message(user(text))).collect();
    let expected: Vec<String> = rows.into_iter().map(|(_, expected)| expected.to_owned()).collect();
    assert_eq!(found, expected);
}

proptest! {
    /// Whatever stands in a file, it is read or refused in one line.
    #[test]
    fn no_text_breaks_the_reader(text in "[ \\n\\-{}\\[\\]:,&*!|>'\"#%@a-c~0-9\u{1b}é]{0,80}", json in any::<bool>()) {
        let file = if json { "toolhost.json" } else { "toolhost.yaml" };
        if let Err(error) = resolve(&layers(Some(Source { file, ..user(&text) }), None)) {
            prop_assert!(!error.to_string().contains(char::is_control), "{error}");
        }
    }

    /// A default with one line changed or left out does not break the reader either.
    #[test]
    fn no_edit_breaks_the_reader(line in 0_usize..110, text in "[ \\-{}\\[\\]:,a-z0-9]{0,30}") {
        let mut lines: Vec<&str> = DEFAULT.lines().collect();
        let line = line % lines.len();
        lines[line] = &text;
        let text = lines.join("\n");
        if let Err(error) = resolve(&layers(Some(user(&text)), None)) {
            prop_assert!(!error.to_string().contains(char::is_control), "{error}");
        }
    }
}
