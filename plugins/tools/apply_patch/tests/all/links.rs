//! Links: what is deleted or made is what the path names itself, what is changed is the file that it leads to. The
//! host's workspace has rows of the same kind for the changes that are planned here.

use proptest::prelude::*;
use proptest::sample::select;
use toolhost_apply_patch::apply;
use toolhost_apply_patch::memory::Memory;

use crate::support::{applied, patch};

/// The files f and g, links to f and to the folder of d/f, one to nothing, one to what is no file.
fn tree() -> Memory {
    let mut memory = Memory::of([("f", &b"one\n"[..]), ("g", b"g\n"), ("d/f", b"d\n")]);
    memory.link("ln", "f");
    memory.link("d/up", "f");
    memory.link("dir", "d");
    memory.link("dang", "nowhere");
    memory.link("to-fifo", "fifo");
    memory.device("fifo");
    memory
}

/// Operations; then what is told of each file, "path operation", with the diff's changed lines behind it; then files
/// and links that are different: new contents, `->` before the target of a link, none for what is gone. Or the refusal.
type Case<'a> = (&'a str, Result<(&'a [&'a str], &'a [(&'a str, Option<&'a str>)]), &'a str>);

fn check(table: &[Case<'_>]) {
    let all = |memory: &Memory| {
        let mut all: Vec<(String, String)> = Vec::new();
        for (path, bytes) in memory.contents() {
            all.push((path, String::from_utf8(bytes).unwrap()));
        }
        for path in ["ln", "d/up", "dir", "dang", "to-fifo"] {
            all.extend(memory.target(path).map(|target| (path.to_owned(), format!("->{target}"))));
        }
        all.sort();
        all
    };
    for (operations, expected) in table {
        let mut memory = tree();
        let result = apply(&mut memory, patch(operations).as_bytes());
        let told = result.map_err(|failure| format!("{}: {}", failure.code, failure.message)).map(|report| {
            let entries = report.diff.into_iter().map(|entry| {
                let operation = serde_json::to_value(entry.operation).unwrap();
                let mut told = format!("{} {}", entry.path, operation.as_str().unwrap());
                for line in entry.content.iter().flat_map(|content| content.lines().skip(2)) {
                    if line.starts_with(['+', '-']) {
                        told += &format!(" {line}");
                    }
                }
                told
            });
            entries.collect::<Vec<_>>()
        });
        let mut left = all(&tree());
        match expected {
            Ok((entries, changes)) => {
                assert_eq!(told.as_deref().unwrap(), *entries, "{operations}");
                for (path, content) in *changes {
                    left.retain(|(other, _)| other != path);
                    left.extend(content.map(|content| ((*path).to_owned(), content.to_owned())));
                }
                left.sort();
            }
            Err(refusal) => assert_eq!(told.unwrap_err(), *refusal, "{operations}"),
        }
        assert_eq!(all(&memory), left, "{operations}");
    }
}

#[test]
fn a_deletion_is_of_the_link_itself() {
    check(&[
        ("*** Delete File: ln", Ok((&["ln deleted"], &[("ln", None)]))),
        ("*** Delete File: dang", Ok((&["dang deleted"], &[("dang", None)]))),
        ("*** Delete File: to-fifo", Ok((&["to-fifo deleted"], &[("to-fifo", None)]))),
        ("*** Delete File: dir", Ok((&["dir deleted"], &[("dir", None)]))),
        ("*** Delete File: /workspace/ln", Ok((&["ln deleted"], &[("ln", None)]))),
        ("*** Delete File: dir/up", Ok((&["dir/up deleted"], &[("d/up", None)]))),
        ("*** Delete File: f", Ok((&["f deleted -one"], &[("f", None)]))),
        (
            "*** Delete File: ln\n*** Delete File: f",
            Ok((&["ln deleted", "f deleted -one"], &[("ln", None), ("f", None)])),
        ),
    ]);
}

#[test]
fn what_takes_the_place_of_a_link_is_another_file() {
    check(&[
        (
            "*** Delete File: ln\n*** Add File: ln\n+n",
            Ok((&["ln deleted", "ln created +n"], &[("ln", Some("n\n"))])),
        ),
        (
            "*** Delete File: dang\n*** Add File: dang\n+n",
            Ok((&["dang deleted", "dang created +n"], &[("dang", Some("n\n"))])),
        ),
        (
            "*** Delete File: ln\n*** Update File: g\n*** Move to: ln",
            Ok((&["ln deleted", "ln moved"], &[("ln", Some("g\n")), ("g", None)])),
        ),
        (
            "*** Delete File: dir\n*** Add File: dir/n\n+n",
            Ok((&["dir deleted", "dir/n created +n"], &[("dir", None), ("dir/n", Some("n\n"))])),
        ),
        (
            "*** Delete File: dir\n*** Add File: dir\n+n\n*** Add File: dir/n\n+n",
            Err(
                "already_exists: `dir/n` (line 5 of the patch) cannot be in `dir`: line 3 makes that a file.",
            ),
        ),
    ]);
}

#[test]
fn a_file_that_the_patch_does_not_delete_is_not_overwritten() {
    let there = |path: &str| format!("already_exists: `{path}` (line 3 of the patch) is already there.");
    let (f, ln) = (there("f"), there("ln"));
    let moved = f.replace("line 3", "line 4");
    check(&[
        ("*** Delete File: ln\n*** Add File: f\n+n", Err(&f)),
        ("*** Delete File: f\n*** Add File: ln\n+n", Err(&ln)),
        ("*** Delete File: ln\n*** Update File: g\n*** Move to: f", Err(&moved)),
        (
            "*** Add File: dang\n+n",
            Err(
                "already_exists: `dang` (line 2 of the patch) is already there, as a symbolic link that leads nowhere.",
            ),
        ),
        (
            "*** Add File: dir\n+n",
            Err("already_exists: `dir` (line 2 of the patch) is already there, as a directory."),
        ),
    ]);
}

#[test]
fn a_change_goes_through_a_link() {
    check(&[
        ("*** Update File: ln\n-one\n+1", Ok((&["ln updated -one +1"], &[("f", Some("1\n"))]))),
        (
            "*** Delete File: ln\n*** Update File: f\n-one\n+1",
            Ok((&["ln deleted", "f updated -one +1"], &[("ln", None), ("f", Some("1\n"))])),
        ),
        (
            "*** Update File: f\n-one\n+1\n*** Delete File: ln",
            Ok((&["f updated -one +1", "ln deleted"], &[("ln", None), ("f", Some("1\n"))])),
        ),
        (
            "*** Delete File: ln\n*** Update File: ln\n-one\n+1",
            Err("not_found: `ln` is gone: the operation on line 2 of the patch deletes it."),
        ),
        (
            "*** Delete File: f\n*** Update File: ln\n-one\n+1",
            Err(
                "not_found: `ln` leads to `f`, which is gone: the operation on line 2 of the patch deletes it.",
            ),
        ),
        (
            "*** Update File: ln\n-one\n+1\n*** Delete File: ln",
            Err("invalid_patch: The operations on lines 2 and 5 of the patch are both on `ln`."),
        ),
        (
            "*** Update File: ln\n-one\n+1\n*** Delete File: f",
            Err("invalid_patch: The operations on lines 2 and 5 of the patch are both on `f`."),
        ),
        (
            "*** Update File: ln\n*** Move to: n",
            Err(
                "not_a_file: `ln` (line 2 of the patch) is a symbolic link, which is not moved: it might lead elsewhere then.",
            ),
        ),
        (
            "*** Update File: dang\n-x\n+y",
            Err("not_a_file: `dang` (line 2 of the patch) is a symbolic link that leads nowhere."),
        ),
        ("*** Add File: dang/n\n+n", Err("not_found: `dang` is a link to `nowhere`, which does not exist.")),
        ("*** Add File: dir/new/n\n+n", Ok((&["dir/new/n created +n"], &[("d/new/n", Some("n\n"))]))),
    ]);
}

/// Any operation on any path of the tree, and on some of which nothing is there.
fn operation() -> impl Strategy<Value = String> {
    let path = || {
        select(
            ["f", "g", "ln", "d/f", "d/up", "dir", "dir/f", "dir/up", "dang", "fifo", "n", "dir/n/m"]
                .as_slice(),
        )
    };
    let body = |path: &str| if path.ends_with("/f") { "-d\n+D" } else { "-one\n+ONE" };
    prop_oneof![
        path().prop_map(|path| format!("*** Add File: {path}\n+new\n")),
        path().prop_map(|path| format!("*** Delete File: {path}\n")),
        path().prop_map(move |path| format!("*** Update File: {path}\n{}\n", body(path))),
        (path(), path()).prop_map(|(path, to)| format!("*** Update File: {path}\n*** Move to: {to}\n")),
    ]
}

proptest! {
    /// Nobody else is at work, so that what the tree refuses at a commit the plan should have refused.
    #[test]
    fn what_can_be_planned_can_be_done(operations in prop::collection::vec(operation(), 1..6)) {
        let mut memory = tree();
        let code = applied(&mut memory, &operations.concat()).err().map(|failure| failure.code);
        let known = ["not_found", "already_exists", "not_a_file", "invalid_patch", "no_match"];
        prop_assert!(code.as_deref().is_none_or(|code| known.contains(&code)), "{:?}: {}", code, operations.concat());
        if code.is_none() {
            // What no operation names as going is still there.
            let named = |path: &str| operations.iter().any(|operation| operation.contains(&format!("File: {path}\n")));
            for (path, names) in [("f", &["f", "ln", "d/up", "dir/up"][..]), ("g", &["g"]), ("d/f", &["d/f", "dir/f"])] {
                let is_same = memory.file(path) == tree().file(path);
                prop_assert!(is_same || names.iter().any(|name| named(name)), "{}", operations.concat());
            }
        }
    }
}
