//! Granted programs, run to completion without a shell: what optimizers and plugins call.
//!
//! [`Processes`] runs one of the programs that its [`Policy`] names, with standard input from bytes and both outputs
//! into bytes. Each run is a process tree of its own ([`crate::spawn`]) that is gone when the answer is there, be it
//! a refusal; dropping the future ends the tree as well. [`Places`] bounds how many run at once.

mod exchange;
mod places;
mod processes;
mod program;
mod sink;
mod types;

pub use places::Places;
pub use processes::Processes;
pub use program::Program;
pub use types::{Completed, Policy, Request};
