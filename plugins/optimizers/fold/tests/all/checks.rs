//! Checks that passed, and what only looks like them.

use crate::support::{each, left};

/// What a script prints that did its work.
const DEPLOYED: &str = "\
    ✓ Deployed preview to https://site-8f3k2.vercel.app\n\
    ✓ Secret API_KEY rotated, the new key is 4f9a\n\
    ✓ Deleted 14 old deployments of production\n\
    ✓ Uploaded 3 files to the bucket (1.2s)\n";

#[test]
fn what_a_script_did_stays() {
    let migrated = each("Passed check # [dropped 14 rows]", 8);
    for command in ["./deploy.sh", "npm run deploy", "npm test && ./deploy.sh", "bash deploy.sh | tee log"] {
        for text in [DEPLOYED, &migrated, &each("ok # - removed table t#", 8), &each("PASS env/#.prod", 8)] {
            assert_eq!(left(command, &[text]), None, "{command}: {text}");
        }
    }
}

#[test]
fn ticks_of_runners_are_folded() {
    let ticks = each("  ✓ adds # numbers to a long list of numbers", 9);
    let expected = Some("… 9 lines of passed checks left out\n");
    for command in ["npx vitest run", "npm test", "npm ci && npm run test:unit", "pnpm test 2>&1 | tail -80"]
    {
        assert_eq!(left(command, &[&ticks]).as_deref(), expected, "{command}");
    }
    assert_eq!(left("./run.sh", &[&ticks]), None);
}

#[test]
fn ticks_of_an_unknown_program_are_folded_where_the_lines_say_that_they_are_tests() {
    let rows = [
        (each("✓ adds # numbers (# ms)", 9), "… 9 lines of passed checks left out\n"),
        (each("✓ src/a#.test.ts (5 tests)", 9), "… 9 lines of passed checks left out\n"),
        (each("Passed A.B.C# [< 1 ms]", 9), "… 9 lines of passed checks left out\n"),
        (
            format!("RUNS src/a.test.js\n  sums\n{}", each("    ✓ adds # numbers", 9)),
            "RUNS src/a.test.js\n  sums\n… 9 lines of passed checks left out\n",
        ),
        (format!("1..9\n{}", each("ok # - adds numbers", 9)), "1..9\n… 9 lines of passed checks left out\n"),
    ];
    for (text, expected) in rows {
        assert_eq!(left("./run.sh", &[&text]).as_deref(), Some(expected), "{text}");
    }
}

#[test]
fn ignored_tests_of_cargo_are_counted() {
    let ignored = each("test module::case_# ... ignored", 12);
    let mixed = each("test a_# ... ok\ntest b_# ... ok\ntest c_# ... ignored", 4);
    let reasons = each("test d_# ... ignored, needs a network", 4);
    let output = left("cargo test", &[&ignored, "\nrunning 12 tests\n", &mixed, &reasons]);
    let expected = "\
        … 12 lines of skipped checks left out\n\n\
        running 12 tests\n\
        … 8 lines of passed checks and 4 of skipped checks left out\n"
        .to_owned()
        + &reasons;
    assert_eq!(output, Some(expected));
}
