//! Starting the command.

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

use rustix::fs::{Mode, OFlags};

/// Starts `words` and returns its process id. Afterwards this program holds neither the output nor the
/// terminal, so that their end is seen when the command's tree closes them.
pub(crate) fn start(terminal: &OsString, words: &[OsString]) -> io::Result<u32> {
    let (program, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
    let mut command = Command::new(program);
    command.args(arguments);
    let on_terminal = terminal != "-";
    if on_terminal {
        // It shall be the command's terminal, not this program's, which leads a session, too.
        let tty = rustix::fs::open(terminal, OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC, Mode::empty())?;
        command.stdin(tty.try_clone()?).stdout(tty.try_clone()?).stderr(tty);
        crate::sys::lead_terminal(&mut command);
    } else {
        // In this program's session, which has no terminal, so that a password prompt fails at once. A group of
        // its own is what can be had without a fork.
        command.stdin(Stdio::null()).process_group(0);
    }
    let child = command.spawn()?;
    drop(command);
    let null = File::options().write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdout(&null)?;
    rustix::stdio::dup2_stderr(&null)?;
    Ok(child.id())
}
