//! Tests with real components: those of `plugins/fixtures`, which misbehave on purpose, and `exec_command`.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod cache;
mod calls;
mod limits;
mod load;
mod optimizer;
#[cfg(target_os = "linux")]
mod process;
mod results;
mod support;
mod terminal;
