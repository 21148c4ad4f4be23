//! What a tool returns: a structured result and its bulk.

use serde::Serialize;

use crate::spool::Output;
use crate::{Body, Failure, Outcome, Part};

impl Outcome {
    /// A result whose structured part is `fields`.
    ///
    /// # Errors
    /// `internal` where `fields` does not serialise.
    pub fn new(fields: &impl Serialize) -> Result<Self, Failure> {
        let fields = serde_json::to_string(fields)
            .map_err(|error| Failure::new("internal", format!("The result is not JSON: {error}.")))?;
        Ok(Self { fields, body: Body::None, is_error: false })
    }

    /// A result without fields.
    #[must_use]
    pub fn empty() -> Self {
        Self { fields: "{}".to_owned(), body: Body::None, is_error: false }
    }

    /// Sets the bulk, which the host budgets and spools.
    #[must_use]
    pub fn with_body(mut self, body: Body) -> Self {
        self.body = body;
        self
    }

    /// Says that the tool ran and failed: the model sees the result as an error.
    #[must_use]
    pub fn as_error(mut self) -> Self {
        self.is_error = true;
        self
    }
}

impl Body {
    /// Text that the plugin made.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self::Bytes(text.into().into_bytes())
    }
}

impl From<Output> for Body {
    fn from(output: Output) -> Self {
        Self::Spooled(output)
    }
}

impl Part {
    /// Plain text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self::of("text", "text/plain", None, text.into().into_bytes())
    }

    /// An image, as the bytes of its file.
    #[must_use]
    pub fn image(mime_type: &str, data: impl Into<Vec<u8>>) -> Self {
        Self::of("image", mime_type, None, data.into())
    }

    /// Sound, as the bytes of its file.
    #[must_use]
    pub fn audio(mime_type: &str, data: impl Into<Vec<u8>>) -> Self {
        Self::of("audio", mime_type, None, data.into())
    }

    /// The content of something that has an address.
    #[must_use]
    pub fn resource(uri: &str, mime_type: &str, data: impl Into<Vec<u8>>) -> Self {
        Self::of("resource", mime_type, Some(uri.to_owned()), data.into())
    }

    fn of(kind: &str, mime_type: &str, uri: Option<String>, data: Vec<u8>) -> Self {
        Self { kind: kind.to_owned(), mime_type: mime_type.to_owned(), uri, data, meta: None }
    }
}
