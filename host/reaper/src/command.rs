//! Starting the command.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io;
use std::process::{Command, Stdio};

/// Starts `words` and returns its process id. Afterwards this program holds neither the output nor the
/// terminal, so that their end is seen when the command's tree closes them.
pub(crate) fn start(terminal: &OsString, words: &[OsString]) -> io::Result<u32> {
    let (program, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
    let mut command = Command::new(program);
    command.args(arguments);
    let on_terminal = terminal != "-";
    if on_terminal {
        let tty = OpenOptions::new().read(true).write(true).open(terminal)?;
        command.stdin(tty.try_clone()?).stdout(tty.try_clone()?).stderr(tty);
    } else {
        command.stdin(Stdio::null());
    }
    crate::sys::lead_session(&mut command, on_terminal);
    let child = command.spawn()?;
    drop(command);
    let null = File::options().write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdout(&null)?;
    rustix::stdio::dup2_stderr(&null)?;
    Ok(child.id())
}
