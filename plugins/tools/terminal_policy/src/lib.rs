//! What `exec_command` and `write_stdin` share: how long they wait, and how they report what they saw.
#![forbid(unsafe_code)]

mod report;
mod signals;
mod wait;

pub use report::{Report, outcome};
pub use wait::{LEAST_MS, MOST_MS, MOST_POLL_MS, Wait};
