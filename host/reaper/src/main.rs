//! `toolhost-reaper`: waits on its standard input, a socket, for a command to run, and stays with it until no process
//! of its tree is left. Then it waits for the next one, until the host closes the socket.
//!
//! On Linux it is a subreaper: a process that loses its parent anywhere below becomes its child, whatever
//! sessions and groups it made. So "no child left", which the kernel answers, proves "no descendant left".
//! Elsewhere the tree is what the process table shows (see `tree`).

#[cfg(unix)]
mod command;
#[cfg(unix)]
mod end;
#[cfg(unix)]
mod family;
#[cfg(unix)]
mod message;
#[cfg(unix)]
mod run;
#[cfg(unix)]
mod sys;
#[cfg(unix)]
mod tree;

#[cfg(unix)]
fn main() -> std::process::ExitCode {
    run::run()
}

/// Windows has job objects, which the host uses itself.
#[cfg(not(unix))]
fn main() -> std::process::ExitCode {
    std::process::ExitCode::FAILURE
}
