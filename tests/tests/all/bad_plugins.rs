//! Components that cannot be served: each costs its own tools, and standard error and `doctor` say why.

use std::fs;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::support::Toolhost;
use crate::support::binary::component;
use crate::support::plugins::{fixture, with_plugins};
use crate::support::result::{assert_failure, hints};

/// Serves `bad` beside `noop` and checks that only `bad` is missing, and is named with all of `parts`.
fn check(toolhost: &Toolhost, block: String, parts: &[&str]) {
    toolhost.configure(&with_plugins(&[("bad", block), ("noop", fixture("noop", ""))]));
    let ran = toolhost.run(&["tools"]);
    assert_eq!(ran.status, 0, "{ran:?}");
    assert_eq!(names(&ran.json()), ["exec_command", "write_stdin", "noop"], "{ran:?}");
    assert_named(&ran.stderr, parts);

    let doctor = toolhost.run(&["doctor"]);
    assert_eq!(doctor.status, 2, "{doctor:?}");
    assert_named(&doctor.stdout, parts);

    let ran = toolhost.run(&["call", "noop", "{}"]);
    assert_eq!((ran.status, ran.json()), (0, json!({"ok": true})));
    assert_named(&ran.stderr, parts);
}

/// One line has the plugin's key, its place in the configuration, and all of `parts`.
fn assert_named(text: &str, parts: &[&str]) {
    let named =
        |line: &str| ["\"bad\"", "toolhost.yaml:"].iter().chain(parts).all(|part| line.contains(part));
    assert!(text.lines().any(named), "no line has {parts:?}:\n{text}");
}

fn names(tools: &Value) -> Vec<&str> {
    tools.as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect()
}

fn file(toolhost: &Toolhost, name: &str, bytes: &[u8]) -> String {
    let path = toolhost.path(name);
    fs::write(&path, bytes).unwrap();
    format!("{{ component: {} }}", path.display())
}

#[test]
fn files_that_are_no_component() {
    let toolhost = Toolhost::new();
    let whole = fs::read(component("noop")).unwrap();
    let table: &[(&str, &[u8], &[&str])] = &[
        ("half.wasm", &whole[..whole.len() / 2], &["not a valid component"]),
        ("almost.wasm", &whole[..whole.len() - 1], &["not a valid component"]),
        ("header.wasm", &whole[..8], &[]),
        ("core.wasm", b"\0asm\x01\0\0\0", &["core WebAssembly module"]),
        ("text.wasm", b"this is a text\n", &["not WebAssembly"]),
        ("empty.wasm", b"", &["not WebAssembly"]),
        ("foreign.cwasm", b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0", &["compiled machine code", ".wasm"]),
    ];
    for (name, bytes, parts) in table {
        check(&toolhost, file(&toolhost, name, bytes), parts);
    }
}

#[test]
fn code_that_this_very_program_compiled_is_not_taken_from_a_plugin() {
    let toolhost = Toolhost::new();
    toolhost.call("exec_command", &json!({"cmd": "true"}));
    let mut folders = vec![std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache/toolhost/compiled")];
    let mut compiled = None;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().flatten() {
            if entry.file_type().unwrap().is_dir() {
                folders.push(entry.path());
            } else {
                compiled = compiled
                    .or_else(|| fs::read(entry.path()).ok().filter(|bytes| bytes.starts_with(b"\x7fELF")));
            }
        }
    }
    let compiled = compiled.expect("the cache has compiled code");
    check(&toolhost, file(&toolhost, "own.cwasm", &compiled), &["compiled machine code"]);
}

#[test]
fn components_that_do_not_fit() {
    let toolhost = Toolhost::new();
    check(&toolhost, fixture("wrong_wit", ""), &["wants toolhost:plugin@0.9.0", "0.1.0", "SDK"]);
    check(&toolhost, fixture("no_metadata", ""), &["no metadata", "SDK"]);
    check(
        &toolhost,
        fixture("sneaky", "grants: { terminal: true }"),
        &["toolhost:plugin/terminal", "\"terminal\"", "author"],
    );
}

#[test]
fn a_missing_grant_is_named_with_the_line_that_gives_it() {
    let toolhost = Toolhost::new();
    let parts =
        ["imports toolhost:plugin/terminal", "grant \"terminal\"", "`terminal: true` to its `grants`"];
    check(&toolhost, fixture("greedy", ""), &parts);
    check(&toolhost, fixture("greedy", "grants: { clock: true }"), &parts);
    toolhost.configure(&with_plugins(&[("good", fixture("greedy", "grants: { terminal: true }"))]));
    assert_eq!(toolhost.call("greedy", &json!({})), (0, json!({"commands": 0})));
}

#[test]
fn files_that_are_not_there_or_not_the_chosen_ones() {
    let toolhost = Toolhost::new();
    let missing = toolhost.path("missing.wasm");
    check(&toolhost, format!("{{ component: {} }}", missing.display()), &[missing.to_str().unwrap()]);
    check(&toolhost, format!("{{ component: {} }}", toolhost.path("").display()), &["not a regular file"]);
    check(
        &toolhost,
        "{ component: builtin:missing }".to_owned(),
        &["builtin:missing", "exec_command, write_stdin"],
    );

    let digest =
        |bytes: &[u8]| Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let (right, wrong) = (digest(&fs::read(component("greedy")).unwrap()), digest(b""));
    let block = fixture("greedy", &format!("digest: 'sha256:{wrong}', grants: {{ terminal: true }}"));
    check(&toolhost, block, &[&right, &wrong]);
    let block = fixture("greedy", &format!("digest: 'sha256:{right}', grants: {{ terminal: true }}"));
    toolhost.configure(&with_plugins(&[("good", block)]));
    assert_eq!(toolhost.call("greedy", &json!({})).0, 0);
}

#[test]
fn two_plugins_with_one_tool_name() {
    let toolhost = Toolhost::new();
    let twice = with_plugins(&[("noop", fixture("noop", "")), ("bad", fixture("noop", ""))]);
    toolhost.configure(&twice);
    let ran = toolhost.run(&["tools"]);
    assert_eq!(names(&ran.json()), ["exec_command", "write_stdin", "noop"]);
    assert_named(&ran.stderr, &["tool \"noop\"", "plugin \"noop\" has that name already"]);
    let doctor = toolhost.run(&["doctor"]);
    assert_eq!(doctor.status, 2);
    assert_named(&doctor.stdout, &["tool \"noop\""]);
    // Under another name there is no conflict.
    let renamed = twice.replace("noop, bad]", "noop, { name: other, plugin: bad }]");
    toolhost.configure(&renamed);
    assert_eq!(names(&toolhost.run(&["tools"]).json()), ["exec_command", "write_stdin", "noop", "other"]);
    assert_eq!(toolhost.call("other", &json!({})), (0, json!({"ok": true})));
    assert_eq!(toolhost.run(&["doctor"]).status, 0);
}

#[test]
fn a_plugin_cannot_take_a_name_of_a_removed_tool() {
    let toolhost = Toolhost::new();
    // Its metadata is changed in place, so both names have the same length.
    let mut bytes = fs::read(component("conformance")).unwrap();
    let (from, to) = (b"test_simple_text", b"unified_text_abc");
    for start in 0..bytes.len() - from.len() {
        if bytes[start..].starts_with(from) {
            bytes[start..start + from.len()].copy_from_slice(to);
        }
    }
    toolhost.configure(&with_plugins(&[("bad", file(&toolhost, "unified.wasm", &bytes))]));
    let ran = toolhost.run(&["tools"]);
    assert_named(&ran.stderr, &["\"unified_text_abc\"", "removed"]);
    let tools = ran.json();
    assert!(names(&tools).contains(&"test_image_content") && !names(&tools).contains(&"unified_text_abc"));
    assert_eq!(toolhost.run(&["doctor"]).status, 2);
    let (status, result) = toolhost.call("unified_text_abc", &json!({}));
    assert_eq!(status, 1);
    assert_failure(&result, "removed_tool", &["unified_text_abc"]);
}

#[test]
fn a_tool_that_is_not_served_is_unknown_to_callers() {
    let toolhost = Toolhost::configured(&with_plugins(&[
        ("greedy", fixture("greedy", "")),
        ("noop", fixture("noop", "")),
    ]));
    let (status, result) = toolhost.call("greedy", &json!({}));
    assert_eq!(status, 1);
    assert_failure(&result, "unknown_tool", &["greedy"]);
    assert!(hints(&result).contains("noop"), "{result}");
}
