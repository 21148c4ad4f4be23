//! Whom a profile asks, in which order, and with what.

use serde_json::Value;
use toolhost_optimizer::{Reduced, ShellCall};

use crate::support::{Setup, bad, exec_json, output};

const STAGES: &str = "timeout_ms: 60000";

fn text(reduced: &Option<Reduced>) -> Option<(&str, &str)> {
    reduced.as_ref().map(|reduced| (reduced.provider.as_str(), reduced.text.as_str()))
}

#[tokio::test]
async fn the_first_one_with_a_valid_change_wins() {
    let nothing = || "{ id: nothing, type: noop }".to_owned();
    let (two, three) = (bad("two", "mode: shrink, bytes: 2"), bad("three", "mode: shrink, bytes: 3"));
    let (same, blank) = (bad("same", "mode: grow, bytes: 0"), bad("blank", "mode: garbage, garbage: blank"));
    let trap = || bad("trap", "mode: trap");
    for (providers, expected, told) in [
        (vec![two.clone(), three.clone()], ("two", "a "), "two:changed"),
        (vec![three.clone(), two.clone()], ("three", "a t"), "three:changed"),
        (vec![nothing(), two.clone()], ("two", "a "), "nothing:unchanged two:changed"),
        (
            vec![same, blank, trap(), three],
            ("three", "a t"),
            "same:unchanged blank:invalid:empty trap:trapped three:changed",
        ),
    ] {
        let setup = Setup::new();
        let generation = setup.optimizing(STAGES, &providers);
        assert!(generation.faults.is_empty(), "{:?}", generation.faults);
        let turn = generation.optimizer.turn();
        let reduced = turn.reduce(&[output("make", "a text")]).await;
        assert_eq!(text(&reduced[0]), Some(expected));
        assert_eq!(setup.told.classes(), told);
        // A command goes the same way, and has to stay the same where nobody has another one.
        let rewritten = turn.rewrite(&[ShellCall::new("exec_command", "call_1", "a text")]).await;
        assert_eq!(rewritten[0].as_ref().map(|rewritten| rewritten.command.as_str()), Some(expected.1));
    }
}

#[tokio::test]
async fn a_provider_is_asked_in_its_stages_alone() {
    let setup = Setup::new();
    let provider = bad("one", "mode: shrink, bytes: 2").replacen('{', "{ stages: [output_reduce],", 1);
    let optimizer = setup.optimizing(STAGES, &[provider]).optimizer;
    let turn = optimizer.turn();
    assert_eq!(turn.rewrite(&[ShellCall::new("exec_command", "call_1", "a text")]).await, [None]);
    assert_eq!(text(&turn.reduce(&[output("make", "a text")]).await[0]), Some(("one", "a ")));
}

/// What the script says about an output, each time another one.
fn says(text: &str) -> String {
    format!("cat >/dev/null; echo '{{\"changed\":true,\"output\":\"{text}\"}}'")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bare_name_is_looked_up_in_path_at_each_call() {
    let setup = Setup::new();
    let optimizer = setup.optimizing(STAGES, &[exec_json("one", "an-optimizer".as_ref())]).optimizer;
    let reduce = async |round: &str| optimizer.turn().reduce(&[output("make", round)]).await.remove(0);
    assert_eq!(text(&reduce("before it is there").await), None);
    assert_eq!(setup.told.classes(), "one:not_found");
    setup.script("an-optimizer", &says("it is"));
    assert_eq!(text(&reduce("now it is there").await), Some(("one", "it is")));
    setup.script("an-optimizer", &says("new"));
    assert_eq!(text(&reduce("now another one is").await), Some(("one", "new")));
    std::fs::remove_file(setup.folder.path().join("an-optimizer")).unwrap();
    assert_eq!(text(&reduce("now it is gone").await), None);
    assert_eq!(setup.told.classes(), "one:changed one:changed one:not_found");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_provider_is_told_of_the_kinds_that_it_knows() {
    let setup = Setup::new();
    let plain = setup.script("plain", "cat >\"$TMPDIR/request\"; echo '{}'");
    let knows = setup.script("knows", "echo \"$@\" >\"$TMPDIR/arguments\"; cat >/dev/null; echo short");
    // The second one's metadata names kinds beyond those that each is told.
    let knows = format!("{{ id: knows, type: rtk_cli, path: '{}' }}", knows.display());
    let optimizer = setup.optimizing(STAGES, &[exec_json("plain", &plain), knows]).optimizer;
    for (command, hint, arguments) in [
        ("cargo test", Some("cargo-test"), "pipe --filter cargo-test\n"),
        ("git log", None, "pipe --filter git-log\n"),
        ("./serve", None, "pipe\n"),
    ] {
        let text = "a long output ".repeat(20);
        let reduced = optimizer.turn().reduce(&[output(command, &text)]).await.remove(0).unwrap();
        assert_eq!(reduced.provider, "knows");
        let recorded = |name: &str| std::fs::read_to_string(setup.folder.path().join(name)).unwrap();
        assert_eq!(recorded("arguments"), arguments, "{command}");
        let request: Value = serde_json::from_str(&recorded("request")).unwrap();
        assert_eq!(request.get("filter_hint").and_then(Value::as_str), hint, "{command}");
        assert_eq!((&request["command"], &request["output"]), (&command.into(), &text.into()));
    }
}
