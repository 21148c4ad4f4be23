//! Commits that are stopped or refused at every step, against trees on a real disk.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![cfg(unix)]

mod damage;
mod random;
mod steps;

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tempfile::TempDir;

use super::commit::Committed;
use super::journal::Journal;
use super::watch::Watch;
use super::{Change, ChangeSet, Notice, Settings, Splice, Workspace};
use crate::{Failure, Gate};

/// Lets everything pass.
pub(super) struct Open;

#[async_trait::async_trait]
impl Gate for Open {
    async fn may_run(&self, _: &str, _: &str) -> Result<crate::Leave, Failure> {
        Ok(crate::Leave::plain())
    }

    fn may_mutate(&self, _: &[Change]) -> Result<(), Failure> {
        Ok(())
    }

    fn mutated(&self, _: &[Change]) {}
}

/// What happens at the step with this number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum At {
    /// The disk is full, this once.
    Fails(usize),
    /// The host ends.
    Ends(usize),
    /// Nothing happens.
    Never,
}

/// Counts steps, and has one of them fail or be the last.
struct Counting {
    at: At,
    portion: usize,
    count: AtomicUsize,
}

/// What a host that ends throws.
struct Ended;

impl Watch for Counting {
    fn step(&self) -> io::Result<()> {
        let count = self.count.fetch_add(1, Ordering::Relaxed);
        match self.at {
            At::Fails(number) if number == count => Err(io::ErrorKind::StorageFull.into()),
            At::Ends(number) if number == count => resume_unwind(Box::new(Ended)),
            _ => Ok(()),
        }
    }

    fn portion(&self) -> usize {
        self.portion
    }
}

/// A watch whose writes take a few bytes each, so that a step is in the middle of a file most often.
fn watch(at: At) -> Counting {
    Counting { at, portion: 7, count: AtomicUsize::new(0) }
}

/// A tree, a state directory, and a host.
struct Rig {
    folder: TempDir,
    workspace: Arc<Workspace>,
}

impl Rig {
    fn new(make: impl Fn(&Path)) -> Rig {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("ws");
        fs::create_dir(&root).unwrap();
        make(&root);
        let (workspace, notices) = Workspace::open(&root, settings(folder.path())).unwrap();
        assert_eq!(notices, []);
        Rig { folder, workspace }
    }

    fn root(&self) -> PathBuf {
        self.folder.path().join("ws")
    }

    fn journal(&self) -> PathBuf {
        Journal::path(&self.folder.path().join("state"), self.workspace.root.identity())
    }

    /// The host of another process, which finds what this one left.
    fn reopen(&self) -> Vec<Notice> {
        Workspace::open(&self.root(), settings(self.folder.path())).unwrap().1
    }

    fn version(&self, path: &str) -> String {
        self.workspace.read(path).unwrap().version
    }

    fn commit(&self, changes: &ChangeSet, watch: &Counting) -> Result<Committed, Failure> {
        self.workspace.commit_watched(changes, &Open, watch)
    }
}

fn settings(folder: &Path) -> Settings {
    Settings {
        state: folder.join("state"),
        protected: Vec::new(),
        max_read_bytes: 1 << 20,
        max_change_bytes: 1 << 20,
        lock_wait: Duration::from_secs(30),
        durable: false,
    }
}

/// Runs something that a watch may end; whether it came to its end.
fn unless_ended<T>(run: impl FnOnce() -> T) -> Option<T> {
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(done) => Some(done),
        Err(thrown) if thrown.is::<Ended>() => None,
        Err(thrown) => resume_unwind(thrown),
    }
}

fn splice(offset: usize, remove: usize, insert: &str) -> Splice {
    Splice { offset: offset as u64, remove: remove as u64, insert: insert.into() }
}

/// One name of a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Node {
    Folder,
    Link(PathBuf),
    File(Vec<u8>),
}

/// Mode, inode, and the time of the last change in seconds and nanoseconds.
type Facts = (u32, u64, i64, i64);

/// Every name below a folder, with what it is.
fn tree(root: &Path) -> BTreeMap<String, Node> {
    detailed(root).into_iter().map(|(path, (node, _))| (path, node)).collect()
}

/// The same with more facts; the time is that of files only.
fn detailed(root: &Path) -> BTreeMap<String, (Node, Facts)> {
    let mut found = BTreeMap::new();
    collect(root, "", &mut found);
    found
}

fn collect(folder: &Path, prefix: &str, found: &mut BTreeMap<String, (Node, Facts)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = format!("{prefix}{}", path.file_name().unwrap().to_str().unwrap());
        let metadata = fs::symlink_metadata(&path).unwrap();
        let (node, time) = if metadata.is_dir() {
            collect(&path, &format!("{name}/"), found);
            (Node::Folder, (0, 0))
        } else if metadata.is_symlink() {
            (Node::Link(fs::read_link(&path).unwrap()), (metadata.mtime(), metadata.mtime_nsec()))
        } else {
            (Node::File(fs::read(&path).unwrap()), (metadata.mtime(), metadata.mtime_nsec()))
        };
        found.insert(name, (node, (metadata.mode(), metadata.ino(), time.0, time.1)));
    }
}

fn file(text: &str) -> Node {
    Node::File(text.into())
}

fn write(root: &Path, path: &str, text: &str, mode: u32) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
}
