//! The program with folders of its own.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;
use tempfile::{NamedTempFile, TempDir};

use super::binary::program;
use super::pipe::{code, text};
use super::processes::{command_line, eventually, marked};

/// A user with a home and a workspace, for whom the program runs.
pub(crate) struct Toolhost {
    folder: TempDir,
    variables: Vec<(String, String)>,
    mark: String,
}

/// What a run of the program came to.
#[derive(Debug)]
pub(crate) struct Ran {
    /// As shells count it.
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ran {
    /// The one JSON value on standard output.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

impl Toolhost {
    /// A user who has configured nothing.
    pub(crate) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let folder = tempfile::tempdir().unwrap();
        for name in ["home", "workspace"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let mark = format!("TOOLHOST_TEST={}.{number}", std::process::id());
        Self { folder, variables: Vec::new(), mark }
    }

    /// A user with this configuration.
    pub(crate) fn configured(yaml: &str) -> Self {
        let toolhost = Self::new();
        toolhost.configure(yaml);
        toolhost
    }

    /// Writes the user's configuration.
    pub(crate) fn configure(&self, yaml: &str) {
        let file = self.config_file();
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, yaml).unwrap();
    }

    /// Where the user's configuration is.
    pub(crate) fn config_file(&self) -> PathBuf {
        self.path("home/.config/toolhost/toolhost.yaml")
    }

    /// Adds a variable to the program's environment.
    pub(crate) fn variable(&mut self, name: &str, value: &str) {
        self.variables.push((name.to_owned(), value.to_owned()));
    }

    pub(crate) fn workspace(&self) -> PathBuf {
        self.path("workspace")
    }

    /// A path in the user's folder, free of links.
    pub(crate) fn path(&self, relative: &str) -> PathBuf {
        fs::canonicalize(self.folder.path()).unwrap().join(relative)
    }

    /// Writes a file of the workspace.
    pub(crate) fn write(&self, name: &str, contents: impl AsRef<[u8]>) -> PathBuf {
        let path = self.workspace().join(name);
        fs::write(&path, contents).unwrap();
        path
    }

    /// The program with the user's environment and nothing of the tests'.
    pub(crate) fn command(&self, arguments: &[impl AsRef<OsStr>]) -> Command {
        let (name, value) = self.mark.split_once('=').unwrap();
        let mut command = Command::new(program());
        command
            .args(arguments)
            .current_dir(self.workspace())
            .env_clear()
            .env("PATH", "/usr/local/bin:/usr/bin:/bin")
            .env("SHELL", "/bin/bash")
            .env("LANG", "C.UTF-8")
            .env("HOME", self.path("home"))
            .env("XDG_CONFIG_HOME", self.path("home/.config"))
            .env("XDG_STATE_HOME", self.path("home/.state"))
            .env("XDG_CACHE_HOME", cache())
            .env(name, value)
            .envs(self.variables.iter().map(|(name, value)| (name, value)));
        command
    }

    /// Runs the program to its end with no input.
    pub(crate) fn run(&self, arguments: &[&str]) -> Ran {
        self.run_with(arguments, "")
    }

    /// Runs the program to its end with this input.
    pub(crate) fn run_with(&self, arguments: &[&str], input: &str) -> Ran {
        finish(self.command(arguments), input)
    }

    /// Calls a tool with `toolhost call`: exit status and result.
    pub(crate) fn call(&self, tool: &str, arguments: &Value) -> (i32, Value) {
        let ran = self.run(&["call", tool, &arguments.to_string()]);
        (ran.status, ran.json())
    }

    /// Every live process that the programs of this user have started, but for `except`.
    pub(crate) fn processes(&self, except: &[u32]) -> Vec<u32> {
        marked(&self.mark).into_iter().filter(|pid| !except.contains(pid)).collect()
    }

    /// Waits until no process of this user is left but `except`.
    pub(crate) fn expect_no_survivor(&self, what: &str, except: &[u32]) {
        let mut alive = Vec::new();
        eventually(&format!("{what}: no survivor"), || {
            alive = self.processes(except);
            alive.is_empty()
        });
    }

    /// Fails if a process of this user is left now.
    pub(crate) fn assert_no_survivor(&self, what: &str) {
        let alive: Vec<String> = self.processes(&[]).into_iter().map(command_line).collect();
        assert!(alive.is_empty(), "{what}: {alive:?}");
    }
}

/// A command that a shell starts which has done something before.
pub(crate) fn after(before: &str, command: &Command) -> Command {
    let script = format!("{before}\nexec \"$@\"");
    let arguments = ["-c", &script, "bash"].map(OsStr::new);
    instead(Path::new("/bin/bash"), &[&arguments[..], &[command.get_program()]].concat(), command)
}

/// Another program with the folder and the variables of this command, and none beside; with these arguments, then the
/// command's own.
pub(crate) fn instead(program: &Path, arguments: &[&OsStr], command: &Command) -> Command {
    let mut other = Command::new(program);
    other.args(arguments).args(command.get_args()).current_dir(command.get_current_dir().unwrap());
    other.env_clear().envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    other
}

/// Runs a command to its end.
pub(crate) fn finish(mut command: Command, input: &str) -> Ran {
    let [stdin, stdout, stderr] = [(); 3].map(|()| NamedTempFile::new().unwrap());
    fs::write(stdin.path(), input).unwrap();
    command.stdin(Stdio::from(stdin.reopen().unwrap()));
    command.stdout(stdout.reopen().unwrap()).stderr(stderr.reopen().unwrap());
    let mut child = command.spawn().unwrap();
    let mut status = None;
    eventually("the program exits", || {
        status = child.try_wait().unwrap();
        status.is_some()
    });
    Ran { status: code(status.unwrap()), stdout: text(&stdout), stderr: text(&stderr) }
}

/// One cache for all tests: what compiled once need not be compiled again.
fn cache() -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache");
    fs::DirBuilder::new().recursive(true).mode(0o700).create(&path).unwrap();
    path
}
