//! Tests of folding whole outputs.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod checks;
mod commands;
mod outputs;
mod progress;
mod properties;
mod speed;
mod support;
mod times;
