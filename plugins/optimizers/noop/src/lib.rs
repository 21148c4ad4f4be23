//! `noop`: takes any configuration and changes nothing, for tests and dry runs.
#![forbid(unsafe_code)]

use toolhost_plugin::{Json, Optimizer, Schema, json, optimizer};

/// Whatever stands there.
struct Anything;

impl Schema for Anything {
    const SCHEMA: Json = json!({"type": "object"});
}

struct Noop;

impl Optimizer for Noop {}

optimizer! {
    name: "noop",
    asks: {},
    config: Anything,
    optimizer: Noop,
}

#[cfg(test)]
mod tests {
    use super::{METADATA, Noop};
    use toolhost_plugin::{Optimizer, ToolCall};

    #[test]
    fn nothing_is_changed() {
        let call = ToolCall {
            tool_name: "shell_command".to_owned(),
            call_id: "call_1".to_owned(),
            command: "cargo test".to_owned(),
            metadata: "{}".to_owned(),
        };
        assert!(matches!(Noop::rewrite_command(&call), Ok(None)));
        assert!(matches!(Noop::reduce_output(&call, Some("cargo-test"), "ok\n".to_owned()), Ok(None)));
    }

    #[test]
    fn it_asks_for_nothing_and_takes_any_configuration() {
        let metadata = METADATA.to_string();
        assert!(metadata.ends_with(r#""kind":"optimizer","asks":{},"config_schema":{"type":"object"}}"#));
    }
}
