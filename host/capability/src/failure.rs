//! The one shape in which a power says no.

use serde_json::{Map, Value};

/// Why a capability refused or failed: what the model or the person reads, with what to do next.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{message}")]
pub struct Failure {
    /// A registered snake_case word, such as `not_found`, for programs.
    pub code: String,
    /// One sentence: what was wrong, where, and what would be right.
    pub message: String,
    /// What to do next, one sentence each.
    pub hints: Vec<String>,
    /// Facts beside the message, for programs.
    pub details: Option<Box<Map<String, Value>>>,
}

impl Failure {
    /// A failure without hints or details.
    pub fn new(code: impl Into<String>, message: impl Into<String>) -> Failure {
        Failure { code: code.into(), message: message.into(), hints: Vec::new(), details: None }
    }

    /// Adds a sentence on what to do next.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Failure {
        self.hints.push(hint.into());
        self
    }

    /// Adds a fact.
    #[must_use]
    pub fn detail(mut self, key: impl Into<String>, value: impl Into<Value>) -> Failure {
        self.details.get_or_insert_default().insert(key.into(), value.into());
        self
    }
}
