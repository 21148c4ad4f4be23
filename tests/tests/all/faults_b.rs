//! Reported faults of patches that landed in the wrong place, or were refused though they were right: one
//! test a row of the table that they were collected in, named after the row. From B17 on they are in
//! `faults_b_text`.

use crate::support::Toolhost;
use crate::support::patch::{
    AMBIGUOUS, NO_MATCH, assert_edit, assert_numbers, assert_refusal, operations, patch, update,
};

#[test]
fn b1_a_pure_addition_goes_right_behind_its_context() {
    assert_edit(
        "def a():\n  1\ndef b():\n  2\n",
        &["@@ def a():", "+  0"],
        "def a():\n  0\n  1\ndef b():\n  2\n",
    );
    assert_edit(
        "def a():\n  1\ndef b():\n  2\n",
        &["@@ def b():", "+  0", "+  1"],
        "def a():\n  1\ndef b():\n  0\n  1\n  2\n",
    );
    // Behind the last line, too, and without a context at the end of the file.
    assert_edit("a\nb\n", &["@@ b", "+c"], "a\nb\nc\n");
    assert_edit("a\nb\n", &["@@", "+c"], "a\nb\nc\n");
}

#[test]
fn b1_a_context_that_is_there_twice_is_not_guessed() {
    let toolhost = Toolhost::new();
    toolhost.put("twice.py", "def a():\n  1\ndef b():\n  2\ndef a():\n  3\n");
    let result = toolhost.refuse(&update("twice.py", &["@@ def a():", "+  0"]), AMBIGUOUS, &["twice.py"]);
    assert_numbers(&result, &[1, 5]);
}

#[test]
fn b2_an_addition_without_context_goes_to_the_end_whatever_follows_it() {
    assert_edit("a\nb\nc\n", &["@@", "+tail", "@@", "-a", "+A"], "A\nb\nc\ntail\n");
    assert_edit("a\nb\nc\n", &["@@", "-b", "+B", "@@", "+tail"], "a\nB\nc\ntail\n");
    assert_edit("a\nb\nc\n", &["@@", "+one", "@@", "-c", "@@", "+two"], "a\nb\none\ntwo\n");
}

/// Inserted or refused: both are right, to drop it is not.
#[test]
fn b3_a_pure_addition_is_never_dropped() {
    let toolhost = Toolhost::new();
    let before = "hint\nrest\n";
    toolhost.put("f", before);
    let (status, result) = toolhost.patch(&update("f", &["@@ hint @@", "+line"]));
    if status == 0 {
        toolhost.assert_files(&[("f", "hint\nline\nrest\n")]);
    } else {
        assert_refusal(&result, NO_MATCH, &["hint"]);
        toolhost.assert_files(&[("f", before)]);
    }
}

/// Two functions with the same two lines at different depth.
const LOOK_ALIKE: &str = "def first(out):\n\tout.flush()\n\treturn None\n\n\
                          class Second:\n\tdef second(out):\n\t\tout.flush()\n\t\treturn None\n";

#[test]
fn b4_of_two_look_alikes_none_is_guessed() {
    let toolhost = Toolhost::new();
    toolhost.put("alike.py", LOOK_ALIKE);
    let text = update("alike.py", &["@@", "-    out.flush()", "     return None"]);
    let result = toolhost.refuse(&text, AMBIGUOUS, &["alike.py", "first(out):", "second(out):"]);
    // Where the candidates begin.
    assert_numbers(&result, &[2, 7]);
}

#[test]
fn b4_a_context_decides_between_look_alikes() {
    let after = LOOK_ALIKE.replace("\t\tout.flush()\n", "");
    assert_edit(LOOK_ALIKE, &["@@ def second(out):", "-    out.flush()", "     return None"], &after);
    // What matches exactly goes before what matches loosely.
    assert_edit(LOOK_ALIKE, &["@@", "-\t\tout.flush()", " \t\treturn None"], &after);
}

/// Numbered lines with a block at each of the places.
fn blocks(count: usize, places: &[usize]) -> Vec<String> {
    let mut lines: Vec<String> = (1..=count).map(|number| format!("line {number}")).collect();
    for place in places {
        for (offset, text) in ["before", "old", "after"].into_iter().enumerate() {
            lines[place - 1 + offset] = text.to_owned();
        }
    }
    lines
}

fn joined(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

#[test]
fn b5_a_line_number_decides_a_tie_and_nothing_else() {
    let lines = blocks(50, &[10, 40]);
    let edited = |place: usize| {
        let mut edited = lines.clone();
        edited[place] = "new".to_owned();
        joined(&edited)
    };
    for (header, place) in [
        ("@@ -40,3 +40,3 @@", 40),
        ("@@ -10,3 +10,3 @@", 10),
        ("@@ -38,3 +39,4 @@", 40),
        ("@@ -1,3 +1,3 @@", 10),
    ] {
        assert_edit(&joined(&lines), &[header, " before", "-old", "+new", " after"], &edited(place));
    }
    // Without one the tie stays.
    let toolhost = Toolhost::new();
    toolhost.put("tie.txt", joined(&lines));
    let hunks = ["@@", " before", "-old", "+new", " after"];
    let result = toolhost.refuse(&update("tie.txt", &hunks), AMBIGUOUS, &["tie.txt"]);
    assert_numbers(&result, &[10, 40]);
}

#[test]
fn b7_a_blank_line_of_the_context_tells_blocks_apart() {
    let before = "BACKUP = [\n  one\n  two\n]\nPRIMARY = [\n  one\n\n  two\n]\n";
    let after = before.replace("\n\n  two", "\n\n  TWO");
    assert_edit(before, &["@@", "   one", "", "-  two", "+  TWO"], &after);
    assert_edit(before, &["@@", "   one", " ", "-  two", "+  TWO"], &after);
}

#[test]
fn b8_an_empty_line_in_a_hunk_is_an_empty_line_of_context() {
    assert_edit("foo\n\nbar\n", &["@@", " foo", "", "-bar", "+baz"], "foo\n\nbaz\n");
    assert_edit("foo\n\n\nbar\n", &["@@", "-foo", "+FOO", "", "", " bar"], "FOO\n\n\nbar\n");
    assert_edit("foo\r\n\r\nbar\r\n", &["@@", " foo", "", "-bar", "+baz"], "foo\r\n\r\nbaz\r\n");
}

#[test]
fn b10_hunks_may_come_in_any_order() {
    let lines: Vec<String> = (1..=12).map(|number| format!("line {number}")).collect();
    let mut after = lines.clone();
    after[9] = "LINE 10".to_owned();
    after[4] = "LINE 5".to_owned();
    let hunks = ["@@", "-line 10", "+LINE 10", "@@", "-line 5", "+LINE 5"];
    assert_edit(&joined(&lines), &hunks, &joined(&after));
}

#[test]
fn b11_hunks_in_reverse_order_are_all_of_the_file_as_it_was() {
    let before = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n";
    let hunks =
        ["@@", " five", "-six", "+SIX", "+six and a half", "@@", " one", "-two", "+TWO", "+TWO B", " three"];
    assert_edit(before, &hunks, "one\nTWO\nTWO B\nthree\nfour\nfive\nSIX\nsix and a half\nseven\n");
    // What a hunk puts in is nothing that another one finds.
    assert_edit("a\nb\n", &["@@", "-a", "+b", "@@", "-b", "+c"], "b\nc\n");
}

#[test]
fn b12_several_contexts_in_a_row_each_narrow() {
    let before =
        "class Other:\n  def m(self):\n    a\nclass Base:\n  def n(self):\n    a\n  def m(self):\n    a\n";
    let after =
        "class Other:\n  def m(self):\n    a\nclass Base:\n  def n(self):\n    a\n  def m(self):\n    b\n";
    assert_edit(before, &["@@ class Base:", "@@   def m(self):", "-    a", "+    b"], after);
    // Blanks in front are no part of what is looked for.
    assert_edit(before, &["@@ class Base:", "@@ def m(self):", "-    a", "+    b"], after);
    // One of them alone would not do.
    let toolhost = Toolhost::new();
    toolhost.put("narrow.py", before);
    let result = toolhost.refuse(
        &update("narrow.py", &["@@ class Base:", "-    a", "+    b"]),
        AMBIGUOUS,
        &["narrow.py", "n(self):", "m(self):"],
    );
    assert_numbers(&result, &[6, 8]);
}

#[test]
fn b12_a_context_may_be_repeated_as_the_first_line() {
    let before = "def m(self):\n  a\ndef n(self):\n  a\n";
    let after = "def m(self):\n  a\ndef n(self):\n  b\n";
    assert_edit(before, &["@@ def n(self):", " def n(self):", "-  a", "+  b"], after);
}

#[test]
fn b13_a_move_needs_no_hunk() {
    let toolhost = Toolhost::new();
    toolhost.put("a", b"\x00same \xFF\r\n");
    let result = toolhost.apply(&patch(&["*** Update File: a", "*** Move to: b"]));
    assert_eq!(operations(&result).len(), 1, "{result}");
    assert_eq!(operations(&result)[0].1, "moved", "{result}");
    assert_eq!(toolhost.bytes("b"), b"\x00same \xFF\r\n");
    assert!(!toolhost.workspace().join("a").exists());
    // Also into folders that are not there.
    toolhost.apply(&patch(&["*** Update File: b", "*** Move to: new/folder/c"]));
    assert_eq!(toolhost.bytes("new/folder/c"), b"\x00same \xFF\r\n");
}

#[test]
fn b15_an_added_file_gets_the_folders_above_it() {
    let toolhost = Toolhost::new();
    let result = toolhost.apply(&patch(&["*** Add File: a/b/c/d.txt", "+x"]));
    assert_eq!(operations(&result), [("a/b/c/d.txt", "created")]);
    toolhost.assert_files(&[("a/b/c/d.txt", "x\n")]);
}
