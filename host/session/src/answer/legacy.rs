//! `diff_preview`, the form in which older tools tell of the one file that they have changed, becomes an entry of `diff`.

use serde_json::{Map, Value, json};

/// The old field.
const PREVIEW: &str = "diff_preview";

/// The field in its place.
const DIFF: &str = "diff";

/// Puts `diff`, with one entry, where `diff_preview` is. Where a tool gives both, its own `diff` stays. What the preview
/// does not say itself is taken from the fields beside it (`path`, `operation`, `created`) and from its content; a
/// preview without a path has none. What is no object says nothing and goes.
pub(crate) fn normalize(fields: &mut Map<String, Value>) {
    let Some(preview) = fields.shift_remove(PREVIEW) else { return };
    let Value::Object(preview) = preview else { return };
    if !fields.contains_key(DIFF) {
        let entry = entry(&preview, fields);
        fields.insert(DIFF.to_owned(), json!([entry]));
    }
}

fn entry(preview: &Map<String, Value>, fields: &Map<String, Value>) -> Map<String, Value> {
    let said = |key: &str| preview.get(key).or_else(|| fields.get(key));
    let text = |key: &str| said(key).and_then(Value::as_str);
    let flag = |key: &str| said(key).and_then(Value::as_bool);
    let created = if flag("created") == Some(true) { "created" } else { "updated" };
    let content = preview.get("content").and_then(Value::as_str).unwrap_or_default();
    let is = |key: &str| preview.get(key) == Some(&Value::Bool(true));
    // Of a difference that is too long to be told nothing is known.
    let truncated = is("truncated") || is("skipped");
    let mut entry = Map::new();
    if let Some(path) = text("path") {
        entry.insert("path".to_owned(), json!(path));
    }
    entry.insert("operation".to_owned(), json!(text("operation").unwrap_or(created)));
    entry.insert("content".to_owned(), json!(content));
    entry.insert("truncated".to_owned(), json!(truncated));
    for (key, sign) in [("additions", '+'), ("deletions", '-')] {
        // Of a cut content the number is not known.
        let counted = || (!truncated).then(|| json!(count(content, sign)));
        if let Some(number) = preview.get(key).cloned().or_else(counted) {
            entry.insert(key.to_owned(), number);
        }
    }
    let is_empty = preview.get("is_empty").and_then(Value::as_bool);
    if is_empty.unwrap_or(content.is_empty() && !truncated) {
        entry.insert("is_empty".to_owned(), json!(true));
    }
    entry
}

/// Lines of a unified difference that begin with a sign, from its first hunk on.
fn count(content: &str, sign: char) -> usize {
    let header = content.lines().position(|line| line.starts_with("@@")).unwrap_or(0);
    content.lines().skip(header).filter(|line| line.starts_with(sign)).count()
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
    fn a_preview_becomes_an_entry() {
        let content = "--- a/f\n+++ b/f\n@@ -1 +1,2 @@\n-a\n+b\n+c\n";
        let entry = |path: &str, operation: &str| {
            json!({"path": path, "operation": operation, "content": content, "truncated": false,
                "additions": 2, "deletions": 1})
        };
        let rows = [
            (
                json!({"path": "f", "success": true, "diff_preview": {"content": content}}),
                json!({"path": "f", "success": true, "diff": [entry("f", "updated")]}),
            ),
            (
                json!({"created": true, "diff_preview": {"path": "g", "content": content, "skipped": false}}),
                json!({"created": true, "diff": [entry("g", "created")]}),
            ),
            (
                json!({"diff_preview": {"path": "f", "content": "@@\n+a", "truncated": true, "additions": 9}}),
                json!({"diff": [{"path": "f", "operation": "updated", "content": "@@\n+a", "truncated": true,
                    "additions": 9}]}),
            ),
            (
                json!({"path": "f", "diff_preview": {"content": "", "is_empty": true}}),
                json!({"path": "f", "diff": [{"path": "f", "operation": "updated", "content": "",
                    "truncated": false, "additions": 0, "deletions": 0, "is_empty": true}]}),
            ),
            (
                json!({"path": "f", "diff_preview": {"content": "", "skipped": true, "reason": "too_many_changes"}}),
                json!({"path": "f", "diff": [{"path": "f", "operation": "updated", "content": "",
                    "truncated": true}]}),
            ),
            (json!({"diff": [1], "diff_preview": {"content": content}}), json!({"diff": [1]})),
            (json!({"diff_preview": null, "a": 1}), json!({"a": 1})),
            (json!({"a": 1}), json!({"a": 1})),
        ];
        for (fields, expected) in rows {
            let mut changed = fields.as_object().cloned().unwrap_or_default();
            normalize(&mut changed);
            assert_eq!(Value::Object(changed), expected, "{fields}");
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
