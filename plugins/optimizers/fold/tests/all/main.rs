//! Tests of folding whole outputs.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod outputs;
mod properties;
mod speed;
