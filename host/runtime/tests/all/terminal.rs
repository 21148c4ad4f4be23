//! Commands through `exec_command`: the clock stands still and the place is free while a command is awaited.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use serde_json::json;
use tempfile::TempDir;
use toolhost_capability::spawn::Spawner;
use toolhost_capability::spool::SpoolDir;
use toolhost_capability::terminal::{Ids, Patience, Policy, Status, Terminals};
use toolhost_capability::workspace::Change;
use toolhost_capability::{Failure, Gate, Leave, spool};
use toolhost_runtime::{Body, CallError, Engine, Grants, Limits, Outcome, Plugin, Powers, ToolCall};

use crate::support::{call, engine, field, load, powers};

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

struct Fixture {
    dir: TempDir,
    engine: Arc<Engine>,
    plugin: Arc<Plugin>,
    terminals: Arc<Terminals>,
}

impl Fixture {
    /// With room for one guest at a time.
    async fn new() -> Self {
        let dir = TempDir::new().unwrap();
        let engine = engine(1, 4);
        let plugin = load(&engine, "exec_command", Grants { terminal: true, ..Grants::none() }).unwrap();
        plugin.prepare().await.unwrap();
        let policy = Policy {
            workspace: dir.path().to_owned(),
            shell: "/bin/sh".into(),
            environment: vec![("PATH".into(), "/usr/bin:/bin".into())],
        };
        let limits = spool::Limits {
            max_session_bytes: 1 << 20,
            max_files: 100,
            max_age: Duration::from_secs(3600),
            max_bytes: 1 << 30,
        };
        let spools = SpoolDir::open(&dir.path().join("spools"), limits).unwrap();
        let spawner = Spawner::new(&dir.path().join("scratch")).unwrap();
        let terminals = Terminals::new(
            spawner,
            spools,
            Ids::Sequential,
            Patience::AsAsked,
            Arc::new(policy),
            Arc::new(Open),
        );
        let terminals = Arc::new(terminals);
        Self { dir, engine, plugin, terminals }
    }

    fn exec(&self, cmd: &str, timeout: Duration) -> ToolCall {
        ToolCall {
            limits: Limits { timeout, ..Limits::standard() },
            powers: Powers { terminal: Some(Arc::clone(&self.terminals)), ..powers() },
            ..call(
                "exec_command",
                json!({"cmd": cmd, "tty": false, "yield_time_ms": 30_000, "sandbox_permissions": "use_default"}),
            )
        }
    }

    async fn close(self) {
        self.terminals.close().await;
    }
}

const LONG: Duration = Duration::from_secs(30);

fn printed(outcome: &Outcome) -> String {
    let Body::Spooled(output) = &outcome.body else { panic!("{:?}", outcome.body) };
    String::from_utf8(output.read(0, 1 << 20).unwrap()).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_command_runs_through_the_sandbox() {
    let fixture = Fixture::new().await;
    let report = fixture.plugin.call_tool(fixture.exec("echo hello; exit 3", LONG)).await;
    let outcome = report.result.unwrap();
    assert_eq!(printed(&outcome), "hello\n");
    assert_eq!(field(&outcome, "exit_code"), &json!(3));
    assert_eq!(outcome.observed.len(), 1);
    outcome.delivered();
    assert!(report.account.waiting_time > report.account.guest_time);
    fixture.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn waiting_for_a_command_costs_neither_clock_nor_place() {
    let fixture = Fixture::new().await;
    let fifo = fixture.dir.path().join("fifo");
    let waiting = {
        let plugin = Arc::clone(&fixture.plugin);
        // The command's own time is far over the deadline.
        let call = fixture
            .exec("mkfifo fifo; read line < fifo; sleep 0.5; echo got $line", Duration::from_millis(300));
        tokio::spawn(async move { plugin.call_tool(call).await })
    };
    exists(&fifo).await;
    // The only place is free: another guest runs to its end meanwhile.
    let noop = load(&fixture.engine, "noop", Grants::none()).unwrap();
    let report = noop.call_tool(call("noop", json!({}))).await;
    assert!(report.result.is_ok());
    tokio::task::spawn_blocking(move || std::fs::write(fifo, "word\n")).await.unwrap().unwrap();
    let outcome = waiting.await.unwrap().result.unwrap();
    assert_eq!(printed(&outcome), "got word\n");
    outcome.delivered();
    fixture.close().await;
}

async fn exists(path: &Path) {
    while !path.exists() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dropped_call_ends_its_command() {
    let fixture = Fixture::new().await;
    let running = fixture.plugin.call_tool(fixture.exec("touch started; sleep 600", LONG));
    let started = fixture.dir.path().join("started");
    tokio::select! {
        report = running => panic!("{:?}", report.result),
        () = exists(&started) => {}
    }
    while fixture.terminals.list().iter().any(|session| matches!(session.status, Status::Running(_))) {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    fixture.close().await;
}

#[tokio::test]
async fn without_a_terminal_the_tool_is_told_so() {
    let fixture = Fixture::new().await;
    let mut call = fixture.exec("true", LONG);
    call.powers.terminal = None;
    let result = fixture.plugin.call_tool(call).await.result;
    let Err(CallError::Tool(failure)) = result else { panic!("{result:?}") };
    assert_eq!((failure.code.as_str(), failure.details), ("denied", None));
}
