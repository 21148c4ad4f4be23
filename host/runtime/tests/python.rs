//! A guest in Python with one grant. Its component, `plugins/examples/python`, has an interpreter in it and is made
//! with a tool that comes from PyPI, so these tests do nothing where `plugins/examples/python/build` was not run.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use serde_json::{Value, json};
use tempfile::TempDir;
use toolhost_capability::spawn::Spawner;
use toolhost_capability::spool::SpoolDir;
use toolhost_capability::terminal::{Ids, Patience, Policy, Terminals};
use toolhost_capability::workspace::Change;
use toolhost_capability::{Failure, Gate, Leave, spool};
use toolhost_runtime::{
    Binary, Body, CallReport, Engine, EngineOptions, Grants, Limits, LoadError, NoProgress, Plugin,
    PluginSpec, Powers, ToolCall,
};

fn component() -> Option<Binary> {
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/components/wasm/python_example.wasm");
    path.exists().then(|| Binary::new(fs::read(path).unwrap()))
}

fn load(component: Binary, granted: Grants) -> Result<Arc<Plugin>, LoadError> {
    // Compiled code is kept between runs: an interpreter takes the compiler half a minute.
    let cache_dir = Some(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("compiled-python"));
    let options = EngineOptions { cache_dir, parallel_calls: 1, live_calls: 1 };
    let spec = PluginSpec {
        id: "tests".to_owned(),
        component,
        granted,
        limits: Limits::standard(),
        config: Value::Null,
        env: Vec::new(),
    };
    Plugin::load(&Engine::new(options).unwrap(), spec)
}

fn terminal() -> Grants {
    Grants { terminal: true, ..Grants::none() }
}

struct Open;

#[async_trait]
impl Gate for Open {
    async fn may_run(&self, _command: &str, _intent: &str) -> Result<Leave, Failure> {
        Ok(Leave::plain())
    }

    fn may_mutate(&self, _: &[Change]) -> Result<(), Failure> {
        Ok(())
    }

    fn mutated(&self, _: &[Change]) {}
}

fn terminals(dir: &TempDir) -> Arc<Terminals> {
    let policy = Policy {
        workspace: dir.path().to_owned(),
        shell: "/bin/sh".into(),
        environment: vec![("PATH".into(), "/usr/bin:/bin".into())],
    };
    let limits = spool::Limits {
        max_session_bytes: 1 << 26,
        max_files: 100,
        max_age: Duration::from_secs(3600),
        max_bytes: 1 << 30,
    };
    Arc::new(Terminals::new(
        Spawner::new(&dir.path().join("scratch")).unwrap(),
        SpoolDir::open(&dir.path().join("spools"), limits).unwrap(),
        Ids::Sequential,
        Patience::AsAsked,
        Arc::new(policy),
        Arc::new(Open),
    ))
}

async fn run_tests(
    plugin: &Plugin,
    terminals: &Arc<Terminals>,
    command: &str,
) -> CallReport<toolhost_runtime::Outcome> {
    let call = ToolCall {
        tool: "run_tests".to_owned(),
        arguments: json!({"command": command}),
        limits: Limits::standard(),
        powers: Powers {
            terminal: Some(Arc::clone(terminals)),
            process: None,
            files: Err(Failure::new("denied", "There are no files here.")),
            search: None,
            catalogue: None,
            progress: Arc::new(NoProgress),
            platform: ("linux".to_owned(), "unix_like".to_owned()),
            budget: 40_000,
        },
    };
    plugin.call_tool(call).await
}

#[test]
fn its_one_grant_is_enough_and_needed() {
    let Some(component) = component() else { return };
    let refused = load(component.clone(), Grants::none()).err().unwrap();
    assert_eq!(
        refused.to_string(),
        "plugin \"tests\": imports toolhost:plugin/terminal@0.1.0, which needs the grant \"terminal\"; \
         add `terminal: true` to its `grants`"
    );
    let plugin = load(component, terminal()).unwrap();
    let ours: BTreeSet<_> =
        plugin.imports().iter().filter(|import| !import.starts_with("wasi:")).map(String::as_str).collect();
    let expected = [
        "toolhost:plugin/context@0.1.0",
        "toolhost:plugin/spool@0.1.0",
        "toolhost:plugin/terminal@0.1.0",
        "toolhost:plugin/types@0.1.0",
    ];
    assert_eq!(ours, BTreeSet::from(expected));
}

/// What test programs print, and the failures in it.
const PRINTED: &str = "\
test limits::memory ... ok
test limits::stack ... FAILED
test src/lib.rs - add (line 3) ... FAILED
test overflow - should panic ... FAILED
FAILED tests/test_a.py::TestA::test_b[x-1] - assert 1 == 2
ERROR: test_c (pkg.TestC.test_c)
    --- FAIL: TestD/sub_test (0.01s)
not ok 3 - closes
not ok 4 - opens # TODO later
test limits::stack ... FAILED
";
const FAILED: [&str; 7] = [
    "limits::stack",
    "src/lib.rs - add (line 3)",
    "overflow",
    "tests/test_a.py::TestA::test_b[x-1]",
    "test_c (pkg.TestC.test_c)",
    "TestD/sub_test",
    "closes",
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_runs_within_the_standard_limits() {
    let Some(component) = component() else { return };
    let dir = TempDir::new().unwrap();
    fs::write(dir.path().join("printed"), PRINTED).unwrap();
    let terminals = terminals(&dir);
    let plugin = load(component, terminal()).unwrap();

    let outcome = run_tests(&plugin, &terminals, "cat printed; exit 101").await.result.unwrap();
    let fields = Value::Object(outcome.fields.clone());
    assert_eq!(fields["passed"], json!(false));
    assert_eq!(fields["exit_code"], json!(101));
    assert_eq!(fields["failed"], json!(FAILED));
    let Body::Spooled(output) = &outcome.body else { panic!("{:?}", outcome.body) };
    assert_eq!(output.read(0, 1 << 16).unwrap(), PRINTED.as_bytes());
    outcome.delivered();

    let refusal = run_tests(&plugin, &terminals, "\0").await.result.unwrap_err();
    assert_eq!(refusal.to_failure("the tool", "limits").code, "invalid_argument");
    terminals.close().await;
}
