//! `toolhost tools`: the tools in the words of the APIs that models are called by.

use std::process::ExitCode;

use serde_json::{Value, json};
use toolhost_session::ToolDescription;

use crate::arguments::{Format, Global};
use crate::environment::Folders;
use crate::output;
use crate::wiring::{self, Calls};

/// Prints the tools of the profile.
pub(crate) fn run(global: &Global, folders: &Folders, format: Format) -> anyhow::Result<ExitCode> {
    let wired = wiring::wire(global, folders, Calls::One)?;
    let tools: Vec<Value> = wired.host.tools().iter().map(|tool| declare(tool, format)).collect();
    let declared = match format {
        Format::Gemini => json!([{ "functionDeclarations": tools }]),
        _ => Value::Array(tools),
    };
    output::pretty(&declared)?;
    Ok(ExitCode::SUCCESS)
}

/// One tool as an API wants it declared.
fn declare(tool: &ToolDescription, format: Format) -> Value {
    let ToolDescription { name, description, parameters, .. } = tool;
    match format {
        Format::Mcp => {
            let mut declared = json!({"name": name, "description": description, "inputSchema": parameters});
            let optional = [
                ("title", tool.title.as_ref().map(|title| json!(title))),
                ("outputSchema", tool.returns.as_ref().map(|returns| json!(returns))),
                ("annotations", tool.annotations.as_ref().map(|annotations| json!(annotations))),
            ];
            for (key, value) in optional {
                if let Some(value) = value {
                    declared[key] = value;
                }
            }
            declared
        }
        Format::OpenaiResponses => match &tool.freeform {
            Some(freeform) => json!({
                "type": "custom",
                "name": name,
                "description": description,
                "format": {"type": "grammar", "syntax": freeform.syntax, "definition": freeform.grammar},
            }),
            None => json!({
                "type": "function",
                "name": name,
                "description": description,
                "parameters": parameters,
                "strict": false,
            }),
        },
        Format::OpenaiChat => json!({
            "type": "function",
            "function": {"name": name, "description": description, "parameters": parameters},
        }),
        Format::Anthropic => json!({"name": name, "description": description, "input_schema": parameters}),
        Format::Gemini => {
            json!({"name": name, "description": description, "parametersJsonSchema": parameters})
        }
    }
}
