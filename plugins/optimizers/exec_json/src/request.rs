//! The request of the protocol.

use serde::Serialize;
use serde_json::value::RawValue;
use toolhost_plugin::{Failure, ToolCall};

use crate::SCHEMA;

/// One question. The order of the fields is that in which they are written.
#[derive(Debug, Serialize)]
pub(crate) struct Request<'a> {
    schema: &'static str,
    operation: &'static str,
    tool_name: &'a str,
    call_id: &'a str,
    command: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    filter_hint: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<&'a str>,
    metadata: Metadata<'a>,
}

impl<'a> Request<'a> {
    /// Asks for another command.
    pub(crate) fn rewrite(call: &'a ToolCall) -> Self {
        Self::of(call, "rewrite_command", None, None)
    }

    /// Asks for a shorter output.
    pub(crate) fn reduce(call: &'a ToolCall, filter_hint: Option<&'a str>, output: &'a str) -> Self {
        Self::of(call, "reduce_output", filter_hint, Some(output))
    }

    fn of(
        call: &'a ToolCall,
        operation: &'static str,
        filter_hint: Option<&'a str>,
        output: Option<&'a str>,
    ) -> Self {
        Self {
            schema: SCHEMA,
            operation,
            tool_name: &call.tool_name,
            call_id: &call.call_id,
            command: &call.command,
            filter_hint,
            output,
            metadata: Metadata::of(&call.metadata),
        }
    }

    /// The request as it stands on the program's standard input, which then ends.
    ///
    /// # Errors
    /// `io`: it is not JSON, which the types rule out.
    pub(crate) fn bytes(&self) -> Result<Vec<u8>, Failure> {
        serde_json::to_vec(self)
            .map_err(|error| Failure::new("io", format!("The request cannot be written: {error}.")))
    }
}

/// The metadata of a call: the protocol has an object there, always.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Metadata<'a> {
    /// As the host wrote it.
    Given(&'a RawValue),
    None {},
}

impl<'a> Metadata<'a> {
    fn of(text: &'a str) -> Self {
        match serde_json::from_str::<&RawValue>(text) {
            Ok(value) if value.get().starts_with('{') => Self::Given(value),
            _ => Self::None {},
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::Request;
    use toolhost_plugin::ToolCall;

    fn call(metadata: &str) -> ToolCall {
        ToolCall {
            tool_name: "shell_command".to_owned(),
            call_id: "call_123".to_owned(),
            command: "go test ./...".to_owned(),
            metadata: metadata.to_owned(),
        }
    }

    fn written(request: &Request<'_>) -> String {
        String::from_utf8(request.bytes().unwrap()).unwrap()
    }

    #[test]
    fn a_rewrite_has_the_fields_of_the_protocol_in_their_order() {
        let expected = concat!(
            r#"{"schema":"vekil.tool_optimizer.v1","operation":"rewrite_command","tool_name":"shell_command","#,
            r#""call_id":"call_123","command":"go test ./...","metadata":{}}"#,
        );
        assert_eq!(written(&Request::rewrite(&call("{}"))), expected);
    }

    #[test]
    fn a_reduction_has_hint_and_output_before_the_metadata() {
        let with = |hint: &str, output: &str| {
            format!(
                r#"{{"schema":"vekil.tool_optimizer.v1","operation":"reduce_output","tool_name":"shell_command","call_id":"call_123","command":"go test ./...",{hint}"output":{output},"metadata":{{}}}}"#
            )
        };
        let (call, output) = (call("{}"), "<a> & \"é\"\n\u{1}\u{0}");
        let escaped = r#""<a> & \"é\"\n\u0001\u0000""#;
        assert_eq!(
            written(&Request::reduce(&call, Some("go-test"), output)),
            with(r#""filter_hint":"go-test","#, escaped)
        );
        assert_eq!(written(&Request::reduce(&call, None, "")), with("", r#""""#));
    }

    #[test]
    fn metadata_is_an_object_to_the_byte_or_an_empty_one() {
        for (given, expected) in [
            (r#"{"b": 1.0, "a": 12345678901234567890}"#, r#"{"b": 1.0, "a": 12345678901234567890}"#),
            (" {} ", "{}"),
            ("", "{}"),
            ("[1]", "{}"),
            ("null", "{}"),
            ("{} {}", "{}"),
        ] {
            let call = call(given);
            let request = written(&Request::rewrite(&call));
            assert!(request.ends_with(&format!(r#","metadata":{expected}}}"#)), "{given}: {request}");
        }
    }
}
