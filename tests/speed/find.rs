//! Searches of a large real tree, cold by the whole program and warm in a host that lives on, against ripgrep and
//! ast-grep.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::fixture::{median, program, ratio};

const ROUNDS: usize = 7;

/// The sources of Rust's compiler and library, from Debian; `scripts/bench` gets them.
const TREE: &str = "../../target/bench/rust/usr/src";

/// ast-grep's program; `scripts/bench` installs it.
const PEER: &str = "../../target/bench/node_modules/.bin/ast-grep";

/// A text that is in few places of the tree, so that all of it has to be searched, and one for what was learned.
const RARE: &str = "intern_const_alloc";
const OTHER: &str = "debugger_visualizer";

pub(crate) fn run() {
    let Some(tree) = tree() else {
        println!("find   no tree to search: `scripts/bench` gets one where there is apt-get");
        return;
    };
    let home = tempfile::tempdir().unwrap();
    let files = Command::new("rg").args(["--files", "--hidden"]).current_dir(&tree).output();
    let Ok(files) = files else {
        println!("find   no peer: install ripgrep");
        return;
    };
    let files = files.stdout.iter().filter(|byte| **byte == b'\n').count();
    println!("find   {files} files, peers: ripgrep, ast-grep");
    text(&tree, &home);
    definitions(&tree, &home);
    paths(&tree, &home);
}

fn tree() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(TREE);
    fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path()).find(|path| path.join("compiler").is_dir())
}

fn text(tree: &Path, home: &TempDir) {
    let arguments = |query: &str| json!({"query": query, "result_types": ["text"], "max_results": 100});
    let (mut cold, mut warm, mut peer) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..=ROUNDS {
        cold.push(call(tree, home, &arguments(RARE)));
        peer.push(timed(
            Command::new("rg").args(["-F", "-n", "--sort", "path", RARE, "."]).current_dir(tree),
        ));
        let mut session = Session::start(tree, home);
        session.call(&arguments(OTHER));
        warm.push(session.call(&arguments(RARE)));
    }
    let (cold, warm, peer) = (after_first(cold), after_first(warm), after_first(peer));
    println!(
        "find   text: cold {cold:?}, rg --sort path {peer:?}; ratio {:.2} (at most 1.3); warm {warm:?}; ratio {:.2} (at most 0.6)",
        ratio(cold, peer),
        ratio(warm, peer)
    );
}

fn definitions(tree: &Path, home: &TempDir) {
    let arguments = json!({"query": "TyCtxt", "path": "compiler", "result_types": ["definition", "usage"]});
    let (mut cold, mut first, mut again) = (Vec::new(), Vec::new(), Vec::new());
    let mut memory = 0;
    for _ in 0..=ROUNDS {
        cold.push(call(tree, home, &arguments));
        let mut session = Session::start(tree, home);
        first.push(session.call(&arguments));
        again.push(session.call(&arguments));
        memory = memory.max(session.peak_memory());
    }
    let (cold, first, again) = (after_first(cold), after_first(first), after_first(again));
    let peer = Path::new(env!("CARGO_MANIFEST_DIR")).join(PEER);
    print!("find   TyCtxt below compiler/: cold {cold:?}, {memory} MiB (at most 200)");
    if peer.exists() {
        let ast_grep = || {
            timed(
                Command::new(&peer).args(["run", "-p", "TyCtxt", "-l", "rust", "compiler"]).current_dir(tree),
            )
        };
        let peer = after_first((0..4).map(|_| ast_grep()).collect());
        print!(", ast-grep {peer:?}; {:.1} times as fast (at least 5)", ratio(peer, cold));
    }
    println!("; again {again:?}; ratio {:.2} of {first:?} (at most 0.1)", ratio(again, first));
}

fn paths(tree: &Path, home: &TempDir) {
    let arguments = json!({"query": "query_system", "result_types": ["path"], "max_results": 100});
    let (mut ours, mut peer) = (Vec::new(), Vec::new());
    for _ in 0..=ROUNDS {
        ours.push(call(tree, home, &arguments));
        peer.push(timed(Command::new("rg").args(["--files", "--hidden"]).current_dir(tree)));
    }
    let (ours, peer) = (after_first(ours), after_first(peer));
    println!("find   paths: {ours:?}, rg --files {peer:?}; ratio {:.2} (at most 1)", ratio(ours, peer));
}

/// The median without the first time, in which the files come from the disk.
fn after_first(mut times: Vec<Duration>) -> Duration {
    times.remove(0);
    median(times)
}

fn toolhost(tree: &Path, home: &TempDir) -> Command {
    let mut command = Command::new(program());
    command
        .args(["--profile", "advanced", "--workspace"])
        .arg(tree)
        .env("HOME", home.path())
        .env_remove("XDG_CACHE_HOME")
        .env_remove("XDG_STATE_HOME")
        .env_remove("TOOLHOST_CLIENT");
    command
}

/// One call by the whole program, from its start to its end.
fn call(tree: &Path, home: &TempDir, arguments: &Value) -> Duration {
    timed(toolhost(tree, home).args(["call", "code_search", &arguments.to_string()]))
}

fn timed(command: &mut Command) -> Duration {
    let start = Instant::now();
    let output = command.stderr(Stdio::inherit()).output().unwrap();
    let time = start.elapsed();
    assert!(output.status.success() && !output.stdout.is_empty(), "{command:?}");
    time
}

/// A host that lives on.
struct Session {
    child: Child,
    answers: BufReader<ChildStdout>,
}

impl Session {
    fn start(tree: &Path, home: &TempDir) -> Session {
        let mut command = toolhost(tree, home);
        let mut child =
            command.args(["call", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let answers = BufReader::new(child.stdout.take().unwrap());
        Session { child, answers }
    }

    fn call(&mut self, arguments: &Value) -> Duration {
        let line = json!({"tool": "code_search", "arguments": arguments});
        let start = Instant::now();
        writeln!(self.child.stdin.as_mut().unwrap(), "{line}").unwrap();
        let mut answer = String::new();
        self.answers.read_line(&mut answer).unwrap();
        let time = start.elapsed();
        assert!(answer.contains("\"returned\":") && !answer.contains("\"returned\":0"), "{answer}");
        time
    }

    /// The most memory that the host has had at once, in MiB.
    fn peak_memory(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() / 1024
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}
