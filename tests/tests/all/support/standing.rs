//! A host that stands by, and who answered a call.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};

use super::pipe::Pipe;
use super::processes::{command_line, eventually};
use super::result::ended;
use super::toolhost::{Ran, Toolhost, finish};

/// A shell command that prints the process id of the host that runs it: the parent of its reaper.
pub(crate) const WHO: &str = r"sed 's/.*) . //; s/ .*//' /proc/$PPID/stat";

/// A host that stands by for a user's calls.
pub(crate) struct Standing {
    pub(crate) pipe: Pipe,
}

impl Standing {
    /// Starts one and waits until it takes calls.
    pub(crate) fn start(toolhost: &Toolhost) -> Self {
        Self::start_with(toolhost.command(&["standby"]))
    }

    /// The same of any command line.
    pub(crate) fn start_with(command: Command) -> Self {
        let mut pipe = Pipe::start(command);
        eventually("a host stands by", || {
            let said = pipe.stderr();
            assert!(said.contains("answers calls") || pipe.is_running(), "{said}");
            said.contains("answers calls")
        });
        Self { pipe }
    }

    pub(crate) fn pid(&self) -> u32 {
        self.pipe.pid()
    }

    /// Waits until it has ended of itself and left nothing; returns what it said.
    pub(crate) fn end(mut self, toolhost: &Toolhost) -> String {
        assert_eq!(self.pipe.wait(), 0, "{}", self.pipe.stderr());
        assert_eq!(places(toolhost), Vec::<PathBuf>::new());
        self.pipe.stderr()
    }
}

/// Sockets and locks of hosts of this user that stand by.
pub(crate) fn places(toolhost: &Toolhost) -> Vec<PathBuf> {
    let folder = fs::read_dir(toolhost.path("home/.state/toolhost/control")).into_iter().flatten();
    let paths = folder.map(|entry| entry.unwrap().path());
    paths.filter(|path| path.file_name().unwrap().to_str().unwrap().starts_with("by-")).collect()
}

/// The command line of a call that says which host answers it.
pub(crate) fn asking() -> [String; 3] {
    ["call".to_owned(), "exec_command".to_owned(), json!({"cmd": WHO}).to_string()]
}

/// The process id of the host that answers a call of this user now.
pub(crate) fn answering(toolhost: &Toolhost) -> u32 {
    who(&finish(toolhost.command(&asking()), ""))
}

/// The process id that such a call has printed.
pub(crate) fn who(ran: &Ran) -> u32 {
    let result: Value = ran.json();
    let (output, status) = ended(&result);
    assert_eq!((ran.status, status), (0, 0), "{ran:?}");
    output.trim().parse().unwrap_or_else(|error| panic!("{error}: {ran:?}"))
}

/// Processes of this user whose command line is this one.
pub(crate) fn running(toolhost: &Toolhost, command: &str) -> Vec<u32> {
    toolhost.processes(&[]).into_iter().filter(|pid| command_line(*pid).trim() == command).collect()
}
