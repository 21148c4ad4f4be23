//! Searches of whole trees: what is found, in which order, within which bounds.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![cfg(unix)]

mod bounds;
mod changes;
mod containment;
mod contents;
mod faults;
mod results;
mod scopes;
mod support;
