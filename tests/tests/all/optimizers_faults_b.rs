//! Reported faults of reduced outputs: one test a row of the table that they were collected in, named after the row.
//! What the real optimizer was seen to make of an output is also answered by one that lies by order, so that these
//! rows hold whatever a later version does.

use std::fs;

use serde_json::{Value, json};

use crate::support::optimizers::{
    REDUCE, REWRITE, Scripted, Tools, assert_original, assert_reduced, block, strict,
};

/// An output, and what an optimizer made of it.
struct Lie {
    row: &'static str,
    command: &'static str,
    output: &'static str,
    lie: &'static str,
}

const LIES: [Lie; 14] = [
    Lie {
        row: "24",
        command: "go test ./...",
        output: "--- FAIL: TestX (0.00s)\n    x_test.go:3: got 1\nFAIL\nFAIL\tp\t0.1s\n",
        lie: "Go test: No tests found",
    },
    Lie {
        row: "25, the program is not there",
        command: "pytest",
        output: "bash: line 1: pytest: command not found\n",
        lie: "Pytest: No tests collected",
    },
    Lie {
        row: "25, it cannot import",
        command: "pytest -v",
        output: "ImportError while loading conftest '/p/conftest.py'.\nconftest.py:3: in <module>\n    import nobody\n\
                 E   ModuleNotFoundError: No module named 'nobody'\n",
        lie: "Pytest: No tests collected",
    },
    Lie {
        row: "25, it is used wrong",
        command: "pytest --nope",
        output: "ERROR: usage: pytest [options] [file_or_dir] [file_or_dir] [...]\npytest: error: unrecognized arguments: \
                 --nope\n",
        lie: "Pytest: No tests collected",
    },
    Lie {
        row: "26",
        command: "prettier --check .",
        output: "Checking formatting...\n[warn] a.js\n[warn] Code style issues found in the above file. Run Prettier with \
                 --write to fix.\n",
        lie: "All files formatted correctly",
    },
    Lie {
        row: "27",
        command: "vitest run",
        output: " ❯ a.test.js (2 tests | 1 failed) 5ms\n   × adds 3ms\n\n FAIL  a.test.js > adds\nAssertionError: expected 3 to \
                 be 4 // Object.is equality\n\n- Expected\n+ Received\n\n- 4\n+ 3\n\n ❯ a.test.js:6:27\n\n Test Files  1 failed \
                 (1)\n      Tests  1 failed | 1 passed (2)\n",
        lie: "PASS (1) FAIL (1)\n\n1.  FAIL  a.test.js > adds\n",
    },
    Lie {
        row: "28",
        command: "git log --oneline",
        output: "1111111 One\n2222222 Two\n3333333 Three\n4444444 Four\n5555555 Five\n6666666 Six\n",
        lie: "1111111 One\n2222222 Two\n3333333 Three\n4444444 Four\n",
    },
    Lie {
        row: "32, the reason",
        command: "go test -race ./...",
        output: "fatal error: checkptr: converted pointer straddles multiple allocations\n\ngoroutine 7 [running]:\n\
                 setup noise\nFAIL\tp\t0.1s\nFAIL\n",
        lie: "goroutine 7 [running]:\nsetup noise\nFAIL\tp\t0.1s\n",
    },
    Lie {
        row: "32, a failure that is none",
        command: "go vet ./...",
        output: "# ledger/sums\nsums/sums.go:7:2: fmt.Printf format %d has arg name of wrong type string\n",
        lie: "Go vet: No issues found",
    },
    Lie {
        row: "34",
        command: "grep -rn fn src",
        output: "src/a.rs:1:fn a\nsrc/a.rs:2:fn b\nsrc/a.rs:3:fn c\nsrc/b.rs:1:fn d\nsrc/b.rs:9:fn e\n",
        lie: "src/a.rs:1:fn a\nsrc/a.rs:2:fn b\nsrc/b.rs:1:fn d\n",
    },
    Lie {
        row: "35",
        command: "grep -rn -A1 fn src",
        output: "src/a.rs:1:fn a\nsrc/a.rs-2-    body of a\n--\nsrc/a.rs:5:fn b\nsrc/a.rs-6-    body of b\n",
        lie: "src/a.rs:1:fn a\nsrc/a.rs:5:fn b\n",
    },
    Lie {
        row: "37",
        command: "ruff check .",
        output: "F401 [*] `os` imported but unused\n --> a.py:1:8\n  |\n1 | import os\n  |        ^^\n  |\n\nF821 Undefined name \
                 `ledger`\n --> a.py:9:5\n  |\n9 |     ledger\n  |     ^^^^^^\n  |\n\nFound 2 errors.\n",
        lie: "Ruff check (JSON parse failed: expected value at line 1 column 1)\nF401 [*] `os` imported but unused\n --> \
              a.py:1:8\n",
    },
    Lie {
        row: "a count that is another",
        command: "cargo test",
        output: "running 2 tests\ntest a ... FAILED\ntest b ... FAILED\n\nfailures:\n    a\n    b\n\ntest result: FAILED. 0 \
                 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n",
        lie: "test a ... FAILED\ntest b ... FAILED\ntest result: FAILED. 0 passed; 1 failed\n",
    },
    Lie {
        row: "44",
        command: "go test ./demo",
        output: "ok  \tdemo/a\t0.1s",
        lie: "Go test: 1 package passed: demo/a in 0.1s",
    },
];

#[test]
fn b24_to_b44_a_lie_is_refused() {
    let Some(tools) = Tools::find() else { return };
    for Lie { row, command, output, lie } in &LIES {
        let scripted = Scripted::new(&tools);
        let liar = scripted.provider("liar", &["--reduce", lie]);
        let allowed = block(&[REDUCE], std::slice::from_ref(&liar));
        scripted.configure(&strict(&[REDUCE], &[liar]));
        let ran = scripted.toolhost.optimize("reduce", command, output);
        assert_eq!(ran.stdout.trim_end(), output.trim_end(), "{row}: {}", ran.stderr);
        let report = ran.stderr.lines().find(|line| line.contains("liar")).unwrap_or_default();
        assert!(report.contains("refused"), "{row}: {}", ran.stderr);
        assert_eq!(scripted.records("request").len(), 1, "{row}");
        // Where all is allowed that the specification allows, so is a lie.
        let scripted = Scripted::new(&tools);
        let mut allowed = allowed;
        allowed["providers"] = json!([scripted.provider("liar", &["--reduce", lie])]);
        scripted.configure(&allowed);
        let ran = scripted.toolhost.optimize("reduce", command, output);
        assert_eq!(ran.stdout.trim_end(), lie.trim_end(), "{row}: {}", ran.stderr);
    }
}

#[test]
fn b24_to_b37_the_real_optimizer_is_not_believed_either() {
    let Some(tools) = Tools::find() else { return };
    for Lie { row, command, output, .. } in LIES.iter().filter(|lie| lie.row < "34") {
        let toolhost = tools.user();
        toolhost.configure(&json!({"tool_optimizers": strict(&[REDUCE], &[tools.real()])}).to_string());
        let ran = toolhost.optimize("reduce", command, output);
        let lost: Vec<&str> =
            output.lines().filter(|line| is_failure(line) && !ran.stdout.contains(line.trim())).collect();
        assert!(lost.is_empty(), "{row}: {lost:?}: {ran:?}");
    }
}

/// Whether a line of the outputs above says that something failed.
fn is_failure(line: &str) -> bool {
    ["FAIL:", "Error", "error", "not found", "[warn] a", "x_test.go", "a.test.js:", "arg name"]
        .iter()
        .any(|word| line.contains(word))
}

/// An honest reduction of each of these is taken, so that the rows above do not hold by refusing everything.
#[test]
fn honest_reductions_are_taken() {
    let Some(tools) = Tools::find() else { return };
    let passed: String = (0..200).map(|number| format!("test sums::is_{number} ... ok\n")).collect();
    let cargo = format!(
        "running 201 tests\n{passed}test broken ... FAILED\n\nfailures:\n\n---- broken stdout ----\n\nthread 'broken' (7) panicked \
         at src/lib.rs:3:5:\nit broke\n\n\nfailures:\n    broken\n\ntest result: FAILED. 200 passed; 1 failed; 0 ignored; 0 \
         measured; 0 filtered out; finished in 0.01s\n\nerror: test failed, to rerun pass `--lib`\n"
    );
    let honest = cargo.replace(&passed, "");
    for (command, output, reduction) in [
        ("cargo test", cargo.as_str(), honest.as_str()),
        (
            "git status",
            "On branch main\n\nnothing to commit, working tree clean\n",
            "On branch main, nothing to commit",
        ),
    ] {
        let scripted = Scripted::new(&tools);
        scripted.configure(&strict(&[REDUCE], &[scripted.provider("honest", &["--reduce", reduction])]));
        let ran = scripted.toolhost.optimize("reduce", command, output);
        assert_eq!(ran.stdout.trim_end(), reduction.trim_end(), "{command}: {}", ran.stderr);
    }
}

#[test]
fn b29_b30_the_command_says_what_an_output_is() {
    let Some(tools) = Tools::find() else { return };
    let toolhost = tools.user();
    tools.project(&toolhost, "git");
    toolhost.configure(&json!({"tool_optimizers": strict(&[REDUCE], &[tools.real()])}).to_string());
    // By its first bytes alone it would be taken for matches of a search.
    let result = toolhost.exec("git --no-pager log --stat");
    assert!(result["reduced_by"].is_null(), "{result}");
    // And this for nothing that is known.
    let passed: String = (0..600).map(|number| format!("test sums::is_{number} ... ok\n")).collect();
    let output = format!(
        "   Compiling ledger v0.1.0\n\nrunning 600 tests\n{passed}\ntest result: ok. 600 passed; 0 failed; 0 ignored; 0 measured; 0 \
         filtered out; finished in 0.01s\n\n"
    );
    let ran = toolhost.optimize("reduce", "cargo test 2>&1", &output);
    assert!(ran.stdout.len() < 200 && ran.stdout.contains("600 passed"), "{ran:?}");
}

#[test]
fn b31_what_an_optimizer_printed_is_not_reduced_by_it_again() {
    let Some(tools) = Tools::find() else { return };
    let toolhost = tools.user();
    toolhost.configure(&json!({"tool_optimizers": strict(&[REWRITE, REDUCE], &[tools.real()])}).to_string());
    for (command, output) in [
        (
            "rtk go test ./...",
            "Go test: 151 passed, 1 failed in 2 packages\n\nbroken\n  [FAIL] TestX\n     x_test.go:3: got 1\n",
        ),
        ("cd sub && rtk cargo test", "cargo test: 336 passed (2 suites, 0.07s)\n"),
    ] {
        let ran = toolhost.optimize("reduce", command, output);
        assert_eq!(ran.stdout, output, "{ran:?}");
    }
    tools.project(&toolhost, "tsc");
    let result = toolhost.exec("tsc -p bad; true");
    assert_eq!(result["command"], "rtk tsc -p bad; true", "{result}");
    assert!(result["reduced_by"].is_null(), "{result}");
    assert!(result["output"].as_str().unwrap().contains("TypeScript: 5 errors in 2 files"), "{result}");
}

#[test]
fn b39_b40_what_was_once_answered_stays() {
    let Some(tools) = Tools::find() else { return };
    let scripted = Scripted::new(&tools);
    let (command, output) = ("printf 'an output that is long enough'", "an output that is long enough");
    let reduces = |to: &str| block(&[REDUCE], &[scripted.provider("local-optimizer", &["--reduce", to])]);
    scripted.configure(&reduces("first"));
    assert_reduced(&scripted.toolhost.exec(command), "local-optimizer", "first", output);
    // By another program run, with another optimizer, and without one that can.
    scripted.configure(&reduces("second"));
    assert_reduced(&scripted.toolhost.exec(command), "local-optimizer", "first", output);
    assert_eq!(scripted.records("request").len(), 1);
    // Another output of the same command, and the same output of another, are answered on their own.
    assert_reduced(&scripted.toolhost.exec(&format!("{command} ")), "local-optimizer", "second", output);
    // What was left alone is left alone.
    let other = "printf 'another output of some length'";
    scripted.configure(&block(&[REDUCE], &[scripted.provider("local-optimizer", &[])]));
    assert_original(&scripted.toolhost.exec(other), "another output of some length", 0, "left alone");
    scripted.configure(&reduces("third"));
    scripted.forget();
    assert_original(&scripted.toolhost.exec(other), "another output of some length", 0, "left alone again");
    assert!(scripted.records("request").is_empty());
}

#[test]
fn b40_a_deadline_that_passed_is_not_remembered() {
    let Some(tools) = Tools::find() else { return };
    let scripted = Scripted::new(&tools);
    let (command, output) = ("printf 'an output that is long enough'", "an output that is long enough");
    let mut hanging =
        block(&[REDUCE], &[scripted.provider("local-optimizer", &["--fault", "hang", "--reduce", "late"])]);
    hanging[REDUCE]["timeout_ms"] = json!(100);
    scripted.configure(&hanging);
    assert_original(&scripted.toolhost.exec(command), output, 0, "hang");
    scripted.configure(&block(&[REDUCE], &[scripted.provider("local-optimizer", &["--reduce", "short"])]));
    assert_reduced(&scripted.toolhost.exec(command), "local-optimizer", "short", output);
}

#[test]
fn b41_b42_a_wrapper_of_an_agent_is_kept() {
    let Some(tools) = Tools::find() else { return };
    let body = "running 1 test\ntest a ... ok\n\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n";
    let headers = ["Exit code: 101\nWall time: 3 seconds\nOutput:\n", "Exit code 3\n"];
    for header in headers {
        let scripted = Scripted::new(&tools);
        scripted
            .configure(&block(&[REDUCE], &[scripted.provider("local-optimizer", &["--reduce", "1 passed"])]));
        let ran = scripted.toolhost.optimize("reduce", "cargo test", &format!("{header}{body}"));
        assert_eq!(ran.stdout.trim_end(), format!("{header}1 passed"), "{ran:?}");
        let request: Value = serde_json::from_str(&scripted.records("request")[0]).unwrap();
        assert_eq!(request["output"].as_str().map(str::trim_end), Some(body.trim_end()), "{header}");
    }
    let scripted = Scripted::new(&tools);
    scripted.configure(&block(&[REDUCE], &[scripted.provider("local-optimizer", &["--reduce", "1 passed"])]));
    let metadata = "\"metadata\":{\"exit_code\":0,\"duration_seconds\":1.50}";
    let input = format!("{{\"output\":{},{metadata}}}", json!(body));
    let ran = scripted.toolhost.optimize("reduce", "cargo test", &input);
    assert_eq!(ran.stdout.trim_end(), format!("{{\"output\":\"1 passed\",{metadata}}}"), "{ran:?}");
}

#[test]
fn b44_a_reduction_is_smaller() {
    let Some(tools) = Tools::find() else { return };
    let output = "some words\nof the shell";
    // In bytes, and in tokens of four bytes.
    for (reduction, is_taken) in
        [("some words\nof the shell!", false), ("some words\nof a shell", false), ("some words", true)]
    {
        let scripted = Scripted::new(&tools);
        scripted
            .configure(&strict(&[REDUCE], &[scripted.provider("local-optimizer", &["--reduce", reduction])]));
        let ran = scripted.toolhost.optimize("reduce", "printf x", output);
        assert_eq!(ran.stdout.trim_end(), if is_taken { reduction } else { output }, "{ran:?}");
    }
}

#[test]
fn b49_b50_neither_a_held_pipe_nor_a_full_one_holds_a_call() {
    let Some(tools) = Tools::find() else { return };
    for fault in ["leave_child", "greeted"] {
        let scripted = Scripted::new(&tools);
        let provider = scripted.provider("local-optimizer", &["--fault", fault, "--reduce", "short"]);
        let mut block = block(&[REDUCE], &[provider]);
        block[REDUCE]["max_input_bytes"] = json!(0);
        scripted.configure(&block);
        let output = "x".repeat(1 << 20);
        scripted.toolhost.write("much", &output);
        assert_reduced(&scripted.toolhost.exec("cat much"), "local-optimizer", "short", &output);
        scripted.expect_no_process(fault);
    }
}

/// Commands, and the hint that goes with their output.
const HINTS: [(&str, Option<&str>); 41] = [
    ("git diff", Some("git-diff")),
    ("git status", Some("git-status")),
    ("pytest", Some("pytest")),
    ("cargo test", Some("cargo-test")),
    ("go test ./...", Some("go-test")),
    ("vitest run", Some("vitest")),
    ("npx vitest", Some("vitest")),
    // Words that only begin like these
    ("go testify ./...", None),
    ("git difftool", None),
    ("pytester", None),
    ("cargo tester", None),
    ("echo pytest", None),
    ("ls", None),
    // Row 53: the output has another form, or goes elsewhere.
    ("git diff --stat", None),
    ("git diff --name-only", None),
    ("git diff --numstat", None),
    ("git status --porcelain", None),
    ("git status -s", None),
    ("pytest --collect-only", None),
    ("pytest --co -q", None),
    ("go test -json ./...", None),
    ("git diff | wc -l", None),
    ("git diff > out", None),
    ("cargo test --no-run", None),
    ("cargo test -- --list", None),
    ("cargo test --message-format=json", None),
    ("vitest run --reporter=json", None),
    // Row 54: forms of every day.
    ("cd x && cargo test", Some("cargo-test")),
    ("FOO=1 pytest", Some("pytest")),
    ("timeout 60 go test ./...", Some("go-test")),
    ("python -m pytest -q", Some("pytest")),
    ("uv run pytest", Some("pytest")),
    ("bash -lc 'git diff'", Some("git-diff")),
    ("git -C d diff", Some("git-diff")),
    ("git --no-pager diff HEAD~1", Some("git-diff")),
    ("cargo +nightly test", Some("cargo-test")),
    ("cargo test 2>&1", Some("cargo-test")),
    ("  cargo test  ", Some("cargo-test")),
    ("cd a; FOO=1 timeout 9 cargo test -p x", Some("cargo-test")),
    ("(cd a && go test ./...)", Some("go-test")),
    ("env FOO=1 pytest -x", Some("pytest")),
];

#[test]
fn b53_b54_hints_are_those_of_the_command_that_prints() {
    let Some(tools) = Tools::find() else { return };
    let scripted = Scripted::new(&tools);
    scripted.configure(&block(&[REDUCE], &[scripted.provider("local-optimizer", &["--reduce", "short"])]));
    let mut wrong = Vec::new();
    for (command, hint) in HINTS {
        scripted.forget();
        scripted.toolhost.optimize("reduce", command, "an output that is long enough");
        let request: Value = serde_json::from_str(&scripted.records("request")[0]).unwrap();
        assert_eq!(request["command"], command);
        // Without a hint there is no such field.
        let found = request.get("filter_hint").map(|hint| hint.as_str().unwrap_or("no text").to_owned());
        if found.as_deref() != hint {
            wrong.push((command, hint, found));
        }
    }
    assert!(wrong.is_empty(), "command, expected, found: {wrong:#?}");
}

/// What `stats` says of a user who let nothing be optimized, and of one who did.
#[test]
fn what_was_saved_is_counted() {
    let Some(tools) = Tools::find() else { return };
    let scripted = Scripted::new(&tools);
    let ran = scripted.toolhost.run(&["stats"]);
    assert!(ran.status == 0 && !ran.stdout.trim().is_empty(), "{ran:?}");
    scripted.configure(&block(&[REDUCE], &[scripted.provider("local-optimizer", &["--reduce", "short"])]));
    scripted.toolhost.exec("printf 'an output that is long enough to be reduced'");
    scripted.toolhost.assert_class("local-optimizer", &["changed"], "stats");
    // One that is only tried is not.
    scripted.toolhost.optimize("reduce", "printf x", "another output that is long enough to be reduced");
    assert_eq!(scripted.toolhost.run(&["stats", "--json"]).json()["total"]["calls"], 1);
    for arguments in [&["stats"][..], &["stats", "--json"]] {
        let ran = scripted.toolhost.run(arguments);
        assert_eq!(ran.status, 0, "{ran:?}");
        assert!(ran.stdout.contains("local-optimizer") && ran.stdout.contains("exec_command"), "{ran:?}");
        // What the command was, or printed, is nobody's business.
        let state = fs::read_dir(scripted.toolhost.path("home/.state")).unwrap().count();
        assert!(state > 0 && !ran.stdout.contains("long enough"), "{ran:?}");
    }
}
