//! How a patch may be written: every leniency of the envelope and the grammar, and every refusal with the
//! line of the patch that is at fault.

use std::ops::RangeInclusive;

use serde_json::json;

use crate::support::patch::{INVALID, MISSING, assert_number_in, operations, patch, update};
use crate::support::result::{assert_failure, failure};
use crate::support::{Lines, Mcp, Toolhost};

/// What every row starts from.
const BEFORE: [(&str, &str); 3] = [
    ("f", "def a():\n  x\n\n  y\ndef b():\n  x\n\n  y\n"),
    ("g", "one\ntwo\n"),
    ("twice", "before\nold\nafter\n..\n..\nbefore\nold\nafter\n"),
];

fn workspace() -> Toolhost {
    let toolhost = Toolhost::new();
    for (name, contents) in BEFORE {
        toolhost.put(name, contents);
    }
    toolhost
}

/// Fails unless the workspace has what every row starts from with these differences; none: the file is gone.
fn assert_differs(toolhost: &Toolhost, what: &str, differences: &[(&str, Option<&str>)]) {
    let mut expected: Vec<(&str, &str)> = BEFORE.to_vec();
    for (name, contents) in differences {
        expected.retain(|(before, _)| before != name);
        expected.extend(contents.map(|contents| (*name, contents)));
    }
    assert!(!differences.is_empty(), "{what}: a patch that changes nothing shows nothing");
    toolhost.assert_files(&expected);
}

/// A way to write a patch, the text, and what it makes of the workspace.
type Accepted = (&'static str, String, &'static [(&'static str, Option<&'static str>)]);

/// The body of a patch that makes `ONE` of the first line of `g`, and what it leads to.
const BODY: &str = "*** Update File: g\n@@\n-one\n+ONE\n";
const DONE: &[(&str, Option<&str>)] = &[("g", Some("ONE\ntwo\n"))];

fn envelopes() -> Vec<Accepted> {
    let plain = format!("*** Begin Patch\n{BODY}*** End Patch");
    vec![
        ("no newline at the end", plain.clone(), DONE),
        ("a newline at the end", format!("{plain}\n"), DONE),
        ("a heredoc", format!("<<EOF\n{plain}\nEOF\n"), DONE),
        ("a quoted heredoc", format!("<<'EOF'\n{plain}\nEOF"), DONE),
        ("a doubly quoted heredoc", format!("<<\"EOF\"\n{plain}\nEOF"), DONE),
        ("a decorated begin", plain.replace("Begin Patch", "Begin Patch ***"), DONE),
        ("a decorated end", plain.replace("End Patch", "End Patch ***"), DONE),
        ("both decorated", plain.replace("Patch", "Patch ***"), DONE),
        ("a blank line behind the begin", plain.replace("Begin Patch\n", "Begin Patch\n\n"), DONE),
        ("a blank line before the end", plain.replace("*** End", "\n*** End"), DONE),
    ]
}

fn operations_between_blank_lines() -> Vec<Accepted> {
    let lines: &[&str] = &[
        "*** Add File: added",
        "+added",
        "",
        "*** Delete File: g",
        "",
        "",
        "*** Update File: f",
        "@@ def a():",
        "-  x",
        "+  X",
        "",
        "*** Update File: twice",
        "*** Move to: moved",
        "",
        "*** Add File: empty",
    ];
    let after: &[(&str, Option<&str>)] = &[
        ("added", Some("added\n")),
        ("g", None),
        ("f", Some("def a():\n  X\n\n  y\ndef b():\n  x\n\n  y\n")),
        ("twice", None),
        ("moved", Some("before\nold\nafter\n..\n..\nbefore\nold\nafter\n")),
        ("empty", Some("")),
    ];
    vec![("blank lines between operations", patch(lines), after)]
}

fn grammar() -> Vec<Accepted> {
    let in_b: &[(&str, Option<&str>)] = &[("f", Some("def a():\n  x\n\n  y\ndef b():\n  X\n\n  y\n"))];
    let last_old: &[(&str, Option<&str>)] =
        &[("twice", Some("before\nold\nafter\n..\n..\nbefore\nnew\nafter\n"))];
    vec![
        (
            "several contexts in a row",
            update("f", &["@@ def b():", "@@   x", "+  z"]),
            &[("f", Some("def a():\n  x\n\n  y\ndef b():\n  x\n  z\n\n  y\n"))],
        ),
        ("a context, then lines", update("f", &["@@ def b():", "-  x", "+  X"]), in_b),
        (
            "a context that is the first line, too",
            update("f", &["@@ def b():", " def b():", "-  x", "+  X"]),
            in_b,
        ),
        ("an empty line is empty context", update("f", &["@@ def b():", "-  x", "+  X", "", "   y"]), in_b),
        ("no first `@@`", update("g", &["-one", "+ONE"]), DONE),
        ("no first `@@` but a second", update("g", &["-one", "+ONE", "@@", "-two"]), &[("g", Some("ONE\n"))]),
        (
            "a move without hunks",
            patch(&["*** Update File: g", "*** Move to: h"]),
            &[("g", None), ("h", Some("one\ntwo\n"))],
        ),
        (
            "a move with hunks",
            patch(&["*** Update File: g", "*** Move to: new/h", "@@", "-one", "+ONE"]),
            &[("g", None), ("new/h", Some("ONE\ntwo\n"))],
        ),
        ("an empty file", patch(&["*** Add File: empty"]), &[("empty", Some(""))]),
        ("a file of one empty line", patch(&["*** Add File: line", "+"]), &[("line", Some("\n"))]),
        (
            "line numbers in a tie",
            update("twice", &["@@ -6,3 +6,3 @@", " before", "-old", "+new", " after"]),
            last_old,
        ),
        ("line numbers without a tie", update("g", &["@@ -12,3 +12,4 @@", "-one", "+ONE"]), DONE),
        (
            "the end of the file",
            update("twice", &["@@", "-old", "+new", " after", "*** End of File"]),
            last_old,
        ),
    ]
}

#[test]
fn every_leniency_is_accepted() {
    for (what, text, after) in [envelopes(), operations_between_blank_lines(), grammar()].concat() {
        let toolhost = workspace();
        let (status, result) = toolhost.patch(&text);
        assert_eq!(status, 0, "{what}: {result}");
        assert_differs(&toolhost, what, after);
    }
}

#[test]
fn an_absolute_path_in_the_workspace_is_reported_relative() {
    let toolhost = workspace();
    let absolute = |name: &str| toolhost.workspace().join(name).display().to_string();
    let lines = [
        format!("*** Update File: {}", absolute("f")),
        "@@ def a():".to_owned(),
        "+  z".to_owned(),
        format!("*** Add File: {}", absolute("deep/added")),
        "+added".to_owned(),
        format!("*** Delete File: {}", absolute("g")),
    ];
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let result = toolhost.apply(&patch(&lines));
    assert_eq!(operations(&result), [("f", "updated"), ("deep/added", "created"), ("g", "deleted")]);
    let root = toolhost.workspace().display().to_string();
    assert!(!result.to_string().contains(&root), "{result}");
    let after = "def a():\n  z\n  x\n\n  y\ndef b():\n  x\n\n  y\n";
    let differences = [("f", Some(after)), ("deep/added", Some("added\n")), ("g", None)];
    assert_differs(&toolhost, "absolute paths", &differences);
}

#[test]
fn a_patch_may_come_under_either_name_or_bare() {
    let text = format!("*** Begin Patch\n{BODY}*** End Patch\n");
    for arguments in [json!({"patch": text}), json!({"input": text}), json!(text)] {
        let toolhost = workspace();
        let (status, result) = toolhost.call("apply_patch", &arguments);
        assert_eq!((status, operations(&result)), (0, vec![("g", "updated")]), "{result}");
        assert_differs(&toolhost, "on the command line", DONE);

        let toolhost = workspace();
        let mut lines = Lines::start(&toolhost);
        assert_eq!(operations(&lines.call("apply_patch", &arguments)), [("g", "updated")]);
        assert_differs(&toolhost, "in a session", DONE);
    }
    // Text that is no JSON, as a person types it.
    let toolhost = workspace();
    let ran = toolhost.run(&["call", "apply_patch", &text]);
    assert_eq!((ran.status, operations(&ran.json())), (0, vec![("g", "updated")]), "{ran:?}");
    assert_differs(&toolhost, "typed", DONE);
    for arguments in [json!({"patch": text}), json!({"input": text})] {
        let toolhost = workspace();
        let mut mcp = Mcp::initialized(&toolhost);
        assert_eq!(operations(&mcp.call("apply_patch", &arguments)), [("g", "updated")]);
        assert_differs(&toolhost, "over MCP", DONE);
    }
}

#[test]
fn arguments_that_are_no_patch_are_refused_by_name() {
    let text = format!("*** Begin Patch\n{BODY}*** End Patch\n");
    let toolhost = workspace();
    let before = toolhost.tree();
    for (arguments, part) in [
        (json!({}), "patch"),
        (json!({"patch": 5}), "patch"),
        (json!({"patch": null}), "patch"),
        (json!({"patch": [text]}), "patch"),
        (json!({"diff": text}), "diff"),
        (json!({"patch": text, "dry_run": true}), "dry_run"),
        (json!({"patch": text, "max_output_tokens": 0}), "max_output_tokens"),
    ] {
        let (status, result) = toolhost.call("apply_patch", &arguments);
        assert_eq!(status, 1, "{arguments}");
        assert_failure(&result, "invalid_arguments", &[part]);
        assert_eq!(toolhost.tree(), before, "{arguments}");
    }
}

/// What is wrong, the lines of the patch without its envelope, and the lines of the patch at fault, counted
/// with the envelope from 1: the first and the last that may be named.
type Refused = (&'static str, &'static [&'static str], RangeInclusive<usize>);

const REFUSED: &[Refused] = &[
    ("no operation", &[], 1..=2),
    ("only blank lines", &["", ""], 1..=4),
    ("an unknown operation", &["*** Frobnicate File: f"], 2..=2),
    ("an operation without its name", &["*** f"], 2..=2),
    ("text in place of an operation", &["@@", "-one", "+ONE"], 2..=2),
    ("text between operations", &["*** Delete File: g", "then", "*** Delete File: f"], 3..=3),
    ("a second begin", &["*** Begin Patch", "*** Delete File: g"], 2..=2),
    ("no path to add", &["*** Add File: ", "+x"], 2..=2),
    ("no path to delete", &["*** Delete File:"], 2..=2),
    ("no path to update", &["*** Update File: ", "@@", "-one", "+ONE"], 2..=2),
    ("no path to move to", &["*** Update File: g", "*** Move to: ", "@@", "-one", "+ONE"], 3..=3),
    ("a line of an added file without its plus", &["*** Add File: new", "+a", "b"], 4..=4),
    ("a context line in an added file", &["*** Add File: new", "+a", " b"], 4..=4),
    ("a removed line in an added file", &["*** Add File: new", "+a", "-b"], 4..=4),
    ("a hunk in an added file", &["*** Add File: new", "@@", "+a"], 3..=3),
    ("a body of a deleted file", &["*** Delete File: g", "-one"], 3..=3),
    ("a move of an added file", &["*** Add File: new", "*** Move to: other", "+a"], 3..=3),
    ("a move of a deleted file", &["*** Delete File: g", "*** Move to: other"], 3..=3),
    ("two moves", &["*** Update File: g", "*** Move to: a", "*** Move to: b"], 4..=4),
    ("a move behind a hunk", &["*** Update File: g", "@@", "-one", "+ONE", "*** Move to: b"], 6..=6),
    ("an update without hunks", &["*** Update File: g"], 2..=3),
    ("an update without hunks before another", &["*** Update File: g", "*** Delete File: f"], 2..=3),
    ("a hunk without lines", &["*** Update File: g", "@@"], 3..=4),
    ("a hunk without lines behind another", &["*** Update File: g", "@@", "-one", "+ONE", "@@"], 6..=7),
    ("a context without lines", &["*** Update File: g", "@@ one"], 3..=4),
    ("a line without its sign", &["*** Update File: g", "@@", "-one", "ONE"], 5..=5),
    ("a line without its sign behind others", &["*** Update File: g", "-one", "+ONE", "two"], 5..=5),
    ("another sign", &["*** Update File: g", "@@", "-one", "!ONE"], 5..=5),
    ("no line before the end of the file", &["*** Update File: g", "@@", "*** End of File"], 3..=4),
    ("the end of the file in an added file", &["*** Add File: new", "+a", "*** End of File"], 4..=4),
    (
        "lines behind the end of the file",
        &["*** Update File: g", "@@", "-two", "*** End of File", "+three"],
        6..=6,
    ),
    ("a unified diff", &["--- a/g", "+++ b/g", "@@ -1,2 +1,2 @@", "-one", "+ONE", " two"], 2..=2),
    ("a diff of git", &["diff --git a/g b/g", "--- a/g", "+++ b/g", "@@ -1 +1 @@", "-one", "+ONE"], 2..=2),
    (
        "two updates of one file",
        &["*** Update File: g", "@@", "-one", "+ONE", "*** Update File: g", "@@", "-two", "+TWO"],
        6..=6,
    ),
    (
        "two updates of one file by two names",
        &["*** Update File: g", "@@", "-one", "+ONE", "*** Update File: ./g", "@@", "-two", "+TWO"],
        6..=6,
    ),
];

#[test]
fn every_fault_is_refused_with_its_line() {
    let toolhost = workspace();
    for (what, lines, at) in REFUSED {
        let result = toolhost.refuse_as(&patch(lines), &[INVALID]);
        assert_number_in(&result, at.clone());
        assert!(!failure(&result).1.is_empty(), "{what}");
    }
}

/// What was deleted is not there for what follows, and is no more than that.
#[test]
fn what_a_patch_has_deleted_is_gone_for_the_rest_of_it() {
    let toolhost = workspace();
    let rest: [&[&str]; 3] = [
        &["*** Update File: g", "@@", "-one", "+ONE"],
        &["*** Update File: g", "*** Move to: h"],
        &["*** Delete File: g"],
    ];
    for second in rest {
        let text = patch(&[&["*** Delete File: g"], second].concat());
        let result = toolhost.refuse_as(&text, &[INVALID, MISSING]);
        assert_number_in(&result, 3..=3);
    }
}

/// The whole text, a part that must be said because it would be right, and the lines that may be named.
const BROKEN: &[(&str, &str, RangeInclusive<usize>)] = &[
    ("*** Update File: g\n@@\n-one\n+ONE\n*** End Patch\n", "*** Begin Patch", 1..=1),
    ("Sure:\n*** Begin Patch\n*** Delete File: g\n*** End Patch\n", "*** Begin Patch", 1..=1),
    ("```\n*** Begin Patch\n*** Delete File: g\n*** End Patch\n```\n", "*** Begin Patch", 1..=1),
    ("*** Begin Patch\n*** Delete File: g\n", "*** End Patch", 2..=3),
    ("*** Begin Patch\n*** Delete File: g", "*** End Patch", 2..=3),
    ("*** Begin Patch\n*** Update File: g\n@@\n-one\n+ONE\n", "*** End Patch", 5..=6),
    ("*** Begin Patch", "*** End Patch", 1..=2),
    ("*** Begin Patch\n*** Delete File: g\n*** End Patch\nDone.\n", "*** End Patch", 4..=4),
    (
        "*** Begin Patch\n*** Delete File: g\n*** End Patch\n*** Begin Patch\n*** End Patch\n",
        "*** End Patch",
        4..=4,
    ),
    ("<<'EOF'\n*** Begin Patch\n*** Delete File: g\n*** End Patch\n", "EOF", 1..=5),
    ("--- a/g\n+++ b/g\n@@ -1,2 +1,2 @@\n-one\n+ONE\n two\n", "*** Begin Patch", 1..=1),
    ("{\"patch\": \"*** Begin Patch\"}", "*** Begin Patch", 1..=1),
    ("nonsense", "*** Begin Patch", 1..=1),
];

#[test]
fn a_broken_envelope_is_refused_with_its_line_and_what_would_be_right() {
    let toolhost = workspace();
    for (text, part, at) in BROKEN {
        let result = toolhost.refuse(text, INVALID, &[part]);
        assert_number_in(&result, at.clone());
    }
}
