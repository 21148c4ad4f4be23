//! What the standard library and cap-std have no word for, by operating system.

use std::fs::File;
use std::io;

use cap_std::fs::Dir;

/// Gives a file another name, at which there is nothing so far.
///
/// # Errors
/// `AlreadyExists` where there is something.
pub(super) fn rename_new(from: &Dir, name: &str, to: &Dir, new_name: &str) -> io::Result<()> {
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    match rustix::fs::renameat_with(from, name, to, new_name, rustix::fs::RenameFlags::NOREPLACE) {
        Ok(()) => return Ok(()),
        // Not every file system knows the flag.
        Err(rustix::io::Errno::INVAL | rustix::io::Errno::NOSYS | rustix::io::Errno::NOTSUP) => {}
        Err(error) => return Err(error.into()),
    }
    link_new(from, name, to, new_name)
}

/// The same by a second name, and without the first one then.
fn link_new(from: &Dir, name: &str, to: &Dir, new_name: &str) -> io::Result<()> {
    match from.hard_link(name, to, new_name) {
        Ok(()) => from.remove_file(name),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        // Where files have one name only, looking first is the best that there is.
        Err(_) => match to.symlink_metadata(new_name) {
            Ok(_) => Err(io::ErrorKind::AlreadyExists.into()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => from.rename(name, to, new_name),
            Err(error) => Err(error),
        },
    }
}

/// Has the disk set space apart for bytes that a file will get at its end, without changing its length.
///
/// # Errors
/// A full disk. A file system that cannot do it is no error.
pub(super) fn set_apart(file: &File, offset: u64, length: u64) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{FallocateFlags, fallocate};
        match fallocate(file, FallocateFlags::KEEP_SIZE, offset, length) {
            Err(rustix::io::Errno::NOTSUP | rustix::io::Errno::NOSYS) => Ok(()),
            done => Ok(done?),
        }
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = (file, offset, length);
        Ok(())
    }
}

/// Brings the names in a folder to the disk.
pub(super) fn sync_folder(folder: &Dir) -> io::Result<()> {
    #[cfg(unix)]
    rustix::fs::fsync(readable(folder)?)?;
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}

/// Brings all of a folder's file system to the disk; false where there is no such order.
pub(super) fn sync_file_system(folder: &Dir) -> io::Result<bool> {
    #[cfg(target_os = "linux")]
    rustix::fs::syncfs(readable(folder)?)?;
    #[cfg(not(target_os = "linux"))]
    let _ = folder;
    Ok(cfg!(target_os = "linux"))
}

/// The folder opened so that it can be synced: its handle may be one for paths only.
#[cfg(unix)]
fn readable(folder: &Dir) -> io::Result<rustix::fd::OwnedFd> {
    use rustix::fs::{Mode, OFlags, openat};
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    Ok(openat(folder, ".", flags, Mode::empty())?)
}

/// Reads at an offset until the buffer is full or the file ends; how many bytes came.
pub(super) fn read_at(file: &File, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        let at = offset.saturating_add(filled as u64);
        match read_some_at(file, at, &mut buffer[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

/// Reads at an offset; fewer bytes than asked for are an error.
pub(super) fn read_exact_at(file: &File, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
    if read_at(file, offset, buffer)? < buffer.len() {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(())
}

/// Writes all bytes at an offset, from the first to the last.
pub(super) fn write_at(file: &File, mut offset: u64, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match write_some_at(file, offset, bytes) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(count) => {
                offset = offset.saturating_add(count as u64);
                bytes = bytes.get(count..).unwrap_or_default();
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

#[cfg(unix)]
fn read_some_at(file: &File, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, offset)
}

#[cfg(unix)]
fn write_some_at(file: &File, offset: u64, bytes: &[u8]) -> io::Result<usize> {
    std::os::unix::fs::FileExt::write_at(file, bytes, offset)
}

#[cfg(windows)]
fn read_some_at(file: &File, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, offset)
}

#[cfg(windows)]
fn write_some_at(file: &File, offset: u64, bytes: &[u8]) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_write(file, bytes, offset)
}

/// The permission bits of a file, where the system has them.
pub(super) fn mode(metadata: &cap_std::fs::Metadata) -> u32 {
    #[cfg(unix)]
    return cap_std::fs::MetadataExt::mode(metadata) & 0o7777;
    #[cfg(not(unix))]
    {
        let _ = metadata;
        0
    }
}

/// The bits of a mode that the system clears when somebody writes to the file.
pub(super) const CLEARED: u32 = 0o6000;

/// Whether this user may set the permission bits of a file.
pub(super) fn may_set_mode(metadata: &cap_std::fs::Metadata) -> bool {
    #[cfg(unix)]
    {
        let user = rustix::process::geteuid();
        user.is_root() || user.as_raw() == cap_std::fs::MetadataExt::uid(metadata)
    }
    #[cfg(not(unix))]
    {
        let _ = metadata;
        true
    }
}

/// Gives an open file these permission bits, where the system has them.
pub(super) fn set_mode(file: &File, mode: u32) -> io::Result<()> {
    #[cfg(unix)]
    file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(mode))?;
    #[cfg(not(unix))]
    let _ = (file, mode);
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::fs;

    use super::*;

    #[test]
    fn a_new_name_takes_no_other_s_place() {
        type Rename = fn(&Dir, &str, &Dir, &str) -> io::Result<()>;
        let ways: [Rename; 2] = [rename_new, link_new];
        for rename in ways {
            let folder = tempfile::tempdir().unwrap();
            let dir = Dir::open_ambient_dir(folder.path(), cap_std::ambient_authority()).unwrap();
            fs::write(folder.path().join("a"), "a").unwrap();
            fs::write(folder.path().join("b"), "b").unwrap();
            let error = rename(&dir, "a", &dir, "b").unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
            assert_eq!(fs::read(folder.path().join("b")).unwrap(), b"b");
            rename(&dir, "a", &dir, "c").unwrap();
            assert_eq!(fs::read(folder.path().join("c")).unwrap(), b"a");
            assert!(!folder.path().join("a").exists());
            assert_eq!(rename(&dir, "a", &dir, "d").unwrap_err().kind(), io::ErrorKind::NotFound);
        }
    }
}
