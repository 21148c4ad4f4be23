//! Commands of which an optimizer was found to keep every failure, its place and the exit status.
//!
//! Compared were what a command prints by itself and what it prints behind `rtk` 1.1.0, in runs that pass, that fail in
//! few and in hundreds of places, and that break before they begin: an unknown option, a missing file or folder, a
//! broken configuration.
//!
//! | command | behind `rtk` |
//! |---|---|
//! | `tsc` 5.9.3 | every line of 926 in 420 files, of syntax errors, of `--build` and of a broken configuration. Where the configuration asks for `pretty`, every error as `tsc` writes it without that |
//! | `git status` | names files from the top of the work tree, not from the folder where it runs; drops what has changed in a submodule |
//! | `git log`, `diff`, `show` | keep 10 of 120 commits, and 300 of 368 lines |
//! | `cargo build`, `check` | keep 450 errors, but drop why a manifest is refused, the second `Caused by:` |
//! | `cargo test` | keeps 20 of 60 errors of a build, and no warning |
//! | `cargo clippy` | keeps 10 of 60 errors |
//! | `go build` | keeps 20 of 96 errors |
//! | `go vet` | says "No issues found" of a folder that is not there |
//! | `go test` | drops the place of a panic |
//! | `pytest` | keeps 10 of 96 failures |
//! | `ruff check` | keeps 50 of 302 violations |
//! | `mypy` | drops the columns, and the notes without a line |
//! | `prettier --check` | says "All files formatted correctly" of a file that cannot be parsed |
//! | `vitest run` | drops what was expected |
//! | `grep` | keeps 25 matches of a file |
//! | `find` | exits with 0 where a folder is not there, and does not say so |
//! | `ls` | drops owners and dates |
//! | `cat`, `head`, `tail` as `rtk read` | fails for text that is no UTF-8, with exit status 1 and no content |
//!
//! `git branch`, `git stash list`, `docker ps` and `kubectl get` are none of those that are known to only look.

use toolhost_capability::shell::Word;

/// Optimizers, each with the first words of the commands that it may run.
const FAITHFUL: &[(&str, &[&[&str]])] = &[("rtk", &[&["tsc"]])];

/// Whether the command that these words begin shows through an optimizer all that counts.
pub(super) fn is_faithful(optimizer: &str, words: &[Word]) -> bool {
    let begins = |command: &&[&str]| {
        words.len() >= command.len()
            && command.iter().zip(words).all(|(expected, word)| word.as_deref() == Some(*expected))
    };
    FAITHFUL.iter().any(|(name, commands)| *name == optimizer && commands.iter().any(begins))
}
