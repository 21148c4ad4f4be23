//! Links by the names of which a patch is written: what is deleted or made is the link's own place, what is changed is
//! the file that it leads to.

use std::os::unix::fs::symlink;

use rustix::fs::{CWD, Mode, mkfifoat};
use serde_json::json;

use crate::support::Toolhost;
use crate::support::patch::{EXISTS, MISSING, NOT_A_FILE, assert_refusal, only_entry, operations, patch};

/// A file, another one, and links to a file, to a folder and to nothing.
fn workspace() -> Toolhost {
    let toolhost = Toolhost::new();
    toolhost.put("f", "one\n");
    toolhost.put("g", "g\n");
    toolhost.put("sub/h", "h\n");
    for (link, target) in [("ln", "f"), ("dir", "sub"), ("dang", "nowhere")] {
        symlink(target, toolhost.workspace().join(link)).unwrap();
    }
    toolhost
}

type Files<'a> = &'a [(&'a str, &'a str)];

#[test]
fn a_link_is_deleted_itself_and_told_without_content() {
    let table: [(&str, Files<'_>); 3] = [
        ("ln", &[("f", "one\n"), ("g", "g\n"), ("sub/h", "h\n"), ("dir", "-> sub"), ("dang", "-> nowhere")]),
        ("dir", &[("f", "one\n"), ("g", "g\n"), ("sub/h", "h\n"), ("ln", "-> f"), ("dang", "-> nowhere")]),
        ("dang", &[("f", "one\n"), ("g", "g\n"), ("sub/h", "h\n"), ("ln", "-> f"), ("dir", "-> sub")]),
    ];
    for (name, left) in table {
        let toolhost = workspace();
        let result = toolhost.apply(&patch(&[&format!("*** Delete File: {name}")]));
        assert_eq!(
            *only_entry(&result),
            json!({"path": name, "operation": "deleted", "truncated": true}),
            "{result}"
        );
        toolhost.assert_files(left);
    }
}

#[test]
fn what_takes_the_place_of_a_link_is_another_file() {
    for name in ["ln", "dang"] {
        let toolhost = workspace();
        let (delete, add) = (format!("*** Delete File: {name}"), format!("*** Add File: {name}"));
        let result = toolhost.apply(&patch(&[&delete, &add, "+n"]));
        assert_eq!(operations(&result), [(name, "deleted"), (name, "created")]);
        let other = if name == "ln" { ("dang", "-> nowhere") } else { ("ln", "-> f") };
        toolhost.assert_files(&[
            ("f", "one\n"),
            ("g", "g\n"),
            ("sub/h", "h\n"),
            ("dir", "-> sub"),
            (name, "n\n"),
            other,
        ]);
    }
}

#[test]
fn a_file_that_the_patch_does_not_delete_is_not_overwritten() {
    let toolhost = workspace();
    toolhost.refuse(&patch(&["*** Delete File: ln", "*** Add File: f", "+n"]), EXISTS, &["f", "line 3"]);
    toolhost.refuse(&patch(&["*** Delete File: f", "*** Add File: ln", "+n"]), EXISTS, &["ln", "line 3"]);
    let moved = ["*** Delete File: ln", "*** Update File: g", "*** Move to: f"];
    toolhost.refuse(&patch(&moved), EXISTS, &["f", "line 4"]);
    let gone = ["*** Delete File: f", "*** Update File: ln", "@@", "-one", "+1"];
    toolhost.refuse(&patch(&gone), MISSING, &["ln", "leads to `f`, which is gone"]);
    toolhost.refuse(&patch(&["*** Update File: ln", "*** Move to: n"]), NOT_A_FILE, &["ln", "line 2"]);
    // The link may go while its file changes.
    let text = patch(&["*** Delete File: ln", "*** Update File: f", "@@", "-one", "+1"]);
    assert_eq!(operations(&toolhost.apply(&text)), [("ln", "deleted"), ("f", "updated")]);
    assert_eq!(toolhost.bytes("f"), b"1\n");
}

/// A hint that is followed leads on: what Add advises, Delete does.
#[test]
fn what_stands_in_the_way_can_be_moved_as_the_refusal_says() {
    let toolhost = workspace();
    mkfifoat(CWD, toolhost.workspace().join("fifo"), Mode::from_raw_mode(0o644)).unwrap();
    let result = toolhost.refuse(&patch(&["*** Add File: dang", "+n"]), EXISTS, &["leads nowhere"]);
    assert_refusal(&result, EXISTS, &["*** Delete File: PATH"]);
    assert!(!result.to_string().contains("Update File"), "{result}");
    let result = toolhost.refuse(&patch(&["*** Add File: fifo", "+n"]), EXISTS, &["by a command"]);
    assert!(!result.to_string().contains("Delete File"), "{result}");
}
