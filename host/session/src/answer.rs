//! The result of a call as clients get it: one complete JSON object, and the same as text for a model.
//!
//! Both forms are within the budget of the call. Clients differ in which of the two they show to their model.

mod declared;
mod legacy;
#[cfg(test)]
mod tests;
mod text;
mod typed;

use std::io;

use serde_json::{Map, Value, json};
use toolhost_capability::Failure;
use toolhost_optimizer::Reduced;

use crate::budget::{self, Fitted, cut, fit_fields, json_cost};
use crate::preview;
use crate::source::Source;
pub(crate) use declared::{BODY, declare};
pub(crate) use legacy::normalize;
use typed::Extent;

/// One item of a result's content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// Text for the model.
    Text(String),
    /// An image.
    Image {
        /// Its media type, such as `image/png`.
        mime_type: String,
        /// The file itself, not encoded.
        data: Vec<u8>,
    },
    /// A sound.
    Audio {
        /// Its media type, such as `audio/wav`.
        mime_type: String,
        /// The file itself, not encoded.
        data: Vec<u8>,
    },
    /// A named piece of data.
    Resource {
        /// What it is called.
        uri: String,
        /// Its media type.
        mime_type: String,
        /// The bytes, not encoded.
        data: Vec<u8>,
        /// The bytes as text, where they are text; `data` is not looked at then.
        text: Option<String>,
    },
}

/// The bulk of a result, raw and whole.
#[derive(Clone, Copy)]
pub struct Body<'a> {
    /// The key under which the result object has it, such as `output`.
    pub name: &'a str,
    /// The bytes that this answer is about.
    pub source: &'a dyn Source,
    /// Bytes of everything that the call's command has printed, of which `source` may be the latest part.
    pub total_bytes: u64,
    /// The file that has all bytes.
    pub spool_path: Option<&'a str>,
    /// False if the spool could not take all bytes.
    pub complete: bool,
}

/// The bulk of a result that is not only text.
pub struct Mixed<'a> {
    /// The key under which the result object lists the parts.
    pub name: &'a str,
    /// The parts, in their order.
    pub parts: Vec<Content>,
    /// The file that has the texts.
    pub spool_path: Option<&'a str>,
}

/// The result of a call.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    structured: Map<String, Value>,
    content: Vec<Content>,
    failure: Option<Failure>,
    is_error: bool,
}

impl Answer {
    /// A result of typed fields only. `is_error`: the tool ran and failed.
    #[must_use]
    pub fn of_fields(mut fields: Map<String, Value>, max_output_tokens: u32, is_error: bool) -> Self {
        let fitted = fit_fields(&mut fields, budget::bytes(max_output_tokens));
        note(&mut fields, fitted);
        let text = Value::Object(fields.clone()).to_string();
        Self { structured: fields, content: vec![Content::Text(text)], failure: None, is_error }
    }

    /// A result of fields and a body, both cut to `max_output_tokens` together. Fields give way to a body only for
    /// half of the room.
    ///
    /// The object has the fields, then `truncated`, `total_output_bytes`, `omitted_output_bytes`,
    /// `original_token_count` (an estimate for this body), `spool_path` (null when nothing was omitted),
    /// `spool_complete` where it is false, and the body last.
    ///
    /// # Errors
    ///
    /// When the body cannot be read.
    pub fn of_body(
        fields: Map<String, Value>,
        body: &Body<'_>,
        max_output_tokens: u32,
        is_error: bool,
    ) -> io::Result<Self> {
        Self::of_shown(fields, body, None, max_output_tokens, is_error)
    }

    /// `original`: the estimated tokens of what the body stands for, if it stands for something else.
    fn of_shown(
        mut fields: Map<String, Value>,
        body: &Body<'_>,
        original: Option<u64>,
        max_output_tokens: u32,
        is_error: bool,
    ) -> io::Result<Self> {
        let size = body.source.len();
        let extent =
            Extent { original, ..Extent::widest(size, body.total_bytes, body.spool_path, body.complete) };
        let empty = || Value::String(String::new());
        let wanted = usize::try_from(size).unwrap_or(usize::MAX);
        fit_beside(&mut fields, extent.cost(&Map::new(), body.name, empty()), wanted, max_output_tokens);
        let reserve = extent.cost(&fields, body.name, empty());
        let cut = cut(body.source, max_output_tokens, reserve, body.spool_path)?;
        let text = text::with_header(&fields, body, &cut, original);
        extent.of_cut(&cut).add_to(&mut fields);
        fields.insert(body.name.to_owned(), Value::String(cut.text));
        Ok(Self { structured: fields, content: vec![Content::Text(text)], failure: None, is_error })
    }

    /// As [`Self::of_body`], with another text shown in place of the body, which the spool has.
    ///
    /// Before the typed fields stand `reduced_by`, who made the text, and `reduced_token_count`, its estimated tokens;
    /// `original_token_count` is that of the body, and `spool_path` is never null. `omitted_output_bytes` are those of
    /// the text that were cut.
    ///
    /// # Errors
    ///
    /// Never; for one form with [`Self::of_body`].
    pub fn of_reduced(
        mut fields: Map<String, Value>,
        body: &Body<'_>,
        reduced: &Reduced,
        max_output_tokens: u32,
        is_error: bool,
    ) -> io::Result<Self> {
        fields.insert("reduced_by".into(), json!(reduced.provider));
        fields.insert("reduced_token_count".into(), json!(reduced.tokens_after));
        let shown = Body { source: &reduced.text.as_bytes(), ..*body };
        let original = budget::tokens(body.source.len());
        Self::of_shown(fields, &shown, Some(original), max_output_tokens, is_error)
    }

    /// A result of fields and mixed content, cut as [`Self::of_body`] is. Texts are cleaned and share what the fields
    /// leave of the budget, in their order; images, sounds and binary resources do not count.
    ///
    /// The object has the fields of a body, where bytes are those of texts, and lists the parts under their name, with
    /// binary data as its size.
    #[must_use]
    pub fn of_parts(
        mut fields: Map<String, Value>,
        mixed: Mixed<'_>,
        max_output_tokens: u32,
        is_error: bool,
    ) -> Self {
        let Mixed { name, mut parts, spool_path } = mixed;
        let mut total = 0;
        for text in parts.iter_mut().filter_map(text::of_part_mut) {
            total += text.len() as u64;
            *text = preview::clean(text.as_bytes());
        }
        let extent = Extent::widest(total, total, spool_path, true);
        let empty: Value = parts.iter().map(|part| text::listed(part, "")).collect();
        let wanted = parts.iter().filter_map(text::of_part).map(budget::text_cost).sum();
        fit_beside(&mut fields, extent.cost(&Map::new(), name, empty.clone()), wanted, max_output_tokens);
        let header = text::header(&fields);
        let mut left = budget::bytes(max_output_tokens).saturating_sub(extent.cost(&fields, name, empty));
        let mut omitted = 0;
        for text in parts.iter_mut().filter_map(text::of_part_mut) {
            omitted += text::clip(text, left);
            left -= budget::text_cost(text);
        }
        Extent { omitted_bytes: omitted, cut: omitted > 0, ..extent }.add_to(&mut fields);
        let list =
            parts.iter().map(|part| text::listed(part, text::of_part(part).unwrap_or_default())).collect();
        fields.insert(name.to_owned(), list);
        let header = (!header.is_empty()).then_some(Content::Text(header));
        let content = header.into_iter().chain(parts).collect();
        Self { structured: fields, content, failure: None, is_error }
    }

    /// The result of a call that failed: `{"error": {"code", "message", "hints", …details}}`, within its budget as
    /// other results are.
    #[must_use]
    pub fn failed(failure: Failure, max_output_tokens: u32) -> Self {
        let mut error = Map::from_iter([
            ("code".to_owned(), json!(failure.code)),
            ("message".to_owned(), json!(failure.message)),
            ("hints".to_owned(), json!(failure.hints)),
        ]);
        if let Some(details) = &failure.details {
            for (key, value) in details.iter() {
                error.entry(key.as_str()).or_insert_with(|| value.clone());
            }
        }
        let envelope = json_cost(&json!({"error": {}})) - 2;
        let fitted = fit_fields(&mut error, budget::bytes(max_output_tokens).saturating_sub(envelope));
        note(&mut error, fitted);
        let text = text::of_error(&error);
        let structured = Map::from_iter([("error".to_owned(), Value::Object(error))]);
        Self { structured, content: vec![Content::Text(text)], failure: Some(failure), is_error: true }
    }

    /// Why the call failed, uncut; none if the tool gave a result, even one that [`Self::is_error`].
    #[must_use]
    pub fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref()
    }

    /// Whether the model is to see this as an error.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.is_error
    }

    /// The complete result.
    #[must_use]
    pub fn structured(&self) -> &Map<String, Value> {
        &self.structured
    }

    /// The result for a model, text first.
    #[must_use]
    pub fn content(&self) -> &[Content] {
        &self.content
    }
}

/// Fits the fields into what `others` bytes leave, less what a body wants, of which half is granted in any case.
fn fit_beside(fields: &mut Map<String, Value>, others: usize, body: usize, max_output_tokens: u32) {
    let room = budget::bytes(max_output_tokens).saturating_sub(others);
    let fitted = fit_fields(fields, room - body.min(room / 2));
    note(fields, fitted);
}

/// Adds what [`fit_fields`] took away.
fn note(fields: &mut Map<String, Value>, fitted: Fitted) {
    if fitted.truncated {
        fields.insert("truncated".into(), Value::Bool(true));
        fields.insert("omitted_items".into(), json!(fitted.omitted_items));
    }
}
