//! The edit guard: after four effective mutations in a row the next one waits for a verification. What is a
//! verification is in `edit_guard_commands`.

use serde_json::{Value, json};

use crate::support::guard::{ALLOWED, program};
use crate::support::patch::{
    NO_MATCH, UNVERIFIED, assert_numbers, assert_refusal, has_number, patch, said, update,
};
use crate::support::processes::eventually;
use crate::support::result::{ended, number};
use crate::support::{Guarded, Lines, Mcp, Toolhost};

fn apply(lines: &mut Lines, text: &str) -> Value {
    lines.call("apply_patch", &json!({"patch": text}))
}

#[test]
fn the_fifth_mutation_in_a_row_waits_for_a_verification() {
    let mut session = Guarded::new();
    session.allowed(ALLOWED, "the first ones");
    // However often it is tried.
    for _ in 0..3 {
        let result = session.held_back("the fifth");
        assert_numbers(&result, &[ALLOWED]);
    }
    assert_eq!(ended(&session.lines.exec("cargo test")), ("", 0));
    session.allowed(ALLOWED, "after a verification");
    session.held_back("the fifth after a verification");
}

#[test]
fn a_verification_in_between_begins_the_count_anew() {
    let mut session = Guarded::new();
    session.allowed(ALLOWED - 1, "the first ones");
    assert_eq!(ended(&session.lines.exec("cargo test")), ("", 0));
    session.allowed(ALLOWED, "after a verification");
    session.held_back("the fifth after a verification");
}

#[test]
fn what_is_held_back_touches_nothing() {
    let mut session = Guarded::new();
    session.toolhost.put("other", "old\n");
    session.fill();
    let before = session.toolhost.tree();
    for text in [
        update("other", &["@@", "-old", "+new"]),
        patch(&["*** Add File: added", "+x"]),
        patch(&["*** Delete File: other"]),
        patch(&["*** Update File: other", "*** Move to: moved"]),
        patch(&["*** Add File: empty"]),
    ] {
        assert_refusal(&apply(&mut session.lines, &text), UNVERIFIED, &[]);
        assert_eq!(session.toolhost.tree(), before, "{text}");
    }
}

#[test]
fn every_kind_of_change_is_one_mutation() {
    let mut session = Guarded::new();
    let files: String = (0..10).map(|number| format!("*** Add File: many/{number}\n+x\n")).collect();
    let texts = [
        // However many files it has, and be they empty.
        patch(&[files.trim_end()]),
        patch(&["*** Add File: empty"]),
        patch(&["*** Update File: many/0", "*** Move to: moved"]),
        patch(&["*** Delete File: empty"]),
    ];
    for text in texts {
        let result = apply(&mut session.lines, &text);
        assert!(result["diff"].is_array(), "{result}");
    }
    session.held_back("the fifth");
}

#[test]
fn a_patch_that_changes_nothing_does_not_count() {
    let mut session = Guarded::new();
    session.toolhost.put("same", "a\nb\n");
    session.allowed(ALLOWED - 1, "the first ones");
    for hunks in [["@@", "-a", "+a"], ["@@", " a", " b"]].iter().cycle().take(6) {
        let result = apply(&mut session.lines, &update("same", hunks));
        assert_eq!(result["diff"][0]["is_empty"], true, "{result}");
    }
    session.allowed(1, "after those that change nothing");
    session.held_back("the fifth that changes something");
}

#[test]
fn a_patch_that_fails_does_not_count() {
    let mut session = Guarded::new();
    session.toolhost.put("same", "a\nb\n");
    session.allowed(ALLOWED - 1, "the first ones");
    for _ in 0..3 {
        let result = apply(&mut session.lines, &update("same", &["@@", "-nowhere", "+x"]));
        assert_refusal(&result, NO_MATCH, &["same"]);
        let result = apply(&mut session.lines, "nonsense");
        assert!(result["error"].is_object(), "{result}");
    }
    session.allowed(1, "after those that fail");
    session.held_back("the fifth that succeeds");
}

#[test]
fn a_verification_that_fails_lets_one_mutation_through() {
    let mut session = Guarded::new();
    session.fill();
    session.set("fail", true);
    for round in 0..3 {
        assert_eq!(ended(&session.lines.exec("cargo test")).1, 1);
        session.allowed(1, &format!("round {round}"));
        session.held_back("the one after it");
    }
    session.set("fail", false);
    assert_eq!(ended(&session.lines.exec("cargo test")).1, 0);
    session.allowed(ALLOWED, "after one that succeeds");
    session.held_back("the fifth after one that succeeds");
}

#[test]
fn a_verification_that_fails_early_does_not_begin_the_count_anew() {
    let mut session = Guarded::new();
    session.allowed(ALLOWED - 1, "the first ones");
    session.set("fail", true);
    assert_eq!(ended(&session.lines.exec("cargo test")).1, 1);
    // One was due, and one may be for what has failed.
    session.fill();
    assert!((ALLOWED..=ALLOWED + 1).contains(&session.made()), "{}", session.made());
}

/// Starts a verification that runs on while there is a file `wait`; returns its session.
fn start_verification(session: &mut Guarded) -> u64 {
    session.set("wait", true);
    session.lines.start_command("cargo test", false).0
}

/// Lets a verification end, and looks at its end.
fn end_verification(session: &mut Guarded, id: u64) {
    session.set("wait", false);
    let result = session.lines.type_to_end(id, "");
    assert_eq!(result["exit_code"], 0, "{result}");
}

#[test]
fn a_verification_from_before_the_last_mutation_does_not_count() {
    let mut session = Guarded::new();
    session.allowed(ALLOWED - 1, "the first ones");
    let id = start_verification(&mut session);
    session.allowed(1, "while it runs");
    end_verification(&mut session, id);
    session.held_back("it did not see the last one");
    assert_eq!(ended(&session.lines.exec("cargo test")).1, 0);
    session.allowed(ALLOWED, "after one that did");
}

#[test]
fn a_verification_counts_when_its_end_is_seen_by_a_later_call() {
    let mut session = Guarded::new();
    session.fill();
    let id = start_verification(&mut session);
    session.held_back("while it runs");
    end_verification(&mut session, id);
    session.allowed(ALLOWED, "after its end");
    session.held_back("the fifth");
}

#[test]
fn a_verification_counts_though_nobody_looks_at_its_end() {
    let mut session = Guarded::new();
    session.fill();
    start_verification(&mut session);
    session.held_back("while it runs");
    session.set("wait", false);
    eventually("a mutation is let through", || session.mutate()["error"].is_null());
    session.allowed(ALLOWED - 1, "the rest");
    session.held_back("the fifth");
}

#[test]
fn a_verification_on_a_terminal_counts() {
    let mut session = Guarded::new();
    session.fill();
    let arguments = json!({"cmd": "cargo test", "tty": true, "yield_time_ms": 30_000});
    assert_eq!(session.lines.call("exec_command", &arguments)["exit_code"], 0);
    session.allowed(ALLOWED, "after it");
}

#[test]
fn a_verification_that_is_ended_by_a_signal_has_failed() {
    let mut session = Guarded::new();
    session.fill();
    let id = start_verification(&mut session);
    let result = session.lines.type_to_end(id, "\u{3}");
    assert_eq!(result["signal"], "SIGINT", "{result}");
    session.set("wait", false);
    session.fill();
    assert!((ALLOWED..=ALLOWED + 1).contains(&session.made()), "{}", session.made());
}

#[test]
fn a_verification_whose_status_is_lost_is_named_with_what_would_count() {
    let mut session = Guarded::new();
    session.fill();
    let why = "its status is lost behind the pipe. Run it alone, or begin with `set -o pipefail;`";
    let result = session.lines.exec("cargo test 2>&1 | tail -20");
    assert!(result["notices"].to_string().contains(why), "{result}");
    let refused = session.held_back("after a pipe");
    assert!(refused["error"]["hints"].to_string().contains(why), "{refused}");
    assert_eq!(ended(&session.lines.exec("set -o pipefail; cargo test 2>&1 | tail -20")).1, 0);
    session.allowed(ALLOWED, "with the status of the whole pipe");
    let refused = session.held_back("later");
    assert!(!refused["error"]["hints"].to_string().contains(why), "{refused}");
}

#[test]
fn a_verification_that_is_not_there_lets_nothing_through() {
    let mut session = Guarded::new();
    session.fill();
    for _ in 0..2 {
        assert_eq!(ended(&session.lines.exec("no_such_folder/pytest")).1, 127);
        session.held_back("nothing has run");
    }
}

#[test]
fn what_only_looks_goes_on_while_mutations_wait() {
    let mut session = Guarded::new();
    session.fill();
    assert_eq!(ended(&session.lines.exec("cat counter")), ("4\n", 0));
    assert_eq!(ended(&session.lines.exec("no_such_program")).1, 127);
    let id = session.lines.start_until("stty -echo; echo ready; read x; echo \"<$x>\"", true, "ready\n");
    assert_eq!(ended(&session.lines.type_to_end(id, "typed\n")).0.trim(), "<typed>");
    session.held_back("none of these verifies");
}

#[test]
fn the_count_belongs_to_one_session() {
    let mut session = Guarded::new();
    session.fill();
    // Another session, and calls that are sessions of their own.
    let mut other = Lines::start(&session.toolhost);
    for number in 0..ALLOWED {
        let result = apply(&mut other, &patch(&[&format!("*** Add File: other/{number}"), "+x"]));
        assert!(result["diff"].is_array(), "{result}");
    }
    let text = patch(&["*** Add File: other/too many", "+x"]);
    assert_refusal(&apply(&mut other, &text), UNVERIFIED, &[]);
    for number in 0..=ALLOWED {
        session.toolhost.apply(&patch(&[&format!("*** Add File: call/{number}"), "+x"]));
    }
    // What one verifies is nothing that the other has seen.
    assert_eq!(ended(&other.exec("cargo test")).1, 0);
    assert!(apply(&mut other, &text)["diff"].is_array());
    session.held_back("a verification of somebody else");
}

#[test]
fn the_refusal_names_what_would_count_in_this_workspace() {
    let manifests = [
        ("Cargo.toml", "[package]\nname = \"a\"\nversion = \"0.1.0\"\n", "cargo "),
        ("package.json", "{\"name\": \"a\", \"scripts\": {\"test\": \"jest\"}}\n", "npm "),
        ("go.mod", "module example.com/a\n", "go "),
        ("Makefile", "test:\n\ttrue\n", "make"),
        ("pyproject.toml", "[project]\nname = \"a\"\n", "pytest"),
    ];
    // Words that nobody uses for anything else.
    let telling = ["`cargo ", "`npm ", "`go test", "`pytest"];
    for (name, contents, part) in manifests {
        let mut session = Guarded::new();
        session.toolhost.put(name, contents);
        session.fill();
        let result = session.held_back(name);
        assert_refusal(&result, UNVERIFIED, &[part]);
        assert_numbers(&result, &[ALLOWED]);
        let said = said(&result);
        for other in telling.iter().filter(|other| !other[1..].starts_with(part.trim())) {
            assert!(!said.contains(other), "{name}: {other:?} is in {said:?}");
        }
    }
    // More than one kind, and none.
    let mut session = Guarded::new();
    for (name, contents, _) in manifests {
        session.toolhost.put(name, contents);
    }
    session.fill();
    assert_refusal(&session.held_back("all"), UNVERIFIED, &["cargo ", "npm ", "go ", "pytest"]);
    let mut session = Guarded::new();
    session.fill();
    assert_numbers(&session.held_back("none"), &[ALLOWED]);
}

#[test]
fn a_client_of_mcp_is_held_back_and_let_go() {
    // For the workspace and the stubs.
    let session = Guarded::new();
    session.toolhost.put("Cargo.toml", "[package]\nname = \"a\"\nversion = \"0.1.0\"\n");
    let mut mcp = Mcp::initialized(&session.toolhost);
    let add = |number: usize| json!({"patch": patch(&[&format!("*** Add File: many/{number}"), "+x"])});
    for number in 0..ALLOWED {
        let result = mcp.call("apply_patch", &add(number));
        assert!(result["diff"].is_array(), "{result}");
    }
    let params = json!({"name": "apply_patch", "arguments": add(ALLOWED)});
    let answer = mcp.request("tools/call", &params);
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    assert_refusal(&answer["result"]["structuredContent"], UNVERIFIED, &["cargo "]);
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    assert!(has_number(text, ALLOWED) && text.contains("cargo "), "{text}");
    assert!(!session.toolhost.workspace().join(format!("many/{ALLOWED}")).exists());
    let result = mcp.call("exec_command", &json!({"cmd": "cargo test", "yield_time_ms": 30_000}));
    assert_eq!(number(&result, "exit_code"), 0);
    assert!(mcp.call("apply_patch", &add(ALLOWED))["diff"].is_array());
    assert_eq!(session.toolhost.bytes(&format!("many/{ALLOWED}")), b"x\n");
}

#[test]
fn the_number_is_configured() {
    for number in [1, 2, 7] {
        let mut session = Guarded::configured(&format!("edit_guard: {{ mutations: {number} }}"));
        session.allowed(number, "as many as configured");
        assert_numbers(&session.held_back("one more"), &[number]);
        assert_eq!(ended(&session.lines.exec("cargo test")).1, 0);
        session.allowed(number, "after a verification");
        session.held_back("one more after a verification");
    }
    let mut session = Guarded::configured("edit_guard: { mutations: 0 }");
    session.allowed(3 * ALLOWED, "it is off");
    assert_eq!(ended(&session.lines.exec("sed -i s/0/0/ counter")).1, 0);
}

#[test]
fn a_profile_has_a_number_of_its_own() {
    let mut session = Guarded::configured(
        "profiles:\n  default: { tools: [exec_command, apply_patch], edit_guard: { mutations: 1 } }\n",
    );
    session.allowed(1, "as many as the profile says");
    session.held_back("one more");
}

#[test]
fn a_verifier_can_be_added() {
    let yaml = "edit_guard: { verifiers: [\"./check.sh\"] }";
    for (yaml, counts) in [(yaml, true), ("{}", false)] {
        let mut session = Guarded::configured(yaml);
        program(&session.toolhost, "workspace/check.sh", "#!/bin/sh\n[ ! -e fail ]\n");
        session.fill();
        assert_eq!(said(&session.held_back("full")).contains("./check.sh"), counts);
        assert_eq!(ended(&session.lines.exec("./check.sh")).1, 0);
        if counts {
            session.allowed(ALLOWED, "after the added one");
            session.held_back("the fifth");
            // One that fails is as any other that fails.
            session.set("fail", true);
            assert_eq!(ended(&session.lines.exec("./check.sh")).1, 1);
            session.allowed(1, "for what has failed");
            session.held_back("the one after it");
            session.set("fail", false);
        } else {
            session.held_back("nobody has added it");
        }
        // The others count as before.
        session.assert_verifies("cargo test");
    }
}

/// A value that is accepted is enforced; one that cannot be is named at the start.
#[test]
fn a_verifier_that_is_no_single_command_is_named() {
    let toolhost = Toolhost::configured("edit_guard: { verifiers: ['make && make test'] }");
    let ran = toolhost.run(&["tools"]);
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(ran.stderr.contains("edit_guard.verifiers: `make && make test` verifies nothing"), "{ran:?}");
}
