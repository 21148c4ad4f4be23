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
        ("git status", "rtk git status", "accepted"),
        ("git diff HEAD~1", "rtk git diff HEAD~1", "accepted"),
        ("cargo test -p a -- 'b c'", "rtk cargo test -p a -- 'b c'", "accepted"),
        ("go test ./...", "rtk go test ./...", "accepted"),
        ("FOO=1 cargo test", "FOO=1 rtk cargo test", "accepted"),
        ("cd x && cargo test", "cd x && rtk cargo test", "accepted"),
        ("git status; git diff", "rtk git status; rtk git diff", "accepted"),
        ("git status && ls", "rtk git status && ls", "accepted"),
        ("a || git status", "a || rtk git status", "accepted"),
        ("cargo build\ncargo test", "rtk cargo build\nrtk cargo test", "accepted"),
        ("(git status)", "(rtk git status)", "accepted"),
        ("timeout 60 cargo test", "timeout 60 rtk cargo test", "accepted"),
        ("timeout -k 5 60 cargo test", "timeout -k 5 60 rtk cargo test", "accepted"),
        ("timeout 60 cargo test", "rtk timeout 60 cargo test", "accepted"),
        ("npx vitest run", "rtk npx vitest run", "accepted"),
        ("python -m pytest", "rtk python -m pytest", "accepted"),
        ("cargo test 2>&1", "rtk cargo test 2>&1", "accepted"),
        ("cargo test 2>/dev/null", "rtk cargo test 2>/dev/null", "accepted"),
        ("ls $HOME", "rtk ls $HOME", "accepted"),
        ("git status &", "rtk git status & ", "accepted"),
        ("grep -rn foo src", "rtk grep -rn foo src", "accepted"),
    ]);
}

#[test]
fn a_pair_may_run() {
    check(&[
        ("cat f", "rtk read f", "accepted"),
        ("cat 'a b'", "rtk read 'a b'", "accepted"),
        ("head -5 f", "rtk read f --head-lines 5", "accepted"),
        ("head -n 5 f", "rtk read f --head-lines 5", "accepted"),
        ("head -n5 f", "rtk read --head-lines 5 f", "accepted"),
        ("head f", "rtk read f --head-lines 10", "accepted"),
        ("tail --lines=7 f", "rtk read f --tail-lines 7", "accepted"),
        ("cd x && tail -5 f", "cd x && rtk read f --tail-lines 5", "accepted"),
        ("cat f", "rtk read g", "replaced"),
        ("cat f", "rtk read f -l aggressive", "replaced"),
        ("cat f g", "rtk read f", "replaced"),
        ("cat -A f", "rtk read f", "replaced"),
        ("cat $X", "rtk read $Y", "replaced"),
        ("head -5 f", "rtk read f --head-lines 4", "replaced"),
        ("head -5 f", "rtk read f --tail-lines 5", "replaced"),
        ("head -5 f", "rtk read f", "replaced"),
        ("head -n -5 f", "rtk read f --head-lines 5", "replaced"),
        ("tail -n +5 f", "rtk read f --tail-lines 5", "replaced"),
        ("head -c 5 f", "rtk read f --head-lines 5", "replaced"),
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
        ("git status", "rtk git status", "accepted"),
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
        ("git status", "rtk git status; rm -r x", "rearranged"),
        ("git status", "rtk git status && rtk git status", "rearranged"),
        ("git status && rm x", "rtk git status; rm x", "rearranged"),
        ("A=1 git status", "B=1 rtk git status", "rearranged"),
        ("git status", "rtk git status > x", "rearranged"),
        ("git status", "PATH=/x rtk git status", "rearranged"),
        ("git status; ls", "rtk git status", "rearranged"),
        ("ls a; ls b", "ls b; ls a", "replaced"),
        ("bash -lc 'git status'", "bash -lc 'rtk git status'", "rearranged"),
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
