//! Plugins that hold: where their component is, what they may do, and how much of it.

use std::collections::BTreeMap;
use std::fmt;
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

/// As it is written.
impl fmt::Display for Component {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Builtin(name) => write!(out, "builtin:{name}"),
            Self::File(path) => write!(out, "{}", path.display()),
        }
    }
}

/// Resolves every plugin of `stack`.
pub(super) fn resolve(
    stack: &Stack,
    root: Option<&Path>,
) -> Result<BTreeMap<String, Arc<Plugin>>, ConfigError> {
    let context = Context::new(stack, root)?;
    let mut plugins = BTreeMap::new();
    for (id, (document, written)) in stack.plugins() {
        let plugin = context.plugin(id, document, &KeyPath::of(&["plugins", id]), written)?;
        plugins.insert(id.to_owned(), Arc::new(plugin));
    }
    Ok(plugins)
}

/// What stands among granted programs for the `path` of the plugin's own `config`.
pub(super) const PATH_OF_CONFIG: &str = "$path";

/// What plugins have in common.
pub(super) struct Context<'a> {
    stack: &'a Stack,
    root: Option<&'a Path>,
    defaults: WrittenLimits,
}

impl<'a> Context<'a> {
    pub(super) fn new(stack: &'a Stack, root: Option<&'a Path>) -> Result<Self, ConfigError> {
        let defaults = stack.overlay(|config| config.limits.as_ref(), |upper, lower| upper.over(lower));
        // A default that is missing is a fault even where each plugin sets its own.
        defaults.complete().map_err(|key| stack.lacks(&["limits", key]))?;
        Ok(Self { stack, root, defaults })
    }

    /// The plugin that is written at `path`.
    pub(super) fn plugin(
        &self,
        id: &str,
        document: &Document,
        path: &KeyPath,
        written: &written::Plugin,
    ) -> Result<Plugin, ConfigError> {
        let limits = written.limits.clone().unwrap_or_default().over(&self.defaults);
        let config = written.config.clone().unwrap_or_else(|| Value::Object(Map::new()));
        let mut grants = written.grants.clone().unwrap_or_default().resolve();
        for program in &mut grants.process {
            *program = program_of(program, document, &config);
        }
        Ok(Plugin {
            id: id.into(),
            component: self.component(path, document, written)?,
            digest: written.digest,
            deferred: written.deferred.unwrap_or(false),
            grants,
            limits: limits.complete().map_err(|key| self.stack.lacks(&["limits", key]))?,
            config,
            place: document.place(path),
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

/// A granted program: what `$path` stands for, else a path from the folder of the file.
fn program_of(written: &Path, document: &Document, config: &Value) -> PathBuf {
    if written.as_os_str() != PATH_OF_CONFIG {
        return document.absolute(written);
    }
    match config.get("path").and_then(Value::as_str) {
        Some(path) => path.into(),
        // Nothing is called so: what has no path has no program.
        None => written.to_owned(),
    }
}
