//! A host as the program makes it, and the arithmetic of medians.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tempfile::TempDir;
use toolhost_capability::process::Places;
use toolhost_capability::spawn::Spawner;
use toolhost_capability::spool::{Limits, SpoolDir};
use toolhost_capability::workspace::{Settings, Workspace};
use toolhost_config::{DEFAULT, Layers, Os, Resolved, Source, resolve};
use toolhost_loader::{Generation, OptimizerSurroundings, Programs, Sources, Surroundings};
use toolhost_optimizer::{
    Bounds, EXTERNAL_CALLS, Memory, Observer, Optimizer, REMEMBERED_IDLE, Recent, Unobserved,
};
use toolhost_runtime::{Binary, Engine, EngineOptions};
use toolhost_session::{
    Arguments, Call, Client, Failure, Host, Ids, Listing, NoProgress, Parts, Patience, Platform, Reach, Reply,
};

/// The folder of built components.
pub(crate) fn components() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/components/wasm")
}

/// The program.
pub(crate) fn program() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/debug/toolhost")
}

struct Built;

impl Surroundings for Built {
    fn builtin(&self, name: &str) -> Option<Binary> {
        // As in the program, where the fixtures are not: there `noop` is an optimizer.
        let read = |folder: PathBuf| std::fs::read(folder.join(format!("{name}.wasm"))).ok();
        read(components().join("optimizers")).or_else(|| read(components())).map(Binary::new)
    }

    fn builtin_names(&self) -> Vec<String> {
        Vec::new()
    }

    fn variable(&self, _: &str) -> Option<String> {
        None
    }
}

/// A host that serves the default tools and the fixture `noop`, with one client.
pub(crate) struct Fixture {
    pub(crate) client: Arc<Client>,
    pub(crate) folder: TempDir,
    /// What the host's calls are optimized by.
    pub(crate) optimizer: Arc<Optimizer>,
}

/// The optimizers of a host.
pub(crate) struct Optimizers<'a> {
    /// The block `tool_optimizers`, in the flow style of YAML.
    pub(crate) block: &'a str,
    pub(crate) memory: Arc<dyn Memory>,
    pub(crate) observer: Arc<dyn Observer>,
}

impl<'a> Optimizers<'a> {
    /// With a memory of their own process, as the program has it in front of its store.
    pub(crate) fn new(block: &'a str) -> Optimizers<'a> {
        Optimizers { block, memory: Arc::new(in_front()), observer: Arc::new(Unobserved) }
    }
}

/// What the program remembers before its store.
pub(crate) fn in_front() -> Recent {
    let bounds = Bounds { bytes: 64 << 20, entries: 4096, idle: REMEMBERED_IDLE };
    Recent::new(bounds, Arc::new(tokio::time::Instant::now))
}

/// An engine that keeps compiled code below `folder`.
pub(crate) fn engine(folder: &Path) -> Arc<Engine> {
    let cache_dir = Some(folder.join("cache"));
    Engine::new(EngineOptions { cache_dir, parallel_calls: 16, live_calls: 256 }).unwrap()
}

/// The default profile with the fixture `noop`, and its optimizers.
fn configuration(optimizers: &str) -> Resolved {
    let user = format!(
        "plugins: {{ nothing: {{ component: {} }} }}\n\
         profiles: {{ default: {{ extends: default, tools: [nothing], edit_guard: {{ mutations: 0 }} }} }}\n\
         tool_optimizers: {optimizers}\n",
        components().join("noop.wasm").canonicalize().unwrap().display(),
    );
    let source = |file, text| Source { file, directory: Path::new("/"), text };
    let layers = Layers {
        builtin: source("default.yaml", DEFAULT),
        user: Some(source("user.yaml", &user)),
        workspace: None,
        root: None,
        profile: None,
    };
    resolve(&layers).unwrap()
}

/// Everything of the configuration, loaded. Programs of optimizers run in `folder`.
pub(crate) fn generation(
    engine: &Arc<Engine>,
    spawner: &Arc<Spawner>,
    folder: &Path,
    optimizers: Optimizers<'_>,
) -> (Resolved, Generation) {
    let Optimizers { block, memory, observer } = optimizers;
    let resolved = configuration(block);
    let environment: Vec<_> = std::env::vars_os().collect();
    let places = Places::new(EXTERNAL_CALLS);
    let programs = Programs::new(Arc::clone(spawner), places, folder.to_owned(), &environment);
    let surroundings = OptimizerSurroundings {
        memory,
        observer,
        is_program: Arc::new(|_| true),
        ..OptimizerSurroundings::alone(programs, ("linux".to_owned(), "unix_like".to_owned()))
    };
    let generation =
        Generation::load(engine, resolved.active().unwrap(), &Sources::new(&Built), &surroundings);
    assert!(generation.faults.is_empty(), "{:?}", generation.faults);
    (resolved, generation)
}

impl Fixture {
    pub(crate) async fn new() -> Fixture {
        Fixture::durable(true).await
    }

    /// One whose commits survive a loss of power, or only the end of the host.
    pub(crate) async fn durable(durable: bool) -> Fixture {
        Fixture::with(durable, Optimizers::new("{ enabled: false }")).await
    }

    /// One whose calls are optimized.
    pub(crate) async fn optimizing(optimizers: Optimizers<'_>) -> Fixture {
        Fixture::with(true, optimizers).await
    }

    async fn with(durable: bool, optimizers: Optimizers<'_>) -> Fixture {
        let folder = tempfile::tempdir().unwrap();
        let workspace = folder.path().join("workspace");
        std::fs::create_dir(&workspace).unwrap();
        let settings = Settings {
            state: folder.path().join("commits"),
            protected: Vec::new(),
            max_read_bytes: 64 << 20,
            max_change_bytes: 256 << 20,
            lock_wait: Duration::from_secs(10),
            durable,
        };
        let engine = engine(folder.path());
        let spawner = Spawner::new(folder.path()).unwrap();
        let (resolved, generation) = generation(&engine, &spawner, &workspace, optimizers);
        let optimizer = Arc::clone(&generation.optimizer);
        let limits = Limits {
            max_session_bytes: 8 << 30,
            max_files: 100,
            max_age: Duration::from_secs(3600),
            max_bytes: 8 << 30,
        };
        let parts = Parts {
            engine,
            spawner,
            spools: SpoolDir::open(&folder.path().join("spool"), limits).unwrap(),
            searcher: Box::new(|| Err(Failure::new("denied", "Nothing is searched here."))),
            workspace: Ok(Workspace::open(&workspace, settings).unwrap().0),
            platform: Platform {
                workspace,
                os: Os::Linux,
                user_shell: Some("/bin/bash".into()),
                environment: std::env::vars_os().collect(),
                reach: Reach::default(),
            },
        };
        let host = Host::new(parts, resolved.active().unwrap(), generation, &resolved.secret_names());
        host.prepare().await;
        let client = host.open(Ids::Sequential, Patience::UntilEnd(None), Listing::Once);
        Fixture { client, folder, optimizer }
    }

    /// Where commands and patches work.
    pub(crate) fn workspace(&self) -> PathBuf {
        self.folder.path().join("workspace")
    }

    /// One call, delivered.
    pub(crate) async fn call(&self, tool: &str, arguments: serde_json::Value) -> Reply {
        let serde_json::Value::Object(arguments) = arguments else { panic!("an object") };
        let arguments = Arguments::Object(arguments);
        self.client.call(Call { tool: tool.to_owned(), arguments, progress: Arc::new(NoProgress) }).await
    }
}

/// The middle one.
pub(crate) fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// How many times longer the first is.
pub(crate) fn ratio(ours: Duration, peer: Duration) -> f64 {
    ours.as_secs_f64() / peer.as_secs_f64()
}
