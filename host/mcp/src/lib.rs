//! The tools of a [`Host`](toolhost_session::Host) over the Model Context Protocol, in every version that its
//! clients speak: [`serve_stdio`] for the one that started this process, [`serve_http`] for those that know a token.
//!
//! What a client is told comes from the profile and the metadata of its components, so that it never waits for a
//! compiler. What an answer carried counts as seen only when the answer was handed on. Nothing is
//! printed; the protocol has standard output for itself.

#![forbid(unsafe_code)]

mod auth;
mod clients;
mod delivery;
mod error;
mod handler;
mod http;
mod lines;
mod listing;
mod message;
mod progress;
mod result;
mod seat;
mod stdio;

pub use error::ServeError;
pub use http::{HttpOptions, MCP_PATH, serve_http};
pub use stdio::{serve_stdio, serve_streams};
