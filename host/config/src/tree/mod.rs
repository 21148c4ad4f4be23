//! A configuration file as a tree of values that know their places. JSON and YAML become the same tree, so
//! that every later message can name line, column and key.

mod deserializer;
mod fault;
mod parse;

pub(crate) use deserializer::read;
pub(crate) use fault::Fault;
pub(crate) use parse::{Format, parse};

use crate::path::Segment;

/// Line and column, both from 1; columns count characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) line: u64,
    pub(crate) column: u64,
}

impl Position {
    pub(crate) const START: Self = Self { line: 1, column: 1 };
}

/// A value and where it begins.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    pub(crate) at: Position,
    pub(crate) value: Value,
}

/// What JSON can say; every YAML scalar becomes one of these by the core schema of YAML 1.2.
#[derive(Debug, Clone)]
pub(crate) enum Value {
    Null,
    Bool(bool),
    Number(serde_json::Number),
    Text(String),
    List(Vec<Node>),
    Map(Vec<(Key, Node)>),
}

/// A key of a mapping and where it begins.
#[derive(Debug, Clone)]
pub(crate) struct Key {
    pub(crate) at: Position,
    pub(crate) name: String,
}

impl Node {
    /// The node at `path`, with the position of its key (or of the list entry). `None` if it is not there.
    pub(crate) fn find(&self, path: &[Segment]) -> Option<(Position, &Node)> {
        let mut found = (self.at, self);
        for segment in path {
            found = match (&found.1.value, segment) {
                (Value::Map(entries), Segment::Key(name)) => {
                    let (key, node) = entries.iter().find(|(key, _)| key.name == *name)?;
                    (key.at, node)
                }
                (Value::List(items), Segment::Index(index)) => {
                    let node = items.get(*index)?;
                    (node.at, node)
                }
                _ => return None,
            };
        }
        Some(found)
    }

    /// What this value is, for "found …" in a message.
    pub(crate) fn describe(&self) -> String {
        match &self.value {
            Value::Null => "nothing".into(),
            Value::Bool(value) => format!("the boolean {value}"),
            Value::Number(value) => format!("the number {value}"),
            Value::Text(value) => crate::nearest::quoted(value),
            Value::List(_) => "a list".into(),
            Value::Map(_) => "a mapping".into(),
        }
    }
}
