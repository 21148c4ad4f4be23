//! From the path that was asked for to a place beneath the root.

use toolhost_capability::Failure;
use toolhost_capability::workspace::{Kind, Workspace};

use crate::place::Place;

/// Where a search begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Start {
    Folder(Place),
    File(Place),
}

/// Follows a path, also through links that stay inside.
///
/// # Errors
/// Whatever is wrong with the path for [`Workspace::stat`]; nothing there; neither a file nor a directory there.
pub(crate) fn start(workspace: &Workspace, path: Option<&str>) -> Result<Start, Failure> {
    let Some(path) = path else { return Ok(Start::Folder(Place::root())) };
    let refused = |code: &str, message: String| Failure::new(code, message).detail("path", path);
    // A search beneath a file finds nothing there.
    let beneath_a_file = |failure: Failure| match failure.code.as_str() {
        "not_a_file" => Failure { code: "not_found".to_owned(), ..failure },
        _ => failure,
    };
    let Some(found) = workspace.stat(path).map_err(beneath_a_file)? else {
        return Err(refused("not_found", format!("`{path}` does not exist"))
            .hint("Paths are relative to the workspace; without one, all of it is searched."));
    };
    let place = if found.resolved == "." { Place::root() } else { Place::from(found.resolved.as_str()) };
    match found.kind {
        Kind::Directory => Ok(Start::Folder(place)),
        Kind::File if path.ends_with('/') => Err(refused(
            "invalid_argument",
            format!("`{path}` ends in `/` as if it were a directory, but it is a file"),
        )),
        Kind::File => Ok(Start::File(place)),
        Kind::Symlink => Err(refused("not_found", format!("`{path}` is a link to nothing"))),
        Kind::Other => Err(refused(
            "invalid_argument",
            format!("`{path}` is neither a file nor a directory, so it cannot be searched"),
        )),
    }
}
