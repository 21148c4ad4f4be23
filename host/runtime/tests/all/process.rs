//! Granted programs, run from the inside of a sandbox.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;
use toolhost_capability::Failure;
use toolhost_capability::process::{Places, Policy, Processes, Program};
use toolhost_capability::spawn::Spawner;
use toolhost_runtime::{CallError, CallReport, Engine, Grants, Limits, Outcome, Plugin, Powers, ToolCall};

use crate::support::{call, engine, load, powers};

const LONG: Duration = Duration::from_secs(60);

fn granted(programs: &[&str]) -> Grants {
    Grants { process: programs.iter().map(PathBuf::from).collect(), ..Grants::none() }
}

/// The fixture `runner`, with room for one guest at a time and one program.
struct Fixture {
    dir: TempDir,
    engine: Arc<Engine>,
    plugin: Arc<Plugin>,
    processes: Arc<Processes>,
    places: Places,
    /// What the environment of each program holds, and of no other process.
    mark: String,
}

impl Fixture {
    async fn new() -> Fixture {
        let dir = TempDir::new().unwrap();
        let engine = engine(1, 4);
        let missing = dir.path().join("missing");
        let programs = ["/bin/sh", "/bin/cat", missing.to_str().unwrap()];
        let plugin = load(&engine, "runner", granted(&programs)).unwrap();
        plugin.prepare().await.unwrap();
        let places = Places::new(1);
        let value = dir.path().display().to_string();
        let policy = Policy {
            programs: programs.iter().map(|path| Program::new(*path, *path).unwrap()).collect(),
            workdir: dir.path().to_owned(),
            environment: vec![("PATH".into(), "/usr/bin:/bin".into()), ("TMPDIR".into(), (&value).into())],
            variables: Vec::new(),
        };
        let spawner = Spawner::new(dir.path()).unwrap();
        let processes = Arc::new(Processes::new(spawner, places.clone(), Arc::new(policy)));
        Fixture { dir, engine, plugin, processes, places, mark: format!("TMPDIR={value}") }
    }

    fn call(&self, run: Value, timeout: Duration) -> ToolCall {
        ToolCall {
            limits: Limits { timeout, ..Limits::standard() },
            powers: Powers { process: Some(Arc::clone(&self.processes)), ..powers() },
            ..call("runner", run)
        }
    }

    async fn run(&self, run: Value) -> CallReport<Outcome> {
        self.plugin.call_tool(self.call(run, LONG)).await
    }

    /// The fields of a program that came to its end.
    async fn fields(&self, run: Value) -> Value {
        Value::Object(self.run(run).await.result.unwrap().fields)
    }

    async fn refusal(&self, run: Value) -> Failure {
        match self.run(run).await.result {
            Err(CallError::Tool(failure)) => failure,
            other => panic!("{other:?}"),
        }
    }

    /// Processes of the programs that live.
    fn alive(&self) -> usize {
        let is_marked = |path: PathBuf| {
            let environment = std::fs::read(path.join("environ")).unwrap_or_default();
            environment.split(|byte| *byte == 0).any(|entry| entry == self.mark.as_bytes())
        };
        std::fs::read_dir("/proc").unwrap().flatten().filter(|entry| is_marked(entry.path())).count()
    }

    /// Waits until nothing of a program is left, and its place is free.
    async fn is_gone(&self) {
        until(|| self.alive() == 0 && self.places.free() == 1).await;
    }
}

/// Waits for what must come.
async fn until(is_so: impl Fn() -> bool) {
    while !is_so() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

fn sh(script: &str) -> Value {
    json!({"program": "/bin/sh", "args": ["-c", script]})
}

fn with(mut run: Value, more: Value) -> Value {
    let Value::Object(more) = more else { panic!("an object") };
    run.as_object_mut().unwrap().extend(more);
    run
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_granted_program_runs_to_its_end() {
    let fixture = Fixture::new().await;
    for (run, exit, stdout, stderr) in [
        (sh("printf out; printf err >&2; exit 3"), "code 3", "out", "err"),
        (sh("echo half; kill -9 $$"), "signal 9", "half\n", ""),
        (sh("wc -c"), "code 0", "0\n", ""),
        (with(sh("wc -c"), json!({"stdin_bytes": 1000})), "code 0", "1000\n", ""),
        (json!({"program": "/bin/cat"}), "code 0", "", ""),
    ] {
        let fields = fixture.fields(run.clone()).await;
        assert_eq!(
            (&fields["exit"], &fields["stdout"], &fields["stderr"]),
            (&json!(exit), &json!(stdout), &json!(stderr)),
            "{run}"
        );
    }
    let report = fixture.run(with(sh("cat"), json!({"stdin_bytes": 5000}))).await;
    assert_eq!(report.account.host_calls, 1);
    assert!(report.account.bytes_in >= 5000 && report.account.bytes_out >= 5000, "{:?}", report.account);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_run_is_refused_before_it_runs() {
    let fixture = Fixture::new().await;
    let missing = fixture.dir.path().join("missing").display().to_string();
    for (program, code, message) in [
        ("/bin/ls", "denied", "the program `/bin/ls` is not granted; nothing was run".to_owned()),
        ("sh", "denied", "the program `sh` is not granted; nothing was run".to_owned()),
        (
            "/bin/../bin/sh",
            "denied",
            "the program `/bin/../bin/sh` is not granted; nothing was run".to_owned(),
        ),
        (missing.as_str(), "not_found", format!("the program {missing} does not exist; nothing was run")),
    ] {
        let failure = fixture.refusal(json!({"program": program})).await;
        assert_eq!((failure.code.as_str(), failure.message), (code, message));
    }
    assert_eq!(
        fixture.refusal(json!({"program": "/bin/cat", "args": ["a\0b"]})).await.code,
        "invalid_argument"
    );
}

#[tokio::test]
async fn without_the_grant_it_is_not_loaded() {
    let error = load(&engine(1, 1), "runner", Grants::none()).err().unwrap();
    assert_eq!(
        error.to_string(),
        "plugin \"runner\": imports toolhost:plugin/process@0.1.0, which needs the grant \"process\"; \
         add `process: [/path/to/program]` to its `grants`"
    );
}

#[tokio::test]
async fn a_call_without_the_power_is_told_so() {
    let plugin = load(&engine(1, 1), "runner", granted(&["/bin/sh"])).unwrap();
    let result = plugin.call_tool(call("runner", sh("true"))).await.result;
    assert_eq!(result.err(), Some(CallError::Tool(Failure::new("denied", "This call runs no programs."))));
}

/// Whoever wrote all of the input before reading any output would wait for ever, and so would the program.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn large_streams_pass_all_at_once() {
    let fixture = Fixture::new().await;
    let bytes = 4 << 20;
    let streams = json!({"stdin_bytes": bytes, "max_stdout_bytes": bytes, "max_stderr_bytes": bytes});
    let fields = fixture.fields(with(sh("tee /dev/stderr"), streams)).await;
    assert_eq!(
        (&fields["exit"], &fields["echoed_on_stdout"], &fields["echoed_on_stderr"]),
        (&json!("code 0"), &json!(true), &json!(true))
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_output_has_a_bound() {
    let fixture = Fixture::new().await;
    let caps = || json!({"stdin_bytes": 1000, "max_stdout_bytes": 1000, "max_stderr_bytes": 1000});
    let fields = fixture.fields(with(sh("tee /dev/stderr"), caps())).await;
    assert_eq!((&fields["echoed_on_stdout"], &fields["echoed_on_stderr"]), (&json!(true), &json!(true)));
    for (script, output) in [
        ("cat; printf x; sleep 600", "standard output"),
        ("(cat; printf x; sleep 600) >&2", "standard error"),
    ] {
        let failure = fixture.refusal(with(sh(script), caps())).await;
        assert_eq!(
            (failure.code.as_str(), failure.message),
            ("limit_exceeded", format!("the {output} of /bin/sh is longer than 1000 bytes; it was ended"))
        );
        assert_eq!((fixture.alive(), fixture.places.free()), (0, 1), "{script}");
    }
}

/// Two processes that would stay, one of them out of the program's session.
const STAYS: &str = "setsid sleep 600 & sleep 600";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_has_a_time_of_its_own() {
    let fixture = Fixture::new().await;
    let failure = fixture.refusal(with(sh(STAYS), json!({"timeout_ms": 50}))).await;
    assert_eq!(
        (failure.code.as_str(), failure.message.as_str()),
        ("timed_out", "/bin/sh was not done in time, and was ended")
    );
    // The guest had its answer when nothing was left.
    assert_eq!((fixture.alive(), fixture.places.free()), (0, 1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_calls_deadline_goes_on_and_ends_the_program() {
    let fixture = Fixture::new().await;
    let limit = Duration::from_millis(200);
    // Its own time does not extend the call's.
    for run in [sh(STAYS), with(sh(STAYS), json!({"timeout_ms": 600_000}))] {
        let result = fixture.plugin.call_tool(fixture.call(run, limit)).await.result;
        assert_eq!(result.err(), Some(CallError::TimedOut { limit, queued: false }));
        fixture.is_gone().await;
    }
    assert_eq!(fixture.fields(sh("true")).await["exit"], "code 0");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_whose_time_passes_without_a_place_says_so() {
    let fixture = Fixture::new().await;
    let running = fixture.run(sh(STAYS));
    let limit = Duration::from_millis(100);
    let waiting = async {
        until(|| fixture.places.free() == 0).await;
        fixture.plugin.call_tool(fixture.call(sh("true"), limit)).await
    };
    let report = tokio::select! {
        report = running => panic!("{:?}", report.result),
        report = waiting => report,
    };
    assert_eq!(report.result.err(), Some(CallError::NoPlace { limit }));
    fixture.is_gone().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dropped_call_ends_its_program() {
    let fixture = Fixture::new().await;
    let started = fixture.dir.path().join("started");
    let running = fixture.run(sh(&format!("touch started; {STAYS}")));
    tokio::select! {
        report = running => panic!("{:?}", report.result),
        () = until(|| started.exists()) => {}
    }
    assert!(fixture.alive() > 0);
    fixture.is_gone().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_place_among_the_sandboxes_is_free_while_a_program_runs() {
    let fixture = Fixture::new().await;
    let fifo = fixture.dir.path().join("fifo");
    let waiting = {
        let plugin = Arc::clone(&fixture.plugin);
        let call = fixture.call(sh("mkfifo fifo; read line < fifo; echo got $line"), LONG);
        tokio::spawn(async move { plugin.call_tool(call).await })
    };
    until(|| Path::exists(&fifo)).await;
    // The only place is free: another guest runs to its end meanwhile.
    let noop = load(&fixture.engine, "noop", Grants::none()).unwrap();
    assert!(noop.call_tool(call("noop", json!({}))).await.result.is_ok());
    tokio::task::spawn_blocking(move || std::fs::write(fifo, "word\n")).await.unwrap().unwrap();
    let outcome = waiting.await.unwrap().result.unwrap();
    assert_eq!(outcome.fields.get("stdout"), Some(&json!("got word\n")));
}
