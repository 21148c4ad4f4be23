//! Whole-program tests: they drive the built program from outside, as agents and people do, and ask the kernel
//! what became of its processes. They need `/proc`, so they run on Linux.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod bad_input;
mod bad_plugins;
mod budget;
mod cli;
mod concurrency;
mod config;
mod escapes;
mod faults_d;
mod faults_e;
mod faults_f;
mod limits;
mod mcp_client;
mod mcp_stdio;
mod sessions;
mod support;
mod workspace_trust;
