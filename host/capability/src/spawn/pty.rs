//! The host's side of a terminal.

mod sys;

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::sync::{Mutex, MutexGuard, PoisonError};

use portable_pty::MasterPty;
use rustix::fs::{Mode, OFlags};
use rustix::termios::{LocalModes, SpecialCodeIndex};

use super::tree::size;

/// The host's side of a terminal.
pub struct Pty {
    master: Mutex<Box<dyn MasterPty + Send>>,
}

/// Another descriptor for the host's side of a terminal.
pub(super) fn duplicate(master: &dyn MasterPty) -> io::Result<OwnedFd> {
    sys::duplicate(master)
}

impl Pty {
    pub(super) fn new(master: Box<dyn MasterPty + Send>) -> Pty {
        Pty { master: Mutex::new(master) }
    }

    /// Where to write what is typed. Not the writer of portable-pty: when that is dropped it types a newline and an end
    /// of file of its own, which the terminal may still echo into the output.
    pub fn writer(&self) -> io::Result<File> {
        sys::duplicate(&**self.lock()).map(File::from)
    }

    /// Changes rows and columns, and tells the programs on the terminal.
    pub fn resize(&self, (rows, cols): (u16, u16)) -> io::Result<()> {
        self.lock().resize(size(rows, cols)).map_err(io::Error::other)
    }

    /// While the terminal collects lines: the byte that hands over what was typed without ending the line.
    pub fn flush_byte(&self) -> Option<u8> {
        let path = self.lock().tty_name()?;
        let terminal = rustix::fs::open(path, OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC, Mode::empty());
        let settings = rustix::termios::tcgetattr(terminal.ok()?).ok()?;
        let collects = settings.local_modes.contains(LocalModes::ICANON);
        collects.then_some(settings.special_codes[SpecialCodeIndex::VEOF])
    }

    fn lock(&self) -> MutexGuard<'_, Box<dyn MasterPty + Send>> {
        self.master.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
