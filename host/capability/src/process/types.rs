//! What goes in and what comes out.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::Program;
use crate::spawn::Exit;

/// What a caller was granted, and what all of its runs have in common.
#[derive(Debug, Clone)]
pub struct Policy {
    /// The programs that may be run, and no others.
    pub programs: Vec<Program>,
    /// Where a program without a `workdir` runs, and what a relative one starts from. An absolute path.
    pub workdir: PathBuf,
    /// The environment of every run: `PATH`, `HOME`, `LANG` and `TMPDIR`, as far as there are any. Nothing else is
    /// inherited.
    pub environment: Vec<(OsString, OsString)>,
    /// Names of variables that a run may set beside them, or in their place.
    pub variables: Vec<String>,
}

/// A program to run.
#[derive(Debug, Clone)]
pub struct Request {
    /// The path of a granted program, or the name that it was granted under; exactly as there.
    pub program: String,
    /// Its arguments, without its own name. Each is handed over as it is.
    pub arguments: Vec<String>,
    /// Variables for this run, all of them granted. A later one of the same name wins.
    pub environment: Vec<(String, String)>,
    /// Where it runs; relative to the policy's.
    pub workdir: Option<String>,
    /// What it can read on its standard input, which then ends. It need not read it.
    pub stdin: Vec<u8>,
    /// The most bytes that it may print on standard output.
    pub max_stdout_bytes: usize,
    /// The most bytes that it may print on standard error.
    pub max_stderr_bytes: usize,
    /// When everything must be over, the wait for a place and the reading of the output included. None: when the caller
    /// gives up, which is for callers that have a bound of their own.
    pub deadline: Option<Instant>,
}

/// A program that has ended, with all that it printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completed {
    /// How it ended. A code other than 0 is for the caller to judge.
    pub exit: Exit,
    /// What it printed on standard output. What a child that it left behind prints is in it as far as it was drained.
    pub stdout: Vec<u8>,
    /// What it printed on standard error, likewise.
    pub stderr: Vec<u8>,
    /// From its start to its end; the wait for a place is not in it.
    pub wall_time: Duration,
}
