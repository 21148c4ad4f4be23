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
    let mut page = Vec::new();
    clap_mangen::Man::new(Arguments::command()).render(&mut page)?;
    output::text(&String::from_utf8_lossy(&page))?;
    Ok(ExitCode::SUCCESS)
}
