//! Tests of what commands say of their output.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use super::{Said, Source, source};

#[test]
fn what_shows_text_is_left_alone() {
    for command in [
        "grep -rn foo src",
        "cd x && rg foo",
        "cat log.txt",
        "/usr/bin/cat log.txt",
        "cargo test; cat log.txt",
        "git diff",
        "git -C sub --no-pager log -3",
        "bash -lc 'git show'",
        "cargo test 2>&1 | grep -v ok",
        "make|grep -v ok",
        "cargo test | tee log | grep ok",
        "(cargo test; make) | sort",
        "find . -name x",
        "find . | xargs cat",
        "ssh host 'cat x'",
        "docker exec x cat y",
        "sudo -u me tail -n 5 log",
        "tail -100 log",
        "head log",
        "cat <<EOF\nok\nEOF",
        "cat a | tee b",
        r"C:\tools\rg.exe foo",
        "Get-Content log",
        // Answers to queries, and inline scripts
        "sqlite3 x.db \"select log from runs\"",
        "psql -c 'select 1'",
        "curl -XPOST https://h/x",
        "wget -qO- https://h/x",
        "wget -O - https://h/x",
        "gh run view --log",
        "python3 - <<EOF\nprint(open('x').read())\nEOF",
        "python3 <<'EOF'\nprint(1)\nEOF",
        "python3 -c 'print(1)'",
        "uv run python -uc 'print(1)'",
        "node -e 'console.log(1)'",
        "node --print 1",
        "perl -lane 'print' x",
        "ruby -e 'puts 1'",
        "echo 'print(1)' | python3",
        "bash <<EOF\ncat x\nEOF",
        "out=$(cat x); echo \"$out\"",
        // Nobody who makes noise
        "echo $(ls)",
        "echo hello",
        "ls -la",
        "printf 'ok\\n' | cat",
        // Not understood
        "cargo test 'a",
    ] {
        assert_eq!(source(command, None), None, "{command}");
    }
    for hint in ["git-diff", "git-status", "git-log", "grep", "rg", "find", "fd"] {
        assert_eq!(source("anything", Some(hint)), None, "{hint}");
    }
}

/// Whether a command runs tests, and whether it gets packages.
fn told(command: &str, hint: Option<&str>) -> (bool, bool) {
    let Source { runs_tests, gets_packages, .. } =
        source(command, hint).unwrap_or_else(|| panic!("{command}"));
    (runs_tests, gets_packages)
}

#[test]
fn runners_of_tests() {
    for command in [
        "cargo test",
        "cargo +nightly --locked test -p x -- cat",
        "cargo nextest run 2>&1 | tail -100",
        "cargo test; echo \"exit: $?\"",
        "cargo test 2>&1 | tee test.log",
        "cargo test 2>&1 | tee test.log | tail -n 100",
        "cargo test 2>&1 | head -c 3k",
        "cargo test > log 2>&1; tail log | wc -l > n",
        "cargo build && cargo test $(cat args.txt)",
        "cat > x.rs <<EOF\nfn cat() {}\nEOF\ncargo test",
        "OUT=$(cargo test 2>&1); echo \"$OUT\" | tail -5",
        "# cat x\ncd y && RUST_LOG=cat timeout 60 cargo test",
        "git commit -qm \"$(cat <<'EOF'\nIt's done\nEOF\n)\" && cargo test",
        "bash -lc pytest",
        "python -m pytest -q",
        "python3 -m unittest",
        "uv run --with x python -m pytest",
        "npx vitest run",
        "./node_modules/.bin/jest",
        "npm test",
        "npm run test:unit -- --run",
        "npm ci && npm test",
        "yarn vitest",
        "node --test",
        "go test ./...",
        "./gradlew :app:testDebugUnitTest",
        "make test",
        "mvn -q verify",
        "docker compose run web pytest",
        "if cargo test; then echo fine; fi",
    ] {
        assert!(told(command, None).0, "{command}");
    }
    for hint in ["cargo-test", "go-test", "pytest", "vitest"] {
        assert_eq!(told("./run.sh", Some(hint)), (true, false), "{hint}");
    }
}

#[test]
fn getters_of_packages() {
    for command in [
        "npm ci",
        "npm ci && ls",
        "yarn add x | cat",
        "pip install catalog",
        "python3 -m pip install x",
        "uv sync",
        "sudo apt-get update",
        "go mod download",
        "bundle install",
    ] {
        assert_eq!(told(command, None), (false, true), "{command}");
    }
}

#[test]
fn beside_an_unknown_program_nothing_is_known() {
    for command in [
        "",
        "./deploy.sh",
        "npm test && ./deploy.sh",
        "npm ci && ./sync.sh",
        "npm run build",
        "cargo run test",
        "cargo build",
        "git clone x",
        "make",
        "curl -fsSLO https://h/x",
        "curl -o x https://h/x",
        "wget https://h/x",
        "python3 run.py -c x",
        "sudo ./x",
        "bash deploy.sh",
        "bash -c './deploy.sh'",
    ] {
        for hint in [None, Some("cargo")] {
            assert_eq!(told(command, hint), (false, false), "{command}");
        }
    }
}

#[test]
fn what_a_command_line_says_itself() {
    let whole = |text: &str| Said { beginning: text.to_owned(), is_whole: true };
    let begun = |text: &str| Said { beginning: text.to_owned(), is_whole: false };
    for (command, expected) in [
        ("make; echo \"exit: $?\"", vec![begun("exit:")]),
        ("make; echo '✓ done' now", vec![whole("✓ done now")]),
        ("make; echo -n 'a b'", vec![begun("a b")]),
        ("make; echo -e 'a\\nb\\tc'", vec![whole("a"), begun("b")]),
        ("make; printf '✓ %s\\n' a b", vec![begun("✓"), begun("a"), begun("b")]),
        ("make; printf 'a\\n'", vec![whole("a")]),
        ("make; echo ---; echo; echo $x; echo \"== $x\"", vec![]),
        ("make; echo a > file", vec![]),
        ("sudo echo a; make", vec![whole("a")]),
    ] {
        assert_eq!(source(command, None).unwrap().said, expected, "{command}");
    }
    assert!(whole("a").fits("a") && !whole("a").fits("ab") && begun("a").fits("ab") && !begun("a").fits("b"));
}
