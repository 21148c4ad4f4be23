//! Small file systems of a test's own, where the machine lets a test have one.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A file system in memory over a folder. Dropping it takes it away with what it holds.
pub(crate) struct Mounted {
    folder: PathBuf,
}

impl Mounted {
    /// Covers a folder with a file system of so many bytes. The error says why there is none.
    pub(crate) fn new(folder: &Path, bytes: usize) -> Result<Self, String> {
        let size = format!("size={bytes}");
        run(Command::new("mount").args(["-t", "tmpfs", "-o", &size, "none"]).arg(folder))?;
        Ok(Self { folder: folder.to_owned() })
    }

    /// Lets nobody write to it from here on.
    pub(crate) fn make_read_only(&self) -> Result<(), String> {
        run(Command::new("mount").args(["-o", "remount,ro"]).arg(&self.folder))
    }
}

impl Drop for Mounted {
    fn drop(&mut self) {
        // The folder is deleted next, which fails visibly where this did.
        let _ = run(Command::new("umount").arg("--lazy").arg(&self.folder));
    }
}

fn run(command: &mut Command) -> Result<(), String> {
    match command.output() {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => Err(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr).trim())),
        Err(error) => Err(format!("{command:?}: {error}")),
    }
}

/// Says why a test tests nothing on this machine.
pub(crate) fn skipped(why: &str) {
    // Nothing depends on whether somebody can read it.
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}
