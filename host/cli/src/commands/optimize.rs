//! `toolhost optimize`: one stage for one command or output, with what each provider did.

use std::io::Read;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;
use toolhost_capability::spawn::Spawner;
use toolhost_config::{Profile, ToolOptimizers};
use toolhost_loader::{Generation, Sources};
use toolhost_optimizer::{Optimizer, ShellCall, ShellOutput, Stage};
use toolhost_runtime::{Engine, EngineOptions};

use crate::arguments::{Global, OptimizeCommand, Optimized};
use crate::builtins::Program;
use crate::configuration::Configuration;
use crate::environment::Folders;
use crate::{optimizing, output};

/// Puts the question to the providers of the profile, and prints what would be used.
pub(crate) async fn run(
    global: &Global,
    folders: &Folders,
    command: OptimizeCommand,
) -> anyhow::Result<ExitCode> {
    let configuration = Configuration::load(global, folders)?;
    for notice in configuration.notices() {
        output::complain("warning", &notice);
    }
    let mut profile =
        configuration.resolved.active().context("the configuration has no active profile")?.clone();
    let stage = match &command {
        OptimizeCommand::Rewrite(_) => Stage::CommandRewrite,
        OptimizeCommand::Reduce { .. } => Stage::OutputReduce,
    };
    enable(&mut profile.tool_optimizers, stage);
    if let OptimizeCommand::Reduce { any_size: true, .. } = command {
        profile.tool_optimizers.output_reduce.min_input_bytes = None;
        profile.tool_optimizers.output_reduce.max_input_bytes = None;
    }
    let optimizer = load(&profile, folders, configuration.workspace)?;
    if optimizer.is_idle(stage) {
        output::complain(
            "note",
            &format!("no provider of profile \"{}\" is for {}", profile.name, stage.name()),
        );
    }
    match command {
        OptimizeCommand::Rewrite(Optimized { command, tool }) => {
            let call = ShellCall::new(tool, "call_1", command.clone());
            let rewritten = optimizer.turn().rewrite(&[call]).await.pop().flatten();
            output::text(&format!("{}\n", rewritten.map_or(command, |rewritten| rewritten.command)))?;
        }
        OptimizeCommand::Reduce { optimized: Optimized { command, tool }, .. } => {
            let mut bytes = Vec::new();
            std::io::stdin().lock().read_to_end(&mut bytes).context("standard input cannot be read")?;
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let call = ShellCall::new(tool, "call_1", command);
            let output = ShellOutput { call, original_command: None, text };
            let reduced = optimizer.turn().reduce(std::slice::from_ref(&output)).await.pop().flatten();
            output::text(&reduced.map_or(output.text, |reduced| reduced.text))?;
        }
    }
    Ok(ExitCode::SUCCESS)
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

/// The optimizer of the profile, without its tools: each answer is new, and goes to the person at the terminal.
fn load(
    profile: &Profile,
    folders: &Folders,
    workspace: std::path::PathBuf,
) -> anyhow::Result<Arc<Optimizer>> {
    let cache_dir = Some(folders.cache.join("compiled"));
    let engine = Engine::new(EngineOptions { cache_dir, parallel_calls: 1, live_calls: 1 })?;
    let spawner = Spawner::new(&folders.cache).context("the reaper of commands cannot be prepared")?;
    let surroundings = optimizing::reporting(profile, &spawner, workspace);
    let alone = Profile { tools: Vec::new(), ..profile.clone() };
    let generation = Generation::load(&engine, &alone, &Sources::new(&Program), &surroundings);
    for fault in &generation.faults {
        output::complain("error", &fault.to_string());
    }
    Ok(generation.optimizer)
}
