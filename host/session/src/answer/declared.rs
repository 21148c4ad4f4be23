//! The schema of a result: what the tool says of its own fields, and what the host adds to them.

use serde_json::{Map, Value, json};

use super::legacy;

/// The key of a body that its tool gave no name.
pub(crate) const BODY: &str = "output";

/// Adds the host's fields to a tool's schema of its result. A field that the tool declares itself stays as it is.
/// `body` is the name of the body, for a tool that always has one; `is_shell` says that it runs a command.
pub(crate) fn declare(
    mut returns: Map<String, Value>,
    body: Option<&str>,
    is_shell: bool,
) -> Map<String, Value> {
    legacy::declare(&mut returns);
    let properties = returns.entry("properties").or_insert_with(|| Value::Object(Map::new()));
    let Value::Object(properties) = properties else { return returns };
    let mut add = |name: &str, schema: Value| {
        properties.entry(name).or_insert(schema);
    };
    let describe = |kind: Value, text: &str| json!({"type": kind, "description": text});
    add("truncated", describe(json!("boolean"), "Whether something was left out to stay within the budget."));
    if let Some(body) = body {
        let count = |text| json!({"type": "integer", "minimum": 0, "description": text});
        add("total_output_bytes", count("Bytes of everything that there is to show."));
        add("omitted_output_bytes", count("Bytes that were cut off, of it or of what stands for it."));
        add("original_token_count", count("Tokens of the whole, estimated as bytes / 4."));
        let spool = "File with all bytes; null where nothing was left out or reduced.";
        if is_shell {
            add(
                "command",
                describe(json!("string"), "The command that ran, where it is not the one asked for."),
            );
            let reduced = "Who made the shorter text that is shown in place of the whole.";
            add("reduced_by", describe(json!("string"), reduced));
            add("reduced_token_count", count("Tokens of that text, estimated likewise."));
        }
        add("spool_path", describe(json!(["string", "null"]), spool));
        add("spool_complete", describe(json!("boolean"), "False where that file could not take all bytes."));
        add(
            body,
            describe(json!(["string", "array"]), "The text, or the parts where there is more than text."),
        );
    }
    add(
        "omitted_items",
        json!({"type": "integer", "minimum": 0, "description": "Entries left out of these fields."}),
    );
    add(
        "error",
        describe(json!("object"), "What went wrong, in place of all else: `code`, `message`, `hints`."),
    );
    returns
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    fn names(returns: Value, body: Option<&str>, is_shell: bool) -> Vec<String> {
        let declared = declare(serde_json::from_value(returns).unwrap(), body, is_shell);
        declared["properties"].as_object().unwrap().keys().cloned().collect()
    }

    #[test]
    fn the_hosts_fields_follow_the_tools() {
        let of_fields = ["a", "truncated", "omitted_items", "error"];
        let of_body = [
            "a",
            "truncated",
            "total_output_bytes",
            "omitted_output_bytes",
            "original_token_count",
            "spool_path",
            "spool_complete",
            "text",
            "omitted_items",
            "error",
        ];
        assert_eq!(names(json!({"properties": {"a": {}}}), None, false), of_fields);
        assert_eq!(names(json!({"properties": {"a": {}}}), Some("text"), false), of_body);
        assert_eq!(names(json!({"type": "object"}), None, true), of_fields[1..]);
        let of_shell = names(json!({}), Some("text"), true);
        let more: Vec<_> = of_shell.iter().filter(|name| !of_body.contains(&name.as_str())).collect();
        assert_eq!(more, ["command", "reduced_by", "reduced_token_count"]);
    }

    #[test]
    fn what_the_tool_declares_stays() {
        let own = json!({"type": "object", "properties": {"truncated": {"const": true}}});
        let declared = declare(serde_json::from_value(own).unwrap(), None, false);
        assert_eq!(declared["properties"]["truncated"], json!({"const": true}));
        let odd = json!({"properties": 1});
        assert_eq!(
            declare(serde_json::from_value(odd.clone()).unwrap(), None, false),
            *odd.as_object().unwrap()
        );
    }
}
