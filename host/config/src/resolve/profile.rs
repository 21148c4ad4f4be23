//! Profiles that hold: inheritance followed, every entry bound to its plugin and narrowed, no name twice.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use super::ancestry::{Link, ancestry};
use super::binding::Binding;
use super::blocks::{Agent, EditGuard, Execution};
use super::optimizers::{self, ToolOptimizers};
use super::plugin::Plugin;
use super::stack::Stack;
use crate::error::{ConfigError, Place};
use crate::grants::Grants;
use crate::limits::Limits;
use crate::nearest::{advice, quoted};
use crate::written;

/// A set of tools with its settings.
#[derive(Debug, Clone, PartialEq)]
pub struct Profile {
    /// Its name.
    pub name: String,
    /// Its tools in the order of the configuration.
    pub tools: Vec<Tool>,
    /// What models are told about the shell.
    pub agent: Agent,
    /// How commands run.
    pub execution: Execution,
    /// When further edits wait for a verification.
    pub edit_guard: EditGuard,
    /// Rewriting of commands and reduction of their output.
    pub tool_optimizers: ToolOptimizers,
}

/// An entry of a profile: a plugin, what its tools are called here, and what they may do here.
#[derive(Debug, Clone, PartialEq)]
pub struct Tool {
    /// Which names its tools have.
    pub naming: Naming,
    /// The plugin.
    pub plugin: Arc<Plugin>,
    /// What this entry may use: the plugin's grants or fewer.
    pub grants: Grants,
    /// The plugin's limits or lower ones.
    pub limits: Limits,
    /// Whether its tools are left out of the list until a search finds them.
    pub deferred: bool,
    /// Where the entry is written.
    pub place: Place,
}

/// Which names the tools of an entry have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Naming {
    /// All tools of the plugin, each under the name in the component's metadata.
    FromMetadata,
    /// The only tool of the plugin, under this name.
    As(String),
}

impl Tool {
    /// What `without` and messages call this entry: its `name`, else the plugin's identity.
    #[must_use]
    pub fn label(&self) -> &str {
        match &self.naming {
            Naming::As(name) => name,
            Naming::FromMetadata => &self.plugin.id,
        }
    }
}

/// Resolves every profile of `stack`.
pub(super) fn resolve(
    stack: &Stack,
    plugins: &BTreeMap<String, Arc<Plugin>>,
    root: Option<&Path>,
) -> Result<BTreeMap<String, Profile>, ConfigError> {
    let mut profiles = BTreeMap::new();
    for name in stack.profile_names() {
        let chain = ancestry(stack, name)?;
        let profile = Profile {
            name: name.to_owned(),
            tools: tools(&chain, plugins)?,
            agent: block(
                stack,
                &chain,
                |config| config.agent.as_ref(),
                |profile| profile.agent.as_ref(),
                written::Agent::over,
            )
            .complete()
            .map_err(|key| stack.lacks(&["agent", key]))?,
            execution: block(
                stack,
                &chain,
                |config| config.execution.as_ref(),
                |profile| profile.execution.as_ref(),
                written::Execution::over,
            )
            .complete()
            .map_err(|key| stack.lacks(&["execution", key]))?,
            edit_guard: block(
                stack,
                &chain,
                |config| config.edit_guard.as_ref(),
                |profile| profile.edit_guard.as_ref(),
                written::EditGuard::over,
            )
            .complete()
            .map_err(|key| stack.lacks(&["edit_guard", key]))?,
            tool_optimizers: optimizers::resolve(stack, &chain, root)?,
        };
        profiles.insert(name.to_owned(), profile);
    }
    Ok(profiles)
}

/// What the entries of all profiles are called.
pub(crate) fn labels(profiles: &BTreeMap<String, Profile>) -> BTreeSet<String> {
    let tools = profiles.values().flat_map(|profile| &profile.tools);
    tools.map(|tool| tool.label().to_owned()).collect()
}

/// Takes the entries called `name` out of all profiles. `known` is what there was to take out at first; the
/// error says that `name` was not among it.
pub(crate) fn drop_everywhere(
    profiles: &mut BTreeMap<String, Profile>,
    known: &BTreeSet<String>,
    name: &str,
) -> Result<(), String> {
    if !known.contains(name) {
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        return Err(format!("no profile has a tool {}{}", quoted(name), advice(name, &known)));
    }
    for profile in profiles.values_mut() {
        profile.tools.retain(|tool| tool.label() != name);
    }
    Ok(())
}

/// A block of the top of all layers, covered by that of each profile of the chain.
fn block<'a, T: Default + 'a>(
    stack: &'a Stack,
    chain: &[Link<'a>],
    top: impl Fn(&'a written::Config) -> Option<&'a T>,
    own: impl Fn(&'a written::Profile) -> Option<&'a T>,
    over: impl Fn(&T, &T) -> T,
) -> T {
    let base = stack.overlay(top, &over);
    chain.iter().filter_map(|link| own(link.profile)).fold(base, |lower, upper| over(upper, &lower))
}

fn tools(chain: &[Link<'_>], plugins: &BTreeMap<String, Arc<Plugin>>) -> Result<Vec<Tool>, ConfigError> {
    let mut tools: Vec<Tool> = Vec::new();
    for link in chain {
        for (index, name) in link.profile.without.iter().flatten().enumerate() {
            let labels: Vec<&str> = tools.iter().map(Tool::label).collect();
            if !labels.contains(&name.as_str()) {
                let path = link.path().key("without").index(index);
                let message = format!("there is no inherited tool {}{}", quoted(name), advice(name, &labels));
                return Err(link.document.error(&path, message));
            }
            tools.retain(|tool| tool.label() != name);
        }
        for (index, entry) in link.profile.tools.iter().flatten().enumerate() {
            let path = link.path().key("tools").index(index);
            let tool = Binding { document: link.document, path: &path, plugins }.tool(entry)?;
            if let Some(first) = tools.iter().find(|other| other.label() == tool.label()) {
                let message = format!(
                    "the tool {} is already in this profile, from {}",
                    quoted(tool.label()),
                    first.place
                );
                return Err(link.document.error(&path, message).hint(
                    "Give one of the two another `name`, or take the inherited one out with `without`.",
                ));
            }
            tools.push(tool);
        }
    }
    Ok(tools)
}
