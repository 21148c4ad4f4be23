//! The journal of a commit: one file for each root, with all that is needed to finish the commit or to undo
//! it.
//!
//! The file lies in the user's state directory and is named by the root's device and inode. Whoever holds its
//! lock commits. Between commits it is empty. A commit writes down what it will do, then a mark, and only
//! then touches the workspace; it empties the file when all is done. A journal with a mark that nobody holds
//! is a commit that was cut short; one without a mark is a commit that had not begun to touch anything.

mod image;
mod read;
mod record;
mod write;

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::fault::state_failed;
use super::locks::{busy, lock_until};
use super::notice::Notice;
use super::platform::write_at;
use super::root::Root;
use super::version::Identity;
use crate::Failure;
use crate::private::{foreign, open_private_file, private_directory};

pub(super) use image::{Bulk, Patch, Side, patches};
pub(super) use read::{Contents, Unread};
pub(super) use record::{Edit, Entry, Header, Piece, Region};
pub(super) use write::Writer;

/// What every journal begins with; the number is that of the format.
const MAGIC: &[u8; 15] = b"toolhost jrnl 1";
/// The byte after that says where the commit is going.
const DIRECTION: u64 = MAGIC.len() as u64;
const FORWARD: u8 = b'>';
const BACKWARD: u8 = b'<';
/// Where the first frame begins.
const FRAMES: u64 = DIRECTION + 1;
/// Bytes of a frame before its fields: kind, length of the fields, length of the bulk.
const FRAME_HEAD: usize = 1 + 4 + 8;
/// Bytes of the digest at the end of a frame.
const FRAME_END: u64 = 16;

/// An entry, and where in the journal its bulk lies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Record {
    pub(super) entry: Entry,
    pub(super) at: u64,
    pub(super) length: u64,
}

/// The journal of one root, held.
pub(super) struct Journal {
    pub(super) file: File,
    path: PathBuf,
    durable: bool,
}

impl Journal {
    /// Where the journal of a root lies.
    pub(super) fn path(state: &Path, root: Identity) -> PathBuf {
        state.join("journals").join(format!("{:x}-{:x}.journal", root.device, root.inode))
    }

    /// Opens and locks the journal of a root. What lies in its place and is not this user's is put aside.
    ///
    /// # Errors
    /// `timed_out` where another commit holds it until `deadline`; a state directory that cannot be used.
    pub(super) fn take(
        state: &Path,
        root: &Root,
        durable: bool,
        deadline: Instant,
        notices: &mut Vec<Notice>,
    ) -> Result<Journal, Failure> {
        let path = Journal::path(state, root.identity());
        let problem = |error: io::Error| state_failed(&path, &error);
        let folder = path.parent().unwrap_or(state);
        private_directory(folder).map_err(problem)?;
        loop {
            if let Some(reason) = not_ours(&path) {
                notices.push(put_aside(&path, reason).map_err(problem)?);
            }
            let (file, made) = open_private_file(&path).map_err(problem)?;
            if !lock_until(&file, deadline).map_err(problem)? {
                return Err(busy(&root.path.display().to_string()));
            }
            if made && durable {
                sync_folders(&[folder, state]).map_err(problem)?;
            }
            // Another host may have put the file aside while this one waited for it.
            if is_at(&file, &path) && not_ours(&path).is_none() {
                return Ok(Journal { file, path, durable });
            }
            if Instant::now() >= deadline {
                return Err(busy(&root.path.display().to_string()));
            }
        }
    }

    /// Whether there is no commit in it.
    pub(super) fn is_empty(&self) -> io::Result<bool> {
        Ok(self.file.metadata()?.len() == 0)
    }

    /// Notes that the commit is being undone from here on.
    pub(super) fn turn_back(&self) -> io::Result<()> {
        write_at(&self.file, DIRECTION, &[BACKWARD])?;
        self.sync()
    }

    /// Ends the commit.
    pub(super) fn clear(&self) -> io::Result<()> {
        self.file.set_len(0)?;
        self.sync()
    }

    /// Puts the file aside, for a person to look at, and begins anew.
    pub(super) fn reject(&self, reason: String) -> io::Result<Notice> {
        put_aside(&self.path, reason)
    }

    /// A new file beside the journal, for bytes that could not be put where they belong.
    pub(super) fn keep(&self, tag: u64, index: usize) -> io::Result<(File, PathBuf)> {
        let path = self.path.with_extension(format!("{tag:016x}-{index}.after"));
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok((crate::private::private_file(&path)?, path)),
        }
    }

    /// The failure of a journal that could not be used.
    pub(super) fn failed(&self, error: &io::Error) -> Failure {
        state_failed(&self.path, error)
    }

    fn sync(&self) -> io::Result<()> {
        if self.durable { self.file.sync_data() } else { Ok(()) }
    }
}

/// Brings names of files to the disk. On Windows a folder cannot be synced, and need not be.
fn sync_folders(folders: &[&Path]) -> io::Result<()> {
    if cfg!(unix) { folders.iter().try_for_each(|folder| File::open(folder)?.sync_all()) } else { Ok(()) }
}

/// Why what lies at the path is no file of this user's alone, if that is so.
fn not_ours(path: &Path) -> Option<String> {
    let metadata = fs::symlink_metadata(path).ok()?;
    if metadata.is_symlink() {
        return Some("it is a symbolic link".to_owned());
    }
    if !metadata.is_file() {
        return Some("it is no file".to_owned());
    }
    foreign(&metadata)
}

fn put_aside(path: &Path, reason: String) -> io::Result<Notice> {
    let number = getrandom::u32().map_err(io::Error::other)?;
    let aside = path.with_extension(format!("{number:08x}.rejected"));
    fs::rename(path, &aside)?;
    Ok(Notice::Rejected { journal: aside, reason })
}

/// Whether the open file is the one at the path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (file.metadata(), fs::symlink_metadata(path)) {
        (Ok(open), Ok(named)) => (open.dev(), open.ino()) == (named.dev(), named.ino()),
        _ => false,
    }
}

/// A file that is open cannot be renamed there.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

#[cfg(test)]
#[path = "journal_tests.rs"]
mod tests;
