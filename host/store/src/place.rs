//! The file and what lies beside it: making it, moving it aside, and which one it is.
//!
//! A file of SQLite is never opened here but by SQLite: to close any other handle of it would give up the locks that
//! this process has on it.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use crate::error::Error;

/// How often and how long a lock is waited for. It is held for a few file operations, unless its holder is stopped.
const LOCK_TRIES: u32 = 100;
const LOCK_PAUSE: Duration = Duration::from_millis(10);

/// The path with a folder that has no links in it, so that SQLite can be told to follow none at all.
pub(crate) fn resolve(path: &Path) -> Result<PathBuf, Error> {
    let unusable = |reason: &str| Error::Unusable { path: path.to_owned(), reason: reason.to_owned() };
    let name = path.file_name().ok_or_else(|| unusable("the path has no file name"))?;
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let folder = folder.canonicalize().map_err(|error| unusable(&format!("its folder: {error}")))?;
    Ok(folder.join(name))
}

/// `path` with `suffix` at the end of its name.
pub(crate) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

/// Which file is at a path: it changes when another takes its place. `None` where there is none, or no telling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Identity(Option<(u64, u64)>);

/// Looks which file is at `path`, in about a microsecond. On Windows a file in use stays where it is.
pub(crate) fn identity(path: &Path) -> Identity {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        Identity(fs::symlink_metadata(path).ok().map(|metadata| (metadata.dev(), metadata.ino())))
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        Identity(None)
    }
}

/// Whether something is at `path`, be it a link to nowhere.
pub(crate) fn exists(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

/// The right to make the file or to move it. It goes with the handle, and with the process.
#[derive(Debug)]
pub(crate) struct Lock(#[expect(dead_code, reason = "holding it is its use")] File);

/// Waits for that right, for a second at most.
pub(crate) fn lock(path: &Path) -> Result<Lock, Error> {
    let mut options = OpenOptions::new();
    options.write(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(beside(path, ".lock")).map_err(|error| Error::io(path, &error))?;
    for _ in 0..LOCK_TRIES {
        match file.try_lock() {
            Ok(()) => return Ok(Lock(file)),
            Err(TryLockError::WouldBlock) => thread::sleep(LOCK_PAUSE),
            Err(TryLockError::Error(error)) => return Err(Error::io(path, &error)),
        }
    }
    Err(Error::Busy { path: path.to_owned() })
}

/// Makes the file: `fill` gets the path of an empty one, readable by its owner only, which then takes its place
/// whole. Others never see it half made.
pub(crate) fn make(
    path: &Path,
    _lock: &Lock,
    fill: impl FnOnce(&Path) -> Result<(), Error>,
) -> Result<(), Error> {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
        return Err(Error::Unusable {
            path: path.to_owned(),
            reason: "the path has no file name".to_owned(),
        });
    };
    // What belonged to a file that is gone would be taken for changes of the new one.
    for suffix in ["-wal", "-shm"] {
        remove(&beside(path, suffix)).map_err(|error| Error::io(path, &error))?;
    }
    let fresh = tempfile::Builder::new()
        .prefix(name)
        .suffix(".new")
        .tempfile_in(folder)
        .map_err(|error| Error::io(path, &error))?
        .into_temp_path();
    fill(&fresh)?;
    fresh.persist_noclobber(path).map_err(|error| Error::io(path, &error.error))
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Moves the file out of the way, in the place of one that was moved earlier. What belongs to it goes first: left
/// behind, it would be taken for changes of the next file.
pub(crate) fn put_aside(path: &Path, _lock: &Lock) -> io::Result<PathBuf> {
    let aside = beside(path, ".damaged");
    remove(&beside(path, "-shm"))?;
    match fs::rename(beside(path, "-wal"), beside(&aside, "-wal")) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => remove(&beside(&aside, "-wal"))?,
        other => other?,
    }
    fs::rename(path, &aside)?;
    Ok(aside)
}

/// Takes the file from everybody but its owner, if somebody gave it to them.
pub(crate) fn close_to_others(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mut permissions = fs::symlink_metadata(path)?.permissions();
        if permissions.mode() & 0o077 != 0 {
            permissions.set_mode(0o600);
            fs::set_permissions(path, permissions)?;
        }
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}
