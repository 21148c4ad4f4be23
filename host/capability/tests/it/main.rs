//! The native powers against real shells, real terminals, real files and the real process table.
#![cfg(unix)]
#![allow(clippy::unwrap_used, missing_docs, unreachable_pub, reason = "a failure is a failed test")]

mod escapes;
mod input;
mod process_ends;
mod process_runs;
mod process_support;
mod sessions;
mod spool;
mod support;
mod workspace_changes;
mod workspace_disk;
mod workspace_gate;
mod workspace_hosts;
mod workspace_kills;
mod workspace_links;
mod workspace_paths;
mod workspace_reads;
mod workspace_refusals;
mod workspace_support;
