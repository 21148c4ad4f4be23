//! `toolhost-reaper TTY PROGRAM [ARG...]`: runs one command in a session of its own and stays until no process
//! of its tree is left. TTY is the path of a terminal, or `-` for the output pipe that this program inherited.
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
mod run;
#[cfg(unix)]
mod sys;
#[cfg(unix)]
mod tree;

#[cfg(unix)]
fn main() -> std::process::ExitCode {
    run::run(std::env::args_os().skip(1))
}

/// Windows has job objects, which the host uses itself.
#[cfg(not(unix))]
fn main() -> std::process::ExitCode {
    std::process::ExitCode::FAILURE
}
