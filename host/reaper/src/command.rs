//! Starting the command.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

use rustix::fs::{Mode, OFlags};
use toolhost_reaper::Launch;

use crate::message::Streams;

/// Starts the command and returns its process id. Afterwards this program holds neither its streams nor its
/// terminal, so that their end is seen when the command's tree closes them.
pub(crate) fn start(launch: &Launch, streams: Streams) -> io::Result<u32> {
    let (program, arguments) = launch.words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
    let mut command = Command::new(program);
    command.args(arguments).env_clear().envs(launch.environment.iter().map(|(name, value)| (name, value)));
    match streams {
        Streams::Terminal(terminal) => {
            // It shall be the command's terminal, not this program's, which leads a session, too.
            let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
            let tty = rustix::fs::open(terminal, flags, Mode::empty())?;
            command.stdin(tty.try_clone()?).stdout(tty.try_clone()?).stderr(tty);
            crate::sys::lead_terminal(&mut command);
        }
        // In this program's session, which has no terminal, so that a password prompt fails at once. A group of
        // its own is what can be had without a fork.
        Streams::Together(output) => {
            command.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output).process_group(0);
        }
        Streams::Apart([stdin, stdout, stderr]) => {
            command.stdin(stdin).stdout(stdout).stderr(stderr).process_group(0);
        }
    }
    // Going there and back costs two calls. Having the child go there would cost a copy of this program, since the
    // C library of a static program may not have the call that starts a child somewhere else.
    rustix::process::chdir(&launch.workdir)?;
    let started = command.spawn();
    // A directory that this program stays in could not be unmounted.
    rustix::process::chdir("/")?;
    Ok(started?.id())
}
