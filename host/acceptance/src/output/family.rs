//! Families of tools: which tables of facts apply to what a command prints.

use toolhost_capability::shell::{Script, program_name};

use crate::program::usage;

/// Tools whose outputs have facts of the same form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// Building and testing by cargo: warnings are no results.
    Cargo,
    /// `cargo clippy`: warnings are results.
    Clippy,
    /// `go build`, `go test`, `go vet`
    Go,
    /// pytest
    Pytest,
    /// Other Python programs
    Python,
    /// vitest, jest and their like
    Vitest,
    /// TypeScript's compiler
    Tsc,
    /// ESLint and its like
    Eslint,
    /// ruff's linter and its like
    Ruff,
    /// mypy and its like
    Mypy,
    /// Formatters that check
    Formatted,
    /// `make` and other build systems, which run all of the above
    Build,
    /// `git status`
    GitStatus,
    /// `git diff`
    GitDiff,
    /// `git log`
    GitLog,
    /// grep and rg
    Grep,
    /// `find`, `fd`, `ls`
    Find,
    /// Programs that show a text as it is
    Text,
}

impl Family {
    /// Every family.
    pub const ALL: [Family; 18] = [
        Family::Cargo,
        Family::Clippy,
        Family::Go,
        Family::Pytest,
        Family::Python,
        Family::Vitest,
        Family::Tsc,
        Family::Eslint,
        Family::Ruff,
        Family::Mypy,
        Family::Formatted,
        Family::Build,
        Family::GitStatus,
        Family::GitDiff,
        Family::GitLog,
        Family::Grep,
        Family::Find,
        Family::Text,
    ];

    /// The name in metrics and in the corpus.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Family::Cargo => "cargo",
            Family::Clippy => "clippy",
            Family::Go => "go",
            Family::Pytest => "pytest",
            Family::Python => "python",
            Family::Vitest => "vitest",
            Family::Tsc => "tsc",
            Family::Eslint => "eslint",
            Family::Ruff => "ruff",
            Family::Mypy => "mypy",
            Family::Formatted => "formatted",
            Family::Build => "build",
            Family::GitStatus => "git_status",
            Family::GitDiff => "git_diff",
            Family::GitLog => "git_log",
            Family::Grep => "grep",
            Family::Find => "find",
            Family::Text => "text",
        }
    }

    /// Whether what is printed is what was looked for, so that it may say anything: words like `error` in it are no
    /// errors.
    fn is_content(self) -> bool {
        matches!(
            self,
            Family::GitStatus | Family::GitDiff | Family::GitLog | Family::Grep | Family::Find | Family::Text
        )
    }

    /// Whether results may be left out if their number is given. Commits and changed files may not: who acts on a list
    /// of them acts on all. Nor may lines of a text that was asked for.
    fn folds(self) -> bool {
        matches!(self, Family::Grep | Family::Find | Family::GitDiff)
    }

    const fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// The families of the commands that printed an output together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Families(u32);

impl Families {
    /// Of an output of which nothing is known: all that builds, tests and checks.
    pub const UNKNOWN: Families = Families(0);

    /// Beside the known ones a program ran of which nothing is known.
    const BESIDE_UNKNOWN: u32 = 1 << 31;

    /// Of one command.
    #[must_use]
    pub const fn one(family: Family) -> Families {
        Families(family.bit())
    }

    /// These and another one.
    #[must_use]
    pub const fn and(self, family: Family) -> Families {
        Families(self.0 | family.bit())
    }

    /// Whether this family is among them.
    #[must_use]
    pub const fn has(self, family: Family) -> bool {
        self.0 & family.bit() != 0
    }

    fn all(self) -> impl Iterator<Item = Family> {
        Family::ALL.into_iter().filter(move |family| self.has(*family))
    }

    /// Whether any tool may have printed here that builds, tests or checks.
    pub(super) fn is_open(self) -> bool {
        self.has_unknown() || self.has(Family::Build)
    }

    /// Whether a program printed here of which nothing is known.
    fn has_unknown(self) -> bool {
        self.0 == 0 || self.0 & Families::BESIDE_UNKNOWN != 0
    }

    /// Whether a program of which nothing is known printed here, and none that builds, tests or checks.
    pub(super) fn is_unknown(self) -> bool {
        self.has_unknown() && self.all().all(Family::is_content)
    }

    /// Whether a program of which nothing is known may have printed here, and others that build, test or check.
    pub(super) fn is_mixed(self) -> bool {
        self.is_open() && !self.is_unknown()
    }

    /// Whether all that is printed is content.
    pub(super) fn is_content(self) -> bool {
        !self.has_unknown() && self.all().all(Family::is_content)
    }

    /// Whether git alone printed.
    pub(super) fn are_of_git(self) -> bool {
        let of_git = |family| matches!(family, Family::GitStatus | Family::GitDiff | Family::GitLog);
        self.is_content() && self.all().all(of_git)
    }

    pub(super) fn folds(self) -> bool {
        !self.has_unknown() && self.all().all(Family::folds)
    }

    /// Whether warnings are results, and not company of errors.
    pub(super) fn keeps_warnings(self) -> bool {
        [Family::Clippy, Family::Eslint, Family::Ruff].into_iter().any(|family| self.has(family))
    }
}

/// Programs that print nothing of their own, or only words of the command line, or order what others printed.
const QUIET: &[&str] = &[
    ":", "[", "[[", "cd", "cut", "echo", "exit", "export", "false", "mkdir", "popd", "printf", "pushd",
    "pwd", "set", "shopt", "sleep", "sort", "tee", "test", "touch", "tr", "true", "umask", "uniq", "unset",
    "wait",
];

/// The families of a command line: those of the programs in it that are known, and whether there are others beside
/// them. A stage of a pipe counts, too: the last lines of a test's output are lines of a test.
#[must_use]
pub fn families(script: &Script) -> Families {
    let mut families = Families::UNKNOWN;
    let mut has_unknown = !script.is_understood();
    for invocation in script.invocations() {
        let words = invocation.innermost();
        match usage(words) {
            // What `find -exec` runs prints what it likes.
            Some(usage) => {
                families = families.and(usage.program.family);
                has_unknown |= usage.changes && usage.program.family == Family::Find;
            }
            None => {
                let name = words.first().and_then(|word| word.as_deref()).map(program_name);
                has_unknown |= !name.is_some_and(|name| QUIET.contains(&name));
            }
        }
    }
    if has_unknown && families != Families::UNKNOWN {
        Families(families.0 | Families::BESIDE_UNKNOWN)
    } else {
        families
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_of_commands() {
        let rows: [(&str, &[Family]); 9] = [
            ("cargo test", &[Family::Cargo]),
            ("cd x && cargo clippy --message-format short", &[Family::Clippy]),
            ("cargo test 2>&1 | tail -20", &[Family::Cargo, Family::Text]),
            ("git status; git diff --stat", &[Family::GitStatus, Family::GitDiff]),
            ("npx jest", &[Family::Vitest]),
            ("black --check .", &[Family::Formatted]),
            ("ls -la", &[Family::Find]),
            ("npm test", &[Family::Build]),
            ("./run.sh", &[]),
        ];
        for (command, expected) in rows {
            let expected = expected.iter().fold(Families::UNKNOWN, |all, family| all.and(*family));
            assert_eq!(families(&Script::parse(command)), expected, "{command}");
        }
    }

    #[test]
    fn row_30_the_command_says_what_printed_however_the_output_begins() {
        let noise = "   Compiling a v0.1.0\n".repeat(100);
        let input = format!("{noise}test a::b ... FAILED\n");
        let of = |command| families(&Script::parse(command));
        for command in ["cargo test 2>&1", "cd x && cargo test", "bash -lc 'cargo test'"] {
            let verdict = super::super::judge(of(command), &input, "test a::c ... FAILED\n");
            assert!(!verdict.is_accepted(), "{command}");
            assert!(super::super::judge(of(command), &input, "a::b FAILED\n").is_accepted(), "{command}");
        }
    }

    #[test]
    fn names_differ() {
        let names: std::collections::BTreeSet<&str> =
            Family::ALL.iter().map(|family| family.name()).collect();
        assert_eq!(names.len(), Family::ALL.len());
    }
}
