//! Every default and every fixed limit of the optimizers, by what the program does, and what a wrong block costs.

use serde_json::{Value, json};

use crate::support::guard::program;
use crate::support::optimizers::{
    AMPLE, REDUCE, REWRITE, Scripted, Tools, assert_original, assert_reduced, block, strict,
};
use crate::support::{Lines, Toolhost};

const ID: &str = "local-optimizer";

/// An optimizer that would change everything, and a block with both stages on.
fn eager(tools: &Tools) -> (Scripted, Value) {
    let scripted = Scripted::new(tools);
    let provider = scripted.provider(ID, &["--rewrite", REWRITTEN, "--reduce", "short"]);
    let block = block(&[REWRITE, REDUCE], &[provider]);
    (scripted, block)
}

const COMMAND: &str = "printf 'the command as it was sent'";
const OUTPUT: &str = "the command as it was sent";
const REWRITTEN: &str = "printf 'the command as it was rewritten'";

/// Which stages changed something, by the result of [`COMMAND`].
fn stages(result: &Value) -> (bool, bool) {
    let (rewritten, reduced) = (!result["command"].is_null(), !result["reduced_by"].is_null());
    assert_eq!(result["exit_code"], 0, "{result}");
    if !rewritten && !reduced {
        assert_original(result, OUTPUT, 0, "nothing changed it");
    }
    (rewritten, reduced)
}

#[test]
fn what_is_on_is_what_the_block_says() {
    let Some(tools) = Tools::find() else { return };
    let (scripted, _) = eager(&tools);
    let own = |stages: Option<Value>, key: &str, value: Value| {
        let mut provider = scripted.provider(ID, &["--rewrite", REWRITTEN, "--reduce", "short"]);
        if let Some(stages) = stages {
            provider["stages"] = stages;
        }
        if !key.is_empty() {
            provider[key] = value;
        }
        provider
    };
    let plain = || own(None, "", json!(null));
    let with = |keys: Value| {
        let mut block = block(&[REWRITE, REDUCE], &[plain()]);
        for (key, value) in keys.as_object().unwrap() {
            match (block.get_mut(key).and_then(Value::as_object_mut), value) {
                (Some(there), Value::Object(fields)) => there.extend(fields.clone()),
                _ => block[key] = value.clone(),
            }
        }
        block
    };
    let providers = |provider: Value| with(json!({"providers": [provider]}));
    let calls = |value: Value| with(json!({"tools": {"shell_function_calls": value}}));
    let (nothing, rewrite, reduce, both) = ((false, false), (true, false), (false, true), (true, true));
    let table = [
        ("both stages", with(json!({})), both),
        ("off", with(json!({"enabled": false})), nothing),
        ("off without a word", json!({REWRITE: {"enabled": true}, "providers": [plain()]}), nothing),
        ("no stage", json!({"enabled": true, "providers": [plain()]}), nothing),
        (
            "stages without a word",
            json!({"enabled": true, REWRITE: {}, REDUCE: {}, "providers": [plain()]}),
            nothing,
        ),
        ("no rewriting", with(json!({REWRITE: {"enabled": false}})), reduce),
        ("no reducing", with(json!({REDUCE: {"enabled": false}})), rewrite),
        ("no provider", with(json!({"providers": []})), nothing),
        ("stages are empty", providers(own(Some(json!([])), "", json!(null))), both),
        ("one stage", providers(own(Some(json!([REWRITE])), "", json!(null))), rewrite),
        ("the other", providers(own(Some(json!([REDUCE])), "", json!(null))), reduce),
        ("both by name", providers(own(Some(json!([REDUCE, REWRITE])), "", json!(null))), both),
        ("provider is on", providers(own(None, "enabled", json!(true))), both),
        ("provider is off", providers(own(None, "enabled", json!(false))), nothing),
        ("shell calls without a word", calls(json!({})), both),
        ("shell calls are on", calls(json!({"enabled": true})), both),
        ("shell calls are off", calls(json!({"enabled": false})), nothing),
        // These are for the proxy; a tool says itself that it runs commands.
        ("other names", calls(json!({"names": ["another_tool"], "command_arg_path": "/command"})), both),
        ("its default", with(json!({REWRITE: {"streaming_mode": "disabled"}})), both),
        ("a dry run", providers(json!({"id": ID, "type": "noop", "path": "x", "args": ["y"]})), nothing),
    ];
    for (what, block, expected) in table {
        scripted.configure(&block);
        // Another command each time: what was once answered for one would stay.
        let result = scripted.toolhost.exec(&format!("{COMMAND} # {what}"));
        assert_eq!(stages(&result), expected, "{what}");
    }
    // And for a user who has not configured anything.
    scripted.toolhost.configure("{}");
    assert_original(&scripted.toolhost.exec(COMMAND), OUTPUT, 0, "no block");
}

#[test]
fn outputs_are_reduced_from_the_least_to_the_greatest_size() {
    let Some(tools) = Tools::find() else { return };
    let (scripted, mut block) = eager(&tools);
    block[REWRITE]["enabled"] = json!(false);
    let sizes = |keys: Value| {
        let mut block = block.clone();
        block[REDUCE].as_object_mut().unwrap().remove("min_input_bytes");
        for (key, value) in keys.as_object().unwrap() {
            block[REDUCE][key] = value.clone();
        }
        block
    };
    let table = [
        (json!({}), 19_999, false),
        (json!({}), 20_000, true),
        (json!({}), 500_000, true),
        (json!({}), 500_001, false),
        (json!({"min_input_bytes": 30_000}), 29_999, false),
        (json!({"min_input_bytes": 30_000}), 30_000, true),
        (json!({"min_input_bytes": 0}), 10, true),
        (json!({"max_input_bytes": 30_000}), 30_000, true),
        (json!({"max_input_bytes": 30_000}), 30_001, false),
        (json!({"max_input_bytes": 0}), 500_001, true),
        // What no configuration lifts.
        (json!({"max_input_bytes": 0}), 4_194_304, true),
        (json!({"max_input_bytes": 0}), 4_194_305, false),
        // Nothing is there to be reduced.
        (json!({"min_input_bytes": 0}), 0, false),
    ];
    for (keys, size, is_reduced) in table {
        scripted.configure(&sizes(keys.clone()));
        scripted.forget();
        let result = scripted.toolhost.exec(&format!("head -c {size} /dev/zero | tr '\\0' x # {keys}"));
        assert_eq!(result["total_output_bytes"], size, "{keys}");
        assert_eq!(result["reduced_by"] == ID, is_reduced, "{keys} {size}: {}", result["reduced_by"]);
        assert_eq!(scripted.records("request").len(), usize::from(is_reduced), "{keys} {size}");
        if is_reduced {
            assert_reduced(&result, ID, "short", &"x".repeat(size));
        }
    }
}

#[test]
fn commands_are_rewritten_up_to_the_greatest_size() {
    let Some(tools) = Tools::find() else { return };
    for (size, is_rewritten) in [(32_768, true), (32_769, false)] {
        let scripted = Scripted::new(&tools);
        let rewritten = format!("{:x<size$}", "true #");
        assert_eq!(rewritten.len(), size);
        scripted.configure(&block(&[REWRITE], &[scripted.provider(ID, &["--rewrite", &rewritten])]));
        let result = scripted.toolhost.exec(COMMAND);
        assert_eq!(result["command"] == rewritten.as_str(), is_rewritten, "{size}");
        assert_eq!(result["output"], if is_rewritten { "" } else { OUTPUT }, "{size}");
    }
}

#[test]
fn answers_are_read_up_to_the_greatest_size() {
    let Some(tools) = Tools::find() else { return };
    for (flag, key, default) in
        [("--stdout", "max_stdout_bytes", 1_048_576), ("--stderr", "max_stderr_bytes", 65_536)]
    {
        for (configured, size, is_used) in [
            (None, default, true),
            (None, default + 1, false),
            (Some(1_000), 1_000, true),
            (Some(1_000), 1_001, false),
            (Some(default + 9), default + 9, true),
        ] {
            let scripted = Scripted::new(&tools);
            let size = size.to_string();
            let mut provider = scripted.provider(ID, &["--reduce", "short", flag, &size]);
            if let Some(configured) = configured {
                provider[key] = json!(configured);
            }
            scripted.configure(&block(&[REDUCE], &[provider]));
            let result = scripted.toolhost.exec(COMMAND);
            assert_eq!(result["reduced_by"] == ID, is_used, "{key} {configured:?} {size}: {result}");
            if !is_used {
                assert_original(&result, OUTPUT, 0, key);
                scripted.toolhost.assert_class(ID, &["failed"], key);
            }
        }
    }
}

#[test]
fn each_stage_has_a_deadline_unasked() {
    let Some(tools) = Tools::find() else { return };
    for (stage, told) in [(REWRITE, "--rewrite"), (REDUCE, "--reduce")] {
        // It answers three seconds after it was asked.
        for (timeout, is_used) in [(None, false), (Some(json!(1)), false), (Some(json!(AMPLE)), true)] {
            let scripted = Scripted::new(&tools);
            let provider = scripted.provider(ID, &["--fault", "late", told, "printf short"]);
            let mut block = block(&[stage], &[provider]);
            match &timeout {
                Some(timeout) => block[stage]["timeout_ms"] = timeout.clone(),
                None => drop(block[stage].as_object_mut().unwrap().remove("timeout_ms")),
            }
            scripted.configure(&block);
            let result = scripted.toolhost.exec(COMMAND);
            let is_changed = stages(&result) != (false, false);
            assert_eq!(is_changed, is_used, "{stage} {timeout:?}: {result}");
            // In so little time as one millisecond it may not have been asked.
            if timeout.is_none() {
                scripted.toolhost.assert_class(ID, &["timed_out", "late"], stage);
            }
            scripted.expect_no_process(stage);
        }
    }
}

#[test]
fn a_stage_that_ran_out_of_time_asks_nobody_else() {
    let Some(tools) = Tools::find() else { return };
    let scripted = Scripted::new(&tools);
    let slow = scripted.provider("slow", &["--fault", "hang", "--reduce", "short"]);
    let quick = scripted.provider("quick", &["--reduce", "short"]);
    let mut block = block(&[REDUCE], &[slow, quick]);
    block[REDUCE].as_object_mut().unwrap().remove("timeout_ms");
    scripted.configure(&block);
    assert_original(&scripted.toolhost.exec(COMMAND), OUTPUT, 0, "hang");
    assert_eq!(scripted.records("argv").len(), 1);
    scripted.expect_no_process("hang");
}

/// By way of an API the one comes in a response, the other in the request after it: two turns.
#[test]
fn who_was_too_slow_for_a_command_is_asked_about_its_output() {
    let Some(tools) = Tools::find() else { return };
    let scripted = Scripted::new(&tools);
    let slow =
        ["--fault", "late", "--fault-in", "rewrite_command", "--rewrite", REWRITTEN, "--reduce", "short"];
    let mut block = block(&[REWRITE, REDUCE], &[scripted.provider(ID, &slow)]);
    block[REWRITE].as_object_mut().unwrap().remove("timeout_ms");
    scripted.configure(&block);
    assert_reduced(&scripted.toolhost.exec(COMMAND), ID, "short", OUTPUT);
}

/// Where the frames of a progress line are most of what was printed.
#[test]
fn an_output_is_too_large_by_what_a_model_would_be_shown() {
    let Some(tools) = Tools::find() else { return };
    let (scripted, mut block) = eager(&tools);
    block[REWRITE]["enabled"] = json!(false);
    scripted.configure(&block);
    let frames =
        "yes \"$(printf 'frame of a progress line\\r')\" | head -c 6000000 | tr -d '\\n'; echo; echo done";
    let result = scripted.toolhost.exec(frames);
    assert_eq!((&result["output"], &result["reduced_by"]), (&json!("short"), &json!(ID)), "{result}");
    for (bytes, class) in [(5_000_000, "too_large"), (40_000_000, "too_large")] {
        let result = scripted.toolhost.exec(&format!("yes {bytes} | head -c {bytes}"));
        assert!(result["reduced_by"].is_null(), "{result}");
        scripted.toolhost.assert_class("-", &[class], "what is too large is counted");
    }
    let report = scripted.toolhost.run(&["stats", "--json"]).json();
    let line = report["lines"].as_array().unwrap().iter().find(|line| line["provider"] == "-").unwrap();
    assert_eq!(line["classes"]["too_large"], 2, "{report}");
}

#[test]
fn the_author_of_an_optimizer_is_told_what_it_said() {
    let Some(tools) = Tools::find() else { return };
    let scripted = Scripted::new(&tools);
    scripted
        .configure(&block(&[REDUCE], &[scripted.provider(ID, &["--fault", "fails", "--reduce", "short"])]));
    let ran = scripted.toolhost.optimize("reduce", COMMAND, "some output\n");
    assert_eq!(ran.stdout, "some output\n");
    for line in
        ["local-optimizer: | Traceback (most recent call last):", "local-optimizer: | RuntimeError: told to"]
    {
        assert!(ran.stderr.lines().any(|found| found == line), "{line}: {}", ran.stderr);
    }
    // Not in a log: it may hold what was sent to it.
    let ran = scripted.toolhost.run(&["-vv", "call", "exec_command", &json!({"cmd": COMMAND}).to_string()]);
    assert!(ran.stderr.contains("ended by exit 1") && !ran.stderr.contains("told to"), "{}", ran.stderr);
    // Bounds are named with the way around them.
    scripted.configure(
        &json!({"enabled": true, "output_reduce": {"enabled": true}, "providers": [{"type": "noop"}]}),
    );
    for (input, said) in [
        (
            "x".repeat(51),
            "too_small, 51 bytes are fewer than `output_reduce.min_input_bytes`; with `--any-size`",
        ),
        (
            "x".repeat(500_001),
            "too_large, 500001 bytes are more than `output_reduce.max_input_bytes`; with `--any-size`",
        ),
        ("x".repeat(4_194_305), "too_large, 4194305 bytes are more than the 4194304 that are ever looked at"),
        (String::new(), "it is empty"),
    ] {
        let ran = scripted.toolhost.optimize("reduce", COMMAND, &input);
        assert!(ran.stderr.contains(said), "{said}: {}", ran.stderr);
    }
}

#[test]
fn the_first_valid_change_wins_in_the_order_of_the_configuration() {
    let Some(tools) = Tools::find() else { return };
    let scripted = Scripted::new(&tools);
    let providers = [
        scripted.provider("idle", &[]),
        scripted.provider("broken", &["--fault", "garbage", "--reduce", "a"]),
        scripted.provider("blank", &["--reduce", " "]),
        scripted.provider("first", &["--reduce", "first"]),
        scripted.provider("second", &["--reduce", "2nd"]),
    ];
    scripted.configure(&block(&[REDUCE], &providers));
    assert_reduced(&scripted.toolhost.exec(COMMAND), "first", "first", OUTPUT);
    assert_eq!(scripted.records("request").len(), 4);
    for (id, class) in
        [("idle", "unchanged"), ("broken", "failed"), ("blank", "invalid"), ("first", "changed")]
    {
        scripted.toolhost.assert_class(id, &[class], id);
    }
}

#[test]
fn no_stage_makes_more_than_eight_calls() {
    let Some(tools) = Tools::find() else { return };
    for (idle, is_reduced) in [(7, true), (8, false)] {
        let scripted = Scripted::new(&tools);
        let ids: Vec<String> = (0..idle).map(|number| format!("idle-{number}")).collect();
        let mut providers: Vec<Value> = ids.iter().map(|id| scripted.provider(id, &[])).collect();
        providers.push(scripted.provider(ID, &["--reduce", "short"]));
        scripted.configure(&block(&[REDUCE], &providers));
        let result = scripted.toolhost.exec(COMMAND);
        assert_eq!(result["reduced_by"] == ID, is_reduced, "{result}");
        assert_eq!(scripted.records("request").len(), 8);
    }
}

#[test]
fn no_more_than_four_optimizers_run_at_once() {
    let Some(tools) = Tools::find() else { return };
    let scripted = Scripted::new(&tools);
    scripted
        .configure(&block(&[REDUCE], &[scripted.provider(ID, &["--fault", "four", "--reduce", "short"])]));
    let mut lines = Lines::start(&scripted.toolhost);
    let ids: Vec<String> = (0..9).map(|number| format!("side by side {number}")).collect();
    for (number, id) in ids.iter().enumerate() {
        let cmd = format!("printf 'an output of its own, {number}'");
        lines.send(id, "exec_command", &json!({"cmd": cmd, "yield_time_ms": 30_000}));
    }
    for (number, id) in ids.iter().enumerate() {
        assert_reduced(&lines.result(id), ID, "short", &format!("an output of its own, {number}"));
    }
    lines.end();
    let running = scripted.records("running");
    assert_eq!(running.len(), ids.len());
    let most = running.iter().map(|count| count.parse::<u32>().unwrap()).max();
    assert_eq!(most, Some(4), "{running:?}");
    scripted.expect_no_process("side by side");
}

#[test]
fn an_identity_is_the_type_s_name_where_none_is_given() {
    let Some(tools) = Tools::find() else { return };
    let scripted = Scripted::new(&tools);
    let mut provider = scripted.provider("", &["--reduce", "short"]);
    provider.as_object_mut().unwrap().remove("id");
    scripted.configure(&block(&[REDUCE], &[provider]));
    assert_reduced(&scripted.toolhost.exec(COMMAND), "exec_json", "short", OUTPUT);
}

#[test]
fn a_component_is_a_provider_like_any_other() {
    let Some(tools) = Tools::find() else { return };
    let toolhost = tools.user();
    let fold = json!({"id": "folder", "type": "wasm", "component": "builtin:fold"});
    toolhost.configure(&json!({"tool_optimizers": strict(&[REWRITE, REDUCE], &[fold])}).to_string());
    let passed: String = (0..300).map(|number| format!("test sums::is_{number} ... ok\n")).collect();
    let result =
        "test result: ok. 300 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s\n";
    let output = format!("running 300 tests\n{passed}\n{result}");
    let ran = toolhost.optimize("reduce", "cargo test", &output);
    assert!(
        ran.stderr.lines().any(|line| line.starts_with("folder: wasm") && line.contains("changed")),
        "{ran:?}"
    );
    assert!(ran.stdout.len() < output.len() / 4 && ran.stdout.ends_with(result), "{ran:?}");
    assert!(ran.stdout.starts_with("running 300 tests\n"), "{ran:?}");
}

#[test]
fn a_block_that_is_wrong_stops_the_start_and_says_what_would_be_right() {
    let Some(tools) = Tools::find() else { return };
    let (scripted, _) = eager(&tools);
    for (block, place, parts) in [
        ("{ enabeld: true }", "tool_optimizers", &["\"enabeld\"", "\"enabled\""][..]),
        ("{ enabled: maybe }", "tool_optimizers.enabled", &["true or false", "maybe"]),
        (
            "{ command_rewrite: { timeout: 1 } }",
            "tool_optimizers.command_rewrite",
            &["\"timeout\"", "timeout_ms"],
        ),
        ("{ command_rewrite: { timeout_ms: -1 } }", "tool_optimizers.command_rewrite.timeout_ms", &["-1"]),
        ("{ output_reduce: { timeout_ms: -1 } }", "tool_optimizers.output_reduce.timeout_ms", &["-1"]),
        ("{ output_reduce: { timeout_ms: 1.5 } }", "tool_optimizers.output_reduce.timeout_ms", &["1.5"]),
        ("{ output_reduce: { timeout_ms: soon } }", "tool_optimizers.output_reduce.timeout_ms", &["soon"]),
        (
            "{ output_reduce: { min_input_bytes: -5 } }",
            "tool_optimizers.output_reduce.min_input_bytes",
            &["-5"],
        ),
        (
            "{ output_reduce: { max_input_bytes: many } }",
            "tool_optimizers.output_reduce.max_input_bytes",
            &["many"],
        ),
        (
            "{ output_reduce: { min_input_byte: 5 } }",
            "tool_optimizers.output_reduce",
            &["\"min_input_bytes\""],
        ),
        (
            "{ output_reduce: { acceptance: lenient } }",
            "tool_optimizers.output_reduce.acceptance",
            &["off", "strict"],
        ),
        (
            "{ command_rewrite: { streaming_mode: enabled } }",
            "tool_optimizers.command_rewrite.streaming_mode",
            &["disabled"],
        ),
        (
            "{ tools: { shell_functions: {} } }",
            "tool_optimizers.tools",
            &["\"shell_functions\"", "shell_function_calls"],
        ),
        (
            "{ tools: { shell_function_calls: { command_arg_path: command } } }",
            "tool_optimizers.tools.shell_function_calls.command_arg_path",
            &["\"command\"", "/"],
        ),
        (
            "{ tools: { shell_function_calls: { command_arg_path: /a~2b } } }",
            "tool_optimizers.tools.shell_function_calls.command_arg_path",
            &["~"],
        ),
        (
            "{ tools: { shell_function_calls: { names: exec } } }",
            "tool_optimizers.tools.shell_function_calls.names",
            &["exec"],
        ),
        ("{ providers: { type: noop } }", "tool_optimizers.providers", &["list"]),
        (
            "{ providers: [{ type: noop, stages: [output_reduced] }] }",
            "tool_optimizers.providers[0].stages[0]",
            &["output_reduced", "\"output_reduce\""],
        ),
        (
            "{ providers: [{ type: noop, stagse: [] }] }",
            "tool_optimizers.providers[0]",
            &["stagse", "\"stages\""],
        ),
        (
            "{ providers: [{ type: noop, max_stdout_bytes: -1 }] }",
            "tool_optimizers.providers[0].max_stdout_bytes",
            &["-1"],
        ),
        ("[]", "tool_optimizers", &[]),
    ] {
        scripted.toolhost.configure(&format!("profile: default\ntool_optimizers: {block}\n"));
        for command in [&["call", "exec_command", r#"{"cmd":"touch ran"}"#][..], &["doctor"], &["mcp"]] {
            let ran = scripted.toolhost.run(command);
            assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{block}: {command:?}: {ran:?}");
            let said = ran.stderr.lines().next().unwrap_or_default();
            let start = format!("error: {}:2:", scripted.toolhost.config_file().display());
            assert!(said.starts_with(&start), "{block}: {said}");
            assert!(said.contains(&format!(" {place}: ")), "{block}: {said}");
            assert!(parts.iter().all(|part| said.contains(part)), "{block}: {parts:?}: {said}");
        }
    }
    assert!(!scripted.toolhost.workspace().join("ran").exists());
}

/// Entries that cannot be served, as they are written, with what standard error and `doctor` say of them.
const UNSERVED: [(&str, &[&str]); 6] = [
    ("{ id: odd, type: rtk_clu }", &["rtk_clu", "rtk_cli"]),
    ("{ id: odd, type: exec_josn, path: /bin/true }", &["exec_josn", "exec_json"]),
    ("{ id: odd }", &["type"]),
    ("{ id: odd, type: exec_json }", &["path"]),
    ("{ id: odd, type: wasm, component: 'builtin:fodl' }", &["fodl", "fold"]),
    ("{ id: odd, type: wasm, component: /nowhere/missing.wasm }", &["/nowhere/missing.wasm"]),
];

#[test]
fn a_provider_that_cannot_be_served_is_switched_off_alone() {
    let Some(tools) = Tools::find() else { return };
    for (entry, parts) in UNSERVED {
        let (scripted, good) = eager(&tools);
        let good = good["providers"][0].to_string();
        scripted.toolhost.configure(&format!(
            "profile: default\ntool_optimizers:\n  enabled: true\n  output_reduce: {{ enabled: true, timeout_ms: {AMPLE}, \
             min_input_bytes: 0, acceptance: 'off' }}\n  providers:\n    - {entry}\n    - {good}\n"
        ));
        let call = json!({"cmd": COMMAND}).to_string();
        let ran = scripted.toolhost.run(&["call", "exec_command", &call]);
        assert_eq!(ran.status, 0, "{entry}: {ran:?}");
        assert_reduced(&ran.json(), ID, "short", OUTPUT);
        let said: Vec<&str> =
            ran.stderr.lines().filter(|line| parts.iter().all(|part| line.contains(part))).collect();
        assert_eq!(said.len(), 1, "{entry}: said once: {parts:?}: {}", ran.stderr);
        assert!(said[0].contains("toolhost.yaml:6:"), "{entry}: where: {}", ran.stderr);
        let doctor = scripted.toolhost.run(&["doctor"]);
        assert_eq!(doctor.status, 2, "{entry}: {doctor:?}");
        let all = format!("{}{}", doctor.stdout, doctor.stderr);
        assert!(parts.iter().all(|part| all.contains(part)), "{entry}: {parts:?}: {all}");
        // What is said of it is where the faults are: among the providers it is not one that serves.
        assert!(!all.contains("  odd: builtin") && !all.contains("  odd: /"), "{entry}: {all}");
        assert!(all.contains(&format!("acceptance off; asks {ID}\n")), "{entry}: {all}");
    }
}

#[test]
fn doctor_says_where_nothing_can_be_changed() {
    let toolhost = Toolhost::new();
    for (block, line) in [
        (
            "command_rewrite: { enabled: true }",
            "  command_rewrite: on, 200 ms a turn, acceptance strict; asks nobody, since no provider that is enabled \
             and served is for it: nothing is changed",
        ),
        (
            "tools: { shell_function_calls: { enabled: false } }, command_rewrite: { enabled: true }, \
             providers: [{ type: noop }]",
            "  command_rewrite: on, 200 ms a turn, acceptance strict; looks at no call, since tools.shell_function_calls is \
             off: nothing is changed",
        ),
        (
            "output_reduce: { enabled: true, min_input_bytes: 5000, max_input_bytes: 4000 }, providers: [{ type: noop }]",
            "  output_reduce: on, 500 ms a turn, 5000 to 4000 bytes, acceptance strict; no output has as many: nothing is \
             changed",
        ),
        (
            "output_reduce: { enabled: true }, providers: [{ type: noop }]",
            "  output_reduce: on, 500 ms a turn, 20000 to 500000 bytes, acceptance strict; asks noop",
        ),
    ] {
        toolhost.configure(&format!("tool_optimizers: {{ enabled: true, {block} }}"));
        let ran = toolhost.run(&["doctor"]);
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{block}: {ran:?}");
        assert!(ran.stdout.lines().any(|found| found == line), "{block}: {}", ran.stdout);
    }
}

#[test]
fn the_examples_of_the_specification_are_served() {
    let Some(tools) = Tools::find() else { return };
    let (scripted, _) = eager(&tools);
    let recommended = "tool_optimizers:\n  enabled: true\n  command_rewrite:\n    enabled: true\n  output_reduce:\n    \
                       enabled: true\n  providers:\n    - type: rtk_cli\n";
    let idle =
        "#!/bin/sh\n[ \"$*\" = '--profile default' ] && cat >/dev/null && echo '{\"changed\": false}'\n";
    program(&scripted.toolhost, "idle", idle);
    let path = scripted.toolhost.path("idle").display().to_string();
    let advanced = format!(
        "tool_optimizers:\n  enabled: true\n  command_rewrite:\n    enabled: true\n  output_reduce:\n    enabled: true\n  \
         providers:\n    - id: local-optimizer\n      type: exec_json\n      path: {path}\n      args:\n        - \
         --profile\n        - default\n      stages:\n        - command_rewrite\n        - output_reduce\n"
    );
    for example in [recommended, &advanced] {
        let file = scripted.toolhost.write("optimizers.yaml", example);
        let file = file.to_str().unwrap();
        let doctor = scripted.toolhost.run(&["--config", file, "doctor"]);
        assert_eq!(doctor.status, 0, "{example}: {doctor:?}");
        let call = json!({"cmd": COMMAND}).to_string();
        let ran = scripted.toolhost.run(&["--config", file, "call", "exec_command", &call]);
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{example}: {ran:?}");
        assert_original(&ran.json(), OUTPUT, 0, example);
    }
}
