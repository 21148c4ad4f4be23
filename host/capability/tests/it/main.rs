//! The native powers against real shells, real terminals and the real process table.
#![cfg(unix)]
#![allow(clippy::unwrap_used, missing_docs, unreachable_pub, reason = "a failure is a failed test")]

mod escapes;
mod input;
mod sessions;
mod spool;
mod support;
