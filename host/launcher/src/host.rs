//! Becoming the host.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use crate::output;

/// The program of the host, which lies beside this one.
const HOST: &str = if cfg!(windows) { "toolhost-host.exe" } else { "toolhost-host" };

/// Where the host is: beside the file of this program, links resolved.
pub(crate) fn program() -> io::Result<PathBuf> {
    let own = std::fs::canonicalize(std::env::current_exe()?)?;
    Ok(own.with_file_name(HOST))
}

/// Puts the host into the place of this program, with the same command line. Where there is no such thing, runs it and
/// ends as it did.
pub(crate) fn become_it(arguments: &[OsString]) -> ExitCode {
    let failed = |message: String| {
        output::complain(&format!("error: {message}\n"));
        ExitCode::from(2)
    };
    let program = match program() {
        Ok(program) => program,
        Err(error) => return failed(format!("this program cannot find itself: {error}")),
    };
    match start(&program, arguments) {
        Ok(code) => code,
        Err(error) => failed(format!("the host {} cannot be started: {error}", program.display())),
    }
}

/// Comes back only where it fails.
#[cfg(unix)]
fn start(program: &std::path::Path, arguments: &[OsString]) -> io::Result<ExitCode> {
    use std::os::unix::process::CommandExt;

    let mut host = Command::new(program);
    if let Some((name, rest)) = arguments.split_first() {
        // Its messages call it by the name that the user knows.
        host.arg0(name).args(rest);
    }
    Err(host.exec())
}

#[cfg(not(unix))]
fn start(program: &std::path::Path, arguments: &[OsString]) -> io::Result<ExitCode> {
    let status = Command::new(program).args(arguments.iter().skip(1)).status()?;
    Ok(ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1)))
}
