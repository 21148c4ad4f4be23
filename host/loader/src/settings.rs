//! A plugin's `config` block against the schema that its component carries.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind;
use serde_json::{Map, Value};
use toolhost_config::advice;

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
            let what = unknown(&error, &schema).unwrap_or_else(|| error.to_string());
            if at.is_empty() { what } else { format!("`{at}`: {what}") }
        })
        .collect();
    if problems.is_empty() { Ok(()) } else { Err(refused(problems.join("; "))) }
}

/// Names of which the schema knows none, each with the one that it may have been meant to be; none for another problem.
fn unknown(error: &ValidationError<'_>, schema: &Value) -> Option<String> {
    let ValidationErrorKind::AdditionalProperties { unexpected } = error.kind() else { return None };
    let keyword = error.schema_path().as_str();
    let properties = keyword.rsplit_once('/').map(|(object, _)| format!("{object}/properties"))?;
    let known = schema.pointer(&properties).and_then(Value::as_object);
    let known: Vec<&str> = known.into_iter().flatten().map(|(name, _)| name.as_str()).collect();
    let each = unexpected.iter().map(|name| format!("unknown key {name:?}{}", advice(name, &known)));
    Some(each.collect::<Vec<_>>().join("; "))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_block_fits_or_says_where_it_does_not() {
        let schema = json!({
            "type": "object", "additionalProperties": false, "required": ["path"],
            "properties": {
                "path": {"type": "string"}, "times": {"type": "integer", "minimum": 1},
                "deep": {"type": "object", "additionalProperties": false, "properties": {"inner": {}}},
            },
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
                "plugin \"p\": its `config` does not fit: unknown key \"tmies\"; did you mean \"times\"? (valid: path, \
                 times, deep); \"path\" is a required property",
            ),
            (
                json!({"path": "x", "deep": {"iner": 1}}),
                "plugin \"p\": its `config` does not fit: `deep`: unknown key \"iner\"; did you mean \"inner\"? (valid: \
                 inner)",
            ),
        ] {
            assert_eq!(said(settings), expected);
        }
        assert!(check("p", None, &json!([])).is_ok());
    }
}
