//! What RTK's exit status and output mean. Messages quote neither, since they go to the log; what it printed on standard error
//! is a detail beside them, for whoever runs it at a terminal.

use toolhost_plugin::Failure;
use toolhost_plugin::process::{Completed, Exit};

/// The command that `rtk hook check` printed with exit 0. None where it printed nothing, with exit 0 or with 1, which is
/// how it says that there is no rewrite, and where the command is `command` itself.
///
/// # Errors
/// `io`: every other end. RTK is another program than this one knows, or it is broken; that must not look as if it had
/// nothing to rewrite.
pub(crate) fn rewrite(completed: Completed, command: &str) -> Result<Option<String>, Failure> {
    let Completed { exit, stdout, stderr, .. } = completed;
    let stdout = text(stdout)?;
    let rewritten = stdout.trim();
    match exit {
        Exit::Code(0 | 1) if rewritten.is_empty() => Ok(None),
        Exit::Code(0) => Ok((rewritten != command.trim()).then(|| rewritten.to_owned())),
        exit => Err(unexpected("hook check", exit, !rewritten.is_empty(), &stderr)),
    }
}

/// The text that `rtk pipe` printed, to the byte.
///
/// # Errors
/// `io`: it did not end with exit 0, or the text is no UTF-8.
pub(crate) fn reduce(completed: Completed) -> Result<String, Failure> {
    match completed.exit {
        Exit::Code(0) => text(completed.stdout),
        exit => Err(unexpected("pipe", exit, !completed.stdout.is_empty(), &completed.stderr)),
    }
}

fn text(stdout: Vec<u8>) -> Result<String, Failure> {
    String::from_utf8(stdout).map_err(|_| Failure::new("io", "What `rtk` printed is no UTF-8."))
}

fn unexpected(subcommand: &str, exit: Exit, has_stdout: bool, stderr: &[u8]) -> Failure {
    let end = match exit {
        Exit::Code(code) => format!("exit {code}"),
        Exit::Signal(signal) => format!("signal {signal}"),
    };
    let with = if has_stdout { "with" } else { "without" };
    Failure::new("io", format!("`rtk {subcommand}` ended by {end} {with} stdout."))
        .hint("Is `path` the program of rtk-ai, of a version that has `rtk hook check` and `rtk pipe`?")
        .stderr(stderr)
}

#[cfg(test)]
mod tests {
    use super::{Completed, Exit, reduce, rewrite};

    fn completed(exit: Exit, stdout: &[u8]) -> Completed {
        Completed { exit, stdout: stdout.to_vec(), stderr: b"No rewrite for: x\n".to_vec(), wall_time_ms: 1 }
    }

    /// The rewrite, or the message.
    type Answer<'a> = Result<Option<&'a str>, &'a str>;

    #[test]
    fn each_end_of_a_check_has_one_meaning() {
        let table: &[(Exit, &[u8], Answer<'_>)] = &[
            (Exit::Code(0), b"rtk git status\n", Ok(Some("rtk git status"))),
            (Exit::Code(0), b" rtk git status & \n\n", Ok(Some("rtk git status &"))),
            (Exit::Code(0), b"rtk a\nrtk b\n", Ok(Some("rtk a\nrtk b"))),
            (Exit::Code(0), b"git status\n", Ok(None)),
            (Exit::Code(0), b"", Ok(None)),
            (Exit::Code(0), b"\n", Ok(None)),
            (Exit::Code(1), b"", Ok(None)),
            (Exit::Code(1), b" \n", Ok(None)),
            (Exit::Code(1), b"rtk ls\n", Err("`rtk hook check` ended by exit 1 with stdout.")),
            (Exit::Code(3), b"rtk ls\n", Err("`rtk hook check` ended by exit 3 with stdout.")),
            (Exit::Code(2), b"", Err("`rtk hook check` ended by exit 2 without stdout.")),
            (Exit::Signal(9), b"", Err("`rtk hook check` ended by signal 9 without stdout.")),
            (Exit::Code(0), b"rtk \xff", Err("What `rtk` printed is no UTF-8.")),
        ];
        for (exit, stdout, expected) in table {
            let answer = rewrite(completed(*exit, stdout), "git status");
            let answer = answer.as_ref().map(Option::as_deref).map_err(|failure| failure.message.as_str());
            assert_eq!(answer, *expected, "{exit:?}");
        }
    }

    #[test]
    fn a_reduction_is_kept_to_the_byte() {
        let table: &[(Exit, &[u8], Result<&str, &str>)] = &[
            (Exit::Code(0), b" 1 passed \n\n", Ok(" 1 passed \n\n")),
            (Exit::Code(0), b"", Ok("")),
            (Exit::Code(1), b"", Err("`rtk pipe` ended by exit 1 without stdout.")),
            (Exit::Code(1), b"a", Err("`rtk pipe` ended by exit 1 with stdout.")),
            (Exit::Signal(11), b"a", Err("`rtk pipe` ended by signal 11 with stdout.")),
            (Exit::Code(0), b"\xff", Err("What `rtk` printed is no UTF-8.")),
        ];
        for (exit, stdout, expected) in table {
            let answer = reduce(completed(*exit, stdout));
            let answer = answer.as_deref().map_err(|failure| failure.message.as_str());
            assert_eq!(answer, *expected, "{exit:?}");
        }
    }

    #[test]
    fn what_fails_is_registered_as_such() {
        assert!(rewrite(completed(Exit::Code(3), b""), "a").is_err_and(|failure| failure.code == "io"));
    }
}
