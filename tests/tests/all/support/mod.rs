//! What every test here stands on: a program with folders of its own, sessions over its pipes, and the oracle
//! of processes.

pub(crate) mod binary;
pub(crate) mod facts;
pub(crate) mod git;
pub(crate) mod guard;
pub(crate) mod lines;
pub(crate) mod marked;
pub(crate) mod mcp;
pub(crate) mod mount;
pub(crate) mod optimizers;
pub(crate) mod patch;
pub(crate) mod pipe;
pub(crate) mod plugins;
pub(crate) mod processes;
pub(crate) mod result;
pub(crate) mod search;
pub(crate) mod standing;
pub(crate) mod toolhost;
pub(crate) mod tree;

use std::time::Duration;

pub(crate) use guard::Guarded;
pub(crate) use lines::Lines;
pub(crate) use mcp::Mcp;
pub(crate) use pipe::Pipe;
pub(crate) use search::Search;
pub(crate) use standing::Standing;
pub(crate) use toolhost::Toolhost;

/// Far beyond what anything here takes on a busy machine. Nothing waits for it to pass; a test that reaches it
/// has failed.
pub(crate) const LONG: Duration = Duration::from_secs(120);
