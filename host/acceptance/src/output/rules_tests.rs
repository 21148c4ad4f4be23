//! Rules of judgements that hold whatever the tool, and what any texts must not do.

use proptest::prelude::*;

use super::super::*;
use super::{check, verdict};

#[test]
fn what_failed_has_not_passed() {
    let input = "test a::one ... ok\ntest a::two ... FAILED\ntest a::three ... ok\n\nfailures:\n    a::two\n";
    check(
        Family::Cargo,
        &[
            (input, "test a::two ... ok\ntest a::three ... ok\n", "failure_lost"),
            (input, "✓ a::one\n✓ a::two\n", "failure_lost"),
            (input, "✗ a::two\n✓ a::one\n", "accepted"),
            (input, "test a::two ... FAILED\n", "accepted"),
        ],
    );
    let tap = "TAP version 13\nok 1 - adds\nnot ok 2 - takes away\n# pass 1\n# fail 1\n";
    check(
        Family::Build,
        &[
            (tap, "ok 1 - adds\nok 2 - takes away\n", "failure_lost"),
            (tap, "not ok 2 - takes away\n# fail 0\n", "count_changed"),
            (tap, "not ok 2 - takes away\n# fail 1\n", "accepted"),
        ],
    );
}

#[test]
fn a_place_is_that_of_its_message() {
    let eslint = "/home/a/x.js\n  3:3   warning  Unexpected var               no-var\n  4:7   error    'thing' is never used        no-unused-vars\n\n✖ 2 problems (1 error, 1 warning)\n";
    check(
        Family::Eslint,
        &[
            (
                eslint,
                "x.js: 2 problems\n3 Unexpected var no-var\n4 'thing' is never used no-unused-vars\n",
                "accepted",
            ),
            (
                eslint,
                "x.js: 2 problems\n4 Unexpected var no-var\n4 'thing' is never used no-unused-vars\n",
                "failure_lost",
            ),
            (
                eslint,
                "x.js: 2 problems\n3\n  Unexpected var no-var\n4\n  'thing' is never used no-unused-vars\n",
                "accepted",
            ),
        ],
    );
    // A warning stands where the changed one says, and another error where it was.
    let made =
        "m.c:2:26: error: one is made of another\nm.c:2:36: error: and two\nm.c:3:35: warning: three\n";
    check(
        Family::Build,
        &[
            (made, "m.c:2:26: error: one is made of another\nm.c:2:36: error: and two\n", "accepted"),
            (made, "m.c:3:26: error: one is made of another\nm.c:2:36: error: and two\n", "failure_lost"),
        ],
    );
    let values =
        "thread 'a' (7) panicked at src/x.rs:5:5:\nassertion `left == right` failed\n  left: 1\n right: 2\n";
    check(
        Family::Cargo,
        &[
            (
                values,
                "'a' panicked at src/x.rs:5 assertion `left == right` failed left: 1 right: 2\n",
                "accepted",
            ),
            (
                values,
                "'a' panicked at src/x.rs:5 assertion `left == right` failed left: 2 right: 2\n",
                "failure_lost",
            ),
        ],
    );
    let made = "cc t.c -o t\n./t\nt: t.c:2: main: Assertion `one == two' failed.\nmake: *** [Makefile:6: t] Aborted\n";
    check(
        Family::Build,
        &[
            (made, "make: *** [Makefile:6: t] Aborted\n", "failure_lost"),
            (made, "t.c:2: `one == two' failed.\nmake: *** [Makefile:6: t] Aborted\n", "accepted"),
        ],
    );
}

#[test]
fn what_the_output_counts_itself_is_not_counted_again() {
    let broken = "Traceback (most recent call last):\n  File \"x.py\", line 9, in test_a\n    a()\nKeyError: 'label'\n";
    let failed = "Traceback (most recent call last):\n  File \"x.py\", line 7, in test_b\n    b()\nAssertionError: not greater\n";
    let input = format!("{broken}\n{failed}\nRan 4 tests in 0.001s\n\nFAILED (failures=1, errors=1)\n");
    let reduction = |errors: u32| {
        format!(
            "x.py:9 KeyError: 'label'\nx.py:7 AssertionError: not greater\n(failures=1, errors={errors})\n"
        )
    };
    check(Family::Python, &[(&input, &reduction(1), "accepted"), (&input, &reduction(2), "count_changed")]);
}

#[test]
fn changes_are_where_they_were() {
    let diff = "diff --git a/x.rs b/x.rs\nindex 3b18e51..a04f2c1 100644\n--- a/x.rs\n+++ b/x.rs\n@@ -1,3 +1,3 @@ fn a()\n one\n-two\n+three\n four\n";
    let renamed = "diff --git a/x.rs b/y.rs\nsimilarity index 100%\nrename from x.rs\nrename to y.rs\n";
    check(
        Family::GitDiff,
        &[
            (diff, "x.rs\n@@ -1,3 +1,3 @@\n-two\n+three\n", "accepted"),
            (diff, "x.rs\n-two\n+three\n", "accepted"),
            (diff, "x.rs\n@@ -1,3 +2,3 @@\n-two\n+three\n", "invented"),
            (diff, "x.rs a04f2c2\n-two\n+three\n", "invented"),
            (renamed, "y.rs\n", "result_lost"),
            (renamed, "x.rs -> y.rs\n", "accepted"),
        ],
    );
}

#[test]
fn places_and_counts_are_those_of_the_output() {
    let input = "running 2 tests\ntest a ... ok\ntest ab ... FAILED\n\nthread 'ab' (7) panicked at src/lib.rs:12:5:\nno luck\n\ntest result: FAILED. 1 passed; 1 failed; 0 ignored\n";
    check(
        Family::Cargo,
        &[
            (input, "ab FAILED at src/lib.rs:12: no luck (1 passed, 1 failed)\n", "accepted"),
            (input, "ab FAILED at src/lib.rs:12: no luck (2 passed, 1 failed)\n", "count_changed"),
            (input, "ab FAILED at src/lib.rs:12: no luck (1 passed, 2 failed)\n", "count_changed"),
            (input, "ab FAILED at src/lib.rs:12: no luck, src/lib.rs:13\n", "place_changed"),
            (input, "ab FAILED at src/lib.rs:12: no luck │src/lib.rs:13\n", "place_changed"),
            (input, "ab FAILED at src/lib.rs:12: no luck →lib.rs:12\n", "accepted"),
            (input, "ab FAILED at src/lib.rs:12: no luck.\nAll tests passed\n", "false_success"),
            (input, "abc FAILED at src/lib.rs:12: no luck\n", "failure_lost"),
        ],
    );
}

#[test]
fn of_nothing_known_only_size_and_claims_are_compared() {
    let rows = [
        ("added 3 packages in 2s\nand some more words\n", "added 3 packages in 2s\n", "accepted"),
        ("added 3 packages in 2s\nand some more words\n", "successfully installed\n", "false_success"),
    ];
    for (input, reduction, expected) in rows {
        assert_eq!(verdict(Families::UNKNOWN, input, reduction), expected, "{reduction}");
    }
}

#[test]
fn numbers_that_no_sum_can_hold_are_judged() {
    let most = u64::MAX;
    let line = format!("test result: FAILED. {most} passed; {most} failed; {most} ignored, {most} more\n");
    let verdict = judge(Families::one(Family::Cargo), &line.repeat(3), &line.repeat(2));
    assert_eq!(verdict, Verdict::Accepted);
}

#[test]
fn names_of_reasons_differ() {
    let fact = Fact { kind: Kind::Error, name: None, place: None, text: None };
    let names = [
        Reason::Empty,
        Reason::NotSmaller,
        Reason::FailureLost { fact: fact.clone() },
        Reason::ControlCharacters { text: String::new() },
        Reason::ResultLost { fact, missing: 1 },
        Reason::PlaceChanged { file: String::new(), line: 1 },
        Reason::Invented { text: String::new() },
        Reason::CountChanged { label: "failed", stated: None },
        Reason::FalseSuccess { claim: "ok" },
    ]
    .map(|reason| reason.name());
    let distinct: std::collections::BTreeSet<&str> = names.into_iter().collect();
    assert_eq!(distinct.len(), names.len());
    assert!(distinct.iter().all(|name| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')));
}

proptest! {
    #[test]
    fn any_texts_are_judged(input in any::<String>(), reduction in any::<String>(), family in 0..Family::ALL.len()) {
        let _ = judge(Families::one(Family::ALL[family]), &input, &reduction);
        let _ = judge(Families::UNKNOWN, &input, &reduction);
    }

    #[test]
    fn lines_that_are_no_facts_may_go(noise in prop::collection::vec("[a-z ]{12,30}", 1..20)) {
        let facts = "test a::works ... FAILED\nthread 'a' (7) panicked at src/lib.rs:12:5:\nno luck\n";
        let input = format!("{}\n{facts}", noise.join("\n"));
        let verdict = judge(Families::one(Family::Cargo), &input, facts);
        prop_assert_eq!(verdict, Verdict::Accepted);
    }

    #[test]
    fn no_line_of_facts_may_go(count in 2..20usize, lost in 0..20usize) {
        let lost = lost % count;
        let line = |index: usize| format!("src/a{index}.rs:{}:1: error: number {index} is wrong\n", index * 7 + 1);
        let input: String = (0..count).map(line).collect();
        let reduction: String = (0..count).filter(|index| *index != lost).map(line).collect();
        let verdict = judge(Families::UNKNOWN, &input, &reduction);
        prop_assert!(matches!(verdict, Verdict::Refused(Reason::FailureLost { .. })), "{:?}", verdict);
    }
}
