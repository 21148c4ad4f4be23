//! Outputs as tools print them, and what is left of them.

use toolhost_fold::{Rules, Source, fold};

use crate::support::{each, folded, left};

#[test]
fn cargo() {
    let compiled = each("   Compiling crate-# v1.0.#", 40);
    let passed = each("test module::case_# ... ok", 30);
    let output = left(
        "cargo test",
        &[
            &compiled,
            "warning: unused variable: `x`\n --> src/lib.rs:3:9\n  |\n3 |     let x = 5;\n  |         ^ help\n\n",
            "   Compiling thiserror v2.0.0\n",
            "    Finished `test` profile [unoptimized + debuginfo] target(s) in 3.21s\n\nrunning 31 tests\n",
            &passed,
            "test module::broken ... FAILED\n",
            &passed,
        ],
    );
    let expected = "\
        … 40 lines of progress left out\n\
        warning: unused variable: `x`\n --> src/lib.rs:3:9\n  |\n3 |     let x = 5;\n  |         ^ help\n\n   \
        Compiling thiserror v2.0.0\n    \
        Finished `test` profile [unoptimized + debuginfo] target(s) in 3.21s\n\nrunning 31 tests\n\
        … 30 lines of passed checks left out\n\
        test module::broken ... FAILED\n\
        … 30 lines of passed checks left out\n";
    assert_eq!(output.as_deref(), Some(expected));
}

#[test]
fn go() {
    let good = each("=== RUN   TestGood#\n--- PASS: TestGood# (0.00s)", 20);
    let output = left(
        "go test ./... -v",
        &[
            &good,
            "=== RUN   TestBad\n    a_test.go:7: got 1, want 2\n--- FAIL: TestBad (0.00s)\n",
            &good,
            "FAIL\nFAIL\texample.org/a\t0.012s\n",
            &each("ok  \texample.org/p#\t0.0#s", 12),
            "?   \texample.org/q\t[no test files]\n",
        ],
    );
    let expected = "\
        … 40 lines of passed checks left out\n\
        === RUN   TestBad\n    a_test.go:7: got 1, want 2\n--- FAIL: TestBad (0.00s)\n\
        … 40 lines of passed checks left out\n\
        FAIL\nFAIL\texample.org/a\t0.012s\n\
        … 12 lines of passed checks left out\n\
        ?   \texample.org/q\t[no test files]\n";
    assert_eq!(output.as_deref(), Some(expected));
}

#[test]
fn pytest_and_vitest() {
    let output = left(
        "pytest -v; npx vitest run",
        &[
            &each("tests/test_a.py::test_# PASSED   [  #%]", 9),
            "tests/test_a.py::test_bad FAILED   [ 50%]\ntests/test_a.py::test_s SKIPPED (slow)   [ 51%]\n",
            &each("  ✓ adds # numbers 1ms", 9),
            "  × subtracts 3ms\n    → expected 1 to be 2\n",
        ],
    );
    let expected = "\
        … 9 lines of passed checks left out\n\
        tests/test_a.py::test_bad FAILED   [ 50%]\ntests/test_a.py::test_s SKIPPED (slow)   [ 51%]\n\
        … 9 lines of passed checks left out\n  × subtracts 3ms\n    → expected 1 to be 2\n";
    assert_eq!(output.as_deref(), Some(expected));
}

#[test]
fn downloads_of_package_managers() {
    let output = left(
        "apt-get update; pip install -r r.txt",
        &[
            &each("Get:# http://d stable/main amd64 p# 1.0 [12 kB]", 8),
            "Fetched 96 kB in 1s\n",
            &each("Collecting p#\n  Downloading p#-1.0-py3-none-any.whl (12 kB)", 8),
            "ERROR: No matching distribution\n",
            &each("a1b2c3d4e5f#: Pull complete", 8),
        ],
    );
    let expected = "\
        … 8 lines of progress left out\nFetched 96 kB in 1s\n\
        … 16 lines of progress left out\nERROR: No matching distribution\n\
        … 8 lines of progress left out\n";
    assert_eq!(output.as_deref(), Some(expected));
}

#[test]
fn repetitions_keep_their_line_and_its_number() {
    let output = left(
        "./run.sh",
        &[&"waiting for the server\n".repeat(38), "up\n", &"\n".repeat(60), &"a\r\n".repeat(60)],
    );
    let expected = "waiting for the server\n… the line above 37 more times\nup\n… 60 blank lines left out\na\r\n… the line above 59 more times\r\n";
    assert_eq!(output.as_deref(), Some(expected));
}

#[test]
fn a_repetition_stands_below_its_line() {
    let polling = "waiting for the server\n";
    let output = left("./run.sh", &[polling, &each("   Fresh a# v1.0.0", 9), &polling.repeat(9)]);
    let expected = "waiting for the server\n… 9 lines of progress left out\nwaiting for the server\n… the line above 8 more times\n";
    assert_eq!(output.as_deref(), Some(expected));
}

#[test]
fn trouble_stays_however_often_it_is_told() {
    assert_eq!(left("./run.sh", &[&"warning: the same again\n".repeat(50)]), None);
    assert_eq!(left("./run.sh", &[&each("test reports_failure_# ... ok", 50)]), None);
}

#[test]
fn diffs_and_listings_stay() {
    let diff = format!("@@ -1,40 +1,40 @@\n{}", " test a ... ok\n".repeat(40));
    assert_eq!(left("./run.sh", &[&diff]), None);
    assert_eq!(left("./run.sh", &[&each("# | test a ... ok", 40)]), None);
}

#[test]
fn short_runs_and_short_lines_stay() {
    assert_eq!(left("./run.sh", &[&each("   Compiling a-long-crate-name-# v1.0.0 (/a/long/path)", 2)]), None);
    assert_eq!(left("bats t", &[&each("ok #", 5)]), None, "the mark would be longer");
    assert_eq!(left("./run.sh", &[&"\n".repeat(31)]), None, "three bytes would be saved");
    assert_eq!(left("./run.sh", &[&"\n".repeat(32)]).as_deref(), Some("… 32 blank lines left out\n"));
    assert_eq!(folded("./run.sh", ""), None);
    assert_eq!(folded("./run.sh", &each("test # ... ok", 10)), None, "all of it is edge");
}

#[test]
fn the_configuration_says_what_stays() {
    let text = each("head #", 5) + &each("  ✓ adds numbers #", 6) + &each("tail #", 5);
    let source = Source { runs_tests: true, ..Source::default() };
    let lines = |min_run, keep: &[&str]| {
        let keep: Vec<String> = keep.iter().map(|beginning| (*beginning).to_owned()).collect();
        fold(&text, &Rules { min_run, keep: &keep, source: &source }).map_or(0, |folded| folded.lines)
    };
    assert_eq!(lines(3, &[]), 6);
    assert_eq!(lines(7, &[]), 0);
    assert_eq!(lines(3, &["✓ adds"]), 0);
    assert_eq!(lines(3, &["✓ adds numbers 6"]), 5);
}
