//! Reported faults of rewritten commands: one test a row of the table that they were collected in, named after the
//! row. Where a row was seen with the real optimizer, it is the real one that would rewrite.

use serde_json::json;

use crate::support::guard::program;
use crate::support::optimizers::{AMPLE, REDUCE, REWRITE, Scripted, Tools, assert_original, block, strict};
use crate::support::{Lines, Toolhost};

/// A user whose commands the real optimizer rewrites.
fn real(tools: &Tools) -> Toolhost {
    let toolhost = tools.user();
    toolhost.configure(&json!({"tool_optimizers": strict(&[REWRITE], &[tools.real()])}).to_string());
    toolhost
}

/// Fails unless none of these commands is changed.
fn assert_left_alone(commands: &[&str]) {
    let Some(tools) = Tools::find() else { return };
    let toolhost = real(&tools);
    for command in commands {
        let ran = toolhost.optimize("rewrite", command, "");
        assert_eq!(ran.stdout.trim_end_matches('\n'), *command, "{ran:?}");
        assert!(ran.stderr.contains("rtk"), "{command}: it was not asked: {ran:?}");
    }
}

#[test]
fn what_these_rows_need_is_there() {
    let Some(tools) = Tools::find() else { return };
    let toolhost = real(&tools);
    for (command, expected) in [
        ("tsc", "rtk tsc"),
        ("tsc -p bad", "rtk tsc -p bad"),
        ("cd sub && tsc", "cd sub && rtk tsc"),
        ("FOO=1 tsc", "FOO=1 rtk tsc"),
    ] {
        let ran = toolhost.optimize("rewrite", command, "");
        assert_eq!(ran.stdout.trim_end_matches('\n'), expected, "{ran:?}");
        assert!(ran.stderr.contains("changed"), "{command}: {ran:?}");
    }
}

#[test]
fn what_is_not_known_to_be_kept_whole_is_left_alone() {
    assert_left_alone(&[
        "git status",
        "git log",
        "cargo test",
        "go test ./...",
        "cat notes.txt",
        "PATH=bin tsc",
        "tsc() { true; }; tsc",
    ]);
}

/// What a program reads is not for a model.
#[test]
fn a1_a2_a3_what_another_program_reads_is_left_alone() {
    let Some(tools) = Tools::find() else { return };
    let toolhost = real(&tools);
    let lines: String = (0..60).map(|number| format!("match {number}\n")).collect();
    toolhost.write("sixty.txt", lines);
    for (command, expected) in [
        ("grep -n match sixty.txt | wc -l", "60\n"),
        ("grep -n match sixty.txt | head -2", "1:match 0\n2:match 1\n"),
        ("grep -n match sixty.txt | tail -1", "60:match 59\n"),
        ("grep match sixty.txt | grep -v 'match [1-9]'", "match 0\n"),
    ] {
        assert_original(&toolhost.exec(command), expected, 0, command);
    }
    assert_left_alone(&[
        "ps aux | grep python | grep -v grep",
        "git diff | wc -l",
        "cargo test 2>&1 | tee log",
        "tsc | tee log",
    ]);
}

#[test]
fn a5_flags_that_say_what_is_printed_are_obeyed() {
    let Some(tools) = Tools::find() else { return };
    let toolhost = real(&tools);
    toolhost.write("f", "p=\"1\" a:b:c\nfoo p=\"2\"\nfoo\n");
    for (command, expected) in [
        ("grep -c foo f", "2\n"),
        ("grep -o 'p=\"[^\"]*\"' f", "p=\"1\"\np=\"2\"\n"),
        ("grep -l foo f", "f\n"),
        ("grep -q foo f", ""),
        ("grep -n a:b f", "1:p=\"1\" a:b:c\n"),
    ] {
        let result = toolhost.exec(command);
        assert_eq!(
            (result["output"].as_str(), &result["exit_code"]),
            (Some(expected), &json!(0)),
            "{command}: {result}"
        );
    }
}

/// An optimizer of the real one's command line that does as the row says; returns its entry.
fn imitated(toolhost: &Toolhost, script: &str) -> serde_json::Value {
    program(toolhost, "rtk", &format!("#!/bin/sh\n{script}\n"));
    json!({"id": "imitated", "type": "rtk_cli", "path": toolhost.path("rtk")})
}

#[test]
fn a6_a7_every_way_to_answer_is_told_apart() {
    let Some(tools) = Tools::find() else { return };
    for (script, rewritten, classes) in [
        ("echo printf rewritten", Some("printf rewritten"), &["changed"][..]),
        ("printf '  printf rewritten \\n\\n'", Some("printf rewritten"), &["changed"]),
        ("exit 1", None, &["unchanged"]),
        ("echo 'No rewrite for: x' >&2; exit 1", None, &["unchanged"]),
        ("exit 0", None, &["unchanged", "failed"]),
        // Where others once discarded a rewrite that was meant, nobody saw why.
        ("echo printf rewritten; exit 3", None, &["failed"]),
        ("echo printf rewritten; exit 1", None, &["failed"]),
        ("exit 2", None, &["failed"]),
        ("kill -9 $$", None, &["failed"]),
        ("sleep 3600", None, &["timed_out"]),
    ] {
        let toolhost = tools.user();
        let mut block = block(&[REWRITE], &[imitated(&toolhost, script)]);
        if script.starts_with("sleep") {
            block[REWRITE].as_object_mut().unwrap().remove("timeout_ms");
        }
        toolhost.configure(&json!({"tool_optimizers": block}).to_string());
        let result = toolhost.exec("printf original");
        assert_eq!(result["command"].as_str(), rewritten, "{script}: {result}");
        assert_eq!(result["output"], if rewritten.is_some() { "rewritten" } else { "original" }, "{script}");
        toolhost.assert_class("imitated", classes, script);
    }
    let toolhost = tools.user();
    let mut missing = tools.real();
    missing["path"] = json!(toolhost.path("nowhere"));
    toolhost.configure(&json!({"tool_optimizers": block(&[REWRITE], &[missing])}).to_string());
    assert_original(&toolhost.exec("printf original"), "original", 0, "missing");
    toolhost.assert_class("rtk", &["not_found", "config"], "missing");
}

#[test]
fn a7_the_command_line_is_that_of_the_specification() {
    let Some(tools) = Tools::find() else { return };
    let toolhost = tools.user();
    let log = toolhost.path("log");
    let script = format!(
        "printf '<%s>' \"$@\" >>'{0}'; echo >>'{0}'; [ \"$1\" != pipe ] || cat >>'{0}'",
        log.display()
    );
    let provider = imitated(&toolhost, &script);
    toolhost.configure(&json!({"tool_optimizers": block(&[REWRITE, REDUCE], &[provider])}).to_string());
    let logged = |stage: &str, command: &str, input: &str| {
        std::fs::write(&log, "").unwrap();
        toolhost.optimize(stage, command, input);
        std::fs::read_to_string(&log).unwrap()
    };
    assert_eq!(logged("rewrite", "printf 'a  b'\n-- ", ""), "<hook><check><--><printf 'a  b'\n-- >\n");
    for (command, expected) in [
        ("cargo test", "<pipe><--filter><cargo-test>"),
        ("go test ./...", "<pipe><--filter><go-test>"),
        ("git diff", "<pipe><--filter><git-diff>"),
        ("true", "<pipe>"),
    ] {
        let output = "the output\nas it is";
        assert_eq!(logged("reduce", command, output), format!("{expected}\n{output}"), "{command}");
    }
}

#[test]
fn a8_operators_of_bash_stay_as_they_are() {
    assert_left_alone(&["tsc |& tail", "tsc |& tee log", "diff <(git status) old"]);
}

#[test]
fn a9_the_interpreter_stays() {
    assert_left_alone(&[
        "python -m pytest",
        "python3 -m pytest -q",
        "./venv/bin/python -m pytest",
        "uv run pytest",
    ]);
}

#[test]
fn a10_the_runner_and_the_arguments_stay() {
    assert_left_alone(&["npx vitest run", "vitest run", "gradle build", "eslint .", "pnpm exec vitest run"]);
}

/// A user whose `PATH` has the real optimizer, a runner that says when it runs, and a folder of the test's own for more.
fn with_runner(tools: &Tools) -> Toolhost {
    let mut toolhost = real(tools);
    program(&toolhost, "bin/npx", "#!/bin/sh\ntouch fetched\n");
    std::os::unix::fs::symlink(tools.rtk(), toolhost.path("bin/rtk")).unwrap();
    let path = format!("{}:/usr/bin:/bin", toolhost.path("bin").display());
    toolhost.variable("PATH", &path);
    toolhost
}

/// The optimizer looks for it in other places than a shell does, and has it fetched where it is nowhere.
#[test]
fn a10_a_program_that_is_not_there_is_not_fetched() {
    let Some(tools) = Tools::find() else { return };
    let toolhost = with_runner(&tools);
    let result = toolhost.exec("tsc -p .");
    assert_eq!((&result["exit_code"], &result["command"]), (&json!(127), &json!(null)), "{result}");
    assert!(!toolhost.workspace().join("fetched").exists());
    program(&toolhost, "bin/tsc", "#!/bin/sh\necho checked\n");
    assert_eq!(toolhost.exec("tsc -p .")["command"], "rtk tsc -p .");
}

#[test]
fn a12_what_changes_or_is_elsewhere_is_left_alone() {
    assert_left_alone(&[
        "find . -name x -delete",
        "find . -exec rm {} \\;",
        "ssh h git status",
        "git push --force",
        "git push",
        "docker exec c pytest",
        "kubectl exec p -- cargo test",
        "git commit -m x",
        "git add .",
    ]);
}

/// The gateway judges the command that runs, not the one that was asked for.
#[test]
fn a13_a_rewritten_command_has_no_more_leave_than_any_other() {
    let toolhost = Toolhost::new();
    let rewriting = imitated(&toolhost, "echo 'rm -f kept && echo rewritten'");
    let mut block = block(&[REWRITE], &[rewriting]);
    block[REWRITE]["acceptance"] = json!("off");
    let configuration = json!({"tool_optimizers": block, "edit_guard": {"mutations": 1}});
    toolhost.configure(&configuration.to_string());
    toolhost.write("kept", "");
    let mut lines = Lines::start(&toolhost);
    let patch = "*** Begin Patch\n*** Add File: new\n+x\n*** End Patch\n";
    assert!(lines.call("apply_patch", &json!({"patch": patch}))["error"].is_null());
    let held_back = lines.call("exec_command", &json!({"cmd": "echo harmless"}));
    assert_eq!(held_back["error"]["code"], "verification_required", "{held_back}");
    assert!(toolhost.workspace().join("kept").exists());
}

#[test]
fn a14_what_the_shell_expands_or_writes_is_left_alone() {
    let Some(tools) = Tools::find() else { return };
    let toolhost = real(&tools);
    tools.project(&toolhost, "git");
    for command in ["git log --oneline > out", "git status `touch made`", "cat $(echo entries.txt)"] {
        let result = toolhost.exec(command);
        assert!(result["command"].is_null(), "{command}: {result}");
    }
    let log = std::fs::read_to_string(toolhost.workspace().join("out")).unwrap();
    assert_eq!(log.lines().count(), 120);
    assert!(toolhost.workspace().join("made").is_file());
}

#[test]
fn a16_all_else_in_a_call_stays() {
    let Some(tools) = Tools::find() else { return };
    let scripted = Scripted::new(&tools);
    let provider = scripted.provider("local-optimizer", &["--rewrite", "pwd; test -t 1 && echo terminal"]);
    scripted.configure(&block(&[REWRITE], &[provider]));
    std::fs::create_dir(scripted.toolhost.workspace().join("sub")).unwrap();
    let arguments = json!({"cmd": "true", "workdir": "sub", "tty": true, "yield_time_ms": 20_000});
    let (_, result) = scripted.toolhost.call("exec_command", &arguments);
    let output = result["output"].as_str().unwrap_or_else(|| panic!("{result}"));
    assert!(output.contains("/sub\n") && output.contains("terminal"), "{result}");
    assert_eq!(result["effective_yield_time_ms"], 20_000, "{result}");
}

/// The optimizer is there for the host, and not where commands look for programs.
#[test]
fn a17_a_program_that_commands_do_not_find_is_not_brought_in() {
    let Some(tools) = Tools::find() else { return };
    let mut toolhost = real(&tools);
    toolhost.write("tsc", "");
    toolhost.variable("PATH", "/usr/local/bin:/usr/bin:/bin");
    let ran = toolhost.optimize("rewrite", "tsc -p good", "");
    assert_eq!(ran.stdout, "tsc -p good\n", "{ran:?}");
    assert!(ran.stderr.contains("program_missing, the program `rtk` is not found"), "{ran:?}");
}

#[test]
fn a17_an_optimizer_that_is_gone_is_not_run_from_memory() {
    let Some(tools) = Tools::find() else { return };
    let toolhost = with_runner(&tools);
    program(&toolhost, "bin/tsc", "#!/bin/sh\necho checked\n");
    let mut lines = Lines::start(&toolhost);
    let command = |lines: &mut Lines| {
        let result = lines.call("exec_command", &json!({"cmd": "tsc -p ."}));
        assert_eq!(result["exit_code"], 0, "{result}");
        result["command"].clone()
    };
    let rtk = toolhost.path("bin/rtk");
    for _ in 0..2 {
        assert_eq!(command(&mut lines), "rtk tsc -p .");
        std::fs::remove_file(&rtk).unwrap();
        assert_eq!(command(&mut lines), json!(null));
        std::os::unix::fs::symlink(tools.rtk(), &rtk).unwrap();
    }
}

#[test]
fn a20_an_optimizer_that_reads_its_input_reaches_its_end() {
    let Some(tools) = Tools::find() else { return };
    let toolhost = tools.user();
    let provider = imitated(&toolhost, "cat; echo printf rewritten");
    toolhost.configure(&json!({"tool_optimizers": block(&[REWRITE], &[provider])}).to_string());
    assert_eq!(toolhost.exec("printf original")["output"], "rewritten");
}

#[test]
fn a21_another_program_of_that_name_changes_nothing() {
    let Some(tools) = Tools::find() else { return };
    let toolhost = tools.user();
    let usage = "echo 'error: unrecognized subcommand'\necho 'Usage: rtk [OPTIONS] [FILE]'; exit 2";
    let mut provider = imitated(&toolhost, usage);
    provider.as_object_mut().unwrap().remove("path");
    // Before the real one.
    let mut toolhost = toolhost;
    let path = format!("{}:{}", toolhost.path("").display(), tools.path());
    toolhost.variable("PATH", &path);
    toolhost.configure(&json!({"tool_optimizers": block(&[REWRITE, REDUCE], &[provider])}).to_string());
    assert_original(&toolhost.exec("printf original"), "original", 0, "another rtk");
    toolhost.assert_class("imitated", &["failed"], "another rtk");
}

#[test]
fn a22_calls_side_by_side_are_all_rewritten() {
    let Some(tools) = Tools::find() else { return };
    let toolhost = tools.user();
    let provider = imitated(&toolhost, "[ \"$1\" = hook ] && echo \"printf 'rewritten: %s' '$4'\"");
    let mut block = block(&[REWRITE], &[provider]);
    block[REWRITE]["timeout_ms"] = json!(AMPLE);
    toolhost.configure(&json!({"tool_optimizers": block}).to_string());
    let mut lines = Lines::start(&toolhost);
    let ids: Vec<String> = (0..6).map(|number| number.to_string()).collect();
    for id in &ids {
        lines.send(id, "exec_command", &json!({"cmd": format!("echo {id}"), "yield_time_ms": 30_000}));
    }
    for id in &ids {
        let result = lines.result(id);
        assert_eq!(result["output"], format!("rewritten: echo {id}"), "{result}");
    }
    lines.end();
}
