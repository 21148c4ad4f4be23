//! Facts that are put to another test, place, code or kind than their own.

use super::super::*;
use super::check;

#[test]
fn places_of_errors_are_not_swapped() {
    let rustc = "error[E0308]: mismatched types\n  --> src/alpha.rs:10:5\n   |\n10 |     foo()\n   |     ^^^^^ expected `u32`, found `()`\n\nerror[E0425]: cannot find value `total` in this scope\n  --> src/beta.rs:77:9\n   |\n77 |     total += 1;\n\nerror: could not compile `x` (lib) due to 2 previous errors\n";
    check(
        Family::Cargo,
        &[
            (
                rustc,
                "error[E0308]: mismatched types src/alpha.rs:10\nerror[E0425]: cannot find value `total` in this scope src/beta.rs:77\n2 previous errors\n",
                "accepted",
            ),
            (
                rustc,
                "error[E0308]: mismatched types src/beta.rs:77\nerror[E0425]: cannot find value `total` in this scope src/alpha.rs:10\n2 previous errors\n",
                "failure_lost",
            ),
            (
                rustc,
                "src/beta.rs:77:9: error[E0308]: mismatched types\nsrc/alpha.rs:10:5: error[E0425]: cannot find value `total` in this scope\n2 previous errors\n",
                "failure_lost",
            ),
            (
                rustc,
                "error[E0425]: mismatched types src/alpha.rs:10\nerror[E0308]: cannot find value `total` in this scope src/beta.rs:77\n2 previous errors\n",
                "failure_lost",
            ),
        ],
    );
}

const CARGO: &str = "running 2 tests\ntest a::two ... FAILED\ntest a::three ... FAILED\n\nfailures:\n\n---- a::two stdout ----\nthread 'a::two' (1) panicked at src/a.rs:10:9:\nbalance must match ledger\n\n---- a::three stdout ----\nthread 'a::three' (2) panicked at src/a.rs:20:9:\nindex out of bounds: the len\n\nfailures:\n    a::two\n    a::three\n\ntest result: FAILED. 0 passed; 2 failed; 0 ignored\n";

#[test]
fn messages_of_tests_are_not_swapped() {
    check(
        Family::Cargo,
        &[
            (
                CARGO,
                "a::two FAILED src/a.rs:10 balance must match ledger\na::three FAILED src/a.rs:20 index out of bounds: the len\n2 failed\n",
                "accepted",
            ),
            (
                CARGO,
                "2 failed: a::two, a::three\nsrc/a.rs:10 balance must match ledger\nsrc/a.rs:20 index out of bounds: the len\n",
                "accepted",
            ),
            (
                CARGO,
                "a::three FAILED src/a.rs:10 balance must match ledger\na::two FAILED src/a.rs:20 index out of bounds: the len\n2 failed\n",
                "failure_lost",
            ),
            (
                CARGO,
                "2 failed\na::three FAILED\n  src/a.rs:10 balance must match ledger\na::two FAILED\n  src/a.rs:20 index out of bounds: the len\n",
                "failure_lost",
            ),
            (
                CARGO,
                "2 failed\na::two FAILED src/a.rs:20 balance must match ledger\na::three FAILED src/a.rs:10 index out of bounds: the len\n",
                "failure_lost",
            ),
        ],
    );
    let go = "--- FAIL: TestX (0.00s)\n    x_test.go:3: got 1, want 2\n--- FAIL: TestY (0.00s)\n    x_test.go:9: got 5, want 7\nFAIL\nFAIL\tp\t0.1s\n";
    check(
        Family::Go,
        &[
            (go, "FAIL p\nTestX x_test.go:3: got 1, want 2\nTestY x_test.go:9: got 5, want 7\n", "accepted"),
            (
                go,
                "FAIL p\nTestY x_test.go:3: got 1, want 2\nTestX x_test.go:9: got 5, want 7\n",
                "failure_lost",
            ),
        ],
    );
    let pytest = "FAILED test_a.py::test_one - assert 3 == 4\nFAILED test_a.py::test_two - KeyError: 'x'\n=========== 2 failed in 0.03s, of all that ran ===========\n";
    check(
        Family::Pytest,
        &[
            (
                pytest,
                "2 failed\ntest_one FAILED: assert 3 == 4\ntest_two FAILED: KeyError: 'x'\n",
                "accepted",
            ),
            (
                pytest,
                "2 failed\ntest_two FAILED: assert 3 == 4\ntest_one FAILED: KeyError: 'x'\n",
                "failure_lost",
            ),
        ],
    );
    let vitest = " FAIL  a.test.js > adds\nAssertionError: expected 3 to be 4 // Object.is equality\n\n- Expected\n+ Received\n\n- 4\n+ 3\n\n ❯ a.test.js:6:27\n\n FAIL  a.test.js > subs\nAssertionError: expected 9 to be 7 // Object.is equality\n\n ❯ a.test.js:12:27\n\n      Tests  2 failed | 1 passed (3)\n";
    let row = |one, first, other, second| {
        format!(
            "FAIL a.test.js > {one}: expected 3 to be 4 a.test.js:{first}\nFAIL a.test.js > {other}: expected 9 to be 7 a.test.js:{second}\n2 failed | 1 passed\n"
        )
    };
    check(
        Family::Vitest,
        &[
            (vitest, &row("adds", 6, "subs", 12), "accepted"),
            (vitest, &row("subs", 6, "adds", 12), "failure_lost"),
            (vitest, &row("adds", 12, "subs", 6), "failure_lost"),
        ],
    );
}

#[test]
fn codes_and_kinds_are_their_own() {
    let ruff = "a.py:1:8: F401 [*] `os` imported but unused\na.py:9:5: F821 Undefined name `ledger`\nb.py:3:1: E501 Line too long (120 > 88)\nFound 3 errors.\n";
    check(
        Family::Ruff,
        &[
            (
                ruff,
                "F401 a.py:1 `os` imported but unused\nF821 a.py:9 Undefined name `ledger`\nE501 b.py:3 Line too long (120 > 88)\n3 errors\n",
                "accepted",
            ),
            (
                ruff,
                "a.py: 1 F401 `os` imported but unused, 9 F821 Undefined name `ledger`\nb.py: 3 E501 Line too long (120 > 88)\n3 errors\n",
                "accepted",
            ),
            (
                ruff,
                "F821 a.py:1 `os` imported but unused\nF401 a.py:9 Undefined name `ledger`\nE501 b.py:3 Line too long (120 > 88)\n3 errors\n",
                "failure_lost",
            ),
        ],
    );
    let tsc = "src/a.ts(1,5): error TS2304: Cannot find name 'one'.\nsrc/b.ts(2,5): error TS2304: Cannot find name 'two'.\nFound 2 errors in 2 files.\n";
    check(
        Family::Tsc,
        &[
            (
                tsc,
                "TS2304: a.ts:1 Cannot find name 'one'; b.ts:2 Cannot find name 'two'\n2 errors\n",
                "accepted",
            ),
            (
                tsc,
                "TS2304 (2 errors)\na.ts:1 Cannot find name 'one'\nb.ts:2 Cannot find name 'two'\n",
                "accepted",
            ),
            (
                tsc,
                "TS2305: a.ts:1 Cannot find name 'one'; b.ts:2 Cannot find name 'two'\n2 errors\n",
                "failure_lost",
            ),
        ],
    );
    let eslint = "/p/a.js\n  1:5  error    'x' is not defined            no-undef\n  2:1  warning  Unexpected console statement  no-console\n\n/p/b.js\n  7:5  error  'y' is not defined  no-undef\n\n✖ 3 problems (2 errors, 1 warning)\n";
    check(
        Family::Eslint,
        &[
            (
                eslint,
                "a.js:1 error 'x' is not defined\na.js:2 warning Unexpected console statement\nb.js:7 error 'y' is not defined\n3 problems (2 errors)\n",
                "accepted",
            ),
            (
                eslint,
                "no-undef: a.js:1 'x' is not defined, b.js:7 'y' is not defined\nno-console: a.js:2 Unexpected console statement\n3 problems (2 errors)\n",
                "accepted",
            ),
            (
                eslint,
                "a.js:1 warning 'x' is not defined\na.js:2 error Unexpected console statement\nb.js:7 error 'y' is not defined\n3 problems (2 errors)\n",
                "failure_lost",
            ),
        ],
    );
}

#[test]
fn an_assertion_has_its_place() {
    let one = "test_a.py F..                                [100%]\n\n___________________________________ test_one ___________________________________\n\n    def test_one():\n>       assert total([1,2]) == 4\nE       assert 3 == 4\nE        +  where 3 = total([1, 2])\n\ntest_a.py:5: AssertionError\n=========================== short test summary info ============================\nFAILED test_a.py::test_one - assert 3 == 4\n========================= 1 failed, 2 passed in 0.03s ==========================\n";
    let collected = "collected 0 items / 1 error\n\n____ ERROR collecting test_x.py ____\nImportError while importing test module '/p/test_x.py'.\nHint: make sure your test modules/packages have valid Python names.\nE   ModuleNotFoundError: No module named 'zz'\n=== short test summary info ===\nERROR test_x.py\n!!!! Interrupted: 1 error during collection !!!!\n=== 1 error in 0.1s ===\n";
    check(
        Family::Pytest,
        &[
            (one, "test_a.py:5 test_one: assert 3 == 4\n1 failed, 2 passed\n", "accepted"),
            (one, "test_a.py:6 test_one: assert 3 == 4\n1 failed, 2 passed\n", "failure_lost"),
            (one, "test_a.py:5 test_one: assert 3 == 5\n1 failed, 2 passed\n", "failure_lost"),
            (
                collected,
                "ERROR test_x.py\nE ModuleNotFoundError: No module named 'zz'\n1 error\n",
                "accepted",
            ),
            (collected, "ERROR test_x.py\n1 error\n", "failure_lost"),
        ],
    );
}

#[test]
fn what_npm_says_of_itself_may_go() {
    let npm = "> x@1.0.0 build\n> tsc -p .\n\nsrc/a.ts(3,5): error TS2304: Cannot find name 'q'.\nnpm error Lifecycle script `build` failed with error:\nnpm error code 2\nnpm error path /p\nnpm error workspace x@1.0.0\nnpm error command failed\nnpm error command sh -c tsc -p .\nnpm error A complete log of this run can be found in: /p/0.log\n";
    let old = "src/a.ts(3,5): error TS2304: Cannot find name 'q'.\nnpm ERR! code ELIFECYCLE\nnpm ERR! errno 2\nnpm ERR! x@1.0.0 build: `tsc -p .`\nnpm ERR! Exit status 2\nnpm ERR! Failed at the x@1.0.0 build script.\nnpm ERR! A complete log of this run can be found in:\n";
    check(
        Family::Build,
        &[
            (
                npm,
                "src/a.ts:3 TS2304: Cannot find name 'q'.\nnpm: script `build` failed with code 2\n",
                "accepted",
            ),
            (npm, "src/a.ts:3 TS2304: Cannot find name 'q'.\nnpm: script `build` failed\n", "failure_lost"),
            (npm, "npm: script `build` failed with code 2\n", "failure_lost"),
            (
                old,
                "src/a.ts:3 TS2304: Cannot find name 'q'.\nx@1.0.0 build: `tsc -p .` Exit status 2\n",
                "accepted",
            ),
            (old, "src/a.ts:3 TS2304: Cannot find name 'q'.\nx@1.0.0 build: `tsc -p .`\n", "failure_lost"),
        ],
    );
}
