//! Patches that must not land: what stands at their paths, where those lead, and texts of every wrong size.
//! Each is refused with one clear error, and the tree stays as it is.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use rustix::fs::{CWD, FileType, Mode, makedev, mkfifoat, mknodat};
use rustix::process::getuid;
use serde_json::json;

use crate::support::mount::{Mounted, skipped};
use crate::support::patch::{
    DENIED, EXISTS, INVALID, MISSING, NOT_A_FILE, assert_number_in, has_number, patch, said, update,
};
use crate::support::result::failure;
use crate::support::tree::assert_unchanged;
use crate::support::{Lines, Mcp, Toolhost};

/// Every operation on a path.
fn operations_on(name: &str) -> [String; 4] {
    let operation = |what: &str| format!("*** {what}: {name}");
    [
        patch(&[&operation("Update File"), "@@", "-old", "+new"]),
        patch(&[&operation("Add File"), "+new"]),
        patch(&[&operation("Delete File")]),
        patch(&["*** Update File: victim", &operation("Move to")]),
    ]
}

/// A workspace with a file that could be moved.
fn workspace() -> Toolhost {
    let toolhost = Toolhost::new();
    toolhost.put("victim", "old\n");
    toolhost
}

/// Fails unless every operation on the path is refused with one of these codes and a message that names it.
fn assert_untouchable(toolhost: &Toolhost, name: &str, codes: &[&str]) {
    for text in operations_on(name) {
        let result = toolhost.refuse_as(&text, codes);
        let shown = name.trim_end_matches('/').rsplit('/').next().unwrap_or(name);
        assert!(said(&result).contains(shown), "{name}: {result}");
    }
}

/// No operation reads or opens such a thing: a read would wait for ever.
#[test]
fn what_is_no_regular_file_is_not_touched() {
    let toolhost = workspace();
    let path = |name: &str| toolhost.workspace().join(name);
    mkfifoat(CWD, path("fifo"), Mode::from_raw_mode(0o644)).unwrap();
    fs::create_dir(path("folder")).unwrap();
    let socket = std::os::unix::net::UnixListener::bind(path("socket")).unwrap();
    for name in ["fifo", "folder", "socket"] {
        // Add and Move meet something that is there already.
        assert_untouchable(&toolhost, name, &[NOT_A_FILE, EXISTS]);
        let [update, ..] = operations_on(name);
        toolhost.refuse(&update, NOT_A_FILE, &[name]);
    }
    drop(socket);
    if getuid().is_root() {
        for (name, device) in [("null", makedev(1, 3)), ("zero", makedev(1, 5))] {
            let mode = Mode::from_raw_mode(0o666);
            mknodat(CWD, path(name), FileType::CharacterDevice, mode, device).unwrap();
            assert_untouchable(&toolhost, name, &[NOT_A_FILE, EXISTS]);
        }
    } else {
        skipped("only root can make a device");
    }
    symlink("fifo", path("to a fifo")).unwrap();
    let [update, ..] = operations_on("to a fifo");
    toolhost.refuse_as(&update, &[NOT_A_FILE]);
}

#[test]
fn nothing_is_made_below_a_file() {
    let toolhost = workspace();
    toolhost.put("file", "a file\n");
    for name in ["file/inner", "file/inner/deeper"] {
        assert_untouchable(&toolhost, name, &[NOT_A_FILE]);
    }
    // Nor below one that the same patch adds.
    let text = patch(&["*** Add File: new", "+x", "*** Add File: new/inner", "+x"]);
    toolhost.refuse_as(&text, &[INVALID, EXISTS, NOT_A_FILE]);
}

#[test]
fn nothing_is_written_through_a_link_that_leads_nowhere() {
    let toolhost = workspace();
    let path = |name: &str| toolhost.workspace().join(name);
    symlink("nowhere", path("dangling")).unwrap();
    symlink("loop", path("loop")).unwrap();
    symlink("no/folder/here", path("deep")).unwrap();
    for name in ["dangling", "loop", "deep"] {
        let [update, add, _, to] = operations_on(name);
        for text in [update, add, to] {
            let result =
                toolhost.refuse_as(&text, &[MISSING, EXISTS, NOT_A_FILE, DENIED, "invalid_argument"]);
            assert!(failure(&result).1.contains(name), "{result}");
        }
    }
    assert_untouchable(&toolhost, "loop/inner", &[MISSING, NOT_A_FILE, DENIED, "invalid_argument"]);
}

/// What the host refuses is said of the line of the patch, and with what would be right.
#[test]
fn a_refusal_by_the_host_names_the_line_and_what_to_do() {
    let toolhost = workspace();
    symlink("loop", toolhost.workspace().join("loop")).unwrap();
    symlink("/etc/hostname", toolhost.workspace().join("out")).unwrap();
    toolhost.put("src/x.py", "old\n");
    toolhost.put("file", "a file\n");
    let large = fs::File::create(toolhost.workspace().join("large")).unwrap();
    large.set_len((64 << 20) + 1).unwrap();
    let add = "*** Add File: file/inner";
    for (lines, code, hint) in [
        (["*** Update File: /etc/hostname", "-old", "+new"], DENIED, "Paths are relative to the workspace"),
        (["*** Update File: out", "-old", "+new"], DENIED, "Paths are relative to the workspace"),
        (["*** Update File: src\\x.py", "-old", "+new"], "invalid_argument", "Write `/` between names."),
        (["*** Update File: loop", "-old", "+new"], "invalid_argument", "without these links"),
        (["*** Update File: large", "-old", "+new"], "limit_exceeded", "Change it by a command instead."),
        ([add, "+new", "+newer"], NOT_A_FILE, "is not a directory"),
    ] {
        let result = toolhost.refuse_as(&patch(&lines), &[code]);
        assert_eq!(result["error"]["patch_line"], 2, "{result}");
        assert!(said(&result).contains(hint), "{result}");
        assert!(!said(&result).contains("range"), "{result}");
    }
}

#[test]
fn no_path_leads_out_of_the_workspace() {
    let toolhost = workspace();
    let outside = toolhost.path("outside");
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("o"), "old\n").unwrap();
    let absolute = outside.join("o").display().to_string();
    // A folder whose name begins as that of the workspace does.
    fs::create_dir(toolhost.path("workspace2")).unwrap();
    fs::write(toolhost.path("workspace2/o"), "old\n").unwrap();
    let beside = toolhost.path("workspace2/o").display().to_string();
    let dotted = format!("{}/../outside/o", toolhost.workspace().display());
    for name in [
        "../outside/o",
        "../outside/new",
        "sub/../../outside/o",
        "./../outside/o",
        "victim/../../outside/o",
        &absolute,
        &beside,
        &dotted,
        "/etc/hostname",
        "/",
        "..",
    ] {
        for text in operations_on(name) {
            // The root is no name of a file, wherever it is.
            let codes: &[&str] = if name == "/" { &[DENIED, INVALID] } else { &[DENIED] };
            let result = toolhost.refuse_as(&text, codes);
            assert!(said(&result).contains(name), "{result}");
        }
    }
    // No shell reads this: a folder of such a name, which is not there.
    let [update, ..] = operations_on("~/o");
    toolhost.refuse(&update, MISSING, &["~/o"]);
}

#[test]
fn nothing_of_git_is_touched() {
    let toolhost = workspace();
    for name in [".git/config", ".git/hooks/pre-commit", "sub/.git/config", "module/.git"] {
        toolhost.put(name, "old\n");
    }
    symlink(".git", toolhost.workspace().join("linked")).unwrap();
    for name in [
        ".git/config",
        ".git/hooks/pre-commit",
        ".git/hooks/post-checkout",
        ".git/new/folder/file",
        "sub/.git/config",
        "module/.git",
        "./.git/config",
        "sub/../.git/config",
        "linked/config",
        "linked/hooks/new",
    ] {
        assert_untouchable(&toolhost, name, &[DENIED]);
    }
    for text in [
        patch(&["*** Add File: .git", "+gitdir: elsewhere"]),
        patch(&["*** Delete File: .git"]),
        patch(&["*** Update File: .git/config", "*** Move to: taken"]),
    ] {
        toolhost.refuse_as(&text, &[DENIED]);
    }
    // What only looks like it is no part of it.
    for name in [".gitignore", ".github/workflows/ci.yml", "git/config", "a.git/config"] {
        toolhost.apply(&patch(&[&format!("*** Add File: {name}"), "+x"]));
        assert_eq!(toolhost.bytes(name), b"x\n");
    }
}

/// A program that is given its configuration by name, from within the workspace.
#[test]
fn the_active_configuration_is_not_touched() {
    let toolhost = workspace();
    let written = "edit_guard: { mutations: 4 }\n";
    toolhost.put("config/mine.yaml", written);
    symlink("config/mine.yaml", toolhost.workspace().join("link.yaml")).unwrap();
    symlink("config", toolhost.workspace().join("folder")).unwrap();
    let call = |text: &str| {
        let arguments = json!({"patch": text}).to_string();
        let ran = toolhost.run(&["--config", "config/mine.yaml", "call", "apply_patch", &arguments]);
        (ran.status, ran.json())
    };
    let hunks = ["@@", "-edit_guard: { mutations: 4 }", "+edit_guard: { mutations: 0 }"];
    let mut texts = vec![update("link.yaml", &hunks)];
    for name in ["config/mine.yaml", "./config/mine.yaml", "folder/mine.yaml"] {
        let header = format!("*** Update File: {name}");
        texts.extend([
            update(name, &hunks),
            patch(&[&header, "*** Move to: elsewhere.yaml"]),
            patch(&[&format!("*** Delete File: {name}"), &format!("*** Add File: {name}"), "+{}"]),
        ]);
    }
    for text in texts {
        let before = toolhost.tree();
        let (status, result) = call(&text);
        assert_unchanged(&before, &toolhost.tree(), &text);
        assert_eq!((status, failure(&result).0), (1, DENIED), "{text}: {result}");
    }
    // To whom it is no configuration, it is a file.
    toolhost.apply(&update("config/mine.yaml", &hunks));
    assert_eq!(toolhost.bytes("config/mine.yaml"), b"edit_guard: { mutations: 0 }\n");
    let (status, result) = call(&update("victim", &["@@", "-old", "+new"]));
    assert_eq!(status, 0, "{result}");
}

/// A workspace's own configuration can only tighten until it is trusted, and then a patch could loosen.
#[test]
fn the_configuration_of_the_workspace_is_not_touched() {
    let toolhost = workspace();
    toolhost.put("toolhost.yaml", "without: [write_stdin]\n");
    for text in [
        update("toolhost.yaml", &["@@", "-without: [write_stdin]"]),
        patch(&["*** Delete File: toolhost.yaml"]),
        patch(&["*** Update File: toolhost.yaml", "*** Move to: other.yaml"]),
    ] {
        toolhost.refuse(&text, DENIED, &["toolhost.yaml"]);
    }
    toolhost.apply(&patch(&["*** Add File: sub/toolhost.yaml", "+x"]));
}

#[test]
fn the_folders_of_the_program_are_not_touched() {
    let toolhost = workspace();
    toolhost.configure("edit_guard: { mutations: 4 }\n");
    // One call, so that there is something in them.
    toolhost.apply(&update("victim", &["@@", "-old", "+older"]));
    let root = toolhost.path("").display().to_string();
    let call = |text: &str| {
        let arguments = json!({"patch": text}).to_string();
        let ran = toolhost.run(&["--workspace", &root, "call", "apply_patch", &arguments]);
        (ran.status, ran.json())
    };
    for name in [
        "home/.config/toolhost/toolhost.yaml",
        "home/.config/toolhost/new",
        "home/.state/toolhost/new",
        "home/.state/toolhost/journal/new",
    ] {
        for text in operations_on(name) {
            let before = toolhost.tree();
            let (status, result) = call(&text.replace("victim", "workspace/victim"));
            assert_eq!((status, failure(&result).0), (1, DENIED), "{text}: {result}");
            assert_unchanged(&before, &toolhost.tree(), &text);
            assert_eq!(toolhost.path(name).exists(), name.ends_with(".yaml"), "{text}");
        }
    }
    assert_eq!(fs::read(toolhost.config_file()).unwrap(), b"edit_guard: { mutations: 4 }\n");
    let (status, result) = call(&patch(&["*** Update File: workspace/victim", "@@", "-older", "+new"]));
    assert_eq!(status, 0, "{result}");
}

#[test]
fn texts_that_are_no_patch_are_refused_whatever_their_size() {
    let toolhost = workspace();
    for text in ["", "\n", "  \n\t\n", "\u{feff}", "\r"] {
        let result = toolhost.refuse_as(text, &[INVALID]);
        assert!(said(&result).contains("*** Begin Patch"), "{result}");
    }
    let table = [
        (patch(&["*** Add File: nul", "+a\0b"]), 3..=3),
        (patch(&["*** Add File: n\0ul", "+a"]), 2..=2),
        (patch(&["*** Update File: victim", "@@", "-old", "+n\0w"]), 5..=5),
        (patch(&["*** Update File: victim", "*** Move to: n\0w"]), 3..=3),
        ("\0".to_owned(), 1..=1),
        (patch(&["*** Add File: new", "+x"]).replace("*** End Patch\n", ""), 3..=4),
        (patch(&["*** Update File: victim", "@@", "-old", "+new"]).replace("*** End Patch\n", ""), 5..=6),
    ];
    for (text, at) in table {
        let result = toolhost.refuse_as(&text, &[INVALID]);
        assert_number_in(&result, at);
    }
}

#[test]
fn names_that_no_file_can_have_are_refused() {
    let toolhost = workspace();
    let long = "x".repeat(300);
    let deep = "d/".repeat(3000) + "f";
    for name in [long.as_str(), deep.as_str()] {
        let [update, add, delete, to] = operations_on(name);
        for text in [update, add, delete, to] {
            let result =
                toolhost.refuse_as(&text, &[INVALID, "invalid_argument", MISSING, "io", "limit_exceeded"]);
            // A name of any length makes no message of any length.
            assert!(failure(&result).1.len() < 2000, "{result}");
        }
    }
}

const MIB: usize = 1 << 20;

/// Fifty mebibytes: a patch that would be right, but for its size.
fn fifty_mebibytes() -> String {
    let lines = "+0123456789abcdef\n".repeat(50 * MIB / 18);
    patch(&["*** Add File: big", lines.trim_end()])
}

#[test]
fn a_patch_of_fifty_mebibytes_is_answered_on_lines() {
    let toolhost = workspace();
    let before = toolhost.tree();
    let line = json!({"tool": "apply_patch", "arguments": {"patch": fifty_mebibytes()}}).to_string();
    let ran = toolhost.run_with(&["call", "-"], &(line + "\n"));
    assert_unchanged(&before, &toolhost.tree(), "50 MiB");
    assert_eq!(ran.stdout.lines().count(), 1, "one answer: {}", ran.stderr);
    let answer = ran.json();
    let (_, message) = failure(&answer["result"]);
    // What would be right: a bound, in bytes or mebibytes.
    assert!((1..50).any(|size| has_number(message, size) || has_number(message, size * MIB)), "{message}");
}

#[test]
fn a_patch_of_fifty_mebibytes_does_not_end_an_mcp_server() {
    let toolhost = workspace();
    let before = toolhost.tree();
    let mut mcp = Mcp::initialized(&toolhost);
    let params = json!({"name": "apply_patch", "arguments": {"patch": fifty_mebibytes()}});
    mcp.post("tools/call", &params);
    let answer = mcp.message(|message| message["error"].is_object() || message["result"].is_object());
    assert!(answer["error"].is_object() || answer["result"]["isError"] == true, "{answer}");
    assert_unchanged(&before, &toolhost.tree(), "50 MiB");
    // The next call is served.
    let result = mcp.call("apply_patch", &json!({"patch": update("victim", &["@@", "-old", "+new"])}));
    assert!(result["diff"].is_array(), "{result}");
    assert_eq!(toolhost.bytes("victim"), b"new\n");
}

/// Within a line, but with more lines, hunks and operations than anybody means.
#[test]
fn a_patch_of_a_million_parts_is_answered() {
    let toolhost = workspace();
    let texts = [
        patch(&["*** Update File: victim", "@@\n".repeat(MIB).trim_end()]),
        patch(&["*** Update File: victim", "@@\n-nowhere\n".repeat(MIB / 2).trim_end()]),
        patch(&["*** Update File: victim", "@@", "-nowhere\n".repeat(MIB).trim_end()]),
        patch(&["*** Delete File: nowhere\n".repeat(MIB / 4).trim_end()]),
        "*** Begin Patch\n".repeat(MIB / 2),
    ];
    let mut lines = Lines::start(&toolhost);
    for text in texts {
        let before = toolhost.tree();
        let result = lines.call("apply_patch", &json!({"patch": text}));
        let (_, message) = failure(&result);
        assert!(message.len() < 20_000, "{} bytes", message.len());
        assert_unchanged(&before, &toolhost.tree(), &text[..100]);
    }
    let result = lines.call("apply_patch", &json!({"patch": update("victim", &["@@", "-old", "+new"])}));
    assert!(result["diff"].is_array(), "{result}");
}

/// Two updates, of which the second cannot be written.
fn both(second: &str) -> String {
    patch(&["*** Update File: victim", "@@", "-old", "+new", second, "@@", "-old", "+new"])
}

#[test]
fn a_file_without_permission_leaves_all_others_as_they_are() {
    if getuid().is_root() {
        skipped("root may read and write every file; see the file system that is read only");
        return;
    }
    let toolhost = workspace();
    let path = toolhost.put("locked", "old\n");
    for mode in [0o444, 0o000] {
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        let (status, result) = toolhost.patch(&both("*** Update File: locked"));
        assert_eq!(status, 1, "{mode:o}: {result}");
        assert!(failure(&result).1.contains("locked"), "{result}");
        assert_eq!(toolhost.bytes("victim"), b"old\n");
    }
}

#[test]
fn a_file_system_that_is_read_only_leaves_all_others_as_they_are() {
    let toolhost = workspace();
    let folder = toolhost.workspace().join("readonly");
    fs::create_dir(&folder).unwrap();
    let mounted = match Mounted::new(&folder, 1 << 20) {
        Ok(mounted) => mounted,
        Err(why) => return skipped(&why),
    };
    toolhost.put("readonly/f", "old\n");
    mounted.make_read_only().unwrap();
    let result = toolhost.refuse_as(&both("*** Update File: readonly/f"), &["io", DENIED]);
    assert!(failure(&result).1.contains("readonly/f"), "{result}");
    for second in ["*** Delete File: readonly/f", "*** Add File: readonly/new\n+x"] {
        let text = patch(&["*** Update File: victim", "@@", "-old", "+new", second]);
        let result = toolhost.refuse_as(&text, &["io", DENIED]);
        assert!(failure(&result).1.contains("readonly/"), "{result}");
    }
}

#[test]
fn a_full_disk_leaves_all_files_as_they_are() {
    let toolhost = workspace();
    let folder = toolhost.workspace().join("small");
    fs::create_dir(&folder).unwrap();
    let _mounted = match Mounted::new(&folder, 256 << 10) {
        Ok(mounted) => mounted,
        Err(why) => return skipped(&why),
    };
    toolhost.put("small/f", "old\n".to_owned() + &"filler\n".repeat(100));
    let large = "+0123456789abcdef\n".repeat(40_000);
    let large = large.trim_end();
    for text in [
        patch(&["*** Update File: victim", "@@", "-old", "+new", "*** Add File: small/large", large]),
        patch(&[
            "*** Update File: victim",
            "@@",
            "-old",
            "+new",
            "*** Update File: small/f",
            "@@",
            "-old",
            large,
        ]),
        patch(&["*** Delete File: victim", "*** Add File: small/deep/down/large", large]),
    ] {
        let result = toolhost.refuse_as(&text, &["io", "limit_exceeded"]);
        let message = failure(&result).1;
        assert!(message.contains("space") || message.contains("full"), "{message}");
    }
    // What fits is written.
    toolhost.apply(&update("small/f", &["@@", "-old", "+new"]));
}

/// A patch is written down in the folder for state before it lands.
#[test]
fn a_full_disk_for_the_state_leaves_no_half() {
    let toolhost = workspace();
    let state = toolhost.path("home/.state");
    fs::create_dir(&state).unwrap();
    let _mounted = match Mounted::new(&state, 128 << 10) {
        Ok(mounted) => mounted,
        Err(why) => return skipped(&why),
    };
    toolhost.put("large", "0123456789abcdef\n".repeat(40_000));
    let lines = "-0123456789abcdef\n".repeat(40_000);
    let victim = ["*** Update File: victim", "@@", "-old", "+new"];
    let text = patch(&[&victim[..], &["*** Update File: large", "@@", lines.trim_end()]].concat());
    let before = toolhost.tree();
    let (status, result) = toolhost.patch(&text);
    if status == 0 {
        // What is written down may be small enough.
        toolhost.assert_files(&[("large", ""), ("victim", "new\n")]);
    } else {
        assert!(["io", "limit_exceeded"].contains(&failure(&result).0), "{result}");
        assert_unchanged(&before, &toolhost.tree(), "the journal does not fit");
    }
}

/// Files of a patch whose client goes away.
const FILES: usize = 50;

#[test]
fn a_patch_that_is_cancelled_lands_whole_or_not_at_all() {
    let toolhost = workspace();
    for number in 0..FILES {
        toolhost.put(&format!("many/{number}"), "old 0\n");
    }
    let mut turn = 0;
    for round in 0..20 {
        let [from, to] = [format!("old {turn}"), format!("old {}", turn + 1)];
        let files: Vec<String> =
            (0..FILES).map(|number| format!("*** Update File: many/{number}\n@@\n-{from}\n+{to}")).collect();
        let mut lines = Lines::start(&toolhost);
        // It is under way at some point between its arrival and its answer.
        lines.send("patch", "apply_patch", &json!({"patch": patch(&[&files.join("\n")])}));
        for _ in 0..round {
            lines.call("nobody", &json!({}));
        }
        lines.cancel("patch");
        lines.result("patch");
        lines.end();
        let [before, after] = [&from, &to].map(|line| {
            let holds =
                |number: &usize| toolhost.bytes(&format!("many/{number}")) == format!("{line}\n").as_bytes();
            (0..FILES).filter(holds).count()
        });
        assert!([(FILES, 0), (0, FILES)].contains(&(before, after)), "round {round}: {before} and {after}");
        turn += usize::from(after == FILES);
    }
}
