//! One module for each command.

mod call;
mod declare;
mod doctor;
mod lines;
mod mcp;
mod optimize;
mod sessions;
mod standby;
mod stats;
mod text;
mod trust;

use std::process::ExitCode;

pub(crate) use call::{arguments_of, is_failure};

use crate::arguments::{Arguments, Command, LINES};
use crate::environment::Folders;

/// Carries out the command line.
pub(crate) async fn run(arguments: Arguments) -> anyhow::Result<ExitCode> {
    let Arguments { global, command } = arguments;
    let folders = Folders::find()?;
    match command {
        Command::Call(call) if call.tool == LINES => lines::run(&global, &folders, &call).await,
        Command::Call(call) => call::run(&global, &folders, call).await,
        Command::Tools(tools) => declare::run(&global, &folders, tools.format),
        Command::Mcp(mcp) => mcp::run(&global, &folders, mcp).await,
        Command::Standby(standby) => standby::run(&global, &folders, &standby).await,
        Command::Sessions(sessions) => sessions::run(&folders, &sessions),
        Command::Profile(profile) => text::profile(&global, &folders, &profile),
        Command::Optimize(command) => optimize::run(&global, &folders, command).await,
        Command::Stats(stats) => stats::run(&folders, &stats),
        Command::Trust(trust) => trust::run(&global, &folders, &trust),
        Command::Doctor => doctor::run(&global, &folders),
        Command::Schema => text::schema(),
        Command::Completions { shell } => text::completions(shell),
        Command::Man => text::man(),
    }
}
