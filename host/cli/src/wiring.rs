//! From a configuration to a host that serves it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use toolhost_capability::Failure;
use toolhost_capability::spawn::Spawner;
use toolhost_capability::spool::{Limits, SpoolDir};
use toolhost_capability::workspace::{Notice, Settings, Workspace};
use toolhost_config::Profile;
use toolhost_loader::{Generation, Sources};
use toolhost_runtime::{Engine, EngineOptions, SearchLimits, SearchSettings, Searcher};
use toolhost_session::{Host, Parts, Platform, Reach};

use crate::arguments::Global;
use crate::builtins::Program;
use crate::configuration::Configuration;
use crate::environment::{self, Folders};
use crate::optimizing::{self, Told};
use crate::output::Complaint;

/// A host with what it was made of.
pub(crate) struct Wired {
    pub(crate) host: Arc<Host>,
    pub(crate) engine: Arc<Engine>,
    pub(crate) spools: Arc<SpoolDir>,
    pub(crate) configuration: Configuration,
    /// What is wrong and stays so: each further host that is wired of the same would say it, too.
    pub(crate) faults: Vec<Complaint>,
    /// What happened while it was wired, and happens once.
    pub(crate) events: Vec<Complaint>,
}

impl Wired {
    /// All that is wrong, what is ignored of the configuration and what is not served, for the person at the terminal.
    pub(crate) fn complaints(&self) -> Vec<Complaint> {
        let ignored = self.configuration.notices().into_iter();
        let unserved = self.host.faults().into_iter();
        let faults = self.faults.iter().cloned();
        let faults = faults.chain(ignored.map(|notice| Complaint::new("warning", notice)));
        faults.chain(unserved.map(|fault| Complaint::new("error", fault))).collect()
    }
}

/// How many calls a host is for: room is set aside for as many as there may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Calls {
    /// One at most.
    One,
    /// As many as the configuration says. A command's own calls are for the client whose command it is.
    AsConfigured,
    /// As many as the configuration says, each as if it had a host of its own.
    Standing,
    /// None: it is told what they would be, and nothing is counted.
    Described,
}

impl Calls {
    fn of(self, configured: u64) -> usize {
        match self {
            Calls::One => 1,
            Calls::AsConfigured | Calls::Standing | Calls::Described => count(configured),
        }
    }
}

/// Loads the configuration, wires a host, and tells the person at the terminal what is ignored or not served.
pub(crate) fn wire(global: &Global, folders: &Folders, calls: Calls) -> anyhow::Result<Wired> {
    let wired = wire_silently(global, folders, calls)?;
    for complaint in wired.events.iter().chain(&wired.complaints()) {
        complaint.say();
    }
    Ok(wired)
}

/// As [`wire`], for a command that says these things in its own way.
pub(crate) fn wire_silently(global: &Global, folders: &Folders, calls: Calls) -> anyhow::Result<Wired> {
    let configuration = Configuration::load_silently(global, folders)?;
    let mut faults: Vec<Complaint> = configuration.unusable().into_iter().cloned().collect();
    let mut events = Vec::new();
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
    let workspace = match open_workspace(&configuration, folders) {
        Ok((workspace, notices)) => {
            events.extend(notices.iter().map(|notice| Complaint::new("warning", notice.to_string())));
            Ok(workspace)
        }
        Err(failure) => {
            faults.push(Complaint::new("warning", format!("no tool can use files: {failure}")));
            Err(failure)
        }
    };
    let searched = workspace.clone();
    let searcher = Box::new(move || searched.clone().map(searcher));
    let spawner = Spawner::new(&folders.cache).context("the reaper of commands cannot be prepared")?;
    let optimizing = match calls {
        Calls::Described => optimizing::reporting(profile, &spawner, configuration.workspace.clone()),
        Calls::One | Calls::AsConfigured | Calls::Standing => {
            let (surroundings, told) =
                optimizing::surroundings(profile, folders, &spawner, configuration.workspace.clone());
            match told {
                Told::Nothing => {}
                Told::Once(event) => events.push(event),
                Told::Always(fault) => faults.push(fault),
            }
            surroundings
        }
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
    Ok(Wired { host, engine, spools, configuration, faults, events })
}

/// How commands call tools.
fn reach(profile: &Profile, calls: Calls) -> Reach {
    let takes_calls = calls == Calls::AsConfigured;
    // Said of tools that a client may not find in its list, and looked up only where there are any.
    let is_said = profile.tools.iter().any(|tool| tool.deferred);
    Reach {
        command: is_said.then(environment::call_command).flatten(),
        variable: takes_calls.then(|| (toolhost_control::CLIENT.to_owned(), std::process::id().to_string())),
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
fn open_workspace(
    configuration: &Configuration,
    folders: &Folders,
) -> Result<(Arc<Workspace>, Vec<Notice>), Failure> {
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
    Workspace::open(&configuration.workspace, settings)
}

/// Makes a directory that only the user can look into.
pub(crate) fn private_directory(path: &Path) -> anyhow::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path).with_context(|| format!("{} cannot be made", path.display()))
}

pub(crate) fn count(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
