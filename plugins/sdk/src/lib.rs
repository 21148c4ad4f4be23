//! Write toolhost plugins in Rust.
//!
//! A plugin is a WebAssembly component with tools that a model calls. This crate hides the component model:
//! an author declares a struct of arguments and a function, and `cargo build --target wasm32-wasip2` makes a
//! component that carries its own metadata. The JSON Schema that the model sees, the parsing of arguments and
//! their defaults all come from that one declaration.
//!
//! ```
//! use toolhost_plugin::{Arguments, Body, Failure, Outcome, plugin, tool};
//!
//! #[derive(Arguments)]
//! struct Repeat {
//!     /// Text to repeat.
//!     text: String,
//!     /// How often.
//!     #[arg(default = 2, minimum = 1, maximum = 100)]
//!     times: u32,
//! }
//!
//! /// Repeats a text.
//! #[tool(title = "Repeat", hints(read_only = true, idempotent = true))]
//! fn repeat(arguments: Repeat) -> Result<Outcome, Failure> {
//!     if arguments.text.is_empty() {
//!         return Err(Failure::new("invalid_argument", "`text` is empty.").hint("Give at least one character."));
//!     }
//!     let text = arguments.text.repeat(arguments.times as usize);
//!     Ok(Outcome::empty().with_body(Body::text(text)))
//! }
//!
//! plugin! {
//!     name: "repeat",
//!     asks: {},
//!     tools: [repeat],
//! }
//! # fn main() {}
//! ```
//!
//! An optimizer, which rewrites commands and shortens their output, is a type with the trait [`Optimizer`] and the
//! macro [`optimizer!`] in place of the function and [`plugin!`].
//!
//! The crate that holds this is a `cdylib`; version and description of the plugin are those of its
//! `Cargo.toml`.
//!
//! What a component imports is what its code calls: every interface has a module here, and an interface whose
//! functions are not called is not imported. A plugin that calls [`terminal`] therefore needs
//! `asks: {"terminal": true}`, and one that does not cannot reach it.
//!
//! The crate compiles for the host as well, so that the logic of a plugin can be tested with `cargo test`.
//! Only there is no host behind the interfaces then: calling one panics. Keep decisions in plain functions
//! and test those.

// The macros name this crate by its path, here too.
extern crate self as toolhost_plugin;

#[doc(hidden)]
pub mod bindings;
mod config;
mod failure;
mod json;
mod metadata;
mod optimizer;
mod outcome;
mod schema;
mod tool;

pub use bindings::exports::toolhost::plugin::tool::{Body, Outcome, Part};
pub use bindings::optimizer::exports::toolhost::plugin::optimizer::{Replacement, ToolCall};
/// Grant `catalog`: the tools of the client's profile.
pub use bindings::toolhost::plugin::catalog;
/// Always there: configuration, log, progress, platform and budget of the call.
pub use bindings::toolhost::plugin::context;
/// Grant `process`: runs granted executables without a shell.
pub use bindings::toolhost::plugin::process;
/// Grant `search`: literal search of the workspace.
pub use bindings::toolhost::plugin::search;
/// Always there: output that stays on the host's side.
pub use bindings::toolhost::plugin::spool;
/// Grant `terminal`: shell commands as sessions.
pub use bindings::toolhost::plugin::terminal;
pub use bindings::toolhost::plugin::types::Error as Failure;
/// Grant `workspace: read`.
pub use bindings::toolhost::plugin::workspace;
/// Grant `workspace: write`.
pub use bindings::toolhost::plugin::workspace_edit;
pub use config::{config, read_config};
pub use json::Json;
pub use optimizer::Optimizer;
pub use schema::{Arguments, Schema};
pub use tool::Tool;
pub use toolhost_plugin_macros::{Arguments, Choice, Returns, json, tool};

/// What the macros of this crate expand to. Not for use by hand.
#[doc(hidden)]
pub mod __private {
    pub use crate::bindings::export_tool;
    pub use crate::bindings::exports::toolhost::plugin::tool::Guest;
    pub use crate::bindings::optimizer::export_optimizer;
    pub use crate::bindings::optimizer::exports::toolhost::plugin::optimizer::Guest as OptimizerGuest;
    pub use crate::metadata::WIT_VERSION;
    pub use crate::optimizer::is_optimizer;
    pub use crate::tool::{NoArguments, parse, unknown_tool};
    pub use serde;
}
