//! Whole-program tests: they drive the built program from outside, as agents and people do, and ask the kernel
//! what became of its processes. They need `/proc`, so they run on Linux.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod bad_input;
mod bad_plugins;
mod budget;
mod cli;
mod code_search;
mod code_search_bad_input;
mod code_search_definitions;
mod code_search_languages;
mod code_search_memory;
mod code_search_scope;
mod concurrency;
mod config;
mod edit_guard;
mod edit_guard_commands;
mod edit_session;
mod escapes;
mod faults_a;
mod faults_b;
mod faults_b_text;
mod faults_c;
mod faults_d;
mod faults_e;
mod faults_f;
mod faults_g;
mod limits;
mod mcp_client;
mod mcp_stdio;
mod optimizers_config;
mod optimizers_exec_json;
mod optimizers_faults_a;
mod optimizers_faults_b;
mod optimizers_rtk;
mod optimizers_wasm;
mod patch_bad_input;
mod patch_codex;
mod patch_envelope;
mod patch_heredoc;
mod patch_kill;
mod patch_links;
mod patch_result;
mod profiles;
mod search_tools;
mod sessions;
mod standby;
mod standby_ends;
mod standby_sources;
mod support;
mod workspace_trust;
