//! Folders and files by cap-std, which keeps a path beneath a handle in the way that each system has for it.

use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::path::Path;

use cap_fs_ext::{DirExt, FollowSymlinks, MetadataExt, OpenOptionsFollowExt, OpenOptionsSyncExt};
use cap_std::fs::{Dir, FileType, Metadata, OpenOptions};

use super::{ASKED, Entry, Kind};
use crate::place::Place;
use crate::stamp::Stamp;

/// A folder, held open.
pub(crate) struct Folder(Dir);

impl Folder {
    /// The folder of a handle, which may be one for paths only.
    pub(crate) fn new(handle: File) -> io::Result<Folder> {
        Ok(Folder(Dir::from_std_file(handle)))
    }

    /// A folder anywhere, by its absolute path; links are followed.
    pub(crate) fn anywhere(path: &Path) -> io::Result<Folder> {
        Ok(Folder(Dir::open_ambient_dir(path, cap_std::ambient_authority())?))
    }

    /// The folder at a place beneath this one, through no link.
    pub(crate) fn open(&self, place: &Place) -> io::Result<Folder> {
        let mut here = self.0.open_dir(".")?;
        for name in place.names() {
            here = here.open_dir_nofollow(name)?;
        }
        Ok(Folder(here))
    }

    /// Every name in it, in no order; some where `go_on` says no meanwhile.
    pub(crate) fn entries(&self, go_on: &dyn Fn() -> bool) -> io::Result<Vec<Entry>> {
        let mut entries = Vec::new();
        for entry in self.0.entries()? {
            if entries.len() % ASKED == ASKED - 1 && !go_on() {
                break;
            }
            let entry = entry?;
            let Ok(file_type) = entry.file_type() else { continue };
            entries.push(Entry { name: entry.file_name(), kind: kind(file_type) });
        }
        Ok(entries)
    }

    /// What the folder itself is now.
    pub(crate) fn own_stamp(&self) -> io::Result<Stamp> {
        Ok(stamp(&self.0.dir_metadata()?))
    }

    /// Whether its file system gives a folder other times whenever a name in it comes, goes or means something else.
    /// There is no way to know that everywhere.
    pub(crate) fn tells_changes(&self) -> bool {
        false
    }

    /// What stands at a name; a link is not followed.
    pub(crate) fn kind(&self, name: &OsStr) -> io::Result<Kind> {
        Ok(kind(self.0.symlink_metadata(name)?.file_type()))
    }

    /// What the file of this name is now; none where there is no regular file.
    pub(crate) fn stamp(&self, name: &OsStr) -> io::Result<Option<Stamp>> {
        let metadata = self.0.symlink_metadata(name)?;
        Ok(metadata.is_file().then(|| stamp(&metadata)))
    }

    /// The same for a file in the folder of a name. Where that has become a link, it says what is behind it.
    pub(crate) fn stamp_in(&self, folder: &OsStr, name: &OsStr) -> io::Result<Option<Stamp>> {
        let metadata = self.0.symlink_metadata(Path::new(folder).join(name))?;
        Ok(metadata.is_file().then(|| stamp(&metadata)))
    }

    /// What the folder of this name is now; none where there is no folder.
    pub(crate) fn folder_stamp(&self, name: &OsStr) -> io::Result<Option<Stamp>> {
        let metadata = self.0.symlink_metadata(name)?;
        Ok(metadata.is_dir().then(|| stamp(&metadata)))
    }

    /// Opens the regular file of this name, and says what it was before any of it was read.
    pub(crate) fn file(&self, name: &OsStr) -> io::Result<(File, Stamp)> {
        let mut options = OpenOptions::new();
        options.read(true).follow(FollowSymlinks::No).nonblock(true);
        let file = self.0.open_with(name, &options)?;
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        Ok((file.into_std(), stamp(&metadata)))
    }
}

fn kind(file_type: FileType) -> Kind {
    if file_type.is_file() {
        Kind::File
    } else if file_type.is_dir() {
        Kind::Folder
    } else {
        Kind::Other
    }
}

fn stamp(metadata: &Metadata) -> Stamp {
    let (modified, changed) = times(metadata);
    Stamp { device: metadata.dev(), inode: metadata.ino(), size: metadata.len(), modified, changed }
}

#[cfg(unix)]
fn times(metadata: &Metadata) -> (i64, i64) {
    let time = |seconds: i64, rest: i64| seconds.saturating_mul(1_000_000_000).saturating_add(rest);
    (
        time(cap_std::fs::MetadataExt::mtime(metadata), cap_std::fs::MetadataExt::mtime_nsec(metadata)),
        time(cap_std::fs::MetadataExt::ctime(metadata), cap_std::fs::MetadataExt::ctime_nsec(metadata)),
    )
}

/// Where the system has no time of the last change of anything, that of the making stands for it: another file under
/// the same name has another one.
#[cfg(not(unix))]
fn times(metadata: &Metadata) -> (i64, i64) {
    let since = |time: io::Result<cap_std::time::SystemTime>| {
        let age = time
            .ok()
            .and_then(|time| time.into_std().duration_since(std::time::UNIX_EPOCH).ok())
            .unwrap_or_default();
        i64::try_from(age.as_nanos()).unwrap_or(i64::MAX)
    };
    (since(metadata.modified()), since(metadata.created()))
}
