//! Commands whose output is somebody's text and no report: nothing in it is noise.

/// Hints of which this optimizer wants to be told beside those of which every one is.
pub(crate) const FURTHER_HINTS: [&str; 5] = ["grep", "rg", "find", "fd", "git-log"];

/// Hints of outputs that are left alone.
const HINTS: [&str; 7] = ["git-diff", "git-status", "git-log", "grep", "rg", "find", "fd"];

/// Programs that print text of files, lists of files, or a part of what another program printed.
const PROGRAMS: [&str; 45] = [
    "ack", "ag", "awk", "bat", "batcat", "cat", "column", "comm", "cut", "diff", "echo", "egrep", "fd",
    "fdfind", "fgrep", "find", "gawk", "grep", "head", "hexdump", "jq", "less", "ls", "man", "more", "nl",
    "objdump", "od", "printf", "ripgrep", "rg", "sed", "sort", "strings", "tac", "tail", "tee", "tree",
    "type", "uniq", "wc", "xargs", "xxd", "yq", "zcat",
];

/// Subcommands of git that do.
const GIT: [&str; 14] = [
    "blame", "branch", "cat-file", "config", "diff", "grep", "log", "ls-files", "ls-tree", "reflog",
    "shortlog", "show", "stash", "status",
];

/// Whether `command`, or the kind of output that the host has found out, is one of those. A word that only looks like
/// such a program, say a test's name, counts as well: an output that is left alone does no harm.
#[must_use]
pub fn shows_text(command: &str, hint: Option<&str>) -> bool {
    if hint.is_some_and(|hint| HINTS.contains(&hint)) {
        return true;
    }
    let is_between = |c: char| c.is_whitespace() || ";|&()<>{}'\"`$".contains(c);
    let mut after_git = false;
    command.split(is_between).any(|word| {
        let name = word.rsplit(['/', '\\']).next().unwrap_or(word);
        let name = name.strip_suffix(".exe").unwrap_or(name);
        after_git |= name == "git";
        PROGRAMS.contains(&name) || after_git && GIT.contains(&name)
    })
}

#[cfg(test)]
mod tests {
    use super::shows_text;

    #[test]
    fn what_shows_text_is_recognised() {
        for command in [
            "grep -rn foo src",
            "cd x && rg foo",
            "cat log.txt",
            "/usr/bin/cat log.txt",
            "git diff",
            "git -C sub --no-pager log -3",
            "bash -lc 'git show'",
            "cargo test 2>&1 | tail -50",
            "make|grep -v ok",
            "find . -name x",
            "echo $(ls)",
            r"C:\tools\rg.exe foo",
        ] {
            assert!(shows_text(command, None), "{command}");
        }
        for hint in ["git-diff", "git-status", "git-log", "grep", "rg", "find", "fd"] {
            assert!(shows_text("anything", Some(hint)), "{hint}");
        }
    }

    #[test]
    fn other_commands_are_not() {
        for command in [
            "cargo test",
            "npm ci",
            "pip install catalog",
            "git clone x",
            "go test ./...",
            "make",
            "",
            "bash -lc pytest",
        ] {
            for hint in [None, Some("cargo-test"), Some("pytest"), Some("go-test"), Some("vitest")] {
                assert!(!shows_text(command, hint), "{command}");
            }
        }
    }
}
