//! Rules as git and ripgrep have them, on trees on disk.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use super::*;
use crate::tree::{Folder, Kind};

/// A folder with files; an empty text makes `.git` a folder.
fn tree(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// The files that are left, walked from a root.
fn left(root: &Path, user: Option<PathBuf>) -> BTreeSet<String> {
    let book = RuleBook::new(root.canonicalize().unwrap(), user, Duration::from_secs(2));
    let folder = Folder::anywhere(root).unwrap();
    let mut found = BTreeSet::new();
    walk(&book, &folder, &Place::root(), &book.above(), &mut found);
    found
}

fn walk(book: &RuleBook, root: &Folder, place: &Place, outer: &Rules, found: &mut BTreeSet<String>) {
    let folder = root.open(place).unwrap();
    let mut entries = folder.entries(&|| true).unwrap();
    entries.sort();
    let rules = book.enter(outer, &folder, place, Signs::among(&entries));
    for entry in entries.iter().filter(|entry| entry.name != ".git") {
        let here = place.child(&entry.name);
        match entry.kind {
            kind if rules.ignore(&here, kind == Kind::Folder) => {}
            Kind::Folder => walk(book, root, &here, &rules, found),
            _ => drop(found.insert(here.shown())),
        }
    }
}

fn git(root: &Path, arguments: &[&str]) -> String {
    let output = Command::new("git")
        .args(["-c", "init.defaultBranch=main", "-c", "core.excludesFile=/dev/null"])
        .args(arguments)
        .current_dir(root)
        .output()
        .unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// What git would add.
fn left_by_git(root: &Path) -> BTreeSet<String> {
    let listed = git(root, &["ls-files", "--others", "--exclude-standard"]);
    listed.lines().map(str::to_owned).collect()
}

const REPOSITORY: &[(&str, &str)] = &[
    (
        ".gitignore",
        "*.log\n!keep.log\n/build/\n\n# a comment\n\\#odd\ndocs/*.tmp\n**/deep/gone\ntrailing \nback\\ \n",
    ),
    ("a.rs", ""),
    ("a.log", ""),
    ("keep.log", ""),
    ("#odd", ""),
    ("trailing", ""),
    ("back ", ""),
    ("build/out", ""),
    ("src/build/in", ""),
    ("docs/a.tmp", ""),
    ("docs/deeper/a.tmp", ""),
    ("x/y/deep/gone", ""),
    ("x/y/deep/here", ""),
    ("inner/.gitignore", "!a.log\nlocal\n/only-here\nvendor/*\n!vendor/ours\n"),
    ("inner/a.log", ""),
    ("inner/b.log", ""),
    ("inner/local/file", ""),
    ("inner/only-here", ""),
    ("inner/more/only-here", ""),
    ("inner/vendor/theirs/file", ""),
    ("inner/vendor/ours/file", ""),
    ("excluded", ""),
    (".hidden/file", ""),
];

#[test]
fn in_a_repository_the_rules_are_those_of_git() {
    let tree = tree(REPOSITORY);
    git(tree.path(), &["init", "-q"]);
    fs::write(tree.path().join(".git/info/exclude"), "excluded\n").unwrap();
    let expected = left_by_git(tree.path());
    assert!(
        expected.contains("inner/a.log") && !expected.contains("a.log") && !expected.contains("excluded")
    );
    assert_eq!(left(tree.path(), None), expected);
}

#[test]
fn the_rules_above_the_root_count_as_far_as_the_repository() {
    let tree = tree(REPOSITORY);
    git(tree.path(), &["init", "-q"]);
    let inner = tree.path().join("inner");
    assert_eq!(left(&inner, None), left_by_git(&inner));
}

#[test]
fn outside_of_a_repository_only_the_neutral_files_count() {
    let tree = tree(&[
        (".gitignore", "git\n"),
        (".ignore", "neutral\nboth\n"),
        (".rgignore", "rg\n!both\n"),
        ("git", ""),
        ("neutral", ""),
        ("rg", ""),
        ("both", ""),
    ]);
    let shown =
        |names: &[&str]| -> BTreeSet<String> { names.iter().map(|name| (*name).to_owned()).collect() };
    let user = tree.path().join("user-rules");
    fs::write(&user, "both\nuser-rules\n").unwrap();
    let files = [".gitignore", ".ignore", ".rgignore", "git", "both", "user-rules"];
    assert_eq!(left(tree.path(), Some(user.clone())), shown(&files));
    fs::create_dir(tree.path().join(".git")).unwrap();
    let files = [".gitignore", ".ignore", ".rgignore", "both"];
    assert_eq!(left(tree.path(), Some(user)), shown(&files), "`.rgignore` goes before the user's rules");
}

#[test]
fn an_inner_repository_has_rules_of_its_own() {
    let tree = tree(&[
        (".gitignore", "*.log\n"),
        ("a.log", ""),
        ("module/a.log", ""),
        ("module/b.tmp", ""),
        ("module/.gitignore", "*.tmp\n"),
    ]);
    git(tree.path(), &["init", "-q"]);
    git(&tree.path().join("module"), &["init", "-q"]);
    let left = left(tree.path(), None);
    assert_eq!(left.iter().collect::<Vec<_>>(), [".gitignore", "module/.gitignore", "module/a.log"]);
}

#[test]
fn a_worktree_has_the_exclude_file_of_its_repository() {
    let above = tree(&[("main/file", ""), ("main/excluded", "")]);
    let main = above.path().join("main");
    git(&main, &["init", "-q"]);
    git(
        &main,
        &["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "first"],
    );
    git(&main, &["worktree", "add", "-q", "../other"]);
    fs::write(main.join(".git/info/exclude"), "excluded\n").unwrap();
    let other = above.path().join("other");
    fs::write(other.join("excluded"), "").unwrap();
    fs::write(other.join("file"), "").unwrap();
    assert_eq!(left(&other, None).iter().collect::<Vec<_>>(), ["file"]);
    assert_eq!(left(&other, None), left_by_git(&other));
}

#[test]
fn rules_that_cannot_be_read_say_nothing() {
    let tree = tree(&[("a", ""), ("b", ""), (".ignore", "[\na{\n\u{feff}\n**/*/\\\nb\n")]);
    std::os::unix::fs::symlink(".ignore", tree.path().join(".gitignore")).unwrap();
    rustix::fs::mkfifoat(rustix::fs::CWD, tree.path().join(".rgignore"), rustix::fs::Mode::RWXU).unwrap();
    fs::create_dir(tree.path().join(".git")).unwrap();
    let left = left(tree.path(), None);
    assert!(left.contains("a") && !left.contains("b"), "{left:?}");
}

#[test]
fn a_changed_file_has_new_rules() {
    let tree = tree(&[("a", ""), ("b", ""), (".ignore", "a\n")]);
    let path = tree.path().join(".ignore");
    let modified = fs::metadata(&path).unwrap().modified().unwrap();
    let book = RuleBook::new(tree.path().canonicalize().unwrap(), None, Duration::from_millis(50));
    let folder = Folder::anywhere(tree.path()).unwrap();
    let walked = || {
        let mut found = BTreeSet::new();
        walk(&book, &folder, &Place::root(), &book.above(), &mut found);
        found.into_iter().collect::<Vec<_>>()
    };
    assert_eq!(walked(), [".ignore", "b"]);
    while !book.knows(&path.canonicalize().unwrap()) {
        assert_eq!(walked(), [".ignore", "b"]);
    }
    assert_eq!(walked(), [".ignore", "b"]);
    fs::write(&path, "b\n").unwrap();
    fs::File::options().write(true).open(&path).unwrap().set_modified(modified).unwrap();
    assert_eq!(walked(), [".ignore", "a"], "of the same size, and with the same time of the last change");
}

/// As long as rules are known to be the same, nobody is asked again what they leave out.
#[test]
fn rules_are_known_again_as_long_as_nothing_is_written_differently() {
    let tree = tree(&[
        ("root/a/b/file", ""),
        (".ignore", "x\n"),
        ("root/.ignore", "y\n"),
        ("root/a/.ignore", "z\n"),
    ]);
    let above = tree.path().canonicalize().unwrap();
    let root = above.join("root");
    let book = RuleBook::new(root.clone(), None, Duration::from_millis(50));
    let folder = Folder::anywhere(&root).unwrap();
    let rules = || {
        let mut rules = book.above();
        for place in ["", "a", "a/b"].map(Place::from) {
            let folder = folder.open(&place).unwrap();
            rules = book.enter(&rules, &folder, &place, Signs::of(&folder));
        }
        rules
    };
    let settled = || {
        let files = ["", "root", "root/a", "root/a/b"].map(|folder| above.join(folder).join(".ignore"));
        while !files.iter().filter(|file| file.exists()).all(|file| book.knows(file)) {
            rules();
        }
        rules().identity()
    };
    let mut known = settled();
    assert!(rules().are(&known));
    type Change = (&'static str, fn(&Path) -> std::io::Result<()>);
    let changes: [Change; 7] = [
        (".ignore", |path| fs::write(path, "a\n")),
        ("root/.ignore", |path| fs::write(path, "a\n")),
        ("root/a/.ignore", |path| fs::write(path, "a\n")),
        ("root/a/b/.ignore", |path| fs::write(path, "a\n")),
        ("root/a/b/.ignore", |path| fs::remove_file(path)),
        ("root/.git", |path| fs::create_dir(path)),
        ("root/.git", |path| fs::remove_dir(path)),
    ];
    for (path, change) in changes {
        change(&above.join(path)).unwrap();
        assert!(!rules().are(&known), "{path}");
        known = settled();
        assert!(rules().are(&known), "{path}");
    }
}
