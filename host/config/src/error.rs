//! What is wrong with a configuration, and where: the one error type of this crate.

use std::fmt;
use std::sync::Arc;

/// A place in a configuration file. Lines and columns count from 1; columns count characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file as the caller named it.
    pub file: Arc<str>,
    /// Line, from 1.
    pub line: u64,
    /// Column in characters, from 1.
    pub column: u64,
}

impl fmt::Display for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// A configuration that cannot be used. `Display` is one line: place, key, and what is wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{}{message}", prefix(.place.as_ref()), prefix(Some(.path).filter(|path| !path.is_empty())))]
pub struct ConfigError {
    /// Where the fault stands; `None` for a value that came from outside every file.
    pub place: Option<Place>,
    /// The key, as in `plugins.my_tool.limits`; empty for the file as a whole.
    pub path: String,
    /// What is wrong and what would be right, without a full stop.
    pub message: String,
    /// Further advice, each a sentence of its own, for people who have the room to read it.
    pub hints: Vec<String>,
}

impl ConfigError {
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }
}

fn prefix(value: Option<&impl fmt::Display>) -> String {
    value.map_or_else(String::new, |value| format!("{value}: "))
}
