//! Whole trees: what operations do together, and that nothing of a refused patch happens.

use toolhost_apply_patch::memory::{Memory, ROOT};
use toolhost_apply_patch::plan::plan;
use toolhost_apply_patch::syntax::parse;
use toolhost_apply_patch::tree::{Change, Splice};

use crate::support::{applied, patch};

fn tree() -> Memory {
    let mut memory = Memory::of([
        ("a", &b"one\ntwo\n"[..]),
        ("b", b"b\n"),
        ("dir/c", b"c\n"),
        ("real/f", b"f\n"),
        (".github/x", b"x\n"),
    ]);
    memory.link("link", "a");
    memory.link("pkg", "real");
    memory.link("out", "/tmp");
    memory.link("out.txt", "/tmp/o");
    memory.link("dangling", "nowhere");
    memory.device("pipe");
    memory
}

/// Operations, and what they change in the tree: new contents, none for what is gone; or a code.
type Case<'a> = (&'a str, Result<&'a [(&'a str, Option<&'a str>)], &'a str>);

#[test]
fn operations_and_what_they_leave() {
    let table: &[Case<'_>] = &[
        (
            "*** Update File: a\n-one\n+1\n*** Delete File: b\n*** Add File: d\n+d",
            Ok(&[("a", Some("1\ntwo\n")), ("b", None), ("d", Some("d\n"))]),
        ),
        ("*** Add File: e", Ok(&[("e", Some(""))])),
        ("*** Update File: ./dir//c\n-c\n+C", Ok(&[("dir/c", Some("C\n"))])),
        ("*** Update File: .github/x\n-x\n+y", Ok(&[(".github/x", Some("y\n"))])),
        // Moves.
        ("*** Update File: a\n*** Move to: n/m\n-one\n+1", Ok(&[("a", None), ("n/m", Some("1\ntwo\n"))])),
        (
            "*** Update File: a\n*** Move to: m\n*** Add File: a\n+new",
            Ok(&[("m", Some("one\ntwo\n")), ("a", Some("new\n"))]),
        ),
        (
            "*** Delete File: b\n*** Update File: a\n*** Move to: b",
            Ok(&[("a", None), ("b", Some("one\ntwo\n"))]),
        ),
        ("*** Update File: a\n*** Move to: b", Err("already_exists")),
        ("*** Update File: a\n*** Move to: dir", Err("already_exists")),
        ("*** Update File: a\n*** Move to: ./a", Err("invalid_patch")),
        ("*** Update File: a\n*** Move to: link", Err("already_exists")),
        ("*** Update File: a\n*** Move to: ../x", Err("denied")),
        ("*** Update File: a\n*** Move to: out/x", Err("denied")),
        // Delete and add again.
        ("*** Delete File: a\n*** Add File: a\n+new", Ok(&[("a", Some("new\n"))])),
        ("*** Delete File: a\n*** Add File: a\n+n\n*** Update File: a\n-n\n+m", Err("invalid_patch")),
        ("*** Delete File: b\n*** Add File: b/x\n+x", Ok(&[("b", None), ("b/x", Some("x\n"))])),
        ("*** Delete File: a\n*** Update File: a\n-one", Err("not_found")),
        ("*** Delete File: a\n*** Delete File: a", Err("not_found")),
        ("*** Update File: a\n*** Move to: m\n*** Update File: a\n-one", Err("not_found")),
        ("*** Update File: a\n*** Move to: m\n*** Update File: m\n-one", Err("invalid_patch")),
        // Two operations on one file, whatever it is called.
        ("*** Update File: a\n-one\n+1\n*** Update File: a\n-two\n+2", Err("invalid_patch")),
        ("*** Update File: a\n-one\n+1\n*** Update File: link\n-two\n+2", Err("invalid_patch")),
        ("*** Add File: d\n+x\n*** Add File: ./d\n+y", Err("invalid_patch")),
        ("*** Add File: real/n\n+x\n*** Add File: pkg/n\n+y", Err("invalid_patch")),
        ("*** Add File: d\n+x\n*** Add File: d/e\n+y", Err("already_exists")),
        ("*** Add File: d/e\n+x\n*** Add File: d\n+y", Err("already_exists")),
        // C4: what is there is not overwritten.
        ("*** Add File: a\n+x", Err("already_exists")),
        ("*** Add File: dir\n+x", Err("already_exists")),
        ("*** Add File: dangling\n+x", Err("already_exists")),
        ("*** Add File: a/x\n+x", Err("not_a_file")),
        // C11 and what else is no file.
        ("*** Delete File: dir", Err("not_a_file")),
        ("*** Update File: dir\n-x", Err("not_a_file")),
        ("*** Update File: pipe\n-x", Err("not_a_file")),
        ("*** Delete File: pipe", Err("not_a_file")),
        ("*** Update File: dangling\n-x", Err("not_a_file")),
        ("*** Delete File: none", Err("not_found")),
        ("*** Update File: none\n-x", Err("not_found")),
        // C5, C6, C8: links that leave are refused, also to what is not there yet; links that stay are followed.
        ("*** Update File: out.txt\n-x\n+y", Err("denied")),
        ("*** Add File: out/new.txt\n+x", Err("denied")),
        ("*** Add File: out.txt\n+x", Err("denied")),
        ("*** Update File: pkg/f\n-f\n+F", Ok(&[("real/f", Some("F\n"))])),
        ("*** Add File: pkg/new/g\n+g", Ok(&[("real/new/g", Some("g\n"))])),
        // Paths that lead away, into the repository, or nowhere.
        ("*** Add File: ../x\n+x", Err("denied")),
        ("*** Add File: dir/../../x\n+x", Err("denied")),
        ("*** Add File: /etc/x\n+x", Err("denied")),
        ("*** Add File: .git/config\n+x", Err("denied")),
        ("*** Add File: dir/.GiT/x\n+x", Err("denied")),
        ("*** Add File: .\n+x", Err("invalid_patch")),
        ("*** Add File: a\0b\n+x", Err("invalid_patch")),
        // C1: nothing happens if anything cannot.
        ("*** Add File: created.txt\n+hello\n*** Update File: missing.txt\n@@\n-old\n+new", Err("not_found")),
        ("*** Update File: a\n-one\n+1\n*** Update File: b\n-x\n+y", Err("no_match")),
    ];
    for (operations, expected) in table {
        let mut memory = tree();
        let mut contents = memory.contents();
        let result = applied(&mut memory, operations);
        let codes = result.as_ref().map_err(|failure| failure.code.as_str());
        assert_eq!(codes.err(), expected.err(), "{operations}");
        for (path, content) in expected.unwrap_or_default() {
            match content {
                Some(content) => contents.insert((*path).to_owned(), content.as_bytes().to_vec()),
                None => contents.remove(*path),
            };
        }
        assert_eq!(memory.contents(), contents, "{operations}");
    }
}

#[test]
fn absolute_paths_beneath_the_root_are_relative_ones() {
    let mut memory = tree();
    let operations = format!(
        "*** Update File: {ROOT}/a\n-one\n+1\n*** Add File: {ROOT}/dir/new\n+n\n*** Add File: {ROOT}/x/y/z\n+z\n\
         *** Update File: {ROOT}/b\n*** Move to: {ROOT}/moved"
    );
    let text = patch(&operations);
    let planned = plan(&memory, &parse(text.as_bytes()).unwrap()).unwrap();
    let paths: Vec<&str> = planned.report.diff.iter().map(|entry| entry.path.as_str()).collect();
    assert_eq!(paths, ["a", "dir/new", "x/y/z", "moved"]);
    applied(&mut memory, &operations).unwrap();
    assert_eq!(memory.file("x/y/z").unwrap().bytes, b"z\n");
    let twice = format!("*** Update File: a\n-1\n+2\n*** Update File: {ROOT}/a\n-two\n+3");
    assert_eq!(applied(&mut memory, &twice).unwrap_err().code, "invalid_patch");
    let inside = format!("*** Add File: {ROOT}/.git/x\n+x");
    assert_eq!(applied(&mut memory, &inside).unwrap_err().code, "denied");
}

#[test]
fn changes_are_in_the_order_of_the_patch_and_no_more_than_needed() {
    let memory = tree();
    let text = patch(
        "*** Update File: a\n-two\n+2\n*** Delete File: b\n*** Add File: b/x\n+x\n*** Update File: dir/c\n-c\n+c\n\
         *** Update File: real/f\n*** Move to: g\n f\n+G",
    );
    let planned = plan(&memory, &parse(text.as_bytes()).unwrap()).unwrap();
    let path = |path: &str| path.to_owned();
    let version = || "1".to_owned();
    let splice = |offset, remove, insert: &[u8]| vec![Splice { offset, remove, insert: insert.to_vec() }];
    assert_eq!(
        planned.changes,
        [
            Change::Edit { path: path("a"), version: version(), splices: splice(4, 4, b"2\n") },
            Change::Remove { path: path("b"), version: version() },
            Change::Create { path: path("b/x"), content: b"x\n".to_vec() },
            Change::Rename {
                path: path("real/f"),
                version: version(),
                to: path("g"),
                splices: splice(2, 0, b"G\n")
            },
        ]
    );
    let entries: Vec<_> =
        planned.report.diff.iter().map(|entry| (entry.path.as_str(), entry.is_empty)).collect();
    assert_eq!(entries, [("a", false), ("b", false), ("b/x", false), ("dir/c", true), ("g", false)]);
}

#[test]
fn a_file_that_is_replaced_by_itself_is_not_changed() {
    let memory = tree();
    let text = patch("*** Delete File: a\n*** Add File: a\n+one\n+two\n*** Delete File: b");
    let planned = plan(&memory, &parse(text.as_bytes()).unwrap()).unwrap();
    assert_eq!(planned.changes, [Change::Remove { path: "b".to_owned(), version: "1".to_owned() }]);
    assert!(planned.report.diff[0].is_empty);
}

#[test]
fn a_patch_that_was_applied_does_not_fit_again() {
    // C2, B22.
    let mut memory = tree();
    let operations = "*** Update File: a\n one\n+between\n two\n*** Add File: n\n+n";
    applied(&mut memory, operations).unwrap();
    let failure = applied(&mut memory, operations).unwrap_err();
    assert_eq!(failure.code, "no_match");
    assert!(failure.hints.iter().any(|hint| hint.contains("may have been applied before")), "{failure:?}");
    assert_eq!(memory.file("a").unwrap().bytes, b"one\nbetween\ntwo\n");
}

#[test]
fn a_file_that_is_replaced_keeps_what_is_not_its_content() {
    let mut memory = tree();
    memory.set_mode("a", 0o755);
    applied(&mut memory, "*** Delete File: a\n*** Add File: a\n+new").unwrap();
    let file = memory.file("a").unwrap();
    assert_eq!((file.bytes.as_slice(), file.mode), (&b"new\n"[..], 0o755));
}

#[test]
fn paths_start_in_the_folder_and_are_told_from_the_root() {
    let mut memory = Memory::of([("f", &b"a\n"[..]), ("sub/f", b"a\n")]);
    memory.enter("sub");
    let operations =
        format!("*** Update File: f\n-a\n+b\n*** Add File: new/g\n+g\n*** Delete File: {ROOT}/f");
    let text = patch(&operations);
    let planned = plan(&memory, &parse(text.as_bytes()).unwrap()).unwrap();
    let paths: Vec<&str> = planned.report.diff.iter().map(|entry| entry.path.as_str()).collect();
    assert_eq!(paths, ["sub/f", "sub/new/g", "f"]);
    applied(&mut memory, &operations).unwrap();
    let left: Vec<String> = memory.contents().into_keys().collect();
    assert_eq!(left, ["sub/f", "sub/new/g"]);
}
