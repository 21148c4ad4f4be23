//! A host is killed at any moment of a commit of 50 files: what is found afterwards is one whole tree.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use toolhost_capability::workspace::{ChangeSet, Notice, Splice, Workspace};

use crate::workspace_support::{Remembering, Site, another_process, elsewhere, settings, tree};

const KILLS: usize = 500;
/// So many kills at most, where some moment of a commit has not been met by then.
const MOST_KILLS: usize = 5_000;
const EDITED: usize = 30;
const MADE: usize = 6;
const MOVED: usize = 8;

/// The files after so many commits.
fn files(generation: usize) -> BTreeMap<String, Vec<u8>> {
    let edited = (0..EDITED).map(|file| (format!("edited/{file}"), content(file, generation)));
    let made = (0..MADE).map(|file| (made(file, generation), content(file, generation)));
    let moved = (0..MOVED).map(|file| (moved(file, generation), content(100 + file, generation)));
    edited.chain(made).chain(moved).collect()
}

fn made(file: usize, generation: usize) -> String {
    format!("made/{}/{file}-{generation}", generation % 7)
}

fn moved(file: usize, generation: usize) -> String {
    format!("moved/{}/{file}", generation % 3)
}

/// Bytes that get more and fewer from one generation to the next, up to some pages.
fn content(file: usize, generation: usize) -> Vec<u8> {
    let lines = 1 + (file * 37 + generation * 101) % 400;
    (0..lines).flat_map(|line| format!("{file} {generation} {line} of {lines}\n").into_bytes()).collect()
}

/// What leads from one generation to the next: 50 files.
fn step(workspace: &Workspace, generation: usize) -> ChangeSet {
    let mut changes = workspace.change_set();
    let replace = |before: &[u8], after: Vec<u8>| {
        // The first line, then the rest, so that there is something to be kept between.
        let line = before.iter().position(|byte| *byte == b'\n').unwrap();
        let new_line = after.iter().position(|byte| *byte == b'\n').unwrap();
        vec![
            Splice { offset: 0, remove: line as u64, insert: after[..new_line].to_vec() },
            Splice {
                offset: line as u64 + 1,
                remove: (before.len() - line - 1) as u64,
                insert: after[new_line + 1..].to_vec(),
            },
        ]
    };
    for file in 0..EDITED {
        let path = format!("edited/{file}");
        let chunk = workspace.read(&path).unwrap();
        changes.edit(path, chunk.version, replace(&chunk.data, content(file, generation + 1))).unwrap();
    }
    for file in 0..MADE {
        let path = made(file, generation);
        let version = workspace.read(&path).unwrap().version;
        changes.remove(path, version).unwrap();
        changes.create(made(file, generation + 1), content(file, generation + 1)).unwrap();
    }
    for file in 0..MOVED {
        let path = moved(file, generation);
        let chunk = workspace.read(&path).unwrap();
        let splices = replace(&chunk.data, content(100 + file, generation + 1));
        changes.rename(path, chunk.version, moved(file, generation + 1), splices).unwrap();
    }
    changes
}

/// The life of a host that is going to be killed: one commit after the other.
fn commit_on(folder: &Path) {
    let (workspace, _) = Workspace::open(&folder.join("ws"), settings(folder)).unwrap();
    let first = generation(&folder.join("ws"));
    for generation in first.. {
        let changes = step(&workspace, generation);
        // So that the moment of the end is counted from here on.
        if generation == first {
            let mut output = std::io::stdout();
            output.write_all(b"\nready\n").and_then(|()| output.flush()).unwrap();
        }
        workspace.commit_blocking(&changes, &Remembering::default()).unwrap();
    }
}

/// What the first file says.
fn generation(root: &Path) -> usize {
    let text = fs::read_to_string(root.join("edited/0")).unwrap();
    text.split(' ').nth(1).unwrap().parse().unwrap()
}

fn present(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let is_file = |mode: u32| mode & 0o170_000 == 0o100_000;
    let files = tree(root).into_iter().filter(|(_, (mode, ..))| is_file(*mode));
    files.map(|(path, (_, _, content))| (path, content)).collect()
}

/// Numbers that look random and are the same each time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// How long after its start a commit may be killed. It follows the machine, on which a commit takes what it takes: the
/// range grows with each kill before anything moved and shrinks with each after the end, so that as many come too early
/// as too late, and the others in the midst of it.
struct Range {
    dice: Dice,
    /// In microseconds.
    longest: u64,
}

impl Range {
    fn moment(&mut self) -> Duration {
        Duration::from_micros(self.dice.below(self.longest))
    }

    fn was_too_early(&mut self) {
        self.longest = (self.longest + self.longest / 16).min(2_000_000);
    }

    fn was_too_late(&mut self) {
        self.longest = (self.longest - self.longest / 16).max(100);
    }
}

#[test]
fn a_killed_host_leaves_one_whole_tree() {
    if let Some(folder) = elsewhere() {
        return commit_on(&folder);
    }
    let site = Site::new();
    for (path, content) in files(0) {
        site.write(&path, content);
    }
    let mut range = Range { dice: Dice(0x5eed), longest: 12_000 };
    // How often a kill came before the mark, after it, in the middle of the files, and between two commits.
    let (mut before, mut after, mut within, mut between) = (0, 0, 0, 0);
    for kill in 0..MOST_KILLS {
        if kill >= KILLS && before > 0 && within > 0 {
            break;
        }
        let from = generation(&site.path(""));
        let mut host =
            another_process("workspace_kills::a_killed_host_leaves_one_whole_tree", site.folder.path())
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
        let mut lines = BufReader::new(host.stdout.take().unwrap()).lines();
        assert!(lines.any(|line| line.unwrap() == "ready"), "the host ended by itself");
        thread::sleep(range.moment());
        host.kill().unwrap();
        host.wait().unwrap();

        let found = present(&site.path(""));
        let (_, notices) = Workspace::open(&site.path(""), settings(site.folder.path())).unwrap();
        let now = generation(&site.path(""));
        assert!(present(&site.path("")) == files(now), "kill {kill}: {notices:?}");
        assert!(now >= from);
        match &*notices {
            [] => between += 1,
            [Notice::Discarded] => before += 1,
            [Notice::Finished { .. }] => after += 1,
            _ => panic!("kill {kill}: {notices:?}"),
        }
        if !matches!(&*notices, [Notice::Finished { .. }]) {
            assert!(found == files(now), "kill {kill}: nothing had moved");
            if now == from { range.was_too_early() } else { range.was_too_late() }
        } else if found != files(now) && (now == 0 || found != files(now - 1)) {
            within += 1;
        }
        assert!(site.is_settled());
    }
    let counts = format!("{before} before the mark, {after} after, {within} within, {between} between");
    assert!(before > 0 && after > 0 && within > 0, "{counts}");
    report(&counts);
}

#[expect(clippy::print_stderr, reason = "shown by `--nocapture`: where the kills came")]
fn report(counts: &str) {
    eprintln!("kills: {counts}");
}
