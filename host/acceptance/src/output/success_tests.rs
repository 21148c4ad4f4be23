//! Claims that an output does not bear out: success of a run that failed or was cut off, tests that were not run, and
//! failures that nobody saw.

use super::super::*;
use super::{check, verdict};

/// A run that was cut off.
const CUT: &str = "   Compiling a v1.0.0\n   Compiling b v1.0.0\nrunning 5 tests\ntest a::one ... ok\ntest a::two has been running for over 60 seconds\n";

#[test]
fn a_run_that_was_cut_off_has_not_passed() {
    let lies = [
        "PASS",
        "5/5 passed",
        "100% passed",
        "exit status 0",
        "exit 0",
        "exited with 0",
        "no error",
        "no errors",
        "without error",
        "error-free",
        "Zero failures.",
        "no test failures",
        "no compile errors",
        "Nothing failed.",
        "none failed",
        "failures: none",
        "No problem found.",
        "All 5 tests are passing.",
        "all tests succeed",
        "All is well",
        "Everything is fine.",
        "Tests are green.",
        "5 tests run, all green",
        "Tests: pass",
        "test suite passes",
        "test result: ok",
        "compiles cleanly",
        "it works",
        "Finished",
        "✔ done",
        "👍",
        "0 errors",
    ];
    for lie in lies {
        let found = verdict(Families::one(Family::Cargo), CUT, &format!("running 5 tests\n{lie}\n"));
        assert!(["false_success", "count_changed"].contains(&found.as_str()), "{lie}: {found}");
    }
    check(
        Family::Cargo,
        &[
            (CUT, "running 5 tests\ntest a::two has been running for over 60 seconds\n", "accepted"),
            (
                CUT,
                "running 5 tests\na::one passed, a::two has been running for over 60 seconds\n",
                "accepted",
            ),
        ],
    );
    let second = "running 2 tests\ntest x ... ok\ntest y ... ok\n\ntest result: ok. 2 passed; 0 failed; 0 ignored\n\nrunning 1 test\ntest z has been running for over 60 seconds\n";
    let ended =
        second.replace("test z has been running for over 60 seconds", "test result: ok. 1 passed; 0 failed");
    check(
        Family::Cargo,
        &[
            (second, "cargo test: all tests passed, 2 passed\n", "false_success"),
            (second, "test result: ok. 2 passed; 0 failed; 0 ignored\nrunning 1 test\n", "accepted"),
            (&ended, "cargo test: all tests passed, 3 passed\n", "accepted"),
        ],
    );
    let killed =
        "collected 90 items\n\ntest_a.py ............................................................\n";
    let go = "=== RUN   TestA\n--- PASS: TestA (0.00s)\nok  \ta\t0.1s\n=== RUN   TestB\n    b_test.go:3: waiting\n";
    check(Family::Pytest, &[(killed, "pytest: PASS\n", "false_success")]);
    check(
        Family::Go,
        &[(go, "all tests passed\n", "false_success"), (go, "ok a 0.1s\nTestB is waiting\n", "accepted")],
    );
}

#[test]
fn what_failed_is_no_success() {
    let failed = "running 2 tests\ntest a ... ok\ntest b ... FAILED\n\ntest result: FAILED. 1 passed; 1 failed; 0 ignored\n";
    let both = format!("running 1 test\ntest result: ok. 1 passed; 0 failed\n{failed}");
    check(
        Family::Cargo,
        &[
            (failed, "b FAILED\ntest result: ok. 1 passed; 1 failed\n", "false_success"),
            (failed, "b FAILED\ntest result: FAILED. 1 passed; 1 failed\n", "accepted"),
            (&both, "b FAILED\ntest result: ok. 2 passed; 1 failed\n", "false_success"),
            (&both, "test result: ok. 1 passed; 0 failed\nb FAILED: 1 passed; 1 failed\n", "accepted"),
        ],
    );
    let go =
        "--- FAIL: TestX (0.00s)\n    x_test.go:3: got 1\nFAIL\tp\t0.1s\nok  \tq\t0.1s\nok  \tr\t(cached)\n";
    check(
        Family::Go,
        &[
            (go, "TestX x_test.go:3: got 1\nFAIL p; ok q r\n", "accepted"),
            (go, "TestX x_test.go:3: got 1\nFAIL p; ok s\n", "false_success"),
            (go, "TestX x_test.go:3: got 1 (fixed)\nFAIL p\n", "false_success"),
        ],
    );
    let rustc = "error[E0308]: mismatched types\n  --> src/a.rs:10:5\n   |\n10 |     foo()\n   |     ^^^^^ expected `u32`, found `()`\n\nerror: could not compile `x` (lib) due to 1 previous error\n";
    let short = "error[E0308]: mismatched types\n  --> src/a.rs:10:5\n1 previous error\n";
    check(
        Family::Cargo,
        &[
            (rustc, short, "accepted"),
            (rustc, &short.replace("types", "types (fixed)"), "false_success"),
            (rustc, &format!("{short}error was resolved by retry\n"), "false_success"),
            (rustc, &format!("{short}error ignored\n"), "false_success"),
            (rustc, &format!("{short}This error is harmless.\n"), "false_success"),
        ],
    );
}

#[test]
fn where_tests_were_run_there_were_tests() {
    let passed: String =
        (0..9).map(|at| format!("=== RUN   TestA{at}\n--- PASS: TestA{at} (0.00s)\n")).collect();
    let some = format!("{passed}PASS\nok  \ta\t0.1s\n?   \tx/c\t[no test files]\n");
    let none = "?   \tx/b\t[no test files]\nok  \tx/c\t0.1s [no tests to run]\n";
    let skipped = "=== RUN   TestA\n--- PASS: TestA (0.00s)\n=== RUN   TestS\n    s_test.go:3: needs net\n--- SKIP: TestS (0.00s)\nPASS\nok  \ta\t0.1s\n";
    check(
        Family::Go,
        &[
            (&some, "Go test: No tests found\n", "false_success"),
            (&some, "ok a 0.1s\nx/c [no test files]\n", "accepted"),
            (&some, "all tests passed\n", "accepted"),
            (none, "Go test: No tests found\n", "accepted"),
            (skipped, "ok a 0.1s\n", "count_changed"),
            (skipped, "ok a 0.1s, 1 skipped\n", "accepted"),
            (skipped, "ok a 0.1s, 2 skipped\n", "count_changed"),
            (skipped, "ok a 0.1s\nSKIP TestS\n", "accepted"),
        ],
    );
}

#[test]
fn what_nobody_looked_at_is_counted() {
    let pytest = "collected 6 items\n\ntest_a.py ....ss      [100%]\n\n=========== 4 passed, 2 skipped in 0.03s ===========\n";
    let xfailed = "collected 6 items\n\ntest_a.py ....sx      [100%]\n\n=========== 4 passed, 1 skipped, 1 xfailed in 0.03s ===========\n";
    let failed = "collected 6 items\n\nFAILED test_a.py::test_one - assert 3 == 4\n=========== 1 failed, 3 passed, 2 skipped in 0.03s ===========\n";
    check(
        Family::Pytest,
        &[
            (pytest, "4 passed\n", "count_changed"),
            (pytest, "4 passed, 2 skipped\n", "accepted"),
            (xfailed, "4 passed, 1 skipped\n", "count_changed"),
            (xfailed, "4 passed, 1 skipped, 1 xfailed\n", "accepted"),
            (failed, "FAILED test_a.py::test_one - assert 3 == 4\n1 failed, 3 passed\n", "count_changed"),
            (failed, "FAILED test_a.py::test_one - assert 3 == 4\n1 failed\n", "accepted"),
        ],
    );
    check(
        Family::Cargo,
        &[
            (
                "running 9 tests\ntest result: ok. 5 passed; 0 failed; 4 ignored\n",
                "ok. 5 passed\n",
                "count_changed",
            ),
            (
                "running 5 tests\ntest result: ok. 5 passed; 0 failed; 0 ignored\n",
                "ok. 5 passed\n",
                "accepted",
            ),
        ],
    );
    let vitest = " ✓ a.test.js (3 tests | 1 skipped) 5ms\n\n      Tests  2 passed | 1 skipped | 1 todo (4)\n";
    check(
        Family::Vitest,
        &[(vitest, "2 passed\n", "count_changed"), (vitest, "2 passed, 1 skipped, 1 todo\n", "accepted")],
    );
}

#[test]
fn what_fails_is_that_of_the_output() {
    let all: String = (0..9).map(|at| format!("test a{at} ... ok\n")).collect();
    let green = format!("{all}test shows_errors ... ok\n\ntest result: ok. 10 passed; 0 failed; 0 ignored\n");
    let warned = "cc -c a.c\na.c:3:5: warning: the last one failed to inline\ncc -o a a.o\n";
    check(
        Family::Cargo,
        &[
            (&green, "test zz ... FAILED\n10 passed; 0 failed\n", "invented"),
            (&green, "error[E0308]: mismatched types\n10 passed; 0 failed\n", "invented"),
            (&green, "10 passed; 0 failed\n", "accepted"),
            (&green, "10 passed, no failures\n", "accepted"),
            (&green, "failed: 0, passed: 10\n", "accepted"),
        ],
    );
    check(Family::Build, &[(warned, "a.c:3: warning: the last one failed to inline\n", "accepted")]);
    let broken = "error[E0308]: mismatched types\n  --> src/a.rs:10:5\n   |\n10 |     foo()\nerror: could not compile `x` (lib) due to 1 previous error\n";
    let kept = "error[E0308]: mismatched types src/a.rs:10\n1 previous error\n";
    check(
        Family::Cargo,
        &[
            (broken, kept, "accepted"),
            (broken, &format!("{kept}error[E0425]: no value src/b.rs:1\n"), "place_changed"),
            (broken, &format!("{kept}src/a.rs:11\n"), "place_changed"),
        ],
    );
}
