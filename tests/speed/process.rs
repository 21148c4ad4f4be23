//! A granted program run to completion, against the same program started bare with the same pipes.

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use toolhost_capability::process::{Places, Policy, Processes, Program, Request};
use toolhost_capability::spawn::Spawner;

use crate::fixture::{median, ratio};

/// A program, its arguments, the length of its input, and how often it is run.
const ROWS: [(&str, &[&str], usize, usize); 4] = [
    ("/bin/true", &[], 0, 400),
    ("/bin/cat", &[], 20_000, 400),
    ("/bin/cat", &[], 500_000, 200),
    ("/usr/bin/env", &["sh", "-c", "wc -c"], 20_000, 200),
];

pub(crate) async fn run() {
    for (program, arguments, input, rounds) in ROWS {
        let stdin = vec![b'x'; input];
        // On a thread of the runtime, as every call of the host is.
        let row = tokio::spawn(async move { row(program, arguments, &stdin, rounds).await });
        let (ours, peer) = row.await.unwrap();
        println!(
            "process {ours:?} for `{program}` with {input} bytes; bare spawn with the same pipes {peer:?}; \
             ratio {:.2} (at most 1.2), difference {:?}",
            ratio(ours, peer),
            ours.saturating_sub(peer),
        );
    }
}

async fn row(program: &str, arguments: &[&str], stdin: &[u8], rounds: usize) -> (Duration, Duration) {
    let folder = tempfile::tempdir().unwrap();
    let environment = vec![("PATH".into(), std::env::var_os("PATH").unwrap_or_default())];
    let policy = Policy {
        programs: vec![Program::new(program, program).unwrap()],
        workdir: folder.path().to_owned(),
        environment: environment.clone(),
        variables: Vec::new(),
    };
    let processes = Processes::new(Spawner::new(folder.path()).unwrap(), Places::new(4), Arc::new(policy));
    let (mut ours, mut peer) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        let request = Request {
            program: program.to_owned(),
            arguments: arguments.iter().map(|argument| (*argument).to_owned()).collect(),
            environment: Vec::new(),
            workdir: None,
            stdin: stdin.to_owned(),
            max_stdout_bytes: 1 << 20,
            max_stderr_bytes: 1 << 16,
            deadline: Some(Instant::now() + Duration::from_secs(60)),
        };
        let start = Instant::now();
        let completed = processes.run(request).await.unwrap();
        ours.push(start.elapsed());

        let input = stdin.to_owned();
        let start = Instant::now();
        let stdout = bare(program.as_ref(), arguments, folder.path(), &environment, input);
        peer.push(start.elapsed());
        assert_eq!(completed.stdout, stdout);
    }
    (median(ours), median(peer))
}

/// The program with its three pipes and nothing around it; its standard output.
pub(crate) fn bare(
    program: &Path,
    arguments: &[&str],
    workdir: &Path,
    environment: &[(OsString, OsString)],
    stdin: Vec<u8>,
) -> Vec<u8> {
    let length = stdin.len();
    let mut child = Command::new(program)
        .args(arguments)
        .env_clear()
        .envs(environment.iter().map(|(name, value)| (name, value)))
        .current_dir(workdir)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut feed = move || input.write_all(&stdin).unwrap();
    // What a pipe holds can be written at once; more needs somebody who reads meanwhile.
    let output = if length <= 65_536 {
        feed();
        drop(feed);
        child.wait_with_output().unwrap()
    } else {
        let feeding = std::thread::spawn(feed);
        let output = child.wait_with_output().unwrap();
        feeding.join().unwrap();
        output
    };
    assert!(output.status.success());
    output.stdout
}
