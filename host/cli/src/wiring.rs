//! From a configuration to a host that serves it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use toolhost_capability::Failure;
use toolhost_capability::spawn::Spawner;
use toolhost_capability::spool::{Limits, SpoolDir};
use toolhost_capability::workspace::{Settings, Workspace};
use toolhost_config::Profile;
use toolhost_loader::{Generation, Sources};
use toolhost_runtime::{Engine, EngineOptions, SearchLimits, SearchSettings, Searcher};
use toolhost_session::{Host, Parts, Platform, Reach};

use crate::arguments::Global;
use crate::builtins::Program;
use crate::configuration::Configuration;
use crate::environment::{self, Folders};
use crate::optimizing;
use crate::output;

/// A host with what it was made of.
pub(crate) struct Wired {
    pub(crate) host: Arc<Host>,
    pub(crate) engine: Arc<Engine>,
    pub(crate) spools: Arc<SpoolDir>,
    pub(crate) configuration: Configuration,
}

/// How many calls a host is for: room is set aside for as many as there may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Calls {
    /// One at most.
    One,
    /// As many as the configuration says.
    AsConfigured,
    /// None: it is told what they would be, and nothing is counted.
    Described,
}

impl Calls {
    fn of(self, configured: u64) -> usize {
        match self {
            Calls::One => 1,
            Calls::AsConfigured | Calls::Described => count(configured),
        }
    }
}

/// Loads the configuration, wires a host, and tells the person at the terminal what is ignored or not served.
pub(crate) fn wire(global: &Global, folders: &Folders, calls: Calls) -> anyhow::Result<Wired> {
    let wired = wire_silently(global, folders, calls)?;
    for notice in wired.configuration.notices() {
        output::complain("warning", &notice);
    }
    for fault in wired.host.faults() {
        output::complain("error", &fault);
    }
    Ok(wired)
}

/// As [`wire`], for a command that says these things in its own way.
pub(crate) fn wire_silently(global: &Global, folders: &Folders, calls: Calls) -> anyhow::Result<Wired> {
    let configuration = Configuration::load(global, folders)?;
    let resolved = &configuration.resolved;
    let profile = resolved.active().context("the configuration has no active profile")?;
    let engine = Engine::new(EngineOptions {
        cache_dir: Some(folders.cache.join("compiled")),
        parallel_calls: calls.of(resolved.runtime.parallel_calls),
        live_calls: calls.of(resolved.runtime.live_calls),
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
    let workspace = open_workspace(&configuration, folders);
    let searched = workspace.clone();
    let searcher = Box::new(move || searched.clone().map(searcher));
    let spawner = Spawner::new(&folders.cache).context("the reaper of commands cannot be prepared")?;
    let optimizing = match calls {
        Calls::Described => optimizing::reporting(profile, &spawner, configuration.workspace.clone()),
        _ => optimizing::surroundings(profile, folders, &spawner, configuration.workspace.clone()),
    };
    let generation = Generation::load(&engine, profile, &Sources::new(&Program), &optimizing);
    let parts = Parts {
        engine: Arc::clone(&engine),
        spawner,
        spools: Arc::clone(&spools),
        workspace,
        searcher,
        platform: Platform {
            workspace: configuration.workspace.clone(),
            os: environment::os(),
            user_shell: environment::user_shell(),
            environment: environment::variables(),
            reach: reach(profile, calls),
        },
    };
    let host = Host::new(parts, profile, generation, &resolved.secret_names());
    Ok(Wired { host, engine, spools, configuration })
}

/// How commands call tools.
fn reach(profile: &Profile, calls: Calls) -> Reach {
    let takes_calls = calls == Calls::AsConfigured;
    // Said of tools that a client may not find in its list, and looked up only where there are any.
    let is_said = profile.tools.iter().any(|tool| tool.deferred);
    Reach {
        command: is_said.then(environment::call_command).flatten(),
        variable: takes_calls.then(|| (environment::CLIENT.to_owned(), std::process::id().to_string())),
    }
}

/// Bytes that one read of a file may return. A larger file is no source that anybody patches, and a component would
/// need several times as much memory for it.
const MAX_READ_BYTES: u64 = 64 << 20;

/// Bytes that one commit may hold.
const MAX_CHANGE_BYTES: u64 = 256 << 20;

/// How long a commit waits for those of other hosts, which take milliseconds.
const LOCK_WAIT: Duration = Duration::from_secs(10);

/// What a search may cost. Memory: what is remembered, and for each thread about twenty times the largest file that is
/// parsed.
const SEARCH: SearchLimits = SearchLimits {
    threads: 8,
    remembered: 96 << 20,
    largest_parsed: 4 << 20,
    largest_searched: 8 << 30,
    settles: Duration::from_secs(2),
    hits: 1000,
};

fn searcher(workspace: Arc<Workspace>) -> Arc<Searcher> {
    let settings = SearchSettings { user_rules: environment::user_ignore_file(), limits: SEARCH };
    Arc::new(Searcher::new(workspace, settings))
}

/// Opens the workspace for components that may read or change files, and settles what a host that was killed left
/// there. Without it, only they do not work.
fn open_workspace(configuration: &Configuration, folders: &Folders) -> Result<Arc<Workspace>, Failure> {
    let own = [&folders.config, &folders.cache, &folders.state].map(PathBuf::as_path);
    let files = configuration.user.iter().chain(configuration.workspace_file.iter().map(|(path, _)| path));
    let settings = Settings {
        state: folders.state.join("commits"),
        protected: own.into_iter().chain(files.map(PathBuf::as_path)).map(Path::to_owned).collect(),
        max_read_bytes: MAX_READ_BYTES,
        max_change_bytes: MAX_CHANGE_BYTES,
        lock_wait: LOCK_WAIT,
        durable: true,
    };
    let (workspace, notices) = Workspace::open(&configuration.workspace, settings)
        .inspect_err(|failure| output::complain("warning", &format!("no tool can use files: {failure}")))?;
    for notice in notices {
        output::complain("warning", &notice.to_string());
    }
    Ok(workspace)
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
