//! Commands that change files.

use super::{Row, row};

/// Commands that change files, beside those that write by redirection.
pub(in crate::guard) const CHANGING: &[Row] = &[
    row(&["sed", "gsed"], &[]).with(&["-[nrEsuzb]i", "--in-place"]),
    row(&["perl", "ruby"], &[]).with(&["-[0123456789aclnpsStTuUvwWX]i"]),
    row(&["awk", "gawk"], &["inplace"]),
    row(&["gawk"], &[]).with(&["-iinplace"]),
    row(
        &["ed", "ex", "patch", "sponge", "install", "truncate", "rename", "shred", "dos2unix", "unix2dos"],
        &[],
    ),
    row(&["mv", "cp", "rm", "ln", "tee", "touch", "unlink", "rsync"], &[]),
    row(&["dd"], &[]),
    row(&["git"], &["am", "cherry-pick", "clean", "merge", "mv", "pull", "rebase", "revert", "rm", "stash"])
        .without(&[
            "-n",
            "--dry-run",
            "--stat",
            "--cached",
            "list",
            "show",
            "drop",
            "clear",
            "create",
            "store",
        ]),
    row(&["git"], &["apply"]).without(&["--check", "--stat", "--numstat", "--summary", "--cached"]),
    // A new branch at what is there changes nothing.
    row(&["git"], &["checkout"]).without(&["-b"]),
    row(&["git"], &["switch"]).without(&["-c", "--create"]),
    row(&["git"], &["restore"]).without(&["--staged", "-S"]),
    row(&["git"], &["restore"]).with(&["--worktree", "-W"]),
    row(&["git"], &["reset"]).with(&["--hard", "--merge", "--keep"]),
    row(&["cargo"], &["fix", "fmt", "add", "remove", "rm", "generate", "update"]).without(&["--check"]),
    row(&["cargo"], &["clippy"]).with(&["--fix"]),
    row(&["rustfmt"], &[]).without(&["--check"]),
    row(&["gofmt", "goimports", "gofumpt", "shfmt"], &[]).with(&["-w"]),
    row(&["go"], &["fmt", "generate", "fix"]),
    row(&["prettier", "biome", "oxfmt"], &[]).with(&["--write", "-w", "--apply", "--fix"]),
    row(&["eslint", "oxlint", "stylelint", "standard", "xo", "swiftlint", "golangci-lint"], &[])
        .with(&["--fix"]),
    row(&["ruff"], &["check"]).with(&["--fix"]),
    row(&["ruff"], &["format"]).without(&["--check", "--diff"]),
    row(&["black", "isort", "yapf", "autopep8", "docformatter", "pyupgrade"], &[]).without(&[
        "--check",
        "--check-only",
        "-c",
        "--diff",
        "-d",
    ]),
    row(&["rubocop", "standardrb"], &[]).with(&["-a", "-A", "--autocorrect", "--fix", "--autocorrect-all"]),
    row(&["clang-format"], &[]).with(&["-i"]),
    row(&["clang-tidy"], &[]).with(&["--fix", "-fix", "--fix-errors"]),
    row(&["dotnet"], &["format"]).without(&["--verify-no-changes"]),
    row(&["mix"], &["format"]).without(&["--check-formatted"]),
    row(&["terraform", "tofu"], &["fmt"]).without(&["-check", "--check"]),
    row(&["zig", "forge", "deno", "dart"], &["fmt", "format"]).without(&["--check"]),
    row(&["ktlint"], &[]).with(&["-F", "--format"]),
    row(&["php-cs-fixer"], &["fix"]),
    row(&["phpcbf", "jscodeshift", "comby"], &[]),
    row(&["sd"], &[]),
    row(&["yq"], &[]).with(&["-[PrMCeNv]i", "--inplace", "--in-place"]),
    row(&["sort"], &[]).with(&["-[bdfghiMnrRsuVz]o", "--output"]),
    row(&["find"], &[]).with(&["-delete"]),
    row(&["ast-grep", "sg"], &[]).with(&["-U", "--update-all"]),
];

/// Programs that change files where their output goes to one.
pub(in crate::guard) const WRITERS: &[&str] =
    &[":", "true", "cat", "echo", "printf", "sed", "awk", "jq", "yq", "envsubst", "head", "tail", "sort"];

/// Programs of [`CHANGING`] that change what their operands name, so that operands elsewhere change nothing here.
pub(in crate::guard) const ON_OPERANDS: &[&str] =
    &["mv", "cp", "rm", "ln", "tee", "touch", "unlink", "truncate", "install", "find"];
