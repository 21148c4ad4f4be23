//! Outputs that an optimizer printed itself.

use toolhost_capability::shell::{Script, program_name, runs_others};

use crate::program::is_known;

/// Programs that do what their arguments or their input say, besides those that run other programs.
const GENERAL: &[&str] = &[
    "perl", "lua", "deno", "java", "pwsh", "pypy", "xargs", "tee", "echo", "printf", "make", "docker",
    "podman", "ssh", "tr", "cut", "sort", "uniq", "busybox", "true",
];

/// Whether something that a command line prints comes from `optimizer`, the name of its program. What it has reduced
/// while it ran must not be reduced by its kind again: the second look takes the first one's format for the tool's,
/// and finds nothing in it.
///
/// A program that others use, too, such as an interpreter, is no sign of that: it reduces nothing where it runs something else.
#[must_use]
pub fn printed_by(script: &Script, optimizer: &str) -> bool {
    let name = program_name(optimizer);
    if runs_others(name) || is_known(name) || GENERAL.contains(&name) {
        return false;
    }
    script.invocations().iter().any(|invocation| {
        let is_it = |word: &Option<String>| word.as_deref().is_some_and(|word| program_name(word) == name);
        invocation.innermost().first().is_some_and(is_it) || invocation.words.first().is_some_and(is_it)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn row_31_an_optimizers_own_output_is_known() {
        let rows = [
            ("rtk go test ./...", true),
            ("rtk cargo test", true),
            ("cd x && rtk cargo test", true),
            ("FOO=1 timeout 60 rtk pytest", true),
            ("/usr/local/bin/rtk git diff", true),
            ("bash -lc 'rtk git status'", true),
            ("git status; rtk git diff", true),
            ("rtk grep -rn x . | head", true),
            ("go test ./...", false),
            ("echo rtk", false),
            ("rtkx go test", false),
            ("cat rtk", false),
            ("", false),
        ];
        for (command, expected) in rows {
            assert_eq!(printed_by(&Script::parse(command), "rtk"), expected, "{command}");
            assert_eq!(printed_by(&Script::parse(command), "/opt/bin/rtk"), expected, "{command}");
        }
        assert!(!printed_by(&Script::parse("rtk go test"), "other"));
    }

    #[test]
    fn a_program_for_everything_is_no_sign_of_an_optimizer() {
        let rows = [
            ("/usr/bin/python3", "python3 -m pytest"),
            ("python3.11", "python3.11 x.py"),
            ("cat", "cat f"),
            ("sh", "sh x.sh"),
            ("/bin/bash", "bash x.sh"),
            ("node", "node --test"),
            ("env", "env FOO=1 cargo test"),
            ("uv", "uv run pytest"),
            ("npx", "npx vitest run"),
            ("jq", "jq . f"),
            ("perl", "perl x.pl"),
            ("xargs", "xargs ls"),
        ];
        for (program, command) in rows {
            assert!(!printed_by(&Script::parse(command), program), "{program}: {command}");
        }
        assert!(printed_by(&Script::parse("shrink go test"), "/opt/shrink"));
    }
}
