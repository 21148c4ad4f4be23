//! Folders and files on Linux: the kernel itself keeps a path beneath a handle.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;

use rustix::fs::{AtFlags, FileType, Mode, OFlags, RawDir, ResolveFlags, Stat};
use rustix::io::Errno;

use super::{ASKED, Entry, Kind};
use crate::place::Place;
use crate::stamp::Stamp;

const FOLDER: OFlags = OFlags::DIRECTORY.union(OFlags::RDONLY).union(OFlags::CLOEXEC).union(OFlags::NOFOLLOW);
/// A FIFO that took the place of a file does not block, a terminal does not become ours.
const FILE: OFlags = OFlags::RDONLY
    .union(OFlags::CLOEXEC)
    .union(OFlags::NOFOLLOW)
    .union(OFlags::NONBLOCK)
    .union(OFlags::NOCTTY);

/// A folder, held open.
pub(crate) struct Folder(OwnedFd);

impl Folder {
    /// The folder of a handle, which may be one for paths only.
    pub(crate) fn new(handle: File) -> io::Result<Folder> {
        Ok(Folder(OwnedFd::from(handle)))
    }

    /// A folder anywhere, by its absolute path; links are followed.
    pub(crate) fn anywhere(path: &Path) -> io::Result<Folder> {
        Ok(Folder(rustix::fs::open(path, FOLDER.difference(OFlags::NOFOLLOW), Mode::empty())?))
    }

    /// The folder at a place beneath this one, through no link.
    pub(crate) fn open(&self, place: &Place) -> io::Result<Folder> {
        if place.is_root() {
            return Ok(Folder(rustix::fs::openat(&self.0, ".", FOLDER, Mode::empty())?));
        }
        let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS;
        match rustix::fs::openat2(&self.0, place.bytes(), FOLDER, Mode::empty(), resolve) {
            Ok(handle) => Ok(Folder(handle)),
            // Old kernels and some sandboxes do not have the call, and no call takes a path of more than 4 KiB.
            Err(Errno::NOSYS | Errno::PERM | Errno::NAMETOOLONG | Errno::AGAIN) => self.descend(place),
            // A link on the way: no folder is at this place.
            Err(Errno::LOOP) => Err(io::ErrorKind::NotFound.into()),
            Err(error) => Err(error.into()),
        }
    }

    /// The same, name by name.
    pub(super) fn descend(&self, place: &Place) -> io::Result<Folder> {
        let mut here = rustix::fs::openat(&self.0, ".", FOLDER, Mode::empty())?;
        for name in place.names() {
            here = rustix::fs::openat(&here, name, FOLDER, Mode::empty())?;
        }
        Ok(Folder(here))
    }

    /// Every name in it, in no order; some where `go_on` says no meanwhile.
    pub(crate) fn entries(&self, go_on: &dyn Fn() -> bool) -> io::Result<Vec<Entry>> {
        let mut entries = Vec::new();
        let mut buffer = Vec::with_capacity(32 << 10);
        let mut listing = RawDir::new(&self.0, buffer.spare_capacity_mut());
        while let Some(entry) = listing.next() {
            if entries.len() % ASKED == ASKED - 1 && !go_on() {
                break;
            }
            let entry = entry?;
            let name = entry.file_name().to_bytes();
            if name == b"." || name == b".." {
                continue;
            }
            let kind = match entry.file_type() {
                FileType::Unknown => match self.look(OsStr::from_bytes(name)) {
                    Ok(stat) => kind(FileType::from_raw_mode(stat.st_mode)),
                    Err(_) => continue,
                },
                known => kind(known),
            };
            entries.push(Entry { name: OsString::from_vec(name.to_vec()), kind });
        }
        Ok(entries)
    }

    /// What stands at a name; a link is not followed.
    pub(crate) fn kind(&self, name: &OsStr) -> io::Result<Kind> {
        Ok(kind(FileType::from_raw_mode(self.look(name)?.st_mode)))
    }

    /// What the file of this name is now; none where there is no regular file.
    pub(crate) fn stamp(&self, name: &OsStr) -> io::Result<Option<Stamp>> {
        let stat = self.look(name)?;
        Ok((FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile).then(|| stamp(&stat)))
    }

    /// Opens the regular file of this name, and says what it was before any of it was read.
    pub(crate) fn file(&self, name: &OsStr) -> io::Result<(File, Stamp)> {
        let file = match rustix::fs::openat(&self.0, name, FILE, Mode::empty()) {
            // A link, and a socket or a FIFO: no regular file has this name.
            Err(Errno::LOOP | Errno::NXIO) => return Err(io::ErrorKind::NotFound.into()),
            opened => opened?,
        };
        let stat = rustix::fs::fstat(&file)?;
        if FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        Ok((File::from(file), stamp(&stat)))
    }

    fn look(&self, name: &OsStr) -> io::Result<Stat> {
        Ok(rustix::fs::statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW)?)
    }
}

fn kind(file_type: FileType) -> Kind {
    match file_type {
        FileType::RegularFile => Kind::File,
        FileType::Directory => Kind::Folder,
        _ => Kind::Other,
    }
}

fn stamp(stat: &Stat) -> Stamp {
    let time = |seconds: i64, rest: u64| {
        seconds.saturating_mul(1_000_000_000).saturating_add(i64::try_from(rest).unwrap_or_default())
    };
    Stamp {
        device: stat.st_dev,
        inode: stat.st_ino,
        size: u64::try_from(stat.st_size).unwrap_or_default(),
        modified: time(stat.st_mtime, stat.st_mtime_nsec),
        changed: time(stat.st_ctime, stat.st_ctime_nsec),
    }
}
