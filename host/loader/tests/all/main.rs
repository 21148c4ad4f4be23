//! Profiles with optimizers: which of their providers serve, whom they ask, and what becomes of each answer.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod errors;
mod faults;
mod providers;
mod support;
