//! What in a folder says that rules begin there.

use std::ffi::OsStr;

use super::KINDS;
use crate::tree::{Entry, Folder, Kind};

/// Names of ignore files, by kind; the last kind, git's own exclude file, has no name in the folder itself.
pub(super) const NAMES: [&str; KINDS - 1] = [".rgignore", ".ignore", ".gitignore"];
/// What makes a folder a repository.
const GIT: &str = ".git";

/// Which of the names that matter are in a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Signs {
    /// What stands at `.git`.
    pub(super) git: Option<Kind>,
    /// Which of the names of ignore files are regular files.
    pub(super) files: [bool; NAMES.len()],
}

impl Signs {
    /// Looks through a folder's entries.
    pub(crate) fn among(entries: &[Entry]) -> Signs {
        let mut signs = Signs::default();
        // All of them begin with a dot, and few others do.
        for entry in entries.iter().filter(|entry| entry.name.as_encoded_bytes().starts_with(b".")) {
            signs.note(&entry.name, entry.kind);
        }
        signs
    }

    /// Looks for each name in a folder.
    pub(crate) fn of(folder: &Folder) -> Signs {
        let mut signs = Signs::default();
        for name in NAMES.into_iter().chain([GIT]).map(OsStr::new) {
            if let Ok(kind) = folder.kind(name) {
                signs.note(name, kind);
            }
        }
        signs
    }

    /// Whether nothing is written down in the folder.
    pub(crate) fn are_none(&self) -> bool {
        *self == Signs::default()
    }

    fn note(&mut self, name: &OsStr, kind: Kind) {
        if name == GIT {
            self.git = Some(kind);
        }
        for (is_there, known) in self.files.iter_mut().zip(NAMES) {
            *is_there |= kind == Kind::File && name == known;
        }
    }
}
