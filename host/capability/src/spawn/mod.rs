//! Starting process trees, and ending them by proof. Nothing else in toolhost starts a process.
//!
//! A [`Tree`] is one command and all that comes from it. On Linux and macOS a reaper (see the crate
//! `toolhost-reaper`) stands between host and command; it hears over a socket what to do and, by the end of
//! file on it, that the host is gone. On Windows a job object holds the tree, and its handle is the host's.
//! No way depends on a parent-death signal, which fires when the spawning *thread* ends.

#[cfg(unix)]
mod cookie;
#[cfg(unix)]
mod image;
mod tree;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

pub use toolhost_reaper::{Exit, Order};
pub use tree::{Launch, Life, Printed, Pty, Tree};
#[cfg(unix)]
pub use unix::Spawner;
#[cfg(windows)]
pub use windows::Spawner;
