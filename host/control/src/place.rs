//! Where the sockets are.

use std::path::{Path, PathBuf};

use crate::circumstances::Mark;

/// The folder of the sockets, below the user's folder of what is kept.
#[must_use]
pub fn folder(state: &Path) -> PathBuf {
    state.join("control")
}

/// The socket of the host with this process id.
#[must_use]
pub fn socket_of(state: &Path, host: u32) -> PathBuf {
    folder(state).join(format!("{host}.sock"))
}

/// The socket of the host that stands by for calls with this mark.
#[must_use]
pub fn socket_of_mark(state: &Path, mark: &Mark) -> PathBuf {
    folder(state).join(format!("by-{mark}.sock"))
}

/// The file that a host which stands by has locked for as long as it lives. Its process id is in it.
#[must_use]
pub fn lock_of(state: &Path, mark: &Mark) -> PathBuf {
    folder(state).join(format!("by-{mark}.lock"))
}

/// The process id of the host that a socket belongs to; none for one that stands by.
#[cfg(unix)]
pub(crate) fn host_of(socket: &Path) -> Option<u32> {
    if socket.extension()? != "sock" {
        return None;
    }
    socket.file_stem()?.to_str()?.parse().ok()
}
