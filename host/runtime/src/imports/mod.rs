//! The host's side of our interfaces, one module for each.

mod catalog;
mod context;
mod process;
mod search;
mod spool;
mod terminal;
mod workspace;

pub(crate) use context::LOG_TARGET;
use serde_json::Value;
use toolhost_capability::Failure;
pub use workspace::{Files, Staged};

use crate::bindings::toolhost::plugin::types;
use crate::state::CallState;

impl types::Host for CallState {}

/// A failure as the guest sees it.
impl From<Failure> for types::Error {
    fn from(failure: Failure) -> Self {
        Self {
            code: failure.code,
            message: failure.message,
            hints: failure.hints,
            details: failure.details.map(|details| Value::Object(*details).to_string()),
        }
    }
}
