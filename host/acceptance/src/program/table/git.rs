//! Git.

use super::{Program, program};
use crate::hint::Hint;
use crate::output::Family;

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

pub(super) const PROGRAMS: &[Program] = &[
    program(&["git"], Family::GitDiff)
        .on(&["diff"])
        .values(GIT)
        .format(GIT_DIFF)
        .changes(&["--output", "--ext-diff"])
        .hint(Hint::GitDiff),
    program(&["git"], Family::GitDiff)
        .on(&["show", "stash show"])
        .values(GIT)
        .format(GIT_DIFF)
        .changes(&["--output"]),
    program(&["git"], Family::GitStatus)
        .on(&["status"])
        .values(GIT)
        .format(&[
            "--porcelain",
            "--short",
            "-s",
            "-sb",
            "-bs",
            "-z",
            "-v",
            "-vv",
            "--verbose",
            "--column",
            "--show-stash",
        ])
        .hint(Hint::GitStatus),
    program(&["git"], Family::GitLog)
        .on(&["log"])
        .values(GIT)
        .format(GIT_LOG)
        .changes(&["--output"])
        .hint(Hint::GitLog),
    program(&["git"], Family::GitLog).on(&["shortlog", "reflog"]).values(GIT).changes(&["expire", "delete"]),
    program(&["git"], Family::Grep).on(&["grep"]).values(GIT).format(&[
        "-c",
        "-o",
        "-l",
        "-L",
        "-q",
        "--count",
        "--only-matching",
    ]),
    program(&["git"], Family::Text).on(&["blame"]).values(GIT).format(&[
        "--porcelain",
        "-p",
        "--line-porcelain",
        "--incremental",
    ]),
    program(&["git"], Family::Find)
        .on(&["ls-files", "ls-tree"])
        .values(GIT)
        .format(&["-z", "-s", "--stage", "--format"]),
];
