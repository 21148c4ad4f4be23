//! What no commit touches: repositories' own folders, and files that the host itself lives by.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::fault::refused;
use super::path::{Place, Step, Written};
use super::version::Identity;
use super::walk::Walk;
use crate::Failure;

/// The paths that a host protects, as they are now.
pub(super) struct Protection {
    guarded: Vec<Guarded>,
}

struct Guarded {
    /// Absolute, without links as far as it exists.
    path: PathBuf,
    /// Which file or folder it is; none where there is none yet.
    identity: Option<Identity>,
}

impl Protection {
    /// Looks the paths up. One that is not there yet is protected by its name.
    pub(super) fn look<'a>(paths: impl IntoIterator<Item = &'a PathBuf>) -> Protection {
        let guarded =
            paths.into_iter().map(|path| Guarded { path: resolved(path), identity: identity(path) });
        Protection { guarded: guarded.collect() }
    }

    /// Whether a place may be changed. `identity` is that of the file there, if there is one.
    ///
    /// # Errors
    /// A place in a `.git`, as written or as found; one that is protected by name, by what it is, or by what
    /// it lies in.
    pub(super) fn check(
        &self,
        walk: &mut Walk<'_>,
        written: &Written,
        place: &Place,
        identity: Option<Identity>,
    ) -> Result<(), Failure> {
        let as_written = written.steps.iter().filter_map(|step| match step {
            Step::Down(name) => Some(name.as_str()),
            Step::Up => None,
        });
        if as_written.chain(place.names()).any(is_repository) {
            let message = format!("`{}` lies in a `.git`, which is read-only", written.text);
            return Err(refused("denied", &written.text, message)
                .hint("Git's own files are changed by git commands."));
        }
        let absolute = walk.root.path.join(place.as_str());
        let named = self.guarded.iter().any(|guarded| absolute.starts_with(&guarded.path));
        let is_guarded = |identity| self.guarded.iter().any(|guarded| guarded.identity == Some(identity));
        let mut above = std::iter::successors(place.parent(), Place::parent)
            .filter_map(|place| walk.folder(&place).ok())
            .map(|folder| folder.identity);
        if named || identity.is_some_and(is_guarded) || above.any(is_guarded) {
            let message =
                format!("`{}` belongs to toolhost itself, so that tools do not change it", written.text);
            return Err(refused("denied", &written.text, message));
        }
        Ok(())
    }
}

/// Whether a name means `.git` on some file system: letters of any case, ends that Windows drops, characters
/// that macOS does not see, the short name of old Windows.
fn is_repository(name: &str) -> bool {
    let seen: String = name.chars().filter(|c| !is_ignorable(*c)).collect();
    let stem = seen.split(':').next().unwrap_or_default().trim_end_matches(['.', ' ']);
    stem.eq_ignore_ascii_case(".git") || stem.eq_ignore_ascii_case("git~1")
}

/// What HFS+ leaves out of names when it compares them.
fn is_ignorable(c: char) -> bool {
    matches!(c, '\u{200c}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{206a}'..='\u{206f}' | '\u{feff}')
}

/// The path without links, as far as it exists.
fn resolved(path: &Path) -> PathBuf {
    for ancestor in path.ancestors() {
        let (Ok(real), Ok(rest)) = (fs::canonicalize(ancestor), path.strip_prefix(ancestor)) else {
            continue;
        };
        return if rest.as_os_str().is_empty() { real } else { real.join(rest) };
    }
    path.to_owned()
}

fn identity(path: &Path) -> Option<Identity> {
    let looked = || -> io::Result<Identity> {
        let parent = path.parent().ok_or(io::ErrorKind::NotFound)?;
        let name = path.file_name().ok_or(io::ErrorKind::NotFound)?;
        let folder = cap_std::fs::Dir::open_ambient_dir(parent, cap_std::ambient_authority())?;
        Ok(Identity::of(&folder.metadata(name)?))
    };
    looked().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_a_repository_is_known() {
        for name in [
            ".git",
            ".GIT",
            ".Git",
            ".git.",
            ".git ",
            ".git. .",
            ".g\u{200c}it",
            "\u{feff}.git",
            "GIT~1",
            ".git::$INDEX_ALLOCATION",
        ] {
            assert!(is_repository(name), "{name:?}");
        }
        for name in [".gitignore", "git", ".github", ".git2", "a.git", "..git", ".gi", "", ".", "git~2"] {
            assert!(!is_repository(name), "{name:?}");
        }
    }
}
