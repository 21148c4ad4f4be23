//! A workspace: one folder, held open, and what may be done beneath it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use cap_std::ambient_authority;
use cap_std::fs::Dir;
use tokio::sync::RwLock;

use super::changes::ChangeSet;
use super::fault::{failed, state_failed};
use super::locks::Locks;
use super::notice::Notice;
use super::protect::Protection;
use super::version::Identity;
use super::walk::Folder;
use crate::Failure;
use crate::private::{foreign, private_directory};

/// How a workspace is kept. There is no default: whoever opens one decides.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The folder in the user's state directory for journals and locks. All hosts of a user share it.
    pub state: PathBuf,
    /// Absolute paths that no commit touches, nor anything below them: the active configuration, toolhost's
    /// own folders. The state directory is always one of them.
    pub protected: Vec<PathBuf>,
    /// Bytes that one read may return.
    pub max_read_bytes: u64,
    /// Bytes that one change set may hold.
    pub max_change_bytes: u64,
    /// How long a commit waits for others to end; an hour at most.
    pub lock_wait: Duration,
    /// Whether a commit survives a loss of power from the moment on that it is reported. Without it, it still
    /// survives the end of the host at any point.
    pub durable: bool,
}

/// The folder that all paths are beneath.
pub(super) struct Root {
    pub(super) folder: Arc<Folder>,
    /// Without links.
    pub(super) path: PathBuf,
    /// As it was given.
    pub(super) given: PathBuf,
    /// Nanoseconds since 1970 of its making, where the file system knows: another folder may get its inode.
    pub(super) born: Option<u64>,
}

impl Root {
    fn open(given: &Path) -> io::Result<Root> {
        let path = fs::canonicalize(given)?;
        let dir = Dir::open_ambient_dir(&path, ambient_authority())?;
        let made = dir.dir_metadata()?.created().ok();
        let age = made.and_then(|made| made.into_std().duration_since(UNIX_EPOCH).ok());
        Ok(Root {
            folder: Arc::new(Folder::new(dir)?),
            path,
            given: given.to_owned(),
            born: age.and_then(|age| u64::try_from(age.as_nanos()).ok()),
        })
    }

    /// The paths by which it is known.
    pub(super) fn names(&self) -> [&Path; 2] {
        [&self.path, &self.given]
    }

    pub(super) fn identity(&self) -> Identity {
        self.folder.identity
    }
}

/// One folder of files. Reads see what is on disk; every change goes through [`Workspace::commit`].
pub struct Workspace {
    pub(super) root: Root,
    pub(super) settings: Settings,
    pub(super) locks: Locks,
    /// What no commit touches, as it was when the workspace was opened: good enough to tell of, and looked up anew by
    /// each commit.
    pub(super) protection: Protection,
    /// Held by each commit that has begun and may have nobody who waits for it.
    pub(super) under_way: Arc<RwLock<()>>,
}

impl Workspace {
    /// Opens the folder, and finishes or undoes what a host left half done there ([`Workspace::recover`]);
    /// the notices tell of that. A commit that another host is about to make is left alone.
    ///
    /// # Errors
    /// A root that is not a directory; a state directory that cannot be made, or that others can write.
    pub fn open(root: &Path, settings: Settings) -> Result<(Arc<Workspace>, Vec<Notice>), Failure> {
        let opened = Root::open(root).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => {
                Failure::new("not_found", format!("the workspace {} does not exist", root.display()))
            }
            _ => failed(root.display(), "opened as a workspace", &error),
        })?;
        let state = &settings.state;
        private_directory(state).map_err(|error| state_failed(state, &error))?;
        let metadata = fs::metadata(state).map_err(|error| state_failed(state, &error))?;
        if let Some(reason) = foreign(&metadata) {
            let message = format!("{} cannot hold journals: {reason}", state.display());
            return Err(Failure::new("denied", message).hint("It has to be the user's alone (mode 0700)."));
        }
        let locks = Locks::open(state).map_err(|error| state_failed(state, &error))?;
        let protection = Protection::look(&settings.protected);
        let workspace = Workspace { root: opened, settings, locks, protection, under_way: Arc::default() };
        let notices = workspace.recover().unwrap_or_else(|failure| vec![Notice::Stuck(failure)]);
        Ok((Arc::new(workspace), notices))
    }

    /// The folder itself, without links.
    pub fn root(&self) -> &Path {
        &self.root.path
    }

    /// The folder itself, opened. What is looked up through the handle is beneath the very folder that this
    /// workspace is, also if another one has taken its name since. It may be a handle for paths only.
    ///
    /// # Errors
    /// The system's, where no further handle can be had.
    pub fn handle(&self) -> io::Result<fs::File> {
        Ok(self.root.folder.dir.try_clone()?.into_std_file())
    }

    /// A change set without changes.
    pub fn change_set(&self) -> ChangeSet {
        ChangeSet::new(self.settings.max_change_bytes)
    }
}
