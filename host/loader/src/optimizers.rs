//! The tool optimizers of a profile: its providers, loaded, and the settings of the two stages.

use std::num::NonZeroU64;
use std::sync::Arc;

use tokio::time::Instant;
use toolhost_config::{self as config, Stage};
use toolhost_optimizer::{
    Acceptance, Bounds, Entry, IsProgram, Memory, Observer, Optimizer, Recent, ReduceSettings,
    RewriteSettings, Settings, Unobserved,
};
use toolhost_runtime::{Engine, Kind};

use crate::fault::{Fault, FaultCause};
use crate::generation::load as load_plugin;
use crate::programs::Programs;
use crate::provider::ComponentProvider;
use crate::source::Sources;

/// What the optimizers of every profile share.
#[derive(Clone)]
pub struct OptimizerSurroundings {
    /// What runs the programs of providers, in places of their own.
    pub programs: Programs,
    /// What was said of outputs.
    pub memory: Arc<dyn Memory>,
    /// Who counts.
    pub observer: Arc<dyn Observer>,
    /// Whether a program is found where commands run.
    pub is_program: IsProgram,
    /// Operating system and shell family, as components are told of them.
    pub platform: (String, String),
}

impl OptimizerSurroundings {
    /// What is remembered in this process alone, with nobody who counts, for commands that find no program.
    #[must_use]
    pub fn alone(programs: Programs, platform: (String, String)) -> OptimizerSurroundings {
        OptimizerSurroundings {
            programs,
            memory: Arc::new(Recent::new(Bounds::default(), Arc::new(Instant::now))),
            observer: Arc::new(Unobserved),
            is_program: Arc::new(|_| false),
            platform,
        }
    }
}

/// The optimizer of a profile. A provider that cannot be served is left out, with its fault.
pub(crate) fn load(
    engine: &Arc<Engine>,
    written: &config::ToolOptimizers,
    sources: &Sources<'_>,
    surroundings: &OptimizerSurroundings,
    faults: &mut Vec<Fault>,
) -> Optimizer {
    let is_program = Some(Arc::clone(&surroundings.is_program));
    let mut settings = Settings { is_program, ..Settings::default() };
    if written.enabled {
        for fault in &written.faults {
            surroundings.observer.unservable(&fault.id);
            faults.extend(unservable(fault));
        }
        for provider in &written.providers {
            match entry(engine, provider, sources, surroundings) {
                Ok(entry) => settings.providers.push(entry),
                Err(cause) => {
                    surroundings.observer.unservable(&provider.id);
                    let place = provider.plugin.place.clone();
                    faults.push(Fault { plugin: provider.id.clone(), place, cause });
                }
            }
        }
        if written.shell_function_calls.enabled {
            settings.rewrite = written.command_rewrite.enabled.then(|| rewrite(&written.command_rewrite));
            settings.reduce = written.output_reduce.enabled.then(|| reduce(&written.output_reduce));
        }
    }
    Optimizer::new(settings, Arc::clone(&surroundings.memory), Arc::clone(&surroundings.observer))
}

fn unservable(fault: &config::ProviderFault) -> Option<Fault> {
    let config::ProviderFault { id, error } = fault;
    let cause = FaultCause::Provider(format!("{}: {}", error.path, error.message));
    Some(Fault { plugin: id.clone(), place: error.place.clone()?, cause })
}

fn entry(
    engine: &Arc<Engine>,
    provider: &config::Provider,
    sources: &Sources<'_>,
    surroundings: &OptimizerSurroundings,
) -> Result<Entry, FaultCause> {
    let written = &provider.plugin;
    let plugin = load_plugin(engine, written, Kind::Optimizer, &written.grants, &written.limits, sources)?;
    Ok(Entry {
        provider: Arc::new(ComponentProvider::new(provider, plugin, surroundings)),
        rewrites: provider.stages.contains(&Stage::CommandRewrite),
        reduces: provider.stages.contains(&Stage::OutputReduce),
    })
}

fn rewrite(written: &config::CommandRewrite) -> RewriteSettings {
    RewriteSettings { timeout: written.timeout, acceptance: acceptance(written.acceptance) }
}

fn reduce(written: &config::OutputReduce) -> ReduceSettings {
    ReduceSettings {
        timeout: written.timeout,
        min_input_bytes: written.min_input_bytes.and_then(NonZeroU64::new),
        max_input_bytes: written.max_input_bytes.and_then(NonZeroU64::new),
        acceptance: acceptance(written.acceptance),
    }
}

fn acceptance(written: config::Acceptance) -> Acceptance {
    match written {
        config::Acceptance::Off => Acceptance::Off,
        config::Acceptance::Strict => Acceptance::Strict,
    }
}
