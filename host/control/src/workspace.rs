//! Which folder a call works in.

use std::path::{Path, PathBuf};

/// A folder without links, or as it is where that cannot be had.
#[must_use]
pub fn absolute(directory: &Path) -> PathBuf {
    std::fs::canonicalize(directory).unwrap_or_else(|_| directory.to_owned())
}

/// The workspace of a call that names none: the repository around `directory`, which has no links, else the folder
/// itself.
#[must_use]
pub fn around(directory: &Path) -> &Path {
    directory.ancestors().find(|folder| folder.join(".git").exists()).unwrap_or(directory)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::fs;

    use super::*;

    #[test]
    fn the_repository_around_a_folder_else_the_folder() {
        let root = tempfile::tempdir().unwrap();
        let root = absolute(root.path());
        let inner = root.join("a/b");
        fs::create_dir_all(&inner).unwrap();
        assert_eq!(around(&inner), inner);
        fs::create_dir(root.join("a/.git")).unwrap();
        assert_eq!(around(&inner), root.join("a"));
        // That of a work tree is a file.
        fs::write(inner.join(".git"), "gitdir: elsewhere").unwrap();
        assert_eq!(around(&inner), inner);
    }
}
