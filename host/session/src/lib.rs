//! What happens around every tool call, whatever front end it came through: arguments are checked before anything
//! runs, the output becomes a preview within its budget, and both become one answer.
//!
//! * [`names`] answers a call of a tool that is not there; [`guidance`] completes descriptions for a platform.
//! * [`preflight`] checks arguments against a tool's JSON Schema and the host's own `max_output_tokens`.
//! * [`preview`] turns raw output into text, [`budget`] cuts text and fields, [`answer`] puts the result together.
//! * [`source`] is what the latter need of bytes that may lie on disk.
//! * [`Host`] is what all clients of a process share, [`Client`] one of them with its calls and commands.

#![forbid(unsafe_code)]

pub mod answer;
pub mod budget;
mod catalogue;
mod client;
mod gateway;
mod guard;
pub mod guidance;
mod host;
pub mod names;
mod nearest;
mod optimized;
pub mod preflight;
pub mod preview;
mod routing;
mod snapshot;
pub mod source;

pub use answer::{Answer, Content};
pub use catalogue::Listing;
pub use client::{Call, Client, Reply, os_name};
pub use host::{Host, Parts};
pub use preflight::{Arguments, DEFAULT_OUTPUT_TOKENS};
pub use snapshot::{Platform, Reach, ToolDescription};
// What front ends handle, so that they need to know of nothing below.
pub use toolhost_capability::Failure;
pub use toolhost_capability::terminal::{Ids, Patience};
pub use toolhost_runtime::{Account, Freeform, NoProgress, Progress};
