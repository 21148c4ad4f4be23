//! Outputs that an optimizer printed itself.

use toolhost_capability::shell::{Script, program_name};

/// Whether something that a command line prints comes from `optimizer`, the name of its program. What it has reduced
/// while it ran must not be reduced by its kind again: the second look takes the first one's format for the tool's,
/// and finds nothing in it.
#[must_use]
pub fn printed_by(script: &Script, optimizer: &str) -> bool {
    script.invocations().iter().any(|invocation| {
        let is_it = |word: &Option<String>| {
            word.as_deref().is_some_and(|word| program_name(word) == program_name(optimizer))
        };
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
}
