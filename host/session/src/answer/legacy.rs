//! The older form of a report on one changed file, `diff_preview`, as the list `diff` that clients know.

use serde_json::{Map, Value, json};

/// The older key: an object with `content` and what is known of it, beside a `path` of the result.
const PREVIEW: &str = "diff_preview";

/// The list of changed files that stands for it.
const DIFF: &str = "diff";

/// What of a preview an entry has as it is.
const KEPT: &[&str] = &["additions", "deletions", "is_empty"];

/// Puts the list in place of a preview. A result that has the list loses the preview; one that names no file keeps it, since
/// an entry without a path says nothing.
pub(crate) fn normalize(fields: &mut Map<String, Value>) {
    let Some(preview) = fields.get(PREVIEW) else { return };
    if !fields.contains_key(DIFF) {
        let Some(entry) = entry(preview, fields) else { return };
        fields.insert(DIFF.to_owned(), json!([entry]));
    }
    fields.shift_remove(PREVIEW);
}

fn entry(preview: &Value, fields: &Map<String, Value>) -> Option<Map<String, Value>> {
    let (of_preview, content) = match preview {
        Value::Object(preview) => (Some(preview), preview.get("content").and_then(Value::as_str)),
        Value::String(content) => (None, Some(content.as_str())),
        _ => return None,
    };
    let said = |name: &str| of_preview.and_then(|preview| preview.get(name)).or_else(|| fields.get(name));
    let is = |name: &str| of_preview.and_then(|preview| preview.get(name)) == Some(&Value::Bool(true));
    let mut entry = Map::new();
    entry.insert("path".to_owned(), said("path").filter(|path| path.is_string())?.clone());
    let operation = said("operation").and_then(Value::as_str).unwrap_or("updated");
    entry.insert("operation".to_owned(), operation.into());
    let content = content.filter(|_| !is("skipped"));
    if let Some(content) = content {
        entry.insert("content".to_owned(), content.into());
    }
    let is_empty = is("is_empty");
    entry.insert("truncated".to_owned(), (is("truncated") || content.is_none() && !is_empty).into());
    for name in KEPT {
        if let Some(value) = of_preview.and_then(|preview| preview.get(*name)) {
            entry.insert((*name).to_owned(), value.clone());
        }
    }
    Some(entry)
}

/// Declares the list in place of a preview in a schema of results.
pub(crate) fn declare(returns: &mut Map<String, Value>) {
    if let Some(Value::Array(required)) = returns.get_mut("required") {
        required.retain(|name| name != PREVIEW);
    }
    let Some(Value::Object(properties)) = returns.get_mut("properties") else { return };
    if properties.shift_remove(PREVIEW).is_some() {
        let description =
            "One entry for each changed file: `path`, `operation`, `content` as a unified diff, `truncated`.";
        let list = json!({"type": "array", "items": {"type": "object"}, "description": description});
        properties.entry(DIFF).or_insert(list);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    #[test]
    fn a_preview_becomes_a_list() {
        let same = json!({"ok": true});
        for (fields, expected) in [
            (same.clone(), same),
            (
                json!({"path": "a", "diff_preview": {"content": "-x\n+y", "truncated": false, "additions": 1, "deletions": 1}}),
                json!({"path": "a", "diff": [{
                    "path": "a", "operation": "updated", "content": "-x\n+y", "truncated": false, "additions": 1,
                    "deletions": 1,
                }]}),
            ),
            (
                json!({"diff_preview": {"path": "b", "operation": "created", "content": "+y", "truncated": true,
                    "omitted_line_count": 9}, "left": 1}),
                json!({"left": 1, "diff": [{"path": "b", "operation": "created", "content": "+y", "truncated": true}]}),
            ),
            (
                json!({"path": "a", "diff_preview": "+y"}),
                json!({"path": "a", "diff": [
                    {"path": "a", "operation": "updated", "content": "+y", "truncated": false},
                ]}),
            ),
            (
                json!({"path": "a", "diff_preview": {"skipped": true, "reason": "too_many_changes", "content": ""}}),
                json!({"path": "a", "diff": [{"path": "a", "operation": "updated", "truncated": true}]}),
            ),
            (
                json!({"path": "a", "diff_preview": {"is_empty": true}}),
                json!({"path": "a", "diff": [
                    {"path": "a", "operation": "updated", "truncated": false, "is_empty": true},
                ]}),
            ),
            (json!({"diff": [], "diff_preview": {"path": "a"}}), json!({"diff": []})),
            (json!({"diff_preview": {"content": "+y"}}), json!({"diff_preview": {"content": "+y"}})),
            (json!({"path": "a", "diff_preview": 1}), json!({"path": "a", "diff_preview": 1})),
        ] {
            let mut normalized = fields.as_object().unwrap().clone();
            normalize(&mut normalized);
            assert_eq!(Value::Object(normalized), expected, "{fields}");
        }
    }

    #[test]
    fn a_schema_says_what_results_have() {
        let mut returns = json!({
            "required": ["path", "diff_preview"],
            "properties": {"path": {"type": "string"}, "diff_preview": {"type": "object"}},
        });
        declare(returns.as_object_mut().unwrap());
        assert_eq!(returns["required"], json!(["path"]));
        assert_eq!(returns["properties"]["diff"]["type"], "array");
        assert!(returns["properties"].get("diff_preview").is_none());
        let without = json!({"properties": {"path": {}}});
        let mut same = without.clone();
        declare(same.as_object_mut().unwrap());
        assert_eq!(same, without);
    }
}
