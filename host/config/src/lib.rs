//! Configuration of toolhost in three steps. A file is read into [`written`] types that say exactly what it
//! says ([`Document`]); layers of files are merged and checked into [`Resolved`] types that say what holds
//! ([`resolve()`]); a workspace that is not trusted can only choose and tighten ([`Ignored`] names the rest).
//!
//! This crate reads no file, no environment and no home folder, and prints nothing: it is handed texts, paths
//! and digests. A host that reloads keeps its last [`Resolved`] until the next one resolves.

#![forbid(unsafe_code)]

mod check;
mod document;
mod error;
mod grants;
mod limits;
mod name;
mod nearest;
mod path;
mod platform;
mod refusal;
mod resolve;
mod schema;
mod tree;
mod trust;
mod workspace;
pub mod written;

pub use document::{Document, Source};
pub use error::{ConfigError, Place};
pub use grants::Grants;
pub use limits::{Limits, Runtime, Spool};
pub use nearest::advice;
pub use platform::{Os, PromptProfile, prompt_profile};
pub use resolve::{
    Agent, CommandRewrite, Component, EditGuard, Environment, Execution, Layers, Naming, OutputReduce,
    Plugin, Profile, Provider, ProviderFault, Resolved, ShellFunctionCalls, Tool, ToolOptimizers,
    WorkspaceSource, resolve,
};
pub use schema::schema;
pub use trust::{TrustRecord, trust_digest};
pub use workspace::Ignored;
pub use written::{
    Acceptance, Access, Digest, Escalation, FileGrant, Inherit, Pointer, Shell, ShellPromptProfile, Stage,
};

/// The configuration that a host has without any file, in the format of every other.
pub const DEFAULT: &str = include_str!("default.yaml");
