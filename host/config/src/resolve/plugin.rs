//! Plugins that hold: where their component is, what they may do, and how much of it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Map, Value};

use super::stack::Stack;
use crate::document::{Document, normal};
use crate::error::{ConfigError, Place};
use crate::grants::Grants;
use crate::limits::{Limits, WrittenLimits};
use crate::path::KeyPath;
use crate::written::{self, Digest};

/// A component and what it is given.
#[derive(Debug, Clone, PartialEq)]
pub struct Plugin {
    /// Its identity: the key in the configuration.
    pub id: String,
    /// Where the component is.
    pub component: Component,
    /// The digest that the component must have.
    pub digest: Option<Digest>,
    /// Whether its tools are left out of the list until a search finds them.
    pub deferred: bool,
    /// What it may use.
    pub grants: Grants,
    /// Bounds of its calls.
    pub limits: Limits,
    /// Its settings; an empty object if there are none.
    pub config: Value,
    /// Where the plugin is written.
    pub place: Place,
    /// Where its grants are written, or the plugin if it has none.
    pub grants_place: Place,
}

/// Where a component is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Component {
    /// Inside the host, by name.
    Builtin(String),
    /// A file, absolute.
    File(PathBuf),
}

/// Resolves every plugin of `stack`.
pub(super) fn resolve(
    stack: &Stack,
    root: Option<&Path>,
) -> Result<BTreeMap<String, Arc<Plugin>>, ConfigError> {
    let defaults = stack.overlay(|config| config.limits.as_ref(), |upper, lower| upper.over(lower));
    // A default that is missing is a fault even where each plugin sets its own.
    defaults.complete().map_err(|key| stack.lacks(&["limits", key]))?;
    let mut plugins = BTreeMap::new();
    for (id, (document, written)) in stack.plugins() {
        let plugin = Context { stack, root, defaults: &defaults }.plugin(id, document, written)?;
        plugins.insert(id.to_owned(), Arc::new(plugin));
    }
    Ok(plugins)
}

struct Context<'a> {
    stack: &'a Stack,
    root: Option<&'a Path>,
    defaults: &'a WrittenLimits,
}

impl Context<'_> {
    fn plugin(
        &self,
        id: &str,
        document: &Document,
        written: &written::Plugin,
    ) -> Result<Plugin, ConfigError> {
        let path = KeyPath::of(&["plugins", id]);
        let limits = written.limits.clone().unwrap_or_default().over(self.defaults);
        Ok(Plugin {
            id: id.into(),
            component: self.component(&path, document, written)?,
            digest: written.digest,
            deferred: written.deferred.unwrap_or(false),
            grants: written.grants.clone().unwrap_or_default().resolve(),
            limits: limits.complete().map_err(|key| self.stack.lacks(&["limits", key]))?,
            config: written.config.clone().unwrap_or_else(|| Value::Object(Map::new())),
            place: document.place(&path),
            grants_place: document.place(&path.key("grants")),
        })
    }

    fn component(
        &self,
        path: &KeyPath,
        document: &Document,
        written: &written::Plugin,
    ) -> Result<Component, ConfigError> {
        let at = path.key("component");
        match &written.component {
            Some(written::Component::Builtin(name)) => Ok(Component::Builtin(name.clone())),
            Some(written::Component::File(file)) => {
                let file = document.absolute(file);
                if written.digest.is_none() && self.root.is_some_and(|root| file.starts_with(normal(root))) {
                    let message = "a component inside the workspace needs a `digest` beside it";
                    return Err(document.error(&at, message).hint(
                        "Whatever runs in the workspace could exchange the file; \
                         the digest makes sure that it is the one you chose.",
                    ));
                }
                Ok(Component::File(file))
            }
            Some(written::Component::Oci(_)) => {
                let message = "fetching components from a registry is not available yet; name a file";
                Err(document.error(&at, message))
            }
            None => Err(document.key_error(path, "the key \"component\" is missing").hint(
                "A plugin of a file replaces the one of the same name below it whole, \
                 so that it has to say where its component is.",
            )),
        }
    }
}
