//! Reported faults of patches that changed bytes which they were not told to change: one test a row of the
//! table that they were collected in, named after the row.
//!
//! Rows without a test here: A16 is about a search, which is no part of a patch.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

use crate::support::Toolhost;
use crate::support::patch::{AMBIGUOUS, assert_numbers, only_entry, operations, patch, update};
use crate::support::tree::{Node, assert_unchanged, node};

/// Has hunks applied to a file that is alone in its workspace, and expects these bytes and nothing beside
/// them.
fn assert_edit(before: &[u8], hunks: &[&str], after: &[u8]) {
    let toolhost = Toolhost::new();
    toolhost.put("f", before);
    let mut expected = toolhost.tree();
    let text = update("f", hunks);
    let result = toolhost.apply(&text);
    assert_eq!(operations(&result), [("f", "updated")], "{text}");
    assert_eq!(toolhost.bytes("f").escape_ascii().to_string(), after.escape_ascii().to_string(), "{text}");
    let Some(Node::File { bytes, .. }) = expected.get_mut("workspace/f") else { panic!("no file") };
    *bytes = after.to_vec();
    assert_unchanged(&expected, &toolhost.tree(), &text);
}

fn set_mode(toolhost: &Toolhost, name: &str, mode: u32) {
    fs::set_permissions(toolhost.workspace().join(name), fs::Permissions::from_mode(mode)).unwrap();
}

fn mode(toolhost: &Toolhost, name: &str) -> u32 {
    fs::metadata(toolhost.workspace().join(name)).unwrap().mode() & 0o7777
}

#[test]
fn a1_a_line_takes_the_ending_of_its_neighbours() {
    let table: &[(&[u8], &[&str], &[u8])] = &[
        (b"one\r\ntwo\r\n", &["@@", "-one", "+ONE"], b"ONE\r\ntwo\r\n"),
        (b"one\r\ntwo\r\n", &["@@", " one", "+half", " two"], b"one\r\nhalf\r\ntwo\r\n"),
        (b"one\r\ntwo\r\n", &["@@", "+zero", " one"], b"zero\r\none\r\ntwo\r\n"),
        (b"one\r\ntwo\r\n", &["@@", " two", "+three"], b"one\r\ntwo\r\nthree\r\n"),
        (b"one\r\ntwo\r\n", &["@@", "+three"], b"one\r\ntwo\r\nthree\r\n"),
        (b"one\r\ntwo\r\n", &["@@ one", "+half"], b"one\r\nhalf\r\ntwo\r\n"),
        (b"one\ntwo\n", &["@@", "-one", "+ONE", "+half"], b"ONE\nhalf\ntwo\n"),
        (b"one\rtwo\rthree\r", &["@@", "-two", "+TWO", "+half"], b"one\rTWO\rhalf\rthree\r"),
        // Every neighbourhood of a mixed file keeps its own.
        (b"a\r\nb\r\nc\nd\n", &["@@", " a", "+x", " b"], b"a\r\nx\r\nb\r\nc\nd\n"),
        (b"a\r\nb\r\nc\nd\n", &["@@", " c", "+x", " d"], b"a\r\nb\r\nc\nx\nd\n"),
        (b"a\r\nb\nc\r\n", &["@@", " a", "-b", " c"], b"a\r\nc\r\n"),
    ];
    for (before, hunks, after) in table {
        assert_edit(before, hunks, after);
    }
}

#[test]
fn a3_a_byte_order_mark_is_no_part_of_the_first_line_and_stays() {
    let mark = b"\xEF\xBB\xBF";
    let table: &[(&[u8], &[&str], &[u8])] = &[
        (b"const value = 1;\n", &["@@", "-const value = 1;", "+const value = 2;"], b"const value = 2;\n"),
        (b"const value = 1;\n", &["@@", "+first", " const value = 1;"], b"first\nconst value = 1;\n"),
        (b"const value = 1;\n", &["@@ const value = 1;", "+second"], b"const value = 1;\nsecond\n"),
        (b"one\r\ntwo\r\n", &["@@", "-one", " two"], b"two\r\n"),
        (b"one\ntwo\n", &["@@", "-two", "+TWO"], b"one\nTWO\n"),
    ];
    for (before, hunks, after) in table {
        assert_edit(&[mark, *before].concat(), hunks, &[mark, *after].concat());
    }
}

#[test]
fn a5_bytes_that_are_no_text_stay_as_they_are() {
    assert_edit(b"caf\xE9\nx\n", &["@@", "-x", "+X"], b"caf\xE9\nX\n");
    assert_edit(b"\xFF\xFE\x00\nx\n\x80\n", &["@@", "-x", "+\u{e9}"], b"\xFF\xFE\x00\n\xC3\xA9\n\x80\n");
    // One file of two in a patch.
    let toolhost = Toolhost::new();
    toolhost.put("latin", b"caf\xE9\nx\n");
    toolhost.put("utf8", "café\nx\n");
    toolhost.apply(&patch(&[
        "*** Update File: latin",
        "@@",
        "-x",
        "+X",
        "*** Update File: utf8",
        "@@",
        " café",
        "-x",
        "+X",
    ]));
    assert_eq!(toolhost.bytes("latin"), b"caf\xE9\nX\n");
    assert_eq!(toolhost.bytes("utf8"), "café\nX\n".as_bytes());
}

#[test]
fn a6_a_file_that_is_no_text_can_be_deleted() {
    let toolhost = Toolhost::new();
    toolhost.put("b", b"\x00\xff");
    toolhost.put("kept", "kept\n");
    let result = toolhost.apply(&patch(&["*** Delete File: b"]));
    assert_eq!(operations(&result), [("b", "deleted")]);
    toolhost.assert_files(&[("kept", "kept\n")]);
}

#[test]
fn a7_a_character_across_any_boundary_is_text() {
    for length in [999, 1023, 4095, 65_535] {
        let before = format!("{}é\nx\n", "a".repeat(length));
        let after = before.replace("\nx\n", "\nX\n");
        assert_edit(before.as_bytes(), &["@@", "-x", "+X"], after.as_bytes());
    }
}

#[test]
fn a8_a_file_without_a_final_newline_gets_none() {
    let table: &[(&[u8], &[&str], &[u8])] = &[
        (b"line1\nline2\nline3", &["@@", "-line1", "+LINE1"], b"LINE1\nline2\nline3"),
        (b"line1\nline2\nline3", &["@@", "-line3", "+LINE3"], b"line1\nline2\nLINE3"),
        (b"line1\nline2\nline3", &["@@", " line3", "+line4"], b"line1\nline2\nline3\nline4"),
        (b"line1\nline2\nline3", &["@@", "+line4"], b"line1\nline2\nline3\nline4"),
        (
            b"line1\nline2\nline3",
            &["@@", " line2", "-line3", "+LINE3", "*** End of File"],
            b"line1\nline2\nLINE3",
        ),
        (b"line1\r\nline2", &["@@", " line2", "+line3"], b"line1\r\nline2\r\nline3"),
        (b"only", &["@@", "-only", "+ONLY"], b"ONLY"),
        (b"with\n", &["@@", "-with", "+one"], b"one\n"),
    ];
    for (before, hunks, after) in table {
        assert_edit(before, hunks, after);
    }
}

#[test]
fn a10_context_that_matched_loosely_keeps_the_bytes_of_the_file() {
    let hunks = ["@@", "   a", "-  b", "+  B", "   c"];
    assert_edit(b"    a\n    b\n    c\n", &hunks, b"    a\n  B\n    c\n");
    assert_edit(b"\ta\t\n\tb\n\tc  \n", &hunks, b"\ta\t\n  B\n\tc  \n");
    // The same with blanks at the end, and with typographic characters.
    assert_edit(b"a  \nb\t\nc\n", &["@@", " a", "-b", "+B", " c"], b"a  \nB\nc\n");
    let before = "say \u{201c}a\u{201d} \u{2013} it\u{2019}s\u{a0}so\nold\n";
    let after = before.replace("old", "new");
    let hunks = ["@@", " say \"a\" - it's so", "-old", "+new"];
    assert_edit(before.as_bytes(), &hunks, after.as_bytes());
}

#[test]
fn a12_the_mode_of_a_file_stays() {
    let toolhost = Toolhost::new();
    for mode_before in [0o755, 0o640, 0o600, 0o711] {
        toolhost.put("script", "#!/bin/sh\necho old\n");
        set_mode(&toolhost, "script", mode_before);
        toolhost.apply(&update("script", &["@@", "-echo old", "+echo new"]));
        assert_eq!(toolhost.bytes("script"), b"#!/bin/sh\necho new\n");
        assert_eq!(mode(&toolhost, "script"), mode_before, "{mode_before:o}");
        fs::remove_file(toolhost.workspace().join("script")).unwrap();
    }
}

#[test]
fn a12_a_moved_file_keeps_its_mode_and_a_new_one_has_that_of_new_files() {
    let toolhost = Toolhost::new();
    toolhost.put("script", "old\n");
    set_mode(&toolhost, "script", 0o755);
    toolhost.apply(&patch(&[
        "*** Update File: script",
        "*** Move to: moved",
        "@@",
        "-old",
        "+new",
        "*** Add File: added",
        "+added",
    ]));
    toolhost.assert_files(&[("added", "added\n"), ("moved", "new\n")]);
    assert_eq!(mode(&toolhost, "moved"), 0o755);
    toolhost.put("of the test", "");
    assert_eq!(mode(&toolhost, "added"), mode(&toolhost, "of the test"));
}

#[test]
fn a13_a_link_is_written_through_and_stays_a_link() {
    let toolhost = Toolhost::new();
    toolhost.put("real.txt", "old\n");
    toolhost.put("sub/below.txt", "old\n");
    let links = [
        ("link", "real.txt"),
        ("chain", "link"),
        ("sub/up", "../real.txt"),
        ("into", "sub/below.txt"),
        ("dotted", "./sub/../real.txt"),
    ];
    for (link, target) in links {
        symlink(target, toolhost.workspace().join(link)).unwrap();
    }
    let before = toolhost.tree();
    for (turn, (link, _)) in links.iter().enumerate() {
        let real = if *link == "into" { "sub/below.txt" } else { "real.txt" };
        let old = String::from_utf8(toolhost.bytes(real)).unwrap();
        let hunks = [format!("-{}", old.trim_end()), format!("+new {turn}")];
        toolhost.apply(&update(link, &["@@", &hunks[0], &hunks[1]]));
        assert_eq!(toolhost.bytes(real), format!("new {turn}\n").as_bytes(), "{link}");
        let mut expected = before.clone();
        for name in ["workspace/real.txt", "workspace/sub/below.txt"] {
            expected.insert(name.to_owned(), node(&toolhost.path(name)));
        }
        assert_unchanged(&expected, &toolhost.tree(), link);
    }
}

#[test]
fn a13_a_hard_link_stays_one_file() {
    let toolhost = Toolhost::new();
    let (one, other) = (toolhost.put("one", "old\nkept\n"), toolhost.workspace().join("other"));
    fs::hard_link(&one, &other).unwrap();
    let inode = fs::metadata(&one).unwrap().ino();
    toolhost.apply(&update("one", &["@@", "-old", "+new and longer than before"]));
    let expected = "new and longer than before\nkept\n";
    toolhost.assert_files(&[("one", expected), ("other", expected)]);
    for path in [&one, &other] {
        let metadata = fs::metadata(path).unwrap();
        assert_eq!((metadata.ino(), metadata.nlink()), (inode, 2), "{}", path.display());
    }
    // It becomes shorter again, too.
    toolhost.apply(&update("other", &["@@", "-new and longer than before", " kept"]));
    toolhost.assert_files(&[("one", "kept\n"), ("other", "kept\n")]);
}

#[test]
fn a15_equal_lines_keep_their_order() {
    assert_edit(b"x\nx\ny\n", &["@@", "-x", " x", " y"], b"x\ny\n");
    assert_edit(b"x\nx\ny\n", &["@@", " x", "-x", " y"], b"x\ny\n");
    assert_edit(b"x\ny\nx\nz\n", &["@@", " x", "+new", " z"], b"x\ny\nx\nnew\nz\n");
    // Which of two equal lines is meant is not guessed, though both would give the same here.
    let toolhost = Toolhost::new();
    toolhost.put("equal.txt", "x\nx\ny\n");
    let result = toolhost.refuse(&update("equal.txt", &["@@", "-x"]), AMBIGUOUS, &["equal.txt"]);
    assert_numbers(&result, &[1, 2]);
}

#[test]
fn a17_blank_lines_at_the_end_stay() {
    assert_edit(b"x\ny\n\n", &["@@", "-x", "+X"], b"X\ny\n\n");
    assert_edit(b"x\ny\n\n\n \n\n", &["@@", "-y", "+Y"], b"x\nY\n\n\n \n\n");
    assert_edit(b"x\r\n\r\n", &["@@", "-x", "+X"], b"X\r\n\r\n");
    assert_edit(b"x\n\n", &["@@", "+end"], b"x\n\nend\n");
}

#[test]
fn a18_a_carriage_return_that_is_data_stays() {
    assert_edit(b"a\r\r\nb\n", &["@@", "-b", "+B"], b"a\r\r\nB\n");
    assert_edit(b"a\nb\r", &["@@", "-a", "+A"], b"A\nb\r");
    assert_edit(b"10%\r20%\r100%\nb\n", &["@@", "-b", "+B"], b"10%\r20%\r100%\nB\n");
}

#[test]
fn a19_a_line_put_into_an_empty_file_is_a_whole_line() {
    assert_edit(b"", &["@@", "+abcd"], b"abcd\n");
    assert_edit(b"", &["@@", "+a", "+", "+b"], b"a\n\nb\n");
    assert_edit(b"\xEF\xBB\xBF", &["@@", "+abcd"], b"\xEF\xBB\xBFabcd\n");
}

/// What is told of a change is what became of the bytes, in both directions.
#[test]
fn a19_the_result_shows_what_was_put_into_an_empty_file() {
    let toolhost = Toolhost::new();
    toolhost.put("f", "");
    let result = toolhost.apply(&update("f", &["@@", "+abcd"]));
    let entry = only_entry(&result);
    assert_eq!((&entry["additions"], &entry["deletions"]), (&1.into(), &0.into()), "{result}");
    assert!(entry["content"].as_str().unwrap().lines().any(|line| line == "+abcd"), "{result}");
}
