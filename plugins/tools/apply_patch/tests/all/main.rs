//! What `apply_patch` does to whole trees, in one binary: linking takes longer than the tests.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod bytes;
mod codex;
mod grammar;
mod hints;
mod links;
mod operations;
mod places;
mod properties;
mod refusals;
mod report;
mod support;
mod together;
