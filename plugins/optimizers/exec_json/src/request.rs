//! The request of the protocol.

use serde_json::value::RawValue;
use toolhost_plugin::ToolCall;

use crate::SCHEMA;
use crate::quote::quote;

/// One question.
#[derive(Debug)]
pub(crate) struct Request<'a> {
    operation: &'static str,
    call: &'a ToolCall,
    filter_hint: Option<&'a str>,
    output: Option<&'a str>,
}

impl<'a> Request<'a> {
    /// Asks for another command.
    pub(crate) fn rewrite(call: &'a ToolCall) -> Self {
        Self { operation: "rewrite_command", call, filter_hint: None, output: None }
    }

    /// Asks for a shorter output.
    pub(crate) fn reduce(call: &'a ToolCall, filter_hint: Option<&'a str>, output: &'a str) -> Self {
        Self { operation: "reduce_output", call, filter_hint, output: Some(output) }
    }

    /// The request as it stands on the program's standard input, which then ends. The fields are in the order in which
    /// the protocol has them.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let ToolCall { tool_name, call_id, command, metadata } = self.call;
        let fields = [
            ("schema", Some(SCHEMA)),
            ("operation", Some(self.operation)),
            ("tool_name", Some(tool_name)),
            ("call_id", Some(call_id)),
            ("command", Some(command)),
            ("filter_hint", self.filter_hint),
            ("output", self.output),
        ];
        // What is escaped is seldom more than an eighth. Growing step by step would copy an output several times.
        let output = self.output.map_or(0, str::len);
        let mut bytes = Vec::with_capacity(output + output / 8 + command.len() + metadata.len() + 1024);
        bytes.push(b'{');
        for (name, value) in fields {
            if let Some(value) = value {
                quote(name, &mut bytes);
                bytes.push(b':');
                quote(value, &mut bytes);
                bytes.push(b',');
            }
        }
        bytes.extend_from_slice(b"\"metadata\":");
        bytes.extend_from_slice(object(metadata).as_bytes());
        bytes.push(b'}');
        bytes
    }
}

/// The metadata of a call as the host wrote it. The protocol has an object there, always.
fn object(text: &str) -> &str {
    match serde_json::from_str::<&RawValue>(text) {
        Ok(value) if value.get().starts_with('{') => value.get(),
        _ => "{}",
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
        String::from_utf8(request.bytes()).unwrap()
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
