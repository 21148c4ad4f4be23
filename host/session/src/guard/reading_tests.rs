//! What commands mean to the edit guard.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;

use super::{Reader, Reading, Verifier};

fn check(expected: Reading, commands: &[&str]) {
    let verifiers = ["./check.sh", "acme verify"].map(|text| Verifier::read(text).unwrap());
    let reader = Reader { workspace: Path::new("/home/me/space"), verifiers: &verifiers };
    for command in commands {
        assert_eq!(reader.read(command), expected, "{command}");
    }
}

#[test]
fn what_verifies() {
    check(
        Reading::Verifies,
        &[
            "cargo test",
            "rtk cargo test",
            "cd x && timeout 60 rtk cargo test",
            "cargo +nightly --locked t -p x -- y",
            "cargo --manifest-path a/Cargo.toml nextest run",
            "cargo fmt --all --check",
            "cd x && cargo clippy -- -D warnings",
            "FOO=1 timeout 60 npx --yes jest -t x",
            "uv run --with x pytest -q tests",
            "python -m pytest",
            "python3 manage.py test",
            "bundle exec rspec",
            "npm test",
            "npm --prefix web run test:unit",
            "pnpm -C web lint",
            "yarn build",
            "npm run unit-test",
            "npx nx run app:test",
            "./gradlew test",
            "mvn -q -pl core verify",
            "make",
            "make -j8 test",
            "just ci",
            "go test ./... 2>&1",
            "tsc --noEmit > /tmp/log 2>&1",
            "set -o pipefail; cargo test 2>&1 | tail -n 20",
            "cargo test > log.txt",
            "cargo test || exit 1",
            "bash -c 'cd x && make check'",
            "./check.sh --fast",
            "timeout 5 acme verify now",
            "ruff check . && mypy src",
            "terraform fmt -check",
            "bash -n x.sh",
            "python -m py_compile x.py",
        ],
    );
}

#[test]
fn what_counts_for_nothing() {
    check(
        Reading::Neutral,
        &[
            "",
            "ls -la",
            "git status && git diff",
            "cargo test | tail",
            "cargo test || true",
            "cargo test; echo done",
            "cargo test &",
            "! cargo test",
            "if cargo test; then :; fi",
            "cargo test --help",
            "cargo --version",
            "cargo run",
            "npm install",
            "npm run dev",
            "npm start",
            "make clean",
            "make -n test",
            "echo cargo test",
            "cargo() { :; }; cargo test",
            "$CARGO test",
            "command -v cargo",
            "sed -n 1,5p x",
            "cat x > /dev/null",
            "cat x > /tmp/y",
            "cp x /tmp/y",
            "rm -rf /tmp/x",
            "git checkout -b topic",
            "git apply --check x.diff",
            "./check.sh.bak",
            "acme deploy",
            "unknown-program --write",
        ],
    );
}

#[test]
fn what_changes_files() {
    check(
        Reading::Changes,
        &[
            "sed -i s/a/b/ x",
            "sed -i.bak s/a/b/ x",
            "perl -pi -e s/a/b/ x",
            "cat > x <<'EOF'\ncargo test\nEOF",
            "echo a >> x",
            "echo a | tee x",
            "printf a > /home/me/space/x",
            "git apply x.diff",
            "git -C sub stash",
            "patch -p1 < x.diff",
            "mv a b",
            "cp /tmp/a b",
            "rm a",
            "cargo fmt",
            "cargo clippy --fix",
            "npx prettier --write .",
            "ruff check --fix",
            "black .",
            "cd x; sed -i s/a/b/ y; ls",
            "for f in *.rs; do sed -i s/a/b/ $f; done",
            "sed -i s/a/b/ x; cargo test | tail",
        ],
    );
}

#[test]
fn what_does_both() {
    check(
        Reading::ChangesThenVerifies,
        &["sed -i s/a/b/ x && cargo test", "cargo fmt; cargo test", "cargo test && rm x && cargo test"],
    );
    check(Reading::VerifiesThenChanges, &["cargo test && sed -i s/a/b/ x", "rm x && cargo test && rm y"]);
}

#[test]
fn a_verifier_is_one_command() {
    for text in ["", "a && b", "a | b", "$X", "a *.rs", "a 'b", "if a; then b; fi", "a &"] {
        assert_eq!(Verifier::read(text), None, "{text}");
    }
}
