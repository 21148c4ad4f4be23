//! The table of programs. Names and options are those of the programs' manuals.

use super::Program;
use crate::hint::Hint;
use crate::output::Family;

const fn program(names: &'static [&'static str], family: Family) -> Program {
    Program {
        names,
        subcommands: &[],
        with: &[],
        format: &[],
        changes: &[],
        values: &[],
        clusters: false,
        hint: None,
        family,
    }
}

impl Program {
    const fn on(self, subcommands: &'static [&'static str]) -> Program {
        Program { subcommands, ..self }
    }

    const fn with(self, with: &'static [&'static str]) -> Program {
        Program { with, ..self }
    }

    const fn format(self, format: &'static [&'static str]) -> Program {
        Program { format, ..self }
    }

    const fn changes(self, changes: &'static [&'static str]) -> Program {
        Program { changes, ..self }
    }

    const fn values(self, values: &'static [&'static str]) -> Program {
        Program { values, ..self }
    }

    const fn clusters(self) -> Program {
        Program { clusters: true, ..self }
    }

    const fn hint(self, hint: Hint) -> Program {
        Program { hint: Some(hint), ..self }
    }
}

const GIT: &[&str] = &["-C", "-c", "--git-dir", "--work-tree", "--namespace"];

/// Options of `git` that make another output of a diff or a log.
const GIT_DIFF: &[&str] = &[
    "--stat",
    "--shortstat",
    "--numstat",
    "--dirstat",
    "--name-only",
    "--name-status",
    "--summary",
    "--compact-summary",
    "--raw",
    "--patch-with-stat",
    "--patch-with-raw",
    "--word-diff",
    "--word-diff-regex",
    "--color-words",
    "--check",
    "--quiet",
    "--no-patch",
    "-s",
    "-z",
    "--output",
    "--no-prefix",
    "--line-prefix",
];

const GIT_LOG: &[&str] = &[
    "--oneline",
    "--format",
    "--pretty",
    "--graph",
    "--stat",
    "--shortstat",
    "--numstat",
    "--name-only",
    "--name-status",
    "--raw",
    "--patch",
    "-p",
    "-u",
    "-L",
    "-z",
    "--no-commit-id",
    "--reflog",
    "--walk-reflogs",
    "-g",
    "--abbrev-commit",
];

const CARGO: &[&str] = &["--manifest-path", "--config", "-Z", "-C", "--color", "-p", "--package", "--target"];

const CARGO_FORMAT: &[&str] = &["--message-format", "--format", "--list", "--no-run", "--help", "-h", "--build-plan"];

const GO: &[&str] = &["-C", "-run", "-bench", "-tags", "-timeout", "-count", "-o", "-p", "-coverprofile", "-mod"];

const GREP_VALUES: &[&str] =
    &["-e", "-f", "-m", "-A", "-B", "-C", "-D", "-d", "--regexp", "--file", "--include", "--exclude", "--exclude-dir"];

const RG_VALUES: &[&str] = &[
    "-e", "-f", "-m", "-A", "-B", "-C", "-g", "-t", "-T", "-M", "-j", "-d", "-r", "--regexp", "--file", "--glob",
    "--type", "--type-not", "--sort", "--sortr", "--max-count", "--max-depth", "--replace",
];

/// Options of pytest's that print no results of tests.
const PYTEST_FORMAT: &[&str] =
    &["--collect-only", "--co", "--fixtures", "--markers", "--setup-plan", "--setup-only", "--help", "-h", "--version"];

/// Every program that is known. The first row that fits counts.
pub(super) const PROGRAMS: &[Program] = &[
    // Git
    program(&["git"], Family::GitDiff).on(&["diff"]).values(GIT).format(GIT_DIFF).changes(&["--output", "--ext-diff"]).hint(Hint::GitDiff),
    program(&["git"], Family::GitDiff).on(&["show", "stash show"]).values(GIT).format(GIT_DIFF).changes(&["--output"]),
    program(&["git"], Family::GitStatus)
        .on(&["status"])
        .values(GIT)
        .format(&["--porcelain", "--short", "-s", "-sb", "-bs", "-z", "-v", "-vv", "--verbose", "--column", "--show-stash"])
        .hint(Hint::GitStatus),
    program(&["git"], Family::GitLog).on(&["log"]).values(GIT).format(GIT_LOG).changes(&["--output"]).hint(Hint::GitLog),
    program(&["git"], Family::GitLog).on(&["shortlog", "reflog"]).values(GIT).changes(&["expire", "delete"]),
    program(&["git"], Family::Grep).on(&["grep"]).values(GIT).format(&["-c", "-o", "-l", "-L", "-q", "--count", "--only-matching"]),
    program(&["git"], Family::Text).on(&["blame"]).values(GIT).format(&["--porcelain", "-p", "--line-porcelain", "--incremental"]),
    program(&["git"], Family::Find).on(&["ls-files", "ls-tree"]).values(GIT).format(&["-z", "-s", "--stage", "--format"]),
    // Rust
    program(&["cargo"], Family::Cargo)
        .on(&["test", "t"])
        .values(CARGO)
        .format(CARGO_FORMAT)
        .hint(Hint::CargoTest),
    program(&["cargo"], Family::Clippy).on(&["clippy"]).values(CARGO).format(CARGO_FORMAT).changes(&["--fix"]).hint(Hint::Cargo),
    program(&["cargo"], Family::Cargo)
        .on(&["build", "b", "check", "c", "doc", "d", "rustc"])
        .values(CARGO)
        .format(CARGO_FORMAT)
        .changes(&["--fix", "--open"])
        .hint(Hint::Cargo),
    program(&["cargo"], Family::Cargo).on(&["nextest run", "bench", "miri test"]).values(CARGO).format(CARGO_FORMAT),
    program(&["rustc"], Family::Cargo).format(&["--error-format", "--print"]),
    // Go
    program(&["go"], Family::Go)
        .on(&["test"])
        .values(GO)
        .format(&["-json", "--json", "-list", "-c", "-n", "-x", "-bench", "-h"])
        .changes(&["-exec", "-toolexec"])
        .hint(Hint::GoTest),
    program(&["go"], Family::Go)
        .on(&["build", "vet"])
        .values(GO)
        .format(&["-json", "--json", "-n", "-x"])
        .changes(&["-toolexec", "-vettool", "-fix"])
        .hint(Hint::GoBuild),
    program(&["staticcheck", "golangci-lint", "gotestsum", "revive"], Family::Go).format(&["-f", "--format", "--out-format"]).changes(&["--fix"]),
    // Python
    program(&["pytest", "py.test"], Family::Pytest).format(PYTEST_FORMAT).values(&["-k", "-m", "-p", "-c", "-n", "-o"]).hint(Hint::Pytest),
    program(&["unittest", "nose2", "tox", "nox"], Family::Python),
    program(&["mypy", "dmypy"], Family::Mypy)
        .format(&["-O", "--output", "--pretty", "--no-error-summary", "--show-error-end", "--help", "-h", "--version"])
        .changes(&["--install-types"])
        .hint(Hint::Mypy),
    program(&["pyright", "basedpyright"], Family::Mypy).format(&["--outputjson", "--stats"]),
    program(&["ruff"], Family::Ruff)
        .on(&["check"])
        .format(&["--output-format", "--statistics", "--diff", "--show-files", "--show-settings", "--watch", "-w", "--quiet", "-q", "--silent", "-s"])
        .changes(&["--fix", "--fix-only", "--unsafe-fixes", "--add-noqa"])
        .hint(Hint::RuffCheck),
    program(&["ruff"], Family::Formatted).on(&["format"]).with(&["--check"]).format(&["--diff", "--quiet", "-q", "--silent", "-s", "--output-format"]).hint(Hint::RuffFormat),
    program(&["ruff"], Family::Formatted).on(&["format"]).format(&["--diff"]).changes(&["format"]).hint(Hint::RuffFormat),
    program(&["flake8", "pylint", "pycodestyle"], Family::Ruff).format(&["--format", "-f", "--output-format"]),
    program(&["black", "isort"], Family::Formatted).with(&["--check", "--check-only", "-c"]).format(&["--diff"]),
    // JavaScript and TypeScript
    program(&["vitest"], Family::Vitest)
        .on(&["list", "bench", "init"])
        .format(&["list", "bench", "init"]),
    program(&["vitest"], Family::Vitest)
        .format(&["--reporter", "--reporters", "--json", "--ui", "--standalone", "--merge-reports", "--silent"])
        .changes(&["-u", "--update"])
        .hint(Hint::Vitest),
    program(&["jest", "mocha", "ava"], Family::Vitest).format(&["--json", "--reporters", "--reporter", "--listTests", "--showConfig", "--tap"]).changes(&["-u", "--updateSnapshot"]),
    program(&["tsc", "tsgo"], Family::Tsc)
        .format(&["--pretty", "--watch", "-w", "--listFiles", "--listFilesOnly", "--listEmittedFiles", "--showConfig", "--help", "-h", "--version", "-v", "--traceResolution", "--diagnostics", "--extendedDiagnostics", "--explainFiles"])
        .changes(&["--init"])
        .hint(Hint::Tsc),
    program(&["vue-tsc"], Family::Tsc),
    program(&["eslint"], Family::Eslint).format(&["-f", "--format", "--print-config", "--quiet"]).changes(&["--fix", "--fix-dry-run", "-o", "--output-file", "--init"]),
    program(&["oxlint", "stylelint", "biome"], Family::Eslint).format(&["-f", "--format", "--reporter"]).changes(&["--fix", "--write", "--apply"]),
    program(&["prettier"], Family::Formatted)
        .with(&["--check", "-c"])
        .format(&["--list-different", "-l"])
        .changes(&["--write", "-w"])
        .hint(Hint::Prettier),
    // Looking for text and files
    program(&["rg"], Family::Grep)
        .clusters()
        .values(RG_VALUES)
        .format(&[
            "-c", "--count", "--count-matches", "-o", "--only-matching", "-l", "--files-with-matches", "-L", "--files-without-match",
            "--files", "--json", "-A", "-B", "-C", "--after-context", "--before-context", "--context", "--heading", "--vimgrep", "-0", "--null",
            "--passthru", "-q", "--quiet", "-r", "--replace", "--stats", "--type-list", "--help", "-h", "--version", "-I", "--no-filename", "-b",
        ])
        .changes(&["--pre"])
        .hint(Hint::Rg),
    program(&["grep", "egrep", "fgrep"], Family::Grep)
        .clusters()
        .values(GREP_VALUES)
        .format(&[
            "-c", "--count", "-o", "--only-matching", "-l", "--files-with-matches", "-L", "--files-without-match", "-q", "--quiet", "--silent",
            "-Z", "--null", "-z", "-h", "--no-filename", "-A", "-B", "-C", "--after-context", "--before-context", "--context", "-b", "-T", "--help",
            "--version", "-V",
        ])
        .hint(Hint::Grep),
    program(&["find"], Family::Find)
        .format(&["-printf", "-print0", "-ls", "-quit"])
        .changes(&["-delete", "-exec", "-execdir", "-ok", "-okdir", "-fprint", "-fprintf", "-fprint0", "-fls"])
        .hint(Hint::Find),
    program(&["fd", "fdfind"], Family::Find)
        .clusters()
        .values(&["-e", "-t", "-d", "-E", "-S", "-c", "-j"])
        .format(&["-0", "--print0", "-l", "--list-details", "--format", "-q", "--quiet"])
        .changes(&["-x", "-X", "--exec", "--exec-batch"])
        .hint(Hint::Fd),
    program(&["ls"], Family::Find).clusters().format(&["-i", "-Z", "-m", "--zero", "--format", "--time-style"]),
    program(&["tree"], Family::Text).format(&["-J", "-X", "-H"]).changes(&["-o"]),
    // What only shows
    program(&["cat", "head", "tail", "less", "nl", "bat"], Family::Text).changes(&["-f", "-F", "--follow"]),
    program(&["wc", "du", "df", "ps", "stat", "file", "diff"], Family::Text)
        .format(&["-o", "-O", "--output", "--format", "-c", "-l", "-w", "-m", "--printf", "-q", "--brief"]),
    program(&["sed", "awk", "jq", "yq", "curl", "xxd", "base64"], Family::Text).changes(&["-i", "--in-place", "-o", "-O"]),
    // Build systems
    program(&["mvn", "mvnw", "gradle", "gradlew"], Family::Build).on(&["test", "build", "check", "verify", "compile"]),
    program(&["dotnet"], Family::Build).on(&["build", "test"]),
    program(&["npm", "pnpm", "yarn", "bun"], Family::Build).on(&["test", "t", "run test", "run build", "run lint"]),
    program(&["rspec", "phpunit", "ctest"], Family::Build).format(&["--format", "-f", "--json"]),
];
