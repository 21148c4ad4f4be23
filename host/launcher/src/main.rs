//! `toolhost`: hands a call to a host that runs already, if one would do exactly what a host of its own would; starts
//! the host for everything else.
//!
//! A host is a large program, and most of what a small call takes is its start. This one looks for a socket, and is the
//! host (`toolhost-host`, which lies beside it) as soon as anything is not as it should be. It decides nothing itself:
//! without it, and without any other host, the host does the same with the same command line.

#![forbid(unsafe_code)]

#[cfg(unix)]
mod asked;
#[cfg(unix)]
mod call;
mod host;
mod output;
#[cfg(unix)]
mod surroundings;

use std::ffi::OsString;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    #[cfg(unix)]
    if let Some(code) = call::Call::of(&arguments).and_then(|call| asked::answer(&call)) {
        return code;
    }
    host::become_it(&arguments)
}
