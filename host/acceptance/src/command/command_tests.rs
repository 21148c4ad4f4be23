//! Rewritten commands: those that were seen to go wrong, and those that may run.

use super::*;

fn check(rows: &[(&str, &str, &str)]) {
    for (original, rewritten, expected) in rows {
        let found = match judge_command(original, rewritten) {
            Verdict::Accepted => "accepted",
            Verdict::Refused(reason) => reason.name(),
        };
        assert_eq!(found, *expected, "{original} -> {rewritten}");
    }
}

#[test]
fn a_prefix_may_run() {
    check(&[
        ("tsc", "rtk tsc", "accepted"),
        ("tsc -p a --noEmit 'b c'", "rtk tsc -p a --noEmit 'b c'", "accepted"),
        ("FOO=1 tsc", "FOO=1 rtk tsc", "accepted"),
        ("cd x && tsc", "cd x && rtk tsc", "accepted"),
        ("tsc -p a; tsc -p b", "rtk tsc -p a; rtk tsc -p b", "accepted"),
        ("tsc && ls", "rtk tsc && ls", "accepted"),
        ("a || tsc", "a || rtk tsc", "accepted"),
        ("tsc -p a\ntsc -p b", "rtk tsc -p a\nrtk tsc -p b", "accepted"),
        ("(tsc)", "(rtk tsc)", "accepted"),
        ("timeout 60 tsc", "timeout 60 rtk tsc", "accepted"),
        ("timeout -k 5 60 tsc", "timeout -k 5 60 rtk tsc", "accepted"),
        ("tsc 2>&1", "rtk tsc 2>&1", "accepted"),
        ("tsc 2>/dev/null", "rtk tsc 2>/dev/null", "accepted"),
        ("tsc -p $HOME", "rtk tsc -p $HOME", "accepted"),
        ("tsc &", "rtk tsc & ", "accepted"),
    ]);
}

#[test]
fn what_a_prefix_is_not_known_to_keep_stays() {
    let original = [
        "git status",
        "git log",
        "git diff HEAD~1",
        "git show",
        "cargo build",
        "cargo check",
        "cargo test -p a -- 'b c'",
        "cargo clippy",
        "go build ./...",
        "go vet ./...",
        "go test ./...",
        "pytest",
        "python -m pytest",
        "ruff check .",
        "mypy .",
        "prettier --check .",
        "vitest run",
        "npx vitest run",
        "npx tsc",
        "/usr/bin/tsc",
        "timeout 60 tsc",
        "vue-tsc",
        "grep -rn foo src",
        "find .",
        "ls $HOME",
        "cat f",
    ];
    for original in original {
        check(&[(original, &format!("rtk {original}"), "lossy")]);
    }
    check(&[
        ("timeout 60 cargo test", "timeout 60 rtk cargo test", "lossy"),
        ("tsc && git status", "rtk tsc && rtk git status", "lossy"),
        ("tsc && git status", "rtk tsc && git status", "accepted"),
    ]);
}

#[test]
fn a_file_is_read_by_nothing_else() {
    check(&[
        ("cat f", "rtk read f", "replaced"),
        ("head -5 f", "rtk read f --head-lines 5", "replaced"),
        ("tail --lines=7 f", "rtk read f --tail-lines 7", "replaced"),
        ("cat f", "rtk read f -l aggressive", "replaced"),
        ("tail -f log", "rtk read log", "not_read_only"),
    ]);
}

#[test]
fn rows_1_to_3_what_a_program_reads_stays() {
    check(&[
        ("grep -n match sixty.txt | wc -l", "rtk grep -n match sixty.txt | wc -l", "consumed"),
        ("grep -rn match . | head -2", "rtk grep -rn match . | head -2", "consumed"),
        ("ps aux | grep python | grep -v grep", "rtk ps aux | grep python | grep -v grep", "consumed"),
        ("ps aux | grep python | grep -v grep", "ps aux | rtk grep python | grep -v grep", "consumed"),
        ("ps aux | grep python | grep -v grep", "ps aux | grep python | rtk grep -v grep", "consumed"),
        ("bash -c 'git status' | cat", "bash -c 'rtk git status' | cat", "rearranged"),
    ]);
}

#[test]
fn row_5_machine_readable_forms_stay() {
    check(&[
        ("grep -c foo f", "rtk grep -c foo f", "formatted"),
        ("grep -o 'p=\"[^\"]*\"' f", "rtk grep -o 'p=\"[^\"]*\"' f", "formatted"),
        ("grep -n T f", "rtk grep -n T f", "formatted"),
        ("git status --porcelain", "rtk git status --porcelain", "formatted"),
        ("git diff --name-only", "rtk git diff --name-only", "formatted"),
        ("go test -json ./...", "rtk go test -json ./...", "formatted"),
        ("cargo test -- --list", "rtk cargo test -- --list", "formatted"),
    ]);
}

#[test]
fn rows_6_and_7_no_rewrite_is_told_from_a_rewrite() {
    check(&[
        ("pwd", "", "empty"),
        ("pwd", " \n", "empty"),
        ("pwd", "pwd", "unchanged"),
        ("git status", "rtk git status\0", "nul"),
        ("tsc", "rtk tsc", "accepted"),
    ]);
}

#[test]
fn row_8_every_kind_of_pipe_is_seen() {
    check(&[
        ("cargo test |& tail", "rtk cargo test |& tail", "consumed"),
        ("cargo test |& tail", "rtk cargo test | & tail", "not_understood"),
        ("cargo test |& tail", "rtk cargo test & tail", "consumed"),
    ]);
}

#[test]
fn rows_9_and_10_interpreters_and_runners_stay() {
    check(&[
        ("python -m pytest", "rtk pytest", "replaced"),
        ("python -m pytest", "python -m rtk pytest", "replaced"),
        ("python3 -m pytest", "python -m pytest", "replaced"),
        ("npx vitest run", "rtk vitest", "replaced"),
        ("npx vitest run", "npx rtk vitest run", "replaced"),
        ("uv run pytest", "rtk pytest", "replaced"),
        ("gradle build", "rtk gradlew build", "replaced"),
        ("eslint .", "rtk lint .", "replaced"),
        ("go test ./...", "go test ./proxy/...", "replaced"),
        ("go test ./...", "rtk go test", "replaced"),
        ("cargo test", "rtk cargo test --quiet", "replaced"),
        ("cargo test", "sudo cargo test", "replaced"),
        ("ls $A", "rtk ls $B", "replaced"),
    ]);
}

#[test]
fn row_12_what_changes_or_is_elsewhere_stays() {
    check(&[
        ("find . -name x -delete", "rtk find . -name x -delete", "not_read_only"),
        ("find . -exec rm {} \\;", "rtk find . -exec rm {} \\;", "not_read_only"),
        ("ssh h git status", "rtk ssh h git status", "not_read_only"),
        ("ssh h git status", "ssh h rtk git status", "not_read_only"),
        ("git push --force", "rtk git push --force", "not_read_only"),
        ("git commit -m x", "rtk git commit -m x", "not_read_only"),
        ("git add .", "rtk git add .", "not_read_only"),
        ("docker exec c pytest", "rtk docker exec c pytest", "not_read_only"),
        ("sudo git status", "sudo rtk git status", "not_read_only"),
        ("ruff check --fix .", "rtk ruff check --fix .", "not_read_only"),
        ("ruff format .", "rtk ruff format .", "not_read_only"),
        ("eslint --fix .", "rtk eslint --fix .", "not_read_only"),
        ("prettier --write .", "rtk prettier --write .", "not_read_only"),
        ("rm -r x", "rtk rm -r x", "not_read_only"),
        ("kubectl get pods", "rtk kubectl get pods", "not_read_only"),
        ("make", "rtk make", "not_read_only"),
        ("curl https://example.org", "rtk curl https://example.org", "not_read_only"),
        ("awk '{ print > \"f\" }' g", "rtk awk '{ print > \"f\" }' g", "not_read_only"),
        ("yq -i .a=1 f", "rtk yq -i .a=1 f", "not_read_only"),
        ("$X status", "rtk $X status", "not_read_only"),
    ]);
}

#[test]
fn row_13_no_more_runs_than_before() {
    check(&[
        ("tsc", "rtk tsc; rm -r x", "rearranged"),
        ("tsc", "rtk tsc && rtk tsc", "rearranged"),
        ("tsc && rm x", "rtk tsc; rm x", "rearranged"),
        ("A=1 tsc", "B=1 rtk tsc", "rearranged"),
        ("tsc", "rtk tsc > x", "rearranged"),
        ("tsc", "PATH=/x rtk tsc", "rearranged"),
        ("tsc; ls", "rtk tsc", "rearranged"),
        ("ls a; ls b", "ls b; ls a", "replaced"),
        ("bash -lc 'tsc'", "bash -lc 'rtk tsc'", "rearranged"),
    ]);
}

#[test]
fn row_14_what_stands_within_a_word_stays() {
    check(&[
        ("git status `rm -rf /tmp/x`", "rtk git status `rm -rf /tmp/x`", "not_understood"),
        ("git status $(cat x)", "rtk git status $(cat x)", "not_understood"),
        ("git log > out", "rtk git log > out", "consumed"),
        ("git log >> out 2>&1", "rtk git log >> out 2>&1", "consumed"),
        ("git log 2> out", "rtk git log 2> out", "consumed"),
        ("x=$(git status)", "x=$(rtk git status)", "consumed"),
        ("git status 'x", "rtk git status 'x", "not_understood"),
    ]);
}

#[test]
fn what_a_name_may_stand_for_else_stays() {
    check(&[
        ("tsc() { x; }; tsc", "tsc() { x; }; rtk tsc", "not_understood"),
        ("function tsc { x; }; tsc", "function tsc { x; }; rtk tsc", "not_understood"),
        ("rtk() { x; }; tsc", "rtk() { x; }; rtk tsc", "not_understood"),
        ("eval 'tsc() { x; }'; tsc", "eval 'tsc() { x; }'; rtk tsc", "not_understood"),
        ("eval \"$x\"; tsc", "eval \"$x\"; rtk tsc", "not_understood"),
        ("timeout() { x; }; timeout 5 tsc", "timeout() { x; }; timeout 5 rtk tsc", "not_understood"),
        ("f() { x; }; tsc", "f() { x; }; rtk tsc", "accepted"),
        ("alias tsc=x\ntsc", "alias tsc=x\nrtk tsc", "not_understood"),
        ("builtin alias tsc=x\ntsc", "builtin alias tsc=x\nrtk tsc", "not_understood"),
        ("hash -p x tsc; tsc", "hash -p x tsc; rtk tsc", "not_understood"),
        (". ./env; tsc", ". ./env; rtk tsc", "not_understood"),
        ("source venv/bin/activate && tsc", "source venv/bin/activate && rtk tsc", "not_understood"),
        ("PATH=x tsc", "PATH=x rtk tsc", "not_understood"),
        ("PATH=x:$PATH; tsc", "PATH=x:$PATH; rtk tsc", "not_understood"),
        ("PATH+=:x; tsc", "PATH+=:x; rtk tsc", "not_understood"),
        ("export PATH=x; tsc", "export PATH=x; rtk tsc", "not_understood"),
        ("export \"PATH=x:$PATH\"; tsc", "export \"PATH=x:$PATH\"; rtk tsc", "not_understood"),
        ("env PATH=x tsc", "env PATH=x rtk tsc", "not_understood"),
        ("read PATH; tsc", "read PATH; rtk tsc", "not_understood"),
        ("unset PATH; tsc", "unset PATH; rtk tsc", "not_understood"),
        ("MYPATH=x PATHS=y tsc", "MYPATH=x PATHS=y rtk tsc", "accepted"),
        ("env PATHS=x tsc", "env PATHS=x rtk tsc", "accepted"),
    ]);
}

#[test]
fn what_the_shell_sends_elsewhere_stays() {
    check(&[
        ("exec > out; tsc", "exec > out; rtk tsc", "consumed"),
        ("exec >out 2>&1\ntsc", "exec >out 2>&1\nrtk tsc", "consumed"),
        ("builtin exec > out; tsc", "builtin exec > out; rtk tsc", "consumed"),
        ("eval 'exec > out'; tsc", "eval 'exec > out'; rtk tsc", "consumed"),
        ("{ tsc; } > out", "{ rtk tsc; } > out", "consumed"),
        ("f() { tsc; }; f > out", "f() { rtk tsc; }; f > out", "not_understood"),
        ("f() { tsc; }; x $(f | grep -c x)", "f() { rtk tsc; }; x $(f | grep -c x)", "not_understood"),
        ("f() { tsc; } > out; f", "f() { rtk tsc; } > out; f", "not_understood"),
        ("f() { tsc; }; f", "f() { rtk tsc; }; f", "not_understood"),
    ]);
}
