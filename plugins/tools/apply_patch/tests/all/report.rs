//! What a result says, exactly as a client gets it.

use serde_json::{Value, json};
use toolhost_apply_patch::apply;
use toolhost_apply_patch::memory::Memory;

use crate::support::patch;

fn reported(memory: &mut Memory, operations: &str) -> Value {
    serde_json::to_value(apply(memory, patch(operations).as_bytes()).unwrap()).unwrap()
}

#[test]
fn one_entry_for_each_file() {
    let mut memory = Memory::of([
        ("a", &b"1\n2\n3\n4\n5\n"[..]),
        ("b", b"b\n"),
        ("c", b"c\n"),
        ("d", b"d\ne\n"),
        ("e", b"\0\x01"),
        ("empty", b""),
        ("same", b"x\n"),
    ]);
    let operations = "*** Update File: a\n-3\n+three\n+more\n*** Delete File: b\n*** Update File: c\n*** Move to: x/c\n\
                      *** Delete File: d\n*** Add File: d\n+d\n+f\n*** Delete File: e\n*** Add File: n\n+n\n\
                      *** Delete File: empty\n*** Add File: void\n*** Update File: same\n x";
    let entry = |path: &str, operation: &str, content: &str, additions: u64, deletions: u64| {
        json!({
            "path": path,
            "operation": operation,
            "content": content,
            "truncated": false,
            "additions": additions,
            "deletions": deletions,
        })
    };
    let mut idle = entry("same", "updated", "", 0, 0);
    idle["is_empty"] = json!(true);
    assert_eq!(
        reported(&mut memory, operations)["diff"],
        json!([
            entry(
                "a",
                "updated",
                "--- a/a\n+++ b/a\n@@ -1,5 +1,6 @@\n 1\n 2\n-3\n+three\n+more\n 4\n 5",
                2,
                1
            ),
            entry("b", "deleted", "--- a/b\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-b", 0, 1),
            entry("x/c", "moved", "--- a/c\n+++ b/x/c", 0, 0),
            entry("d", "updated", "--- a/d\n+++ b/d\n@@ -1,2 +1,2 @@\n d\n-e\n+f", 1, 1),
            json!({"path": "e", "operation": "deleted", "truncated": true}),
            entry("n", "created", "--- /dev/null\n+++ b/n\n@@ -0,0 +1,1 @@\n+n", 1, 0),
            entry("empty", "deleted", "--- a/empty\n+++ /dev/null", 0, 0),
            entry("void", "created", "--- /dev/null\n+++ b/void", 0, 0),
            idle,
        ])
    );
}

#[test]
fn hunks_that_put_lines_back_do_not_count_them() {
    let mut memory = Memory::of([("a", &b"1\n2\n3\n"[..])]);
    let report = reported(&mut memory, "*** Update File: a\n-1\n-2\n-3\n+1\n+two\n+3");
    assert_eq!(report["diff"][0]["content"], "--- a/a\n+++ b/a\n@@ -1,3 +1,3 @@\n 1\n-2\n+two\n 3");
    assert_eq!((&report["diff"][0]["additions"], &report["diff"][0]["deletions"]), (&json!(1), &json!(1)));
}

#[test]
fn line_ends_of_a_replaced_file_are_part_of_it() {
    let mut memory = Memory::of([("a", &b"1\r\n2\n3"[..])]);
    let report = reported(&mut memory, "*** Delete File: a\n*** Add File: a\n+1\n+2\n+3");
    assert_eq!(
        report["diff"][0]["content"],
        "--- a/a\n+++ b/a\n@@ -1,3 +1,3 @@\n-1\n+1\n 2\n-3\n\\ No newline at end of file\n+3"
    );
    let report = reported(&mut memory, "*** Delete File: a\n*** Add File: a\n+1\n+2\n+3");
    assert_eq!(report["diff"][0]["is_empty"], true);
}

#[test]
fn long_diffs_are_bounded() {
    let mut memory = Memory::default();
    let body: String = (1..=1_000).map(|number| format!("+{number}\n")).collect();
    let report =
        reported(&mut memory, &format!("*** Add File: long\n{body}*** Add File: wide\n+{}", "é".repeat(400)));
    let content = report["diff"][0]["content"].as_str().unwrap();
    let lines: Vec<&str> = content.lines().collect();
    assert_eq!((lines.len(), lines[95], lines[97], lines[128]), (129, "+93", "+969", "+1000"));
    assert_eq!(lines[96], "… 875 lines left out …");
    assert_eq!(
        (&report["diff"][0]["truncated"], &report["diff"][0]["additions"]),
        (&json!(true), &json!(1_000))
    );
    let wide = report["diff"][1]["content"].as_str().unwrap().lines().last().unwrap();
    assert!(wide.len() <= 500 && wide.ends_with("bytes more"), "{wide}");
    assert_eq!(report["diff"][1]["truncated"], true);
}

#[test]
fn many_files_keep_all_but_their_content() {
    let mut memory = Memory::default();
    let operations: String = (0..201).map(|number| format!("*** Add File: f{number}\n+x\n")).collect();
    let report = reported(&mut memory, &operations);
    let entries = report["diff"].as_array().unwrap();
    assert_eq!(entries.len(), 201);
    assert_eq!(
        entries[200],
        json!({"path": "f200", "operation": "created", "truncated": true, "additions": 1, "deletions": 0})
    );
}

#[test]
fn a_large_file_is_deleted_and_replaced_without_a_diff() {
    let large = vec![b'x'; (1 << 20) + 1];
    let mut memory = Memory::of([("a", large.as_slice()), ("b", &large)]);
    let report = reported(&mut memory, "*** Delete File: a\n*** Delete File: b\n*** Add File: b\n+x");
    assert_eq!(
        report["diff"],
        json!([
            {"path": "a", "operation": "deleted", "truncated": true},
            {"path": "b", "operation": "updated", "truncated": true},
        ])
    );
    assert_eq!(memory.contents().into_iter().collect::<Vec<_>>(), [("b".to_owned(), b"x\n".to_vec())]);
}
