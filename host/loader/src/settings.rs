//! A plugin's `config` block against the schema that its component carries.

use serde_json::{Map, Value};

use crate::fault::FaultCause;

/// Most problems that one fault names.
const MAX_PROBLEMS: usize = 4;

/// Checks the block, if the component says what it must be.
///
/// # Errors
/// What does not fit, and where.
pub(crate) fn check(
    plugin: &str,
    schema: Option<&Map<String, Value>>,
    settings: &Value,
) -> Result<(), FaultCause> {
    let Some(schema) = schema else { return Ok(()) };
    let refused = |problems: String| FaultCause::Settings { plugin: plugin.to_owned(), problems };
    let schema = Value::Object(schema.clone());
    let validator = jsonschema::options().offline().build(&schema).map_err(|error| {
        refused(format!("the component's schema of it is no valid JSON Schema: {}", error.masked()))
    })?;
    let problems: Vec<String> = validator
        .iter_errors(settings)
        .take(MAX_PROBLEMS)
        .map(|error| {
            let at = error.instance_path().as_str().trim_start_matches('/').replace('/', ".");
            if at.is_empty() { error.to_string() } else { format!("`{at}`: {error}") }
        })
        .collect();
    if problems.is_empty() { Ok(()) } else { Err(refused(problems.join("; "))) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_block_fits_or_says_where_it_does_not() {
        let schema = json!({
            "type": "object", "additionalProperties": false, "required": ["path"],
            "properties": {"path": {"type": "string"}, "times": {"type": "integer", "minimum": 1}},
        });
        let said = |settings: Value| match check("p", schema.as_object(), &settings) {
            Ok(()) => String::new(),
            Err(fault) => fault.to_string(),
        };
        for (settings, expected) in [
            (json!({"path": "x"}), ""),
            (
                json!({"path": "x", "times": 0}),
                "plugin \"p\": its `config` does not fit: `times`: 0 is less than the minimum of 1",
            ),
            (
                json!({"tmies": 1}),
                "plugin \"p\": its `config` does not fit: Additional properties are not allowed ('tmies' was unexpected); \
                 \"path\" is a required property",
            ),
        ] {
            assert_eq!(said(settings), expected);
        }
        assert!(check("p", None, &json!([])).is_ok());
    }
}
