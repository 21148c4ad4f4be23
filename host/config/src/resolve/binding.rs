//! An entry of a profile meets its plugin: found by name, and given at most what the plugin has.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::plugin::Plugin;
use super::profile::{Naming, Tool};
use crate::document::Document;
use crate::error::ConfigError;
use crate::nearest::{advice, quoted};
use crate::path::KeyPath;
use crate::written::{Entry, ToolEntry};

/// Binds one entry of `tools` to its plugin.
pub(super) struct Binding<'a> {
    pub(super) document: &'a Document,
    pub(super) path: &'a KeyPath,
    pub(super) plugins: &'a BTreeMap<String, Arc<Plugin>>,
}

impl Binding<'_> {
    /// The tool that `entry` makes.
    pub(super) fn tool(&self, entry: &ToolEntry) -> Result<Tool, ConfigError> {
        match entry {
            ToolEntry::Plugin(id) => self.bind(id, self.path, &Entry::default()),
            ToolEntry::Entry(entry) => match (&entry.plugin, &entry.name) {
                (Some(id), _) => self.bind(id, &self.path.key("plugin"), entry),
                (None, Some(id)) => self.bind(id, &self.path.key("name"), entry),
                (None, None) => {
                    let message = "an entry needs a `name`, a `plugin` or both";
                    Err(self.document.error(self.path, message))
                }
            },
        }
    }

    fn bind(&self, id: &str, id_path: &KeyPath, entry: &Entry) -> Result<Tool, ConfigError> {
        let Some(plugin) = self.plugins.get(id) else {
            let names: Vec<&str> = self.plugins.keys().map(String::as_str).collect();
            let message = format!("there is no plugin {}{}", quoted(id), advice(id, &names));
            return Err(self.document.error(id_path, message));
        };
        let grants = entry.grants.clone().unwrap_or_default();
        self.narrows("grants", grants.wider_than(&plugin.grants), plugin)?;
        let limits = entry.limits.clone().unwrap_or_default();
        self.narrows("limits", limits.wider_than(&plugin.limits), plugin)?;
        Ok(Tool {
            naming: entry.name.clone().map_or(Naming::FromMetadata, Naming::As),
            grants: grants.within(Some(&plugin.grants)),
            limits: limits.within(&plugin.limits),
            deferred: entry.deferred.unwrap_or(plugin.deferred),
            place: self.document.place(self.path),
            plugin: Arc::clone(plugin),
        })
    }

    fn narrows(
        &self,
        block: &str,
        wider: Vec<(&'static str, String)>,
        plugin: &Plugin,
    ) -> Result<(), ConfigError> {
        let Some((key, granted)) = wider.into_iter().next() else {
            return Ok(());
        };
        let message = format!(
            "this is more than the plugin {} has ({granted}); an entry can only narrow its plugin",
            quoted(&plugin.id)
        );
        let error = self.document.error(&self.path.key(block).key(key), message);
        Err(error.hint(format!("The plugin is written at {}.", plugin.place)))
    }
}
