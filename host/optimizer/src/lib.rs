//! The pipeline of the tool optimizers: shell commands that are rewritten before they run, and outputs that are reduced
//! before they are shown.
//!
//! A [`Provider`] says what could stand in place of a command or an output. An [`Optimizer`] decides whom it asks, how
//! often and for how long, and what it believes; a [`Turn`] of it is what belongs to one request or response. Whatever
//! goes wrong, the original stays. What was said of an output is kept in a [`Memory`] and said again, so that an output
//! that is replayed from turn to turn keeps its bytes. [`arguments`] finds the command in the arguments of a function
//! call.
//!
//! This crate knows neither WebAssembly nor processes nor the format of a configuration.

#![forbid(unsafe_code)]

pub mod arguments;
mod limits;
mod memory;
mod observer;
mod optimizer;
mod pipeline;
mod provider;
mod readiness;
mod reduce;
mod rewrite;
mod run;
mod settings;

pub use limits::{
    EXTERNAL_CALLS, INSPECTED_BYTES, PREPARATION, PROVIDER_CALLS_PER_STAGE, REMEMBERED_IDLE, Size,
};
pub use memory::{Bounds, Clock, Key, Layered, Memory, Recent, Remembered};
pub use observer::{Attempt, Class, Observer, Outcome, Settled, Stage, Unobserved};
pub use optimizer::{Optimizer, Turn};
pub use provider::{Provider, ProviderError, Replacement, ShellCall};
pub use reduce::{Reduced, ShellOutput};
pub use rewrite::Rewritten;
// What a provider is told of, so that whoever writes one needs to know of nothing below.
pub use toolhost_acceptance::Hint;

pub use settings::{Acceptance, Entry, IsProgram, ReduceSettings, RewriteSettings, Settings};
