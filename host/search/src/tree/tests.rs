//! Containment, for both ways in which folders are opened.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::fs::symlink;
use std::path::Path;

use super::{Entry, Kind, linux, portable};
use crate::place::Place;
use crate::stamp::Stamp;

/// The same test for each implementation.
macro_rules! for_both {
    ($($test:ident)*) => {
        mod by_the_kernel {
            $(#[test] fn $test() { super::$test(|path| super::linux::Folder::new(super::handle(path)).unwrap()); })*
        }
        mod by_cap_std {
            $(#[test] fn $test() { super::$test(|path| super::portable::Folder::new(super::handle(path)).unwrap()); })*
        }
    };
}

for_both! {
    every_kind_of_entry_is_told
    only_regular_files_are_opened
    no_link_is_followed_on_the_way
    a_folder_that_was_swapped_is_still_itself
    a_deep_folder_is_reached
    what_is_in_a_folder_is_told_from_the_one_around_it
    a_folder_s_stamp_changes_with_its_names
}

/// What the tests need of a folder.
trait Tested: Sized {
    fn open(&self, place: &Place) -> std::io::Result<Self>;
    fn entries(&self) -> std::io::Result<Vec<Entry>>;
    fn read(&self, name: &str) -> std::io::Result<String>;
    fn has_stamp(&self, name: &str) -> bool;
    fn own(&self) -> std::io::Result<Stamp>;
    fn folder(&self, name: &str) -> Option<Stamp>;
    fn inner(&self, folder: &str, name: &str) -> Option<Stamp>;
}

macro_rules! tested {
    ($folder:ty) => {
        impl Tested for $folder {
            fn open(&self, place: &Place) -> std::io::Result<Self> {
                self.open(place)
            }
            fn entries(&self) -> std::io::Result<Vec<Entry>> {
                self.entries(&|| true)
            }
            fn read(&self, name: &str) -> std::io::Result<String> {
                let (mut file, stamp) = self.file(OsStr::new(name))?;
                assert_eq!(self.stamp(OsStr::new(name))?, Some(stamp));
                let mut text = String::new();
                file.read_to_string(&mut text)?;
                Ok(text)
            }
            fn has_stamp(&self, name: &str) -> bool {
                self.stamp(OsStr::new(name)).is_ok_and(|stamp| stamp.is_some())
            }
            fn own(&self) -> std::io::Result<Stamp> {
                self.own_stamp()
            }
            fn folder(&self, name: &str) -> Option<Stamp> {
                self.folder_stamp(OsStr::new(name)).ok().flatten()
            }
            fn inner(&self, folder: &str, name: &str) -> Option<Stamp> {
                self.stamp_in(OsStr::new(folder), OsStr::new(name)).ok().flatten()
            }
        }
    };
}

tested!(linux::Folder);
tested!(portable::Folder);

fn handle(path: &Path) -> File {
    File::open(path).unwrap()
}

fn fifo(path: &Path) {
    rustix::fs::mkfifoat(rustix::fs::CWD, path, rustix::fs::Mode::RWXU).unwrap();
}

/// A folder beside a root, and in the root a file, a folder, links to all of them, and a FIFO.
fn tree() -> tempfile::TempDir {
    let above = tempfile::tempdir().unwrap();
    let root = above.path().join("root");
    fs::create_dir_all(root.join("inner/deeper")).unwrap();
    fs::create_dir(above.path().join("outside")).unwrap();
    fs::write(above.path().join("outside/secret"), "secret").unwrap();
    fs::write(root.join("inner/deeper/file"), "text").unwrap();
    fs::write(root.join("file"), "top").unwrap();
    symlink("../outside", root.join("out")).unwrap();
    symlink("inner", root.join("in")).unwrap();
    symlink("file", root.join("link")).unwrap();
    symlink("/nowhere", root.join("dangling")).unwrap();
    fifo(&root.join("fifo"));
    above
}

fn every_kind_of_entry_is_told<F: Tested>(folder: impl Fn(&Path) -> F) {
    let tree = tree();
    let root = folder(&tree.path().join("root")).open(&Place::root()).unwrap();
    let mut entries = root.entries().unwrap();
    entries.sort();
    let expected = [
        ("dangling", Kind::Other),
        ("fifo", Kind::Other),
        ("file", Kind::File),
        ("in", Kind::Other),
        ("inner", Kind::Folder),
        ("link", Kind::Other),
        ("out", Kind::Other),
    ];
    assert_eq!(entries, expected.map(|(name, kind)| Entry { name: name.into(), kind }));
}

fn only_regular_files_are_opened<F: Tested>(folder: impl Fn(&Path) -> F) {
    let tree = tree();
    let root = folder(&tree.path().join("root"));
    assert_eq!(root.read("file").unwrap(), "top");
    for name in ["link", "fifo", "inner", "out", "dangling", "nothing"] {
        assert!(root.read(name).is_err(), "{name}");
        assert!(!root.has_stamp(name), "{name}");
    }
}

fn no_link_is_followed_on_the_way<F: Tested>(folder: impl Fn(&Path) -> F) {
    let tree = tree();
    let root = folder(&tree.path().join("root"));
    let deeper = root.open(&Place::from("inner/deeper")).unwrap();
    assert_eq!(deeper.read("file").unwrap(), "text");
    for place in ["out", "in", "in/deeper", "file", "nothing", "inner/nothing"] {
        assert!(root.open(&Place::from(place)).is_err(), "{place}");
    }
}

fn a_folder_that_was_swapped_is_still_itself<F: Tested>(folder: impl Fn(&Path) -> F) {
    let tree = tree();
    let path = tree.path().join("root");
    let root = folder(&path);
    let deeper = root.open(&Place::from("inner/deeper")).unwrap();
    fs::rename(path.join("inner/deeper"), path.join("moved")).unwrap();
    symlink("../../outside", path.join("inner/deeper")).unwrap();
    assert_eq!(deeper.read("file").unwrap(), "text");
    assert!(deeper.read("secret").is_err());
    assert!(root.open(&Place::from("inner/deeper")).is_err());
}

fn a_deep_folder_is_reached<F: Tested>(folder: impl Fn(&Path) -> F) {
    let tree = tempfile::tempdir().unwrap();
    let name = "n".repeat(200);
    // Longer than any call takes as one path.
    let names: Vec<&str> = std::iter::repeat_n(name.as_str(), 30).collect();
    let mut here =
        rustix::fs::open(tree.path(), rustix::fs::OFlags::DIRECTORY, rustix::fs::Mode::empty()).unwrap();
    for name in &names {
        rustix::fs::mkdirat(&here, *name, rustix::fs::Mode::RWXU).unwrap();
        here = rustix::fs::openat(&here, *name, rustix::fs::OFlags::DIRECTORY, rustix::fs::Mode::empty())
            .unwrap();
    }
    drop(here);
    let deepest = folder(tree.path()).open(&Place::from(names.join("/").as_str())).unwrap();
    assert_eq!(deepest.entries().unwrap(), []);
}

fn what_is_in_a_folder_is_told_from_the_one_around_it<F: Tested>(folder: impl Fn(&Path) -> F) {
    let tree = tree();
    let path = tree.path().join("root");
    let root = folder(&path);
    let inner = root.open(&Place::from("inner")).unwrap();
    assert_eq!(root.folder("inner"), Some(inner.own().unwrap()));
    assert_eq!(inner.folder("deeper"), Some(inner.open(&Place::from("deeper")).unwrap().own().unwrap()));
    for name in ["file", "in", "link", "fifo", "nothing"] {
        assert_eq!(root.folder(name), None, "{name}");
    }
    let long = "n".repeat(255);
    fs::create_dir(path.join(&long)).unwrap();
    fs::write(path.join(&long).join(&long), "text").unwrap();
    let stamp = root.inner(&long, &long).unwrap();
    assert_eq!(stamp.size, 4);
    assert_eq!(inner.inner("deeper", "file").unwrap().size, 4);
    for (folder, name) in
        [("inner", "deeper"), ("inner", "nothing"), ("file", "x"), (&*long, &*"n".repeat(256))]
    {
        assert_eq!(root.inner(folder, name), None, "{folder} {name}");
    }
}

fn a_folder_s_stamp_changes_with_its_names<F: Tested>(folder: impl Fn(&Path) -> F) {
    let tree = tree();
    let path = tree.path().join("root/inner");
    let inner = folder(&path);
    let changes: [fn(&Path) -> std::io::Result<()>; 6] = [
        |path| fs::write(path.join("new"), ""),
        |path| fs::rename(path.join("new"), path.join("other")),
        |path| fs::remove_file(path.join("other")),
        |path| fs::create_dir(path.join("other")),
        |path| fs::remove_dir(path.join("other")),
        |path| symlink("deeper", path.join("other")),
    ];
    for (index, change) in changes.into_iter().enumerate() {
        let before = inner.own().unwrap();
        // Until the clock by which files are stamped has gone on.
        while clock(&tree.path().join("clock")) <= before.changed {}
        change(&path).unwrap();
        assert_ne!(inner.own().unwrap(), before, "{index}");
    }
}

/// What time it is for files.
fn clock(path: &Path) -> i64 {
    fs::write(path, "x").unwrap();
    let folder = linux::Folder::new(handle(path.parent().unwrap())).unwrap();
    folder.stamp(path.file_name().unwrap()).unwrap().unwrap().changed
}
