//! From a resolved configuration to a [`Generation`]: components that were found, checked and bound to the names
//! that a profile gives their tools. A component that cannot be served costs its own tools and nothing else; why
//! stands in a [`Fault`].

#![forbid(unsafe_code)]

mod fault;
mod generation;
mod optimizers;
mod programs;
mod provider;
mod settings;
mod source;
mod translate;

pub use fault::{Fault, FaultCause};
pub use generation::{Generation, Tool};
pub use optimizers::OptimizerSurroundings;
pub use programs::Programs;
pub use source::{Sources, Surroundings};
