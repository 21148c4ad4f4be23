//! The real git, in a test's workspace.

use std::process::Command;

use super::Toolhost;
use super::toolhost::finish;

/// Runs git in the workspace of a user as that user; returns its standard output and whether it succeeded.
pub(crate) fn git_with(toolhost: &Toolhost, arguments: &[&str], input: &str) -> (String, bool) {
    let mut command = Command::new("git");
    command
        .args(arguments)
        .current_dir(toolhost.workspace())
        .env_clear()
        .env("PATH", "/usr/local/bin:/usr/bin:/bin")
        .env("HOME", toolhost.path("home"))
        .env("XDG_CONFIG_HOME", toolhost.path("home/.config"))
        .env("GIT_CONFIG_NOSYSTEM", "1");
    let ran = finish(command, input);
    assert!(ran.status <= 1, "git {arguments:?}: {ran:?}");
    (ran.stdout, ran.status == 0)
}

/// The same without input, and it must succeed.
pub(crate) fn git(toolhost: &Toolhost, arguments: &[&str]) -> String {
    let (output, has_succeeded) = git_with(toolhost, arguments, "");
    assert!(has_succeeded, "git {arguments:?}");
    output
}
