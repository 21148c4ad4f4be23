//! Several hosts at work on the same files.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use toolhost_capability::workspace::{Settings, Workspace};

use crate::workspace_support::{Remembering, Site, another_process, elsewhere, settings, splice};

/// Counts up the number after `name=` so many times, from reading to commit, again on every conflict.
fn count_up(root: &Path, state: &Path, path: &str, name: &str, times: usize) {
    let (workspace, _) =
        Workspace::open(root, Settings { state: state.to_owned(), ..settings(Path::new("")) }).unwrap();
    for _ in 0..times {
        loop {
            let chunk = workspace.read(path).unwrap();
            let text = String::from_utf8(chunk.data).unwrap();
            let start = text.find(&format!("{name}=")).unwrap() + name.len() + 1;
            let end = start + text[start..].find('\n').unwrap();
            let next = text[start..end].parse::<usize>().unwrap() + 1;
            let mut changes = workspace.change_set();
            let change = splice(start as u64, (end - start) as u64, &next.to_string());
            changes.edit(path, chunk.version, vec![change]).unwrap();
            match workspace.commit_blocking(&changes, &Remembering::default()) {
                Ok(_) => break,
                Err(failure) => assert_eq!(failure.code, "conflict", "{failure}"),
            }
        }
    }
}

/// How often each counts.
const TIMES: usize = 60;

#[test]
fn two_processes_lose_no_change() {
    if let Some(folder) = elsewhere() {
        return count_up(&folder.join("ws"), &folder.join("state"), "f", "B", TIMES);
    }
    let site = Site::new();
    site.write("f", "A=0\nB=0\n");
    let test = "workspace_hosts::two_processes_lose_no_change";
    let mut other = another_process(test, site.folder.path()).stdout(Stdio::null()).spawn().unwrap();
    count_up(&site.path(""), &site.folder.path().join("state"), "f", "A", TIMES);
    assert!(other.wait().unwrap().success());
    assert_eq!(site.text("f"), format!("A={TIMES}\nB={TIMES}\n"));
}

#[test]
fn threads_and_workspaces_within_each_other_lose_no_change() {
    let site = Site::new();
    site.write("sub/f", "A=0\nB=0\nC=0\n");
    let (root, state) = (site.path(""), site.folder.path().join("state"));
    thread::scope(|scope| {
        scope.spawn(|| count_up(&root, &state, "sub/f", "A", TIMES));
        scope.spawn(|| count_up(&root.join("sub"), &state, "f", "B", TIMES));
        scope.spawn(|| count_up(&root.join("sub"), &state, "f", "C", TIMES));
    });
    assert_eq!(site.text("sub/f"), format!("A={TIMES}\nB={TIMES}\nC={TIMES}\n"));
}

#[test]
fn a_commit_does_not_wait_for_ever() {
    let site = Site::with(|settings| Settings { lock_wait: Duration::from_millis(30), ..settings });
    site.write("d/f", "abc\n");
    let edit = || site.change(|changes| changes.edit("d/f", site.version("d/f"), vec![splice(0, 1, "A")]));
    let before = site.tree();
    // Another commit in the same root.
    let journals = site.folder.path().join("state/journals");
    site.change(|changes| changes.create("e", Vec::new())).unwrap();
    fs::remove_file(site.path("e")).unwrap();
    let journal = fs::read_dir(journals).unwrap().next().unwrap().unwrap().path();
    let held = fs::File::open(journal).unwrap();
    held.lock().unwrap();
    let failure = edit().unwrap_err();
    assert_eq!(failure.code, "timed_out");
    assert!(failure.message.starts_with("another commit has been changing `"), "{failure}");
    assert!(failure.message.ends_with("/ws` for too long; nothing was written"), "{failure}");
    drop(held);
    // Another commit that changes this file, in whatever root.
    let locks = site.folder.path().join("state/locks");
    let held: Vec<fs::File> = (0..64)
        .map(|slot| {
            let path = locks.join(format!("{slot:02x}"));
            let file = fs::File::options().create(true).truncate(false).write(true).open(path).unwrap();
            file.lock().unwrap();
            file
        })
        .collect();
    let failure = edit().unwrap_err();
    assert_eq!(failure.code, "timed_out");
    assert!(failure.message.ends_with("/ws/d/f` for too long; nothing was written"), "{failure}");
    drop(held);
    assert_eq!(site.tree(), before);
    edit().unwrap();
}

#[test]
fn a_wait_without_end_is_a_long_one() {
    let site = Site::with(|settings| Settings { lock_wait: Duration::MAX, ..settings });
    site.change(|changes| changes.create("f", Vec::new())).unwrap();
}

/// Files, each in a folder of its own.
const FILES: usize = 300;

#[test]
fn many_files_need_few_descriptors() {
    const TEST: &str = "workspace_hosts::many_files_need_few_descriptors";
    if let Some(folder) = elsewhere() {
        let (workspace, _) = Workspace::open(&folder.join("ws"), settings(&folder)).unwrap();
        let mut changes = workspace.change_set();
        for number in 0..FILES {
            let path = format!("{number}/f");
            let version = workspace.read(&path).unwrap().version;
            changes.edit(path, version, vec![splice(0, 0, "more ")]).unwrap();
            changes.create(format!("{number}/new/f"), b"new\n".to_vec()).unwrap();
        }
        workspace.commit_blocking(&changes, &Remembering::default()).unwrap();
        return;
    }
    let site = Site::new();
    for number in 0..FILES {
        site.write(&format!("{number}/f"), "text\n");
    }
    let mut other = std::process::Command::new("sh");
    other.args(["-c", "ulimit -n 200 && exec \"$@\"", "sh"]).arg(std::env::current_exe().unwrap());
    let same = another_process(TEST, site.folder.path());
    other.args(same.get_args());
    for (name, value) in same.get_envs() {
        other.env(name, value.unwrap_or_default());
    }
    let output = other.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for number in 0..FILES {
        assert_eq!(site.text(&format!("{number}/f")), "more text\n");
        assert_eq!(site.text(&format!("{number}/new/f")), "new\n");
    }
}
