//! The declaration of an optimizer: what it says of itself.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use serde_json::{Value, from_str, json};
use toolhost_plugin::{Arguments, Failure, Optimizer, Replacement, ToolCall, optimizer};

const HINTS: [&str; 2] = ["tsc", "grep"];

#[derive(Arguments)]
struct Config {
    /// The program to run.
    #[arg(default = "rtk")]
    path: String,
}

struct Upper;

impl Optimizer for Upper {
    fn rewrite_command(call: &ToolCall) -> Result<Option<Replacement>, Failure> {
        Ok(Some(Replacement::new(call.command.to_uppercase())))
    }
}

optimizer! {
    name: "upper",
    asks: {"process": ["*"]},
    config: Config,
    hints: &HINTS,
    optimizer: Upper,
}

mod least {
    use toolhost_plugin::{Optimizer, optimizer};

    struct Least;

    impl Optimizer for Least {}

    optimizer! { name: "least", asks: {}, optimizer: Least }
}

#[test]
fn the_metadata_has_every_key_of_the_format() {
    let metadata: Value = from_str(&METADATA.to_string()).unwrap();
    assert_eq!(
        metadata,
        json!({
            "wit": "0.1.0",
            "name": "upper",
            "version": env!("CARGO_PKG_VERSION"),
            "description": env!("CARGO_PKG_DESCRIPTION"),
            "kind": "optimizer",
            "asks": {"process": ["*"]},
            "config_schema": {
                "type": "object",
                "properties": {
                    "path": {"type": "string", "description": "The program to run.", "default": "rtk"},
                },
                "additionalProperties": false,
            },
            "hints": ["tsc", "grep"],
        })
    );
}

#[test]
fn what_is_not_declared_is_left_out() {
    let metadata: Value = from_str(&least::METADATA.to_string()).unwrap();
    let keys: Vec<_> = metadata.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["wit", "name", "version", "description", "kind", "asks"]);
}

#[test]
fn config_is_read_by_the_declared_type() {
    assert_eq!(toolhost_plugin::read_config::<Config>("{}").unwrap().path, "rtk");
}

#[test]
fn the_functions_are_those_of_the_type() {
    let call = ToolCall {
        tool_name: "shell_command".to_owned(),
        call_id: "call_1".to_owned(),
        command: "ls".to_owned(),
        metadata: "{}".to_owned(),
    };
    assert_eq!(Upper::rewrite_command(&call).unwrap().unwrap().text, "LS");
    assert!(Upper::reduce_output(&call, None, String::new()).unwrap().is_none());
}
