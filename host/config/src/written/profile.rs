//! Profiles: which tools a model gets, and under which names.

use std::fmt;

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, Visitor};

use super::{Agent, EditGuard, Execution, Grants, Limits, ToolOptimizers};

/// A set of tools with its settings.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// The profile that this one starts from.
    pub extends: Option<String>,
    /// Inherited entries that are left out, by their plugin or their `name`.
    pub without: Option<Vec<String>>,
    /// Tools, in the order in which a model sees them; after those of `extends`.
    pub tools: Option<Vec<ToolEntry>>,
    /// Overrides the block of the same name.
    pub agent: Option<Agent>,
    /// Overrides the block of the same name.
    pub execution: Option<Execution>,
    /// Overrides the block of the same name.
    pub edit_guard: Option<EditGuard>,
    /// Overrides the block of the same name.
    pub tool_optimizers: Option<ToolOptimizers>,
}

/// One entry of `tools`.
#[derive(Debug, Clone, PartialEq, JsonSchema)]
#[schemars(untagged)]
pub enum ToolEntry {
    /// All tools of a plugin under the names in its metadata.
    Plugin(String),
    /// A plugin under another name, or with less than it was granted.
    Entry(Box<Entry>),
}

/// An entry of `tools` with details: `name`, `plugin` or both.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The name that the model sees, for a plugin with one tool. Without it the names of the metadata stand.
    pub name: Option<String>,
    /// The plugin; left out, it is the one that is called like `name`.
    pub plugin: Option<String>,
    /// Narrower bounds than the plugin has.
    pub limits: Option<Limits>,
    /// Fewer grants than the plugin has. A grant that is left out stays as it is.
    pub grants: Option<Grants>,
    /// Whether the tools are left out of the list until a search finds them; left out, as the plugin says.
    pub deferred: Option<bool>,
}

impl<'de> Deserialize<'de> for ToolEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ToolEntryVisitor)
    }
}

struct ToolEntryVisitor;

impl<'de> Visitor<'de> for ToolEntryVisitor {
    type Value = ToolEntry;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("the name of a plugin or a mapping with `name` and `plugin`")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<ToolEntry, E> {
        Ok(ToolEntry::Plugin(name.into()))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<ToolEntry, A::Error> {
        Entry::deserialize(MapAccessDeserializer::new(map)).map(|entry| ToolEntry::Entry(Box::new(entry)))
    }
}
