//! A reaper that waits for its command. It is started while nobody waits for it, which takes most of the time that a
//! short command would otherwise have to wait for its reaper.

use std::io::{self, IoSlice, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::time::Duration;

use rustix::net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags};

use super::image::Image;
use super::reaper::Reaper;

/// A reaper reads its command at once. One that somebody has stopped must not hold up the host.
const PATIENCE: Duration = Duration::from_secs(5);

/// A reaper without a command. Dropping it ends it.
pub(super) struct Spare {
    /// None once they were given away.
    parts: Option<(Reaper, UnixStream)>,
}

impl Spare {
    /// Starts one. Nothing of the host's environment or working directory is in it.
    pub(super) fn start(image: &Image) -> io::Result<Spare> {
        let (socket, theirs) = UnixStream::pair()?;
        socket.set_write_timeout(Some(PATIENCE))?;
        let mut command = Command::new(image.path());
        command
            .arg0("toolhost-reaper")
            .env_clear()
            .current_dir("/")
            .stdin(OwnedFd::from(theirs))
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        Ok(Spare { parts: Some((Reaper::start(&mut command)?, socket)) })
    }

    /// Hands it an encoded command, with what its output goes to.
    pub(super) fn launch(
        mut self,
        message: &[u8],
        output: Option<&io::PipeWriter>,
    ) -> io::Result<(Reaper, UnixStream)> {
        let Some((_, socket)) = &mut self.parts else { return Err(io::ErrorKind::NotConnected.into()) };
        let length = u32::try_from(message.len()).map_err(io::Error::other)?.to_le_bytes();
        send_with(socket, &length, output)?;
        socket.write_all(message)?;
        socket.set_write_timeout(None)?;
        self.parts.take().ok_or_else(|| io::ErrorKind::NotConnected.into())
    }
}

impl Drop for Spare {
    fn drop(&mut self) {
        if let Some((mut reaper, socket)) = self.parts.take() {
            // The end of the socket ends it, and it takes no time to.
            drop(socket);
            let _ = reaper.kill();
            let _ = reaper.wait();
        }
    }
}

/// Sends four bytes, and a descriptor with them if there is one. So few bytes are never sent in part.
fn send_with(socket: &UnixStream, length: &[u8; 4], output: Option<&io::PipeWriter>) -> io::Result<()> {
    let descriptors: Vec<_> = output.iter().map(|output| output.as_fd()).collect();
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut ancillary = SendAncillaryBuffer::new(&mut space);
    if !descriptors.is_empty() && !ancillary.push(SendAncillaryMessage::ScmRights(&descriptors)) {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    #[cfg(target_os = "linux")]
    let flags = SendFlags::NOSIGNAL;
    #[cfg(not(target_os = "linux"))]
    let flags = SendFlags::empty();
    rustix::net::sendmsg(socket, &[IoSlice::new(length)], &mut ancillary, flags)?;
    Ok(())
}
