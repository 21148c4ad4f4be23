//! Opening a file so that nothing but a file is opened, and nothing is waited for.

use std::fs::File;
use std::io;
use std::sync::Arc;

use cap_fs_ext::{FollowSymlinks, OpenOptionsFollowExt, OpenOptionsSyncExt};
use cap_std::fs::{Metadata, OpenOptions};

use super::fault::{kind, refused};
use super::overlay::Ghost;
use super::walk::{At, Folder, Found, absent, dangling};
use crate::Failure;

/// What a file is opened for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    Read,
    Write,
}

/// Opens the file of this name in the folder, itself and not what a link of that name leads to. Whoever calls
/// has looked that it is a file: opening a device may do things. It is looked at once more when it is open,
/// and a FIFO that took its place meanwhile does not block.
pub(super) fn open_file(folder: &Folder, name: &str, access: Access) -> io::Result<(File, Metadata)> {
    let mut options = OpenOptions::new();
    options.read(true).write(access == Access::Write).follow(FollowSymlinks::No).nonblock(true);
    let file = folder.dir.open_with(name, &options)?;
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            format!("it is {}", kind(metadata.file_type())),
        ));
    }
    Ok((file.into_std(), metadata))
}

/// The file that a path leads to, and the folder that holds it.
///
/// # Errors
/// Anything else that it leads to.
pub(super) fn wanted_file(written: &str, found: &Found) -> Result<(Arc<Folder>, Metadata), Failure> {
    let instead = |what: &str| {
        refused("invalid_argument", written, format!("`{written}` is {what}; a file is wanted here"))
    };
    match (&found.at, &found.parent) {
        (At::File(_), _) if written.ends_with('/') => {
            let message = format!("`{written}` ends in `/` as if it were a directory, but it is a file");
            Err(refused("invalid_argument", written, message))
        }
        (At::File(metadata), Some(parent)) => Ok((Arc::clone(parent), metadata.clone())),
        (At::Other(metadata) | At::Link(metadata), _) => Err(instead(kind(metadata.file_type()))),
        (At::Folder(_) | At::Promised(Ghost::Folder), _) => Err(instead("a directory")),
        (At::Promised(Ghost::File), _) => {
            let message =
                format!("`{written}` is made by this very change set, so that it has no version yet");
            Err(refused("invalid_argument", written, message)
                .hint("Create it with the bytes that it is to have in the end."))
        }
        (At::Dangling(target), _) => Err(dangling(&found.place, target)),
        (At::Nothing | At::File(_) | At::Promised(Ghost::Gone), _) => Err(absent(written)),
    }
}

#[cfg(all(test, unix))]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::fs;

    use cap_std::fs::Dir;

    use super::*;

    #[test]
    fn what_took_the_place_of_a_file_is_not_opened() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("file"), "text\n").unwrap();
        std::os::unix::fs::symlink("file", path("link")).unwrap();
        let mode = rustix::fs::Mode::RWXU;
        rustix::fs::mkfifoat(rustix::fs::CWD, path("fifo"), mode).unwrap();
        fs::create_dir(path("folder")).unwrap();
        let dir = Dir::open_ambient_dir(folder.path(), cap_std::ambient_authority()).unwrap();
        let folder = Folder::new(dir).unwrap();
        for access in [Access::Read, Access::Write] {
            for name in ["link", "fifo", "folder", "nothing"] {
                assert!(open_file(&folder, name, access).is_err(), "{name}");
            }
            open_file(&folder, "file", access).unwrap();
        }
    }
}
