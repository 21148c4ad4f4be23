//! A program that is spoken to line by line while it runs.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use rustix::process::{Pid, Signal, kill_process};
use tempfile::NamedTempFile;

use super::LONG;
use super::processes::eventually;

/// A running program with its standard streams. Dropping it kills it.
pub(crate) struct Pipe {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    stderr: NamedTempFile,
}

impl Pipe {
    pub(crate) fn start(mut command: Command) -> Self {
        let stderr = NamedTempFile::new().unwrap();
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(stderr.reopen().unwrap());
        let mut child = command.spawn().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let stdin = child.stdin.take();
        Self { child, stdin, lines, stderr }
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Writes one line.
    pub(crate) fn send(&mut self, line: &str) {
        let stdin = self.stdin.as_mut().expect("the input has not ended");
        writeln!(stdin, "{line}").and_then(|()| stdin.flush()).unwrap();
    }

    /// The next line of output, which must come.
    pub(crate) fn receive(&mut self) -> String {
        match self.lines.recv_timeout(LONG) {
            Ok(line) => line,
            Err(error) => panic!("no line: {error}; standard error: {}", self.stderr()),
        }
    }

    /// All further lines, to the end of output, which must come.
    pub(crate) fn rest(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        while let Ok(line) = self.lines.recv_timeout(LONG) {
            lines.push(line);
        }
        lines
    }

    pub(crate) fn end_input(&mut self) {
        self.stdin = None;
    }

    pub(crate) fn signal(&self, signal: Signal) {
        let pid = Pid::from_raw(i32::try_from(self.pid()).unwrap()).unwrap();
        kill_process(pid, signal).unwrap();
    }

    /// Waits for the program to exit, which it must; returns its status as shells count it.
    pub(crate) fn wait(&mut self) -> i32 {
        let mut status = None;
        eventually("the program exits", || {
            status = self.child.try_wait().unwrap();
            status.is_some()
        });
        code(status.unwrap())
    }

    pub(crate) fn is_running(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    /// What the program has written to standard error.
    pub(crate) fn stderr(&self) -> String {
        text(&self.stderr)
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        // It may have ended; then there is nothing to kill.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// 128 and the signal's number where a signal ended it.
pub(crate) fn code(status: std::process::ExitStatus) -> i32 {
    use std::os::unix::process::ExitStatusExt;
    status.code().unwrap_or_else(|| 128 + status.signal().unwrap())
}

/// The whole text of a file that may be written meanwhile.
pub(crate) fn text(file: &NamedTempFile) -> String {
    String::from_utf8_lossy(&std::fs::read(file.path()).unwrap()).into_owned()
}
