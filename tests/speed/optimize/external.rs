//! `exec_json` asking a program, against the same program started bare with the same pipes and the same input.
//!
//! The program is `sed`, which is compiled and small: it reads all of the request and then prints a file, the answer.
//! Few programs take less time than that. In its place two rows have what an optimizer of somebody's own may be: a
//! script of the shell, and one in Python that reads the request as JSON.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::json;
use tempfile::TempDir;
use toolhost_optimizer::{
    Attempt, Class, Observer, Optimizer, ProviderError, Settled, ShellCall, ShellOutput,
};

use super::log;
use crate::fixture::{Fixture, Optimizers, median, ratio};
use crate::process::bare;

const SED: &str = "/bin/sed";
/// A builtin of the shell and one program.
const SCRIPT: &str = "#!/bin/sh\ncat >/dev/null\nprintf '%s\\n' '";
const PYTHON: &str = "/usr/bin/python3";
const ADAPTER: &str = "import json, sys\njson.load(sys.stdin)\nprint(sys.argv[1])\n";

/// What the program says of commands and of outputs.
const ANSWER: &str = r#"{"changed":true,"command":"true","output":"short","reason":"fixed"}"#;

pub(super) async fn run() {
    let folder = tempfile::tempdir().unwrap();
    let [answer, script, adapter] =
        ["answer.json", "optimizer", "optimizer.py"].map(|name| folder.path().join(name));
    std::fs::write(&answer, format!("{ANSWER}\n")).unwrap();
    std::fs::write(&script, format!("{SCRIPT}{ANSWER}'\n")).unwrap();
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    let sed = Program { path: Path::new(SED), arguments: &["-n", &format!("$r {}", answer.display())] };
    std::fs::write(&adapter, ADAPTER).unwrap();
    let script = Program { path: &script, arguments: &[] };
    let adapter = [&*adapter.to_string_lossy(), ANSWER];
    let python = Program { path: Path::new(PYTHON), arguments: &adapter };
    for (name, program, bytes, rounds) in [
        ("sed", &sed, None, 300),
        ("sed", &sed, Some(20_000), 300),
        ("sed", &sed, Some(100_000), 200),
        ("sed", &sed, Some(500_000), 100),
        ("a script", &script, Some(20_000), 200),
        ("Python", &python, None, 60),
        ("Python", &python, Some(20_000), 60),
        ("Python", &python, Some(500_000), 40),
    ] {
        if !program.path.exists() {
            println!("optimize exec_json asks {name}: left out, there is no {}", program.path.display());
            continue;
        }
        let (ours, peer) = row(&folder, program, bytes, rounds).await;
        let what = bytes.map_or("a command".to_owned(), |bytes| format!("{bytes} bytes of output"));
        println!(
            "optimize exec_json asks {name} about {what}: {ours:?}; bare spawn with the same pipes {peer:?}; \
             ratio {:.2} (at most 1.2), difference {:?}",
            ratio(ours, peer),
            ours.saturating_sub(peer),
        );
    }
}

struct Program<'a> {
    path: &'a Path,
    arguments: &'a [&'a str],
}

/// The medians of a question, about an output of so many bytes or about a command, and of the program alone.
async fn row(
    folder: &TempDir,
    program: &Program<'_>,
    bytes: Option<usize>,
    rounds: usize,
) -> (Duration, Duration) {
    let times = Arc::new(Times::default());
    let block = format!(
        "{{ enabled: true, command_rewrite: {{ enabled: true, acceptance: off, timeout_ms: 60000 }}, \
         output_reduce: {{ enabled: true, acceptance: off, timeout_ms: 0, min_input_bytes: 0 }}, \
         providers: [{{ type: exec_json, path: {}, args: {} }}] }}",
        program.path.display(),
        json!(program.arguments)
    );
    let observer: Arc<dyn Observer> = Arc::<Times>::clone(&times);
    let fixture = Fixture::optimizing(Optimizers { observer, ..Optimizers::new(&block) }).await;
    // What the host gives every program.
    let environment = ["PATH", "HOME", "LANG", "TMPDIR"];
    let environment = environment.iter().filter_map(|name| Some((name.into(), std::env::var_os(name)?)));
    let environment: Vec<_> = environment.collect();
    let mut peer = Vec::new();
    for round in 0..=rounds {
        // Nothing is remembered of it.
        let command = format!("cat out-{round}");
        let output = bytes.map(|bytes| log(round, bytes));
        let request = request(&command, output.as_deref());
        ask(&fixture.optimizer, &command, output).await;

        let start = Instant::now();
        let printed = bare(program.path, program.arguments, folder.path(), &environment, request);
        peer.push(start.elapsed());
        assert_eq!(printed, format!("{ANSWER}\n").into_bytes());
    }
    fixture.client.close().await;
    // The first question has a reaper started, which is kept for the next ones.
    let ours = times.0.lock().unwrap().split_off(1);
    assert_eq!(ours.len(), rounds);
    (median(ours), median(peer.split_off(1)))
}

/// A turn with one question.
async fn ask(optimizer: &Optimizer, command: &str, output: Option<String>) {
    let call = ShellCall::new("exec_command", "1", command);
    let turn = optimizer.turn();
    match output {
        None => assert!(turn.rewrite(std::slice::from_ref(&call)).await[0].is_some()),
        Some(text) => {
            let output = ShellOutput { call, original_command: None, text };
            assert!(turn.reduce(std::slice::from_ref(&output)).await[0].is_some());
        }
    }
}

/// What the program reads.
fn request(command: &str, output: Option<&str>) -> Vec<u8> {
    let operation = if output.is_some() { "reduce_output" } else { "rewrite_command" };
    let output = output.map(|output| format!(r#""output":{},"#, json!(output))).unwrap_or_default();
    format!(
        r#"{{"schema":"vekil.tool_optimizer.v1","operation":"{operation}","tool_name":"exec_command","call_id":"1","command":{},{output}"metadata":{{}}}}"#,
        json!(command)
    )
    .into_bytes()
}

/// How long each question took, without what comes before and after it in a turn.
#[derive(Default)]
struct Times(Mutex<Vec<Duration>>);

impl Observer for Times {
    fn attempt(&self, attempt: &Attempt<'_>) {
        assert_eq!(attempt.class, Class::Changed);
        self.0.lock().unwrap().push(attempt.duration);
    }

    fn settled(&self, _: &Settled<'_>) {}

    fn unservable(&self, provider: &str) {
        panic!("{provider}");
    }

    fn unprepared(&self, _: &str, _: &str, error: &ProviderError) {
        panic!("{error}");
    }
}
