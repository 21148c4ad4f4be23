//! What a tool returned, checked: the guest's word is taken for nothing.

use serde_json::{Map, Value};
use toolhost_capability::Failure;
use toolhost_capability::spool::Output;
use wasmtime::component::ResourceTable;

use crate::bindings::exports::toolhost::plugin::tool;
use crate::bindings::toolhost::plugin::types;
use crate::call_error::CallError;
use crate::state::Observed;
use crate::text;

/// Most hints of a guest's error that are passed on, and the bytes of each.
const MAX_HINTS: usize = 16;
const HINT_BYTES: usize = 1 << 10;

/// Most pieces of mixed content: far more than a model is shown.
const MAX_PARTS: usize = 1_000;

/// Longest code of a guest's error, in bytes.
const CODE_BYTES: usize = 64;

/// What a tool returned.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The structured result without the body.
    pub fields: Map<String, Value>,
    /// The bulk of the result.
    pub body: Body,
    /// The tool ran and failed: the model sees the result as an error.
    pub is_error: bool,
    /// What terminals answered during this call, the body included if it is spooled. A guest may have read an output
    /// and returned other bytes, and still the command's answer stands or falls with this outcome.
    pub observed: Vec<Output>,
    /// The command of which the body is everything that it printed, if it has ended.
    pub whole_of: Option<String>,
}

impl Outcome {
    /// Says that the answer was handed to the transport. Without it terminals show the same output again, and end
    /// commands whose session nobody has heard of.
    pub fn delivered(&self) {
        self.observed.iter().for_each(Output::delivered);
    }
}

/// The bulk of a result.
#[derive(Debug, Clone)]
pub enum Body {
    /// The fields are all.
    None,
    /// Bytes from the guest.
    Bytes(Vec<u8>),
    /// Bytes on the host's side that the guest never held.
    Spooled(Output),
    /// Mixed content.
    Parts(Vec<Part>),
}

/// One piece of mixed content.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// What it is.
    pub kind: PartKind,
    /// Its MIME type; for images and audio always there.
    pub mime_type: String,
    /// Where it is from; for resources always there.
    pub uri: Option<String>,
    /// Its bytes; for text valid UTF-8.
    pub data: Vec<u8>,
    /// Facts beside it, for programs.
    pub meta: Option<Map<String, Value>>,
}

/// Kinds of content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartKind {
    /// Text for the model.
    Text,
    /// An image.
    Image,
    /// Sound.
    Audio,
    /// An embedded resource.
    Resource,
}

/// Bytes that the guest handed over: what counts against `result_bytes`.
pub(crate) fn size(outcome: &tool::Outcome) -> usize {
    outcome.fields.len() + body_size(&outcome.body)
}

/// The same of an error.
pub(crate) fn error_size(error: &types::Error) -> usize {
    let hints: usize = error.hints.iter().map(String::len).sum();
    error.code.len() + error.message.len() + hints + length(&error.details)
}

fn body_size(body: &tool::Body) -> usize {
    match body {
        tool::Body::None | tool::Body::Spooled(_) => 0,
        tool::Body::Bytes(bytes) => bytes.len(),
        tool::Body::Parts(parts) => parts
            .iter()
            .map(|part| {
                part.kind.len()
                    + part.mime_type.len()
                    + length(&part.uri)
                    + part.data.len()
                    + length(&part.meta)
            })
            .sum(),
    }
}

fn length(text: &Option<String>) -> usize {
    text.as_ref().map_or(0, String::len)
}

/// Checks an outcome and takes a spooled body out of the call's table.
pub(crate) fn outcome(
    outcome: tool::Outcome,
    observed: Observed,
    table: &mut ResourceTable,
) -> Result<Outcome, CallError> {
    let body = match outcome.body {
        tool::Body::None => Body::None,
        tool::Body::Bytes(bytes) => Body::Bytes(bytes),
        tool::Body::Spooled(output) => Body::Spooled(
            table.delete(output).map_err(|_| malformed("`body` is a spooled output that does not exist"))?,
        ),
        tool::Body::Parts(parts) if parts.len() > MAX_PARTS => {
            return Err(malformed(format!(
                "`body` has {} parts; at most {MAX_PARTS} are allowed",
                parts.len()
            )));
        }
        tool::Body::Parts(parts) => {
            Body::Parts(parts.into_iter().enumerate().map(part).collect::<Result<_, _>>()?)
        }
    };
    let whole_of = match &body {
        Body::Spooled(output) => observed.whole(output).map(str::to_owned),
        _ => None,
    };
    Ok(Outcome {
        fields: object("`fields`", &outcome.fields)?,
        body,
        is_error: outcome.is_error,
        observed: observed.into_outputs(),
        whole_of,
    })
}

fn part((index, part): (usize, tool::Part)) -> Result<Part, CallError> {
    let at = format!("`body.parts[{index}]`");
    let kind = match part.kind.as_str() {
        "text" => PartKind::Text,
        "image" => PartKind::Image,
        "audio" => PartKind::Audio,
        "resource" => PartKind::Resource,
        other => {
            let shown = text::line(other, CODE_BYTES);
            return Err(malformed(format!(
                "{at} is of kind \"{shown}\"; it must be text, image, audio or resource"
            )));
        }
    };
    match kind {
        PartKind::Text if std::str::from_utf8(&part.data).is_err() => {
            return Err(malformed(format!("{at} is text and not UTF-8")));
        }
        PartKind::Image | PartKind::Audio if !part.mime_type.contains('/') => {
            return Err(malformed(format!("{at} is an image or audio and has no MIME type")));
        }
        PartKind::Resource if part.uri.as_ref().is_none_or(String::is_empty) => {
            return Err(malformed(format!("{at} is a resource and has no URI")));
        }
        _ => {}
    }
    let meta = part.meta.map(|meta| object(&format!("{at}.meta"), &meta)).transpose()?;
    Ok(Part { kind, mime_type: part.mime_type, uri: part.uri, data: part.data, meta })
}

/// The tool's own error, bounded and clean. Details that are no object are left out: the message matters more.
pub(crate) fn failure(error: types::Error) -> Failure {
    let hints = error.hints.iter().take(MAX_HINTS).map(|hint| text::block(hint, HINT_BYTES)).collect();
    let details = error.details.and_then(|details| match serde_json::from_str(&details) {
        Ok(details) => Some(details),
        Err(error) => {
            tracing::warn!(%error, "the details of a tool's error are no JSON object and were left out");
            None
        }
    });
    Failure {
        code: code(&error.code),
        message: text::block(&error.message, text::ERROR_BYTES),
        hints,
        details,
    }
}

/// Codes are snake_case words for programs; anything else would be a message in the wrong place.
fn code(code: &str) -> String {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    if !code.is_empty() && code.len() <= CODE_BYTES && code.chars().all(fits) {
        code.to_owned()
    } else {
        "tool_error".to_owned()
    }
}

fn object(what: &str, json: &str) -> Result<Map<String, Value>, CallError> {
    match serde_json::from_str(json) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(other) => Err(malformed(format!("{what} must be a JSON object and is {}", kind_of(&other)))),
        Err(error) => Err(malformed(format!("{what} is not JSON: {error}"))),
    }
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

fn malformed(what: impl Into<String>) -> CallError {
    CallError::Malformed { what: what.into() }
}

#[cfg(test)]
#[path = "outcome_tests.rs"]
mod tests;
