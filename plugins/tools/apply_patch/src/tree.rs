//! The files that a patch is planned against and committed to. In the component they are the host's workspace, in
//! tests a table in memory.

use toolhost_plugin::Failure;

/// What stands at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// A symbolic link: any among entries, one that leads nowhere elsewhere.
    Symlink,
    /// A device, a pipe, a socket.
    Other,
}

/// What is known of a path without reading it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metadata {
    /// What stands there.
    pub kind: Kind,
    /// Bytes of a file.
    pub size: u64,
    /// Whether no patch may change it.
    pub protected: bool,
    /// The path behind all links, relative to the root, with `/`.
    pub resolved: String,
    /// Changes when the file does.
    pub version: String,
    /// The link itself, where the last name of the path is one's.
    pub link: Option<Link>,
}

/// A symbolic link that was not followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Where it lies, behind the links above it, relative to the root, with `/`.
    pub place: String,
    /// Changes when the link does. It is removed by this version.
    pub version: String,
}

/// A whole file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The version that was read.
    pub version: String,
}

/// Bytes of a file that are replaced. Offsets are those of the file before the change; splices of one file are in
/// order and do not overlap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Splice {
    /// Where.
    pub offset: u64,
    /// How many bytes leave.
    pub remove: u64,
    /// The bytes that enter.
    pub insert: Vec<u8>,
}

/// One change of a commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// A new file, with its missing directories.
    Create {
        /// Where.
        path: String,
        /// All of it.
        content: Vec<u8>,
    },
    /// Bytes of a file.
    Edit {
        /// Which file.
        path: String,
        /// The version that the splices are of.
        version: String,
        /// Never empty.
        splices: Vec<Splice>,
    },
    /// A file goes, or a link itself, wherever it leads.
    Remove {
        /// Which file or link.
        path: String,
        /// The version that goes.
        version: String,
    },
    /// A file moves, perhaps with other bytes. A link does not.
    Rename {
        /// Which file.
        path: String,
        /// The version that moves.
        version: String,
        /// Where to.
        to: String,
        /// Bytes that change; empty where it only moves.
        splices: Vec<Splice>,
    },
}

/// Files that can be looked at. Paths are relative to the folder, or absolute beneath the root; an implementation refuses
/// those that lead outside.
pub trait Tree {
    /// Where relative paths start, from the root; empty for the root itself, as in every tree that says nothing else.
    ///
    /// # Errors
    /// What the tree refuses or fails at.
    fn folder(&self) -> Result<String, Failure> {
        Ok(String::new())
    }

    /// What stands at a path, links followed; none where nothing does.
    ///
    /// # Errors
    /// What the tree refuses or fails at.
    fn stat(&self, path: &str) -> Result<Option<Metadata>, Failure>;

    /// A whole file.
    ///
    /// # Errors
    /// What the tree refuses or fails at.
    fn read(&self, path: &str) -> Result<Content, Failure>;

    /// Names in a directory with what stands there, links not followed; the empty path is the folder.
    ///
    /// # Errors
    /// What the tree refuses or fails at.
    fn entries(&self, path: &str) -> Result<Vec<(String, Kind)>, Failure>;
}

/// Files that can be changed.
pub trait Store: Tree {
    /// Makes all of `changes`, in their order, or none.
    ///
    /// # Errors
    /// [`CONFLICT`](crate::refusal::CONFLICT) where a version is no longer the file's; what the store refuses or
    /// fails at.
    fn commit(&mut self, changes: Vec<Change>) -> Result<(), Failure>;
}
