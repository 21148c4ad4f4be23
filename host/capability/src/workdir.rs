//! Where a program runs.

use std::io;
use std::path::{Path, PathBuf};

use crate::Failure;

/// The directory that a caller asked for, relative to `base`; none asked for: `base` itself.
///
/// # Errors
/// `not_found`: it is not there, or no directory. A hint names the nearest directory above that exists.
pub(crate) fn find(base: &Path, asked: Option<&str>) -> Result<PathBuf, Failure> {
    let directory = asked.map_or_else(|| base.to_owned(), |asked| base.join(asked));
    let problem = match std::fs::metadata(&directory) {
        Ok(metadata) if metadata.is_dir() => return Ok(directory),
        Ok(_) => "is not a directory",
        Err(error) if error.kind() == io::ErrorKind::NotFound => "does not exist",
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => "is not accessible",
        Err(_) => "is not a usable directory",
    };
    let message = format!("the working directory {} {problem}; nothing was run", directory.display());
    let failure = Failure::new("not_found", message);
    Err(match nearest_existing(&directory) {
        Some(parent) => failure.hint(format!("{} exists.", parent.display())),
        None => failure,
    })
}

fn nearest_existing(path: &Path) -> Option<&Path> {
    path.ancestors().skip(1).find(|ancestor| ancestor.is_dir())
}
