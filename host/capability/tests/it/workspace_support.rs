//! A workspace on disk, what is in it, and other processes that work on it, too.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use tempfile::TempDir;
use toolhost_capability::workspace::{Change, ChangeSet, Committed, Settings, Splice, Workspace};
use toolhost_capability::{Failure, Gate, Leave};

/// A gate that lets everything pass, or nothing, and remembers what it was asked and told.
#[derive(Default)]
pub struct Remembering {
    pub refusal: Option<Failure>,
    pub asked: Mutex<Vec<Vec<Change>>>,
    pub told: Mutex<Vec<Vec<Change>>>,
}

#[async_trait]
impl Gate for Remembering {
    async fn may_run(&self, _: &str, _: &str) -> Result<Leave, Failure> {
        Ok(Leave::plain())
    }

    fn may_mutate(&self, changes: &[Change]) -> Result<(), Failure> {
        self.asked.lock().unwrap().push(changes.to_vec());
        self.refusal.clone().map_or(Ok(()), Err)
    }

    fn mutated(&self, changes: &[Change]) {
        self.told.lock().unwrap().push(changes.to_vec());
    }
}

/// A folder with a workspace and the state directory of its hosts.
pub struct Site {
    pub folder: TempDir,
    pub workspace: Arc<Workspace>,
}

impl Site {
    pub fn new() -> Site {
        Site::with(|settings| settings)
    }

    pub fn with(adapt: impl FnOnce(Settings) -> Settings) -> Site {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("ws")).unwrap();
        let settings = adapt(settings(folder.path()));
        let (workspace, notices) = Workspace::open(&folder.path().join("ws"), settings).unwrap();
        assert_eq!(notices, []);
        Site { folder, workspace }
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join("ws").join(path)
    }

    pub fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        self.write_with_mode(path, content, 0o644);
    }

    pub fn write_with_mode(&self, path: &str, content: impl AsRef<[u8]>, mode: u32) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
    }

    pub fn link(&self, path: &str, target: impl AsRef<Path>) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(target, path).unwrap();
    }

    pub fn text(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap()
    }

    pub fn version(&self, path: &str) -> String {
        self.workspace.read(path).unwrap().version
    }

    pub fn commit(&self, changes: &ChangeSet) -> Result<Committed, Failure> {
        self.workspace.commit_blocking(changes, &Remembering::default())
    }

    /// A change set, made and committed.
    pub fn change(
        &self,
        make: impl FnOnce(&mut ChangeSet) -> Result<(), Failure>,
    ) -> Result<Committed, Failure> {
        let mut changes = self.workspace.change_set();
        make(&mut changes)?;
        self.commit(&changes)
    }

    pub fn tree(&self) -> Tree {
        tree(&self.path(""))
    }

    /// Whether nothing is left of any commit in the state directory.
    pub fn is_settled(&self) -> bool {
        let journals = fs::read_dir(self.folder.path().join("state/journals"));
        journals.map_or(true, |mut all| all.all(|entry| entry.unwrap().metadata().unwrap().len() == 0))
    }
}

pub fn settings(folder: &Path) -> Settings {
    Settings {
        state: folder.join("state"),
        protected: Vec::new(),
        max_read_bytes: 64 << 20,
        max_change_bytes: 64 << 20,
        lock_wait: Duration::from_secs(60),
        durable: false,
    }
}

pub fn splice(offset: u64, remove: u64, insert: &str) -> Splice {
    Splice { offset, remove, insert: insert.into() }
}

/// Names below a folder: mode, inode, and the content of a file or the target of a link.
pub type Tree = BTreeMap<String, (u32, u64, Vec<u8>)>;

pub fn tree(root: &Path) -> Tree {
    let mut found = Tree::new();
    collect(root, "", &mut found);
    found
}

fn collect(folder: &Path, prefix: &str, found: &mut Tree) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = format!("{prefix}{}", path.file_name().unwrap().to_string_lossy());
        let metadata = fs::symlink_metadata(&path).unwrap();
        let content = if metadata.is_dir() {
            collect(&path, &format!("{name}/"), found);
            Vec::new()
        } else if metadata.is_symlink() {
            fs::read_link(&path).unwrap().into_os_string().into_encoded_bytes()
        } else if metadata.is_file() {
            fs::read(&path).unwrap_or_default()
        } else {
            Vec::new()
        };
        found.insert(name, (metadata.mode(), metadata.ino(), content));
    }
}

/// The environment variable by which a test knows that it is the other process, with the folder to work in.
const ELSEWHERE: &str = "TOOLHOST_TEST_FOLDER";

/// This very test in another process, which finds the folder by [`elsewhere`].
pub fn another_process(test: &str, folder: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--nocapture", "--test-threads=1"]).env(ELSEWHERE, folder);
    command
}

/// The folder to work in, if this is the other process.
pub fn elsewhere() -> Option<PathBuf> {
    std::env::var_os(ELSEWHERE).map(PathBuf::from)
}

#[expect(clippy::print_stderr, reason = "whoever reads the results has to know what was not tried")]
pub fn skipped(test: &str, reason: &str) {
    eprintln!("SKIPPED {test}: {reason}");
}
