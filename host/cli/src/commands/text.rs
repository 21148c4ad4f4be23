//! Commands that print a text that the program has inside.

use std::process::ExitCode;

use clap::CommandFactory;
use clap_complete::Shell;
use toolhost_config::DEFAULT;

use crate::arguments::{Arguments, Global, ProfileCommand};
use crate::configuration::Configuration;
use crate::environment::Folders;
use crate::output;

/// Names of profiles, or the built-in configuration.
pub(crate) fn profile(
    global: &Global,
    folders: &Folders,
    command: &ProfileCommand,
) -> anyhow::Result<ExitCode> {
    match command {
        ProfileCommand::List => {
            let configuration = Configuration::load(global, folders)?;
            let resolved = &configuration.resolved;
            for name in resolved.profiles.keys() {
                let mark = if *name == resolved.profile { "*" } else { " " };
                output::text(&format!("{mark} {name}\n"))?;
            }
        }
        ProfileCommand::Show => output::text(DEFAULT)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// JSON Schema of the configuration.
pub(crate) fn schema() -> anyhow::Result<ExitCode> {
    output::pretty(&toolhost_config::schema())?;
    Ok(ExitCode::SUCCESS)
}

/// Completions for a shell.
pub(crate) fn completions(shell: Shell) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "toolhost", &mut script);
    output::text(&String::from_utf8_lossy(&script))?;
    Ok(ExitCode::SUCCESS)
}

/// The manual page.
pub(crate) fn man() -> anyhow::Result<ExitCode> {
    output::text(&manual()?)?;
    Ok(ExitCode::SUCCESS)
}

/// What the manual says beside the command line: what the edit guard sees, and what it does not.
const EDIT_GUARD: &str = r#".SH "EDIT GUARD"
After some changes of files in a row, four unless edit_guard.mutations of the configuration says otherwise, further ones
wait until a command that builds, tests or checks the code has exited with 0. One that fails lets one further change
through.
.PP
A change is a patch, or a command that is known to change files. Other commands run and do not count. Writes that are
typed into a terminal are not seen: of a command with a terminal only the command line is read, never what is typed
into it.
.PP
edit_guard.verifiers adds commands that verify; edit_guard.mutations of 0 turns the guard off.
"#;

fn manual() -> std::io::Result<String> {
    let mut page = Vec::new();
    clap_mangen::Man::new(Arguments::command()).render(&mut page)?;
    page.extend_from_slice(EDIT_GUARD.as_bytes());
    Ok(String::from_utf8_lossy(&page).into_owned())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::manual;

    #[test]
    fn the_manual_says_what_the_edit_guard_does_not_see() {
        let manual = manual().unwrap();
        assert!(manual.contains("Writes that are\ntyped into a terminal are not seen"), "{manual}");
    }
}
