//! From what layers of files say to what holds: every key has a value, every name is found, every profile is
//! checked, also those that do not serve.

mod ancestry;
mod binding;
mod blocks;
mod optimizers;
mod plugin;
mod profile;
mod stack;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

pub use blocks::{Agent, EditGuard, Environment, Execution};
pub use optimizers::{
    CommandRewrite, OutputReduce, Provider, ProviderFault, ShellFunctionCalls, ToolOptimizers,
};
pub(crate) use optimizers::{Named, check as check_optimizers, named};
pub use plugin::{Component, Plugin};
pub use profile::{Naming, Profile, Tool};
pub(crate) use profile::{drop_everywhere, labels};

use crate::check;
use crate::document::{Document, Source};
use crate::error::ConfigError;
use crate::limits::{Runtime, Spool};
use crate::nearest::{advice, quoted};
use crate::path::KeyPath;
use crate::workspace::{self, Ignored};
use stack::Stack;

/// The configurations that a host starts with. Each lies over the one before it.
#[derive(Debug, Clone, Copy)]
pub struct Layers<'a> {
    /// The default that the host carries, [`crate::DEFAULT`] for all hosts but those of tests.
    pub builtin: Source<'a>,
    /// The user's own.
    pub user: Option<Source<'a>>,
    /// That of the workspace.
    pub workspace: Option<WorkspaceSource<'a>>,
    /// The root of the workspace, absolute and free of links. A component inside it needs a digest.
    pub root: Option<&'a Path>,
    /// The profile that the caller asked for; it goes before what any file says.
    pub profile: Option<&'a str>,
}

/// The configuration of a workspace, and whether the user trusts it.
#[derive(Debug, Clone, Copy)]
pub struct WorkspaceSource<'a> {
    /// The file.
    pub source: Source<'a>,
    /// Trusted, the file counts as one of the user's. Otherwise it can only choose and tighten.
    pub trusted: bool,
}

/// A configuration that holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Resolved {
    /// The profile that serves; a key of `profiles`.
    pub profile: String,
    /// All profiles by name.
    pub profiles: BTreeMap<String, Profile>,
    /// All plugins by identity, those that no profile uses included.
    pub plugins: BTreeMap<String, Arc<Plugin>>,
    /// Bounds of spools.
    pub spool: Spool,
    /// How many calls run at a time.
    pub runtime: Runtime,
    /// What an untrusted workspace asked for in vain.
    pub ignored: Vec<Ignored>,
}

impl Resolved {
    /// The profile that serves.
    #[must_use]
    pub fn active(&self) -> Option<&Profile> {
        self.profiles.get(&self.profile)
    }

    /// Names of environment variables that hold keys and secrets; no command may inherit them.
    #[must_use]
    pub fn secret_names(&self) -> BTreeSet<String> {
        self.plugins.values().flat_map(|plugin| plugin.grants.secrets.iter().cloned()).collect()
    }
}

/// Resolves `layers`.
///
/// # Errors
///
/// The first fault of any layer but an untrusted workspace, whose faults are in [`Resolved::ignored`].
pub fn resolve(layers: &Layers<'_>) -> Result<Resolved, ConfigError> {
    let mut documents = vec![Document::parse(layers.builtin)?];
    if let Some(user) = layers.user {
        documents.push(Document::parse(user)?);
    }
    let workspace = layers.workspace;
    if let Some(workspace) = workspace.filter(|workspace| workspace.trusted) {
        documents.push(Document::parse(workspace.source)?);
    }
    documents.iter().try_for_each(check::document)?;
    let mut resolved = combine(&Stack::new(documents), layers.root)?;
    if let Some(workspace) = workspace.filter(|workspace| !workspace.trusted) {
        workspace::apply(workspace.source, &mut resolved);
    }
    if let Some(profile) = layers.profile {
        if !resolved.profiles.contains_key(profile) {
            let names: Vec<&str> = resolved.profiles.keys().map(String::as_str).collect();
            return Err(ConfigError {
                place: None,
                path: "profile".into(),
                message: format!("there is no profile {}{}", quoted(profile), advice(profile, &names)),
                hints: Vec::new(),
            });
        }
        resolved.profile = profile.into();
    }
    Ok(resolved)
}

/// Merges layers that the user answers for.
fn combine(stack: &Stack, root: Option<&Path>) -> Result<Resolved, ConfigError> {
    let plugins = plugin::resolve(stack, root)?;
    let mut profiles = profile::resolve(stack, &plugins, root)?;
    drop_tools(stack, &mut profiles)?;
    let spool = stack.overlay(|config| config.spool.as_ref(), |upper, lower| upper.over(lower));
    let runtime = stack.overlay(|config| config.runtime.as_ref(), |upper, lower| upper.over(lower));
    Ok(Resolved {
        profile: chosen(stack, &profiles)?,
        plugins,
        spool: spool.complete().map_err(|key| stack.lacks(&["spool", key]))?,
        runtime: runtime.complete().map_err(|key| stack.lacks(&["runtime", key]))?,
        profiles,
        ignored: Vec::new(),
    })
}

/// The topmost `profile`.
fn chosen(stack: &Stack, profiles: &BTreeMap<String, Profile>) -> Result<String, ConfigError> {
    let (document, name) =
        stack.topmost(|config| config.profile.as_ref()).ok_or_else(|| stack.lacks(&["profile"]))?;
    if profiles.contains_key(name) {
        return Ok(name.clone());
    }
    let names: Vec<&str> = profiles.keys().map(String::as_str).collect();
    let message = format!("there is no profile {}{}", quoted(name), advice(name, &names));
    Err(document.error(&KeyPath::of(&["profile"]), message))
}

/// Applies `without` of the top of each file to every profile.
fn drop_tools(stack: &Stack, profiles: &mut BTreeMap<String, Profile>) -> Result<(), ConfigError> {
    let known = labels(profiles);
    for document in stack.documents() {
        for (index, name) in document.written().without.iter().flatten().enumerate() {
            profile::drop_everywhere(profiles, &known, name)
                .map_err(|message| document.error(&KeyPath::of(&["without"]).index(index), message))?;
        }
    }
    Ok(())
}
