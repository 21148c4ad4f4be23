//! Commands before they run.

use std::sync::{Arc, Mutex};

use toolhost_optimizer::{Acceptance, Optimizer, RewriteSettings, Settings, Stage, Unobserved};

use crate::support::{Act, Fake, call, calls, failed, plain, recent, rewrite, say, stand, stand_with};

#[tokio::test(start_paused = true)]
async fn the_first_valid_change_wins() {
    let rows: [(&[Act], &str, &[&str]); 6] = [
        (&[say("a"), say("b")], "a", &["0 changed"]),
        (&[Act::Leave, say("b")], "b", &["0 unchanged", "1 changed"]),
        (&[say(" git status\n"), say("b")], "b", &["0 unchanged", "1 changed"]),
        (&[failed(), Act::Panic, say("c")], "c", &["0 failed", "1 failed", "2 changed"]),
        (&[say(""), say("\0"), Act::Leave], "", &["0 invalid:empty", "1 invalid:nul", "2 unchanged"]),
        (&[], "", &[]),
    ];
    for (acts, expected, attempts) in rows {
        let fakes = acts.iter().enumerate().map(|(id, act)| Fake::new(&id.to_string(), act.clone()));
        let stand = stand(fakes.collect());
        assert_eq!(rewrite(&stand, &["git status"]).await, [expected]);
        assert_eq!(stand.log.attempts(), attempts);
    }
}

#[tokio::test(start_paused = true)]
async fn the_rules_of_commands_hold_without_acceptance() {
    let longest = "x".repeat(32_768);
    let rows = [
        ("rm -rf /", "rm -rf /", "0 changed"),
        ("a\n\r\nb", "a\n\r\nb", "0 changed"),
        (&longest, &longest, "0 changed"),
        (&format!("{longest}x"), "", "0 invalid:too_long"),
        (" \n", "", "0 invalid:empty"),
        ("a\0", "", "0 invalid:nul"),
    ];
    for (text, expected, attempt) in rows {
        let stand = stand(vec![Fake::new("0", say(text))]);
        assert_eq!(rewrite(&stand, &["git status"]).await, [expected]);
        assert_eq!(stand.log.attempts(), [attempt]);
    }
}

#[tokio::test(start_paused = true)]
async fn strict_is_the_default_and_falls_to_the_next_provider() {
    let settings = Settings { rewrite: Some(RewriteSettings::default()), ..plain() };
    let fakes = vec![
        Fake::new("swaps", say("rtk other")),
        Fake::new("long", say(&"x".repeat(32_769))),
        Fake::new("honest", say("rtk tsc")),
    ];
    let stand = stand_with(settings, recent(), fakes);
    assert_eq!(rewrite(&stand, &["tsc"]).await, ["rtk tsc"]);
    assert_eq!(stand.log.attempts(), ["swaps refused:replaced", "long invalid:too_long", "honest changed"]);
    // Not through a prefix, either, where it changes something.
    let settings = Settings { rewrite: Some(RewriteSettings::default()), ..plain() };
    let stand = stand_with(settings, recent(), vec![Fake::new("0", say("rtk git push --force"))]);
    assert_eq!(rewrite(&stand, &["git push --force"]).await, [""]);
    assert_eq!(stand.log.attempts(), ["0 refused:not_read_only"]);
}

#[tokio::test(start_paused = true)]
async fn each_command_is_decided_on_its_own() {
    let plan = |asked: &crate::support::Asked, _| match asked.command.as_str() {
        "ls" => Act::Panic,
        "pwd" => Act::Leave,
        command => say(&format!("rtk {command}")),
    };
    let stand = stand(vec![Fake::planned("0", plan)]);
    let rewritten = rewrite(&stand, &["git diff", "ls", " \n", "pwd", "git log"]).await;
    assert_eq!(rewritten, ["rtk git diff", "", "", "", "rtk git log"]);
    assert_eq!(stand.log.ends(), ["changed", "unchanged", "too_small", "unchanged", "changed"]);
    assert_eq!(stand.calls(0), 4);
}

#[tokio::test(start_paused = true)]
async fn the_answer_names_its_provider_and_reason() {
    let stand = stand(vec![Fake::new("rtk", say("x"))]);
    let rewritten = stand.optimizer.turn().rewrite(&[call("y")]).await.remove(0).unwrap();
    assert_eq!((rewritten.provider.as_str(), rewritten.reason.as_deref()), ("rtk", Some("because")));
}

#[tokio::test(start_paused = true)]
async fn a_command_is_asked_for_once() {
    let stand = stand(vec![Fake::planned("0", |asked, before| {
        if asked.command == "pwd" { Act::Leave } else { say(&format!("answer {before}")) }
    })]);
    assert_eq!(rewrite(&stand, &["ls", "pwd", "ls"]).await, ["answer 0", "", "answer 0"]);
    assert_eq!(stand.log.ends(), ["changed", "unchanged", "remembered"]);
    assert_eq!(rewrite(&stand, &["pwd", "ls"]).await, ["", "answer 0"]);
    assert_eq!(stand.log.ends(), ["remembered_unchanged", "remembered"]);
    assert_eq!(stand.calls(0), 2);
    // Another tool's command is another one.
    let mut other = calls(&["ls"]);
    other[0].tool_name = "other".to_owned();
    let rewritten = stand.optimizer.turn().rewrite(&other).await.remove(0).unwrap();
    assert_eq!(rewritten.command, "answer 2");
}

#[tokio::test(start_paused = true)]
async fn errors_are_not_remembered_of_commands() {
    for first in [failed(), Act::Panic, crate::support::busy(), crate::support::timed_out()] {
        let stand = stand(vec![Fake::planned(
            "0",
            move |_, before| if before == 0 { first.clone() } else { say("x") },
        )]);
        assert_eq!(rewrite(&stand, &["ls"]).await, [""]);
        assert_eq!(rewrite(&stand, &["ls"]).await, ["x"]);
    }
}

#[tokio::test(start_paused = true)]
async fn a_stage_without_providers_is_idle() {
    let both = [Stage::CommandRewrite, Stage::OutputReduce];
    let idle = |settings: &Settings| {
        let optimizer = Optimizer::new(settings.clone(), recent(), std::sync::Arc::new(Unobserved));
        both.map(|stage| optimizer.is_idle(stage))
    };
    let full = |rewrites, reduces| {
        let provider = std::sync::Arc::new(Fake::new("0", Act::Leave)) as _;
        vec![toolhost_optimizer::Entry { provider, rewrites, reduces }]
    };
    assert_eq!(idle(&plain()), [true, true]);
    assert_eq!(idle(&Settings { providers: full(true, false), ..plain() }), [false, true]);
    assert_eq!(idle(&Settings { providers: full(false, true), ..plain() }), [true, false]);
    assert_eq!(idle(&Settings { providers: full(true, true), ..Settings::default() }), [true, true]);
    let optimizer = Optimizer::new(plain(), recent(), std::sync::Arc::new(Unobserved));
    assert_eq!(optimizer.turn().rewrite(&calls(&["a", "b"])).await, [None, None]);
}

/// Strict, and told that only these programs are there.
fn with_programs(there: &Arc<Mutex<Vec<&'static str>>>, acceptance: Acceptance) -> Settings {
    let there = Arc::clone(there);
    Settings {
        rewrite: Some(RewriteSettings { acceptance, ..RewriteSettings::default() }),
        is_program: Some(Arc::new(move |name| there.lock().unwrap().contains(&name))),
        ..plain()
    }
}

#[tokio::test(start_paused = true)]
async fn a_command_is_rewritten_where_the_programs_of_it_are() {
    let missing = "one refused:program_missing";
    for (acceptance, command, rewritten, there, expected) in [
        (Acceptance::Strict, "tsc", "rtk tsc", &["tsc"][..], missing),
        (Acceptance::Strict, "tsc", "rtk tsc", &["rtk", "tsc"], "one changed"),
        // A prefix that does not find it runs something else: `rtk tsc` would have `npx` fetch one.
        (Acceptance::Strict, "tsc", "rtk tsc", &["rtk"], missing),
        (Acceptance::Strict, "timeout 9 tsc -p .", "timeout 9 rtk tsc -p .", &["rtk", "timeout"], missing),
        (Acceptance::Strict, "timeout 9 tsc -p .", "timeout 9 rtk tsc -p .", &["rtk", "tsc"], "one changed"),
        // What stays as it was is its own affair.
        (Acceptance::Strict, "nothing; tsc", "nothing; rtk tsc", &["rtk", "tsc"], "one changed"),
        (Acceptance::Strict, "tsc", "tsc", &[], "one unchanged"),
        (Acceptance::Off, "tsc", "rtk tsc", &[], "one changed"),
    ] {
        let settings = with_programs(&Arc::new(Mutex::new(there.to_vec())), acceptance);
        let stand = stand_with(settings, recent(), vec![Fake::new("one", say(rewritten))]);
        stand.optimizer.turn().rewrite(&calls(&[command])).await;
        assert_eq!(stand.log.attempts(), [expected], "{rewritten}");
    }
}

#[tokio::test(start_paused = true)]
async fn what_was_remembered_is_used_while_its_programs_are_there() {
    let there = Arc::new(Mutex::new(vec!["tsc"]));
    let settings = with_programs(&there, Acceptance::Strict);
    let stand = stand_with(settings, recent(), vec![Fake::new("one", say("rtk tsc"))]);
    for (now, expected) in [
        (vec!["tsc"], None),
        // Whoever installs it sees it used.
        (vec!["tsc", "rtk"], Some("rtk tsc")),
        (vec!["tsc"], None),
        (vec!["rtk"], None),
        (vec!["tsc", "rtk"], Some("rtk tsc")),
    ] {
        there.lock().unwrap().clone_from(&now);
        let rewritten = stand.optimizer.turn().rewrite(&calls(&["tsc"])).await.remove(0);
        assert_eq!(rewritten.map(|rewritten| rewritten.command).as_deref(), expected, "{now:?}");
    }
    assert_eq!(stand.calls(0), 2);
    let ends = ["unchanged", "changed", "remembered_unchanged", "remembered_unchanged", "remembered"];
    assert_eq!(stand.log.ends(), ends);
}
