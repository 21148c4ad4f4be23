//! A disk that is full, and files that may not be touched: the tree stays as it was.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use toolhost_capability::workspace::{Settings, Workspace};

use crate::workspace_support::{Remembering, another_process, elsewhere, settings, skipped, splice, tree};

/// Whom nothing belongs to.
const NOBODY: u32 = 65_534;

#[test]
fn what_may_not_be_touched_is_said_and_all_else_stays() {
    if let Some(folder) = elsewhere() {
        return without_permission(&folder);
    }
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("ws");
    fs::create_dir_all(root.join("closed")).unwrap();
    for file in ["mine", "theirs", "closed/f", "unreadable", "special"] {
        fs::write(root.join(file), "abc\n").unwrap();
    }
    let is_root = rustix::process::geteuid().is_root();
    if is_root {
        for path in [folder.path(), &root, &root.join("mine"), &root.join("unreadable")] {
            std::os::unix::fs::chown(path, Some(NOBODY), Some(NOBODY)).unwrap();
        }
    }
    for (path, mode) in [
        ("theirs", 0o444),
        ("closed/f", 0o666),
        ("closed", 0o555),
        ("unreadable", 0o200),
        ("special", 0o2666),
    ] {
        fs::set_permissions(root.join(path), fs::Permissions::from_mode(mode)).unwrap();
    }
    let mut other =
        another_process("workspace_disk::what_may_not_be_touched_is_said_and_all_else_stays", folder.path());
    if is_root {
        other.uid(NOBODY).gid(NOBODY);
    }
    match other.output() {
        Err(error) => skipped("files without permission", &error.to_string()),
        Ok(output) => assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr)),
    }
    fs::set_permissions(root.join("closed"), fs::Permissions::from_mode(0o755)).unwrap();
}

fn without_permission(folder: &Path) {
    let root = folder.join("ws");
    let (workspace, _) = Workspace::open(&root, settings(folder)).unwrap();
    let before = tree(&root);
    let version = |path: &str| workspace.read(path).unwrap().version;
    let stamp = |path: &str| workspace.stat(path).unwrap().unwrap().version;
    assert_eq!(
        workspace.read("unreadable").unwrap_err().message,
        "`unreadable` could not be read: permission denied"
    );
    for (number, message) in [
        "`theirs` could not be written: permission denied",
        "`closed/f` could not be removed: permission denied",
        "`closed/new` could not be created: permission denied",
        "`closed/f` could not be moved to `moved`: permission denied",
        "`unreadable` could not be written: permission denied",
        "`closed/a` could not be made as a directory: permission denied",
    ]
    .into_iter()
    .enumerate()
    {
        let mut changes = workspace.change_set();
        changes.edit("mine", version("mine"), vec![splice(0, 0, "first ")]).unwrap();
        changes.create("new/file", b"new\n".to_vec()).unwrap();
        match number {
            0 => changes.edit("theirs", version("theirs"), vec![splice(0, 1, "x")]),
            1 => changes.remove("closed/f", version("closed/f")),
            2 => changes.create("closed/new", Vec::new()),
            3 => changes.rename("closed/f", version("closed/f"), "moved", Vec::new()),
            4 => changes.edit("unreadable", stamp("unreadable"), vec![splice(0, 1, "x")]),
            _ => changes.create("closed/a/b", Vec::new()),
        }
        .unwrap();
        let failure = workspace.commit_blocking(&changes, &Remembering::default()).unwrap_err();
        assert_eq!((failure.code.as_str(), failure.message.as_str()), ("io", message));
        assert_eq!(tree(&root), before, "{message}");
    }
    if !rustix::process::geteuid().is_root() && fs::metadata(root.join("special")).unwrap().uid() == 0 {
        let mut changes = workspace.change_set();
        changes.edit("special", version("special"), vec![splice(0, 1, "x")]).unwrap();
        let failure = workspace.commit_blocking(&changes, &Remembering::default()).unwrap_err();
        let message = "`special` runs as its owner or group (mode 2666), which writing to it would end";
        assert_eq!((failure.code.as_str(), failure.message.as_str()), ("denied", message));
        assert_eq!(tree(&root), before);
    }
    // Its folder is open to whoever puts another file in its place, with its mode.
    let durable = Settings { durable: true, ..settings(folder) };
    let (workspace, _) = Workspace::open(&root, durable).unwrap();
    let mut changes = workspace.change_set();
    changes.remove("unreadable", stamp("unreadable")).unwrap();
    changes.create("unreadable", b"new\n".to_vec()).unwrap();
    workspace.commit_blocking(&changes, &Remembering::default()).unwrap();
    assert_eq!(fs::metadata(root.join("unreadable")).unwrap().mode() & 0o7777, 0o200);
}

/// This test in a process that sees a mount of its own; whether that could be made. `$1` is the folder.
fn with_mount(test: &str, folder: &Path, mount: &str) -> bool {
    let mut other = Command::new("unshare");
    let script = format!("{mount} && exec \"$2\" --exact \"$3\" --nocapture");
    other.args(["-rm", "sh", "-c", &script, "sh"]).arg(folder);
    other.arg(std::env::current_exe().unwrap()).arg(test);
    for (name, value) in another_process(test, folder).get_envs() {
        other.env(name, value.unwrap_or_default());
    }
    let output = match other.output() {
        Ok(output) => output,
        Err(error) => {
            skipped(test, &error.to_string());
            return false;
        }
    };
    let errors = String::from_utf8_lossy(&output.stderr);
    let has_run = String::from_utf8_lossy(&output.stdout).contains("running 1 test");
    if !has_run {
        skipped(test, errors.trim());
    }
    assert!(output.status.success() || !has_run, "{errors}");
    has_run
}

#[test]
fn a_full_disk_leaves_the_tree_as_it_was() {
    const TEST: &str = "workspace_disk::a_full_disk_leaves_the_tree_as_it_was";
    if let Some(folder) = elsewhere() {
        return on_a_full_disk(&folder);
    }
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("ws")).unwrap();
    with_mount(TEST, folder.path(), "mount -t tmpfs -o size=256k tmpfs \"$1/ws\"");
}

#[test]
fn files_of_a_lower_layer_are_changed_like_others() {
    const TEST: &str = "workspace_disk::files_of_a_lower_layer_are_changed_like_others";
    if let Some(folder) = elsewhere() {
        return on_an_overlay(&folder);
    }
    let folder = tempfile::tempdir().unwrap();
    for part in ["ws", "lower", "upper", "work"] {
        fs::create_dir(folder.path().join(part)).unwrap();
    }
    for file in ["whole", "range", "stamp", "gone", "moves"] {
        fs::write(folder.path().join("lower").join(file), "abc\n").unwrap();
    }
    let mount =
        "mount -t overlay -o \"lowerdir=$1/lower,upperdir=$1/upper,workdir=$1/work\" overlay \"$1/ws\"";
    if with_mount(TEST, folder.path(), mount) {
        assert_eq!(fs::read_to_string(folder.path().join("lower/whole")).unwrap(), "abc\n");
        assert_eq!(fs::read_to_string(folder.path().join("upper/whole")).unwrap(), "Abc\n");
    }
}

#[test]
fn a_protected_folder_is_protected_under_every_name() {
    const TEST: &str = "workspace_disk::a_protected_folder_is_protected_under_every_name";
    if let Some(folder) = elsewhere() {
        return on_a_second_mount(&folder);
    }
    let folder = tempfile::tempdir().unwrap();
    for part in ["ws/own/deep", "ws/again"] {
        fs::create_dir_all(folder.path().join(part)).unwrap();
    }
    fs::write(folder.path().join("ws/own/deep/f"), "abc\n").unwrap();
    with_mount(TEST, folder.path(), "mount --bind \"$1/ws/own\" \"$1/ws/again\"");
}

fn on_a_second_mount(folder: &Path) {
    let root = folder.join("ws");
    let protected = vec![root.join("own")];
    let (workspace, _) = Workspace::open(&root, Settings { protected, ..settings(folder) }).unwrap();
    for path in ["own/deep/f", "again/deep/f"] {
        let mut changes = workspace.change_set();
        changes.edit(path, workspace.read(path).unwrap().version, vec![splice(0, 1, "A")]).unwrap();
        let failure = workspace.commit_blocking(&changes, &Remembering::default()).unwrap_err();
        assert_eq!(failure.code, "denied", "{path}");
    }
    assert_eq!(fs::read_to_string(root.join("own/deep/f")).unwrap(), "abc\n");
}

fn on_an_overlay(folder: &Path) {
    let root = folder.join("ws");
    let (workspace, _) = Workspace::open(&root, settings(folder)).unwrap();
    let mut changes = workspace.change_set();
    let capital = || vec![splice(0, 1, "A")];
    changes.edit("whole", workspace.read("whole").unwrap().version, capital()).unwrap();
    changes.edit("range", workspace.read_range("range", 0, 2).unwrap().version, capital()).unwrap();
    changes.edit("stamp", workspace.stat("stamp").unwrap().unwrap().version, capital()).unwrap();
    changes.remove("gone", workspace.read("gone").unwrap().version).unwrap();
    changes.rename("moves", workspace.read("moves").unwrap().version, "moved", capital()).unwrap();
    workspace.commit_blocking(&changes, &Remembering::default()).unwrap();
    let texts: Vec<(String, Vec<u8>)> =
        tree(&root).into_iter().map(|(path, (_, _, content))| (path, content)).collect();
    let expected = ["moved", "range", "stamp", "whole"].map(|path| (path.to_owned(), b"Abc\n".to_vec()));
    assert_eq!(texts, expected);
}

fn on_a_full_disk(folder: &Path) {
    let root = folder.join("ws");
    let text = "0123456789abcde\n".repeat(2000);
    for file in ["a", "b", "c"] {
        fs::write(root.join(file), &text).unwrap();
    }
    let (workspace, _) = Workspace::open(&root, settings(folder)).unwrap();
    let before = tree(&root);
    let fill = "x".repeat(150_000);
    let version = |path: &str| workspace.read(path).unwrap().version;
    // Too much growth to set space apart for; too much in the middle of a file; too much for a new file.
    for number in 0..3 {
        let mut changes = workspace.change_set();
        changes.edit("a", version("a"), vec![splice(5, 10, "A")]).unwrap();
        changes.create("d/e", b"e\n".to_vec()).unwrap();
        let full = match number {
            0 => {
                changes.edit("b", version("b"), vec![splice(16, 0, &fill.repeat(2))]).unwrap();
                "b"
            }
            1 => {
                changes.create("f", fill.as_bytes()[..130_000].to_vec()).unwrap();
                changes.edit("b", version("b"), vec![splice(16, 0, &fill[..60_000])]).unwrap();
                "b"
            }
            _ => {
                changes.edit("b", version("b"), vec![splice(16, 0, &fill[..60_000])]).unwrap();
                changes.create("g", fill.clone().into_bytes()).unwrap();
                "g"
            }
        };
        let failure = workspace.commit_blocking(&changes, &Remembering::default()).unwrap_err();
        assert_eq!(failure.code, "io");
        let done = if full == "g" { "created" } else { "written" };
        assert_eq!(failure.message, format!("`{full}` could not be {done}: the disk is full"), "{number}");
        assert_eq!(failure.hints, ["Nothing is changed: what had been written by then was taken back."]);
        assert!(tree(&root) == before, "{number}: the tree is not as it was");
    }
    let mut changes = workspace.change_set();
    changes.edit("b", version("b"), vec![splice(0, 1, "fits")]).unwrap();
    workspace.commit_blocking(&changes, &Remembering::default()).unwrap();
}
