//! Layers that the user answers for, lowest first, and how an upper one covers a lower one.

use std::collections::BTreeMap;

use crate::document::Document;
use crate::error::ConfigError;
use crate::path::KeyPath;
use crate::written::{self, Config};

/// Parsed layers; there is always one, the built-in default.
pub(crate) struct Stack {
    documents: Vec<Document>,
}

impl Stack {
    pub(super) fn new(documents: Vec<Document>) -> Self {
        Self { documents }
    }

    pub(super) fn documents(&self) -> &[Document] {
        &self.documents
    }

    /// The value of the topmost layer that has one.
    pub(super) fn topmost<'a, T>(
        &'a self,
        pick: impl Fn(&'a Config) -> Option<&'a T>,
    ) -> Option<(&'a Document, &'a T)> {
        self.documents
            .iter()
            .rev()
            .find_map(|document| pick(document.written()).map(|value| (document, value)))
    }

    /// A block in which each key comes from the topmost layer that has it.
    pub(super) fn overlay<'a, T: Default + 'a>(
        &'a self,
        pick: impl Fn(&'a Config) -> Option<&'a T>,
        over: impl Fn(&T, &T) -> T,
    ) -> T {
        self.documents
            .iter()
            .filter_map(|document| pick(document.written()))
            .fold(T::default(), |lower, upper| over(upper, &lower))
    }

    /// All plugins; one of an upper layer replaces its namesake whole.
    pub(super) fn plugins(&self) -> BTreeMap<&str, (&Document, &written::Plugin)> {
        let mut plugins = BTreeMap::new();
        for document in &self.documents {
            for (key, plugin) in document.written().plugins.iter().flatten() {
                plugins.insert(key.as_str(), (document, plugin));
            }
        }
        plugins
    }

    /// What the entries of all profiles name as their plugin.
    pub(super) fn tool_plugins(&self) -> impl Iterator<Item = &str> {
        let profiles =
            self.documents.iter().flat_map(|document| document.written().profiles.iter().flatten());
        profiles.flat_map(|(_, profile)| profile.tools.iter().flatten()).filter_map(|entry| match entry {
            written::ToolEntry::Plugin(id) => Some(id.as_str()),
            written::ToolEntry::Entry(entry) => entry.plugin.as_deref().or(entry.name.as_deref()),
        })
    }

    /// The names of all profiles, in order.
    pub(super) fn profile_names(&self) -> Vec<&str> {
        let all = self.documents.iter().flat_map(|document| document.written().profiles.iter().flatten());
        let mut names: Vec<&str> = all.map(|(name, _)| name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The topmost profile of that name in a layer below `end`, and its layer.
    pub(super) fn profile(&self, name: &str, end: usize) -> Option<(usize, &Document, &written::Profile)> {
        self.documents.iter().enumerate().take(end).rev().find_map(|(layer, document)| {
            let profile = document.written().profiles.as_ref()?.get(name)?;
            Some((layer, document, profile))
        })
    }

    /// The fault of a built-in default that leaves out a key which nothing else sets.
    pub(super) fn lacks(&self, path: &[&str]) -> ConfigError {
        let message = "no layer sets this key, and the built-in configuration must";
        let path = KeyPath::of(path);
        match self.documents.first() {
            Some(builtin) => builtin.error(&path, message),
            None => ConfigError {
                place: None,
                path: path.to_string(),
                message: message.into(),
                hints: Vec::new(),
            },
        }
    }
}
