//! The lines that `ARCHITECTURE.md` says are never crossed, read out of the sources.
//!
//! What clippy can hold is a lint (`clippy.toml`, `[workspace.lints]`); this is the rest. Code is read as tokens, so
//! neither comments nor formatting matter, and what is compiled for tests only is left out.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod code;
mod manifests;
mod sources;
mod tidy;
