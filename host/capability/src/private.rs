//! Folders and files in the user's state directory, which are the user's alone.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io;
use std::path::Path;

/// Makes a folder, with its parents, that only its owner can look into. One that exists stays as it is.
pub(crate) fn private_directory(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)?;
    if !fs::symlink_metadata(path)?.is_dir() {
        return Err(io::Error::new(
            io::ErrorKind::NotADirectory,
            format!("{} is not a directory", path.display()),
        ));
    }
    Ok(())
}

/// A new file that only its owner can read. It must not exist: a link that somebody put there is not
/// followed.
pub(crate) fn private_file(path: &Path) -> io::Result<File> {
    options().create_new(true).open(path)
}

/// Opens a file that only its owner can read, or makes it; whether it was made. A link in its place is not
/// followed, and nothing that could block is waited for.
pub(crate) fn open_private_file(path: &Path) -> io::Result<(File, bool)> {
    let existing = existing();
    match existing.open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        opened => return Ok((opened?, false)),
    }
    match private_file(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok((existing.open(path)?, false)),
        made => Ok((made?, true)),
    }
}

#[cfg(unix)]
fn existing() -> OpenOptions {
    use rustix::fs::OFlags;

    let mut existing = options();
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut existing, flags.bits() as i32);
    existing
}

#[cfg(not(unix))]
fn existing() -> OpenOptions {
    options()
}

fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Why what is at hand is not this user's alone, if it is not: another owner, others who may write, and for a
/// file a second name.
#[cfg(unix)]
pub(crate) fn foreign(metadata: &fs::Metadata) -> Option<String> {
    use std::os::unix::fs::MetadataExt;

    let user = rustix::process::geteuid().as_raw();
    if metadata.uid() != user {
        return Some(format!("it belongs to user {}, not to {user}", metadata.uid()));
    }
    if metadata.mode() & 0o022 != 0 {
        return Some(format!("others may write it (mode {:04o})", metadata.mode() & 0o7777));
    }
    if metadata.is_file() && metadata.nlink() > 1 {
        return Some("it has a second name (a hard link)".to_owned());
    }
    None
}

/// Access lists decide here, and a profile's folders are its user's.
#[cfg(not(unix))]
pub(crate) fn foreign(_: &fs::Metadata) -> Option<String> {
    None
}
