//! Outputs after commands have run.

use std::num::NonZeroU64;

use toolhost_acceptance::Hint;
use toolhost_optimizer::{INSPECTED_BYTES, ReduceSettings, Settings, ShellOutput};

use crate::support::{Act, Fake, failed, output, plain, recent, reduce, say, stand, stand_with};

#[tokio::test(start_paused = true)]
async fn the_first_valid_change_wins() {
    let rows: [(&[Act], &str, &[&str]); 5] = [
        (&[say("a"), say("b")], "a", &["0 changed"]),
        (&[Act::Leave, say("b")], "b", &["0 unchanged", "1 changed"]),
        (&[say("text"), say(" text")], " text", &["0 unchanged", "1 changed"]),
        (
            &[say(" \n"), failed(), say("much longer text")],
            "much longer text",
            &["0 invalid:empty", "1 failed", "2 changed"],
        ),
        (&[Act::Leave, Act::Leave], "", &["0 unchanged", "1 unchanged"]),
    ];
    for (acts, expected, attempts) in rows {
        let fakes = acts.iter().enumerate().map(|(id, act)| Fake::new(&id.to_string(), act.clone()));
        let stand = stand(fakes.collect());
        assert_eq!(reduce(&stand, &[output("cmd", "text")]).await, [expected]);
        assert_eq!(stand.log.attempts(), attempts);
    }
}

#[tokio::test(start_paused = true)]
async fn strict_keeps_failures_and_wants_less() {
    let text = format!(
        "{}test a ... FAILED\n\ntest result: FAILED. 9 passed; 1 failed\n",
        "test b ... ok\n".repeat(9)
    );
    let settings = Settings {
        reduce: Some(ReduceSettings { min_input_bytes: None, ..ReduceSettings::default() }),
        ..plain()
    };
    let kept = "test a ... FAILED\ntest result: FAILED. 9 passed; 1 failed\n";
    let fakes = vec![
        Fake::new("liar", say("all tests passed")),
        Fake::new("longer", say(&format!("{text}{text}"))),
        Fake::new("same", say(&text)),
        Fake::new("honest", say(kept)),
    ];
    let stand = stand_with(settings, recent(), fakes);
    assert_eq!(reduce(&stand, &[output("cargo test", &text)]).await, [kept]);
    let attempts = stand.log.attempts();
    assert_eq!(
        attempts,
        ["liar refused:failure_lost", "longer refused:not_smaller", "same unchanged", "honest changed"]
    );
}

#[tokio::test(start_paused = true)]
async fn sizes_are_those_of_the_body() {
    let header = "Exit code: 1\nWall time: 3 seconds\nOutput:\n";
    let gates = |least, most| {
        let reduce = ReduceSettings {
            min_input_bytes: NonZeroU64::new(least),
            max_input_bytes: NonZeroU64::new(most),
            ..plain().reduce.unwrap()
        };
        Settings { reduce: Some(reduce), ..plain() }
    };
    let rows = [
        (3, 5, "ab".to_owned(), "too_small"),
        (3, 5, "abc".to_owned(), "changed"),
        (3, 5, "abcde".to_owned(), "changed"),
        (3, 5, "abcdef".to_owned(), "too_large"),
        (3, 5, format!("{header}ab"), "too_small"),
        (3, 5, format!("{header}abcde"), "changed"),
        (3, 5, "éé".to_owned(), "changed"),
        (0, 0, "a".to_owned(), "changed"),
        (0, 0, String::new(), "too_small"),
        (0, 0, header.to_owned(), "too_small"),
        (0, 0, "x".repeat(INSPECTED_BYTES), "changed"),
        (0, 0, "x".repeat(INSPECTED_BYTES + 1), "too_large"),
        (20_000, 500_000, "x".repeat(19_999), "too_small"),
        (20_000, 500_000, "x".repeat(500_001), "too_large"),
    ];
    for (least, most, text, expected) in rows {
        let stand = stand_with(gates(least, most), recent(), vec![Fake::new("0", say("r"))]);
        reduce(&stand, &[output("cmd", &text)]).await;
        assert_eq!(stand.log.ends(), [expected], "{least} {most} {}", text.len());
    }
}

#[tokio::test(start_paused = true)]
async fn a_wrapper_is_kept_and_never_shown_to_a_provider() {
    let rows = [
        ("Exit code 3\nbody", "Exit code 3\nr\n\"r\""),
        (
            r#"{"output":"body","metadata":{"exit_code":0,"duration_seconds":1.50}}"#,
            r#"{"output":"r\n\"r\"","metadata":{"exit_code":0,"duration_seconds":1.50}}"#,
        ),
        (
            "Wall time: 9 seconds\nProcess exited with code 0\nOutput:\nbody",
            "Wall time: 9 seconds\nProcess exited with code 0\nOutput:\nr\n\"r\"",
        ),
    ];
    let stand = stand(vec![Fake::new("0", say("r\n\"r\""))]);
    for (text, expected) in rows {
        assert_eq!(reduce(&stand, &[output("cmd", text)]).await, [expected]);
    }
    // The body was the same each time, so that it was asked for once.
    let asked = stand.fakes[0].asked();
    assert_eq!(asked.iter().map(|asked| asked.output.as_deref()).collect::<Vec<_>>(), [Some("body")]);
}

#[tokio::test(start_paused = true)]
async fn hints_come_from_the_original_command_and_what_a_provider_knows() {
    // Command that ran, command of the model, hint for everybody, hint for one that knows more.
    let rows = [
        ("cargo test", None, Some("cargo-test"), Some("cargo-test")),
        ("cd x && timeout 9 go test ./...", None, Some("go-test"), Some("go-test")),
        ("cargo build", None, None, Some("cargo")),
        ("tsc", None, None, None),
        ("faster cargo test", Some("cargo test"), Some("cargo-test"), Some("cargo-test")),
        ("cargo test", Some("faster"), Some("cargo-test"), Some("cargo-test")),
        ("pytest", Some("git diff"), Some("git-diff"), Some("git-diff")),
        ("git diff --stat", None, None, None),
        ("", None, None, None),
    ];
    for (ran, original, common, wide) in rows {
        let fakes = vec![Fake::new("0", Act::Leave), Fake::new("1", Act::Leave).with_hints(&[Hint::Cargo])];
        let stand = stand(fakes);
        let output = ShellOutput { original_command: original.map(str::to_owned), ..output(ran, "text") };
        reduce(&stand, &[output]).await;
        let hints = [0, 1].map(|fake: usize| stand.fakes[fake].asked()[0].hint);
        assert_eq!(hints, [common, wide], "{ran}");
        assert_eq!(stand.fakes[0].asked()[0].command, ran);
    }
}

#[tokio::test(start_paused = true)]
async fn row_31_own_output_is_not_reduced_again() {
    let fakes = || vec![Fake::new("rtk", say("r")).with_program("/opt/rtk"), Fake::new("other", Act::Leave)];
    let both = stand(fakes());
    let own = ShellOutput {
        original_command: Some("go test ./...".to_owned()),
        ..output("rtk go test ./...", "text")
    };
    assert_eq!(reduce(&both, std::slice::from_ref(&own)).await, [""]);
    // The other one may look, but is not told that this is a tool's own form.
    assert_eq!(both.log.attempts(), ["other unchanged"]);
    assert_eq!(both.fakes[1].asked()[0].hint, None);
    assert_eq!(reduce(&both, &[output("go test ./...", "text")]).await, ["r"]);

    let alone = stand(fakes().into_iter().take(1).collect());
    assert_eq!(reduce(&alone, &[own]).await, [""]);
    assert_eq!((alone.log.ends(), alone.calls(0)), (vec!["own_output".to_owned()], 0));
}

#[tokio::test(start_paused = true)]
async fn row_52_one_output_does_not_decide_for_another() {
    let plan = |asked: &crate::support::Asked, _| match asked.output.as_deref() {
        Some("0") => Act::Panic,
        Some("1") => Act::Leave,
        _ => say("r"),
    };
    let stand = stand(vec![Fake::planned("0", plan)]);
    assert_eq!(reduce(&stand, &crate::support::outputs(4)).await, ["", "", "r", "r"]);
}

#[tokio::test(start_paused = true)]
async fn the_answer_says_what_was_saved() {
    let stand = stand(vec![Fake::new("rtk", say("12345"))]);
    let output = [output("cmd", "Exit code 3\n123456789")];
    let first = stand.optimizer.turn().reduce(&output).await.remove(0).unwrap();
    assert_eq!((first.provider.as_str(), first.tokens_before, first.tokens_after), ("rtk", 3, 2));
    assert_eq!((first.is_remembered, first.reason.as_deref()), (false, Some("because")));
    let second = stand.optimizer.turn().reduce(&output).await.remove(0).unwrap();
    assert_eq!((second.is_remembered, second.reason, second.tokens_before), (true, None, 3));
    assert_eq!(second.text, first.text);
}
