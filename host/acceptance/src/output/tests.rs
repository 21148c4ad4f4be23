//! Reductions that were seen to lie, by the rows of the list of faults.

use super::*;

fn verdict(families: Families, input: &str, reduction: &str) -> String {
    match judge(families, input, reduction) {
        Verdict::Accepted => "accepted".to_owned(),
        Verdict::Refused(reason) => reason.name().to_owned(),
    }
}

fn check(family: Family, rows: &[(&str, &str, &str)]) {
    for (input, reduction, expected) in rows {
        assert_eq!(verdict(Families::one(family), input, reduction), *expected, "{input}\n->\n{reduction}");
    }
}

#[path = "rules_tests.rs"]
mod rules;

#[path = "holes_tests.rs"]
mod holes;

#[path = "success_tests.rs"]
mod success;

#[path = "swaps_tests.rs"]
mod swaps;

#[path = "unknown_tests.rs"]
mod unknown;

#[path = "git_tests.rs"]
mod git;

const GO: &str = "--- FAIL: TestX (0.00s)\n    x_test.go:3: got 1\nFAIL\tp\t0.1s\n";

#[test]
fn row_24_a_failing_go_test_has_tests() {
    check(
        Family::Go,
        &[
            (GO, "Go test: No tests found\n", "failure_lost"),
            (GO, "TestX p x_test.go:3: got 1\n", "accepted"),
            (GO, "TestX p x_test.go:4: got 1\n", "failure_lost"),
            (GO, "TestX p x_test.go:3: got 2\n", "failure_lost"),
            (GO, "TestX p\n", "failure_lost"),
            ("ok  \tdemo/p\t0.1s\nok  \tdemo/q\t0.1s\n", "Go test: No tests found\n", "false_success"),
            ("?   \tp\t[no test files]\n?   \tq\t[no test files]\n", "Go test: No tests found\n", "accepted"),
        ],
    );
}

#[test]
fn row_25_what_is_no_pytest_is_no_empty_pytest() {
    let import = "ImportError while loading conftest 'x/conftest.py'.\nconftest.py:1: in <module>\nE   ModuleNotFoundError: no y\n";
    let none = "collected 0 items\n\n=========== no tests ran in 0.01s ===========\n";
    check(
        Family::Pytest,
        &[
            ("bash: line 1: pytest: command not found\n", "Pytest: No tests collected\n", "failure_lost"),
            (import, "Pytest: No tests collected\n", "failure_lost"),
            (
                "ERROR: usage: pytest [options] [file_or_dir]\n",
                "Pytest: No tests collected\n",
                "failure_lost",
            ),
            ("command timed out after 10000 milliseconds\n", "Pytest: No tests collected\n", "failure_lost"),
            (
                "x.py .....\nand nothing more is known of it\n",
                "Pytest: No tests collected\n",
                "false_success",
            ),
            (none, "Pytest: No tests collected\n", "accepted"),
        ],
    );
}

#[test]
fn row_26_success_is_only_repeated() {
    let bad =
        "Checking formatting...\n[warn] a.js\n[warn] Code style issues found in 1 file. Run Prettier.\n";
    let good = "Checking formatting...\nAll matched files use Prettier code style!\n";
    check(
        Family::Formatted,
        &[
            (bad, "Prettier: All files formatted correctly\n", "failure_lost"),
            (bad, "a.js: All files formatted correctly\n", "false_success"),
            (bad, "1 file: a.js\n", "accepted"),
            (good, "Prettier: All files formatted correctly\n", "accepted"),
        ],
    );
    check(
        Family::Build,
        &[
            ("gcc -c a.c\ngcc -c b.c\n", "make: ok\n", "false_success"),
            ("gcc -c a.c\ngcc -c b.c\n", "✓ make\n", "false_success"),
            ("gcc -c a.c\ngcc -c b.c\n", "0 errors\n", "false_success"),
            ("gcc -c a.c\ngcc -c b.c\n", "gcc -c a.c\n", "accepted"),
        ],
    );
}

#[test]
fn row_27_message_and_place_stay() {
    let input = "\n FAIL  src/a.test.ts > area > of a circle\nAssertionError: expected 3.14 to be 3\n\n- 3\n+ 3.14\n\n ❯ src/a.test.ts:5:71\n\n Test Files  1 failed (1)\n      Tests  1 failed | 2 passed (3)\n";
    check(
        Family::Vitest,
        &[
            (input, "PASS (2) FAIL (1)\nFAIL src/a.test.ts > area > of a circle\n", "failure_lost"),
            (input, "1 failed: of a circle: AssertionError: expected 3.14 to be 3\n", "failure_lost"),
            (input, "1 failed: of a circle: expected 3.14 to be 3 src/a.test.ts:5\n", "accepted"),
            (input, "2 failed: of a circle: expected 3.14 to be 3 src/a.test.ts:5\n", "count_changed"),
        ],
    );
}

const LOG: &str = "commit 66d71bd7dd6b307e0ef21b81df0f266c62d3e632\nAuthor: A <a@b>\nDate:   Mon\n\n    Add the index\n\n    error: a line of the body\n\ncommit 0123456789abcdef0123456789abcdef01234567\nAuthor: A <a@b>\nDate:   Mon\n\n    Fix it\n\ncommit 1123456789abcdef0123456789abcdef01234567\nAuthor: A <a@b>\nDate:   Mon\n\n    Fix it\n";

#[test]
fn row_28_every_commit_stays() {
    check(
        Family::GitLog,
        &[
            (LOG, "commit 66d71bd\n  Add the index\n  [+14 lines omitted]\n", "result_lost"),
            (LOG, "66d71bd Add the index\n0123456 Fix it\n1123456 Fix it\n", "accepted"),
            (LOG, "Add the index\n0123456 Fix it\n1123456 Fix it\n", "accepted"),
            (LOG, "66d71bd Add the index\nFix it\nFix it\n", "accepted"),
            (LOG, "66d71bd Add the index\nFix it\nFix the rest\n", "result_lost"),
            (LOG, "66d71be Add the index\n0123456 Fix it\n1123456 Fix it\n", "invented"),
            (LOG, "66d71bd Add the index\n0123456 Fix it\n", "result_lost"),
        ],
    );
}

#[test]
fn row_29_another_tools_form_is_garbage() {
    check(Family::GitLog, &[(LOG, "3 matches in 1F:\n\n[file] Date (3):\n  Mon\n", "result_lost")]);
}

#[test]
fn row_32_why_and_how_it_ended_stay() {
    let vet = "# p\np/a.go:5:12: Printf format %d has arg x\n";
    let race =
        "fatal error: checkptr: misaligned pointer conversion\n\ngoroutine 1 [running]:\nFAIL\tp\t0.1s\n";
    check(
        Family::Go,
        &[
            (vet, "No issues found\n", "failure_lost"),
            (race, "FAIL p\n", "failure_lost"),
            (race, "FAIL p: fatal error: checkptr: misaligned pointer conversion\n", "accepted"),
        ],
    );
    let made = "cc -o a a.c\ncc -o b b.c\nmake: *** [Makefile:3: all] Error 2\n";
    check(
        Family::Build,
        &[
            (made, "cc -o a a.c\n", "failure_lost"),
            (made, "make: *** [Makefile:3: all] Error 2\n", "accepted"),
        ],
    );
}

#[test]
fn row_34_what_is_left_out_is_counted() {
    let grep = "src/a.rs:1:fn one()\nsrc/a.rs:5:fn two()\nsrc/a.rs:9:fn three()\nsrc/b.rs:5:fn two()\n";
    check(
        Family::Grep,
        &[
            (
                grep,
                "4 matches\na.rs\n 1: fn one()\n 5: fn two()\n 9: fn three()\nb.rs\n 5: fn two()\n",
                "accepted",
            ),
            (grep, "a.rs\n 1: fn one()\n 5: fn two()\n +1\nb.rs\n 5: fn two()\n", "accepted"),
            (grep, "a.rs\n 1: fn one()\n +2\nb.rs\n 5: fn two()\n", "accepted"),
            (grep, "a.rs\n 1: fn one()\n +1\nb.rs\n 5: fn two()\n", "result_lost"),
            (grep, "a.rs\n 1: fn one()\n 5: fn two()\nb.rs\n 5: fn two()\n", "result_lost"),
            (grep, "3 matches\na.rs\n 1: fn one()\n +2\nb.rs\n 5: fn two()\n", "count_changed"),
            (grep, "a.rs: 1, 5, 9; b.rs: 5\n", "result_lost"),
        ],
    );
    let status =
        "On branch main\n\tmodified:   src/a.rs\n\tmodified:   src/b.rs\n\nUntracked files:\n\tdocs/c.md\n";
    check(
        Family::GitStatus,
        &[
            (status, "main\n M src/a.rs\n M src/b.rs\n? docs/c.md\n", "accepted"),
            (status, "main\n M src/a.rs\n +2 more\n", "result_lost"),
        ],
    );
    let find = "a/mod.rs\nb/mod.rs\nc/mod.rs\nc/other_file.rs\n";
    check(
        Family::Find,
        &[
            (find, "a,b,c: mod.rs\n", "result_lost"),
            (find, "a: mod.rs\nb: mod.rs\n2 more\n", "accepted"),
            (find, "a: mod.rs\nb: mod.rs\nc: mod.rs\n", "result_lost"),
        ],
    );
}

#[test]
fn row_35_lines_of_context_stay() {
    let grep = "src/a.rs:26:pub fn queue()\nsrc/a.rs-27-    let limit = 21;\n--\nsrc/b.rs:26:pub fn queue()\nsrc/b.rs-27-    let limit = 22;\n";
    check(
        Family::Grep,
        &[
            (grep, "src/a.rs\n 26: pub fn queue()\nsrc/b.rs\n 26: pub fn queue()\n", "result_lost"),
            (
                grep,
                "a.rs\n26:pub fn queue()\n27-let limit = 21;\nb.rs\n26:pub fn queue()\n27-let limit = 22;\n",
                "accepted",
            ),
        ],
    );
}

#[test]
fn row_37_every_finding_stays() {
    let ruff = "a.py:1:1: F401 `os` imported but unused\na.py:1:8: I001 Import block is un-sorted\nb.py:1:8: I001 Import block is un-sorted\nFound 3 errors.\n";
    check(
        Family::Ruff,
        &[
            (
                ruff,
                "Ruff check (JSON parse failed)\na.py:1:1: F401 `os` imported but unused\n",
                "failure_lost",
            ),
            // The line is there, and so are the words, but not together.
            (
                ruff,
                "3 errors\na.py:1: F401 `os` imported but unused\n\n\nb.py:1: I001 Import block is un-sorted\n",
                "failure_lost",
            ),
            (
                ruff,
                "3 errors\na.py 1: F401 `os` imported but unused; I001 Import block is un-sorted\nb.py 1: I001 Import block is un-sorted\n",
                "accepted",
            ),
        ],
    );
}

#[test]
fn row_44_a_reduction_is_smaller() {
    check(
        Family::Go,
        &[
            ("ok  demo/a 1s\nok  demo/b 2s\n", "ok  demo/a 1s\nok  demo/b 2s\n", "not_smaller"),
            ("ok  demo/a 1s\n", "ok  demo/a 1s, and more\n", "not_smaller"),
            // One byte less, and as many tokens.
            ("ok  demo/a 1s.\n", "ok  demo/a 1s\n", "not_smaller"),
            ("ok  demo/a 1s....\n", "ok  demo/a 1s\n", "accepted"),
            ("ok  demo/a 1s\n", " \n\n", "empty"),
        ],
    );
}
