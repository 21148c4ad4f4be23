//! A patch as a here document: as the sole statement of a command it goes to the tool, otherwise to the
//! shell. A stub of the tool's name on the `PATH` shows which: it writes down that it ran.

use std::fs;

use serde_json::{Value, json};

use crate::support::guard::{ALLOWED, program};
use crate::support::patch::{
    DENIED, INVALID, MISSING, NO_MATCH, UNVERIFIED, assert_number_in, assert_numbers, assert_refusal,
    operations, patch, update,
};
use crate::support::result::ended;
use crate::support::tree::assert_unchanged;
use crate::support::{Lines, Mcp, Toolhost};

/// A user with files to edit, and with a program of the tool's name that marks where it ran.
fn user() -> Toolhost {
    with_stub(Toolhost::new())
}

fn with_stub(mut toolhost: Toolhost) -> Toolhost {
    let mark = toolhost.path("ran");
    program(&toolhost, "bin/apply_patch", &format!("#!/bin/sh\ncat >'{}'\n", mark.display()));
    let folder = toolhost.path("bin");
    toolhost.variable("PATH", &format!("{}:/usr/local/bin:/usr/bin:/bin", folder.display()));
    toolhost.put("f", "one\ntwo\n");
    toolhost.put("sub/f", "one\ntwo\n");
    toolhost
}

fn has_run(toolhost: &Toolhost) -> bool {
    let mark = toolhost.path("ran");
    let was_there = mark.exists();
    if was_there {
        fs::remove_file(mark).unwrap();
    }
    was_there
}

/// A patch of `f` whose text the shell would change in an unquoted here document.
fn text() -> String {
    update("f", &["@@", "-one", "+it's $HOME `date` \\n \"x\""])
}

const EDITED: &str = "it's $HOME `date` \\n \"x\"\ntwo\n";

fn run(toolhost: &Toolhost, cmd: &str) -> (i32, Value) {
    toolhost.call("exec_command", &json!({"cmd": cmd}))
}

#[test]
fn the_sole_statement_of_a_command_goes_to_the_tool() {
    let text = text();
    for cmd in [
        format!("apply_patch <<'EOF'\n{text}EOF"),
        format!("apply_patch <<'EOF'\n{text}EOF\n"),
        format!("apply_patch <<\"EOF\"\n{text}EOF\n"),
        format!("apply_patch << 'PATCH'\n{text}PATCH\n"),
        format!("apply_patch <<'END OF IT'\n{text}END OF IT\n"),
        format!("apply_patch <<\\EOF\n{text}EOF\n"),
        format!("\n  apply_patch <<'EOF'\n{text}EOF\n\n"),
    ] {
        let toolhost = user();
        let (status, result) = run(&toolhost, &cmd);
        assert_eq!(status, 0, "{cmd}\n{result}");
        assert_eq!(operations(&result), [("f", "updated")], "{cmd}\n{result}");
        toolhost.assert_files(&[("f", EDITED), ("sub/f", "one\ntwo\n")]);
        assert!(!has_run(&toolhost), "{cmd}");
    }
}

/// What a model writes around it, and what changes nothing about where its text goes.
#[test]
fn what_stands_around_the_statement_does_not_keep_it_from_the_tool() {
    let text = update("f", &["@@", "-one", "+ONE"]);
    for (cmd, edited) in [
        (format!("apply_patch <<'EOF' 2>&1\n{text}EOF\n"), "f"),
        (format!("apply_patch <<'EOF';\n{text}EOF\n"), "f"),
        (format!("set -e\napply_patch <<'EOF'\n{text}EOF\n"), "f"),
        (format!("set -euo pipefail; apply_patch <<'EOF'\n{text}EOF\n"), "f"),
        (format!("cd sub\napply_patch <<'EOF'\n{text}EOF\n"), "sub/f"),
        (format!("cd sub; apply_patch <<'EOF'\n{text}EOF\n"), "sub/f"),
    ] {
        let toolhost = user();
        let (status, result) = run(&toolhost, &cmd);
        assert_eq!((status, operations(&result)), (0, vec![(edited, "updated")]), "{cmd}\n{result}");
        assert!(!has_run(&toolhost), "{cmd}");
    }
}

/// A patch is longer than what a shell takes as an argument.
#[test]
fn a_long_here_document_goes_to_the_tool() {
    let toolhost = user();
    let line = format!("+{}", "x".repeat(70));
    let text = patch(&["*** Add File: long", &vec![line.as_str(); 10_000].join("\n")]);
    assert!(text.len() > 700_000);
    let command = format!("apply_patch <<'EOF'\n{text}EOF\n");
    let result = Lines::start(&toolhost).call("exec_command", &json!({"cmd": command}));
    assert_eq!(operations(&result), [("long", "created")], "{result}");
    assert_eq!(toolhost.bytes("long").len(), 710_000);
}

/// Elsewhere it is no program, and whoever takes it for one reads what would be right.
#[test]
fn a_command_that_takes_the_tool_for_a_program_is_told_so() {
    let text = update("f", &["@@", "-one", "+ONE"]);
    let told = "`apply_patch` is a tool and no program: call it";
    let toolhost = Toolhost::new();
    toolhost.put("f", "one\ntwo\n");
    for (cmd, is_told) in [
        (format!("apply_patch <<'EOF' && true\n{text}EOF\n"), true),
        (format!("(cd . && apply_patch <<'EOF'\n{text}EOF\n)"), true),
        (format!("cat <<'EOF' | apply_patch\n{text}EOF\n"), true),
        (format!("applypatch <<'EOF'\n{text}EOF\n"), true),
        ("bash -c 'apply_patch f'".to_owned(), true),
        ("timeout 9 apply_patch f".to_owned(), true),
        ("no_such_program apply_patch".to_owned(), false),
    ] {
        let (_, result) = run(&toolhost, &cmd);
        assert_eq!(result["exit_code"], 127, "{cmd}\n{result}");
        assert_eq!(result["notices"].to_string().contains(told), is_told, "{cmd}\n{result}");
        toolhost.assert_files(&[("f", "one\ntwo\n")]);
    }
}

/// Without quotes a shell would expand what is in it; where there is nothing to expand, it is the same patch.
#[test]
fn a_here_document_without_quotes_goes_to_the_tool() {
    let toolhost = user();
    let text = update("f", &["@@", "-one", "+ONE"]);
    let (status, result) = run(&toolhost, &format!("apply_patch <<EOF\n{text}EOF\n"));
    assert_eq!((status, operations(&result)), (0, vec![("f", "updated")]), "{result}");
    toolhost.assert_files(&[("f", "ONE\ntwo\n"), ("sub/f", "one\ntwo\n")]);
    assert!(!has_run(&toolhost));
}

#[test]
fn paths_are_those_of_the_folder_that_the_command_runs_in() {
    let text = text();
    let heredoc = format!("apply_patch <<'EOF'\n{text}EOF\n");
    let calls = |toolhost: &Toolhost| {
        let absolute = toolhost.workspace().join("sub").display().to_string();
        [
            json!({"cmd": format!("cd sub && {heredoc}")}),
            json!({"cmd": format!("cd ./sub/ && {heredoc}")}),
            json!({"cmd": format!("cd \"{absolute}\" && {heredoc}")}),
            json!({"cmd": heredoc, "workdir": "sub"}),
            json!({"cmd": heredoc, "workdir": absolute}),
        ]
    };
    for index in 0..calls(&user()).len() {
        let toolhost = user();
        let arguments = &calls(&toolhost)[index];
        let (status, result) = toolhost.call("exec_command", arguments);
        // Reported as every path of the workspace.
        assert_eq!((status, operations(&result)), (0, vec![("sub/f", "updated")]), "{arguments}\n{result}");
        toolhost.assert_files(&[("f", "one\ntwo\n"), ("sub/f", EDITED)]);
        assert!(!has_run(&toolhost), "{arguments}");
    }
}

#[test]
fn a_refusal_says_in_which_folder_paths_start() {
    let toolhost = user();
    for (name, code, parts) in [
        ("../f", DENIED, &["Paths start in `sub` here", "absolute path"][..]),
        ("sub/f", MISSING, &["sub/sub/f", "Paths start in `sub` here", "there is `sub/f`"]),
    ] {
        let text = update(name, &["@@", "-one", "+ONE"]);
        let before = toolhost.tree();
        let (status, result) = run(&toolhost, &format!("cd sub && apply_patch <<'EOF'\n{text}EOF\n"));
        assert_eq!(status, 1, "{result}");
        assert_refusal(&result, code, parts);
        assert!(!result.to_string().contains("Add File"), "{result}");
        assert_unchanged(&before, &toolhost.tree(), name);
    }
}

#[test]
fn a_folder_that_is_not_there_is_an_error_and_not_another_folder() {
    let toolhost = user();
    let heredoc = format!("apply_patch <<'EOF'\n{}EOF\n", text());
    let before = toolhost.tree();
    for arguments in
        [json!({"cmd": format!("cd missing && {heredoc}")}), json!({"cmd": heredoc, "workdir": "missing"})]
    {
        let (status, result) = toolhost.call("exec_command", &arguments);
        assert_eq!(status, 1, "{result}");
        assert!(result.to_string().contains("missing"), "{result}");
        assert_unchanged(&before, &toolhost.tree(), "a folder that is not there");
    }
}

#[test]
fn one_statement_of_several_goes_to_the_shell() {
    let text = text();
    let heredoc = format!("apply_patch <<'EOF'\n{text}EOF\n");
    for cmd in [
        format!("echo first; {heredoc}"),
        format!("echo first\n{heredoc}"),
        format!("true && {heredoc}"),
        format!("{heredoc}echo last\n"),
        format!("apply_patch <<'EOF' && echo last\n{text}EOF\n"),
        format!("apply_patch <<'EOF' || echo last\n{text}EOF\n"),
        format!("apply_patch <<'EOF'; echo last\n{text}EOF\n"),
        format!("apply_patch <<'EOF' | cat\n{text}EOF\n"),
        format!("cat <<'EOF' | apply_patch\n{text}EOF\n"),
        format!("if true; then\n{heredoc}fi\n"),
        format!("for i in 1; do\n{heredoc}done\n"),
        format!("{heredoc}{heredoc}"),
        format!("cd sub && true && {heredoc}"),
        format!("cd sub || {heredoc}"),
    ] {
        let toolhost = user();
        let (_, result) = run(&toolhost, &cmd);
        // A command's result, and not that of the tool.
        assert!(result["exit_code"].is_i64() && result["diff"].is_null(), "{cmd}\n{result}");
        assert_eq!(has_run(&toolhost), !cmd.starts_with("cd sub ||"), "{cmd}");
        assert_eq!(toolhost.bytes("f"), b"one\ntwo\n", "{cmd}");
        assert_eq!(toolhost.bytes("sub/f"), b"one\ntwo\n", "{cmd}");
    }
}

#[test]
fn what_only_looks_like_it_goes_to_the_shell() {
    let text = text();
    for (cmd, runs) in [
        (format!("cat <<'EOF'\napply_patch <<'X'\n{text}X\nEOF\n"), false),
        (format!("echo \"apply_patch <<'EOF'\n{text}EOF\"\n"), false),
        ("command -v apply_patch".to_owned(), false),
        ("apply_patch </dev/null".to_owned(), true),
    ] {
        let toolhost = user();
        let (_, result) = run(&toolhost, &cmd);
        assert!(result["exit_code"].is_i64() && result["diff"].is_null(), "{cmd}\n{result}");
        assert_eq!(has_run(&toolhost), runs, "{cmd}");
        assert_eq!(toolhost.bytes("f"), b"one\ntwo\n", "{cmd}");
    }
}

#[test]
fn a_profile_without_the_tool_leaves_it_to_the_shell() {
    let toolhost =
        with_stub(Toolhost::configured("profiles: { default: { tools: [exec_command, write_stdin] } }"));
    let (status, result) = run(&toolhost, &format!("apply_patch <<'EOF'\n{}EOF\n", text()));
    assert_eq!((status, ended(&result)), (0, ("", 0)), "{result}");
    assert_eq!(fs::read_to_string(toolhost.path("ran")).unwrap(), text());
    assert_eq!(toolhost.bytes("f"), b"one\ntwo\n");
}

#[test]
fn what_is_wrong_with_it_is_said_as_the_tool_says_it() {
    let toolhost = user();
    let before = toolhost.tree();
    let heredoc = |text: &str| format!("apply_patch <<'EOF'\n{text}EOF\n");
    let (status, result) = run(&toolhost, &heredoc(&update("f", &["@@", "-nowhere", "+x"])));
    assert_eq!(status, 1);
    assert_refusal(&result, NO_MATCH, &["nowhere"]);
    let (status, result) = run(&toolhost, &heredoc(&patch(&["*** Frobnicate File: f"])));
    assert_eq!(status, 1);
    // Its line in the patch, or in the command.
    assert_refusal(&result, INVALID, &[]);
    assert_number_in(&result, 2..=3);
    // A text that is no patch at all is the tool's to refuse, too.
    let (status, result) = run(&toolhost, &heredoc("nonsense\n"));
    assert_eq!(status, 1);
    assert_refusal(&result, INVALID, &["*** Begin Patch"]);
    assert_unchanged(&before, &toolhost.tree(), "refused");
    assert!(!has_run(&toolhost));
}

#[test]
fn it_counts_as_a_mutation_and_is_held_back_as_one() {
    let toolhost = user();
    toolhost.put("counter", "0\n");
    let mut lines = Lines::start(&toolhost);
    let mut count = |from: usize| {
        let text = update("counter", &["@@", &format!("-{from}"), &format!("+{}", from + 1)]);
        lines.call("exec_command", &json!({"cmd": format!("apply_patch <<'EOF'\n{text}EOF\n")}))
    };
    for from in 0..ALLOWED {
        let result = count(from);
        assert_eq!(operations(&result), [("counter", "updated")], "{result}");
    }
    let result = count(ALLOWED);
    assert_refusal(&result, UNVERIFIED, &[]);
    assert_numbers(&result, &[ALLOWED]);
    assert_eq!(toolhost.bytes("counter"), format!("{ALLOWED}\n").as_bytes());
}

#[test]
fn clients_of_mcp_are_served_alike() {
    let toolhost = user();
    let mut mcp = Mcp::initialized(&toolhost);
    let cmd = format!("apply_patch <<'EOF'\n{}EOF\n", text());
    let answer = mcp.request("tools/call", &json!({"name": "exec_command", "arguments": {"cmd": cmd}}));
    assert_eq!(answer["result"]["isError"], false, "{answer}");
    assert_eq!(operations(&answer["result"]["structuredContent"]), [("f", "updated")]);
    toolhost.assert_files(&[("f", EDITED), ("sub/f", "one\ntwo\n")]);
}
