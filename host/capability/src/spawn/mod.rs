//! Starting process trees, and ending them by proof. Nothing else in toolhost starts a process.
//!
//! A [`Tree`] is one command and all that comes from it. On Linux and macOS a reaper (see the crate
//! `toolhost-reaper`) stands between host and command; it hears over a socket what to do and, by the end of
//! file on it, that the host is gone. On Windows a job object holds the tree, and the only handle to it is the
//! host's: closing it, which the system does for a host that died, ends every process of the job.
//! No way depends on a parent-death signal, which fires when the spawning *thread* ends.

#[cfg(windows)]
mod console;
#[cfg(unix)]
mod cookie;
#[cfg(unix)]
mod image;
#[cfg(unix)]
mod keeper;
mod keeping;
#[cfg(unix)]
mod orphans;
mod printed;
#[cfg(unix)]
mod pty;
#[cfg(unix)]
mod reaper;
#[cfg(unix)]
mod spare;
#[cfg(windows)]
mod sys;
mod tree;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(windows)]
pub use console::Pty;
pub use keeping::Attended;
pub use printed::Printed;
#[cfg(unix)]
pub use pty::Pty;
pub use toolhost_reaper::{Exit, Order};
pub use tree::{Held, Launch, Life, Pipes, Tree};
#[cfg(unix)]
pub use unix::{ReadEnd, Spawner, WriteEnd};
#[cfg(windows)]
pub use windows::{ReadEnd, Spawner, WriteEnd};
