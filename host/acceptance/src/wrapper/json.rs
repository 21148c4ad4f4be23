//! A wrapper that is a JSON object: the output is a string in it.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::Wrapped;

/// `{"output":"…","metadata":{…}}`. A key that stands there twice is an error, and so no wrapper.
#[derive(Deserialize)]
struct Structured<'a> {
    #[serde(borrow)]
    output: &'a RawValue,
    #[serde(rename = "metadata")]
    _metadata: serde_json::Map<String, Value>,
}

pub(super) fn split(text: &str) -> Option<Wrapped<'_>> {
    if !text.trim_start().starts_with('{') {
        return None;
    }
    let Structured { output, .. } = serde_json::from_str(text).ok()?;
    let body: String = serde_json::from_str(output.get()).ok()?;
    // The value is borrowed from the text, so where it lies in memory says where it stands.
    let start = (output.get().as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
    let (from, to) = (start + 1, start + output.get().len() - 1);
    let written = text.get(from..to)?;
    Some(Wrapped {
        before: text.get(..from)?,
        body: Cow::Owned(body),
        after: text.get(to..)?,
        written,
        is_escaped: true,
    })
}

/// A text as the inside of a JSON string.
pub(super) fn escape(text: &str) -> String {
    let string = Value::from(text).to_string();
    string.get(1..string.len() - 1).unwrap_or_default().to_owned()
}
