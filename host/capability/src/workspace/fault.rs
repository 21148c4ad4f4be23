//! What went wrong with a file, as sentences.

use std::fmt::Display;
use std::io::{self, ErrorKind};

use cap_std::fs::FileType;

use crate::Failure;

/// A refusal about one path, which goes along as a fact.
pub(super) fn refused(code: &str, path: &str, message: impl Into<String>) -> Failure {
    Failure::new(code, message).detail("path", path)
}

/// A file that the system would not let be `done` (`read`, `written`, …).
pub(super) fn failed(path: impl Display, done: &str, error: &io::Error) -> Failure {
    let path = path.to_string();
    let message = format!("`{path}` could not be {done}: {}", reason(error));
    refused("io", &path, message)
}

/// A file or folder of toolhost's own in the user's state directory that could not be used.
pub(super) fn state_failed(path: &std::path::Path, error: &io::Error) -> Failure {
    let message = format!("{}, which commits need, could not be used: {}", path.display(), reason(error));
    Failure::new("io", message).hint("Nothing was changed.")
}

/// A file that is not what it was when it was read.
pub(super) fn changed(path: impl Display) -> Failure {
    let path = path.to_string();
    refused("conflict", &path, format!("`{path}` has changed since it was read, so nothing was written"))
        .hint("Read it again and make the change to what it holds now.")
}

/// The system's word for an error, without its number.
pub(super) fn reason(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::StorageFull => "the disk is full".to_owned(),
        ErrorKind::QuotaExceeded => "the user's quota of disk space is used up".to_owned(),
        ErrorKind::PermissionDenied => "permission denied".to_owned(),
        ErrorKind::ReadOnlyFilesystem => "the file system is read-only".to_owned(),
        ErrorKind::FileTooLarge => "it would be larger than files may be here".to_owned(),
        ErrorKind::ExecutableFileBusy => "it is a program that runs now".to_owned(),
        _ => {
            let text = error.to_string();
            text.split(" (os error").next().unwrap_or(&text).to_lowercase()
        }
    }
}

/// What stands where a file is wanted.
pub(super) fn kind(file_type: FileType) -> &'static str {
    #[cfg(unix)]
    {
        use cap_std::fs::FileTypeExt;
        if file_type.is_fifo() {
            return "a FIFO";
        }
        if file_type.is_socket() {
            return "a socket";
        }
        if file_type.is_block_device() || file_type.is_char_device() {
            return "a device";
        }
    }
    if file_type.is_dir() {
        "a directory"
    } else if file_type.is_symlink() {
        "a symbolic link"
    } else if file_type.is_file() {
        "a file"
    } else {
        "neither a file nor a directory"
    }
}
