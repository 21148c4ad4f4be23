//! Text to tree: size and nesting bounds, syntax, and keys that stand twice.

use std::fmt;
use std::path::Path;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_saphyr::options::{DuplicateKeyPolicy, MergeKeyPolicy};
use serde_saphyr::{Location, Spanned};

use super::{Fault, Key, Node, Position, Value};
use crate::nearest::quoted;
use crate::path::Segment;

/// Longest configuration that is read, in bytes. The built-in one has a few thousand.
const MAX_BYTES: usize = 1 << 20;
/// Deepest nesting of lists and mappings.
const MAX_DEPTH: usize = 64;
/// Most values in one file, and the most that its aliases may repeat: aliases of aliases grow exponentially.
const MAX_NODES: usize = 10_000;

/// How a configuration is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Json,
    Yaml,
}

impl Format {
    /// JSON by the extension `.json`; everything else is YAML.
    pub(crate) fn of(file: &str) -> Self {
        let extension = Path::new(file).extension();
        if extension.is_some_and(|extension| extension.eq_ignore_ascii_case("json")) {
            Self::Json
        } else {
            Self::Yaml
        }
    }
}

/// Reads `text` into a tree. An empty text, or one of comments only, is an empty mapping.
pub(crate) fn parse(text: &str, format: Format) -> Result<Node, Fault> {
    if text.len() > MAX_BYTES {
        let message = format!("the file has {} bytes; at most {MAX_BYTES} are read", text.len());
        return Err(Fault::new(message));
    }
    let mut tree = match format {
        Format::Json => json(text)?,
        Format::Yaml => yaml(text)?,
    };
    if matches!(tree.value, Value::Null) {
        tree = Node { at: Position::START, value: Value::Map(Vec::new()) };
    }
    refuse_duplicates(&tree)?;
    Ok(tree)
}

/// JSON is held to its own grammar first; the places then come from the YAML reader, for which it is a subset.
fn json(text: &str) -> Result<Node, Fault> {
    if text.trim().is_empty() {
        return yaml("");
    }
    serde_json::from_str::<serde_json::Value>(text).map_err(|error| {
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or_default();
        let at = Position { line: error.line() as u64, column: error.column().max(1) as u64 };
        Fault::new(format!("not valid JSON: {message}")).at(at)
    })?;
    yaml(text)
}

fn yaml(text: &str) -> Result<Node, Fault> {
    let options = serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_depth: MAX_DEPTH,
            max_nodes: MAX_NODES,
            max_documents: 1,
        },
        alias_limits: serde_saphyr::alias_limits! { max_total_replayed_events: MAX_NODES },
        duplicate_keys: DuplicateKeyPolicy::PassThrough,
        merge_keys: MergeKeyPolicy::AsOrdinary,
        reject_unsupported_tags: true,
        strict_booleans: true,
        with_snippet: false,
    };
    serde_saphyr::from_str_with_options(text, options).or_else(|error| {
        let error = error.without_snippet();
        if matches!(error, serde_saphyr::Error::Eof { .. }) {
            return Ok(Node { at: Position::START, value: Value::Null });
        }
        let at = error.location().map_or(Position::START, position);
        Err(Fault::new(format!("not valid YAML: {}", explain(error))).at(at))
    })
}

/// The reader's message without its place, which every message of this crate has in front.
fn explain(error: &serde_saphyr::Error) -> String {
    use serde_saphyr::Error;
    use serde_saphyr::budget::BudgetBreach;

    match error {
        Error::Budget { breach: BudgetBreach::Documents { .. }, .. } => {
            "a second document begins here, and a configuration is one document".into()
        }
        Error::Budget { breach: BudgetBreach::Depth { .. }, .. } => {
            format!("lists and mappings are nested more than {MAX_DEPTH} deep")
        }
        Error::Budget { breach: BudgetBreach::Nodes { .. }, .. } => {
            format!("the file has more than {MAX_NODES} values")
        }
        Error::NullIntoString { .. } => "a key must be a text; put it in quotes".into(),
        Error::NonFiniteFloat { .. } => "a number must be finite".into(),
        other => {
            let message = other.render();
            let message = message.lines().next().unwrap_or_default();
            let message = message.split_once(" at line ").map_or(message, |(message, _)| message);
            // A message may quote the file.
            message.replace(char::is_control, "\u{fffd}")
        }
    }
}

fn position(location: Location) -> Position {
    Position { line: location.line().max(1), column: location.column().max(1) }
}

fn refuse_duplicates(node: &Node) -> Result<(), Fault> {
    match &node.value {
        Value::List(items) => {
            for (index, item) in items.iter().enumerate() {
                refuse_duplicates(item).map_err(|fault| fault.below(Segment::Index(index)))?;
            }
        }
        Value::Map(entries) => {
            let mut seen = std::collections::HashMap::new();
            for (key, item) in entries {
                if let Some(first) = seen.insert(key.name.as_str(), key.at) {
                    let name = quoted(&key.name);
                    let message = format!("duplicate key {name}; it first stands on line {}", first.line);
                    return Err(Fault::new(message).at(key.at));
                }
                refuse_duplicates(item).map_err(|fault| fault.below(Segment::Key(key.name.clone())))?;
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Text(_) => {}
    }
    Ok(())
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let spanned = Spanned::<Value>::deserialize(deserializer)?;
        Ok(Self { at: position(spanned.referenced), value: spanned.value })
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Value;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a value that JSON can hold")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Value, E> {
        serde_json::Number::from_f64(value)
            .map(Value::Number)
            .ok_or_else(|| E::custom("a number must be finite"))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::Text(value.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Value::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut map = Vec::new();
        while let Some((key, node)) = entries.next_entry::<Spanned<String>, Node>()? {
            map.push((Key { at: position(key.referenced), name: key.value }, node));
        }
        Ok(Value::Map(map))
    }
}
