//! Which commands the edit guard takes for a verification, which for a mutation, and which for neither: real
//! shells run them, with stubs in place of the programs that verify.

use serde_json::{Value, json};

use crate::support::guard::{ALLOWED, program, stubs};
use crate::support::patch::{UNVERIFIED, assert_refusal};
use crate::support::result::ended;
use crate::support::{Guarded, Lines};

/// What a command is reached through, that the contract names.
const THROUGH: [&str; 16] = [
    "cargo test",
    "cd sub && cargo test",
    "FOO=1 cargo test",
    "FOO=1 BAR='a b' cargo test --workspace",
    "timeout 60 cargo test",
    "timeout -k 5 60s cargo test",
    "FOO=1 timeout 60 npx jest",
    "cd sub && FOO=1 timeout 60 npx jest --ci",
    "npx jest",
    "uv run pytest -q",
    "python -m pytest tests",
    "bundle exec rspec",
    "cd sub && uv run python -m pytest",
    "cargo test 2>&1",
    "cargo test >/dev/null 2>&1",
    "  cargo   test  ",
];

#[test]
fn a_verification_is_seen_through_what_stands_before_it() {
    let mut session = Guarded::new();
    for cmd in THROUGH {
        session.assert_verifies(cmd);
    }
}

#[test]
fn a_pipe_verifies_where_its_status_is_that_of_the_verification() {
    let mut session = Guarded::new();
    for cmd in [
        "set -o pipefail; cargo test | tail",
        "set -o pipefail && cargo test 2>&1 | tail -n 20",
        "set -euo pipefail\ncargo test | tail",
        "cd sub && set -o pipefail; FOO=1 timeout 60 npx jest | tail",
        // The last one of a pipe is its status.
        "echo input | cargo test",
    ] {
        session.assert_verifies(cmd);
    }
    for cmd in [
        "cargo test | tail",
        "cargo test 2>&1 | tail -n 20",
        "set +o pipefail; cargo test | tail",
        "cargo test |& cat",
    ] {
        session.assert_does_not_verify(cmd);
    }
}

#[test]
fn a_chain_verifies_where_its_success_is_that_of_the_verification() {
    let mut session = Guarded::new();
    for cmd in ["cargo build && cargo test", "cargo test && echo passed", "true && cargo test"] {
        session.assert_verifies(cmd);
    }
    for cmd in [
        "cargo test || true",
        "cargo test || echo failed",
        "cargo test; true",
        "cargo test; echo $?",
        "cargo test\ntrue",
        "true || cargo test",
        "if cargo test; then :; fi",
        "cargo test & true",
        "cargo test >/dev/null & wait",
        "! false || cargo test",
        "while ! cargo test; do :; done; true",
    ] {
        session.assert_does_not_verify(cmd);
    }
}

#[test]
fn a_verification_that_fails_behind_something_else_is_not_taken_for_one_that_passes() {
    let mut session = Guarded::new();
    session.set("fail", true);
    for cmd in ["cargo test | tail", "cargo test || true", "cargo test; true", "if cargo test; then :; fi"] {
        session.assert_does_not_verify(cmd);
    }
    // Where it shows, it is one that has failed.
    for cmd in [
        "set -o pipefail; cargo test | tail",
        "cd sub && FOO=1 timeout 60 npx jest",
        "cargo build && cargo test",
    ] {
        session.fill();
        assert_eq!(ended(&session.lines.exec(cmd)).1, 1, "{cmd}");
        session.allowed(1, cmd);
        session.held_back(cmd);
    }
}

#[test]
fn commands_that_only_speak_of_a_verification_are_none() {
    let mut session = Guarded::new();
    for cmd in [
        "echo cargo test",
        "echo 'cargo test'",
        "printf '%s\\n' \"cargo test\"",
        ": cargo test",
        "true # cargo test",
        "cat <<'EOF'\ncargo test\nEOF",
        "type cargo",
        "command -v cargo",
        "x='cargo test'; true",
    ] {
        session.assert_does_not_verify(cmd);
    }
}

/// The usual ones of each language, as they are typed.
const USUAL: &[&str] = &[
    // Rust
    "cargo test",
    "cargo build",
    "cargo check",
    "cargo clippy",
    "cargo nextest run",
    "cargo fmt --check",
    // Python
    "pytest",
    "python -m pytest",
    "python3 -m unittest",
    "mypy .",
    "ruff check",
    "tox",
    // JavaScript and TypeScript
    "npm test",
    "npm run build",
    "npm run lint",
    "yarn test",
    "pnpm test",
    "jest",
    "npx vitest run",
    "tsc --noEmit",
    "npx tsc",
    "eslint .",
    "node --test",
    "deno test",
    "bun test",
    // Go
    "go test ./...",
    "go build ./...",
    "go vet ./...",
    // Java, Kotlin, Scala
    "mvn test",
    "mvn -q verify",
    "gradle test",
    "./gradlew test",
    "sbt test",
    // C and C++
    "make",
    "make test",
    "ninja",
    "ctest",
    "cmake --build build",
    // C#
    "dotnet test",
    "dotnet build",
    // Ruby
    "rspec",
    "bundle exec rspec",
    "rake test",
    "rubocop",
    // PHP
    "phpunit",
    // Swift
    "swift test",
    "swift build",
    "xcodebuild test",
    // Bash and Lua
    "shellcheck run.sh",
    "busted",
    // Elixir
    "mix test",
    // Dart
    "dart test",
    "flutter test",
    // Haskell
    "cabal test",
    "stack test",
    // HCL and Nix
    "terraform validate",
    "nix flake check",
    // Of any
    "just",
    "just test",
    "bazel test //...",
];

#[test]
fn the_usual_commands_of_every_language_verify() {
    let mut session = Guarded::new();
    let names = USUAL.iter().filter_map(|cmd| cmd.split(' ').next());
    let names: Vec<&str> = names.filter(|name| !["npx", "bundle", "./gradlew"].contains(name)).collect();
    stubs(&session.toolhost, &names);
    stubs(&session.toolhost, &["vitest"]);
    program(&session.toolhost, "workspace/gradlew", "#!/bin/sh\ntrue\n");
    let mut missed = Vec::new();
    for cmd in USUAL {
        session.fill();
        assert_eq!(ended(&session.lines.exec(cmd)), ("", 0), "{cmd}");
        if session.mutate()["error"].is_object() {
            missed.push(cmd);
        }
    }
    assert!(missed.is_empty(), "{missed:?}");
}

#[test]
fn unknown_commands_are_neutral() {
    let mut session = Guarded::new();
    stubs(&session.toolhost, &["frobnicate"]);
    let neutral = [
        "true",
        "ls",
        "cat counter",
        "grep -rn x . || true",
        "git status || true",
        "frobnicate --all",
        "sed -n 1p counter",
        "sed s/0/1/ counter",
        "npm install",
        "cargo --version",
        "echo x >/dev/null",
        "ls 2>/dev/null",
        "ls 2>&1",
    ];
    // They do not count,
    session.allowed(ALLOWED - 1, "the first ones");
    for cmd in neutral {
        assert_eq!(ended(&session.lines.exec(cmd)).1, 0, "{cmd}");
    }
    session.allowed(1, "after the neutral ones");
    // they run while mutations wait, and let none through.
    for cmd in neutral {
        session.assert_does_not_verify(cmd);
    }
}

/// A command that changes files, in the way in which it does it four times over.
const MUTATING: &[[&str; ALLOWED]] = &[
    [
        "sed -i s/0/1/ other",
        "sed -i s/1/2/ other",
        "sed -i.bak s/2/3/ other",
        "cd sub && sed -i s/0/1/ ../other",
    ],
    [
        "git apply add.diff",
        "git apply -R add.diff",
        "git apply --whitespace=nowarn add.diff",
        "git apply -R add.diff",
    ],
    ["echo 1 > other", "echo 2 >> other", "cat other >copy", "printf '%s' x >| other"],
    ["cat >other <<'EOF'\n1\nEOF", "cat <<'EOF' >other\n2\nEOF", "FOO=1 echo 3 >other", "echo 4 &>other"],
];

/// A patch of git that adds a file.
const ADD: &str =
    "diff --git a/added b/added\nnew file mode 100644\n--- /dev/null\n+++ b/added\n@@ -0,0 +1 @@\n+x\n";

/// Others that everybody takes for changes.
const ALSO_MUTATING: &[[&str; ALLOWED]] = &[
    ["echo 1 | tee other", "echo 2 | tee -a other", "tee other </dev/null", "echo 3 | tee copy >/dev/null"],
    ["cp other copy", "mv copy moved", "rm moved", "touch new"],
    ["rm -f nothing", "unlink add.diff", "install other made", "mv other renamed"],
    ["perl -pi -e s/0/1/ other", "perl -i -pe s/1/2/ other", "truncate -s 0 other", "ln -s other link"],
];

fn with_other() -> Guarded {
    let session = Guarded::new();
    session.toolhost.put("other", "0\n");
    session.toolhost.put("add.diff", ADD);
    stubs(&session.toolhost, &["perl"]);
    session
}

fn assert_counts(commands: &[&str; ALLOWED]) {
    let mut session = with_other();
    for cmd in commands {
        assert_eq!(ended(&session.lines.exec(cmd)).1, 0, "{cmd}");
    }
    session.held_back(commands[0]);
    session.assert_verifies("cargo test");
    // Together with patches.
    let mut session = with_other();
    session.allowed(2, commands[0]);
    for cmd in &commands[..2] {
        assert_eq!(ended(&session.lines.exec(cmd)).1, 0, "{cmd}");
    }
    session.held_back(commands[0]);
}

#[test]
fn commands_that_change_files_count() {
    MUTATING.iter().for_each(assert_counts);
}

#[test]
fn other_commands_that_change_files_count_too() {
    ALSO_MUTATING.iter().for_each(assert_counts);
}

fn run(lines: &mut Lines, cmd: &str) -> Value {
    lines.call("exec_command", &json!({"cmd": cmd, "yield_time_ms": 30_000}))
}

#[test]
fn commands_that_change_files_are_held_back_and_not_run() {
    let mut session = with_other();
    session.fill();
    let before = session.toolhost.tree();
    for commands in MUTATING {
        for cmd in commands {
            assert_refusal(&run(&mut session.lines, cmd), UNVERIFIED, &[]);
            assert_eq!(session.toolhost.tree(), before, "{cmd}");
        }
    }
    assert_eq!(ended(&session.lines.exec("cargo test")).1, 0);
    assert_eq!(ended(&run(&mut session.lines, "sed -i s/0/1/ other")).1, 0);
    assert_eq!(session.toolhost.bytes("other"), b"1\n");
}

#[test]
fn a_command_that_fails_to_change_a_file_does_not_count() {
    let mut session = with_other();
    for _ in 0..=ALLOWED {
        assert_ne!(ended(&session.lines.exec("sed -i s/0/1/ missing")).1, 0);
        assert_ne!(ended(&session.lines.exec("git apply missing.diff")).1, 0);
        assert_ne!(ended(&session.lines.exec("echo 1 >missing/folder/file")).1, 0);
    }
    session.allowed(ALLOWED, "after those that fail");
    session.held_back("the fifth that succeeds");
}

/// In one command, what is changed was changed before or behind what verifies.
#[test]
fn a_command_that_changes_and_then_verifies_is_verified() {
    let mut session = with_other();
    session.allowed(ALLOWED - 1, "the first ones");
    assert_eq!(ended(&session.lines.exec("sed -i s/0/1/ other && cargo test")).1, 0);
    session.allowed(ALLOWED - 1, "what it changed is verified");
    let mut session = with_other();
    session.allowed(ALLOWED - 1, "the first ones");
    assert_eq!(ended(&session.lines.exec("cargo test; sed -i s/0/1/ other")).1, 0);
    session.held_back("what it changed last is not verified");
}
