//! Patches: large ones through the component against `git apply` of the same change, and a small one by the whole
//! program against the `apply_patch` of Codex.

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::fixture::{Fixture, median, program, ratio};

const ROUNDS: usize = 9;

/// Files of the patch of many.
const FILES: usize = 1000;

/// Bytes of the large file, more or less.
const LARGE: usize = 10_000_000;

/// The Codex binary; `scripts/bench` installs it.
const PEER: &str =
    "../../target/bench/node_modules/@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex";

pub(crate) async fn run() {
    for (name, before, after) in [large(), many()] {
        let quick = Fixture::durable(false).await;
        let durable = Fixture::durable(true).await;
        let (mut ours, mut synced, mut peer) = (Vec::new(), Vec::new(), Vec::new());
        let (patch, diff) = (patch(&before, &after), diff(&before, &after));
        for _ in 0..ROUNDS {
            ours.push(apply(&quick, &patch, &before, &after).await);
            synced.push(apply(&durable, &patch, &before, &after).await);
            peer.push(git_apply(&diff, &before, &after));
        }
        let (ours, synced, peer) = (median(ours), median(synced), median(peer));
        println!(
            "patch  {name}: {ours:?}; git apply {peer:?}; ratio {:.2} (at most 1.5); made durable {synced:?}",
            ratio(ours, peer)
        );
    }
    single();
}

type Files = Vec<(String, String)>;

/// One hunk in the middle of a large file.
fn large() -> (&'static str, Files, Files) {
    let line = |number: usize| format!("line {number:07} of a file as large as sources hardly are\n");
    let count = LARGE / line(0).len();
    let before: String = (0..count).map(line).collect();
    let changed = line(count / 2);
    let after = before.replace(&changed, &format!("{}, changed\n", changed.trim_end()));
    ("one hunk in 10 MB", vec![("large.txt".into(), before)], vec![("large.txt".into(), after)])
}

/// One line in each of many files.
fn many() -> (&'static str, Files, Files) {
    let text = |number: usize, value: &str| {
        let lines: String =
            (0..40).map(|line| format!("    let name_{line} = {};\n", line * number)).collect();
        format!("fn file_{number}() {{\n{lines}    return {value};\n}}\n")
    };
    let files =
        |value: &str| (0..FILES).map(|number| (format!("src/f{number}.rs"), text(number, value))).collect();
    ("1000 files", files("before"), files("after"))
}

/// The change as the tool takes it: each line that is different, with three lines of context.
fn patch(before: &Files, after: &Files) -> String {
    let mut patch = "*** Begin Patch\n".to_owned();
    for ((path, old), (_, new)) in before.iter().zip(after) {
        let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
        let at = old.iter().zip(&new).position(|(old, new)| old != new).unwrap();
        let _ = writeln!(patch, "*** Update File: {path}\n@@");
        let context = |patch: &mut String, lines: &[&str]| {
            lines.iter().for_each(|line| {
                let _ = writeln!(patch, " {line}");
            });
        };
        context(&mut patch, &old[at.saturating_sub(3)..at]);
        let _ = writeln!(patch, "-{}\n+{}", old[at], new[at]);
        context(&mut patch, &old[at + 1..(at + 4).min(old.len())]);
    }
    patch + "*** End Patch\n"
}

/// The same change as a unified diff, made by git.
fn diff(before: &Files, after: &Files) -> String {
    let folder = tempfile::tempdir().unwrap();
    write(&folder.path().join("a"), before);
    write(&folder.path().join("b"), after);
    let output = Command::new("git")
        .args(["diff", "--no-index", "--no-prefix", "a", "b"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

fn write(folder: &Path, files: &Files) {
    for (path, text) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

fn check(folder: &Path, files: &Files) {
    assert!(files.iter().all(|(path, text)| fs::read_to_string(folder.join(path)).unwrap() == *text));
}

async fn apply(fixture: &Fixture, patch: &str, before: &Files, after: &Files) -> Duration {
    write(&fixture.workspace(), before);
    let start = Instant::now();
    let reply = fixture.call("apply_patch", json!({"patch": patch})).await;
    let time = start.elapsed();
    assert!(!reply.answer.is_error(), "{:?}", reply.answer.structured());
    reply.delivered();
    check(&fixture.workspace(), after);
    time
}

fn git_apply(diff: &str, before: &Files, after: &Files) -> Duration {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("a");
    write(&root, before);
    let file = folder.path().join("change.diff");
    fs::write(&file, diff).unwrap();
    let start = Instant::now();
    // Names in the diff begin with a/ and b/.
    let status = Command::new("git").args(["apply", "-p1"]).arg(&file).current_dir(&root).status().unwrap();
    let time = start.elapsed();
    assert!(status.success());
    check(&root, after);
    time
}

/// One small patch, by processes as an agent starts them.
fn single() {
    let home = tempfile::tempdir().unwrap();
    let workspace = home.path().join("workspace");
    fs::create_dir_all(workspace.join(".git")).unwrap();
    let file = workspace.join("a.txt");
    let patch = "*** Begin Patch\n*** Update File: a.txt\n@@\n one\n-two\n+TWO\n three\n*** End Patch\n";
    let before = "one\ntwo\nthree\n";
    let timed = |command: &mut Command| {
        fs::write(&file, before).unwrap();
        let start = Instant::now();
        let output = command.output().unwrap();
        let time = start.elapsed();
        assert!(output.status.success(), "{output:?}");
        assert_eq!(fs::read_to_string(&file).unwrap(), "one\nTWO\nthree\n");
        time
    };
    let program = || {
        let mut command = Command::new(program());
        command.current_dir(&workspace).env("HOME", home.path());
        command.env_remove("XDG_CACHE_HOME").env_remove("XDG_STATE_HOME");
        command
    };
    let call = |mut command: Command| {
        timed(command.args(["call", "apply_patch", &json!({"patch": patch}).to_string()]))
    };
    let standing_by = Standing::start(program().arg("standby"));
    let with_it = || call(program());
    // In another environment nobody stands by.
    let alone = || {
        let mut command = program();
        command.env("TOOLHOST_SPEED", "alone");
        call(command)
    };
    let peer: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join(PEER);
    let theirs = || {
        let mut command = Command::new(&peer);
        timed(command.arg0("apply_patch").arg(patch).current_dir(&workspace).env("HOME", home.path()))
    };
    with_it();
    alone();
    let (mut with_times, mut alone_times, mut their_times) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS * 3 {
        with_times.push(with_it());
        alone_times.push(alone());
        if peer.exists() {
            their_times.push(theirs());
        }
    }
    drop(standing_by);
    let (with_time, alone_time) = (median(with_times), median(alone_times));
    print!("patch  a small one, whole process {with_time:?} where a host stands by, else {alone_time:?}");
    if their_times.is_empty() {
        println!("; no peer: `scripts/bench` installs it");
    } else {
        let their_time = median(their_times);
        println!(
            "; Codex's apply_patch {their_time:?}; ratio {:.2} (below 1), else {:.2}",
            ratio(with_time, their_time),
            ratio(alone_time, their_time)
        );
    }
}

/// A host that stands by. Dropping it ends it.
struct Standing(Child);

impl Standing {
    /// Starts it and waits until it says that it takes calls.
    fn start(command: &mut Command) -> Standing {
        let mut host = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut said = String::new();
        BufReader::new(host.stderr.take().unwrap()).read_line(&mut said).unwrap();
        assert!(said.contains("answers calls"), "{said}");
        Standing(host)
    }
}

impl Drop for Standing {
    fn drop(&mut self) {
        // It may have ended; then there is nothing to kill.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
