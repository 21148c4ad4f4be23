//! Paths as a model writes them, and places beneath the root, by their text alone.

use std::fmt;
use std::path::{Component, Path};

use super::fault::refused;
use crate::Failure;

/// Bytes of a path; what Linux takes at most (`PATH_MAX`).
const MAX_PATH: usize = 4096;

/// A place beneath the root: names with `/` between them, none of them empty, `.`, `..` or a link. The root
/// itself has no name.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Place(String);

impl Place {
    pub(super) fn root() -> Place {
        Place(String::new())
    }

    /// A place that was written down before; none where the text is not that of a place.
    pub(super) fn read(text: &str) -> Option<Place> {
        let is_name = |name: &str| !matches!(name, "" | "." | "..") && !name.contains(['\0', '\\']);
        (text.is_empty() || text.split('/').all(is_name)).then(|| Place(text.to_owned()))
    }

    pub(super) fn child(&self, name: &str) -> Place {
        Place(if self.0.is_empty() { name.to_owned() } else { format!("{}/{name}", self.0) })
    }

    /// The folder that it lies in; none for the root.
    pub(super) fn parent(&self) -> Option<Place> {
        match self.0.rsplit_once('/') {
            Some((parent, _)) => Some(Place(parent.to_owned())),
            None => (!self.0.is_empty()).then(Place::root),
        }
    }

    /// Its last name; empty for the root.
    pub(super) fn name(&self) -> &str {
        self.0.rsplit_once('/').map_or(&*self.0, |(_, name)| name)
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.split('/').filter(|name| !name.is_empty())
    }

    /// Another name in the same folder.
    pub(super) fn beside(&self, name: &str) -> Place {
        self.parent().unwrap_or_else(Place::root).child(name)
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_empty() { "." } else { &self.0 })
    }
}

/// One move of a walk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    Down(String),
    Up,
}

/// A path as it was written, in moves from the root.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Written {
    pub(super) text: String,
    pub(super) steps: Vec<Step>,
    /// It ends in `/`, so that it means a folder.
    pub(super) folder: bool,
}

impl Written {
    /// Reads a path that is relative to the root, or absolute below one of the names that the root has.
    ///
    /// # Errors
    /// A path that is empty, too long, holds NUL, or is absolute elsewhere.
    pub(super) fn read(text: &str, roots: &[&Path]) -> Result<Written, Failure> {
        if text.is_empty() {
            return Err(refused("invalid_argument", text, "the path is empty")
                .hint("Name a file relative to the workspace, such as `src/main.rs`."));
        }
        if text.contains('\0') {
            return Err(refused(
                "invalid_argument",
                text,
                format!("the path {text:?} holds a NUL character, which no file name can have"),
            ));
        }
        if text.len() > MAX_PATH {
            let message = format!("the path is {} bytes long; at most {MAX_PATH} are taken", text.len());
            return Err(refused("invalid_argument", &text[..text.floor_char_boundary(80)], message));
        }
        let path = Path::new(text);
        let relative = if path.has_root() || path.is_absolute() {
            roots.iter().find_map(|root| path.strip_prefix(root).ok()).ok_or_else(|| outside(text))?
        } else {
            path
        };
        let steps = steps(relative).map_err(|reason| match reason {
            Unusable::Outside => outside(text),
            Unusable::Name(name) => {
                let message = format!("`{name}` in the path {text:?} cannot be the name of a file here");
                let refusal = refused("invalid_argument", text, message);
                if name.contains('\\') { refusal.hint("Write `/` between names.") } else { refusal }
            }
        })?;
        Ok(Written { text: text.to_owned(), steps, folder: text.ends_with(['/', std::path::MAIN_SEPARATOR]) })
    }
}

/// Why moves cannot be made of a path.
pub(super) enum Unusable {
    /// It starts anew from a root or a drive.
    Outside,
    /// No file that can be named in a text has this name.
    Name(String),
}

/// The moves of a relative path.
pub(super) fn steps(relative: &Path) -> Result<Vec<Step>, Unusable> {
    let mut steps = Vec::new();
    for component in relative.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => steps.push(Step::Up),
            Component::Normal(name) => {
                let name =
                    name.to_str().ok_or_else(|| Unusable::Name(name.to_string_lossy().into_owned()))?;
                // A backslash separates names on Windows, and a colon starts a stream of a file there.
                if name.contains('\\') || cfg!(windows) && name.contains(':') {
                    return Err(Unusable::Name(name.to_owned()));
                }
                steps.push(Step::Down(name.to_owned()));
            }
            Component::Prefix(_) | Component::RootDir => return Err(Unusable::Outside),
        }
    }
    Ok(steps)
}

/// What to do about a path that does not stay beneath the root.
pub(super) const INSIDE: &str = "Paths are relative to the workspace, or absolute inside of it.";

/// The refusal of a path that does not stay beneath the root.
pub(super) fn outside(text: &str) -> Failure {
    refused("denied", text, format!("`{text}` is outside of the workspace")).hint(INSIDE)
}

#[cfg(test)]
#[path = "path_tests.rs"]
mod tests;
