//! All in which a call with a host of its own could differ from the same call elsewhere.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fmt::Write as _;
use std::path::Path;

use sha2::{Digest, Sha256};

/// The first bytes of what is hashed. Another number when the words of the socket, or what counts, have changed.
const FORMAT: &[u8] = b"toolhost standing by 1";

/// Bytes of a digest that name a socket: its path must fit into about 100 bytes, and nobody looks for a second text of
/// the same digest, since whoever can make sockets in the folder is the user.
const NAMED: usize = 16;

/// Variables that differ between two calls of the same shell without a difference for either. A shell sets each of them
/// itself when it runs a command.
const WITHOUT_MEANING: [&str; 3] = ["_", "OLDPWD", "SHLVL"];

/// The working directory as the shell has it.
const SHOWN_DIRECTORY: &str = "PWD";

/// Variables with paths that start from the working directory where they are not absolute.
const PATHS: [&str; 4] = ["HOME", "PATH", "SHELL", "TOOLHOST_CONFIG"];

/// What a process has from the system: names and values.
pub type Facts = Vec<(String, Vec<u8>)>;

/// A file of a program, as far as a look at it tells it from every other and from a later one of its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramFile {
    /// The device that it is on.
    pub device: u64,
    /// Its number there.
    pub inode: u64,
    /// Its length in bytes.
    pub size: u64,
    /// When it was last written, in seconds since 1970 and nanoseconds.
    pub modified: (i64, i64),
}

#[cfg(unix)]
impl From<&std::fs::Metadata> for ProgramFile {
    fn from(metadata: &std::fs::Metadata) -> ProgramFile {
        use std::os::unix::fs::MetadataExt;
        ProgramFile {
            device: metadata.dev(),
            inode: metadata.ino(),
            size: metadata.size(),
            modified: (metadata.mtime(), metadata.mtime_nsec()),
        }
    }
}

/// What a call depends on beside the files of its configuration, which the host watches itself.
#[derive(Debug, Clone, Copy)]
pub struct Circumstances<'a> {
    /// The program of the host.
    pub program: &'a ProgramFile,
    /// The folder that the call works in, without links.
    pub workspace: &'a Path,
    /// The working directory, without links. It counts where something is relative to it.
    pub directory: &'a Path,
    /// The environment, in any order.
    pub variables: &'a [(OsString, OsString)],
    /// What the process has from the system.
    pub facts: &'a [(String, Vec<u8>)],
}

/// The name of circumstances: two processes have the same one when nothing that counts differs.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Mark(String);

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Circumstances<'_> {
    /// Their name.
    #[must_use]
    pub fn mark(&self) -> Mark {
        let mut text = Text(Sha256::new());
        text.field(FORMAT);
        let ProgramFile { device, inode, size, modified: (seconds, nanoseconds) } = self.program;
        for number in [*device, *inode, *size] {
            text.field(&number.to_le_bytes());
        }
        for number in [*seconds, *nanoseconds] {
            text.field(&number.to_le_bytes());
        }
        text.path(self.workspace);
        let variables = self.counted();
        text.pairs(variables.iter().map(|(name, value)| (name.as_encoded_bytes(), value.as_encoded_bytes())));
        let is_relative = variables.iter().any(|(name, value)| is_relative(name, value));
        text.pairs(is_relative.then(|| (&b"directory"[..], self.directory.as_os_str().as_encoded_bytes())));
        let facts: BTreeSet<_> = self.facts.iter().collect();
        text.pairs(facts.iter().map(|(name, value)| (name.as_bytes(), value.as_slice())));
        let digest = text.0.finalize();
        let mut name = String::new();
        for byte in digest.iter().take(NAMED) {
            let _ = write!(name, "{byte:02x}");
        }
        Mark(name)
    }

    /// The variables that count, sorted.
    fn counted(&self) -> BTreeSet<(&OsStr, &OsStr)> {
        let variables = self.variables.iter().map(|(name, value)| (name.as_os_str(), value.as_os_str()));
        variables.filter(|(name, value)| !self.is_without_meaning(name, value)).collect()
    }

    fn is_without_meaning(&self, name: &OsStr, value: &OsStr) -> bool {
        // A shell takes the shown directory over where that leads to its own through a link, and shows it to its
        // commands; one without links it finds by itself.
        WITHOUT_MEANING.iter().any(|known| name == *known)
            || name == SHOWN_DIRECTORY && value == self.directory.as_os_str()
    }
}

/// Whether a variable has a path that starts from the working directory.
fn is_relative(name: &OsStr, value: &OsStr) -> bool {
    if !PATHS.iter().any(|known| name == *known) || value.is_empty() && name != "PATH" {
        return false;
    }
    if name == "PATH" {
        return std::env::split_paths(value).any(|folder| !folder.is_absolute());
    }
    !Path::new(value).is_absolute()
}

/// Bytes that are hashed, each with its length before it, so that no two lists of them are the same text.
struct Text(Sha256);

impl Text {
    fn number(&mut self, number: usize) {
        self.0.update((number as u64).to_le_bytes());
    }

    fn field(&mut self, bytes: &[u8]) {
        self.number(bytes.len());
        self.0.update(bytes);
    }

    fn path(&mut self, path: &Path) {
        self.field(path.as_os_str().as_encoded_bytes());
    }

    fn pairs<'a>(&mut self, pairs: impl IntoIterator<Item = (&'a [u8], &'a [u8])>) {
        let pairs: Vec<_> = pairs.into_iter().collect();
        self.number(pairs.len());
        for (name, value) in pairs {
            self.field(name);
            self.field(value);
        }
    }
}

#[cfg(test)]
#[path = "circumstances_tests.rs"]
mod tests;
