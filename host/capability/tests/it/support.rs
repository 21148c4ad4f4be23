//! A client of the terminals, and an oracle for what is left of their trees.

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use tempfile::TempDir;
use toolhost_capability::spawn::Spawner;
use toolhost_capability::spool::{Limits, SpoolDir};
use toolhost_capability::terminal::{Ids, Observation, Patience, Policy, Request, Status, Terminals};
use toolhost_capability::workspace::Change;
use toolhost_capability::{Failure, Gate, Leave};

/// Longer than any command here takes on a busy machine; nothing waits for it to pass.
pub const LONG: Duration = Duration::from_secs(60);

struct Open;

#[async_trait]
impl Gate for Open {
    async fn may_run(&self, _: &str, _: &str) -> Result<Leave, Failure> {
        Ok(Leave::plain())
    }

    fn may_mutate(&self, _: &[Change]) -> Result<(), Failure> {
        Ok(())
    }

    fn mutated(&self, _: &[Change]) {}
}

pub struct Client {
    pub terminals: Terminals,
    pub folder: TempDir,
}

pub fn client() -> Client {
    client_with(Patience::AsAsked)
}

pub fn client_with(patience: Patience) -> Client {
    let folder = tempfile::tempdir().unwrap();
    let spools = SpoolDir::open(&folder.path().join("spool"), limits()).unwrap();
    let spawner = Spawner::new(folder.path()).unwrap();
    let policy = Arc::new(policy(folder.path()));
    let terminals = Terminals::new(spawner, spools, Ids::Sequential, patience, policy, Arc::new(Open));
    Client { terminals, folder }
}

pub fn limits() -> Limits {
    Limits {
        max_session_bytes: 8 << 30,
        max_files: 100,
        max_age: Duration::from_secs(3600),
        max_bytes: 8 << 30,
    }
}

fn policy(workspace: &Path) -> Policy {
    Policy { workspace: workspace.to_owned(), shell: "/bin/bash".into(), environment: environment() }
}

/// Where programs are, and nothing else of what the tests were started from: `CI`, say, is no matter of toolhost's.
fn environment() -> Vec<(OsString, OsString)> {
    ["PATH", "HOME"].into_iter().filter_map(|name| Some((name.into(), std::env::var_os(name)?))).collect()
}

pub fn request(command: &str) -> Request {
    Request {
        command: command.to_owned(),
        workdir: None,
        tty: false,
        size: None,
        env: Vec::new(),
        intent: "{}".to_owned(),
    }
}

pub fn on_terminal(command: &str) -> Request {
    Request { tty: true, ..request(command) }
}

impl Client {
    /// Runs a command to its end and takes its answer.
    pub async fn run(&self, command: &str) -> (Status, String) {
        let observation = self.terminals.start(request(command), LONG).await.unwrap();
        (observation.status, taken(&observation))
    }

    /// Starts a command that runs on, and takes the first answer.
    pub async fn start(&self, request: Request) -> u32 {
        let observation = self.terminals.start(request, Duration::ZERO).await.unwrap();
        observation.output.delivered();
        match observation.status {
            Status::Running(id) => id,
            ended => panic!("{ended:?}"),
        }
    }

    /// Starts a command and waits until its output holds `text`.
    pub async fn start_until(&self, request: Request, text: &str) -> u32 {
        let observation = self.terminals.start(request, Duration::ZERO).await.unwrap();
        let seen = taken(&observation);
        let Status::Running(id) = observation.status else { panic!("it ended: {seen:?}") };
        if !seen.contains(text) {
            self.until(id, text).await;
        }
        id
    }

    /// Types bytes and waits until the output since then holds `text`; returns that output.
    pub async fn type_until(&self, id: u32, bytes: &[u8], text: &str) -> String {
        let observation = self.terminals.send(id, bytes.to_vec(), Duration::ZERO).await.unwrap();
        let seen = taken(&observation);
        if seen.contains(text) { seen } else { seen + &self.until(id, text).await }
    }

    /// Looks until the output since now holds `text`; returns that output.
    pub async fn until(&self, id: u32, text: &str) -> String {
        let mut seen = String::new();
        for _ in 0..600 {
            let observation = self.terminals.send(id, Vec::new(), Duration::from_millis(100)).await.unwrap();
            seen.push_str(&taken(&observation));
            if seen.contains(text) {
                return seen;
            }
        }
        panic!("{text:?} did not come: {seen:?}");
    }
}

/// The text of an answer, which counts as delivered.
pub fn taken(observation: &Observation) -> String {
    observation.output.delivered();
    String::from_utf8_lossy(&observation.output.read(0, usize::MAX).unwrap()).into_owned()
}

/// Processes of this machine whose environment holds `mark`, zombies not among them.
pub fn marked(mark: &str) -> Vec<u32> {
    std::fs::read_dir("/proc")
        .unwrap()
        .flatten()
        .filter_map(|entry| {
            let pid = entry.file_name().to_str()?.parse().ok()?;
            let environment = std::fs::read(entry.path().join("environ")).ok()?;
            environment.split(|byte| *byte == 0).any(|variable| variable == mark.as_bytes()).then_some(pid)
        })
        .collect()
}

/// Waits until `condition` holds, and fails the test if it never does.
pub async fn eventually(what: &str, condition: impl Fn() -> bool) {
    for _ in 0..3000 {
        if condition() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("never: {what}");
}
