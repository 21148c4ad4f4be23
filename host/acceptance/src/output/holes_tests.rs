//! Lies that were once accepted, by the rule that now refuses them.

use toolhost_capability::shell::Script;

use super::super::*;
use super::{check, verdict};

/// Rows of a command, its output, a reduction and the verdict.
fn check_commands(rows: &[(&str, &str, &str, &str)]) {
    for (command, input, reduction, expected) in rows {
        let found = verdict(families(&Script::parse(command)), input, reduction);
        assert_eq!(found, *expected, "{command}\n{input}\n->\n{reduction}");
    }
}

#[test]
fn a_single_failure_is_counted() {
    check_commands(&[
        ("pytest -q", "....F.....\n1 failed, 9 passed in 0.1s\n", "9 passed in 0.1s\n", "count_changed"),
        ("pytest -q", "....F.....\n1 failed, 9 passed in 0.1s\n", "1 failed, 9 passed in 0.1s\n", "accepted"),
        ("jest", "Tests:       1 failed, 9 passed, 10 total\n", "9 passed, 10 total\n", "count_changed"),
        ("vitest run", "      Tests  1 failed | 9 passed (10)\n", "9 passed (10)\n", "count_changed"),
        (
            "cargo test -q",
            "..F.\ntest result: FAILED. 9 passed; 1 failed; 0 ignored\n",
            "9 passed\n",
            "count_changed",
        ),
        (
            "phpunit",
            "FAILURES!\nTests: 10, Assertions: 20, Failures: 1.\n",
            "Tests: 10, Assertions: 20\n",
            "count_changed",
        ),
        ("rspec", "....F.....\n10 examples, 1 failure\n", "10 examples\n", "count_changed"),
        (
            "python -m unittest",
            "...F\nRan 4 tests in 0.1s\n\nFAILED (failures=1)\n",
            "Ran 4 tests\n",
            "count_changed",
        ),
        ("npm test", "  9 passing (3ms)\n  1 failing\n", "9 passing (3ms)\n", "count_changed"),
        ("npm test", "ran all\n10 done, and more\n1 test failed\n", "ran all\n10 done\n", "count_changed"),
    ]);
}

#[test]
fn characters_that_hide_are_those_of_the_output() {
    let (input, reduction) = ("gcc -c a.c\ngcc -c b.c\n", "gcc -c a.c");
    for added in ["\r", "\u{1b}[2K", "\u{8}", "\0", "\u{202e}", "\u{2066}", "\u{200b}", "\u{feff}"] {
        let reduction = format!("{reduction}{added}b\n");
        assert_eq!(
            verdict(Families::one(Family::Build), input, &reduction),
            "control_characters",
            "{added:?}"
        );
    }
    check(Family::Build, &[(input, "gcc -c a.c\r\n", "accepted")]);
}

#[test]
fn warnings_and_what_nobody_looked_at_are_no_success() {
    let warned = "warning: unused variable: `x`\n --> src/lib.rs:2:9\nwarning: `a` (lib) generated 1 warning\n    Finished `dev` profile in 0.1s\n";
    check(
        Family::Cargo,
        &[
            (warned, "Finished, no warnings\n", "false_success"),
            (warned, "Finished, 0 warnings\n", "false_success"),
            (warned, "Finished, warning-free\n", "false_success"),
            (warned, "Finished `dev` profile, 1 warning\n", "accepted"),
        ],
    );
    let passed =
        "running 9 tests\ntest result: ok. 5 passed; 0 failed; 4 ignored; 0 measured; 7 filtered out\n";
    check(
        Family::Cargo,
        &[
            (passed, "ok. 5 passed; 4 ignored; 7 filtered out\n", "accepted"),
            (passed, "ok. 5 passed; 3 ignored\n", "count_changed"),
            (passed, "ok. 5 passed; 0 ignored\n", "count_changed"),
            (passed, "ok. 5 passed; 0 filtered out\n", "count_changed"),
        ],
    );
    let covered = "tests/test_a.py ....\nFAIL Required test coverage of 90% not reached. Total coverage: 85.00%\n4 passed in 0.1s\n";
    let many = "ESLint found too many warnings (maximum: 0).\nand some more of it\n";
    check(Family::Pytest, &[(covered, "4 passed in 0.1s\n", "failure_lost")]);
    check(Family::Eslint, &[(many, "and some more of it\n", "failure_lost")]);
}

#[test]
fn causes_stay_and_values_have_their_labels() {
    let caused = "Error: cannot start the service\n\nCaused by:\n    port 80 is taken\n";
    check(
        Family::Build,
        &[
            (caused, "Error: cannot start the service\n", "failure_lost"),
            (caused, "Error: cannot start the service\nCaused by: port 80 is taken\n", "accepted"),
        ],
    );
    let node = "Error: cannot start the service\n  [cause]: Error: port 80 is taken\n";
    check(Family::Build, &[(node, "Error: cannot start the service\n", "failure_lost")]);
    let values = "thread 'a' (7) panicked at src/x.rs:5:5:\nassertion `left == right` failed\n  left: \"first\"\n right: \"second\"\n";
    let swapped =
        "'a' panicked at src/x.rs:5 assertion `left == right` failed\nleft: \"second\"\nright: \"first\"\n";
    let jest = "● adds\n    Expected: \"first value\"\n    Received: \"second value\"\n";
    check(Family::Cargo, &[(values, swapped, "failure_lost")]);
    check(
        Family::Vitest,
        &[
            (jest, "● adds\nExpected: \"second value\"\nReceived: \"first value\"\n", "failure_lost"),
            (jest, "● adds\nExpected: \"first value\"\nReceived: \"second value\"\n", "accepted"),
        ],
    );
}

#[test]
fn an_unknown_program_beside_a_known_one_may_say_anything() {
    let broken = "On branch main\nerror: it does not build\n";
    for command in [
        "git status; ./test.sh",
        "ls && ./build.sh",
        "cat README && ./build.sh",
        "cat x.sql | psql db",
        "cat x.yaml | kubectl apply -f -",
        "find . -exec sh {} \\;",
    ] {
        let families = families(&Script::parse(command));
        for said in [
            "  error: no",
            "FAIL: test_a",
            "not ok 1 - adds",
            "3 tests failed",
            "panic: no",
            "ValueError: no",
        ] {
            let input = format!("On branch main\n{said}\n");
            assert_ne!(verdict(families, &input, "On branch main\n"), "accepted", "{command}: {said}");
        }
        assert_eq!(verdict(families, &format!("{broken}done, too\n"), broken), "accepted", "{command}");
    }
}

#[test]
fn of_an_unknown_program_only_lines_are_left_out() {
    let input = "pulling layer one\npulling layer two\npulling layer three\npod/a created\npod/b: connection refused\n";
    let short = "… 3 lines left out\npod/a created\npod/b: connection refused\n";
    check_commands(&[
        ("kubectl apply -f x.yaml", input, short, "accepted"),
        ("kubectl apply -f x.yaml", input, "pod/a created\npod/b: connection refused\n", "accepted"),
        ("kubectl apply -f x.yaml", input, "pod/a created\n", "failure_lost"),
        (
            "kubectl apply -f x.yaml",
            input,
            "pod/a and pod/b created\npod/b: connection refused\n",
            "invented",
        ),
        (
            "kubectl apply -f x.yaml",
            input,
            "… 9 lines left out\npod/b: connection refused\n",
            "count_changed",
        ),
        ("terraform plan", "Plan: 0 to add\n1 to destroy\n", "Plan: 0 to add\n", "failure_lost"),
    ]);
}

#[test]
fn results_are_those_of_the_output() {
    let text = "alpha = 1\nbeta = 2\ngamma = 3\ndelta = 4\n";
    let grep = "src/a.rs:1:fn one()\nsrc/a.rs:5:fn two()\nsrc/a.rs:9:fn three()\n";
    let status = "On branch main\nChanges not staged for commit:\n\tmodified:   src/a.rs\n\nUntracked files:\n\tdocs/c.md\n";
    let df = "Filesystem  Size  Used\n/dev/sda1   10G   9G\n/dev/sdb1   20G   1G and some blanks       \n";
    check_commands(&[
        ("cat x.toml", text, "alpha = 1\n3 more\n", "result_lost"),
        ("grep -rn fn src", grep, "a.rs\n1:fn one()\n5:fn two()\n9:fn three()\n", "accepted"),
        ("grep -rn fn src", grep, "a.rs\n1:fn one()\n5:fn two()\n9:fn three()\nz.rs\n", "invented"),
        (
            "ls",
            "src\ndocs\ntests            \nCargo.toml\n",
            "src\ndocs\ntests\nCargo.toml\nold\n",
            "invented",
        ),
        ("git status", status, "main\nM src/a.rs\nuntracked: docs/c.md\n", "accepted"),
        ("git status", status, "main\nD src/a.rs\nuntracked: docs/c.md\n", "invented"),
        ("git status", status, "main\nM src/a.rs\nM src/z.rs\ndocs/c.md\n", "invented"),
        ("df", df, "Filesystem Size Used\n/dev/sda1 10G 9G\n/dev/sdb1 20G 1G and some blanks\n", "accepted"),
        (
            "df",
            df,
            "Filesystem Size Used\n/dev/sda1 10G 9G\n/dev/sdb1 20G 1G and some blanks\nnone 1G\n",
            "invented",
        ),
    ]);
}

#[test]
fn what_failed_is_said_to_have_failed() {
    let go = "--- FAIL: TestA (0.00s)\n--- FAIL: TestB (0.00s)\n--- PASS: TestC (0.00s)\nFAIL\tp\t0.1s\n";
    check(
        Family::Go,
        &[
            (go, "FAIL p\nran TestA TestB\n", "failure_lost"),
            (go, "FAIL p\n2 failed earlier, rerun fine: TestA TestB\n", "failure_lost"),
            (go, "FAIL p\nTestA and TestB fixed\n", "failure_lost"),
            (go, "FAIL p\nTestA and TestB are now ok\n", "failure_lost"),
            (go, "FAIL p\nprevious run: TestA TestB\n", "failure_lost"),
            (go, "p: TestA TestB\n", "failure_lost"),
            (go, "FAIL p: TestA TestB\n", "accepted"),
            (go, "FAIL p\n  TestA\n  TestB\n", "accepted"),
            (go, "p\n✗ TestA\n✗ TestB\n", "accepted"),
        ],
    );
}

#[test]
fn failures_of_one_title_are_told_apart() {
    let pytest = "FAILED tests/test_a.py::test_x - assert 1 == 2\nFAILED tests/test_b.py::test_x - assert 1 == 2\n2 failed in 0.10s, and nothing passed\n";
    let jest = "  ✕ adds (3 ms)\n  ✕ adds (4 ms)\nTests: 2 failed, 2 total\n";
    check(
        Family::Pytest,
        &[
            (pytest, "FAILED test_x - assert 1 == 2\n2 failed\n", "failure_lost"),
            (
                pytest,
                "FAILED tests/test_a.py::test_x - assert 1 == 2\nFAILED test_x - assert 1 == 2\n2 failed\n",
                "failure_lost",
            ),
            (
                pytest,
                "FAILED tests/test_a.py::test_x - assert 1 == 2\nFAILED tests/test_b.py::test_x - assert 1 == 2\n2 failed\n",
                "accepted",
            ),
        ],
    );
    check(
        Family::Vitest,
        &[(jest, "✕ adds\n2 failed\n", "failure_lost"), (jest, "✕ adds\n✕ adds\n2 failed\n", "accepted")],
    );
}

#[test]
fn a_changed_line_has_its_sign() {
    let diff = "diff --git a/.env b/.env\nindex 3b18e51..a04f2c1 100644\n--- a/.env\n+++ b/.env\n@@ -1,2 +1,2 @@\n HOST=a\n-PORT=8080\n+PORT=9090\n";
    check(
        Family::GitDiff,
        &[
            (diff, ".env\n-PORT=8080\n+PORT=9090\n", "accepted"),
            (diff, ".env\n  -PORT=8080\n  +PORT=9090\n", "accepted"),
            (diff, ".env\n+PORT=8080\n-PORT=9090\n", "result_lost"),
            (diff, ".env\n+PORT=8080\n+PORT=9090\n", "result_lost"),
            (diff, ".env\nPORT=8080\n+PORT=9090\n", "result_lost"),
        ],
    );
}
