//! Folders and files beneath the root, by handles: no link is followed, and nothing but a regular file is opened.
//!
//! A walk lists a folder by its handle and opens files by their name in it. Whoever swaps a folder for a link
//! between the two finds that the handle is still that of the folder, or that the link is not followed.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(any(test, not(target_os = "linux")))]
#[cfg_attr(target_os = "linux", expect(dead_code, reason = "a test of containment needs only some of it"))]
mod portable;
#[cfg(all(test, target_os = "linux"))]
mod tests;

use std::ffi::OsString;
use std::io::{self, ErrorKind};

#[cfg(target_os = "linux")]
pub(crate) use linux::Folder;
#[cfg(not(target_os = "linux"))]
pub(crate) use portable::Folder;

/// Names in a folder between two questions whether to go on.
const ASKED: usize = 1024;

/// What stands at a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    File,
    Folder,
    /// A link, a FIFO, a socket, a device.
    Other,
}

/// One name in a folder.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Entry {
    pub(crate) name: OsString,
    pub(crate) kind: Kind,
}

/// Whether an error says that there is no regular file, or no folder, at a name any more.
pub(crate) fn is_gone(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::NotFound | ErrorKind::InvalidInput | ErrorKind::NotADirectory | ErrorKind::IsADirectory
    )
}
