//! `toolhost optimize`: one stage for one command or output, with what each provider did.

use std::io::Read;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;
use toolhost_capability::shell::Script;
use toolhost_capability::spawn::Spawner;
use toolhost_config::{Profile, ToolOptimizers};
use toolhost_loader::{Generation, Sources, Tool};
use toolhost_optimizer::{Optimizer, ShellCall, ShellOutput, Stage, hint};
use toolhost_runtime::{Engine, EngineOptions};
use toolhost_store::{Clock, Store};

use crate::arguments::{Global, OptimizeCommand, Optimized};
use crate::builtins::Program;
use crate::configuration::Configuration;
use crate::environment::Folders;
use crate::{optimizing, output};

/// What the specification calls a tool that runs commands, for a profile that has none.
const SHELL_TOOL: &str = "shell_command";

/// Puts the question to the providers of the profile, and prints what would be used.
pub(crate) async fn run(
    global: &Global,
    folders: &Folders,
    command: OptimizeCommand,
) -> anyhow::Result<ExitCode> {
    let command = match command {
        OptimizeCommand::Forget => return forget(folders),
        OptimizeCommand::Rewrite(optimized) => Question::Rewrite(optimized),
        OptimizeCommand::Reduce { optimized, any_size } => Question::Reduce { optimized, any_size },
    };
    let configuration = Configuration::load(global, folders)?;
    for notice in configuration.notices() {
        output::complain("warning", &notice);
    }
    let mut profile =
        configuration.resolved.active().context("the configuration has no active profile")?.clone();
    let stage = match &command {
        Question::Rewrite(_) => Stage::CommandRewrite,
        Question::Reduce { .. } => Stage::OutputReduce,
    };
    enable(&mut profile.tool_optimizers, stage);
    if let Question::Reduce { any_size: true, .. } = command {
        profile.tool_optimizers.output_reduce.min_input_bytes = None;
        profile.tool_optimizers.output_reduce.max_input_bytes = None;
    }
    let (optimizer, shell_tool) = load(&profile, folders, configuration.workspace)?;
    if optimizer.is_idle(stage) {
        output::complain(
            "note",
            &format!("no provider of profile \"{}\" is for {}", profile.name, stage.name()),
        );
    }
    match command {
        Question::Rewrite(Optimized { command, tool }) => {
            let call = ShellCall::new(tool.unwrap_or(shell_tool), "call_1", command.clone());
            let rewritten = optimizer.turn().rewrite(&[call]).await.pop().flatten();
            explain(rewritten.as_ref().and_then(|rewritten| rewritten.reason.as_deref()));
            output::text(&format!("{}\n", rewritten.map_or(command, |rewritten| rewritten.command)))?;
        }
        Question::Reduce { optimized: Optimized { command, tool }, .. } => {
            let mut bytes = Vec::new();
            std::io::stdin().lock().read_to_end(&mut bytes).context("standard input cannot be read")?;
            // As a model would be shown it.
            let text = toolhost_session::preview::clean(&bytes);
            if let Some(hint) = hint(&Script::parse(&command)) {
                output::complain("hint", hint.name());
            }
            let call = ShellCall::new(tool.unwrap_or(shell_tool), "call_1", command);
            let output = ShellOutput { call, original_command: None, text };
            let reduced = optimizer.turn().reduce(std::slice::from_ref(&output)).await.pop().flatten();
            explain(reduced.as_ref().and_then(|reduced| reduced.reason.as_deref()));
            match reduced {
                Some(reduced) => output::text(&reduced.text)?,
                None => output::bytes(&bytes)?,
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// A question to the providers.
enum Question {
    Rewrite(Optimized),
    Reduce { optimized: Optimized, any_size: bool },
}

/// Forgets what was said of outputs.
fn forget(folders: &Folders) -> anyhow::Result<ExitCode> {
    let file = optimizing::store_file(folders);
    let forgotten =
        if file.exists() { Store::open(&file, Clock::system())?.reductions.forget()? } else { 0 };
    output::complain("note", &format!("{forgotten} answers are forgotten"));
    Ok(ExitCode::SUCCESS)
}

/// The provider's own words.
fn explain(reason: Option<&str>) {
    if let Some(reason) = reason {
        output::complain("reason", reason);
    }
}

/// Turns on what the question is about, and says so where the configuration has it off.
fn enable(optimizers: &mut ToolOptimizers, stage: Stage) {
    let is_stage_on = match stage {
        Stage::CommandRewrite => &mut optimizers.command_rewrite.enabled,
        Stage::OutputReduce => &mut optimizers.output_reduce.enabled,
    };
    for (switch, name) in [
        (&mut optimizers.enabled, "tool_optimizers"),
        (&mut optimizers.shell_function_calls.enabled, "tool_optimizers.tools.shell_function_calls"),
        (is_stage_on, stage.name()),
    ] {
        if !std::mem::replace(switch, true) {
            output::complain("note", &format!("{name} is not enabled; this is what it would do"));
        }
    }
}

/// The optimizer of the profile, each answer of which is new and goes to the person at the terminal; and the name of the
/// tool that runs commands.
fn load(
    profile: &Profile,
    folders: &Folders,
    workspace: std::path::PathBuf,
) -> anyhow::Result<(Arc<Optimizer>, String)> {
    let cache_dir = Some(folders.cache.join("compiled"));
    let engine = Engine::new(EngineOptions { cache_dir, parallel_calls: 1, live_calls: 1 })?;
    let spawner = Spawner::new(&folders.cache).context("the reaper of commands cannot be prepared")?;
    let surroundings = optimizing::reporting(profile, &spawner, workspace);
    let generation = Generation::load(&engine, profile, &Sources::new(&Program), &surroundings);
    for fault in &generation.faults {
        output::complain("error", &fault.to_string());
    }
    let runs_commands = |tool: &&Tool| tool.metadata().is_some_and(|tool| tool.shell_command.is_some());
    let shell_tool = generation.tools.iter().find(runs_commands).map(|tool| tool.name.clone());
    Ok((generation.optimizer, shell_tool.unwrap_or_else(|| SHELL_TOOL.to_owned())))
}
