//! The blocks that a profile may override: `agent`, `execution`, `edit_guard`.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer};

use super::word::{self, Word};
use crate::nearest::quoted;

/// What models are told about the shell.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Agent {
    /// Whose syntax the guidance teaches. It changes examples and expectations; no command is translated.
    pub shell_prompt_profile: Option<ShellPromptProfile>,
}

/// Whose command syntax the guidance teaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
pub enum ShellPromptProfile {
    /// That of the platform.
    #[serde(rename = "auto")]
    Auto,
    /// Unix-like shells.
    #[serde(rename = "unix_like")]
    UnixLike,
    /// PowerShell.
    #[serde(rename = "powershell")]
    PowerShell,
}

/// How commands run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Execution {
    /// What confines a command. This version has `none` only.
    pub sandbox: Option<String>,
    /// Whether commands may use the network. This version has `allow` only.
    pub network: Option<String>,
    /// What happens to a command that asks to run outside the sandbox.
    pub escalation: Option<Escalation>,
    /// The shell: `auto` for the user's own, or an absolute path.
    pub shell: Option<Shell>,
    /// The environment of commands.
    pub env: Option<Environment>,
}

/// What happens to a command that asks to run outside the sandbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Escalation {
    /// It is refused.
    Deny,
    /// It runs.
    Allow,
    /// A person is asked.
    Ask,
}

/// The environment of commands.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Environment {
    /// What is taken from the environment of the host: `all` or `none`.
    pub inherit: Option<Inherit>,
    /// Names that are not inherited; `*` stands for any characters, as in `AWS_*`.
    pub exclude: Option<Vec<String>>,
    /// Variables that are set whatever was inherited.
    pub set: Option<BTreeMap<String, String>>,
}

/// What commands inherit from the environment of the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Inherit {
    /// Everything but `exclude` and the names of secrets.
    All,
    /// Nothing.
    None,
}

/// The shell that runs commands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shell {
    /// The user's own if it is one that is known, else the platform's.
    Auto,
    /// The program at this absolute path.
    Path(PathBuf),
}

impl Word for Shell {
    const EXPECTED: &'static str = "\"auto\" or an absolute path";

    fn read(text: &str) -> Result<Self, String> {
        // A drive path is absolute on Windows only, but a file is the same file everywhere.
        let drive =
            matches!(text.as_bytes(), [letter, b':', b'\\' | b'/', ..] if letter.is_ascii_alphabetic());
        match text {
            "auto" => Ok(Self::Auto),
            _ if (Path::new(text).is_absolute() || drive) && !text.contains('\0') => {
                Ok(Self::Path(text.into()))
            }
            _ => Err(format!("expected {}, found {}", Self::EXPECTED, quoted(text))),
        }
    }
}

impl<'de> Deserialize<'de> for Shell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        word::deserialize(deserializer)
    }
}

impl JsonSchema for Shell {
    fn schema_name() -> Cow<'static, str> {
        "Shell".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "examples": ["auto", "/bin/bash"] })
    }
}

/// When further edits wait for a verification.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EditGuard {
    /// Effective edits in a row before a verification is asked for; 0 turns the guard off.
    pub mutations: Option<u32>,
    /// Commands that count as a verification beside the built-in ones.
    pub verifiers: Option<Vec<String>>,
}
