//! Reported faults of patches that were applied by halves, outside of the workspace, or over one another: one
//! test a row of the table that they were collected in, named after the row.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::thread;

use serde_json::{Value, json};

use crate::support::patch::{
    DENIED, EXISTS, INVALID, MISSING, NO_MATCH, NOT_A_FILE, assert_number_in, assert_numbers, assert_refusal,
    operations, patch, update,
};
use crate::support::tree::assert_unchanged;
use crate::support::{Lines, Toolhost};

/// Makes a folder beside the workspace with one file, `o`.
fn outside(toolhost: &Toolhost) -> PathBuf {
    let folder = toolhost.path("outside");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("o"), "old\n").unwrap();
    folder
}

fn link(toolhost: &Toolhost, name: &str, target: impl AsRef<Path>) {
    symlink(target, toolhost.workspace().join(name)).unwrap();
}

const HALF: [&str; 6] =
    ["*** Add File: created.txt", "+hello", "*** Update File: missing.txt", "@@", "-old", "+new"];

#[test]
fn c1_a_later_failure_leaves_nothing_behind() {
    let toolhost = Toolhost::new();
    toolhost.put("f", "old\n");
    toolhost.put("gone", "gone\n");
    let result = toolhost.refuse(&patch(&HALF), MISSING, &["missing.txt"]);
    // The line of the patch that is at fault.
    assert_numbers(&result, &[4]);
    let before: [&[&str]; 4] = [
        &["*** Update File: f", "@@", "-old", "+new"],
        &["*** Delete File: gone"],
        &["*** Update File: f", "*** Move to: deep/down/moved"],
        &["*** Delete File: f", "*** Add File: f", "+rewritten"],
    ];
    let after: [(&[&str], &str, &str); 5] = [
        (&["*** Update File: missing.txt", "@@", "-old", "+new"], MISSING, "missing.txt"),
        (&["*** Update File: stays.txt", "@@", "-old", "+new"], NO_MATCH, "stays.txt"),
        (&["*** Delete File: missing.txt"], MISSING, "missing.txt"),
        (&["*** Add File: stays.txt", "+x"], EXISTS, "stays.txt"),
        (&["*** Update File: folder/inner", "*** Move to: stays.txt"], EXISTS, "stays.txt"),
    ];
    toolhost.put("stays.txt", "stays\n");
    toolhost.put("folder/inner", "inner\n");
    for first in before {
        for (second, code, path) in after {
            toolhost.refuse(&patch(&[first, second].concat()), code, &[path]);
        }
    }
}

#[test]
fn c2_the_same_patch_again_lands_once() {
    let toolhost = Toolhost::new();
    toolhost.refuse(&patch(&HALF), MISSING, &["missing.txt"]);
    toolhost.put("missing.txt", "old\n");
    let result = toolhost.apply(&patch(&HALF));
    assert_eq!(operations(&result), [("created.txt", "created"), ("missing.txt", "updated")]);
    toolhost.assert_files(&[("created.txt", "hello\n"), ("missing.txt", "new\n")]);
    // Once more it is refused, since all of it is there.
    toolhost.refuse(&patch(&HALF), EXISTS, &["created.txt"]);
}

#[test]
fn c4_neither_add_nor_move_overwrites() {
    let toolhost = Toolhost::new();
    toolhost.put("dup.txt", "mine\n");
    toolhost.put("other.txt", "other\n");
    toolhost.put("empty.txt", "");
    toolhost.put("folder/inner", "");
    link(&toolhost, "linked.txt", "dup.txt");
    for name in ["dup.txt", "empty.txt", "folder", "linked.txt", "./dup.txt", "folder/../dup.txt"] {
        let shown = name.rsplit('/').next().unwrap();
        let add = patch(&[&format!("*** Add File: {name}"), "+x"]);
        let to = format!("*** Move to: {name}");
        let moved = patch(&["*** Update File: other.txt", &to]);
        let edited = patch(&["*** Update File: other.txt", &to, "@@", "-other", "+OTHER"]);
        for text in [add, moved, edited] {
            // A name with `..` may also be refused for that.
            let codes = if name.contains("..") { &[EXISTS, DENIED][..] } else { &[EXISTS] };
            let result = toolhost.refuse_as(&text, codes);
            assert!(result["error"]["message"].as_str().unwrap().contains(shown), "{result}");
        }
    }
    // Nor do two operations of one patch.
    let text = patch(&["*** Add File: new.txt", "+1", "*** Update File: other.txt", "*** Move to: new.txt"]);
    let result = toolhost.refuse_as(&text, &[EXISTS, INVALID]);
    assert_number_in(&result, 4..=5);
}

#[test]
fn c5_a_link_out_of_the_workspace_is_not_followed() {
    let toolhost = Toolhost::new();
    let outside = outside(&toolhost);
    toolhost.put("f", "old\n");
    link(&toolhost, "link.txt", outside.join("o"));
    link(&toolhost, "relative.txt", "../outside/o");
    link(&toolhost, "chain.txt", "link.txt");
    link(&toolhost, "out", &outside);
    link(&toolhost, "up", "..");
    link(&toolhost, "proc", "/proc/self/root");
    let absolute = format!("proc{}/o", outside.display());
    for name in ["link.txt", "relative.txt", "chain.txt", "out/o", "up/outside/o", &absolute] {
        let header = format!("*** Update File: {name}");
        for text in [
            patch(&[&header, "@@", "-old", "+new"]),
            patch(&[&header, "*** Move to: taken"]),
            patch(&[&header, "*** Move to: taken", "@@", "-old", "+new"]),
        ] {
            toolhost.refuse(&text, DENIED, &[name]);
        }
    }
    // What only passes through such a link is refused, too, be it for deletion or as a destination.
    for name in ["out/o", "up/outside/o"] {
        toolhost.refuse(&patch(&[&format!("*** Delete File: {name}")]), DENIED, &[name]);
    }
    for name in ["out/moved", "up/moved"] {
        let to = format!("*** Move to: {name}");
        toolhost.refuse(&patch(&["*** Update File: f", &to]), DENIED, &[name]);
    }
}

#[test]
fn c6_a_file_that_is_not_there_yet_is_contained_as_well() {
    let toolhost = Toolhost::new();
    let outside = outside(&toolhost);
    link(&toolhost, "out", &outside);
    link(&toolhost, "up", "..");
    link(&toolhost, "dangling", outside.join("not there"));
    for name in
        ["out/new.txt", "out/deep/down/new.txt", "up/new.txt", "up/outside/new.txt", "dangling/new.txt"]
    {
        let add = format!("*** Add File: {name}");
        toolhost.refuse(&patch(&[&add, "+x"]), DENIED, &[name]);
        toolhost.refuse(&patch(&[&add]), DENIED, &[name]);
    }
    // A link itself that leads to a place outside where nothing is.
    toolhost.refuse_as(&patch(&["*** Add File: dangling", "+x"]), &[EXISTS, DENIED]);
}

#[test]
fn c8_links_to_folders_within_the_workspace_work() {
    let toolhost = Toolhost::new();
    toolhost.put("real/f", "old\n");
    link(&toolhost, "pkg", "real");
    link(&toolhost, "absolute", toolhost.workspace().join("real"));
    fs::create_dir(toolhost.workspace().join("sub")).unwrap();
    link(&toolhost, "sub/up", "../real");
    for (turn, folder) in ["pkg", "absolute", "sub/up"].into_iter().enumerate() {
        toolhost.apply(&update(&format!("{folder}/f"), &["@@", "-old", "+new"]));
        assert_eq!(toolhost.bytes("real/f"), b"new\n", "{folder}");
        toolhost.put("real/f", "old\n");
        toolhost.apply(&patch(&[&format!("*** Add File: {folder}/added {turn}"), "+x"]));
        assert_eq!(toolhost.bytes(&format!("real/added {turn}")), b"x\n");
        toolhost.apply(&patch(&[&format!("*** Delete File: {folder}/added {turn}")]));
    }
    let target = toolhost.workspace().join("real");
    toolhost.assert_files(&[
        ("absolute", &format!("-> {}", target.display())),
        ("pkg", "-> real"),
        ("real/f", "old\n"),
        ("sub/up", "-> ../real"),
    ]);
}

/// Rounds of a race. Any of them may show a lost update.
const ROUNDS: usize = 25;

/// The arguments of a patch that adds one to a counter in a file.
fn replace(file: &str, counter: &str, from: usize) -> Value {
    let hunk = ["@@", &format!("-{counter}={from}"), &format!("+{counter}={}", from + 1)];
    json!({"patch": update(file, &hunk)})
}

#[test]
fn c9_concurrent_edits_in_one_session_all_land() {
    let toolhost = Toolhost::configured("edit_guard: { mutations: 0 }");
    toolhost.put("counters", "A=0\nB=0\nC=0\nD=0\n");
    let mut lines = Lines::start(&toolhost);
    let names = ["A", "B", "C", "D"];
    for round in 0..ROUNDS {
        let id = |name: &str| format!("{name} {round}");
        for name in names {
            lines.send(&id(name), "apply_patch", &replace("counters", name, round));
        }
        for name in names {
            let result = lines.result(&id(name));
            assert_eq!(operations(&result), [("counters", "updated")], "round {round}: {result}");
        }
        let expected: String = names.iter().map(|name| format!("{name}={}\n", round + 1)).collect();
        toolhost.assert_files(&[("counters", &expected)]);
    }
}

#[test]
fn c9_concurrent_edits_of_two_hosts_all_land() {
    let toolhost = Toolhost::configured("edit_guard: { mutations: 0 }");
    toolhost.put("counters", "A=0\nB=0\n");
    thread::scope(|scope| {
        for name in ["A", "B"] {
            let toolhost = &toolhost;
            scope.spawn(move || {
                let mut lines = Lines::start(toolhost);
                for round in 0..ROUNDS {
                    let result = lines.call("apply_patch", &replace("counters", name, round));
                    assert_eq!(operations(&result), [("counters", "updated")], "{name} {round}: {result}");
                }
                lines.end();
            });
        }
    });
    toolhost.assert_files(&[("counters", &format!("A={ROUNDS}\nB={ROUNDS}\n"))]);
}

#[test]
fn c9_edits_through_a_link_are_of_the_same_file() {
    let toolhost = Toolhost::configured("edit_guard: { mutations: 0 }");
    toolhost.put("counters", "A=0\nB=0\n");
    link(&toolhost, "link", "counters");
    let mut lines = Lines::start(&toolhost);
    for round in 0..ROUNDS {
        let calls = [("A", "counters"), ("B", "link")];
        for (counter, file) in calls {
            lines.send(&format!("{counter} {round}"), "apply_patch", &replace(file, counter, round));
        }
        for (counter, _) in calls {
            let result = lines.result(&format!("{counter} {round}"));
            assert_eq!(operations(&result).len(), 1, "round {round}: {result}");
        }
    }
    let expected = format!("A={ROUNDS}\nB={ROUNDS}\n");
    toolhost.assert_files(&[("counters", &expected), ("link", "-> counters")]);
}

#[test]
fn c10_a_line_that_somebody_else_has_changed_is_not_overwritten() {
    let toolhost = Toolhost::new();
    toolhost.put("shared.txt", "first\nsecond\nthird\n");
    let mut lines = Lines::start(&toolhost);
    lines.exec("cat shared.txt");
    toolhost.put("shared.txt", "first\nSECOND_BY_SOMEBODY\nthird\n");
    let before = toolhost.tree();
    let stale = update("shared.txt", &["@@", " first", "-second", "+mine", " third"]);
    let result = lines.call("apply_patch", &json!({"patch": stale}));
    // The text that is there now is in the refusal.
    assert_refusal(&result, NO_MATCH, &["shared.txt", "SECOND_BY_SOMEBODY"]);
    assert_numbers(&result, &[2]);
    assert_unchanged(&before, &toolhost.tree(), "c10");
}

#[test]
fn c10_a_change_elsewhere_by_somebody_else_is_kept() {
    let toolhost = Toolhost::new();
    toolhost.put("shared.txt", "first\nsecond\nthird\n");
    let mut lines = Lines::start(&toolhost);
    lines.exec("cat shared.txt");
    toolhost.put("shared.txt", "zeroth\nfirst\nsecond\nTHIRD\n");
    let text = update("shared.txt", &["@@", " first", "-second", "+mine"]);
    let result = lines.call("apply_patch", &json!({"patch": text}));
    assert_eq!(operations(&result), [("shared.txt", "updated")], "{result}");
    toolhost.assert_files(&[("shared.txt", "zeroth\nfirst\nmine\nTHIRD\n")]);
}

#[test]
fn c11_a_folder_is_not_deleted() {
    let toolhost = Toolhost::new();
    toolhost.put("dir/f", "kept\n");
    toolhost.put("dir/sub/g", "kept\n");
    fs::create_dir(toolhost.workspace().join("empty")).unwrap();
    for name in ["dir", "dir/", "empty", ".", "dir/sub/.."] {
        let text = patch(&[&format!("*** Delete File: {name}")]);
        // `.` and `..` may be refused as paths.
        let result = toolhost.refuse_as(&text, &[NOT_A_FILE, DENIED, INVALID]);
        let message = result["error"]["message"].as_str().unwrap();
        assert!(message.contains(name.trim_end_matches('/')), "{message}");
    }
}

#[test]
fn c13_changes_elsewhere_in_the_file_never_stop_an_edit() {
    let toolhost = Toolhost::new();
    let text = |target: &str, edits: usize| -> String {
        let log: String = (0..edits).map(|number| format!("log {number}\n")).collect();
        format!("head\ntarget={target}\ntail\n{log}")
    };
    let mut lines = Lines::start(&toolhost);
    toolhost.put("busy.txt", text("0", 0));
    for round in 0..3 {
        // Three by somebody else, then the edit that was written before them.
        for edit in 1..=3 {
            toolhost.put("busy.txt", text(&round.to_string(), 3 * round + edit));
        }
        let hunks = [" head", &format!("-target={round}"), &format!("+target={}", round + 1)];
        let result = lines.call("apply_patch", &json!({"patch": update("busy.txt", &hunks)}));
        assert_eq!(operations(&result), [("busy.txt", "updated")], "{result}");
        let expected = text(&(round + 1).to_string(), 3 * round + 3);
        toolhost.assert_files(&[("busy.txt", &expected)]);
    }
}
