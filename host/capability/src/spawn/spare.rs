//! A reaper that waits for its command. It was started while nobody waited for it, or has done its work before, which
//! saves a short command most of the time that it would otherwise have to wait for its reaper.

use std::io::{self, IoSlice, Write};
use std::mem::MaybeUninit;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rustix::net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags};
use toolhost_reaper::LAUNCH;

use super::image::Image;
use super::reaper::Reaper;

/// A reaper reads its command at once. One that somebody has stopped must not hold up the host.
const PATIENCE: Duration = Duration::from_secs(5);

/// The reapers that wait for a command.
pub(super) struct Spares {
    /// A directory for the image of the reaper, on systems that cannot keep it in memory.
    scratch: PathBuf,
    /// Made when it is first needed: most calls start no command.
    image: Mutex<Option<Arc<Image>>>,
    /// The one that waited last is taken first: it is the one most likely still in the caches.
    waiting: Mutex<Vec<Spare>>,
}

impl Spares {
    /// None waits yet. `scratch` is a directory for the reaper on systems that cannot keep it in memory.
    pub(super) fn new(scratch: &Path) -> Spares {
        Spares { scratch: scratch.to_owned(), image: Mutex::default(), waiting: Mutex::default() }
    }

    /// Sees to it that one waits. One that cannot be started now is started, or fails, when it is needed.
    pub(super) fn refill(&self) {
        let mut waiting = self.waiting();
        if waiting.is_empty() {
            waiting.extend(self.start().ok());
        }
    }

    /// Whether one waits.
    pub(super) fn has_one(&self) -> bool {
        !self.waiting().is_empty()
    }

    /// Hands an encoded command to one that waits, or to a new one, with the descriptors of the command's streams.
    pub(super) fn launch(
        &self,
        message: &[u8],
        streams: &[BorrowedFd<'_>],
    ) -> io::Result<(Reaper, UnixStream)> {
        while let Some(spare) = self.take() {
            // One that somebody has killed meanwhile takes nothing.
            if let Ok(ready) = spare.launch(message, streams) {
                return Ok(ready);
            }
        }
        self.start()?.launch(message, streams)
    }

    /// Has a reaper wait for its next command, or gives it back if `most` wait already. Its tree is gone, and all its
    /// reports were read.
    pub(super) fn keep(&self, reaper: Reaper, socket: UnixStream, most: usize) -> Option<Spare> {
        let spare = Spare { parts: Some((reaper, socket)) };
        let mut waiting = self.waiting();
        if waiting.len() < most {
            waiting.push(spare);
            return None;
        }
        Some(spare)
    }

    fn take(&self) -> Option<Spare> {
        self.waiting().pop()
    }

    fn start(&self) -> io::Result<Spare> {
        Spare::start(&*self.image()?)
    }

    /// The reaper, as something that can be executed.
    fn image(&self) -> io::Result<Arc<Image>> {
        let mut image = self.image.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(match &*image {
            Some(image) => Arc::clone(image),
            None => Arc::clone(image.insert(Arc::new(Image::prepare(&self.scratch)?))),
        })
    }

    fn waiting(&self) -> MutexGuard<'_, Vec<Spare>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A reaper without a command. Dropping it ends it.
pub(super) struct Spare {
    /// None once they were given away.
    parts: Option<(Reaper, UnixStream)>,
}

impl Spare {
    /// Starts one. Nothing of the host's environment or working directory is in it.
    fn start(image: &Image) -> io::Result<Spare> {
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

    /// Hands it an encoded command, with the descriptors of its streams.
    fn launch(mut self, message: &[u8], streams: &[BorrowedFd<'_>]) -> io::Result<(Reaper, UnixStream)> {
        let Some((_, socket)) = &mut self.parts else { return Err(io::ErrorKind::NotConnected.into()) };
        let [a, b, c, d] = u32::try_from(message.len()).map_err(io::Error::other)?.to_le_bytes();
        let head = [LAUNCH, a, b, c, d];
        let sent = send_with(socket, [&head, message], streams)?;
        socket.write_all(head.get(sent..).unwrap_or_default())?;
        socket.write_all(message.get(sent.saturating_sub(head.len())..).unwrap_or_default())?;
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

/// Sends two texts, and descriptors with their first byte. How many bytes went: all, if there is room for them.
fn send_with(socket: &UnixStream, texts: [&[u8]; 2], descriptors: &[BorrowedFd<'_>]) -> io::Result<usize> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
    let mut ancillary = SendAncillaryBuffer::new(&mut space);
    if !descriptors.is_empty() && !ancillary.push(SendAncillaryMessage::ScmRights(descriptors)) {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    #[cfg(target_os = "linux")]
    let flags = SendFlags::NOSIGNAL;
    #[cfg(not(target_os = "linux"))]
    let flags = SendFlags::empty();
    Ok(rustix::net::sendmsg(socket, &texts.map(IoSlice::new), &mut ancillary, flags)?)
}
