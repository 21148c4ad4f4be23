//! Tests of every language by its fixture, and of what all languages share.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod corpus;
mod ctags;
mod fixtures;
mod forms;
mod hostile;
mod languages;
mod prefilter;
mod support;
