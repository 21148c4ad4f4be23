//! Starting the command.

use std::io::{self, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

use rustix::fs::{Mode, OFlags};
use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags};
use toolhost_reaper::Launch;

/// Waits for the host to say what to run, and where its output goes. None: the host is gone, and wants nothing.
pub(crate) fn receive() -> io::Result<Option<(Launch, Option<OwnedFd>)>> {
    let mut length = [0; 4];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut ancillary = RecvAncillaryBuffer::new(&mut space);
    let received = rustix::net::recvmsg(
        rustix::stdio::stdin(),
        &mut [IoSliceMut::new(&mut length)],
        &mut ancillary,
        #[cfg(target_os = "linux")]
        RecvFlags::CMSG_CLOEXEC,
        #[cfg(not(target_os = "linux"))]
        RecvFlags::empty(),
    )?;
    if received.bytes == 0 {
        return Ok(None);
    }
    let output = ancillary
        .drain()
        .filter_map(|message| match message {
            RecvAncillaryMessage::ScmRights(mut descriptors) => descriptors.next(),
            _ => None,
        })
        .next();
    read_exact(&mut length[received.bytes..])?;
    let mut encoded = vec![0; usize::try_from(u32::from_le_bytes(length)).map_err(io::Error::other)?];
    read_exact(&mut encoded)?;
    let launch = Launch::decode(&encoded).ok_or(io::ErrorKind::InvalidData)?;
    Ok(Some((launch, output)))
}

fn read_exact(mut bytes: &mut [u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match rustix::io::read(rustix::stdio::stdin(), &mut *bytes)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            count => bytes = &mut bytes[count..],
        }
    }
    Ok(())
}

/// Starts the command and returns its process id. Afterwards this program holds neither the output nor the
/// terminal, so that their end is seen when the command's tree closes them.
pub(crate) fn start(launch: &Launch, output: Option<OwnedFd>) -> io::Result<u32> {
    let (program, arguments) = launch.words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
    let mut command = Command::new(program);
    command
        .args(arguments)
        .env_clear()
        .envs(launch.environment.iter().map(|(name, value)| (name, value)))
        .current_dir(&launch.workdir);
    match (&launch.terminal, output) {
        (Some(terminal), _) => {
            // It shall be the command's terminal, not this program's, which leads a session, too.
            let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
            let tty = rustix::fs::open(terminal, flags, Mode::empty())?;
            command.stdin(tty.try_clone()?).stdout(tty.try_clone()?).stderr(tty);
            crate::sys::lead_terminal(&mut command);
        }
        (None, Some(output)) => {
            // In this program's session, which has no terminal, so that a password prompt fails at once. A group
            // of its own is what can be had without a fork.
            command.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output).process_group(0);
        }
        (None, None) => return Err(io::ErrorKind::InvalidInput.into()),
    }
    Ok(command.spawn()?.id())
}
