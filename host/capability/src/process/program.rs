//! Which programs may be run.

use std::env::consts::EXE_SUFFIX;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use crate::Failure;

/// A program that may be run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    name: String,
    path: PathBuf,
}

impl Program {
    /// One that was granted as `name` (a path, or a bare name that whoever reads the configuration has looked up) and
    /// is found at `path`.
    ///
    /// # Errors
    /// `invalid_argument`: the path is not absolute. Whatever it were relative to, it could be another program tomorrow.
    pub fn new(name: impl Into<String>, path: impl Into<PathBuf>) -> Result<Program, Failure> {
        let (name, path) = (name.into(), path.into());
        if !path.is_absolute() {
            let message =
                format!("the program `{name}` is to be found at {}, not at an absolute path", path.display());
            return Err(Failure::new("invalid_argument", message));
        }
        Ok(Program { name, path })
    }

    /// One that was granted by a bare name: the first executable file of that name in a folder of `path`, which is a
    /// list as `PATH` has it. A folder that is not absolute is left out, since what lies in it depends on where one is.
    /// If there is none, each run of it says so.
    pub fn in_path(name: &str, path: &OsStr) -> Program {
        let is_bare = Path::new(name).components().count() == 1;
        let file_name = format!("{name}{EXE_SUFFIX}");
        let found = std::env::split_paths(path)
            .filter(|folder| is_bare && folder.is_absolute())
            .map(|folder| folder.join(&file_name))
            .find(|file| file.is_file() && executable(file));
        Program { name: name.to_owned(), path: found.unwrap_or_else(|| name.into()) }
    }

    /// Where it is; not absolute if it is nowhere.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Which of `granted` a caller asks for: one with exactly this name or path.
    ///
    /// # Errors
    /// `denied`: none of them. The hint names those that are.
    pub(super) fn find<'a>(granted: &'a [Program], asked: &str) -> Result<&'a Program, Failure> {
        let is_asked = |program: &&Program| program.name == asked || program.path.as_os_str() == asked;
        granted.iter().find(is_asked).ok_or_else(|| {
            let failure =
                Failure::new("denied", format!("the program `{asked}` is not granted; nothing was run"));
            if granted.is_empty() {
                return failure.hint("No program is granted.");
            }
            let names: Vec<_> = granted.iter().map(|program| format!("`{}`", program.name)).collect();
            failure.hint(format!("Granted: {}.", names.join(", ")))
        })
    }

    /// Whether there is something that can be run, at this moment.
    ///
    /// # Errors
    /// `not_found`, `denied`: what is wrong with it.
    pub(super) fn check(&self) -> Result<(), Failure> {
        if !self.path.is_absolute() {
            let message = format!("the program `{}` is in no folder of PATH; nothing was run", self.name);
            return Err(Failure::new("not_found", message));
        }
        let metadata = std::fs::metadata(&self.path).map_err(|error| self.failure(&error))?;
        if metadata.is_dir() {
            return Err(self.denied("is a directory"));
        }
        if !metadata.is_file() {
            return Err(self.denied("is not a file"));
        }
        if !executable(&self.path) {
            return Err(self.denied("is not executable"));
        }
        Ok(())
    }

    /// What an error of the system says about it that came when it was to start.
    pub(super) fn failure(&self, error: &io::Error) -> Failure {
        let (code, problem) = match error.kind() {
            io::ErrorKind::NotFound if self.path.is_file() => {
                ("not_found", "needs what does not exist: its interpreter, or its working directory")
            }
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => ("not_found", "does not exist"),
            io::ErrorKind::PermissionDenied => ("denied", "may not be run by this user"),
            io::ErrorKind::ArgumentListTooLong => {
                ("invalid_argument", "cannot be handed arguments and an environment of this length")
            }
            _ if error.raw_os_error() == Some(BAD_FORMAT) => {
                ("denied", "is not a program that this system can run")
            }
            _ => return self.refused("io", &format!("could not be started: {error}")),
        };
        self.refused(code, problem)
    }

    fn denied(&self, problem: &str) -> Failure {
        self.refused("denied", problem)
    }

    fn refused(&self, code: &str, problem: &str) -> Failure {
        Failure::new(code, format!("the program {} {problem}; nothing was run", self.path.display()))
    }
}

/// What the system says of a file that is no program: `ENOEXEC`, `ERROR_BAD_EXE_FORMAT`.
const BAD_FORMAT: i32 = if cfg!(windows) { 193 } else { 8 };

#[cfg(unix)]
fn executable(path: &Path) -> bool {
    rustix::fs::access(path, rustix::fs::Access::EXEC_OK).is_ok()
}

/// Windows knows by the content, and says so when the program is started.
#[cfg(not(unix))]
fn executable(_path: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    fn root() -> &'static str {
        if cfg!(windows) { "C:" } else { "" }
    }

    #[test]
    fn a_program_is_found_by_exactly_what_it_was_granted_as() {
        let (rtk, git) = (format!("{}/opt/bin/rtk", root()), format!("{}/usr/bin/git", root()));
        let granted = [Program::new("rtk", &rtk).unwrap(), Program::new(&git, &git).unwrap()];
        let found =
            |asked: &str| Program::find(&granted, asked).ok().map(|program| program.path().to_owned());
        assert_eq!(found("rtk"), Some(PathBuf::from(&rtk)));
        assert_eq!(found(&rtk), Some(PathBuf::from(&rtk)));
        assert_eq!(found(&git), Some(PathBuf::from(&git)));
        let others =
            ["git", "bin/rtk", "/usr/bin/../bin/git", "/usr//bin/git", "/usr/bin/git ", "/bin/sh", ""];
        for other in others {
            assert_eq!(found(other), None, "{other:?}");
        }
        let refusal = Program::find(&granted, "sh").unwrap_err();
        assert_eq!(refusal.code, "denied");
        assert_eq!(refusal.message, "the program `sh` is not granted; nothing was run");
        assert_eq!(refusal.hints, [format!("Granted: `rtk`, `{git}`.")]);
        assert_eq!(Program::find(&[], "sh").unwrap_err().hints, ["No program is granted."]);
    }

    #[test]
    #[cfg(unix)]
    fn a_bare_name_is_the_first_executable_in_the_path() {
        use std::os::unix::fs::PermissionsExt;
        let folders = tempfile::tempdir().unwrap();
        let file = |folder: &str, mode: u32| {
            let folder = folders.path().join(folder);
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(folder.join("tool"), "").unwrap();
            std::fs::set_permissions(folder.join("tool"), std::fs::Permissions::from_mode(mode)).unwrap();
            folder
        };
        let (plain, first, second) = (file("plain", 0o644), file("first", 0o755), file("second", 0o755));
        std::fs::create_dir_all(folders.path().join("folder/tool")).unwrap();
        let path = std::env::join_paths([
            Path::new("."),
            Path::new(""),
            &folders.path().join("missing"),
            &folders.path().join("folder"),
            &plain,
            &first,
            &second,
        ])
        .unwrap();
        assert_eq!(Program::in_path("tool", &path).path(), first.join("tool"));
        for name in ["other", "", "../first/tool", "first/tool"] {
            let missing = Program::in_path(name, &path);
            let failure = missing.check().unwrap_err();
            assert_eq!(failure.code, "not_found", "{name}");
            assert_eq!(
                failure.message,
                format!("the program `{name}` is in no folder of PATH; nothing was run")
            );
        }
    }

    #[test]
    fn only_an_absolute_path_is_a_program() {
        for path in ["rtk", "./rtk", "bin/rtk", ""] {
            assert_eq!(Program::new("rtk", path).unwrap_err().code, "invalid_argument", "{path:?}");
        }
    }
}
