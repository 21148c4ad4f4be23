//! Reading: files, ranges of them, folders.

use std::io;

use super::Workspace;
use super::fault::{failed, refused};
use super::open::{Access, open_file, wanted_file};
use super::overlay::Overlay;
use super::path::Written;
use super::platform::{mode, read_at};
use super::version::{Digest, Seen, Stamp, Version};
use super::walk::{At, Found, Last, Walk, absent};
use crate::Failure;

/// Names that one folder may have to be listed.
const MAX_ENTRIES: usize = 100_000;

/// What stands at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// A symbolic link: any in a list of entries, one that leads to nothing elsewhere.
    Symlink,
    /// A FIFO, a socket, a device.
    Other,
}

/// What is known of a path without reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Metadata {
    /// What stands there, after links.
    pub kind: Kind,
    /// Bytes of a file; of anything else what the file system says.
    pub size: u64,
    /// Whether somebody may execute it.
    pub executable: bool,
    /// Whether commits leave it alone.
    pub protected: bool,
    /// The path after links, relative to the root; `.` for the root itself.
    pub resolved: String,
    /// Changes when the file does. A commit takes it where nothing depends on what the file holds.
    pub version: String,
    /// The link itself, where the last name of the path is one's.
    pub link: Option<Link>,
}

/// A symbolic link that was not followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// Where it lies, after the links above it, relative to the root.
    pub place: String,
    /// Changes when the link does. It is removed by this version.
    pub version: String,
}

/// One name in a folder.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// The name; what is not UTF-8 in it is replaced, and such a name cannot be opened.
    pub name: String,
    /// What stands there; a link is not followed.
    pub kind: Kind,
}

/// Bytes that were read, and the version that they are of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chunk {
    /// The bytes.
    pub data: Vec<u8>,
    /// What a change of the file is made against.
    pub version: String,
}

impl Workspace {
    /// What stands at a path; none where nothing does.
    ///
    /// # Errors
    /// A path that leads out of the workspace, through a file or through a link to nothing; the system's
    /// refusal.
    pub fn stat(&self, path: &str) -> Result<Option<Metadata>, Failure> {
        let mut walk = Walk::new(&self.root);
        let written = Written::read(path, &self.root.names())?;
        let found = walk.find(&written, Last::Follow, &Overlay::default())?;
        let (kind, metadata) = match &found.at {
            At::Nothing | At::Promised(_) => return Ok(None),
            At::Folder(folder) => {
                let metadata = folder.dir.dir_metadata();
                (Kind::Directory, metadata.map_err(|error| failed(path, "looked at", &error))?)
            }
            At::File(metadata) => (Kind::File, metadata.clone()),
            At::Other(metadata) => (Kind::Other, metadata.clone()),
            At::Link(metadata) => (Kind::Symlink, metadata.clone()),
            At::Dangling(_) => {
                let Some((_, metadata)) = &found.link else { return Ok(None) };
                (Kind::Symlink, metadata.clone())
            }
        };
        let link = found.link.as_ref().map(|(place, metadata)| Link {
            place: place.to_string(),
            version: Version::new(Stamp::of(metadata), Seen::Stamp).to_string(),
        });
        let stamp = Stamp::of(&metadata);
        let protection = self.protection.check(&mut walk, &written, &found.place, Some(stamp.identity));
        Ok(Some(Metadata {
            kind,
            size: metadata.len(),
            executable: mode(&metadata) & 0o111 != 0,
            protected: protection.is_err(),
            resolved: found.place.to_string(),
            version: Version::new(stamp, Seen::Stamp).to_string(),
            link,
        }))
    }

    /// A whole file, and its version.
    ///
    /// # Errors
    /// `limit_exceeded` where it is larger than `max_read_bytes`; what is no file; the system's refusal.
    pub fn read(&self, path: &str) -> Result<Chunk, Failure> {
        let (file, stamp) = self.open_at(path)?;
        let limit = self.settings.max_read_bytes;
        let too_large = |size: u64| {
            let message = format!("`{path}` is {size} bytes long; at most {limit} are read at once");
            refused("limit_exceeded", path, message).hint("Read a range of it.").detail("size", size)
        };
        if stamp.size > limit {
            return Err(too_large(stamp.size));
        }
        let data = read_to_end(&file, stamp.size, limit).map_err(|error| failed(path, "read", &error))?;
        if data.len() as u64 > limit {
            return Err(too_large(data.len() as u64));
        }
        let stamp = Stamp { size: data.len() as u64, ..stamp };
        let version = Version::new(stamp, Seen::Whole(Digest::of(&data))).to_string();
        Ok(Chunk { data, version })
    }

    /// Bytes of a file from `offset` on, fewer than `length` at its end, and the version that they are of: a
    /// change that is made against it is refused when anything about the file has changed.
    ///
    /// # Errors
    /// `limit_exceeded` where more than `max_read_bytes` are asked for; otherwise as [`Workspace::read`].
    pub fn read_range(&self, path: &str, offset: u64, length: u32) -> Result<Chunk, Failure> {
        let (file, stamp) = self.open_at(path)?;
        let limit = self.settings.max_read_bytes;
        let length = u64::from(length).min(stamp.size.saturating_sub(offset));
        if length > limit {
            let message =
                format!("{length} bytes of `{path}` were asked for; at most {limit} are read at once");
            return Err(refused("limit_exceeded", path, message).hint("Read a shorter range."));
        }
        let mut data = vec![0; usize::try_from(length).unwrap_or(usize::MAX)];
        let count = read_at(&file, offset, &mut data).map_err(|error| failed(path, "read", &error))?;
        data.truncate(count);
        let seen = Seen::Range { offset, length: count as u64, digest: Digest::of(&data) };
        Ok(Chunk { version: Version::new(stamp, seen).to_string(), data })
    }

    /// The names in a folder, sorted.
    ///
    /// # Errors
    /// What is no folder; `limit_exceeded` where it has more than 100,000 names; the system's refusal.
    pub fn entries(&self, path: &str) -> Result<Vec<Entry>, Failure> {
        let mut walk = Walk::new(&self.root);
        let found = self.find(&mut walk, path)?;
        let At::Folder(folder) = &found.at else {
            return Err(match found.at {
                At::Nothing => absent(path),
                _ => refused("invalid_argument", path, format!("`{path}` is not a directory")),
            });
        };
        let listed = || -> io::Result<Vec<Entry>> {
            let entries = folder.dir.entries()?.take(MAX_ENTRIES + 1);
            entries.map(|entry| entry.and_then(|entry| named(&entry))).collect()
        };
        let mut entries = listed().map_err(|error| failed(path, "listed", &error))?;
        if entries.len() > MAX_ENTRIES {
            let message = format!("`{path}` has more than {MAX_ENTRIES} entries");
            return Err(refused("limit_exceeded", path, message));
        }
        entries.sort();
        Ok(entries)
    }

    fn find(&self, walk: &mut Walk<'_>, path: &str) -> Result<Found, Failure> {
        let written = Written::read(path, &self.root.names())?;
        walk.find(&written, Last::Follow, &Overlay::default())
    }

    fn open_at(&self, path: &str) -> Result<(std::fs::File, Stamp), Failure> {
        let mut walk = Walk::new(&self.root);
        let found = self.find(&mut walk, path)?;
        let (parent, _) = wanted_file(path, &found)?;
        let (file, metadata) = open_file(&parent, found.place.name(), Access::Read)
            .map_err(|error| failed(path, "read", &error))?;
        Ok((file, Stamp::of(&metadata)))
    }
}

fn named(entry: &cap_std::fs::DirEntry) -> io::Result<Entry> {
    let kind = entry.file_type()?;
    let kind = if kind.is_file() {
        Kind::File
    } else if kind.is_dir() {
        Kind::Directory
    } else if kind.is_symlink() {
        Kind::Symlink
    } else {
        Kind::Other
    };
    Ok(Entry { name: entry.file_name().to_string_lossy().into_owned(), kind })
}

/// Reads a file that has this size, or had it a moment ago; more than the limit is not looked at.
fn read_to_end(file: &std::fs::File, size: u64, limit: u64) -> io::Result<Vec<u8>> {
    let at_most = usize::try_from(limit.saturating_add(1)).unwrap_or(usize::MAX);
    let mut data = Vec::new();
    // One byte more than there should be, so that the end is seen at once.
    let mut wanted = usize::try_from(size).unwrap_or(usize::MAX).saturating_add(1).min(at_most);
    loop {
        let start = data.len();
        data.resize(wanted, 0);
        let count = read_at(file, start as u64, &mut data[start..])?;
        data.truncate(start + count);
        if data.len() < wanted || wanted == at_most {
            return Ok(data);
        }
        wanted = wanted.saturating_mul(2).min(at_most);
    }
}
