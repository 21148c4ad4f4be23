//! Locks between commits, of this host and of others: one for each root, and a bounded table for paths.

use std::collections::BTreeMap;
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::fault::state_failed;
use super::version::Digest;
use crate::Failure;
use crate::private::{open_private_file, private_directory};

/// Lock files for paths. Two paths may share one, which costs a wait and nothing else; more files would cost
/// descriptors, of which a process has 256 on some systems.
const SLOTS: u128 = 64;
/// The longest pause between two tries. The system has no wait for a lock that ends by itself.
const PAUSE: Duration = Duration::from_millis(20);

/// The longest wait; nobody sits out a longer one.
const LONGEST: Duration = Duration::from_secs(3600);

/// The folder of lock files.
pub(super) struct Locks {
    folder: PathBuf,
}

/// Locks that are held until this is dropped.
pub(super) struct Held {
    _files: Vec<File>,
}

impl Locks {
    pub(super) fn open(state: &Path) -> io::Result<Locks> {
        let folder = state.join("locks");
        private_directory(&folder)?;
        Ok(Locks { folder })
    }

    /// Takes the locks of absolute paths, in an order that all commits share, so that none waits for another
    /// in a circle.
    ///
    /// # Errors
    /// `timed_out` where another commit holds one of them until `deadline`.
    pub(super) fn hold(
        &self,
        paths: impl IntoIterator<Item = PathBuf>,
        deadline: Instant,
    ) -> Result<Held, Failure> {
        let slots: BTreeMap<u128, PathBuf> = paths.into_iter().map(|path| (slot(&path), path)).collect();
        let mut files = Vec::with_capacity(slots.len());
        for (slot, path) in slots {
            let lock = self.folder.join(format!("{slot:02x}"));
            // Opened anew each time: threads of one host exclude each other only then.
            let (file, _) = open_private_file(&lock).map_err(|error| state_failed(&lock, &error))?;
            if !lock_until(&file, deadline).map_err(|error| state_failed(&lock, &error))? {
                return Err(busy(&path.display().to_string()));
            }
            files.push(file);
        }
        Ok(Held { _files: files })
    }
}

/// When a wait that begins now is over.
pub(super) fn deadline(wait: Duration) -> Instant {
    Instant::now() + wait.min(LONGEST)
}

/// Tries until the lock is there or the time is over; which of the two.
pub(super) fn lock_until(file: &File, deadline: Instant) -> io::Result<bool> {
    let mut pause = Duration::from_millis(1);
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(true),
            Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(error)) => return Err(error),
        }
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(false);
        }
        thread::sleep(pause.min(left));
        pause = (pause * 2).min(PAUSE);
    }
}

/// The refusal of a commit that waited for others in vain.
pub(super) fn busy(path: &str) -> Failure {
    let message = format!("another commit has been changing `{path}` for too long; nothing was written");
    Failure::new("timed_out", message)
        .detail("path", path)
        .hint("Another toolhost of this user is at work there. Try again when it has ended.")
}

/// Names that differ by case only may be one file.
fn slot(path: &Path) -> u128 {
    let name = path.to_string_lossy().to_lowercase();
    Digest::of(name.as_bytes()).0 % SLOTS
}
