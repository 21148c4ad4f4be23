//! What RTK is run with.

use toolhost_plugin::process::Command;

use crate::Config;

/// Hints that the host gives to every optimizer and that RTK has a filter for, of the same name.
const FILTERS: [&str; 6] = ["git-diff", "git-status", "pytest", "cargo-test", "go-test", "vitest"];

/// Further filters of RTK, of whose kinds of output this optimizer wants to be told.
pub(crate) const FURTHER_FILTERS: [&str; 12] = [
    "cargo",
    "go-build",
    "tsc",
    "grep",
    "rg",
    "find",
    "fd",
    "git-log",
    "mypy",
    "ruff-check",
    "ruff-format",
    "prettier",
];

/// Asks for another command in place of `command`, which is handed over as one argument.
pub(crate) fn rewrite(config: &Config, command: &str) -> Command {
    ask(config, &["hook", "check", "--", command], Vec::new())
}

/// Asks for a shorter text in place of `output`. RTK fails at a filter that it does not know, so a hint of another
/// name is left out, and RTK looks for itself what the output is.
pub(crate) fn reduce(config: &Config, hint: Option<&str>, output: String) -> Command {
    let is_filter = |hint: &&str| FILTERS.contains(hint) || FURTHER_FILTERS.contains(hint);
    match hint.filter(is_filter) {
        Some(filter) => ask(config, &["pipe", "--filter", filter], output.into_bytes()),
        None => ask(config, &["pipe"], output.into_bytes()),
    }
}

/// RTK gets no variables beside those that every program has, and no deadline beside that of the call.
fn ask(config: &Config, words: &[&str], stdin: Vec<u8>) -> Command {
    let words = words.iter().map(|word| (*word).to_owned());
    Command {
        program: config.path.clone(),
        args: config.args.iter().cloned().chain(words).collect(),
        env: Vec::new(),
        workdir: None,
        stdin,
        max_stdout_bytes: config.max_stdout_bytes,
        max_stderr_bytes: config.max_stderr_bytes,
        timeout_ms: None,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::{Config, FILTERS, FURTHER_FILTERS, reduce, rewrite};
    use toolhost_plugin::read_config;

    fn config(text: &str) -> Config {
        read_config(text).unwrap()
    }

    #[test]
    fn a_command_is_one_argument_whatever_is_in_it() {
        for text in ["go test ./...", "--help", "a\nb", "", "echo \"$(x)\" | wc"] {
            let asked = rewrite(&config("{}"), text);
            assert_eq!(asked.program, "rtk");
            assert_eq!(asked.args, ["hook", "check", "--", text]);
            assert_eq!(
                (asked.stdin, asked.env, asked.workdir, asked.timeout_ms),
                (vec![], vec![], None, None)
            );
            assert_eq!((asked.max_stdout_bytes, asked.max_stderr_bytes), (1_048_576, 65_536));
        }
    }

    #[test]
    fn a_supported_hint_is_the_filter_and_another_is_none() {
        let supported: Vec<&str> = FILTERS.into_iter().chain(FURTHER_FILTERS).collect();
        assert_eq!(supported.len(), 18);
        for hint in &supported {
            let asked = reduce(&config("{}"), Some(hint), "out".to_owned());
            assert_eq!(asked.args, ["pipe", "--filter", hint]);
            assert_eq!(asked.stdin, b"out");
        }
        for hint in [None, Some("npm"), Some("git"), Some("cargo-test "), Some("")] {
            assert_eq!(reduce(&config("{}"), hint, String::new()).args, ["pipe"], "{hint:?}");
        }
    }

    #[test]
    fn what_the_configuration_says_is_used() {
        let text = r#"{"path":"/opt/rtk","args":["-v"],"max_stdout_bytes":7,"max_stderr_bytes":8}"#;
        let asked = reduce(&config(text), None, String::new());
        assert_eq!(
            (asked.program.as_str(), asked.args),
            ("/opt/rtk", vec!["-v".to_owned(), "pipe".to_owned()])
        );
        assert_eq!((asked.max_stdout_bytes, asked.max_stderr_bytes), (7, 8));
    }
}
