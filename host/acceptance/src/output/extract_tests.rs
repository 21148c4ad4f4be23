//! Facts that are found in outputs.

use super::super::family::Family;
use super::*;

fn facts(family: Family, input: &str) -> Vec<String> {
    let extract = Extract::read(Families::one(family), input);
    extract.facts.iter().filter(|fact| fact.is_required).map(|fact| fact.to_fact().to_string()).collect()
}

#[test]
fn facts_of_families() {
    let rows: [(Family, &str, &[&str]); 14] = [
        (
            Family::Cargo,
            "error[E0308]: mismatched types\n --> src/lib.rs:2:21\n  |\nwarning: unused\n --> src/a.rs:1:1\nerror: could not compile `a` (lib) due to 1 previous error\n",
            &["error E0308 at src/lib.rs:2: mismatched types"],
        ),
        (Family::Clippy, "warning: unused\n --> src/a.rs:1:1\n", &["warning at src/a.rs:1: unused"]),
        (
            Family::Cargo,
            "thread 'a' (7) panicked at src/lib.rs:5:5:\nassertion failed\n  left: 1\n right: 2\n   4: a\n             at ./src/x.rs:3:5\n",
            &["panic at src/lib.rs:5: assertion failed", "error: left: 1", "error: right: 2"],
        ),
        (
            Family::Go,
            "=== RUN   TestA\n    a_test.go:3: looking\n--- PASS: TestA (0.00s)\n=== RUN   TestB\n    a_test.go:9: bad\n--- FAIL: TestB (0.00s)\nFAIL\nFAIL\tp/q\t0.1s\n",
            &["error at a_test.go:9: bad", "failure TestB", "failed group p/q"],
        ),
        (
            Family::Go,
            "{\"Time\":\"x\",\"Action\":\"output\",\"Package\":\"p\",\"Test\":\"TestB\",\"Output\":\"    a_test.go:9: bad\\n\"}\n{\"Time\":\"x\",\"Action\":\"fail\",\"Package\":\"p\",\"Test\":\"TestB\",\"Elapsed\":0}\n{\"Time\":\"x\",\"Action\":\"fail\",\"Package\":\"p\",\"Elapsed\":0.1}\n",
            &["error at a_test.go:9: bad", "failure TestB", "failed group p"],
        ),
        (
            Family::Pytest,
            "    def test_a():\n>       assert x == 1\nE       assert 2 == 1\nE         more\n\ntests/test_a.py:8: AssertionError\nFAILED tests/test_a.py::test_a - assert 2 == 1\n",
            &["error at tests/test_a.py:8: assert 2 == 1", "failure tests/test_a.py::test_a: assert 2 == 1"],
        ),
        (
            Family::Python,
            "Traceback (most recent call last):\n  File \"/home/a/x.py\", line 4, in f\n    g()\n  File \"/usr/lib/python3.11/json/decoder.py\", line 9, in g\n    raise\nValueError: no\n",
            &["panic at /home/a/x.py:4: ValueError: no"],
        ),
        (
            Family::Vitest,
            " ✓ src/b.test.ts (4 tests) 3ms\n FAIL  src/a.test.ts > a > b\nError: no\n ❯ node_modules/x.js:1:1\n ❯ src/a.ts:3:4\n ❯ src/a.ts:9:4\n",
            &["failure a > b", "error at src/a.ts:3: Error: no"],
        ),
        (Family::Tsc, "a.ts(3,4): error TS2322: no\n", &["error TS2322 at a.ts:3: no"]),
        (
            Family::Eslint,
            "/home/a/x.js\n  3:5  error    no  rule\n  4:5  warning  hm  rule\n",
            &["error rule at home/a/x.js:3: no", "warning rule at home/a/x.js:4: hm"],
        ),
        (
            Family::GitDiff,
            "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+new\n same\n",
            &["result x", "result: old", "result: new"],
        ),
        (
            Family::Grep,
            "a.rs:3:x\na.rs-4-y\n--\ngrep: z: No such file\n",
            &["result at a.rs:3: x", "result at a.rs:4: y", "error: z: No such file"],
        ),
        (
            Family::Find,
            "total 8\ndrwxr-xr-x 2 a a 4096 Nov 30 07:35 net\nlrwxrwxrwx 1 a a 4 Nov 30 07:35 l -> net\nsrc/a b.rs\n",
            &["result net", "result l", "result src/a b.rs"],
        ),
        (Family::Text, "a\n\n  b\n", &["result: a", "result: b"]),
    ];
    for (family, input, expected) in rows {
        assert_eq!(facts(family, input), expected, "{input}");
    }
}

#[test]
fn long_lines_are_read_at_their_beginning() {
    let long = format!("error: {}\n", "é".repeat(MAX_LINE));
    assert_eq!(facts(Family::Build, &long).len(), 1);
}
