//! Containment, for both ways in which folders are opened.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::fs::symlink;
use std::path::Path;

use super::{Entry, Kind, linux, portable};
use crate::place::Place;

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
}

/// What the tests need of a folder.
trait Tested: Sized {
    fn open(&self, place: &Place) -> std::io::Result<Self>;
    fn entries(&self) -> std::io::Result<Vec<Entry>>;
    fn read(&self, name: &str) -> std::io::Result<String>;
    fn has_stamp(&self, name: &str) -> bool;
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
