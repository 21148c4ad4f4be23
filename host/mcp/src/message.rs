//! What can be told of a JSON-RPC message without reading it whole, and of one that is none.

use rmcp::model::{ErrorData, JsonRpcError, RequestId, ServerJsonRpcMessage};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;

/// The request that a message of ours answers.
pub(crate) fn answered(message: &ServerJsonRpcMessage) -> Option<&RequestId> {
    match message {
        ServerJsonRpcMessage::Response(response) => Some(&response.id),
        ServerJsonRpcMessage::Error(error) => error.id.as_ref(),
        _ => None,
    }
}

/// The request that the message in an event answers.
pub(crate) fn answered_in(event: &[u8]) -> Option<RequestId> {
    #[derive(Deserialize)]
    struct Head {
        id: Option<RequestId>,
        method: Option<IgnoredAny>,
    }
    let data = event.split(|byte| *byte == b'\n').find_map(|line| line.strip_prefix(b"data: "))?;
    let head: Head = serde_json::from_slice(data).ok()?;
    if head.method.is_some() { None } else { head.id }
}

/// The error for text that is no message; none where JSON-RPC wants no answer.
pub(crate) fn refuse(text: &[u8]) -> Option<JsonRpcError> {
    let value: Value = match serde_json::from_slice(text) {
        Ok(value) => value,
        Err(error) => {
            let message = format!("Parse error: the line is not JSON: {error}");
            return Some(JsonRpcError::new(None, ErrorData::parse_error(message, None)));
        }
    };
    let Value::Object(fields) = value else {
        let message = "Invalid Request: a line must be one JSON object; batches are not supported";
        return Some(JsonRpcError::new(None, ErrorData::invalid_request(message, None)));
    };
    let is_answer = fields.contains_key("result") || fields.contains_key("error");
    let is_notification = fields.contains_key("method") && !fields.contains_key("id");
    if is_answer || is_notification {
        return None;
    }
    let id = fields.get("id").and_then(|id| RequestId::deserialize(id).ok());
    let message = "Invalid Request: a request has \"jsonrpc\": \"2.0\", an \"id\" that is a string or an integer, \
                   a \"method\" that is a string, and \"params\" that are an object if it has any";
    Some(JsonRpcError::new(id, ErrorData::invalid_request(message, None)))
}

/// The error for a line of more than `limit` bytes, of which nothing was kept.
pub(crate) fn too_long(limit: usize) -> JsonRpcError {
    let message =
        format!("Invalid Request: a line may have {limit} bytes; this one had more and was dropped");
    JsonRpcError::new(None, ErrorData::invalid_request(message, None))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use rmcp::model::RequestId;

    use super::{answered_in, refuse};

    #[test]
    fn answers_in_events() {
        let table = [
            (":\n\n", None),
            ("data: \nid: 0\nretry: 3000\n\n", None),
            (
                "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"id\":1}}\n\n",
                None,
            ),
            ("data: {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"elicitation/create\"}\n\n", None),
            (
                "data: {\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"id\":1}}\nid: 1/0\n\n",
                Some(RequestId::Number(7)),
            ),
            (
                "data: {\"jsonrpc\":\"2.0\",\"id\":\"a\",\"error\":{}}\n\n",
                Some(RequestId::String("a".into())),
            ),
            ("data: {\"jsonrpc\":\"2.0\",\"id\":7,\"res", None),
        ];
        for (event, expected) in table {
            assert_eq!(answered_in(event.as_bytes()), expected, "{event:?}");
        }
    }

    #[test]
    fn refusals() {
        let table = [
            ("{", Some((-32700, None))),
            ("\u{1}", Some((-32700, None))),
            ("[]", Some((-32600, None))),
            ("1", Some((-32600, None))),
            ("{}", Some((-32600, None))),
            (r#"{"id":3,"method":"ping"}"#, Some((-32600, Some(RequestId::Number(3))))),
            (r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, Some((-32600, None))),
            (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, Some((-32600, None))),
            (r#"{"method":"notifications/initialized"}"#, None),
            (r#"{"id":1,"result":{}}"#, None),
            (r#"{"error":{"code":-32700}}"#, None),
        ];
        for (text, expected) in table {
            let refused = refuse(text.as_bytes()).map(|error| (error.error.code.0, error.id));
            assert_eq!(refused, expected, "{text}");
        }
    }
}
