//! Tests of what metadata is accepted and how it is refused.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use serde_json::json;

use super::*;

fn tool(name: &str) -> Value {
    json!({"name": name, "description": "d", "parameters": {"type": "object"}})
}

fn metadata(tools: Value) -> Value {
    json!({"wit": "0.1.0", "name": "p", "version": "1.0.0", "tools": tools})
}

fn parse(value: &Value) -> Result<Metadata, String> {
    Metadata::parse(&serde_json::to_vec(value).unwrap())
}

#[test]
fn the_least_that_is_needed() {
    let parsed = parse(&metadata(json!([tool("t")]))).unwrap();
    assert_eq!((parsed.kind, parsed.asks.clone()), (Kind::Tool, Grants::none()));
    assert_eq!(parsed.tool("t").map(|tool| tool.body.as_deref()), Some(None));
    assert!(parsed.tool("u").is_none());
}

#[test]
fn unknown_keys_are_ignored_at_each_level() {
    let mut value = metadata(json!([tool("t")]));
    value["new"] = json!(1);
    value["tools"][0]["newer"] = json!([]);
    value["asks"] = json!({"newest": true, "terminal": true});
    assert!(parse(&value).unwrap().asks.terminal);
}

#[test]
fn control_characters_go() {
    let mut value = metadata(json!([tool("t")]));
    value["tools"][0]["description"] = json!("line\n\u{1b}]0;title\u{7}text");
    assert_eq!(parse(&value).unwrap().tools[0].description, "line\n]0;titletext");
}

#[test]
fn what_is_refused_is_named() {
    let with = |key: &str, field: Value| {
        let mut tool = tool("t");
        tool[key] = field;
        metadata(json!([tool]))
    };
    for (value, expected) in [
        (json!({"wit": "0.1.0"}), "missing field `name` at line 1 column 15"),
        (metadata(json!([])), "`tools` is empty"),
        (
            metadata(json!([tool("a b")])),
            "`tools[0].name` is \"a b\"; a name has 1 to 64 of the characters A-Z a-z 0-9 _ . -",
        ),
        (
            metadata(json!([tool("a"), tool("")])),
            "`tools[1].name` is \"\"; a name has 1 to 64 of the characters A-Z a-z 0-9 _ . -",
        ),
        (metadata(json!([tool("a"), tool("a")])), "`tools[1].name`: there are two tools named \"a\""),
        (
            with("parameters", json!({"type": "string"})),
            "`tools[0].parameters` must be a schema with `\"type\": \"object\"`",
        ),
        (
            with("shell_command", json!("cmd")),
            "`tools[0].shell_command` must be a JSON Pointer, such as \"/cmd\"",
        ),
        (
            with("shell_workdir", json!("workdir")),
            "`tools[0].shell_workdir` must be a JSON Pointer, such as \"/cmd\"",
        ),
        (
            with("description", json!("x".repeat(4097))),
            "`tools[0].description` has 4097 bytes; at most 4096 are allowed",
        ),
        (
            with("guidance", json!({"unix_like": {"wsl": "x".repeat(5000)}})),
            "`tools[0].guidance.unix_like.wsl` has 5000 bytes; at most 4096 are allowed",
        ),
    ] {
        assert_eq!(parse(&value).unwrap_err(), expected);
    }
    let long = metadata(json!([tool(&"n".repeat(65))]));
    assert!(parse(&long).unwrap_err().contains("1 to 64"));
    assert!(parse(&with("parameters", json!([]))).unwrap_err().contains("expected a map"));
}

#[test]
fn an_optimizer_needs_no_tools() {
    let value = json!({"wit": "0.1.0", "name": "p", "version": "1.0.0", "kind": "optimizer"});
    assert_eq!(parse(&value).unwrap().kind, Kind::Optimizer);
}
