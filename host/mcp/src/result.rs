//! Tools and answers in the words of MCP.

use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rmcp::model::{
    CallToolResult, ContentBlock, ErrorData, JsonObject, MetaObject, ResourceContents, Tool, ToolAnnotations,
};
use serde_json::{Map, Value, json};
use toolhost_session::Account;
use toolhost_session::Failure;
use toolhost_session::preflight::{DEFAULT_OUTPUT_TOKENS, LARGEST_OUTPUT_TOKENS};
use toolhost_session::{Answer, Content, Reply, ToolDescription};

/// Tells Claude Code to show a result whole up to so many characters (at most 500000), where it would otherwise put
/// one of more than about 50000 into a file.
const MAX_RESULT_CHARS: &str = "anthropic/maxResultSizeChars";

/// What a call cost, in the `_meta` of its result.
const ACCOUNT: &str = "toolhost/account";

/// What an object must have or must not have. A failure has other fields, and the host adds some to every result; a
/// client may check both against the schema.
const CLOSING: [&str; 6] = [
    "required",
    "additionalProperties",
    "unevaluatedProperties",
    "minProperties",
    "maxProperties",
    "dependentRequired",
];

/// A tool as it is listed.
pub(crate) fn tool(description: ToolDescription) -> Tool {
    let ToolDescription { name, title, description, parameters, returns, annotations, .. } = description;
    let mut tool = Tool::new(name, description, Arc::new(parameters));
    tool.title = title;
    tool.output_schema = returns.and_then(output_schema).map(Arc::new);
    tool.annotations =
        annotations.and_then(|hints| serde_json::from_value::<ToolAnnotations>(Value::Object(hints)).ok());
    // Four bytes are a token, and a result is never over its budget.
    let characters = 4 * LARGEST_OUTPUT_TOKENS;
    tool.with_meta(MetaObject(JsonObject::from_iter([(MAX_RESULT_CHARS.to_owned(), json!(characters))])))
}

/// What is called and is not there, as the error of the protocol that MCP wants for it; none for all else that may
/// have become of a call.
pub(crate) fn not_routed(reply: &Reply) -> Option<ErrorData> {
    // A component may fail with any code; without an account none was called.
    let failure = reply.answer.failure().filter(|_| reply.account.is_none())?;
    matches!(failure.code.as_str(), "unknown_tool" | "removed_tool").then(|| routing_error(failure))
}

fn routing_error(failure: &Failure) -> ErrorData {
    let mut data = Map::from_iter([("code".to_owned(), json!(failure.code))]);
    if !failure.hints.is_empty() {
        data.insert("hints".to_owned(), json!(failure.hints));
    }
    for (key, value) in failure.details.iter().flat_map(|details| details.iter()) {
        data.entry(key.as_str()).or_insert_with(|| value.clone());
    }
    ErrorData::invalid_params(failure.message.clone(), Some(Value::Object(data)))
}

/// The result of a call.
pub(crate) fn of_reply(reply: &Reply) -> CallToolResult {
    let mut result = of_answer(&reply.answer);
    result.meta = reply
        .account
        .as_ref()
        .map(|account| MetaObject(JsonObject::from_iter([(ACCOUNT.to_owned(), of_account(account))])));
    result
}

/// The result of a call that the end of its client dropped.
pub(crate) fn ended() -> CallToolResult {
    let failure =
        Failure::new("cancelled", "the call was dropped, since the session of its client has ended");
    of_answer(&Answer::failed(failure, DEFAULT_OUTPUT_TOKENS))
}

fn of_answer(answer: &Answer) -> CallToolResult {
    let mut result = CallToolResult::default();
    result.content = answer.content().iter().map(of_content).collect();
    result.structured_content = Some(Value::Object(answer.structured().clone()));
    result.is_error = Some(answer.is_error());
    result
}

fn of_content(content: &Content) -> ContentBlock {
    match content {
        Content::Text(text) => ContentBlock::text(text),
        Content::Image { mime_type, data } => ContentBlock::image(STANDARD.encode(data), mime_type),
        Content::Audio { mime_type, data } => ContentBlock::audio(STANDARD.encode(data), mime_type),
        Content::Resource { uri, mime_type, data, text } => ContentBlock::resource(match text {
            Some(text) => ResourceContents::text(text, uri).with_mime_type(mime_type),
            None => ResourceContents::blob(STANDARD.encode(data), uri).with_mime_type(mime_type),
        }),
    }
}

fn of_account(account: &Account) -> Value {
    json!({
        "guest_ms": milliseconds(account.guest_time),
        "host_ms": milliseconds(account.host_time),
        "waiting_ms": milliseconds(account.waiting_time),
        "compile_ms": milliseconds(account.compile_time),
        "peak_memory_bytes": account.peak_memory,
        "bytes_in": account.bytes_in,
        "bytes_out": account.bytes_out,
        "host_calls": account.host_calls,
        "log_lines": account.log_lines,
        "log_lines_dropped": account.log_lines_dropped,
    })
}

/// Milliseconds to the microsecond.
fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

/// The schema of a result as MCP lists it; none if it is not that of an object, which all results are.
fn output_schema(mut schema: JsonObject) -> Option<JsonObject> {
    if schema.get("type").is_some_and(|kind| kind != "object") {
        return None;
    }
    schema.insert("type".to_owned(), json!("object"));
    schema.retain(|keyword, _| !CLOSING.contains(&keyword.as_str()));
    Some(schema)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use serde_json::{Map, Value, json};
    use toolhost_session::Failure;
    use toolhost_session::{Content, ToolDescription};

    use super::{ended, milliseconds, of_content, routing_error, tool};

    fn object(value: Value) -> Map<String, Value> {
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn contents() {
        let (mime_type, uri) = ("image/png".to_owned(), "test://x".to_owned());
        let table = [
            (Content::Text("ü\u{0}".into()), json!({"type": "text", "text": "ü\u{0}"})),
            (
                Content::Image { mime_type: mime_type.clone(), data: vec![0, 255, 16] },
                json!({"type": "image", "data": "AP8Q", "mimeType": "image/png"}),
            ),
            (
                Content::Audio { mime_type: "audio/wav".into(), data: vec![0] },
                json!({"type": "audio", "data": "AA==", "mimeType": "audio/wav"}),
            ),
            (
                Content::Resource {
                    uri: uri.clone(),
                    mime_type: "text/plain".into(),
                    data: b"abc".to_vec(),
                    text: Some("abc".into()),
                },
                json!({"type": "resource", "resource": {"uri": "test://x", "mimeType": "text/plain", "text": "abc"}}),
            ),
            (
                Content::Resource { uri, mime_type, data: vec![255], text: None },
                json!({"type": "resource", "resource": {"uri": "test://x", "mimeType": "image/png", "blob": "/w=="}}),
            ),
        ];
        for (content, expected) in table {
            assert_eq!(serde_json::to_value(of_content(&content)).unwrap(), expected);
        }
    }

    #[test]
    fn tools() {
        let bare = ToolDescription {
            name: "t".into(),
            title: None,
            description: "Does.".into(),
            parameters: object(json!({"type": "object"})),
            returns: None,
            annotations: None,
            freeform: None,
            deferred: false,
        };
        let listed = json!({
            "name": "t",
            "description": "Does.",
            "inputSchema": {"type": "object"},
            "_meta": {"anthropic/maxResultSizeChars": 200_000},
        });
        assert_eq!(serde_json::to_value(tool(bare.clone())).unwrap(), listed);

        let returns = json!({"type": "object", "properties": {"a": {}}, "required": ["a"], "additionalProperties": false});
        let full = ToolDescription {
            title: Some("T".into()),
            returns: Some(object(returns)),
            annotations: Some(object(json!({"readOnlyHint": true}))),
            ..bare.clone()
        };
        let mut expected = listed;
        expected["title"] = json!("T");
        expected["outputSchema"] = json!({"type": "object", "properties": {"a": {}}});
        expected["annotations"] = json!({"readOnlyHint": true});
        assert_eq!(serde_json::to_value(tool(full)).unwrap(), expected);

        let array = ToolDescription { returns: Some(object(json!({"type": "array"}))), ..bare };
        assert_eq!(tool(array).output_schema, None);
    }

    #[test]
    fn what_is_not_there() {
        let failure =
            Failure::new("removed_tool", "gone").hint("Use b.").detail("replacements", json!(["b"]));
        let error = serde_json::to_value(routing_error(&failure)).unwrap();
        let data = json!({"code": "removed_tool", "hints": ["Use b."], "replacements": ["b"]});
        assert_eq!(error, json!({"code": -32602, "message": "gone", "data": data}));
    }

    #[test]
    fn a_dropped_call_is_a_failure_in_its_result() {
        let result = ended();
        assert_eq!(result.is_error, Some(true));
        assert_eq!(result.structured_content.unwrap()["error"]["code"], "cancelled");
    }

    #[test]
    fn times() {
        use std::time::Duration;
        assert!((milliseconds(Duration::from_nanos(1_234_567)) - 1.235).abs() < 1e-9);
    }
}
