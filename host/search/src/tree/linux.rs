//! Folders and files on Linux: the kernel itself keeps a path beneath a handle.

use std::ffi::{CStr, OsStr, OsString};
use std::fs::File;
use std::io::{self, ErrorKind, Write};
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

/// File systems that change a folder's times with every change of its names, by the numbers that they are known by
/// (`linux/magic.h`, and each one's own sources where it is not there).
const TELLING: [u32; 9] = [
    0xef53,      // ext2, ext3, ext4
    0x5846_5342, // xfs
    0x9123_683e, // btrfs
    0x0102_1994, // tmpfs
    0x8584_58f6, // ramfs
    0x794c_7630, // overlay
    0xf2f5_2010, // f2fs
    0x2fc1_2fc1, // zfs
    0xca45_1a4e, // bcachefs
];

/// Bytes of two names with what stands between and behind them; no file system has names of more than 255 bytes.
const MAX_NAMES: usize = 512;

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
            Err(Errno::LOOP) => Err(ErrorKind::NotFound.into()),
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

    /// What the folder itself is now.
    pub(crate) fn own_stamp(&self) -> io::Result<Stamp> {
        Ok(stamp(&rustix::fs::fstat(&self.0)?))
    }

    /// Whether its file system gives a folder other times whenever a name in it comes, goes or means something else.
    /// Those that are made up as they are looked at, and many that stand for something far away, do not.
    pub(crate) fn tells_changes(&self) -> bool {
        rustix::fs::fstatfs(&self.0).is_ok_and(|system| TELLING.contains(&(system.f_type as u32)))
    }

    /// What stands at a name; a link is not followed.
    pub(crate) fn kind(&self, name: &OsStr) -> io::Result<Kind> {
        Ok(kind(FileType::from_raw_mode(self.look(name)?.st_mode)))
    }

    /// What the file of this name is now; none where there is no regular file.
    pub(crate) fn stamp(&self, name: &OsStr) -> io::Result<Option<Stamp>> {
        of_kind(self.look(name)?, FileType::RegularFile)
    }

    /// The same for a file in the folder of a name. Where that has become a link, it says what is behind it.
    pub(crate) fn stamp_in(&self, folder: &OsStr, name: &OsStr) -> io::Result<Option<Stamp>> {
        let mut path = [0; MAX_NAMES];
        let parts = [folder.as_bytes(), b"/", name.as_bytes(), b"\0"];
        let mut rest = &mut path[..];
        for part in parts {
            rest.write_all(part)?;
        }
        let path = CStr::from_bytes_until_nul(&path).map_err(|_| ErrorKind::InvalidInput)?;
        let stat = rustix::fs::statat(&self.0, path, AtFlags::SYMLINK_NOFOLLOW)?;
        of_kind(stat, FileType::RegularFile)
    }

    /// What the folder of this name is now; none where there is no folder.
    pub(crate) fn folder_stamp(&self, name: &OsStr) -> io::Result<Option<Stamp>> {
        of_kind(self.look(name)?, FileType::Directory)
    }

    /// Opens the regular file of this name, and says what it was before any of it was read.
    pub(crate) fn file(&self, name: &OsStr) -> io::Result<(File, Stamp)> {
        let file = match rustix::fs::openat(&self.0, name, FILE, Mode::empty()) {
            // A link, and a socket or a FIFO: no regular file has this name.
            Err(Errno::LOOP | Errno::NXIO) => return Err(ErrorKind::NotFound.into()),
            opened => opened?,
        };
        let stat = rustix::fs::fstat(&file)?;
        if FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile {
            return Err(ErrorKind::InvalidInput.into());
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

fn of_kind(stat: Stat, wanted: FileType) -> io::Result<Option<Stamp>> {
    Ok((FileType::from_raw_mode(stat.st_mode) == wanted).then(|| stamp(&stat)))
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
