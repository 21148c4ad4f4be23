//! A fault in the shape of a configuration, as serde reports it, with path and position added on its way out.

use std::fmt;

use serde::de::{Error, Expected, Unexpected};

use super::{Node, Position};
use crate::nearest::{advice, quoted};
use crate::path::{KeyPath, Segment};

/// What is wrong, at which key, and where. The innermost value that can name its place does.
#[derive(Debug)]
pub(crate) struct Fault {
    /// Segments from the inside out.
    inward: Vec<Segment>,
    at: Option<Position>,
    pub(crate) message: String,
}

impl Fault {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { inward: Vec::new(), at: None, message: message.into() }
    }

    pub(crate) fn expected(what: impl fmt::Display, found: &Node) -> Self {
        let advice = match &found.value {
            super::Value::Number(number) if what.to_string() == "a text" => {
                format!("; put it in quotes: \"{number}\"")
            }
            super::Value::Bool(value) if what.to_string() == "a text" => {
                format!("; put it in quotes: \"{value}\"")
            }
            _ => String::new(),
        };
        Self::new(format!("expected {what}, found {}{advice}", found.describe())).at(found.at)
    }

    /// Sets the position unless a value further inside already did.
    pub(crate) fn at(mut self, position: Position) -> Self {
        self.at.get_or_insert(position);
        self
    }

    /// Says that the fault was found below `segment`.
    pub(crate) fn below(mut self, segment: Segment) -> Self {
        self.inward.push(segment);
        self
    }

    pub(crate) fn position(&self) -> Position {
        self.at.unwrap_or(Position::START)
    }

    pub(crate) fn path(&self) -> KeyPath {
        KeyPath(self.inward.iter().rev().cloned().collect())
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

impl Error for Fault {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::new(message.to_string())
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let found = match found {
            Unexpected::Bool(value) => format!("the boolean {value}"),
            Unexpected::Unsigned(value) => format!("the number {value}"),
            Unexpected::Signed(value) => format!("the number {value}"),
            Unexpected::Float(value) => format!("the number {value}"),
            Unexpected::Str(value) => quoted(value),
            Unexpected::Unit | Unexpected::Option => "nothing".into(),
            Unexpected::Seq => "a list".into(),
            Unexpected::Map => "a mapping".into(),
            other => other.to_string(),
        };
        Self::new(format!("expected {expected}, found {found}"))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::invalid_type(found, expected)
    }

    fn unknown_variant(found: &str, valid: &'static [&'static str]) -> Self {
        Self::new(format!("unknown value {}{}", quoted(found), advice(found, valid)))
    }

    fn unknown_field(found: &str, valid: &'static [&'static str]) -> Self {
        Self::new(format!("unknown key {}{}", quoted(found), advice(found, valid)))
    }

    fn missing_field(name: &'static str) -> Self {
        Self::new(format!("the key {} is missing", quoted(name)))
    }

    fn duplicate_field(name: &'static str) -> Self {
        Self::new(format!("duplicate key {}", quoted(name)))
    }
}
