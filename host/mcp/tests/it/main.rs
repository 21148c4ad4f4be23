//! The server as clients meet it, over streams and over HTTP, with a host that runs real components.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod http;
mod stdio;
mod support;
mod wire;
