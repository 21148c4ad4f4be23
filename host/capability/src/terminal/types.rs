//! What goes in and what comes out.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use crate::spool::Output;

/// What the profile decides about every command of a client.
#[derive(Debug, Clone)]
pub struct Policy {
    /// Where a command without a `workdir` runs, and what a relative one starts from.
    pub workspace: PathBuf,
    /// The shell, an absolute path. The name of its program decides how it is handed a command text: PowerShell
    /// with `-Command`, cmd with `/c`, every other with `-c`.
    pub shell: PathBuf,
    /// The environment before the variables that a pipe or a terminal needs.
    pub environment: Vec<(OsString, OsString)>,
}

/// How long an answer may wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Patience {
    /// As long as the call says.
    AsAsked,
    /// Until the command has ended, whatever the call says; one that takes longer than this is ended.
    UntilEnd(Option<Duration>),
}

/// A command to start.
#[derive(Debug, Clone)]
pub struct Request {
    /// The command text, passed to the shell whole.
    pub command: String,
    /// Where it runs; relative to the workspace.
    pub workdir: Option<String>,
    /// On a terminal, or with empty standard input and both outputs in one pipe.
    pub tty: bool,
    /// Rows and columns of the terminal; none: 24 and 120.
    pub size: Option<(u16, u16)>,
    /// Variables for this command alone.
    pub env: Vec<(String, String)>,
    /// The caller's permission arguments, a JSON object.
    pub intent: String,
}

/// Whether a command still runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// It runs on under this session id.
    Running(u32),
    /// It exited with this code.
    Exited(i32),
    /// This signal ended it.
    Signalled(i32),
}

/// What is seen of a command at one moment.
#[derive(Debug)]
pub struct Observation {
    /// The command text.
    pub command: String,
    /// Whether it still runs.
    pub status: Status,
    /// What it printed since the last delivered answer.
    pub output: Output,
    /// Bytes printed in its whole life.
    pub total_bytes: u64,
    /// Where `output` starts in them.
    pub offset: u64,
    /// Where it runs.
    pub workdir: String,
    /// How long this answer took.
    pub wall_time: Duration,
    /// Processes of its tree that live on after the command itself has ended.
    pub background: u32,
    /// Sentences for the model.
    pub notices: Vec<String>,
}

/// A line of the list of sessions.
#[derive(Debug, Clone)]
pub struct SessionInfo {
    /// What to ask for it by.
    pub id: u32,
    /// The command text.
    pub command: String,
    /// Where it runs.
    pub workdir: String,
    /// Whether it has a terminal.
    pub tty: bool,
    /// Time since it was started.
    pub age: Duration,
    /// Time since it was last asked for.
    pub idle: Duration,
    /// Whether it still runs.
    pub status: Status,
}
