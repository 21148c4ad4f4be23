//! No path and no link leads out of a workspace, also while somebody swaps folders for links.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::workspace_support::{Site, splice};

#[test]
fn what_lies_outside_is_neither_read_nor_made() {
    let site = Site::new();
    let outside = site.folder.path().join("outside");
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("o"), "secret\n").unwrap();
    site.write("d/f", "f\n");
    site.link("file out", outside.join("o"));
    site.link("folder out", &outside);
    site.link("relative out", "../outside");
    site.link("d/up", "..");
    site.link("chain", "folder out/o");
    site.link("root", "/");
    let name = outside.display();
    let absolute = outside.join("o").display().to_string();
    for (path, message) in [
        ("../outside/o", "`../outside/o` is outside of the workspace".to_owned()),
        ("d/../../outside/o", "`d/../../outside/o` is outside of the workspace".to_owned()),
        (&absolute, format!("`{absolute}` is outside of the workspace")),
        ("/etc/passwd", "`/etc/passwd` is outside of the workspace".to_owned()),
        ("file out", format!("`file out` is a link that leads outside of the workspace, to `{absolute}`")),
        ("folder out/o", format!("`folder out` is a link that leads outside of the workspace, to `{name}`")),
        (
            "folder out/new",
            format!("`folder out` is a link that leads outside of the workspace, to `{name}`"),
        ),
        (
            "relative out/o",
            "`relative out` is a link that leads outside of the workspace, to `../outside`".to_owned(),
        ),
        ("d/up/../outside/o", "`d/up/../outside/o` is outside of the workspace".to_owned()),
        ("chain", format!("`folder out` is a link that leads outside of the workspace, to `{name}`")),
        ("root/etc/passwd", "`root` is a link that leads outside of the workspace, to `/`".to_owned()),
    ] {
        let failure = site.workspace.read(path).unwrap_err();
        assert_eq!((failure.code.as_str(), &failure.message), ("denied", &message), "{path}");
        assert_eq!(
            failure.hints,
            ["Paths are relative to the workspace, or absolute inside of it."],
            "{path}"
        );
        assert_eq!(site.workspace.stat(path).unwrap_err().message, message);
        let before = site.tree();
        let failures = [
            site.change(|changes| changes.create(path, b"x".to_vec())).unwrap_err(),
            site.change(|changes| changes.edit(path, site.version("d/f"), vec![splice(0, 1, "x")]))
                .unwrap_err(),
            site.change(|changes| changes.rename("d/f", site.version("d/f"), path, Vec::new())).unwrap_err(),
        ];
        for failure in failures {
            // A new file never takes the place of a link, wherever that leads.
            let taken = failure.code == "conflict" && failure.message.ends_with("it is a symbolic link");
            assert!(failure.message == message || taken, "{path}: {failure}");
        }
        assert_eq!(site.tree(), before);
    }
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 1);
    assert_eq!(fs::read_to_string(outside.join("o")).unwrap(), "secret\n");
}

#[test]
fn an_absolute_path_inside_is_a_path_like_any_other() {
    let site = Site::new();
    site.write("d/f", "f\n");
    let path = site.path("d/f").display().to_string();
    assert_eq!(site.workspace.stat(&path).unwrap().unwrap().resolved, "d/f");
    site.change(|changes| changes.edit(&*path, site.version(&path), vec![splice(0, 1, "g")])).unwrap();
    assert_eq!(site.text("d/f"), "g\n");
}

#[test]
fn links_in_a_circle_end() {
    let site = Site::new();
    site.link("a", "b");
    site.link("b", "a");
    site.link("self/self", ".");
    let failure = site.workspace.read("a").unwrap_err();
    assert_eq!(failure.message, "`a` goes through more than 40 links");
    assert_eq!(failure.hints, ["Name the file by a path without these links."]);
    site.write("f", "f\n");
    let path = format!("self/{}../f", "self/".repeat(30));
    assert_eq!(site.workspace.read(&path).unwrap().data, b"f\n");
}

/// How often the folder is looked at while it is swapped.
const LOOKS: usize = 400;

#[test]
fn a_folder_that_is_swapped_for_a_link_leads_nowhere() {
    let site = Site::new();
    let outside = site.folder.path().join("outside");
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("f"), "outside\n").unwrap();
    site.write("d/f", "inside\n");
    symlink(&outside, site.folder.path().join("link")).unwrap();
    let over = AtomicBool::new(false);
    let (folder, link) = (site.path("d"), site.folder.path().join("link"));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                swap(&folder, &link);
            }
        });
        let mut seen = 0;
        for number in 0..LOOKS {
            match site.workspace.read("d/f") {
                Ok(chunk) => {
                    assert_ne!(chunk.data, b"outside\n");
                    seen += 1;
                    let text = format!("inside {number}\n");
                    let end = chunk.data.len() as u64;
                    let _ = site
                        .change(|changes| changes.edit("d/f", chunk.version, vec![splice(0, end, &text)]));
                }
                Err(failure) => assert_ne!(failure.code, "invalid_argument", "{failure}"),
            }
            let _ = site.change(|changes| changes.create(format!("d/new {number}"), b"new\n".to_vec()));
        }
        over.store(true, Ordering::Relaxed);
        assert!(seen > 0);
    });
    assert_eq!(fs::read_to_string(outside.join("f")).unwrap(), "outside\n");
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 1);
}

/// Exchanges two names at once.
fn swap(one: &Path, other: &Path) {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE).unwrap();
}
