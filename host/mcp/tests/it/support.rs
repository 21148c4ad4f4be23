//! A host with real components, and what its commands leave behind.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tempfile::TempDir;
use toolhost_capability::process::Places;
use toolhost_capability::spawn::Spawner;
use toolhost_capability::spool::{Limits, SpoolDir};
use toolhost_config::{Layers, Os, Source, resolve};
use toolhost_loader::{Generation, OptimizerSurroundings, Programs, Sources, Surroundings};
use toolhost_runtime::{Binary, Engine, EngineOptions};
use toolhost_session::{Host, Parts, Platform, Reach};

const CONFIGURATION: &str = "
profile: default
profiles:
  default: { tools: [exec_command, write_stdin, conformance] }
plugins:
  exec_command: { component: 'builtin:exec_command', grants: { terminal: true } }
  write_stdin: { component: 'builtin:write_stdin', grants: { terminal: true } }
  conformance: { component: 'builtin:conformance' }
";

/// Set in the environment of every command of one fixture.
const MARK: &str = "TOOLHOST_MCP_TEST";

/// What the profile lists, in its order.
pub(crate) const TOOLS: [&str; 11] = [
    "exec_command",
    "write_stdin",
    "test_simple_text",
    "test_image_content",
    "test_audio_content",
    "test_embedded_resource",
    "test_multiple_content_types",
    "test_error_handling",
    "test_tool_with_progress",
    "test_tool_with_logging",
    "json_schema_2020_12_tool",
];

/// A host of its own with a folder of its own.
pub(crate) struct Fixture {
    pub(crate) host: Arc<Host>,
    mark: String,
    pub(crate) folder: TempDir,
}

pub(crate) fn fixture() -> Fixture {
    let folder = tempfile::tempdir().unwrap();
    let mark = format!("{MARK}={}", folder.path().display());
    let profile_source = Source { file: "test.yaml", directory: Path::new("/"), text: CONFIGURATION };
    let layers = Layers {
        builtin: Source { file: "built-in", directory: Path::new("/"), text: toolhost_config::DEFAULT },
        user: Some(profile_source),
        workspace: None,
        root: None,
        profile: None,
    };
    let resolved = resolve(&layers).unwrap();
    let profile = resolved.active().unwrap();
    let engine = engine();
    let spawner = Spawner::new(folder.path()).unwrap();
    let programs = Programs::new(Arc::clone(&spawner), Places::new(1), folder.path().to_owned(), &[]);
    let surroundings = OptimizerSurroundings::alone(programs, ("linux".to_owned(), "unix_like".to_owned()));
    let generation = Generation::load(&engine, profile, &Sources::new(&Built), &surroundings);
    assert!(generation.faults.is_empty(), "{:?}", generation.faults);
    let mut environment = vec![(MARK.into(), folder.path().into())];
    environment.extend(std::env::var_os("PATH").map(|path| ("PATH".into(), path)));
    let parts = Parts {
        engine,
        spawner,
        spools: SpoolDir::open(&folder.path().join("spool"), limits()).unwrap(),
        workspace: Err(toolhost_session::Failure::new("denied", "There are no files here.")),
        searcher: Box::new(|| Err(toolhost_session::Failure::new("denied", "There are no files here."))),
        platform: Platform {
            workspace: folder.path().to_owned(),
            os: Os::Linux,
            user_shell: Some("/bin/bash".into()),
            environment,
            reach: Reach::default(),
        },
    };
    let host = Host::new(parts, profile, generation, &BTreeSet::new());
    Fixture { host, mark, folder }
}

impl Fixture {
    /// The processes of this fixture's commands.
    fn processes(&self) -> usize {
        let holds =
            |environment: &[u8]| environment.split(|byte| *byte == 0).any(|var| var == self.mark.as_bytes());
        fs::read_dir("/proc")
            .unwrap()
            .flatten()
            .filter(|entry| {
                fs::read(entry.path().join("environ")).is_ok_and(|environment| holds(&environment))
            })
            .count()
    }

    /// Waits until a command runs.
    pub(crate) async fn until_busy(&self) {
        eventually("a command runs", || self.processes() > 0).await;
    }

    /// Waits until no process of any command is left.
    pub(crate) async fn until_quiet(&self) {
        eventually("no process is left", || self.processes() == 0).await;
    }

    pub(crate) fn is_quiet(&self) -> bool {
        self.processes() == 0
    }
}

async fn eventually(what: &str, condition: impl Fn() -> bool) {
    for _ in 0..3000 {
        if condition() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("never: {what}");
}

/// The components that `scripts/components --fixtures` builds.
struct Built;

impl Built {
    fn folder() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/components/wasm")
    }
}

impl Surroundings for Built {
    fn builtin(&self, name: &str) -> Option<Binary> {
        fs::read(Built::folder().join(format!("{name}.wasm"))).ok().map(Binary::new)
    }

    fn builtin_names(&self) -> Vec<String> {
        Vec::new()
    }

    fn variable(&self, _name: &str) -> Option<String> {
        None
    }
}

/// One engine for all tests; its cache outlives them.
fn engine() -> Arc<Engine> {
    static ENGINE: OnceLock<Arc<Engine>> = OnceLock::new();
    let make = || {
        let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache");
        Engine::new(EngineOptions { cache_dir: Some(cache), parallel_calls: 4, live_calls: 32 }).unwrap()
    };
    Arc::clone(ENGINE.get_or_init(make))
}

fn limits() -> Limits {
    Limits {
        max_session_bytes: 1 << 30,
        max_files: 100,
        max_age: Duration::from_secs(3600),
        max_bytes: 1 << 30,
    }
}
