//! What a tree prints, shared by whoever fetches it and whoever asks whether more is on its way.

use std::io;
#[cfg(windows)]
use std::io::Read;
#[cfg(unix)]
use std::os::fd::OwnedFd;
use std::sync::{Mutex, MutexGuard, PoisonError};

#[cfg(unix)]
use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// The host's end of a pipe or of a terminal.
#[cfg(unix)]
type Source = OwnedFd;
/// As it is there: a read that waits is all that can be asked of a console.
#[cfg(windows)]
type Source = Mutex<Box<dyn Read + Send>>;

/// What a tree prints, to be fetched by a thread of its own.
pub struct Printed {
    source: Source,
    /// Held from before bytes are taken out of the source until they are kept.
    hand: Mutex<()>,
}

#[cfg(unix)]
impl Printed {
    pub(crate) fn new(source: impl Into<OwnedFd>) -> Printed {
        Printed { source: source.into(), hand: Mutex::new(()) }
    }

    /// Waits for more and has it kept; false when nobody holds the other end any more. One thread fetches.
    ///
    /// # Errors
    /// The system's. A terminal whose last program is gone answers with one, not with an end of file.
    pub fn fetch(&self, buffer: &mut [u8], keep: impl FnOnce(&[u8])) -> io::Result<bool> {
        poll(&mut [PollFd::new(&self.source, PollFlags::IN)], None)?;
        let _in_hand = self.take_in_hand();
        let count = rustix::io::read(&self.source, &mut *buffer)?;
        if count > 0 {
            keep(buffer.get(..count).unwrap_or_default());
        }
        Ok(count > 0)
    }

    /// Whether nothing waits to be fetched, and nothing that was fetched waits to be kept. The end, too, is something
    /// that waits.
    pub fn is_silent(&self) -> bool {
        let Ok(_nothing_in_hand) = self.hand.try_lock() else { return false };
        let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
        matches!(poll(&mut [PollFd::new(&self.source, PollFlags::IN)], Some(&at_once)), Ok(0))
    }
}

#[cfg(windows)]
impl Printed {
    pub(crate) fn new(source: Box<dyn Read + Send>) -> Printed {
        Printed { source: Mutex::new(source), hand: Mutex::new(()) }
    }

    /// Waits for more and has it kept; false when nobody holds the other end any more. One thread fetches.
    ///
    /// # Errors
    /// The system's.
    pub fn fetch(&self, buffer: &mut [u8], keep: impl FnOnce(&[u8])) -> io::Result<bool> {
        let count = self.source.lock().unwrap_or_else(PoisonError::into_inner).read(buffer)?;
        let _in_hand = self.take_in_hand();
        if count > 0 {
            keep(buffer.get(..count).unwrap_or_default());
        }
        Ok(count > 0)
    }

    /// Whether nothing that was fetched waits to be kept. What waits to be fetched is not known.
    pub fn is_silent(&self) -> bool {
        self.hand.try_lock().is_ok()
    }
}

impl Printed {
    fn take_in_hand(&self) -> MutexGuard<'_, ()> {
        self.hand.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(all(test, unix))]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::io::Write;

    use super::Printed;

    #[test]
    fn bytes_that_wait_or_are_in_hand_are_no_silence() {
        let (source, mut program) = std::io::pipe().unwrap();
        let printed = Printed::new(source);
        assert!(printed.is_silent());
        program.write_all(b"more").unwrap();
        assert!(!printed.is_silent());
        let mut kept = Vec::new();
        let more = printed.fetch(&mut [0; 64], |bytes| {
            assert!(!printed.is_silent());
            kept.extend_from_slice(bytes);
        });
        assert!(more.unwrap() && printed.is_silent());
        assert_eq!(kept, b"more");
        drop(program);
        assert!(!printed.is_silent());
        assert!(!printed.fetch(&mut [0; 64], |_| panic!("nothing comes")).unwrap());
    }
}
