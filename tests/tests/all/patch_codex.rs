//! Patches as the program does that the format comes from, and where this one differs on purpose: its
//! published scenarios, under their names, and what else is known of its behaviour.

use crate::support::Toolhost;
use crate::support::patch::{AMBIGUOUS, DENIED, EXISTS, INVALID, MISSING, NO_MATCH, NOT_A_FILE};

/// The files of a workspace.
type Files = &'static [(&'static str, &'static str)];

/// What becomes of a patch.
enum Outcome {
    /// It lands, and the workspace has these files.
    Lands(Files),
    /// It is refused with this code, and nothing changes.
    Refused(&'static str),
}

/// What the other program makes of the same patch.
enum Other {
    Same,
    /// It ends with these files, for this reason of ours to differ.
    Different(Files, &'static str),
}

use Other::{Different, Same};
use Outcome::{Lands, Refused};

/// Name, files before, lines of the patch, what becomes of it here, and there.
type Scenario = (&'static str, Files, &'static [&'static str], Outcome, Other);

const BEGIN: &str = "*** Begin Patch";
const END: &str = "*** End Patch";

/// The scenarios that are published with it.
const SCENARIOS: &[Scenario] = &[
    (
        "001_add_file",
        &[],
        &[BEGIN, "*** Add File: bar.md", "+This is a new file", END],
        Lands(&[("bar.md", "This is a new file\n")]),
        Same,
    ),
    (
        "002_multiple_operations",
        &[("delete.txt", "obsolete\n"), ("modify.txt", "line1\nline2\n")],
        &[
            BEGIN,
            "*** Add File: nested/new.txt",
            "+created",
            "*** Delete File: delete.txt",
            "*** Update File: modify.txt",
            "@@",
            "-line2",
            "+changed",
            END,
        ],
        Lands(&[("modify.txt", "line1\nchanged\n"), ("nested/new.txt", "created\n")]),
        Same,
    ),
    (
        "003_multiple_chunks",
        &[("multi.txt", "line1\nline2\nline3\nline4\n")],
        &[BEGIN, "*** Update File: multi.txt", "@@", "-line2", "+changed2", "@@", "-line4", "+changed4", END],
        Lands(&[("multi.txt", "line1\nchanged2\nline3\nchanged4\n")]),
        Same,
    ),
    (
        "004_move_to_new_directory",
        &[("old/name.txt", "old content\n"), ("old/other.txt", "unrelated\n")],
        &[
            BEGIN,
            "*** Update File: old/name.txt",
            "*** Move to: renamed/dir/name.txt",
            "@@",
            "-old content",
            "+new content",
            END,
        ],
        Lands(&[("old/other.txt", "unrelated\n"), ("renamed/dir/name.txt", "new content\n")]),
        Same,
    ),
    ("005_rejects_empty_patch", &[("foo.txt", "stable\n")], &[BEGIN, END], Refused(INVALID), Same),
    (
        "006_rejects_missing_context",
        &[("modify.txt", "line1\nline2\n")],
        &[BEGIN, "*** Update File: modify.txt", "@@", "-missing", "+changed", END],
        Refused(NO_MATCH),
        Same,
    ),
    (
        "007_rejects_missing_file_delete",
        &[("foo.txt", "stable\n")],
        &[BEGIN, "*** Delete File: missing.txt", END],
        Refused(MISSING),
        Same,
    ),
    (
        "008_rejects_empty_update_hunk",
        &[("foo.txt", "stable\n")],
        &[BEGIN, "*** Update File: foo.txt", END],
        Refused(INVALID),
        Same,
    ),
    (
        "009_requires_existing_file_for_update",
        &[("foo.txt", "stable\n")],
        &[BEGIN, "*** Update File: missing.txt", "@@", "-old", "+new", END],
        Refused(MISSING),
        Same,
    ),
    (
        "010_move_overwrites_existing_destination",
        &[("old/name.txt", "from\n"), ("old/other.txt", "unrelated\n"), ("renamed/name.txt", "existing\n")],
        &[
            BEGIN,
            "*** Update File: old/name.txt",
            "*** Move to: renamed/name.txt",
            "@@",
            "-from",
            "+new",
            END,
        ],
        Refused(EXISTS),
        Different(
            &[("old/other.txt", "unrelated\n"), ("renamed/name.txt", "new\n")],
            "a file that nobody mentioned is not lost without a word",
        ),
    ),
    (
        "011_add_overwrites_existing_file",
        &[("duplicate.txt", "old content\n")],
        &[BEGIN, "*** Add File: duplicate.txt", "+new content", END],
        Refused(EXISTS),
        Different(
            &[("duplicate.txt", "new content\n")],
            "who adds a file believes that there is none; who means to rewrite it deletes it first",
        ),
    ),
    (
        "012_delete_directory_fails",
        &[("dir/foo.txt", "stable\n")],
        &[BEGIN, "*** Delete File: dir", END],
        Refused(NOT_A_FILE),
        Same,
    ),
    (
        "013_rejects_invalid_hunk_header",
        &[("foo.txt", "stable\n")],
        &[BEGIN, "*** Frobnicate File: foo.txt", END],
        Refused(INVALID),
        Same,
    ),
    (
        "014_update_file_appends_trailing_newline",
        &[("no_newline.txt", "no newline at end\n")],
        &[
            BEGIN,
            "*** Update File: no_newline.txt",
            "@@",
            "-no newline at end",
            "+first line",
            "+second line",
            END,
        ],
        Lands(&[("no_newline.txt", "first line\nsecond line\n")]),
        Same,
    ),
    (
        "015_failure_after_partial_success_leaves_changes",
        &[],
        &[
            BEGIN,
            "*** Add File: created.txt",
            "+hello",
            "*** Update File: missing.txt",
            "@@",
            "-old",
            "+new",
            END,
        ],
        Refused(MISSING),
        Different(&[("created.txt", "hello\n")], "a patch lands whole or not at all"),
    ),
    (
        "016_pure_addition_update_chunk",
        &[("input.txt", "line1\nline2\n")],
        &[BEGIN, "*** Update File: input.txt", "@@", "+added line 1", "+added line 2", END],
        Lands(&[("input.txt", "line1\nline2\nadded line 1\nadded line 2\n")]),
        Same,
    ),
    (
        "017_whitespace_padded_hunk_header",
        &[("foo.txt", "old\n")],
        &[BEGIN, "  *** Update File: foo.txt", "@@", "-old", "+new", END],
        Lands(&[("foo.txt", "new\n")]),
        Same,
    ),
    (
        "018_whitespace_padded_patch_markers",
        &[("file.txt", "one\n")],
        &[" *** Begin Patch", "*** Update File: file.txt", "@@", "-one", "+two", "*** End Patch "],
        Lands(&[("file.txt", "two\n")]),
        Same,
    ),
    (
        "019_unicode_simple",
        &[("foo.txt", "line1\nnaïve café\nline3\n")],
        &[BEGIN, "*** Update File: foo.txt", "@@", " line1", "-naïve café", "+naïve café ✅", END],
        Lands(&[("foo.txt", "line1\nnaïve café ✅\nline3\n")]),
        Same,
    ),
    (
        "020_delete_file_success",
        &[("keep.txt", "keep\n"), ("obsolete.txt", "obsolete\n")],
        &[BEGIN, "*** Delete File: obsolete.txt", END],
        Lands(&[("keep.txt", "keep\n")]),
        Same,
    ),
    (
        "020_whitespace_padded_patch_marker_lines",
        &[("file.txt", "one\n")],
        &["*** Begin Patch ", "*** Update File: file.txt", "@@", "-one", "+two", " *** End Patch"],
        Lands(&[("file.txt", "two\n")]),
        Same,
    ),
    (
        "021_update_file_deletion_only",
        &[("lines.txt", "line1\nline2\nline3\n")],
        &[BEGIN, "*** Update File: lines.txt", "@@", " line1", "-line2", " line3", END],
        Lands(&[("lines.txt", "line1\nline3\n")]),
        Same,
    ),
    (
        "022_update_file_end_of_file_marker",
        &[("tail.txt", "first\nsecond\n")],
        &[
            BEGIN,
            "*** Update File: tail.txt",
            "@@",
            " first",
            "-second",
            "+second updated",
            "*** End of File",
            END,
        ],
        Lands(&[("tail.txt", "first\nsecond updated\n")]),
        Same,
    ),
    (
        "023_preserves_crlf_line_endings",
        &[("crlf.txt", "alpha\r\nbeta\r\ngamma\r\n")],
        &[BEGIN, "*** Update File: crlf.txt", "@@", " alpha", "-beta", "+BETA", "+inserted", END],
        Lands(&[("crlf.txt", "alpha\r\nBETA\r\ninserted\r\ngamma\r\n")]),
        Same,
    ),
    (
        "024_preserves_mixed_line_endings",
        &[("mixed.txt", "alpha\r\nbeta\rgamma\r\n")],
        &[BEGIN, "*** Update File: mixed.txt", "@@", " alpha", " beta", "-gamma", "+GAMMA", "+delta", END],
        Lands(&[("mixed.txt", "alpha\r\nbeta\rGAMMA\r\ndelta\r\n")]),
        Same,
    ),
];

/// How it reads patches, beyond the scenarios.
const READING: &[Scenario] = &[
    (
        "the first `@@` may be left out",
        &[("f", "one\ntwo\n")],
        &[BEGIN, "*** Update File: f", " one", "-two", "+TWO", END],
        Lands(&[("f", "one\nTWO\n")]),
        Same,
    ),
    (
        "a bare empty line is context",
        &[("f", "foo\n\nbar\n")],
        &[BEGIN, "*** Update File: f", "@@", " foo", "", "-bar", "+baz", END],
        Lands(&[("f", "foo\n\nbaz\n")]),
        Same,
    ),
    ("an added file may be empty", &[], &[BEGIN, "*** Add File: empty", END], Lands(&[("empty", "")]), Same),
    (
        "a heredoc around the patch is taken off",
        &[("f", "one\n")],
        &["<<'EOF'", BEGIN, "*** Update File: f", "@@", "-one", "+ONE", END, "EOF"],
        Lands(&[("f", "ONE\n")]),
        Same,
    ),
    (
        "a patch with carriage returns is read as one without",
        &[("f", "one\ntwo\n")],
        &[
            "*** Begin Patch\r",
            "*** Update File: f\r",
            "@@\r",
            "-one\r",
            "+ONE\r",
            " two\r",
            "*** End Patch\r",
        ],
        Lands(&[("f", "ONE\ntwo\n")]),
        Same,
    ),
    (
        "text behind the end is refused",
        &[("f", "one\n")],
        &[BEGIN, "*** Update File: f", "@@", "-one", "+ONE", END, "Done."],
        Refused(INVALID),
        Same,
    ),
    (
        "markers in added text are text",
        &[],
        &[BEGIN, "*** Add File: doc.md", "+*** End Patch", "+more", END],
        Lands(&[("doc.md", "*** End Patch\nmore\n")]),
        Same,
    ),
    (
        "an environment's id",
        &[("f", "one\n")],
        &[BEGIN, "*** Environment ID: abc", "*** Update File: f", "@@", "-one", "+ONE", END],
        Refused(INVALID),
        Different(
            &[("f", "ONE\n")],
            "there is one workspace here, and a patch for another one is not for it",
        ),
    ),
    (
        "a blank line behind the begin",
        &[("f", "one\n")],
        &[BEGIN, "", "*** Update File: f", "@@", "-one", "+ONE", END],
        Lands(&[("f", "ONE\n")]),
        Different(&[("f", "one\n")], "blank lines between operations mean nothing, and models write them"),
    ),
    (
        "decorated markers",
        &[("f", "one\n")],
        &["*** Begin Patch ***", "*** Update File: f", "@@", "-one", "+ONE", "*** End Patch ***"],
        Lands(&[("f", "ONE\n")]),
        Different(&[("f", "one\n")], "nothing else can be meant, and models write them"),
    ),
    (
        "several `@@` in a row",
        &[("f", "class A\n  m\n    x\nclass B\n  m\n    x\n")],
        &[BEGIN, "*** Update File: f", "@@ class B", "@@   m", "-    x", "+    y", END],
        Lands(&[("f", "class A\n  m\n    x\nclass B\n  m\n    y\n")]),
        Different(
            &[("f", "class A\n  m\n    x\nclass B\n  m\n    x\n")],
            "its own instructions recommend them",
        ),
    ),
    (
        "a move without hunks",
        &[("a", "same\n")],
        &[BEGIN, "*** Update File: a", "*** Move to: b", END],
        Lands(&[("b", "same\n")]),
        Different(&[("a", "same\n")], "its own grammar has them"),
    ),
    (
        "line numbers in place of a context",
        &[("f", "one\ntwo\n")],
        &[BEGIN, "*** Update File: f", "@@ -1,2 +1,2 @@", "-one", "+ONE", " two", END],
        Lands(&[("f", "ONE\ntwo\n")]),
        Different(&[("f", "one\ntwo\n")], "they are no line of the file, but decide a tie"),
    ),
    (
        "delete, then add",
        &[("f", "old\n")],
        &[BEGIN, "*** Delete File: f", "*** Add File: f", "+new", END],
        Lands(&[("f", "new\n")]),
        Different(&[("f", "old\n")], "it says that the file is rewritten, and models write it"),
    ),
    (
        "two operations on one path",
        &[("f", "one\ntwo\n")],
        &[BEGIN, "*** Update File: f", "@@", "-one", "*** Update File: ./f", "@@", "-two", END],
        Refused(INVALID),
        Same,
    ),
    (
        "a path that leaves",
        &[("f", "one\n")],
        &[BEGIN, "*** Add File: ../escaped.txt", "+x", END],
        Refused(DENIED),
        Same,
    ),
    (
        "a move that leaves",
        &[("f", "one\n")],
        &[BEGIN, "*** Update File: f", "*** Move to: ../escaped.txt", "@@", "-one", "+ONE", END],
        Refused(DENIED),
        Same,
    ),
];

/// How it finds places, and what it writes there.
const MATCHING: &[Scenario] = &[
    (
        "a context decides",
        &[("f", "fn a\nx=10\ny=2\nfn b\nx=10\ny=20\n")],
        &[BEGIN, "*** Update File: f", "@@ fn b", "-x=10", "+x=11", END],
        Lands(&[("f", "fn a\nx=10\ny=2\nfn b\nx=11\ny=20\n")]),
        Same,
    ),
    (
        "typographic characters are folded",
        &[("f", "x \u{2013} y \u{2018}z\u{2019}\n")],
        &[BEGIN, "*** Update File: f", "@@", "-x - y 'z'", "+x + y", END],
        Lands(&[("f", "x + y\n")]),
        Same,
    ),
    (
        "a second hunk whose context is not there",
        &[("f", "one\ntwo\n")],
        &[BEGIN, "*** Update File: f", "@@", "-one", "+ONE", "@@ nowhere", "-two", "+TWO", END],
        Refused(NO_MATCH),
        Same,
    ),
    (
        "the end of the file is the only place",
        &[("f", "one\ntwo\n")],
        &[BEGIN, "*** Update File: f", "@@", "-one", "+ONE", "*** End of File", END],
        Refused(NO_MATCH),
        Same,
    ),
    (
        "hunks that overlap at the end of the file",
        &[("f", "one\ntwo\n")],
        &[BEGIN, "*** Update File: f", "@@", "-two", "+2", "@@", "-two", "+zwei", "*** End of File", END],
        Refused(INVALID),
        Same,
    ),
    (
        "one of several equal lines",
        &[("f", "x\nx\ny\n")],
        &[BEGIN, "*** Update File: f", "@@", "-x", " x", " y", END],
        Lands(&[("f", "x\ny\n")]),
        Same,
    ),
    (
        "a look-alike",
        &[("f", "x\ny\nx\nz\n")],
        &[BEGIN, "*** Update File: f", "@@", "-x", "+X", END],
        Refused(AMBIGUOUS),
        Different(&[("f", "X\ny\nx\nz\n")], "the first that looks right is wrong as often as not"),
    ),
    (
        "hunks in another order",
        &[("f", "one\ntwo\nthree\n")],
        &[BEGIN, "*** Update File: f", "@@", "-three", "+THREE", "@@", "-one", "+ONE", END],
        Lands(&[("f", "ONE\ntwo\nTHREE\n")]),
        Different(&[("f", "one\ntwo\nthree\n")], "each has one place, whatever their order"),
    ),
    (
        "a context that is the first line, too",
        &[("f", "one\ntwo\n")],
        &[BEGIN, "*** Update File: f", "@@ one", " one", "-two", "+TWO", END],
        Lands(&[("f", "one\nTWO\n")]),
        Different(&[("f", "one\ntwo\n")], "models repeat the line that they have just named"),
    ),
    (
        "an addition behind a context",
        &[("f", "def a():\n  1\ndef b():\n  2\n")],
        &[BEGIN, "*** Update File: f", "@@ def a():", "+  0", END],
        Lands(&[("f", "def a():\n  0\n  1\ndef b():\n  2\n")]),
        Different(&[("f", "def a():\n  1\ndef b():\n  2\n  0\n")], "the context says where"),
    ),
    (
        "context with other blanks",
        &[("f", "  a  \n  b\n")],
        &[BEGIN, "*** Update File: f", "@@", " a", "-b", "+B", END],
        Lands(&[("f", "  a  \nB\n")]),
        Different(&[("f", "a\nB\n")], "context is to find a place by, and is not written"),
    ),
    (
        "a file with CRLF",
        &[("f", "one\r\ntwo\r\n")],
        &[BEGIN, "*** Update File: f", "@@", "-one", "+ONE", END],
        Lands(&[("f", "ONE\r\ntwo\r\n")]),
        Different(&[("f", "ONE\ntwo\r\n")], "a file keeps its line endings without a switch for it"),
    ),
    (
        "a file with CR",
        &[("f", "one\rtwo\r")],
        &[BEGIN, "*** Update File: f", "@@", "-two", "+TWO", END],
        Lands(&[("f", "one\rTWO\r")]),
        Same,
    ),
    (
        "equal lines with different endings",
        &[("f", "a\r\na\nb\n")],
        &[BEGIN, "*** Update File: f", "@@", " a", " a", "-b", "+B", END],
        Lands(&[("f", "a\r\na\nB\n")]),
        Same,
    ),
    (
        "an addition behind a blank last line",
        &[("f", "one\r\n\r\n")],
        &[BEGIN, "*** Update File: f", "@@", "+two", END],
        Lands(&[("f", "one\r\n\r\ntwo\r\n")]),
        Same,
    ),
    (
        "a blank last line",
        &[("f", "x\ny\n\n")],
        &[BEGIN, "*** Update File: f", "@@", "-x", "+X", END],
        Lands(&[("f", "X\ny\n\n")]),
        Different(&[("f", "X\ny\n")], "nobody said that it should go"),
    ),
    (
        "no final newline",
        &[("f", "one\ntwo")],
        &[BEGIN, "*** Update File: f", "@@", "-one", "+ONE", END],
        Lands(&[("f", "ONE\ntwo")]),
        Different(&[("f", "ONE\ntwo\n")], "nobody said that there should be one"),
    ),
    (
        "a byte order mark",
        &[("f", "\u{feff}one\ntwo\n")],
        &[BEGIN, "*** Update File: f", "@@", "-one", "+ONE", END],
        Lands(&[("f", "\u{feff}ONE\ntwo\n")]),
        Different(&[("f", "\u{feff}one\ntwo\n")], "it is no part of the line, and no reader sees it"),
    ),
];

/// Has one patch applied, and compares what became of it with what is written down, here and there.
fn check((name, before, lines, ours, other): &Scenario) {
    let toolhost = Toolhost::new();
    for (file, contents) in *before {
        toolhost.put(file, contents);
    }
    let text = lines.join("\n") + "\n";
    let after = match ours {
        Lands(files) => {
            let (status, result) = toolhost.patch(&text);
            assert_eq!(status, 0, "{name}: {result}");
            toolhost.assert_files(files);
            files
        }
        Refused(code) => {
            toolhost.refuse(&text, code, &[]);
            before
        }
    };
    if let Different(theirs, why) = other {
        assert_ne!(after, theirs, "{name}: it is the same");
        assert!(!why.is_empty(), "{name}: there is no reason");
    }
}

#[test]
fn its_scenarios_end_as_written_down() {
    SCENARIOS.iter().for_each(check);
    let different = SCENARIOS.iter().filter(|scenario| matches!(scenario.4, Different(..)));
    let names: Vec<&str> = different.map(|scenario| &scenario.0[..3]).collect();
    assert_eq!((SCENARIOS.len(), names), (25, vec!["010", "011", "015"]));
}

#[test]
fn what_it_reads_is_read_as_written_down() {
    READING.iter().for_each(check);
}

#[test]
fn what_it_finds_and_writes_is_as_written_down() {
    MATCHING.iter().for_each(check);
}
