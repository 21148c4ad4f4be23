//! WebAssembly for toolhost: components are inspected, linked with what they are granted, compiled once, and called
//! in a fresh sandbox each time, within bounds that this crate enforces and accounts for.
//!
//! * [`Engine`] is made once for a host.
//! * [`inspect`] reads a component's metadata without running or compiling it.
//! * [`Plugin::load`] settles what a component may reach: the intersection of what its metadata asks for and what the
//!   configuration grants. An import that is not granted is not linked, and is an error here, not at run time.
//! * [`Plugin::call_tool`] runs one call: a store of its own, a deadline over guest and host time, and bounds on memory,
//!   tables, stack, imports, log and result ([`Limits`]). It always answers with an [`Account`].
//!   [`Plugin::optimize`] does the same for an optimizer.
//!
//! This crate prints nothing, reads no environment and knows no tool by name. Guests log to `tracing` with the target
//! `plugin`; what they print stays in the sandbox, and its end goes into the message when they trap.

#![deny(unsafe_code)]

mod account;
mod binary;
mod bindings;
mod cache;
mod call;
mod call_error;
mod catalogue;
mod clock;
mod compile;
mod config;
mod digest;
mod engine;
mod error;
mod grants;
mod imports;
mod inspect;
mod limiter;
mod limits;
mod links;
mod metadata;
mod optimize;
mod outcome;
mod pipe;
mod plugin;
mod progress;
mod sandbox;
mod state;
mod sys;
mod text;
mod ticker;
mod trap;
mod wasi;

pub use account::Account;
pub use binary::Binary;
pub use call::ToolCall;
pub use call_error::CallError;
pub use catalogue::{Catalogue, CatalogueEntry, Expansion};
pub use digest::Digest;
pub use engine::{Allocator, CacheFact, Engine, EngineError, EngineOptions, Facts, MAX_LIVE_CALLS};
pub use error::{ImportProblem, InspectError, LoadCause, LoadError};
pub use grants::{ANY_PROGRAM, Access, FileAccess, FileGrant, Grants};
pub use imports::{Files, Staged};
pub use inspect::{Inspection, MAX_COMPONENT_BYTES, inspect};
pub use limits::Limits;
pub use metadata::{Freeform, Kind, Metadata, ToolMetadata};
pub use optimize::{Optimization, Optimized, OptimizedCall};
pub use outcome::{Body, Outcome, Part, PartKind};
pub use plugin::{Plugin, PluginSpec};
pub use progress::{NoProgress, Progress};
pub use sandbox::CallReport;
pub use state::Powers;
// What a power is made of, so that who hands it in needs to know of nothing below.
pub use toolhost_search::{Limits as SearchLimits, Searcher, Settings as SearchSettings};
