//! A client's commands: starting, asking, ending.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures_util::future::join_all;

use super::answer::{Holds, Unanswered, observe};
use super::environment::environment;
use super::live::Live;
use super::pump::pump;
use super::shell::arguments;
use super::table::{Ids, Table};
use super::types::{Observation, Patience, Policy, Request, SessionInfo, Status};
use crate::spawn::{Launch, Order, Spawner};
use crate::spool::SpoolDir;
use crate::{Failure, Gate, workdir};

/// Rows and columns of a terminal that nobody asked another size of.
const SIZE: (u16, u16) = (24, 120);

/// The longest text, in bytes, that Linux takes as one argument of a program (`MAX_ARG_STRLEN`), its end
/// included. On Windows a whole command line may have 32767 characters, so some are left for the shell's own
/// path and arguments; a text that quoting makes too long after all is refused by the system.
const MAX_COMMAND: usize = if cfg!(windows) { 32_000 } else { 128 * 1024 - 1 };

/// The commands of one client under one policy. Handles made by [`Terminals::under`] share the commands.
#[derive(Clone)]
pub struct Terminals {
    spawner: Arc<Spawner>,
    spools: Arc<SpoolDir>,
    table: Arc<Mutex<Table>>,
    patience: Patience,
    policy: Arc<Policy>,
    gate: Arc<dyn Gate>,
    holds: Arc<Holds>,
}

impl Terminals {
    /// A client that has no command yet.
    pub fn new(
        spawner: Arc<Spawner>,
        spools: Arc<SpoolDir>,
        ids: Ids,
        patience: Patience,
        policy: Arc<Policy>,
        gate: Arc<dyn Gate>,
    ) -> Terminals {
        Terminals {
            spawner,
            spools,
            table: Arc::new(Mutex::new(Table::new(ids))),
            patience,
            policy,
            gate,
            holds: Arc::default(),
        }
    }

    /// The same commands for one call, under the policy of the profile that the call began with.
    #[must_use]
    pub fn under(&self, policy: Arc<Policy>, gate: Arc<dyn Gate>) -> Terminals {
        Terminals { policy, gate, holds: Arc::default(), ..self.clone() }
    }

    /// Starts a command and observes it once: as soon as it has finished, or when `wait` has passed.
    ///
    /// Dropping the future, or the output of the answer undelivered, ends the command: nobody knows its id.
    ///
    /// # Errors
    /// The gate's refusal; a working directory that is not there; a command that no shell can take.
    pub async fn start(&self, request: Request, wait: Duration) -> Result<Observation, Failure> {
        let asked = Instant::now();
        check(&request)?;
        let workdir = workdir::find(&self.policy.workspace, request.workdir.as_deref())?;
        let leave = self.gate.may_run(&request.command, &request.intent).await?;
        let launch = Launch {
            program: self.policy.shell.clone(),
            arguments: arguments(&self.policy.shell, &request.command),
            environment: environment(&self.policy.environment, request.tty, &request.env),
            workdir: workdir.clone(),
        };
        let terminal = request.tty.then(|| request.size.unwrap_or(SIZE));
        let io_failure = |error: io::Error| {
            let shell = self.policy.shell.display();
            Failure::new(
                "io",
                format!("the shell {shell} could not be started in {}: {error}", workdir.display()),
            )
        };
        let (tree, output) = self.spawner.spawn(launch, terminal).await.map_err(io_failure)?;
        let id = self.lock().new_id().map_err(io_failure)?;
        let spool = self.spools.spool(&format!("session-{id}"));
        let output = Arc::new(output);
        let flow = pump(Arc::clone(&output), Arc::clone(&spool)).map_err(io_failure)?;
        let mut notices = leave.notices;
        let live = Live::new(id, request.command, workdir, spool, tree, (output, flow), leave.ended);
        let unanswered = Unanswered::new(Arc::clone(&live));
        if let Some(evicted) = self.lock().insert(Arc::clone(&live)) {
            notices.extend(evict(&evicted));
        }
        let mut observation = self.observe(&live, wait, Some(unanswered)).await?;
        observation.notices.splice(0..0, notices);
        observation.wall_time = asked.elapsed();
        Ok(observation)
    }

    /// Types bytes (none: just looks) and observes once. An observation that waits now ends at once.
    ///
    /// # Errors
    /// An unknown session; bytes for a command without a terminal; a program that does not read.
    pub async fn send(&self, id: u32, bytes: Vec<u8>, wait: Duration) -> Result<Observation, Failure> {
        let live = self.find(id)?;
        let mut notice = None;
        if !bytes.is_empty() {
            if live.life().exit().is_some() {
                notice = Some("The command had ended already; nothing was written.".to_owned());
            } else {
                let input = live.keyboard().ok_or_else(|| no_terminal(id))?;
                input.write(bytes)?;
                live.nudge.notify_waiters();
            }
        }
        let mut observation = self.observe(&live, wait, None).await?;
        observation.notices.extend(notice);
        Ok(observation)
    }

    /// Sends `INT`, `TERM` or `KILL` to the whole tree and observes once. An observation that waits now ends.
    ///
    /// # Errors
    /// An unknown session or name.
    pub async fn signal(&self, id: u32, name: &str, wait: Duration) -> Result<Observation, Failure> {
        let order = match name {
            "INT" => Order::Interrupt,
            "TERM" => Order::Terminate,
            "KILL" => Order::Kill,
            _ => {
                let message = format!("no signal {name:?}; INT, TERM and KILL are known");
                return Err(Failure::new("invalid_argument", message));
            }
        };
        let live = self.find(id)?;
        live.order(order);
        live.nudge.notify_waiters();
        self.observe(&live, wait, None).await
    }

    /// Changes rows and columns of a terminal.
    ///
    /// # Errors
    /// An unknown session, or one without a terminal.
    pub fn resize(&self, id: u32, size: (u16, u16)) -> Result<(), Failure> {
        let live = self.find(id)?;
        let input = live.keyboard().ok_or_else(|| no_terminal(id))?;
        input.terminal().resize(size).map_err(|error| Failure::new("io", error.to_string()))
    }

    /// Ends a command with its tree; how many processes withstood. Whoever looks at it next sees its end.
    ///
    /// # Errors
    /// An unknown session.
    pub async fn end(&self, id: u32) -> Result<u32, Failure> {
        let live = self.find(id)?;
        live.order(Order::End);
        Ok(live.over().await)
    }

    /// The commands of this client, oldest first.
    pub fn list(&self) -> Vec<SessionInfo> {
        let all = self.lock().all();
        all.iter()
            .map(|live| SessionInfo {
                id: live.id,
                command: live.command.clone(),
                workdir: live.workdir.to_string_lossy().into_owned(),
                tty: live.tty,
                age: live.age(),
                idle: live.last_used().elapsed(),
                status: live.status(),
            })
            .collect()
    }

    /// Ends every command with its tree. Returns how many processes withstood; bounded by the reapers' bound.
    pub async fn close(&self) -> u32 {
        let all = self.lock().take_all();
        for live in &all {
            live.order(Order::End);
        }
        join_all(all.iter().map(|live| live.over())).await.into_iter().sum()
    }

    async fn observe(
        &self,
        live: &Arc<Live>,
        wait: Duration,
        first: Option<Unanswered>,
    ) -> Result<Observation, Failure> {
        match self.patience {
            Patience::AsAsked => observe(live, &self.holds, Some(wait), first).await,
            Patience::UntilEnd(None) => observe(live, &self.holds, None, first).await,
            Patience::UntilEnd(Some(limit)) => {
                let finished =
                    async { live.finished.clone().wait_for(|finished| *finished).await.map(|_| ()) };
                let in_time = tokio::time::timeout(limit, finished).await.is_ok();
                if !in_time {
                    live.order(Order::End);
                }
                let mut observation = observe(live, &self.holds, None, first).await?;
                if !in_time {
                    observation.notices.push(format!("The command was ended after its limit of {limit:?}."));
                }
                Ok(observation)
            }
        }
    }

    fn find(&self, id: u32) -> Result<Arc<Live>, Failure> {
        if let Some(live) = self.lock().get(id) {
            return Ok(live);
        }
        let running: Vec<SessionInfo> =
            self.list().into_iter().filter(|session| matches!(session.status, Status::Running(_))).collect();
        let failure = Failure::new("unknown_session", format!("no session {id}"));
        if running.is_empty() {
            return Err(failure.hint("No session is running."));
        }
        let lines = running.iter().map(|session| {
            let command: String = session.command.chars().take(80).collect();
            format!("{}: {command} ({} s)", session.id, session.age.as_secs())
        });
        Err(failure.hint(format!("Running sessions: {}.", lines.collect::<Vec<_>>().join("; "))))
    }

    fn lock(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn check(request: &Request) -> Result<(), Failure> {
    if request.command.contains('\0') {
        return Err(Failure::new(
            "invalid_argument",
            "the command holds a NUL character, which no shell can take",
        ));
    }
    if request.command.len() > MAX_COMMAND {
        let message = format!(
            "the command is {} bytes long; a shell takes at most {MAX_COMMAND}",
            request.command.len()
        );
        return Err(Failure::new("invalid_argument", message).hint("Write the text to a file first."));
    }
    let bad = |(name, value): &&(String, String)| {
        name.is_empty() || name.contains(['=', '\0']) || value.contains('\0')
    };
    match request.env.iter().find(bad) {
        Some((name, _)) => {
            Err(Failure::new("invalid_argument", format!("{name:?} cannot be an environment variable")))
        }
        None => Ok(()),
    }
}

/// Ends a command that had to leave. One that had finished leaves without a word.
fn evict(live: &Live) -> Option<String> {
    live.order(Order::End);
    live.nudge.notify_waiters();
    (!live.is_finished()).then(|| {
        let command: String = live.command.chars().take(80).collect();
        format!("Session {} ({command}) was ended: at most {} run at once.", live.id, super::MAX_SESSIONS)
    })
}

fn no_terminal(id: u32) -> Failure {
    Failure::new("stdin_closed", format!("session {id} has no terminal, so nothing can be typed into it"))
        .hint("Start the command again with tty: true, or give it its input by a pipe or a here-document.")
}
