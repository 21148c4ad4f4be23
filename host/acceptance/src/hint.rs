//! The kind of output that a command prints, by the names that optimizers know.

use toolhost_capability::shell::{Invocation, Script, program_name};

use crate::program::usage;

/// A kind of output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Hint {
    /// `git diff`
    GitDiff,
    /// `git status`
    GitStatus,
    /// `pytest`
    Pytest,
    /// `cargo test`
    CargoTest,
    /// `go test`
    GoTest,
    /// `vitest`
    Vitest,
    /// `cargo build`, `cargo check`, `cargo clippy`
    Cargo,
    /// `go build`, `go vet`
    GoBuild,
    /// `tsc`
    Tsc,
    /// `grep`
    Grep,
    /// `rg`
    Rg,
    /// `find`
    Find,
    /// `fd`
    Fd,
    /// `git log`
    GitLog,
    /// `mypy`
    Mypy,
    /// `ruff check`
    RuffCheck,
    /// `ruff format`
    RuffFormat,
    /// `prettier --check`
    Prettier,
}

impl Hint {
    /// Every hint; the six that need no declaration come first.
    pub const ALL: [Hint; 18] = [
        Hint::GitDiff,
        Hint::GitStatus,
        Hint::Pytest,
        Hint::CargoTest,
        Hint::GoTest,
        Hint::Vitest,
        Hint::Cargo,
        Hint::GoBuild,
        Hint::Tsc,
        Hint::Grep,
        Hint::Rg,
        Hint::Find,
        Hint::Fd,
        Hint::GitLog,
        Hint::Mypy,
        Hint::RuffCheck,
        Hint::RuffFormat,
        Hint::Prettier,
    ];

    /// The name in protocols and on command lines.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Hint::GitDiff => "git-diff",
            Hint::GitStatus => "git-status",
            Hint::Pytest => "pytest",
            Hint::CargoTest => "cargo-test",
            Hint::GoTest => "go-test",
            Hint::Vitest => "vitest",
            Hint::Cargo => "cargo",
            Hint::GoBuild => "go-build",
            Hint::Tsc => "tsc",
            Hint::Grep => "grep",
            Hint::Rg => "rg",
            Hint::Find => "find",
            Hint::Fd => "fd",
            Hint::GitLog => "git-log",
            Hint::Mypy => "mypy",
            Hint::RuffCheck => "ruff-check",
            Hint::RuffFormat => "ruff-format",
            Hint::Prettier => "prettier",
        }
    }

    /// The hint of a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Hint> {
        Hint::ALL.into_iter().find(|hint| hint.name() == name)
    }

    /// Whether every provider gets it. The others are for those whose metadata name them.
    #[must_use]
    pub fn is_common(self) -> bool {
        matches!(
            self,
            Hint::GitDiff | Hint::GitStatus | Hint::Pytest | Hint::CargoTest | Hint::GoTest | Hint::Vitest
        )
    }

    /// Whether what prints `other` may print before it: tests are built first.
    fn covers(self, other: Hint) -> bool {
        self == other
            || matches!((self, other), (Hint::CargoTest, Hint::Cargo) | (Hint::GoTest, Hint::GoBuild))
    }
}

/// Programs that print nothing, or nothing that is missed.
const QUIET: &[&str] = &[
    "cd", "export", "set", "unset", "source", ".", "true", ":", "test", "[", "mkdir", "sleep", "umask",
    "ulimit", "shopt", "touch", "exit", "local", "alias", "trap", "wait",
];

/// The kind of output of a command line; none where options change the format, where something else reads the output
/// or prints beside it, and of what is not known.
#[must_use]
pub fn hint(script: &Script) -> Option<Hint> {
    if !script.is_understood() {
        return None;
    }
    let mut found: Option<Hint> = None;
    for invocation in script.invocations().iter().filter(|invocation| !is_quiet(invocation)) {
        let one = of_invocation(invocation)?;
        found = match found {
            Some(before) if before.covers(one) => Some(before),
            Some(before) if one.covers(before) => Some(one),
            Some(_) => return None,
            None => Some(one),
        };
    }
    found
}

fn is_quiet(invocation: &Invocation) -> bool {
    let program = invocation.innermost().first().and_then(Option::as_deref);
    program.is_some_and(|program| QUIET.contains(&program_name(program)))
}

fn of_invocation(invocation: &Invocation) -> Option<Hint> {
    if invocation.is_piped || !invocation.outputs.is_empty() {
        return None;
    }
    let usage = usage(invocation.innermost())?;
    usage.program.hint.filter(|_| !usage.is_formatted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(rows: &[(&str, &str)]) {
        for (command, expected) in rows {
            let found = hint(&Script::parse(command)).map_or("", Hint::name);
            assert_eq!(found, *expected, "{command}");
        }
    }

    #[test]
    fn names_are_read_back() {
        for hint in Hint::ALL {
            assert_eq!(Hint::from_name(hint.name()), Some(hint));
        }
        assert_eq!(Hint::from_name("git"), None);
        assert_eq!(Hint::ALL.iter().filter(|hint| hint.is_common()).count(), 6);
    }

    #[test]
    fn plain_commands() {
        check(&[
            ("git diff", "git-diff"),
            ("git diff HEAD~1 -- src", "git-diff"),
            ("git status", "git-status"),
            ("git log -20", "git-log"),
            ("pytest -q tests", "pytest"),
            ("cargo test", "cargo-test"),
            ("cargo t -p x -- --nocapture", "cargo-test"),
            ("cargo +nightly test", "cargo-test"),
            ("cargo build --release", "cargo"),
            ("cargo clippy --all-targets", "cargo"),
            ("go test ./...", "go-test"),
            ("go test -v -run 'TestA' ./...", "go-test"),
            ("go build ./...", "go-build"),
            ("go vet ./...", "go-build"),
            ("vitest run", "vitest"),
            ("vitest", "vitest"),
            ("tsc --noEmit", "tsc"),
            ("grep -rn foo .", "grep"),
            ("rg -n foo", "rg"),
            ("find . -name '*.rs'", "find"),
            ("fd -e rs", "fd"),
            ("mypy src", "mypy"),
            ("ruff check .", "ruff-check"),
            ("ruff format --check .", "ruff-format"),
            ("prettier --check .", "prettier"),
        ]);
    }

    #[test]
    fn row_53_other_formats_and_consumers_have_none() {
        check(&[
            ("git diff --stat", ""),
            ("git diff --name-only", ""),
            ("git diff --word-diff=color", ""),
            ("git status --porcelain", ""),
            ("git status --porcelain=v2", ""),
            ("git status -s", ""),
            ("git log --oneline", ""),
            ("git log --format=%h", ""),
            ("pytest --collect-only", ""),
            ("pytest --co -q", ""),
            ("go test -json ./...", ""),
            ("go test -list . ./...", ""),
            ("cargo test -- --list", ""),
            ("cargo test --message-format=json", ""),
            ("cargo test --no-run", ""),
            ("vitest --reporter=json", ""),
            ("vitest list", ""),
            ("tsc --showConfig", ""),
            ("grep -c foo f g", ""),
            ("grep -rc foo .", ""),
            ("grep -rno foo .", ""),
            ("grep -rl foo .", ""),
            ("grep -n foo f", ""),
            ("grep -rn -A2 foo .", ""),
            ("grep -rnC3 foo .", ""),
            ("rg --json foo", ""),
            ("rg -l foo", ""),
            ("find . -print0", ""),
            ("ruff check --output-format json .", ""),
            ("mypy --output=json src", ""),
            ("prettier --list-different .", ""),
            ("git diff | wc -l", ""),
            ("git diff | cat", ""),
            ("cargo test 2>&1 | tail -5", ""),
            ("git diff > f", ""),
            ("cargo test |& tee log", ""),
            ("x=$(git diff)", ""),
            ("echo $(git diff)", ""),
            ("cargo test 2> errors", ""),
        ]);
    }

    #[test]
    fn row_54_everyday_forms_have_one() {
        check(&[
            ("cd x && cargo test", "cargo-test"),
            ("cd x; cargo test", "cargo-test"),
            ("FOO=1 pytest", "pytest"),
            ("timeout 60 go test", "go-test"),
            ("timeout -k 5 60 go test ./...", "go-test"),
            ("python -m pytest", "pytest"),
            ("python3.12 -m pytest -q", "pytest"),
            ("uv run pytest", "pytest"),
            ("uv run --with x python -m pytest", "pytest"),
            ("poetry run mypy .", "mypy"),
            ("npx vitest run", "vitest"),
            ("pnpm exec tsc", "tsc"),
            ("./node_modules/.bin/vitest", "vitest"),
            ("bash -lc 'git diff'", "git-diff"),
            ("bash -lc 'cd x && cargo test'", "cargo-test"),
            ("git -C d diff", "git-diff"),
            ("git --no-pager diff", "git-diff"),
            ("git -c color.ui=never status", "git-status"),
            ("cargo test 2>&1", "cargo-test"),
            ("cargo test 2>/dev/null", "cargo-test"),
            ("source venv/bin/activate && pytest", "pytest"),
            ("export A=1; pytest", "pytest"),
            ("cargo build && cargo test", "cargo-test"),
            ("cargo test -p a; cargo test -p b", "cargo-test"),
            ("cargo test || true", "cargo-test"),
            ("grep -rn -e -c .", "grep"),
            ("grep -rne -c .", "grep"),
        ]);
    }

    #[test]
    fn what_is_not_known_has_none() {
        check(&[
            ("", ""),
            ("ls", ""),
            ("go testify", ""),
            ("gotest", ""),
            ("git", ""),
            ("git difftool", ""),
            ("cargo testx", ""),
            ("pytestx", ""),
            ("echo cargo test", ""),
            ("echo done; cargo test", ""),
            ("git status && git diff", ""),
            ("rtk cargo test", ""),
            ("npm test", ""),
            ("$X test", ""),
            ("prettier --write .", ""),
            ("cargo test )", ""),
        ]);
    }
}
