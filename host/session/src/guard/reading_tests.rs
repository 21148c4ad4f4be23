//! What commands mean to the edit guard.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;

use super::{Reader, Reading, Verifier};

fn check(expected: Reading, commands: &[&str]) {
    let verifiers = ["./check.sh", "acme verify"].map(|text| Verifier::read(text).unwrap());
    let reader = Reader { workspace: Path::new("/home/me/space"), verifiers: &verifiers };
    for command in commands {
        assert_eq!(reader.read(command).reading, expected, "{command}");
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
            "ctest -V",
            "mvn -V test",
            "gradle clean build",
            "make -C sub CC=gcc -j 8 clean all",
            "make run-tests",
            "make -k",
            "yarn jest",
            "pnpm vitest run",
            "yarn --cwd web eslint .",
            "yarn workspace web test",
            "yarn workspaces foreach -A run test",
            "nx run-many --target=test",
            "nx affected -t lint test",
            "hatch run test",
            "timeout 60 pixi run test",
            "ruby -wc x",
            "perl -wc x",
            "npm test -- -t x",
            "cargo --color never test",
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
            "cd /tmp && cat > t.py <<'EOF'\nx\nEOF",
            "cd /tmp; sed -i s/a/b/ x",
            "git reset",
            "git reset HEAD x",
            "git restore --staged x",
            "git switch -c topic",
            "patch --dry-run -p1",
            "black --version",
            "cargo fmt --help",
            "find . -name x",
            "find . -exec grep a {} +",
            "find /tmp/x -delete",
            "grep -rl a . | xargs wc -l",
            "xargs -I{} sh -c 'cat {}'",
            "git ls-files | xargs pytest",
            "yarn add jest",
            "yarn install",
            "yarn start",
            "sort x",
            "yq .a x",
            "perl -Ilib -ne print x",
            "perl -lane print x",
            "sed -ne s/i/x/p x",
        ],
    );
}

#[test]
fn what_only_tells_or_never_fails() {
    check(
        Reading::Neutral,
        &[
            "just -l",
            "just --show test",
            "rustc --explain E0382",
            "rustc -vV",
            "rustc --print sysroot",
            "cargo test -h",
            "tsc -v",
            "tsc --showConfig",
            "jest --listTests",
            "eslint -v",
            "eslint --print-config x",
            "ctest -N",
            "rake -T",
            "gradle -v",
            "gradle projects",
            "gradle :app:bootRun",
            "tox -l",
            "nox -l",
            "go test -list .",
            "go build -n",
            "dotnet test --list-tests",
            "xcodebuild -version",
            "pytest --fixtures",
            "pytest -V",
            "pylint --list-msgs",
            "make -v",
            "make -kn",
            "make -h",
            "cmake --build b --target help",
            "swift build --show-bin-path",
            "flake8 --exit-zero",
            "pylint --exit-zero x",
            "ruff check --exit-zero",
            "make -i test",
            "npm run test --if-present",
            "twine upload dist/*",
            "rake db:migrate",
            "make db-migrate",
            "make -C sub clean",
            "npm run test:watch",
        ],
    );
    check(
        Reading::Changes,
        &["npm run lint:fix", "npm run lint -- --fix", "npm run test:update", "yarn eslint . --fix"],
    );
}

#[test]
fn what_hides_that_a_verification_failed() {
    let pipe = "its status is lost behind the pipe";
    let zero = "may exit with 0 though it failed";
    let rows = [
        ("cargo test 2>&1 | tail -20", Some(("`cargo test`", pipe))),
        ("cargo test > log 2>&1; tail log", Some(("`cargo test`", zero))),
        ("cd x && make \\\n  check || true", Some(("`make \\ check`", zero))),
        ("sed -i s/a/b/ x; cargo test | tail", Some(("`cargo test`", pipe))),
        ("cargo test | tail; sed -i s/a/b/ x", None),
        ("cargo test | tail && cargo test", None),
        ("set -o pipefail; cargo test | tail", None),
        ("cargo test; exit $?", None),
        ("cargo test | tail; exit ${PIPESTATUS[0]}", None),
        ("ls | tail", None),
    ];
    let reader = Reader { workspace: Path::new("/home/me/space"), verifiers: &[] };
    for (command, expected) in rows {
        let lost = reader.read(command).lost;
        assert_eq!(lost.is_some(), expected.is_some(), "{command}: {lost:?}");
        if let (Some(lost), Some((name, why))) = (lost, expected) {
            assert!(lost.starts_with(name) && lost.contains(why), "{command}: {lost}");
        }
    }
    let long = format!("pytest {} | cat", "x".repeat(1000));
    assert!(reader.read(&long).lost.unwrap().len() < 250);
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
            "grep -rl a . | xargs sed -i s/a/b/",
            "find . -name x -exec sed -i s/a/b/ {} +",
            "find . -name x -exec grep a {} \\; -exec rm {} \\;",
            "find . -name '*.pyc' -delete",
            "fd -x sed -i s/a/b/",
            "parallel sed -i s/a/b/ ::: *.rs",
            "ls | xargs -I{} sh -c 'sed -i s/a/b/ {}'",
            "yq -i .a=1 x",
            "sort -o x x",
            "sort -uo x x",
            "perl -wpi -e s/a/b/ x",
            "perl -0777pi.bak -e s/a/b/ x",
            "sed -nri p x",
            ": > x",
            "cd /tmp || cat > x",
            "cd /tmp & touch x",
            "cd /tmp && cd - && touch x",
            "(cd /tmp; ls); touch x",
            "cd /home/me/space/sub && touch x",
            "cd /tmp && touch /home/me/space/x",
            "cd /tmp && cat > $X",
            "cd sub && touch x",
            "git -c core.pager=cat checkout -- x",
            "git reset --hard",
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
