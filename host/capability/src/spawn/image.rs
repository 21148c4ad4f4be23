//! The reaper as something that can be executed.

use std::io;
use std::path::{Path, PathBuf};

/// The program, built with this crate.
static REAPER: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/toolhost-reaper"));

/// The reaper, ready to be executed.
pub(super) struct Image {
    path: PathBuf,
    /// What keeps `path` alive.
    _held: Held,
}

enum Held {
    #[cfg(target_os = "linux")]
    Memory {
        _file: rustix::fd::OwnedFd,
    },
    File(PathBuf),
}

impl Image {
    /// In memory where the system can do that: no file that could be changed, no directory that forbids
    /// execution. Else a file of its own in `scratch`, removed with this value.
    pub(super) fn prepare(scratch: &Path) -> io::Result<Image> {
        #[cfg(target_os = "linux")]
        match in_memory() {
            Ok(image) => return Ok(image),
            Err(error) => tracing::debug!(%error, "the reaper needs a file"),
        }
        in_file(scratch)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        match self {
            #[cfg(target_os = "linux")]
            Held::Memory { .. } => {}
            Held::File(path) => {
                let _ = std::fs::remove_file(path);
            }
        }
    }
}

#[cfg(target_os = "linux")]
fn in_memory() -> io::Result<Image> {
    use std::os::fd::AsRawFd;

    use rustix::fs::{MemfdFlags, SealFlags};

    let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
    // Kernels before 6.3 do not know the flag, later ones may want it.
    let file = rustix::fs::memfd_create("toolhost-reaper", flags | MemfdFlags::EXEC)
        .or_else(|_| rustix::fs::memfd_create("toolhost-reaper", flags))?;
    let mut rest = REAPER;
    while !rest.is_empty() {
        let written = rustix::io::write(&file, rest)?;
        rest = rest.get(written..).unwrap_or_default();
    }
    let seals = SealFlags::SEAL | SealFlags::SHRINK | SealFlags::GROW | SealFlags::WRITE;
    rustix::fs::fcntl_add_seals(&file, seals)?;
    let path = PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()));
    rustix::fs::access(&path, rustix::fs::Access::EXEC_OK)?;
    Ok(Image { path, _held: Held::Memory { _file: file } })
}

fn in_file(scratch: &Path) -> io::Result<Image> {
    use std::io::Write;
    use std::os::unix::fs::OpenOptionsExt;

    std::fs::create_dir_all(scratch)?;
    let path = scratch.join(format!(
        "reaper-{}-{:08x}",
        std::process::id(),
        getrandom::u32().map_err(io::Error::other)?
    ));
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true).mode(0o700).open(&path)?.write_all(REAPER)?;
    Ok(Image { path: path.clone(), _held: Held::File(path) })
}
