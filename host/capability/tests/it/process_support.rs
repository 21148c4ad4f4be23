//! A caller that was granted a few programs.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use toolhost_capability::Failure;
use toolhost_capability::process::{Completed, Places, Policy, Processes, Program, Request};
use toolhost_capability::spawn::{Exit, Spawner};

use crate::support::LONG;

/// Programs that every caller here was granted, each under its path.
const GRANTED: [&str; 5] = ["/bin/sh", "/bin/cat", "/bin/sleep", "/bin/true", "/usr/bin/env"];

pub struct Caller {
    pub processes: Processes,
    pub places: Places,
    pub folder: TempDir,
}

pub fn caller() -> Caller {
    caller_with(&[], 4)
}

/// One that was granted these files of its folder too, and has so many places.
pub fn caller_with(files: &[&str], places: usize) -> Caller {
    let folder = tempfile::tempdir().unwrap();
    let spawner = Spawner::new(folder.path()).unwrap();
    let places = Places::new(places);
    let mut programs: Vec<_> = GRANTED.map(|path| Program::new(path, path).unwrap()).into();
    programs.extend(files.iter().map(|name| Program::new(*name, folder.path().join(name)).unwrap()));
    let policy = Policy {
        programs,
        workdir: folder.path().to_owned(),
        environment: vec![("PATH".into(), "/usr/bin:/bin".into()), ("LANG".into(), "C.UTF-8".into())],
        variables: vec!["MARK".into(), "LANG".into(), "".into(), "A=B".into()],
    };
    let processes = Processes::new(spawner, places.clone(), Arc::new(policy));
    Caller { processes, places, folder }
}

/// A program without input, that may print a mebibyte and take as long as any test.
pub fn program(path: &str, arguments: &[&str]) -> Request {
    Request {
        program: path.to_owned(),
        arguments: arguments.iter().map(|argument| (*argument).to_owned()).collect(),
        environment: Vec::new(),
        workdir: None,
        stdin: Vec::new(),
        max_stdout_bytes: 1 << 20,
        max_stderr_bytes: 1 << 20,
        deadline: Some(Instant::now() + LONG),
    }
}

pub fn sh(script: &str) -> Request {
    program("/bin/sh", &["-c", script])
}

pub fn with_stdin(request: Request, stdin: &[u8]) -> Request {
    Request { stdin: stdin.to_owned(), ..request }
}

/// With a mark in the environment of all that comes from it; and that mark, for [`crate::support::marked`].
pub fn with_mark(request: Request, name: &str) -> (Request, String) {
    let value = format!("{}-{}", std::process::id(), name.replace(' ', "-"));
    let mark = format!("MARK={value}");
    (Request { environment: vec![("MARK".into(), value)], ..request }, mark)
}

pub fn within(request: Request, time: Duration) -> Request {
    Request { deadline: Some(Instant::now() + time), ..request }
}

impl Caller {
    /// Runs one that completes: how it ended, and what it printed on both outputs.
    pub async fn run(&self, request: Request) -> (Exit, String, String) {
        let Completed { exit, stdout, stderr, .. } = self.processes.run(request).await.unwrap();
        (exit, String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
    }

    /// The standard output of one that exits with 0.
    pub async fn stdout(&self, request: Request) -> String {
        let (exit, stdout, stderr) = self.run(request).await;
        assert_eq!((exit, stderr.as_str()), (Exit::Code(0), ""));
        stdout
    }

    /// Runs one that does not complete.
    pub async fn refusal(&self, request: Request) -> Failure {
        self.processes.run(request).await.unwrap_err()
    }

    pub fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    /// A file with this text and these permissions.
    pub fn write(&self, name: &str, text: &str, mode: u32) {
        use std::os::unix::fs::PermissionsExt;

        let path = self.path(name);
        std::fs::write(&path, text).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
    }
}

/// Waits until a file is there.
pub async fn exists(path: &Path) {
    crate::support::eventually("a file is there", || path.exists()).await;
}
