//! The configuration as people write it: one struct a block, every key optional, no defaults. A file says
//! what it changes; what it leaves out comes from the layer below it, the last of which is the built-in text.
//!
//! Doc comments of keys are their descriptions in the JSON Schema.

mod blocks;
mod component;
mod grants;
mod optimizers;
mod profile;
pub(crate) mod quantity;
mod word;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

pub use crate::limits::{WrittenLimits as Limits, WrittenRuntime as Runtime, WrittenSpool as Spool};
pub use blocks::{Agent, EditGuard, Environment, Escalation, Execution, Inherit, Shell, ShellPromptProfile};
pub use component::{Component, Digest};
pub use grants::{Access, FileGrant, Grants};
pub use optimizers::{
    Acceptance, CommandRewrite, OptimizedTools, OutputReduce, Pointer, Provider, ShellFunctionCalls, Stage,
    StreamingMode, ToolOptimizers,
};
pub use profile::{Entry, Profile, ToolEntry};
pub use quantity::{ByteSize, Count, Interval};

/// A configuration file of toolhost.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The profile that serves, unless the command line names another.
    pub profile: Option<String>,
    /// Sets of tools with their settings, by name.
    pub profiles: Option<BTreeMap<String, Profile>>,
    /// Entries of `tools` that are dropped from every profile. A workspace that is not trusted may use it, too.
    pub without: Option<Vec<String>>,
    /// Components by identity: what they may do and how much of it.
    pub plugins: Option<BTreeMap<String, Plugin>>,
    /// Bounds of calls for plugins that do not set their own.
    pub limits: Option<Limits>,
    /// What models are told about the shell.
    pub agent: Option<Agent>,
    /// How commands run.
    pub execution: Option<Execution>,
    /// When further edits wait for a verification.
    pub edit_guard: Option<EditGuard>,
    /// Upstreams of the proxy.
    pub providers: Option<Vec<Value>>,
    /// Rewriting of commands and reduction of their output.
    pub tool_optimizers: Option<ToolOptimizers>,
    /// Bounds of the folder in which the whole output of commands is kept.
    pub spool: Option<Spool>,
    /// How many calls the host runs at a time.
    pub runtime: Option<Runtime>,
}

/// A component and what it is given.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Plugin {
    /// Where the component is: a path relative to this file, `builtin:NAME`, or `oci://registry/name:tag`.
    pub component: Option<Component>,
    /// SHA-256 that the component must have. Required for a file inside the workspace.
    pub digest: Option<Digest>,
    /// Whether its tools are left out of the list until a search finds them; they can be called all the same.
    pub deferred: Option<bool>,
    /// What the component may use. What is not listed is not there for it.
    pub grants: Option<Grants>,
    /// Bounds of its calls.
    pub limits: Option<Limits>,
    /// Settings that the component itself reads, by the schema in its metadata.
    pub config: Option<Value>,
}
