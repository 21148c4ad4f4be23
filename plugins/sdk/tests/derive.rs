//! One declaration makes the schema and the parser: each case holds one against the other.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use serde_json::{Value, from_str, json};
use toolhost_plugin::{Arguments, Choice, Failure, Outcome, Schema, Tool, plugin, tool};

#[derive(Choice, Clone, Copy, Debug, PartialEq)]
enum Colour {
    Red,
    DarkRed,
    #[arg(name = "RAL 9005")]
    Black,
}

#[derive(Arguments, Debug, PartialEq)]
struct Range {
    /// First line.
    start: u32,
    end: Option<u32>,
}

#[derive(Arguments, Debug, PartialEq)]
struct Everything {
    /// Said on
    /// two lines.
    ///
    /// And a third.
    text: String,
    #[arg(name = "type", default = "none", max_length = 9, pattern = "^[a-z]+$")]
    kind: String,
    #[arg(default = true)]
    flag: bool,
    #[arg(default = -3, minimum = -10, maximum = 10)]
    small: i64,
    #[arg(default = 0.5)]
    ratio: f64,
    #[arg(default, min_items = 1)]
    list: Vec<u8>,
    #[arg(default = Colour::DarkRed)]
    colour: Colour,
    other: Option<Colour>,
    range: Option<Range>,
    r#ref: Option<Vec<Range>>,
}

/// Returns its
/// arguments.
#[tool(
    title = "All",
    hints(read_only = true, destructive = false),
    body = "text",
    shell_command = "/text",
    guidance = { "unix_like": { "default": "é" } },
    freeform = { "argument": "text", "syntax": "lark", "grammar": "start: /a\"/\n" },
)]
fn everything(arguments: Everything) -> Result<Outcome, Failure> {
    Ok(Outcome { fields: format!("{arguments:?}"), ..Outcome::empty() })
}

/// Takes nothing.
#[tool()]
fn nothing() -> Result<Outcome, Failure> {
    Ok(Outcome::empty())
}

plugin! {
    name: "derived",
    asks: {"terminal": true, "process": ["/usr/bin/git"]},
    config: Range,
    tools: [everything, nothing],
}

fn schema<T: Schema>() -> Value {
    from_str(&T::SCHEMA.to_string()).unwrap()
}

#[test]
fn the_schema_is_the_declaration() {
    let range = json!({
        "type": "object",
        "properties": {
            "start": {"type": "integer", "minimum": 0, "maximum": 4_294_967_295_u32, "description": "First line."},
            "end": {"type": "integer", "minimum": 0, "maximum": 4_294_967_295_u32},
        },
        "required": ["start"],
        "additionalProperties": false,
    });
    let colours = json!(["red", "dark_red", "RAL 9005"]);
    assert_eq!(schema::<Range>(), range);
    assert_eq!(
        schema::<Everything>(),
        json!({
            "type": "object",
            "properties": {
                "text": {"type": "string", "description": "Said on two lines.\n\nAnd a third."},
                "type": {"type": "string", "maxLength": 9, "pattern": "^[a-z]+$", "default": "none"},
                "flag": {"type": "boolean", "default": true},
                "small": {"type": "integer", "minimum": -10, "maximum": 10, "default": -3},
                "ratio": {"type": "number", "default": 0.5},
                "list": {"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 255}, "minItems": 1},
                "colour": {"type": "string", "enum": colours, "default": "dark_red"},
                "other": {"type": "string", "enum": colours},
                "range": range,
                "ref": {"type": "array", "items": range},
            },
            "required": ["text"],
            "additionalProperties": false,
        })
    );
}

#[test]
fn what_is_left_out_has_the_default() {
    let parsed: Everything = from_str(r#"{"text":"a"}"#).unwrap();
    let expected = Everything {
        text: "a".to_owned(),
        kind: "none".to_owned(),
        flag: true,
        small: -3,
        ratio: 0.5,
        list: Vec::new(),
        colour: Colour::DarkRed,
        other: None,
        range: None,
        r#ref: None,
    };
    assert_eq!(parsed, expected);
}

#[test]
fn what_is_given_is_parsed() {
    let parsed: Everything = from_str(
        r#"{"text":"a","type":"b","flag":false,"small":9,"ratio":2,"list":[1],"colour":"RAL 9005","other":"red","range":{"start":1,"end":2},"ref":[{"start":3}]}"#,
    )
    .unwrap();
    let expected = Everything {
        text: "a".to_owned(),
        kind: "b".to_owned(),
        flag: false,
        small: 9,
        ratio: 2.0,
        list: vec![1],
        colour: Colour::Black,
        other: Some(Colour::Red),
        range: Some(Range { start: 1, end: Some(2) }),
        r#ref: Some(vec![Range { start: 3, end: None }]),
    };
    assert_eq!(parsed, expected);
}

#[test]
fn what_the_schema_refuses_the_parser_refuses() {
    for (arguments, named) in [
        ("{}", "text"),
        (r#"{"text":1}"#, "string"),
        (r#"{"text":"a","kind":"b"}"#, "kind"),
        (r#"{"text":"a","colour":"Red"}"#, "Red"),
        (r#"{"text":"a","range":{"start":-1}}"#, "-1"),
    ] {
        let failure = everything::call(arguments).unwrap_err();
        assert_eq!(failure.code, "invalid_arguments");
        assert!(failure.message.contains(named), "{}", failure.message);
    }
}

#[test]
fn the_metadata_has_every_key_of_the_format() {
    let metadata: Value = from_str(&METADATA.to_string()).unwrap();
    assert_eq!(
        metadata,
        json!({
            "wit": "0.1.0",
            "name": "derived",
            "version": env!("CARGO_PKG_VERSION"),
            "description": env!("CARGO_PKG_DESCRIPTION"),
            "kind": "tool",
            "asks": {"terminal": true, "process": ["/usr/bin/git"]},
            "config_schema": schema::<Range>(),
            "tools": [
                {
                    "name": "everything",
                    "description": "Returns its arguments.",
                    "parameters": schema::<Everything>(),
                    "title": "All",
                    "annotations": {"readOnlyHint": true, "destructiveHint": false},
                    "body": "text",
                    "shell_command": "/text",
                    "guidance": {"unix_like": {"default": "é"}},
                    "freeform": {"argument": "text", "syntax": "lark", "grammar": "start: /a\"/\n"},
                },
                {
                    "name": "nothing",
                    "description": "Takes nothing.",
                    "parameters": {"type": "object", "properties": {}, "additionalProperties": false},
                },
            ],
        })
    );
}

#[test]
fn a_tool_without_arguments_runs() {
    assert!(nothing::call("{}").is_ok());
}
