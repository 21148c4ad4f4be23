//! Python, JavaScript and TypeScript.

use super::{Program, program};
use crate::hint::Hint;
use crate::output::Family;

/// Options of pytest's that print no results of tests.
const PYTEST_FORMAT: &[&str] = &[
    "--collect-only",
    "--co",
    "--fixtures",
    "--markers",
    "--setup-plan",
    "--setup-only",
    "--help",
    "-h",
    "--version",
];

pub(super) const PROGRAMS: &[Program] =
    &[
        // Python
        program(&["pytest", "py.test"], Family::Pytest)
            .format(PYTEST_FORMAT)
            .values(&["-k", "-m", "-p", "-c", "-n", "-o"])
            .hint(Hint::Pytest),
        program(&["unittest", "nose2", "tox", "nox"], Family::Python),
        program(&["mypy", "dmypy"], Family::Mypy)
            .format(&[
                "-O",
                "--output",
                "--pretty",
                "--no-error-summary",
                "--show-error-end",
                "--help",
                "-h",
                "--version",
            ])
            .changes(&["--install-types"])
            .hint(Hint::Mypy),
        program(&["pyright", "basedpyright"], Family::Mypy).format(&["--outputjson", "--stats"]),
        program(&["ruff"], Family::Ruff)
            .on(&["check"])
            .format(&[
                "--output-format",
                "--statistics",
                "--diff",
                "--show-files",
                "--show-settings",
                "--watch",
                "-w",
                "--quiet",
                "-q",
                "--silent",
                "-s",
            ])
            .changes(&["--fix", "--fix-only", "--unsafe-fixes", "--add-noqa"])
            .hint(Hint::RuffCheck),
        program(&["ruff"], Family::Formatted)
            .on(&["format"])
            .with(&["--check"])
            .format(&["--diff", "--quiet", "-q", "--silent", "-s", "--output-format"])
            .hint(Hint::RuffFormat),
        program(&["ruff"], Family::Formatted)
            .on(&["format"])
            .format(&["--diff"])
            .changes(&["format"])
            .hint(Hint::RuffFormat),
        program(&["flake8", "pylint", "pycodestyle"], Family::Ruff).format(&[
            "--format",
            "-f",
            "--output-format",
        ]),
        program(&["black", "isort"], Family::Formatted)
            .with(&["--check", "--check-only", "-c"])
            .format(&["--diff"]),
        // JavaScript and TypeScript
        program(&["vitest"], Family::Vitest)
            .on(&["list", "bench", "init"])
            .format(&["list", "bench", "init"]),
        program(&["vitest"], Family::Vitest)
            .format(&[
                "--reporter",
                "--reporters",
                "--json",
                "--ui",
                "--standalone",
                "--merge-reports",
                "--silent",
            ])
            .changes(&["-u", "--update"])
            .hint(Hint::Vitest),
        program(&["jest", "mocha", "ava"], Family::Vitest)
            .format(&["--json", "--reporters", "--reporter", "--listTests", "--showConfig", "--tap"])
            .changes(&["-u", "--updateSnapshot"]),
        program(&["tsc", "tsgo"], Family::Tsc)
            .format(&[
                "--pretty",
                "--watch",
                "-w",
                "--listFiles",
                "--listFilesOnly",
                "--listEmittedFiles",
                "--showConfig",
                "--help",
                "-h",
                "--version",
                "-v",
                "--traceResolution",
                "--diagnostics",
                "--extendedDiagnostics",
                "--explainFiles",
            ])
            .changes(&["--init"])
            .hint(Hint::Tsc),
        program(&["vue-tsc"], Family::Tsc),
        program(&["eslint"], Family::Eslint)
            .format(&["-f", "--format", "--print-config", "--quiet"])
            .changes(&["--fix", "--fix-dry-run", "-o", "--output-file", "--init"]),
        program(&["oxlint", "stylelint", "biome"], Family::Eslint)
            .format(&["-f", "--format", "--reporter"])
            .changes(&["--fix", "--write", "--apply"]),
        program(&["prettier"], Family::Formatted)
            .with(&["--check", "-c"])
            .format(&["--list-different", "-l"])
            .changes(&["--write", "-w"])
            .hint(Hint::Prettier),
    ];
