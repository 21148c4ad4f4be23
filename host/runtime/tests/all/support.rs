//! What the tests share: fixtures, an engine, and calls without ceremony.

use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock};

use serde_json::{Value, json};
use toolhost_runtime::{
    Binary, CallReport, Engine, EngineOptions, Grants, Limits, LoadError, NoProgress, Outcome, Plugin,
    PluginSpec, Powers, Progress, ToolCall,
};
use tracing_subscriber::fmt::MakeWriter;

/// The bytes of a built component.
pub(crate) fn component(name: &str) -> Vec<u8> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../target/components/wasm")
        .join(name)
        .with_extension("wasm");
    match std::fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) => panic!("{}: {error}; run `scripts/components --fixtures` first", path.display()),
    }
}

/// An engine of one test's own.
pub(crate) fn engine(parallel_calls: usize, live_calls: usize) -> Arc<Engine> {
    Engine::new(EngineOptions { cache_dir: None, parallel_calls, live_calls }).unwrap()
}

/// The engine that tests share, so that each component is compiled once.
pub(crate) fn shared_engine() -> Arc<Engine> {
    static ENGINE: OnceLock<Arc<Engine>> = OnceLock::new();
    Arc::clone(ENGINE.get_or_init(|| engine(64, 64)))
}

pub(crate) fn spec(id: &str, component: Vec<u8>, granted: Grants) -> PluginSpec {
    PluginSpec {
        id: id.to_owned(),
        component: Binary::new(component),
        granted,
        limits: Limits::standard(),
        config: Value::Null,
        env: Vec::new(),
    }
}

pub(crate) fn load(engine: &Arc<Engine>, name: &str, granted: Grants) -> Result<Arc<Plugin>, LoadError> {
    Plugin::load(engine, spec(name, component(name), granted))
}

pub(crate) fn clock_and_random() -> Grants {
    Grants { clock: true, random: true, ..Grants::none() }
}

/// The plugin that misbehaves, compiled once for all tests.
pub(crate) fn hostile() -> Arc<Plugin> {
    static PLUGIN: OnceLock<Arc<Plugin>> = OnceLock::new();
    Arc::clone(PLUGIN.get_or_init(|| load(&shared_engine(), "hostile", clock_and_random()).unwrap()))
}

pub(crate) fn powers() -> Powers {
    Powers {
        terminal: None,
        process: None,
        files: Err(toolhost_capability::Failure::new("denied", "There are no files here.")),
        search: None,
        catalogue: None,
        progress: Arc::new(NoProgress),
        platform: ("linux".to_owned(), "unix_like".to_owned()),
        budget: 40_000,
    }
}

pub(crate) fn call(tool: &str, arguments: Value) -> ToolCall {
    ToolCall { tool: tool.to_owned(), arguments, limits: Limits::standard(), powers: powers() }
}

/// One misdeed within limits.
pub(crate) async fn misbehave(
    mode: &str,
    amount: u64,
    limits: Limits,
) -> CallReport<toolhost_runtime::Outcome> {
    let call = call("hostile", json!({"mode": mode, "amount": amount}));
    hostile().call_tool(ToolCall { limits, ..call }).await
}

/// A field of an outcome.
pub(crate) fn field<'a>(outcome: &'a Outcome, name: &str) -> &'a Value {
    outcome.fields.get(name).unwrap()
}

/// Progress as it arrives.
#[derive(Default)]
pub(crate) struct Recorder(pub(crate) Mutex<Vec<(f32, Option<String>)>>);

impl Progress for Recorder {
    fn report(&self, fraction: f32, message: Option<String>) {
        self.0.lock().unwrap().push((fraction, message));
    }
}

/// Log lines of the test's thread, as `LEVEL target: fields`.
#[derive(Clone, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    /// Records until the guard goes.
    pub(crate) fn record() -> (Self, tracing::subscriber::DefaultGuard) {
        let log = Self::default();
        let subscriber = tracing_subscriber::fmt()
            .with_writer(log.clone())
            .with_max_level(tracing::Level::DEBUG)
            .with_ansi(false)
            .without_time()
            .finish();
        (log, tracing::subscriber::set_default(subscriber))
    }

    /// The lines of plugins.
    pub(crate) fn plugin_lines(&self) -> Vec<String> {
        let text = String::from_utf8(self.0.lock().unwrap().clone()).unwrap();
        text.lines()
            .filter(|line| line.contains(" plugin: "))
            .map(|line| line.trim_start().to_owned())
            .collect()
    }
}

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}
