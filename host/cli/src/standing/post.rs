//! The place that one host at most takes for the calls of one kind: a locked file, and the socket beside it.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use anyhow::Context;
use tokio::net::{UnixListener, UnixStream};
use toolhost_control::{Mark, folder, lock_of, socket_of_mark};

use crate::environment::Folders;
use crate::failure::Usage;
use crate::wiring::private_directory;

/// A place that this process has taken; whoever drops it leaves it, with nothing behind.
pub(crate) struct Post {
    listener: Option<UnixListener>,
    socket: PathBuf,
    path: PathBuf,
    /// Locked for as long as it is open.
    lock: File,
}

impl Post {
    /// Takes the place. Nobody can call so far.
    pub(crate) fn take(folders: &Folders, mark: &Mark) -> anyhow::Result<Post> {
        private_directory(&folder(&folders.state))?;
        let path = lock_of(&folders.state, mark);
        let unusable = || format!("{} cannot be used", path.display());
        // Another one may leave, and remove the file, between the opening of it and the lock.
        let mut lock = loop {
            let file = open(&path).with_context(unusable)?;
            match file.try_lock() {
                Ok(()) if is_at(&file, &path).with_context(unusable)? => break file,
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    let holder = holder(&file).map_or_else(|| "another process".to_owned(), process_of);
                    let usage = Usage::new(format!(
                        "a host stands by already for this workspace and environment: {holder}"
                    ));
                    return Err(usage.into());
                }
                Err(TryLockError::Error(error)) => return Err(error).with_context(unusable),
            }
        };
        lock.set_len(0).and_then(|()| write!(lock, "{}", std::process::id())).with_context(unusable)?;
        Ok(Post { listener: None, socket: socket_of_mark(&folders.state, mark), path, lock })
    }

    /// Lets calls come.
    pub(crate) fn open(&mut self) -> anyhow::Result<()> {
        // Whoever has the lock has the socket: what is there is left over from a process that was killed.
        let _ = fs::remove_file(&self.socket);
        let listener = UnixListener::bind(&self.socket)
            .with_context(|| format!("{} cannot be listened on", self.socket.display()))?;
        self.listener = Some(listener);
        Ok(())
    }

    /// The next call; never before the post is open.
    pub(super) async fn accept(&self) -> io::Result<UnixStream> {
        match &self.listener {
            Some(listener) => listener.accept().await.map(|(stream, _)| stream),
            None => std::future::pending().await,
        }
    }
}

impl Drop for Post {
    fn drop(&mut self) {
        // Somebody may have removed them, and another host have taken the place since.
        if !is_at(&self.lock, &self.path).unwrap_or(false) {
            return;
        }
        if self.listener.is_some() {
            let _ = fs::remove_file(&self.socket);
        }
        let _ = fs::remove_file(&self.path);
    }
}

/// The process that stands by for calls with this mark.
pub(crate) fn process(folders: &Folders, mark: &Mark) -> Option<u32> {
    let file = File::open(lock_of(&folders.state, mark)).ok()?;
    match file.try_lock_shared() {
        Err(TryLockError::WouldBlock) => holder(&file),
        Ok(()) | Err(TryLockError::Error(_)) => None,
    }
}

fn open(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).write(true).create(true).truncate(false).mode(0o600).open(path)
}

/// Whether this file is still the one of that name.
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let own = file.metadata()?;
    match fs::metadata(path) {
        Ok(there) => Ok((there.dev(), there.ino()) == (own.dev(), own.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// The process id that is written there; none if it is not there yet.
fn holder(mut file: &File) -> Option<u32> {
    let mut text = String::new();
    file.read_to_string(&mut text).ok()?;
    text.parse().ok()
}

fn process_of(host: u32) -> String {
    format!("process {host}")
}
