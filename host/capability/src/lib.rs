//! The native powers that toolhost's components may be granted, as plain Rust: no WebAssembly here, no
//! configuration, no printing, no look at the environment or the home directory. What a caller may do is
//! handed in as values ([`terminal::Policy`], [`process::Policy`], [`spool::Limits`], [`workspace::Settings`]) or as
//! the small trait [`Gate`].
//!
//! * [`process`] runs granted programs to completion, no shell involved.
//! * [`shell`] takes command lines apart, without running anything.
//! * [`spawn`] starts process trees and ends them by proof; nothing else in toolhost starts a process.
//! * [`spool`] keeps whole outputs on disk, so that bulk bytes never pass through a component.
//! * [`terminal`] runs shell commands as sessions that outlive the call which started them.
//! * [`workspace`] reads files beneath one folder, and changes many of them at once, all or none.

#![deny(unsafe_code)]

mod failure;
mod gate;
mod private;
pub mod process;
pub mod shell;
pub mod spawn;
pub mod spool;
pub mod terminal;
mod workdir;
pub mod workspace;

pub use failure::Failure;
pub use gate::{Gate, Leave};
