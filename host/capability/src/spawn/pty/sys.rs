//! A second descriptor for the host's side of a terminal, which portable-pty has no safe way for.

use std::io;
use std::os::fd::{BorrowedFd, OwnedFd};

use portable_pty::MasterPty;

/// Another descriptor for the same side of the same terminal.
pub(super) fn duplicate(master: &dyn MasterPty) -> io::Result<OwnedFd> {
    let raw = master.as_raw_fd().ok_or(io::ErrorKind::Unsupported)?;
    #[expect(unsafe_code, reason = "portable-pty lends its descriptor as a number")]
    // SAFETY: the number is that of a descriptor which `master` owns and keeps open as long as it lives; it is borrowed
    // here for less than that, since the borrow ends with this function.
    let borrowed = unsafe { BorrowedFd::borrow_raw(raw) };
    Ok(rustix::io::fcntl_dupfd_cloexec(borrowed, 0)?)
}
