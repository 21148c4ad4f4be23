//! What a commit changes, and what it leaves as it was.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};

use toolhost_capability::workspace::{Change, ChangeKind};

use crate::workspace_support::{Site, skipped, splice};

fn change(path: &str, kind: ChangeKind) -> Change {
    Change { path: path.to_owned(), kind }
}

#[test]
fn an_edit_changes_the_bytes_of_its_splices_and_no_others() {
    let site = Site::new();
    for (before, splices, after) in [
        ("one\ntwo\n", vec![splice(0, 3, "ONE")], "ONE\ntwo\n"),
        ("", vec![splice(0, 0, "first\n")], "first\n"),
        ("abc", vec![splice(0, 3, "")], ""),
        ("abc", vec![splice(3, 0, "d")], "abcd"),
        ("abc", vec![splice(0, 0, "_")], "_abc"),
        ("abcdef", vec![splice(4, 1, "EE"), splice(0, 1, "")], "bcdEEf"),
        ("abcdef", vec![splice(1, 1, "BBB"), splice(3, 1, ""), splice(5, 1, "F")], "aBBBceF"),
        ("x\r\ny\r\n", vec![splice(1, 0, "!")], "x!\r\ny\r\n"),
        ("no end", vec![splice(0, 2, "NO")], "NO end"),
    ] {
        site.write("f", before);
        let version = site.version("f");
        let committed = site.change(|changes| changes.edit("f", version, splices)).unwrap();
        assert_eq!(site.text("f"), after);
        assert_eq!(committed.changes, [change("f", ChangeKind::Edited)]);
    }
    site.write("f", b"caf\xe9\0\xff\n");
    let version = site.version("f");
    site.change(|changes| changes.edit("f", version, vec![splice(0, 1, "C")])).unwrap();
    assert_eq!(fs::read(site.path("f")).unwrap(), b"Caf\xe9\0\xff\n");
}

#[test]
fn a_file_of_many_megabytes_is_edited_in_place() {
    let site = Site::new();
    let line = "a line of some length, of which there are many\n";
    let before = line.repeat(200_000);
    for (offset, remove, insert) in
        [(100, 5, "XXXXX"), (47, 47, ""), (4_700_000, 0, "between\n"), (0, 1, "A")]
    {
        site.write("big", &before);
        let inode = fs::metadata(site.path("big")).unwrap().ino();
        let version = site.version("big");
        site.change(|changes| changes.edit("big", version, vec![splice(offset, remove, insert)])).unwrap();
        let mut after = before.clone();
        let offset = usize::try_from(offset).unwrap();
        after.replace_range(offset..offset + remove as usize, insert);
        assert!(site.text("big") == after, "at {offset}");
        assert_eq!(fs::metadata(site.path("big")).unwrap().ino(), inode);
    }
}

#[test]
fn an_edit_keeps_mode_names_attributes_and_inode() {
    let site = Site::new();
    for mode in [0o755, 0o640, 0o600, 0o4755, 0o2751] {
        let name = format!("file {mode:o}");
        site.write_with_mode(&name, "echo a\n", mode);
        fs::hard_link(site.path(&name), site.path(&format!("second {name}"))).unwrap();
        let inode = fs::metadata(site.path(&name)).unwrap().ino();
        let version = site.version(&name);
        site.change(|changes| changes.edit(&*name, version, vec![splice(5, 1, "bcd")])).unwrap();
        let metadata = fs::metadata(site.path(&name)).unwrap();
        assert_eq!(
            (metadata.mode() & 0o7777, metadata.ino(), metadata.nlink()),
            (mode, inode, 2),
            "{mode:o}"
        );
        assert_eq!(site.text(&format!("second {name}")), "echo bcd\n");
    }
    site.write("marked", "a\n");
    let flags = rustix::fs::XattrFlags::empty();
    match rustix::fs::setxattr(site.path("marked"), "user.toolhost", b"kept", flags) {
        Err(error) => skipped("extended attributes", &error.to_string()),
        Ok(()) => {
            let version = site.version("marked");
            site.change(|changes| changes.edit("marked", version, vec![splice(0, 1, "b")])).unwrap();
            let mut value = [0; 16];
            let length = rustix::fs::getxattr(site.path("marked"), "user.toolhost", &mut value).unwrap();
            assert_eq!(&value[..length], b"kept");
        }
    }
}

#[test]
fn an_edit_through_a_link_changes_the_file_and_leaves_the_link() {
    let site = Site::new();
    site.write("real/file.txt", "old\n");
    site.link("relative", "real/file.txt");
    site.link("absolute", site.path("real/file.txt"));
    site.link("folder", site.path("real"));
    site.link("chain", "folder/../relative");
    for path in ["relative", "absolute", "folder/file.txt", "chain"] {
        site.write("real/file.txt", "old\n");
        let version = site.version(path);
        let committed = site.change(|changes| changes.edit(path, version, vec![splice(0, 3, path)])).unwrap();
        assert_eq!(committed.changes, [change("real/file.txt", ChangeKind::Edited)], "{path}");
        assert_eq!(site.text("real/file.txt"), format!("{path}\n"));
    }
    for link in ["relative", "absolute", "folder", "chain"] {
        assert!(fs::symlink_metadata(site.path(link)).unwrap().is_symlink(), "{link}");
    }
}

#[test]
fn a_new_file_gets_the_default_mode_and_its_folders() {
    let site = Site::new();
    // What the system gives a file that nobody asks a mode of.
    fs::write(site.path("usual"), "").unwrap();
    fs::create_dir(site.path("usual folder")).unwrap();
    site.change(|changes| {
        changes.create("a/b/c/d.txt", b"d\n".to_vec())?;
        changes.create("a/b/e.txt", Vec::new())
    })
    .unwrap();
    let mode = |path: &str| fs::metadata(site.path(path)).unwrap().mode();
    assert_eq!(site.text("a/b/c/d.txt"), "d\n");
    assert_eq!(site.text("a/b/e.txt"), "");
    assert_eq!(mode("a/b/c/d.txt"), mode("usual"));
    assert_eq!(mode("a/b/c"), mode("usual folder"));
}

#[test]
fn operations_build_on_each_other_in_their_order() {
    let site = Site::new();
    site.write_with_mode("a", "was a file\n", 0o755);
    site.write_with_mode("script", "old\n", 0o750);
    site.write("x", "x\n");
    site.write("y", "y\n");
    let versions = ["a", "script", "x", "y"].map(|path| site.version(path));
    let [a, script, x, y] = versions;
    let committed = site
        .change(|changes| {
            changes.remove("a", a)?;
            changes.create("a/b", b"below\n".to_vec())?;
            changes.remove("script", script)?;
            changes.create("script", b"new\n".to_vec())?;
            changes.remove("y", y)?;
            changes.rename("x", x, "y", vec![splice(1, 0, "!")])?;
            changes.create("x", b"another x\n".to_vec())
        })
        .unwrap();
    assert_eq!(site.text("a/b"), "below\n");
    assert_eq!(site.text("script"), "new\n");
    assert_eq!(fs::metadata(site.path("script")).unwrap().permissions().mode() & 0o7777, 0o750);
    assert_eq!((site.text("x"), site.text("y")), ("another x\n".to_owned(), "x!\n".to_owned()));
    assert_eq!(
        committed.changes,
        [
            change("a", ChangeKind::Removed),
            change("a/b", ChangeKind::Created),
            change("script", ChangeKind::Removed),
            change("script", ChangeKind::Created),
            change("y", ChangeKind::Removed),
            change("y", ChangeKind::Renamed { from: "x".to_owned() }),
            change("x", ChangeKind::Created),
        ]
    );
    assert_eq!(site.tree().keys().collect::<Vec<_>>(), ["a", "a/b", "script", "x", "y"]);
}

#[test]
fn a_file_is_removed_without_being_read() {
    let site = Site::new();
    site.write("binary", b"\0\xff");
    let version = site.workspace.stat("binary").unwrap().unwrap().version;
    site.change(|changes| changes.remove("binary", version)).unwrap();
    assert!(!site.path("binary").exists());
}

#[test]
fn what_changes_nothing_is_no_change() {
    let site = Site::new();
    site.write("f", "abc\n");
    let before = fs::metadata(site.path("f")).unwrap();
    for splices in [
        vec![],
        vec![splice(0, 0, "")],
        vec![splice(1, 2, "bc")],
        vec![splice(0, 1, "a"), splice(3, 1, "\n")],
    ] {
        let version = site.version("f");
        let committed = site.change(|changes| changes.edit("f", version, splices)).unwrap();
        assert_eq!(committed.changes, []);
    }
    let after = fs::metadata(site.path("f")).unwrap();
    assert_eq!((after.mtime_nsec(), after.ctime_nsec()), (before.mtime_nsec(), before.ctime_nsec()));
    assert_eq!(site.change(|_| Ok(())).unwrap().changes, []);
    assert!(site.is_settled());
}

#[test]
fn a_durable_commit_does_the_same() {
    let site = Site::with(|settings| toolhost_capability::workspace::Settings { durable: true, ..settings });
    for files in [1, 20] {
        for number in 0..files {
            site.write(&format!("f{number}"), "abc\n");
        }
        site.change(|changes| {
            for number in 0..files {
                let path = format!("f{number}");
                changes.edit(&*path, site.version(&path), vec![splice(0, 1, "ABC")])?;
            }
            changes.create(format!("new/{files}"), b"new\n".to_vec())
        })
        .unwrap();
        assert!((0..files).all(|number| site.text(&format!("f{number}")) == "ABCbc\n"));
        assert_eq!(site.text(&format!("new/{files}")), "new\n");
    }
    assert!(site.is_settled());
}

#[test]
fn nothing_of_a_commit_is_left_beside_the_files() {
    let site = Site::new();
    site.write("gone", "gone\n");
    site.write("f", "abc\n");
    site.change(|changes| {
        changes.remove("gone", site.version("gone"))?;
        changes.edit("f", site.version("f"), vec![splice(0, 1, "A")])?;
        changes.create("new", b"new\n".to_vec())
    })
    .unwrap();
    assert_eq!(site.tree().keys().collect::<Vec<_>>(), ["f", "new"]);
    assert!(site.is_settled());
    let state = site.folder.path().join("state");
    for folder in ["", "journals", "locks"] {
        let mode = fs::metadata(state.join(folder)).unwrap().mode();
        assert_eq!(mode & 0o777, 0o700, "{folder}");
    }
    for entry in
        fs::read_dir(state.join("journals")).unwrap().chain(fs::read_dir(state.join("locks")).unwrap())
    {
        assert_eq!(entry.unwrap().metadata().unwrap().mode() & 0o777, 0o600);
    }
}
