//! The block `tool_optimizers`: stages that shorten what shell tools say, and the providers that do it.

use std::borrow::Cow;
use std::path::PathBuf;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::word::{self, Word};
use super::{Component, Count, Digest, Grants, Limits};
use crate::nearest::quoted;

/// Rewriting of commands and reduction of their output.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ToolOptimizers {
    /// Whether the optimizers run.
    pub enabled: Option<bool>,
    /// Which calls are shell commands.
    pub tools: Option<OptimizedTools>,
    /// The stage that rewrites commands.
    pub command_rewrite: Option<CommandRewrite>,
    /// The stage that reduces output.
    pub output_reduce: Option<OutputReduce>,
    /// What does the rewriting and reducing, in order.
    pub providers: Option<Vec<Provider>>,
}

/// Which calls are looked at.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OptimizedTools {
    /// Function calls that run a shell command.
    pub shell_function_calls: Option<ShellFunctionCalls>,
}

/// Function calls that run a shell command. Of toolhost's own tools it is known which do.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShellFunctionCalls {
    /// Whether they are looked at.
    pub enabled: Option<bool>,
    /// What the functions are called.
    pub names: Option<Vec<String>>,
    /// Where the command stands in the arguments: a JSON Pointer, such as `/command`.
    pub command_arg_path: Option<Pointer>,
}

/// The stage that rewrites commands.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CommandRewrite {
    /// Whether it runs.
    pub enabled: Option<bool>,
    /// What becomes of commands in a stream.
    pub streaming_mode: Option<StreamingMode>,
    /// Milliseconds for the whole stage, in each turn.
    pub timeout_ms: Option<Count>,
    /// What it takes to believe a provider.
    pub acceptance: Option<Acceptance>,
}

/// The stage that reduces output.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OutputReduce {
    /// Whether it runs.
    pub enabled: Option<bool>,
    /// Milliseconds for the whole stage, in each turn; 0 for no deadline of its own.
    pub timeout_ms: Option<Count>,
    /// Bytes that an output must have; 0 for any.
    pub min_input_bytes: Option<Count>,
    /// Bytes that an output may have; 0 for any.
    pub max_input_bytes: Option<Count>,
    /// What it takes to believe a provider.
    pub acceptance: Option<Acceptance>,
}

/// What becomes of commands in a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StreamingMode {
    /// They stay as they are.
    Disabled,
}

/// What it takes to believe a provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Acceptance {
    /// A replacement that has changed and is not empty.
    Off,
    /// Besides, one that drops no failure, changes no count, claims no success, and is shorter; of commands, one that
    /// does the same.
    Strict,
}

/// A stage of the optimizers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Commands, before they run.
    CommandRewrite,
    /// Output, before a model gets it.
    OutputReduce,
}

/// One provider.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Provider {
    /// What reports and statistics call it; its type unless given.
    pub id: Option<String>,
    /// `rtk_cli`, `exec_json`, `noop`, another plugin of the configuration, or `wasm` for a component that is named here.
    pub r#type: Option<String>,
    /// Whether it is used; left out, it is.
    pub enabled: Option<bool>,
    /// The program that it runs: a path, or a name that is looked up in PATH.
    pub path: Option<PathBuf>,
    /// Arguments of that program.
    pub args: Option<Vec<String>>,
    /// The stages that it is for; left out or empty, both.
    pub stages: Option<Vec<Stage>>,
    /// The most bytes that the program may print on standard output.
    pub max_stdout_bytes: Option<Count>,
    /// The most bytes that the program may print on standard error.
    pub max_stderr_bytes: Option<Count>,
    /// Of `wasm`: where the component is.
    pub component: Option<Component>,
    /// Of `wasm`: the SHA-256 that it must have.
    pub digest: Option<Digest>,
    /// Of `wasm`: what it may use.
    pub grants: Option<Grants>,
    /// Of `wasm`: bounds of its calls.
    pub limits: Option<Limits>,
    /// Of `wasm`: settings that it reads itself.
    pub config: Option<Value>,
}

/// A JSON Pointer (RFC 6901) to a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pointer(Vec<String>);

impl Pointer {
    /// The keys and indices on the way, from the outermost; never none.
    #[must_use]
    pub fn parts(&self) -> &[String] {
        &self.0
    }
}

impl Word for Pointer {
    const EXPECTED: &'static str = "a JSON Pointer such as \"/command\"";

    fn read(text: &str) -> Result<Self, String> {
        let refuse = |why: &str| Err(format!("expected {}, found {}{why}", Self::EXPECTED, quoted(text)));
        let Some(rest) = text.strip_prefix('/') else {
            return refuse(if text.is_empty() {
                ", which is the whole of the arguments"
            } else {
                ", which starts with no `/`"
            });
        };
        let mut parts = Vec::new();
        for part in rest.split('/') {
            let mut escapes = part.split('~');
            escapes.next();
            if escapes.any(|after| !after.starts_with(['0', '1'])) {
                return refuse("; a `~` in it is written ~0, and a `/` ~1");
            }
            parts.push(part.replace("~1", "/").replace("~0", "~"));
        }
        Ok(Self(parts))
    }
}

impl<'de> Deserialize<'de> for Pointer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        word::deserialize(deserializer)
    }
}

impl JsonSchema for Pointer {
    fn schema_name() -> Cow<'static, str> {
        "Pointer".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string", "pattern": "^(/([^~]|~[01])*)+$", "examples": ["/command", "/shell/cmd"],
            "description": "A JSON Pointer (RFC 6901) to a field.",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers() {
        let parts = |text: &str| Pointer::read(text).map(|pointer| pointer.0).ok();
        let some = |parts: &[&str]| Some(parts.iter().map(ToString::to_string).collect::<Vec<_>>());
        for (text, expected) in [
            ("/command", some(&["command"])),
            ("/shell/cmd", some(&["shell", "cmd"])),
            ("/", some(&[""])),
            ("/a//b", some(&["a", "", "b"])),
            ("/a~1b/m~0n/~01", some(&["a/b", "m~n", "~1"])),
            ("/items/0", some(&["items", "0"])),
            ("", None),
            ("command", None),
            ("/a~", None),
            ("/a~2", None),
            ("#/command", None),
        ] {
            assert_eq!(parts(text), expected, "{text}");
        }
    }
}
