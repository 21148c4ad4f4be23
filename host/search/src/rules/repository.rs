//! Where a repository has its own files if `.git` is a file: in a worktree, and in a submodule.

use std::ffi::OsStr;
use std::io::Read;
use std::path::Path;

use crate::tree::Folder;

/// Bytes of a path in one of git's files.
const MAX_PATH: u64 = 8192;

/// The folder with git's exclude file, for the `.git` file in a folder whose absolute path is `path`.
pub(super) fn info(folder: &Folder, path: &Path) -> Option<Folder> {
    let pointed = line(folder, ".git")?;
    let directory = path.join(pointed.strip_prefix("gitdir:")?.trim());
    let git = Folder::anywhere(&directory).ok()?;
    // A worktree shares all but a few files with the repository that it belongs to.
    let common = line(&git, "commondir").map_or(directory.clone(), |common| directory.join(common));
    Folder::anywhere(&common.join("info")).ok()
}

fn line(folder: &Folder, name: &str) -> Option<String> {
    let (file, _) = folder.file(OsStr::new(name)).ok()?;
    let mut text = String::new();
    file.take(MAX_PATH).read_to_string(&mut text).ok()?;
    Some(text.lines().next()?.trim().to_owned())
}
