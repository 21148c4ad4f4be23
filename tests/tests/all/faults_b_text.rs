//! The rest of the table of `faults_b`, from B17 on: how patches are written, what an error says, and line
//! numbers.

use std::fs;
use std::ops::RangeInclusive;
use std::os::unix::fs::PermissionsExt;

use serde_json::json;

use crate::support::patch::{
    AMBIGUOUS, INVALID, NO_MATCH, assert_edit, assert_number_in, assert_numbers, assert_refusal, has_number,
    operations, patch, update,
};
use crate::support::result::failure;
use crate::support::tree::assert_unchanged;
use crate::support::{Mcp, Toolhost};

#[test]
fn b17_decorated_markers_are_markers() {
    for (begin, end) in [
        ("*** Begin Patch ***", "*** End Patch ***"),
        ("*** Begin Patch ***", "*** End Patch"),
        ("*** Begin Patch", "*** End Patch ***"),
    ] {
        let toolhost = Toolhost::new();
        toolhost.put("f", "one\n");
        toolhost.apply(&format!("{begin}\n*** Update File: f\n@@\n-one\n+ONE\n{end}\n"));
        toolhost.assert_files(&[("f", "ONE\n")]);
    }
}

#[test]
fn b18_markers_within_added_text_are_text() {
    let toolhost = Toolhost::new();
    toolhost.apply(&patch(&[
        "*** Add File: doc.md",
        "+*** Begin Patch",
        "+*** Add File: other.md",
        "+*** End Patch",
        "+EOF",
        "+more",
    ]));
    let doc = "*** Begin Patch\n*** Add File: other.md\n*** End Patch\nEOF\nmore\n";
    toolhost.assert_files(&[("doc.md", doc)]);
    // As context and as a removed line, too.
    toolhost
        .apply(&update("doc.md", &["@@", " *** Begin Patch", "-*** Add File: other.md", " *** End Patch"]));
    toolhost.assert_files(&[("doc.md", "*** Begin Patch\n*** End Patch\nEOF\nmore\n")]);
}

#[test]
fn b18_text_before_the_patch_is_refused_with_what_would_be_right() {
    let toolhost = Toolhost::new();
    let text = format!("Here is the patch:\n{}", patch(&["*** Add File: a", "+x"]));
    let result = toolhost.refuse(&text, INVALID, &["*** Begin Patch"]);
    assert_numbers(&result, &[1]);
}

#[test]
fn b19_the_end_of_the_file_is_a_place_and_no_content() {
    let hunks = ["@@", " first", "-second", "+second updated", "*** End of File"];
    assert_edit("first\nsecond\n", &hunks, "first\nsecond updated\n");
    // It decides between equal lines.
    assert_edit("x\ny\nx\n", &["@@", "-x", "+X", "*** End of File"], "x\ny\nX\n");
    assert_edit("a\nb\n", &["@@", " b", "+c", "*** End of File"], "a\nb\nc\n");
    // More may follow it.
    let hunks = ["@@", "-x", "+X", "*** End of File", "@@", "-y", "+Y"];
    assert_edit("x\ny\nx\n", &hunks, "x\nY\nX\n");
}

#[test]
fn b19_what_is_not_at_the_end_is_not_the_end() {
    let toolhost = Toolhost::new();
    toolhost.put("end.txt", "first\nsecond\nthird\n");
    let hunks = ["@@", "-first", "+FIRST", "*** End of File"];
    toolhost.refuse(&update("end.txt", &hunks), NO_MATCH, &["end.txt", "line 1", "end of the file"]);
}

#[test]
fn b20_a_patch_in_the_shell_goes_to_the_tool() {
    let toolhost = Toolhost::new();
    toolhost.put("f", "one\n");
    let cmd = format!("apply_patch <<'EOF'\n{}EOF", update("f", &["@@", "-one", "+it's $HOME"]));
    let (status, result) = toolhost.call("exec_command", &json!({"cmd": cmd}));
    assert_eq!((status, operations(&result)), (0, vec![("f", "updated")]), "{result}");
    toolhost.assert_files(&[("f", "it's $HOME\n")]);
}

#[test]
fn b21_a_patch_larger_than_an_argument_of_a_program_is_applied() {
    let toolhost = Toolhost::new();
    let long = "x".repeat(200_000);
    let many: Vec<String> = (0..20_000).map(|number| format!("line {number}\n")).collect();
    let text = patch(&[
        "*** Add File: long",
        &format!("+{long}"),
        "*** Add File: many",
        format!("+{}", many.join("+")).trim_end(),
    ]);
    assert!(text.len() > 400_000);
    toolhost.apply(&text);
    toolhost.assert_files(&[("long", &format!("{long}\n")), ("many", &many.concat())]);
}

#[test]
fn b22_a_patch_of_the_file_as_it_was_lands_or_shows_what_is_there_now() {
    let toolhost = Toolhost::new();
    let before = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n";
    toolhost.put("shifted.txt", before);
    let first = ["@@ one", "+one and a half", "@@", "-five", "+FIVE_AT_LAST"];
    toolhost.apply(&update("shifted.txt", &first));
    // Lines that have only moved are found.
    toolhost.apply(&update("shifted.txt", &["@@", " seven", "-eight", "+EIGHT"]));
    let now = "one\none and a half\ntwo\nthree\nfour\nFIVE_AT_LAST\nsix\nseven\nEIGHT\n";
    toolhost.assert_files(&[("shifted.txt", now)]);
    // A line that has changed is shown as it is, where it is, beside what was expected.
    let stale = ["@@", " three", " four", "-five", "+V", " six"];
    let result =
        toolhost.refuse(&update("shifted.txt", &stale), NO_MATCH, &["shifted.txt", "FIVE_AT_LAST", "five"]);
    assert_numbers(&result, &[6]);
}

/// Eight lines of context of which the sixth is wrong.
fn one_wrong_line(toolhost: &Toolhost) -> String {
    let lines: Vec<String> = (1..=30).map(|number| format!("statement_{number};\n")).collect();
    toolhost.put("long.c", lines.concat());
    let mut hunks = vec!["@@".to_owned()];
    hunks.extend((11..=18).map(|number| match number {
        16 => " statment_16;".to_owned(),
        _ => format!(" statement_{number};"),
    }));
    hunks.push("-statement_19;".to_owned());
    let hunks: Vec<&str> = hunks.iter().map(String::as_str).collect();
    update("long.c", &hunks)
}

#[test]
fn b23_the_first_line_that_differs_is_named_in_both_versions() {
    let toolhost = Toolhost::new();
    let text = one_wrong_line(&toolhost);
    let result = toolhost.refuse(&text, NO_MATCH, &["long.c", "statment_16;", "statement_16;"]);
    // Its line in the file, and in the patch.
    assert_eq!(text.lines().nth(8), Some(" statment_16;"));
    assert_numbers(&result, &[16, 9]);
    // The file and what to look at are in the sentence that everybody sees.
    let (_, message) = failure(&result);
    assert!(message.contains("long.c") && has_number(message, 16), "{message}");
    // No advice names a tool that is not there.
    for absent in ["read_file", "write_file", "code_search"] {
        assert!(!result.to_string().contains(absent), "{result}");
    }
}

#[test]
fn b23_every_candidate_is_listed() {
    let toolhost = Toolhost::new();
    let functions: String =
        (1..=4).map(|number| format!("fn part_{number}() {{\n    run();\n}}\n")).collect();
    toolhost.put("parts.rs", &functions);
    let names = ["parts.rs", "part_1", "part_2", "part_3", "part_4"];
    let result =
        toolhost.refuse(&update("parts.rs", &["@@", "-    run();", "+    go();"]), AMBIGUOUS, &names);
    assert_numbers(&result, &[2, 5, 8, 11]);
}

/// Some clients show their model only the text of a result, others only its structure.
#[test]
fn b23_what_ends_retries_is_seen_by_every_client() {
    let toolhost = Toolhost::new();
    let text = one_wrong_line(&toolhost);
    toolhost.put("parts.rs", "fn one() {\n    run();\n}\nfn other() {\n    run();\n}\n");
    let ambiguous = update("parts.rs", &["@@", "-    run();"]);
    let before = toolhost.tree();
    let mut mcp = Mcp::initialized(&toolhost);
    for (text, code, parts) in [
        (&text, NO_MATCH, ["long.c", "statment_16;", "statement_16;"]),
        (&ambiguous, AMBIGUOUS, ["parts.rs", "one()", "other()"]),
    ] {
        let params = json!({"name": "apply_patch", "arguments": {"patch": text}});
        let answer = mcp.request("tools/call", &params);
        assert_eq!(answer["result"]["isError"], true, "{answer}");
        assert_refusal(&answer["result"]["structuredContent"], code, &parts);
        let shown = answer["result"]["content"][0]["text"].as_str().unwrap();
        assert!(parts.iter().all(|part| shown.contains(part)), "{shown}");
    }
    assert_unchanged(&before, &toolhost.tree(), "b23");
}

#[test]
fn b25_blank_lines_between_operations_are_nothing() {
    let toolhost = Toolhost::new();
    toolhost.put("f", "one\n");
    toolhost.put("gone", "gone\n");
    toolhost.apply(&patch(&[
        "",
        "*** Update File: f",
        "@@",
        "-one",
        "+ONE",
        "",
        "*** Add File: added",
        "+added",
        "",
        "",
        "*** Delete File: gone",
        "",
    ]));
    toolhost.assert_files(&[("added", "added\n"), ("f", "ONE\n")]);
}

#[test]
fn b26_a_line_number_is_no_match() {
    let toolhost = Toolhost::new();
    toolhost.put("hinted.txt", "one\ntwo\nthree\nfour\nfive\n");
    let hunks = ["@@ -3,1 +3,1 @@", "-old", "+new"];
    toolhost.refuse(&update("hinted.txt", &hunks), NO_MATCH, &["hinted.txt", "old"]);
}

#[test]
fn b27_an_empty_file_can_be_filled() {
    assert_edit("", &["@@", "+abcd"], "abcd\n");
    assert_edit("", &["+abcd"], "abcd\n");
    assert_edit("", &["@@", "+abcd", "*** End of File"], "abcd\n");
    let toolhost = Toolhost::new();
    toolhost.put("empty.txt", "");
    toolhost.refuse(&update("empty.txt", &["@@", "-a", "+b"]), NO_MATCH, &["empty.txt"]);
}

#[test]
fn b28_what_a_hunk_adds_does_not_hide_the_lines_behind_it() {
    assert_edit(
        "1\n2\n3\n4\n5\n6\n",
        &["@@ 2", "+a", "+b", "+c", "+d", "+e", "@@", "-4", "+four"],
        "1\n2\na\nb\nc\nd\ne\n3\nfour\n5\n6\n",
    );
}

#[test]
fn b29_a_line_number_is_no_bound() {
    let before = "1\n2\n3\n4\nold\n6\n7\n8\n9\n10\n";
    for header in ["@@ -9,1 +9,1 @@", "@@ -1,1 +1,1 @@", "@@ -5,1 +5,1 @@", "@@ -900,1 +900,1 @@"] {
        assert_edit(before, &[header, "-old", "+new"], &before.replace("old", "new"));
    }
}

#[test]
fn b30_hunks_that_overlap_are_refused() {
    let toolhost = Toolhost::new();
    toolhost.put("two.txt", "one\ntwo\n");
    // With the lines of the hunk that came second.
    let table: &[(&[&str], RangeInclusive<usize>)] = &[
        (&["@@", " one", "-two", "+TWO", "@@", "-two", "+2", "*** End of File"], 7..=9),
        (&["@@", "-one", "-two", "+x", "@@", "-two", "+y"], 7..=9),
        (&["@@", "-two", "+y", "@@", "-one", "-two", "+x"], 6..=9),
    ];
    for (hunks, lines) in table {
        let result = toolhost.refuse(&update("two.txt", hunks), INVALID, &["two.txt"]);
        assert_number_in(&result, lines.clone());
    }
}

#[test]
fn b30_hunks_may_share_context() {
    let hunks = ["@@", "-one", "+ONE", " two", "@@", " two", "-three", "+THREE"];
    assert_edit("one\ntwo\nthree\n", &hunks, "ONE\ntwo\nTHREE\n");
}

#[test]
fn b31_delete_and_add_of_one_path_is_a_rewrite() {
    let toolhost = Toolhost::new();
    let path = toolhost.put("f", "old\nlines\n");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o750)).unwrap();
    let result = toolhost.apply(&patch(&["*** Delete File: f", "*** Add File: f", "+new"]));
    assert_eq!(operations(&result), [("f", "updated")], "{result}");
    toolhost.assert_files(&[("f", "new\n")]);
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o7777, 0o750);
}

#[test]
fn b31_delete_then_add_below_the_path_makes_a_folder_of_it() {
    let toolhost = Toolhost::new();
    toolhost.put("name", "a file\n");
    let result = toolhost.apply(&patch(&["*** Delete File: name", "*** Add File: name/inner", "+x"]));
    assert_eq!(operations(&result), [("name", "deleted"), ("name/inner", "created")], "{result}");
    toolhost.assert_files(&[("name/inner", "x\n")]);
}
