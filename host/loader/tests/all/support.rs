//! What the tests share: a profile's components out of a configuration, and who is told of them.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use tempfile::TempDir;
use toolhost_capability::process::Places;
use toolhost_capability::spawn::Spawner;
use toolhost_config::{DEFAULT, Layers, Source, resolve};
use toolhost_loader::{Generation, OptimizerSurroundings, Programs, Sources, Surroundings};
use toolhost_optimizer::{
    Attempt, Class, EXTERNAL_CALLS, Observer, ProviderError, Settled, ShellCall, ShellOutput,
};
use toolhost_runtime::{Binary, Engine, EngineOptions};

/// The file of a built component.
pub(crate) fn component(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/components/wasm");
    match folder.canonicalize() {
        Ok(folder) => folder.join(name).with_extension("wasm"),
        Err(error) => panic!("{}: {error}; run `scripts/components --fixtures` first", folder.display()),
    }
}

/// The optimizers, as they are in the program.
struct Built;

impl Surroundings for Built {
    fn builtin(&self, name: &str) -> Option<Binary> {
        std::fs::read(component(&format!("optimizers/{name}"))).ok().map(Binary::new)
    }

    fn builtin_names(&self) -> Vec<String> {
        ["exec_json", "noop"].map(str::to_owned).into()
    }

    fn variable(&self, _: &str) -> Option<String> {
        None
    }
}

/// The engine that tests share, so that each component is compiled once.
fn engine() -> Arc<Engine> {
    static ENGINE: OnceLock<Arc<Engine>> = OnceLock::new();
    let options = EngineOptions { cache_dir: None, parallel_calls: 64, live_calls: 64 };
    Arc::clone(ENGINE.get_or_init(|| Engine::new(options).unwrap()))
}

/// What a host has before it loads a profile.
pub(crate) struct Setup {
    /// Where programs lie and run: the only folder of `PATH`, before those of the system.
    pub(crate) folder: TempDir,
    pub(crate) places: Places,
    pub(crate) told: Arc<Told>,
    engine: Arc<Engine>,
    surroundings: OptimizerSurroundings,
}

impl Setup {
    pub(crate) fn new() -> Setup {
        let folder = TempDir::new().unwrap();
        let root = folder.path().display().to_string();
        let places = Places::new(EXTERNAL_CALLS);
        let told = Arc::new(Told::default());
        let environment =
            [("PATH".into(), format!("{root}:/usr/bin:/bin").into()), ("TMPDIR".into(), root.into())];
        let spawner = Spawner::new(folder.path()).unwrap();
        let programs = Programs::new(spawner, places.clone(), folder.path().to_owned(), &environment);
        let surroundings = OptimizerSurroundings {
            observer: Arc::<Told>::clone(&told),
            is_program: Arc::new(|_| true),
            ..OptimizerSurroundings::alone(programs, ("linux".to_owned(), "unix_like".to_owned()))
        };
        Setup { folder, places, told, engine: engine(), surroundings }
    }

    /// The active profile of a configuration that lies over the built-in one.
    pub(crate) fn load(&self, user: &str) -> Generation {
        let source = |file, text| Source { file, directory: Path::new("/"), text };
        let resolved = resolve(&Layers {
            builtin: source("default.yaml", DEFAULT),
            user: Some(source("user.yaml", user)),
            workspace: None,
            root: None,
            profile: None,
        });
        let resolved = resolved.unwrap_or_else(|error| panic!("{error:?}\n{user}"));
        Generation::load(&self.engine, resolved.active().unwrap(), &Sources::new(&Built), &self.surroundings)
    }

    /// A profile without tools whose outputs are reduced: with these providers, and these keys of the stages beside
    /// those that have whatever is proposed taken.
    pub(crate) fn optimizing(&self, stages: &str, providers: &[String]) -> Generation {
        self.load(&format!(
            "profiles: {{ default: {{ tools: [] }} }}\n\
             tool_optimizers:\n  \
               enabled: true\n  \
               command_rewrite: {{ enabled: true, acceptance: off, {stages} }}\n  \
               output_reduce: {{ enabled: true, acceptance: off, min_input_bytes: 0, {stages} }}\n  \
               providers: [{}]\n",
            providers.join(", ")
        ))
    }

    /// Writes a script that can be executed.
    pub(crate) fn script(&self, name: &str, text: &str) -> PathBuf {
        use std::os::unix::fs::PermissionsExt;

        let path = self.folder.path().join(name);
        // Moved into place: a file that somebody has open to write cannot be executed.
        let draft = path.with_extension("draft");
        std::fs::write(&draft, format!("#!/bin/sh\n{text}\n")).unwrap();
        std::fs::set_permissions(&draft, std::fs::Permissions::from_mode(0o755)).unwrap();
        std::fs::rename(draft, &path).unwrap();
        path
    }
}

/// A provider that asks this program.
pub(crate) fn exec_json(id: &str, path: &Path) -> String {
    format!("{{ id: {id}, type: exec_json, path: '{}' }}", path.display())
}

/// A provider whose component is this file.
pub(crate) fn wasm(id: &str, component: &Path, more: &str) -> String {
    format!("{{ id: {id}, type: wasm, component: '{}', {more} }}", component.display())
}

/// The fixture that proposes what its configuration says.
pub(crate) fn bad(id: &str, config: &str) -> String {
    wasm(id, &component("bad_optimizer"), &format!("config: {{ {config} }}"))
}

/// An output of this command.
pub(crate) fn output(command: &str, text: &str) -> ShellOutput {
    let call = ShellCall::new("exec_command", "call_1", command);
    ShellOutput { call, original_command: None, text: text.to_owned() }
}

/// What is told of attempts: the provider, the class, and the message of an error.
#[derive(Default)]
pub(crate) struct Told(Mutex<Vec<(String, String, String)>>);

impl Told {
    /// All since the last time.
    pub(crate) fn take(&self) -> Vec<(String, String, String)> {
        std::mem::take(&mut *self.0.lock().unwrap())
    }

    /// The same as words: `provider:class`.
    pub(crate) fn classes(&self) -> String {
        let told = self.take();
        told.iter().map(|(provider, class, _)| format!("{provider}:{class}")).collect::<Vec<_>>().join(" ")
    }
}

impl Observer for Told {
    fn attempt(&self, attempt: &Attempt<'_>) {
        let message = match &attempt.class {
            Class::Error(error) => error.to_string(),
            _ => String::new(),
        };
        let class = attempt.class.name().into_owned();
        self.0.lock().unwrap().push((attempt.provider.to_owned(), class, message));
    }

    fn settled(&self, _: &Settled<'_>) {}

    fn unservable(&self, provider: &str) {
        self.0.lock().unwrap().push((provider.to_owned(), "unservable".to_owned(), String::new()));
    }

    fn unprepared(&self, provider: &str, _: &str, error: &ProviderError) {
        self.0.lock().unwrap().push((provider.to_owned(), "unprepared".to_owned(), error.to_string()));
    }
}

/// Waits for what must come; the bound is for a program that is broken.
pub(crate) async fn eventually(what: &str, is_so: impl Fn() -> bool) {
    let bound = tokio::time::Instant::now() + Duration::from_secs(60);
    while !is_so() {
        assert!(tokio::time::Instant::now() < bound, "{what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}
