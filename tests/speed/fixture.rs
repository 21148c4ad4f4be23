//! A host as the program makes it, and the arithmetic of medians.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tempfile::TempDir;
use toolhost_capability::spawn::Spawner;
use toolhost_capability::spool::{Limits, SpoolDir};
use toolhost_capability::workspace::{Settings, Workspace};
use toolhost_config::{DEFAULT, Layers, Os, Source, resolve};
use toolhost_loader::{Generation, Sources, Surroundings};
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
        std::fs::read(components().join(format!("{name}.wasm"))).ok().map(Binary::new)
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
}

impl Fixture {
    pub(crate) async fn new() -> Fixture {
        Fixture::durable(true).await
    }

    /// One whose commits survive a loss of power, or only the end of the host.
    pub(crate) async fn durable(durable: bool) -> Fixture {
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
        let user = "plugins: { noop: { component: builtin:noop } }\n\
                    profiles: { default: { extends: default, tools: [noop], edit_guard: { mutations: 0 } } }\n";
        let source = |file, text| Source { file, directory: Path::new("/"), text };
        let resolved = resolve(&Layers {
            builtin: source("default.yaml", DEFAULT),
            user: Some(source("user.yaml", user)),
            workspace: None,
            root: None,
            profile: None,
        })
        .unwrap();
        let options = EngineOptions {
            cache_dir: Some(folder.path().join("cache")),
            parallel_calls: 16,
            live_calls: 256,
        };
        let engine = Engine::new(options).unwrap();
        let profile = resolved.active().unwrap();
        let generation = Generation::load(&engine, profile, &Sources::new(&Built));
        assert!(generation.faults.is_empty(), "{:?}", generation.faults);
        let limits = Limits {
            max_session_bytes: 8 << 30,
            max_files: 100,
            max_age: Duration::from_secs(3600),
            max_bytes: 8 << 30,
        };
        let parts = Parts {
            engine,
            spawner: Spawner::new(folder.path()).unwrap(),
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
        let host = Host::new(parts, profile, generation, &resolved.secret_names());
        host.prepare().await;
        Fixture { client: host.open(Ids::Sequential, Patience::UntilEnd(None), Listing::Once), folder }
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
