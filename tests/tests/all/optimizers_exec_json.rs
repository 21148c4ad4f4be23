//! The protocol of `exec_json`, to the byte, and every way in which an optimizer can fail: then the model gets what
//! it would get without one.

use serde_json::{Value, json};

use crate::support::guard::program;
use crate::support::optimizers::{REDUCE, REWRITE, Scripted, Tools, assert_original, assert_reduced, block};
use crate::support::{Lines, Mcp};

/// What the command of most rows prints.
const OUTPUT: &str = "one and a half sentence, which an optimizer makes shorter";
const COMMAND: &str = "printf '%s' 'one and a half sentence, which an optimizer makes shorter'; exit 7";

#[test]
fn the_example_of_the_specification_rewrites_and_reduces() {
    let Some(tools) = Tools::find() else { return };
    let scripted = Scripted::new(&tools);
    let rewritten = "printf '%s' 'two and a half sentences, which were asked for'";
    let arguments = ["--profile", "default", "--rewrite", rewritten, "--reduce", "two"];
    let mut provider = scripted.provider("local-optimizer", &arguments);
    provider["stages"] = json!([REWRITE, REDUCE]);
    scripted.configure(&block(&[REWRITE, REDUCE], &[provider]));

    let result = scripted.toolhost.exec(COMMAND);
    assert_eq!(result["command"], rewritten, "{result}");
    assert_eq!(result["exit_code"], 0, "{result}");
    assert_reduced(&result, "local-optimizer", "two", "two and a half sentences, which were asked for");

    // The arguments as they are configured, and nothing else.
    let records = scripted.toolhost.path("records");
    let expected = [&["--record", records.to_str().unwrap()][..], &arguments].concat();
    assert_eq!(scripted.records("argv"), vec![json!(expected).to_string().replace("\",\"", "\", \""); 2]);

    // One JSON value for each stage, with the fields of the specification in its order and nothing else.
    let requests = scripted.records("request");
    let request: Value = serde_json::from_str(&requests[0]).unwrap();
    let call_id = request["call_id"].as_str().unwrap_or_else(|| panic!("{request}"));
    assert!(!call_id.is_empty(), "{request}");
    let expected = [
        format!(
            "{{\"schema\":\"vekil.tool_optimizer.v1\",\"operation\":\"rewrite_command\",\"tool_name\":\"exec_command\",\
             \"call_id\":{},\"command\":{},\"metadata\":{{}}}}",
            json!(call_id),
            json!(COMMAND)
        ),
        format!(
            "{{\"schema\":\"vekil.tool_optimizer.v1\",\"operation\":\"reduce_output\",\"tool_name\":\"exec_command\",\
             \"call_id\":{},\"command\":{},\"output\":\"two and a half sentences, which were asked for\",\
             \"metadata\":{{}}}}",
            json!(call_id),
            json!(rewritten)
        ),
    ];
    assert_eq!(requests.iter().map(|request| request.trim_end()).collect::<Vec<_>>(), expected);
    scripted.toolhost.assert_class("local-optimizer", &["changed"], "both stages");
    scripted.expect_no_process("both stages");
}

#[test]
fn texts_go_to_an_optimizer_and_come_back_as_they_are() {
    let Some(tools) = Tools::find() else { return };
    for text in [
        "quotes \" ' and \\ and / and <b>&amp;",
        "tab\tand\nlines\n\nwithout an end",
        "ends with one\n",
        "ä, 語, 🦀, \u{2028}",
        "{\"changed\": false}",
    ] {
        let scripted = Scripted::new(&tools);
        let reduced = format!("short: {text}");
        scripted
            .configure(&block(&[REDUCE], &[scripted.provider("local-optimizer", &["--reduce", &reduced])]));
        let long = format!("{text}{}", text.repeat(20));
        scripted.toolhost.write("long", &long);
        let result = scripted.toolhost.exec("cat long");
        assert_reduced(&result, "local-optimizer", &reduced, &long);
        let request: Value = serde_json::from_str(&scripted.records("request")[0]).unwrap();
        assert_eq!(request["output"], long.as_str());
        assert_eq!(request["command"], "cat long");
    }
}

#[test]
fn a_hint_is_sent_where_there_is_one() {
    let Some(tools) = Tools::find() else { return };
    let scripted = Scripted::new(&tools);
    scripted.configure(&block(&[REDUCE], &[scripted.provider("local-optimizer", &["--reduce", "short"])]));
    scripted.toolhost.optimize("reduce", "go test ./...", "a long output");
    scripted.toolhost.optimize("reduce", "go testify ./...", "a long output");
    let requests = scripted.records("request");
    assert!(
        requests[0].contains(
            "\"command\":\"go test ./...\",\"filter_hint\":\"go-test\",\"output\":\"a long output\""
        ),
        "{requests:?}"
    );
    assert!(
        requests[1].contains("\"command\":\"go testify ./...\",\"output\":\"a long output\""),
        "{requests:?}"
    );
}

/// What becomes of an answer.
enum Outcome {
    /// It is used, whatever else the optimizer does.
    Used,
    /// The original is, and this is counted: the names of classes that would do.
    Original(&'static [&'static str]),
}
use Outcome::{Original, Used};

/// How an optimizer can answer, and what becomes of it.
const FAULTS: [(&str, Outcome); 21] = [
    ("none", Used),
    // They write more, or less, than they need to.
    ("more_fields", Used),
    ("some_stderr", Used),
    // They do not read the request, or write before they do.
    ("deaf", Used),
    ("greeted", Used),
    // It exits, but a child of its own does not and holds the pipe.
    ("leave_child", Used),
    ("not_changed", Original(&["unchanged"])),
    ("no_field", Original(&["unchanged"])),
    ("garbage", Original(&["failed"])),
    ("empty", Original(&["failed"])),
    ("listed", Original(&["failed", "unchanged"])),
    ("two", Original(&["failed"])),
    ("trailing", Original(&["failed"])),
    ("not_text", Original(&["failed"])),
    ("number", Original(&["failed", "unchanged"])),
    ("words", Original(&["failed", "unchanged"])),
    ("exit_3", Original(&["failed"])),
    ("killed", Original(&["failed"])),
    ("much_stdout", Original(&["failed"])),
    ("much_stderr", Original(&["failed"])),
    ("hang", Original(&["timed_out"])),
];

#[test]
fn an_optimizer_that_fails_costs_nothing_but_its_reduction() {
    let Some(tools) = Tools::find() else { return };
    for (fault, outcome) in &FAULTS {
        let scripted = Scripted::new(&tools);
        let arguments = ["--fault", fault, "--reduce", "EDGE"];
        let mut block = block(&[REDUCE], &[scripted.provider("local-optimizer", &arguments)]);
        if *fault == "hang" {
            block[REDUCE].as_object_mut().unwrap().remove("timeout_ms");
        }
        scripted.configure(&block);
        let result = scripted.toolhost.exec(COMMAND);
        assert_eq!(result["exit_code"], 7, "{fault}: {result}");
        match outcome {
            Used => assert_reduced(&result, "local-optimizer", "EDGE", OUTPUT),
            Original(classes) => {
                assert_original(&result, OUTPUT, 7, fault);
                scripted.toolhost.assert_class("local-optimizer", classes, fault);
            }
        }
        assert!(!scripted.records("argv").is_empty(), "{fault}: it was not called");
        scripted.expect_no_process(fault);
    }
}

#[test]
fn an_optimizer_that_fails_leaves_the_command_as_it_is() {
    let Some(tools) = Tools::find() else { return };
    for (fault, outcome) in &FAULTS {
        let scripted = Scripted::new(&tools);
        let rewritten = "printf EDGE; exit 7";
        let arguments = ["--fault", fault, "--rewrite", rewritten];
        let mut block = block(&[REWRITE], &[scripted.provider("local-optimizer", &arguments)]);
        if *fault == "hang" {
            block[REWRITE].as_object_mut().unwrap().remove("timeout_ms");
        }
        scripted.configure(&block);
        let result = scripted.toolhost.exec(COMMAND);
        match outcome {
            Used => {
                assert_eq!(result["command"], rewritten, "{fault}: {result}");
                assert_eq!(result["output"], "EDGE", "{fault}: {result}");
            }
            Original(classes) => {
                assert_original(&result, OUTPUT, 7, fault);
                scripted.toolhost.assert_class("local-optimizer", classes, fault);
            }
        }
        assert_eq!(result["exit_code"], 7, "{fault}: {result}");
        scripted.expect_no_process(fault);
    }
}

#[test]
fn an_answer_that_comes_late_is_rejected() {
    let Some(tools) = Tools::find() else { return };
    let scripted = Scripted::new(&tools);
    let provider =
        scripted.provider("local-optimizer", &["--fault", "late", "--reduce", "short", "--rewrite", "true"]);
    let mut block = block(&[REWRITE, REDUCE], &[provider]);
    for stage in [REWRITE, REDUCE] {
        block[stage].as_object_mut().unwrap().remove("timeout_ms");
    }
    scripted.configure(&block);
    assert_original(&scripted.toolhost.exec(COMMAND), OUTPUT, 7, "late");
    scripted.toolhost.assert_class("local-optimizer", &["timed_out", "late"], "late");
    scripted.expect_no_process("late");
    // The very same without a deadline.
    block[REWRITE]["enabled"] = json!(false);
    block[REDUCE]["timeout_ms"] = json!(0);
    scripted.configure(&block);
    let result = scripted.toolhost.exec(COMMAND);
    assert_reduced(&result, "local-optimizer", "short", OUTPUT);
}

#[test]
fn an_optimizer_that_is_not_there_or_no_program_is_left_out() {
    let Some(tools) = Tools::find() else { return };
    for (what, path, classes) in [
        ("missing", Some("nowhere/optimizer"), &["not_found", "config"][..]),
        ("not executable", Some("plain"), &["failed", "denied", "not_found", "config"]),
        ("a folder", Some("records"), &["failed", "denied", "not_found", "config"]),
        ("no program", Some("binary"), &["failed"]),
        ("a bare name that nothing has", None, &["not_found", "config"]),
    ] {
        let scripted = Scripted::new(&tools);
        let lie = "#!/bin/sh\necho '{\"changed\": true, \"command\": \"true\", \"output\": \"lie\"}'\n";
        std::fs::write(scripted.toolhost.path("plain"), lie).unwrap();
        program(&scripted.toolhost, "binary", "\u{7f}ELF no program");
        let mut provider = scripted.provider("local-optimizer", &[]);
        provider["path"] =
            path.map_or(json!("no-such-optimizer"), |path| json!(scripted.toolhost.path(path)));
        scripted.configure(&block(&[REWRITE, REDUCE], &[provider]));
        assert_original(&scripted.toolhost.exec(COMMAND), OUTPUT, 7, what);
        scripted.toolhost.assert_class("local-optimizer", classes, what);
        scripted.expect_no_process(what);
    }
}

#[test]
fn replacements_that_are_none_are_not_used() {
    let Some(tools) = Tools::find() else { return };
    let long = format!("true #{}", "x".repeat(32_768));
    for (replacement, classes) in [
        ("", &["invalid", "unchanged"][..]),
        (" \n\t ", &["invalid"]),
        (COMMAND, &["invalid", "unchanged"]),
        ("true<NUL>", &["invalid"]),
        (&long, &["invalid"]),
    ] {
        let scripted = Scripted::new(&tools);
        let provider = scripted.provider("local-optimizer", &["--rewrite", replacement]);
        scripted.configure(&block(&[REWRITE], &[provider]));
        let what = &replacement[..replacement.len().min(20)];
        assert_original(&scripted.toolhost.exec(COMMAND), OUTPUT, 7, what);
        scripted.toolhost.assert_class("local-optimizer", classes, what);
    }
    for replacement in ["", " \n\t ", OUTPUT] {
        let scripted = Scripted::new(&tools);
        let provider = scripted.provider("local-optimizer", &["--reduce", replacement]);
        scripted.configure(&block(&[REDUCE], &[provider]));
        assert_original(&scripted.toolhost.exec(COMMAND), OUTPUT, 7, replacement);
        scripted.toolhost.assert_class("local-optimizer", &["invalid", "unchanged"], replacement);
    }
}

#[test]
fn a_rewritten_command_may_have_lines() {
    let Some(tools) = Tools::find() else { return };
    let scripted = Scripted::new(&tools);
    let rewritten = "printf one\nprintf two\r\nexit 7";
    scripted
        .configure(&block(&[REWRITE], &[scripted.provider("local-optimizer", &["--rewrite", rewritten])]));
    let (status, result) = scripted.toolhost.call("exec_command", &json!({"cmd": COMMAND}));
    assert_eq!(result["command"], rewritten, "{result}");
    assert!(status == 1 && result["output"].as_str().unwrap().starts_with("onetwo"), "{result}");
}

#[test]
fn every_front_end_has_the_same_optimizers() {
    let Some(tools) = Tools::find() else { return };
    let scripted = Scripted::new(&tools);
    let rewritten = "printf 'two, which is a short text'";
    let told = ["--rewrite", rewritten, "--reduce", "two"];
    scripted.configure(&block(&[REWRITE, REDUCE], &[scripted.provider("local-optimizer", &told)]));
    let check = |result: &Value| {
        assert_eq!(result["command"], rewritten, "{result}");
        assert_reduced(result, "local-optimizer", "two", "two, which is a short text");
    };
    check(&scripted.toolhost.exec("true"));
    let mut lines = Lines::start(&scripted.toolhost);
    check(&lines.exec("true"));
    lines.end();
    let mut mcp = Mcp::initialized(&scripted.toolhost);
    let arguments = json!({"name": "exec_command", "arguments": {"cmd": "true"}});
    let result = mcp.request("tools/call", &arguments)["result"].take();
    check(&result["structuredContent"]);
    let text = result["content"][0]["text"].as_str().unwrap();
    // Behind the header, which has the command.
    assert_eq!(text.lines().skip(2).collect::<Vec<_>>(), ["two"], "{result}");
}

#[test]
fn a_command_that_runs_on_is_not_reduced() {
    let Some(tools) = Tools::find() else { return };
    let scripted = Scripted::new(&tools);
    scripted.configure(&block(&[REDUCE], &[scripted.provider("local-optimizer", &["--reduce", "short"])]));
    let mut lines = Lines::start(&scripted.toolhost);
    let id =
        lines.start_until("printf 'a long first part'; read answer; printf 'and a second'", true, "part");
    let result = lines.type_to_end(id, "go\n");
    assert!(result["output"].as_str().unwrap().contains("and a second"), "{result}");
    assert!(result["reduced_by"].is_null() && scripted.records("request").is_empty(), "{result}");
}
