//! Results as text: for clients that show their model nothing else.

use serde_json::{Map, Value, json};

use super::{Body, Content};
use crate::budget::{Cut, start_within, text_cost};

/// Stands at the end of a text that was cut.
const CUT: &str = "…";

/// At most three lines, then the body: the fields, the notices, and where the rest is of what was omitted or reduced.
pub(super) fn with_header(
    fields: &Map<String, Value>,
    body: &Body<'_>,
    cut: &Cut,
    original_tokens: Option<u64>,
) -> String {
    let mut lines: Vec<String> =
        Some(header(fields)).into_iter().filter(|header| !header.is_empty()).collect();
    if cut.truncated {
        let path = body.spool_path.map(|path| format!("; whole output: {path}")).unwrap_or_default();
        lines.push(format!("truncated: {} of {} bytes omitted{path}", cut.omitted_bytes, cut.total_bytes));
    } else if let (Some(path), Some(tokens)) = (body.spool_path, original_tokens) {
        lines.push(format!("reduced from {tokens} estimated tokens; whole output: {path}"));
    }
    lines.push(cut.text.clone());
    lines.join("\n")
}

/// A line with the fields that are not null, and one with the notices; without those that there are not. What
/// has parts is compact JSON, empty lists and objects are left out.
pub(super) fn header(fields: &Map<String, Value>) -> String {
    let notices = fields.get("notices").and_then(notices);
    let values: Vec<String> = fields
        .iter()
        .filter(|(key, _)| *key != "notices" || notices.is_none())
        .filter_map(|(key, value)| Some(format!("{key}: {}", plain(value)?)))
        .collect();
    let notices = notices.filter(|notices| !notices.is_empty()).map(|notices| format!("notices: {notices}"));
    let fields = (!values.is_empty()).then(|| values.join(", "));
    fields.into_iter().chain(notices).collect::<Vec<_>>().join("\n")
}

/// The notices in one line; none if they are not a list of strings.
fn notices(value: &Value) -> Option<String> {
    let sentences: Option<Vec<String>> =
        value.as_array()?.iter().map(|one| Some(one_line(one.as_str()?))).collect();
    sentences.map(|sentences| sentences.join(" "))
}

fn plain(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::Array(elements) if elements.is_empty() => None,
        Value::Object(members) if members.is_empty() => None,
        Value::String(text) => Some(one_line(text)),
        other => Some(other.to_string()),
    }
}

/// Text with line breaks and other controls is quoted as JSON, so that it cannot add lines to a header.
fn one_line(text: &str) -> String {
    if text.chars().any(char::is_control) { json!(text).to_string() } else { text.to_owned() }
}

/// The message, each hint on a line of its own, and the facts beside them as JSON.
pub(super) fn of_error(error: &Map<String, Value>) -> String {
    let message = error.get("message").and_then(Value::as_str).unwrap_or_default();
    let hints = error.get("hints").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    let mut lines: Vec<String> = Some(message).into_iter().chain(hints).map(str::to_owned).collect();
    let facts: Map<String, Value> = error
        .iter()
        .filter(|(key, _)| !["code", "message", "hints"].contains(&key.as_str()))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    if !facts.is_empty() {
        lines.push(Value::Object(facts).to_string());
    }
    lines.join("\n")
}

/// The text of a part, if it is one that counts.
pub(super) fn of_part(part: &Content) -> Option<&str> {
    match part {
        Content::Text(text) | Content::Resource { text: Some(text), .. } => Some(text),
        _ => None,
    }
}

/// As [`of_part`], to be cut.
pub(super) fn of_part_mut(part: &mut Content) -> Option<&mut String> {
    match part {
        Content::Text(text) | Content::Resource { text: Some(text), .. } => Some(text),
        _ => None,
    }
}

/// Cuts `text` to what costs at most `room`. The bytes that were cut off.
pub(super) fn clip(text: &mut String, room: usize) -> u64 {
    if text_cost(text) <= room {
        return 0;
    }
    let mark = if room >= text_cost(CUT) { CUT } else { "" };
    let kept = start_within(text, room - text_cost(mark));
    let omitted = text.len() - kept;
    text.truncate(kept);
    text.push_str(mark);
    omitted as u64
}

/// A part within the result object.
pub(super) fn listed(part: &Content, text: &str) -> Value {
    match part {
        Content::Text(_) => json!({"type": "text", "text": text}),
        Content::Image { mime_type, data } => {
            json!({"type": "image", "mime_type": mime_type, "bytes": data.len()})
        }
        Content::Audio { mime_type, data } => {
            json!({"type": "audio", "mime_type": mime_type, "bytes": data.len()})
        }
        Content::Resource { uri, mime_type, text: Some(_), .. } => {
            json!({"type": "resource", "uri": uri, "mime_type": mime_type, "text": text})
        }
        Content::Resource { uri, mime_type, data, text: None } => {
            json!({"type": "resource", "uri": uri, "mime_type": mime_type, "bytes": data.len()})
        }
    }
}
