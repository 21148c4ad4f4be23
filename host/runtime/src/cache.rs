//! Compiled code on disk. Disposable: any doubt about an entry means compiling again.
//!
//! An entry is two files, `<component>-<engine>.cwasm` and a checksum of it, where `component` is the component's
//! digest and `engine` a hash over wasmtime's version and settings. Nothing but this program writes there, and a
//! compiled artifact from elsewhere is never read.

use std::fs::{self, File};
use std::hash::{Hash, Hasher};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use sha2::{Digest as _, Sha256};
use twox_hash::xxhash3_128::Hasher as Hasher128;
use wasmtime::component::Component;

use crate::digest::{Digest, hex};
use crate::sys;

/// Most bytes kept; the entries used longest ago go first. A Python component compiles to about 35 MB.
const MAX_BYTES: u64 = 1 << 30;

/// Age past which a temporary file is left over from a host that died while writing it.
const STALE: Duration = Duration::from_secs(3600);

const CODE: &str = "cwasm";
/// XXH3 with 128 bits finds damage as well as SHA-256 does, in a tenth of the time, and who could write another file
/// into this directory could write its checksum, too.
const SUM: &str = "xxh3";

pub(crate) struct CompiledCache {
    dir: PathBuf,
    engine: String,
    max_bytes: u64,
}

/// A compiled artifact that may be mapped: see `sys.rs` for what that takes.
pub(crate) struct Verified(PathBuf);

impl Verified {
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl CompiledCache {
    /// Opens a directory, made with mode 0700 if it is missing. The error says why it is not used.
    pub(crate) fn open(dir: &Path, engine: &wasmtime::Engine) -> Result<Self, String> {
        make_private(dir).map_err(|error| format!("it cannot be made: {error}"))?;
        let metadata = fs::symlink_metadata(dir).map_err(|error| error.to_string())?;
        if !metadata.is_dir() {
            return Err("it is not a directory".to_owned());
        }
        only_ours(&metadata)?;
        let mut hash = Sha256Hasher(Sha256::new());
        engine.precompile_compatibility_hash().hash(&mut hash);
        Ok(Self { dir: dir.to_owned(), engine: hex(&hash.0.finalize()), max_bytes: MAX_BYTES })
    }

    pub(crate) fn dir(&self) -> &Path {
        &self.dir
    }

    /// Whether there is code of this component; whether it is beyond doubt is seen when it is loaded.
    pub(crate) fn has(&self, digest: &Digest) -> bool {
        let metadata = fs::symlink_metadata(self.path(digest, CODE));
        metadata.is_ok_and(|metadata| metadata.is_file() && only_ours(&metadata).is_ok())
    }

    /// The component, if its code is here and beyond doubt.
    pub(crate) fn load(&self, engine: &wasmtime::Engine, digest: &Digest) -> Option<Component> {
        let path = self.path(digest, CODE);
        let verified = match self.verify(digest) {
            Ok(verified) => verified,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
            Err(error) => {
                tracing::warn!(path = %path.display(), %error, "compiled code is not used and will be made again");
                return None;
            }
        };
        match sys::load_compiled(engine, &verified) {
            Ok(component) => {
                mark_used(&path);
                Some(component)
            }
            Err(error) => {
                tracing::warn!(path = %path.display(), "compiled code is not used and will be made again: {error:#}");
                None
            }
        }
    }

    /// Keeps compiled code, then removes what is over the bound.
    pub(crate) fn store(&self, digest: &Digest, code: &[u8]) -> io::Result<()> {
        self.write(&self.path(digest, CODE), code)?;
        self.write(&self.path(digest, SUM), checksum(code)?.as_bytes())?;
        self.prune()
    }

    fn path(&self, digest: &Digest, extension: &str) -> PathBuf {
        self.dir.join(format!("{}-{}.{extension}", digest.hex(), self.engine))
    }

    fn verify(&self, digest: &Digest) -> io::Result<Verified> {
        let path = self.path(digest, CODE);
        let metadata = fs::symlink_metadata(&path)?;
        if !metadata.is_file() {
            return Err(io::Error::other("it is not a regular file"));
        }
        only_ours(&metadata).map_err(io::Error::other)?;
        let recorded = fs::read_to_string(self.path(digest, SUM))?;
        if recorded != checksum(File::open(&path)?)? {
            return Err(io::Error::other("its checksum is not the recorded one"));
        }
        Ok(Verified(path))
    }

    /// Into a temporary file of the same directory, then renamed: a name never stands for half a file.
    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut file = tempfile::Builder::new().prefix(".writing-").tempfile_in(&self.dir)?;
        file.write_all(bytes)?;
        file.persist(path)?;
        Ok(())
    }

    fn prune(&self) -> io::Result<()> {
        let mut entries = Vec::new();
        for entry in fs::read_dir(&self.dir)? {
            let entry = entry?;
            let Ok(metadata) = entry.metadata() else { continue };
            let used = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
            let path = entry.path();
            if entry.file_name().as_encoded_bytes().starts_with(b".writing-") {
                if used.elapsed().is_ok_and(|age| age > STALE) {
                    // Another host may have removed it first.
                    let _ = fs::remove_file(&path);
                }
            } else if path.extension().is_some_and(|extension| extension == CODE) {
                entries.push((used, metadata.len(), path));
            }
        }
        entries.sort();
        let mut total: u64 = entries.iter().map(|(_, size, _)| size).sum();
        for (_, size, path) in entries {
            if total <= self.max_bytes {
                break;
            }
            // The checksum goes first: an entry without it is no entry.
            let _ = fs::remove_file(path.with_extension(SUM));
            let _ = fs::remove_file(&path);
            total = total.saturating_sub(size);
        }
        Ok(())
    }
}

fn checksum(mut code: impl Read) -> io::Result<String> {
    let mut hasher = Hasher128::new();
    let mut buffer = vec![0; 64 << 10];
    loop {
        match code.read(&mut buffer)? {
            0 => return Ok(format!("{:032x}", hasher.finish_128())),
            count => hasher.write(&buffer[..count]),
        }
    }
}

/// The time of the last use orders removal. That it cannot be set is no reason not to use an entry.
fn mark_used(path: &Path) {
    if let Ok(file) = File::options().append(true).open(path) {
        let _ = file.set_modified(SystemTime::now());
    }
}

#[cfg(unix)]
fn make_private(dir: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(dir)
}

#[cfg(not(unix))]
fn make_private(dir: &Path) -> io::Result<()> {
    fs::create_dir_all(dir)
}

/// Refuses what another user owns or could write.
#[cfg(unix)]
fn only_ours(metadata: &fs::Metadata) -> Result<(), String> {
    use std::os::unix::fs::MetadataExt;
    if metadata.uid() != rustix::process::geteuid().as_raw() {
        return Err("another user owns it".to_owned());
    }
    if metadata.mode() & 0o022 != 0 {
        return Err(format!("others can write it (mode {:04o})", metadata.mode() & 0o7777));
    }
    Ok(())
}

/// A user's own directories are not writable for others on Windows unless someone made them so; that is not seen here.
#[cfg(not(unix))]
fn only_ours(_metadata: &fs::Metadata) -> Result<(), String> {
    Ok(())
}

/// Feeds what wasmtime hashes into SHA-256: a 64-bit hash would be too short for a name that code hangs on.
struct Sha256Hasher(Sha256);

impl Hasher for Sha256Hasher {
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn finish(&self) -> u64 {
        let digest = self.0.clone().finalize();
        u64::from_le_bytes(std::array::from_fn(|index| digest[index]))
    }
}

#[cfg(test)]
#[path = "cache_tests.rs"]
mod tests;
