//! One tool of a plugin, and how a call finds it.

use serde::de::DeserializeOwned;

use crate::{Failure, Json, Outcome};

/// A tool: what `#[tool]` makes of a function.
pub trait Tool {
    /// The name that the model calls.
    const NAME: &'static str;
    /// The tool's entry in the metadata.
    const DECLARATION: Json;

    /// Parses the arguments and runs the tool.
    ///
    /// # Errors
    /// The tool's own, and `invalid_arguments` for arguments that its schema would have refused.
    fn call(arguments: &str) -> Result<Outcome, Failure>;
}

/// The arguments of a tool that takes none. Never made: the host has checked that there are none.
pub enum NoArguments {}

impl crate::Schema for NoArguments {
    const SCHEMA: Json = crate::json!({"type": "object", "properties": {}, "additionalProperties": false});
}

/// Reads arguments. The host has checked them against the schema, so a failure here means that schema and
/// type disagree.
///
/// # Errors
/// `invalid_arguments`, with what the parser expected.
pub fn parse<T: DeserializeOwned>(arguments: &str) -> Result<T, Failure> {
    serde_json::from_str(arguments).map_err(|error| {
        Failure::new("invalid_arguments", format!("The arguments do not fit the tool: {error}."))
    })
}

/// The failure for a name that the plugin does not have.
pub fn unknown_tool(name: &str) -> Failure {
    Failure::new("not_found", format!("This plugin has no tool `{name}`."))
}
