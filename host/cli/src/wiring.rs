//! From a configuration to a host that serves it.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use toolhost_capability::spawn::Spawner;
use toolhost_capability::spool::{Limits, SpoolDir};
use toolhost_loader::{Generation, Sources};
use toolhost_runtime::{Engine, EngineOptions};
use toolhost_session::{Host, Parts};

use crate::arguments::Global;
use crate::builtins::Program;
use crate::configuration::Configuration;
use crate::environment::{self, Folders};
use crate::output;

/// A host with what it was made of.
pub(crate) struct Wired {
    pub(crate) host: Arc<Host>,
    pub(crate) engine: Arc<Engine>,
    pub(crate) spools: Arc<SpoolDir>,
    pub(crate) configuration: Configuration,
}

/// Loads the configuration, wires a host, and tells the person at the terminal what is ignored or not served.
pub(crate) fn wire(global: &Global, folders: &Folders) -> anyhow::Result<Wired> {
    let wired = wire_silently(global, folders)?;
    for notice in wired.configuration.notices() {
        output::complain("warning", &notice);
    }
    for fault in wired.host.faults() {
        output::complain("error", &fault);
    }
    Ok(wired)
}

/// As [`wire`], for a command that says these things in its own way.
pub(crate) fn wire_silently(global: &Global, folders: &Folders) -> anyhow::Result<Wired> {
    let configuration = Configuration::load(global, folders)?;
    let resolved = &configuration.resolved;
    let profile = resolved.active().context("the configuration has no active profile")?;
    let engine = Engine::new(EngineOptions {
        cache_dir: Some(folders.cache.join("compiled")),
        parallel_calls: count(resolved.runtime.parallel_calls),
        live_calls: count(resolved.runtime.live_calls),
    })?;
    private_directory(&folders.state)?;
    let spool = &resolved.spool;
    let limits = Limits {
        max_session_bytes: spool.max_session_bytes,
        max_files: count(spool.max_files),
        max_age: spool.max_age,
        max_bytes: spool.max_bytes,
    };
    let spool_root = folders.state.join("spool");
    let spools = SpoolDir::open(&spool_root, limits)
        .with_context(|| format!("{} cannot be used for outputs", spool_root.display()))?;
    let spawner = Spawner::new(&folders.cache).context("the reaper of commands cannot be prepared")?;
    let generation = Generation::load(&engine, profile, &Sources::new(&Program));
    let parts = Parts {
        engine: Arc::clone(&engine),
        spawner,
        spools: Arc::clone(&spools),
        platform: environment::platform(configuration.workspace.clone()),
    };
    let host = Host::new(parts, profile, generation, &resolved.secret_names());
    Ok(Wired { host, engine, spools, configuration })
}

/// Makes a directory that only the user can look into.
pub(crate) fn private_directory(path: &Path) -> anyhow::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path).with_context(|| format!("{} cannot be made", path.display()))
}

fn count(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
