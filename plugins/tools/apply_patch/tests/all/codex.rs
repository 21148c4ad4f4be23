//! The behaviours of the Codex tool of this name, each with what this one does: the same, or something else on
//! purpose. The table of `README.md` is this one.

use toolhost_apply_patch::apply;
use toolhost_apply_patch::memory::{Memory, ROOT};

use crate::support::patch;

/// How a behaviour compares.
enum Verdict {
    Same,
    /// Why not.
    Different(&'static str),
}

use Verdict::{Different, Same};

struct Row {
    /// What the Codex tool does.
    behaviour: &'static str,
    verdict: Verdict,
    files: &'static [(&'static str, &'static str)],
    /// A whole patch, or operations.
    patch: String,
    /// The tree afterwards, or the code of the refusal.
    expected: Result<&'static [(&'static str, &'static str)], &'static str>,
}

fn row(
    behaviour: &'static str,
    verdict: Verdict,
    files: &'static [(&'static str, &'static str)],
    text: &str,
    expected: Result<&'static [(&'static str, &'static str)], &'static str>,
) -> Row {
    let is_whole = text.contains("Begin Patch");
    let patch = if is_whole { text.to_owned() } else { patch(text) };
    Row { behaviour, verdict, files, patch, expected }
}

/// The scenarios that the tool's own tests pin.
fn scenarios() -> Vec<Row> {
    const LINES: &[(&str, &str)] = &[("f", "1\n2\n3\n4\n")];
    vec![
        row("a file is added", Same, &[], "*** Add File: bar.md\n+x", Ok(&[("bar.md", "x\n")])),
        row(
            "several operations, directories made",
            Same,
            &[("d", "d\n"), ("m", "a\nb\n")],
            "*** Add File: n/new\n+x\n*** Delete File: d\n*** Update File: m\n@@\n-b\n+c",
            Ok(&[("m", "a\nc\n"), ("n/new", "x\n")]),
        ),
        row(
            "several hunks",
            Same,
            LINES,
            "*** Update File: f\n@@\n-2\n+b\n@@\n-4\n+d",
            Ok(&[("f", "1\nb\n3\nd\n")]),
        ),
        row(
            "a file moves to a new directory and changes",
            Same,
            &[("old/n", "a\n"), ("old/o", "o\n")],
            "*** Update File: old/n\n*** Move to: new/d/n\n@@\n-a\n+b",
            Ok(&[("new/d/n", "b\n"), ("old/o", "o\n")]),
        ),
        row(
            "a patch without operations is refused",
            Same,
            LINES,
            "*** Begin Patch\n*** End Patch",
            Err("invalid_patch"),
        ),
        row(
            "lines that are not there are refused",
            Same,
            LINES,
            "*** Update File: f\n@@\n-x\n+y",
            Err("no_match"),
        ),
        row("deleting what is not there is refused", Same, &[], "*** Delete File: x", Err("not_found")),
        row("an update without hunks is refused", Same, LINES, "*** Update File: f", Err("invalid_patch")),
        row(
            "updating what is not there is refused",
            Same,
            &[],
            "*** Update File: x\n@@\n-a\n+b",
            Err("not_found"),
        ),
        row(
            "a move overwrites what is there",
            Different(
                "a file that no operation names as going would be lost; `*** Delete File:` above says that it may go",
            ),
            &[("a", "a\n"), ("b", "b\n")],
            "*** Update File: a\n*** Move to: b\n@@\n-a\n+c",
            Err("already_exists"),
        ),
        row(
            "an added file overwrites what is there",
            Different("as for a move"),
            LINES,
            "*** Add File: f\n+x",
            Err("already_exists"),
        ),
        row(
            "deleting a directory is refused",
            Same,
            &[("d/f", "x\n")],
            "*** Delete File: d",
            Err("not_a_file"),
        ),
        row(
            "another kind of operation is refused",
            Same,
            LINES,
            "*** Frobnicate File: f",
            Err("invalid_patch"),
        ),
        row(
            "what was done before a failure stays",
            Different("a tree that is half changed fits no further patch"),
            &[],
            "*** Add File: created\n+x\n*** Update File: missing\n@@\n-a\n+b",
            Err("not_found"),
        ),
        row(
            "a hunk that only adds goes to the end",
            Same,
            LINES,
            "*** Update File: f\n@@\n+5\n+6",
            Ok(&[("f", "1\n2\n3\n4\n5\n6\n")]),
        ),
        row(
            "blanks around the lines of stars",
            Same,
            LINES,
            " *** Begin Patch \n  *** Update File: f\n@@\n-1\n+a\n *** End Patch ",
            Ok(&[("f", "a\n2\n3\n4\n")]),
        ),
        row(
            "text that is not ASCII",
            Same,
            &[("f", "naïve café\n")],
            "*** Update File: f\n@@\n-naïve café\n+naïve café ✅",
            Ok(&[("f", "naïve café ✅\n")]),
        ),
        row(
            "a line leaves between context",
            Same,
            LINES,
            "*** Update File: f\n@@\n 1\n-2\n 3",
            Ok(&[("f", "1\n3\n4\n")]),
        ),
        row(
            "`*** End of File` means the last lines",
            Same,
            &[("f", "x\ny\nx\n")],
            "*** Update File: f\n@@\n-x\n+z\n*** End of File",
            Ok(&[("f", "x\ny\nz\n")]),
        ),
        row(
            "CRLF stays, and is added, where a setting says so",
            Different("always: nobody asks for mixed line ends"),
            &[("f", "a\r\nb\r\n")],
            "*** Update File: f\n@@\n-a\n+A\n+x",
            Ok(&[("f", "A\r\nx\r\nb\r\n")]),
        ),
        row(
            "in a mixed file a new line takes the first line's end",
            Different("it takes its neighbour's: the first line may be far away"),
            &[("f", "a\r\nb\rc\r\n")],
            "*** Update File: f\n@@\n-b\n+B",
            Ok(&[("f", "a\r\nB\rc\r\n")]),
        ),
    ]
}

/// Where its grammar, its instructions and its parser disagree, and what it is lenient about.
fn format() -> Vec<Row> {
    const LINES: &[(&str, &str)] = &[("f", "class A\n  def m\n    a\nclass B\n  def m\n    a\n")];
    const FILE: &[(&str, &str)] = &[("f", "a\n\nb\n")];
    vec![
        row(
            "several `@@` in a row: advised, but not parsed",
            Different("parsed, as advised: each narrows"),
            LINES,
            "*** Update File: f\n@@ class B\n@@ def m\n-    a\n+    b",
            Ok(&[("f", "class A\n  def m\n    a\nclass B\n  def m\n    b\n")]),
        ),
        row(
            "a move without hunks: in the grammar, but not parsed",
            Different("parsed: renaming is an edit"),
            FILE,
            "*** Update File: f\n*** Move to: g",
            Ok(&[("g", "a\n\nb\n")]),
        ),
        row(
            "an added file without lines: parsed, but not in the grammar",
            Same,
            &[],
            "*** Add File: f",
            Ok(&[("f", "")]),
        ),
        row(
            "absolute paths: advised against, but taken",
            Same,
            FILE,
            &format!("*** Update File: {ROOT}/f\n@@\n-a\n+A"),
            Ok(&[("f", "A\n\nb\n")]),
        ),
        row(
            "a heredoc around the patch",
            Same,
            FILE,
            "<<'EOF'\n*** Begin Patch\n*** Delete File: f\n*** End Patch\nEOF\n",
            Ok(&[]),
        ),
        row(
            "the first `@@` may be left out",
            Same,
            FILE,
            "*** Update File: f\n-a\n+A",
            Ok(&[("f", "A\n\nb\n")]),
        ),
        row(
            "an empty line in a hunk is empty context",
            Same,
            FILE,
            "*** Update File: f\n@@\n a\n\n-b\n+B",
            Ok(&[("f", "a\n\nB\n")]),
        ),
        row(
            "empty lines at the end of a hunk need not be in the file",
            Same,
            FILE,
            "*** Update File: f\n@@\n-a\n+A\n\n\n",
            Ok(&[("f", "A\n\nb\n")]),
        ),
        row(
            "an indented line of stars within a hunk is context",
            Same,
            &[("f", "*** Add File: x\na\n")],
            "*** Update File: f\n@@\n *** Add File: x\n-a\n+b",
            Ok(&[("f", "*** Add File: x\nb\n")]),
        ),
        row(
            "one CR goes from the end of each line of the patch",
            Same,
            FILE,
            "*** Begin Patch\r\n*** Update File: f\r\n@@\r\n-a\r\n+A\r\n*** End Patch\r\n",
            Ok(&[("f", "A\n\nb\n")]),
        ),
        row(
            "blank lines between operations are refused",
            Different("models write them, and they mean nothing else"),
            FILE,
            "\n*** Add File: g\n+x\n\n*** Delete File: f",
            Ok(&[("g", "x\n")]),
        ),
        row(
            "text after the patch is refused",
            Same,
            FILE,
            "*** Begin Patch\n*** Delete File: f\n*** End Patch\nDone.",
            Err("invalid_patch"),
        ),
        row(
            "`*** Environment ID:` chooses where",
            Different("there is one workspace, so the line is refused and not passed over"),
            FILE,
            "*** Begin Patch\n*** Environment ID: x\n*** Delete File: f\n*** End Patch",
            Err("invalid_patch"),
        ),
        row(
            "the `@@` of a unified diff is looked for as a line",
            Different("it decides between places that match equally well: models paste such diffs"),
            FILE,
            "*** Update File: f\n@@ -3,1 +3,1 @@\n-b\n+B",
            Ok(&[("f", "a\n\nB\n")]),
        ),
    ]
}

/// How it finds lines, and what it writes.
fn engine() -> Vec<Row> {
    const TWICE: &[(&str, &str)] = &[("f", "x\ny\nx\n")];
    vec![
        row(
            "of several places that match, the first is changed",
            Different("refused with all of them: half of the time it is the wrong one, and nobody sees it"),
            TWICE,
            "*** Update File: f\n@@\n-x\n+z",
            Err("ambiguous"),
        ),
        row(
            "hunks must be in the order of the file",
            Different("any order, each looked for in the file as it is"),
            &[("f", "a\nb\nc\n")],
            "*** Update File: f\n@@\n-c\n+C\n@@\n-a\n+A",
            Ok(&[("f", "A\nb\nC\n")]),
        ),
        row(
            "the line behind `@@` cannot be the first line of context",
            Different("it can: models repeat it"),
            TWICE,
            "*** Update File: f\n@@ y\n y\n-x\n+z",
            Ok(&[("f", "x\ny\nz\n")]),
        ),
        row(
            "a hunk that only adds goes to the end, whatever its `@@` says",
            Different("below the line that its `@@` names"),
            &[("f", "def a():\n  1\ndef b():\n  2\n")],
            "*** Update File: f\n@@ def a():\n+  0",
            Ok(&[("f", "def a():\n  0\n  1\ndef b():\n  2\n")]),
        ),
        row(
            "blanks at the end of lines are overlooked",
            Same,
            &[("f", "a  \nb\n")],
            "*** Update File: f\n@@\n a\n-b\n+B",
            Ok(&[("f", "a  \nB\n")]),
        ),
        row(
            "so is indentation",
            Same,
            &[("f", "\ta\nb\n")],
            "*** Update File: f\n@@\n-a\n+A\n b",
            Ok(&[("f", "A\nb\n")]),
        ),
        row(
            "and the kind of dashes, quotes and spaces",
            Same,
            &[("f", "a – “b”\u{a0}c\n")],
            "*** Update File: f\n@@\n-a - \"b\" c\n+d",
            Ok(&[("f", "d\n")]),
        ),
        row(
            "context is written as the patch has it",
            Different("it stays as the file has it: only lines with `-` leave"),
            &[("f", "    a \n    b\n")],
            "*** Update File: f\n@@\n   a\n-  b\n+    B",
            Ok(&[("f", "    a \n    B\n")]),
        ),
        row(
            "a file gets a newline at its end",
            Different("it ends as it did"),
            &[("f", "a\nb")],
            "*** Update File: f\n@@\n-a\n+A",
            Ok(&[("f", "A\nb")]),
        ),
        row(
            "an empty line at the end of a file is lost",
            Different("it stays"),
            &[("f", "a\nb\n\n")],
            "*** Update File: f\n@@\n-a\n+A",
            Ok(&[("f", "A\nb\n\n")]),
        ),
        row(
            "a byte order mark is part of the first line",
            Different("it belongs to no line, and stays"),
            &[("f", "\u{feff}a\n")],
            "*** Update File: f\n@@\n-a\n+A",
            Ok(&[("f", "\u{feff}A\n")]),
        ),
        row(
            "hunks that overlap are refused where line ends are kept",
            Same,
            &[("f", "a\nb\n")],
            "*** Update File: f\n@@\n-b\n+x\n@@\n-b\n+y\n*** End of File",
            Err("invalid_patch"),
        ),
        row(
            "two operations on one file are refused",
            Same,
            &[("f", "a\nb\n")],
            "*** Update File: f\n@@\n-a\n+A\n*** Update File: f\n@@\n-b\n+B",
            Err("invalid_patch"),
        ),
        row(
            "also deleting and adding it",
            Different("that replaces it whole, and keeps its mode: models rewrite files so"),
            &[("f", "a\n")],
            "*** Delete File: f\n*** Add File: f\n+b",
            Ok(&[("f", "b\n")]),
        ),
        row(
            "a path through `..` is refused where the patch may not leave",
            Same,
            &[],
            "*** Add File: ../x\n+x",
            Err("denied"),
        ),
    ]
}

fn table() -> Vec<Row> {
    [scenarios(), format(), engine()].into_iter().flatten().collect()
}

#[test]
fn behaviours_are_as_the_table_says() {
    for Row { behaviour, files, patch, expected, .. } in table() {
        let tree = |files: &[(&'static str, &'static str)]| {
            Memory::of(files.iter().map(|(path, text)| (*path, text.as_bytes())))
        };
        let mut memory = tree(files);
        let code = apply(&mut memory, patch.as_bytes()).err().map(|failure| failure.code);
        assert_eq!(code.as_deref(), expected.err(), "{behaviour}");
        assert_eq!(memory.contents(), tree(expected.unwrap_or(files)).contents(), "{behaviour}");
    }
}

#[test]
fn a_file_that_is_not_utf8_is_edited_as_bytes() {
    // The table is text; the Codex tool refuses such a file.
    assert_eq!(crate::support::updated(b"caf\xe9\nx\n", "-x\n+y"), Ok(b"caf\xe9\ny\n".to_vec()));
}

#[test]
fn the_readme_has_the_table() {
    let mut expected = String::from("| Codex | here |\n|---|---|\n");
    for Row { behaviour, verdict, .. } in table() {
        let here = match verdict {
            Same => "the same",
            Different(reason) => reason,
        };
        expected += &format!("| {behaviour} | {here} |\n");
    }
    let readme = include_str!("../../README.md");
    assert!(readme.contains(&expected), "the table of README.md should be:\n{expected}");
}
