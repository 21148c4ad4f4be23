//! The folder that one host writes its spools to, and the pruning of what older hosts left.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, SystemTime};

use super::file::Spool;
use super::output::Output;
use crate::private::{private_directory, private_file};

/// The file that a living host keeps locked in its folder.
const LOCK: &str = "host.lock";

/// How much is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Bytes in one spool; past it the spool stops.
    pub max_session_bytes: u64,
    /// Files of ended sessions, over all hosts.
    pub max_files: usize,
    /// Age of files of ended sessions.
    pub max_age: Duration,
    /// Bytes in files of ended sessions, over all hosts.
    pub max_bytes: u64,
}

/// One host's folder of spools.
pub struct SpoolDir {
    root: PathBuf,
    folder: PathBuf,
    limits: Limits,
    next: AtomicU64,
    living: Mutex<Vec<(PathBuf, Weak<Spool>)>>,
    _lock: File,
}

impl SpoolDir {
    /// Makes a folder for this host below `root`, and prunes what ended hosts left there.
    pub fn open(root: &Path, limits: Limits) -> io::Result<Arc<SpoolDir>> {
        private_directory(root)?;
        let folder = root.join(format!("{}-{:08x}", std::process::id(), random()?));
        private_directory(&folder)?;
        let lock = private_file(&folder.join(LOCK))?;
        lock.lock()?;
        let directory = Arc::new(SpoolDir {
            root: root.to_owned(),
            folder,
            limits,
            next: AtomicU64::new(1),
            living: Mutex::new(Vec::new()),
            _lock: lock,
        });
        directory.prune();
        Ok(directory)
    }

    /// The bounds in force.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The folder of this host.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// A new spool. `label` starts its file name, for people who look into the folder.
    pub fn spool(self: &Arc<Self>, label: &str) -> Arc<Spool> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let label: String =
            label.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).take(40).collect();
        let spool = Arc::new(Spool::new(Arc::clone(self), self.folder.join(format!("{label}-{number}.log"))));
        {
            let mut living = self.living.lock().unwrap_or_else(PoisonError::into_inner);
            living.retain(|(_, spool)| spool.strong_count() > 0);
            living.push((spool.path().to_owned(), Arc::downgrade(&spool)));
        }
        if number.is_multiple_of(PRUNE_EVERY) {
            self.prune();
        }
        spool
    }

    /// Stores bytes that are there already.
    pub fn write(self: &Arc<Self>, label: &str, bytes: &[u8]) -> io::Result<Output> {
        let spool = self.spool(label);
        spool.append(bytes);
        spool.close();
        let end = spool.len();
        Ok(Output::new(spool, 0, end, None))
    }

    pub(super) fn create(&self, path: &Path) -> io::Result<File> {
        private_file(path)
    }

    /// Opens a spool again. A link that was put in its place meanwhile is not followed.
    #[cfg(unix)]
    pub(super) fn open_to_read(&self, path: &Path) -> io::Result<File> {
        use rustix::fs::{Mode, OFlags};
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        Ok(File::from(rustix::fs::open(path, flags, Mode::empty())?))
    }

    /// Removes the oldest files of ended sessions until the bounds hold. Files of living hosts are theirs, and
    /// one that cannot be removed is left: pruning is housekeeping, never a reason to fail.
    fn prune(&self) {
        let mut old = self.ended_files();
        old.sort_by_key(|file| std::cmp::Reverse(file.modified));
        let (mut files, mut bytes) = (0, 0_u64);
        let now = SystemTime::now();
        for file in old {
            files += 1;
            bytes = bytes.saturating_add(file.bytes);
            let age = now.duration_since(file.modified).unwrap_or_default();
            if files > self.limits.max_files || bytes > self.limits.max_bytes || age > self.limits.max_age {
                let _ = fs::remove_file(&file.path);
            }
        }
        self.remove_empty_folders();
    }

    fn ended_files(&self) -> Vec<Old> {
        let living: Vec<PathBuf> = {
            let living = self.living.lock().unwrap_or_else(PoisonError::into_inner);
            living
                .iter()
                .filter(|(_, spool)| spool.strong_count() > 0)
                .map(|(path, _)| path.clone())
                .collect()
        };
        self.folders()
            .into_iter()
            .filter(|folder| *folder == self.folder || !is_locked(folder))
            .flat_map(|folder| fs::read_dir(folder).into_iter().flatten().flatten())
            .filter(|entry| entry.file_name() != LOCK && !living.contains(&entry.path()))
            .filter_map(|entry| {
                let metadata = entry.metadata().ok().filter(fs::Metadata::is_file)?;
                Some(Old {
                    path: entry.path(),
                    bytes: metadata.len(),
                    modified: metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH),
                })
            })
            .collect()
    }

    fn folders(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(&self.root).into_iter().flatten().flatten();
        entries
            .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
            .map(|entry| entry.path())
            .collect()
    }

    fn remove_empty_folders(&self) {
        for folder in self.folders() {
            let only_lock = || {
                fs::read_dir(&folder).is_ok_and(|mut all| all.all(|e| e.is_ok_and(|e| e.file_name() == LOCK)))
            };
            if folder != self.folder && !is_locked(&folder) && only_lock() {
                let _ = fs::remove_file(folder.join(LOCK));
                let _ = fs::remove_dir(&folder);
            }
        }
    }
}

impl Drop for SpoolDir {
    fn drop(&mut self) {
        // Succeeds only where nothing was spooled.
        let _ = fs::remove_file(self.folder.join(LOCK));
        let _ = fs::remove_dir(&self.folder);
    }
}

/// The folder is looked through after so many new spools.
const PRUNE_EVERY: u64 = 64;

struct Old {
    path: PathBuf,
    bytes: u64,
    modified: SystemTime,
}

/// Whether a living host holds the folder. One whose lock cannot be looked at counts as held, and so does one that
/// is fresh or whose lock is, since its host may be about to make or to take it.
fn is_locked(folder: &Path) -> bool {
    let is_fresh = |metadata: io::Result<fs::Metadata>| {
        let modified = metadata.and_then(|metadata| metadata.modified());
        modified.map_or(true, |modified| modified.elapsed().is_ok_and(|age| age < FRESH))
    };
    match File::open(folder.join(LOCK)) {
        Ok(lock) => is_fresh(lock.metadata()) || lock.try_lock().is_err(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => is_fresh(fs::metadata(folder)),
        Err(_) => true,
    }
}

/// Between the making of a folder and its lock lie microseconds; this leaves room for a machine that swaps.
const FRESH: Duration = Duration::from_secs(60);

fn random() -> io::Result<u32> {
    getrandom::u32().map_err(io::Error::other)
}
