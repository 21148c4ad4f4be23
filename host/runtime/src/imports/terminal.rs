//! `terminal`: shell commands. Linked only where the grant is held. While a command is awaited, the call's clock
//! stands still and its place is free for another guest.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use toolhost_capability::Failure;
use toolhost_capability::terminal::{
    Observation as Observed, Request as Start, SessionInfo, Status as State, Terminals,
};

use crate::bindings::toolhost::plugin::terminal::{Host, Observation, Request, Session, Status};
use crate::bindings::toolhost::plugin::types::Error;
use crate::state::{CallState, Seen};

type Answer<T> = wasmtime::Result<Result<T, Error>>;

impl Host for CallState {
    async fn start(&mut self, request: Request, yield_ms: u32) -> Answer<Observation> {
        self.meter.bytes_out(request.command.len() + request.intent.len());
        let start = Start {
            command: request.command,
            workdir: request.workdir,
            tty: request.tty,
            size: request.size,
            env: request.env,
            intent: request.intent,
        };
        self.observe(|terminals| async move { terminals.start(start, millis(yield_ms)).await }).await
    }

    async fn send(&mut self, session: u32, bytes: Vec<u8>, yield_ms: u32) -> Answer<Observation> {
        self.meter.bytes_out(bytes.len());
        self.observe(|terminals| async move { terminals.send(session, bytes, millis(yield_ms)).await }).await
    }

    async fn signal(&mut self, session: u32, name: String, yield_ms: u32) -> Answer<Observation> {
        self.observe(|terminals| async move { terminals.signal(session, &name, millis(yield_ms)).await })
            .await
    }

    async fn resize(&mut self, session: u32, size: (u16, u16)) -> Answer<()> {
        self.count()?;
        let Some(terminals) = self.terminals() else { return Ok(Err(no_terminal())) };
        Ok(self.meter.host_now(|| terminals.resize(session, size)).map_err(Error::from))
    }

    async fn sessions(&mut self) -> wasmtime::Result<Vec<Session>> {
        self.count()?;
        let Some(terminals) = self.terminals() else { return Ok(Vec::new()) };
        Ok(self.meter.host_now(|| terminals.list()).into_iter().map(Session::from).collect())
    }
}

impl CallState {
    fn terminals(&self) -> Option<Arc<Terminals>> {
        self.powers.terminal.clone()
    }

    /// Waits for one observation and hands its output to the guest as a handle.
    async fn observe<F>(&mut self, request: impl FnOnce(Arc<Terminals>) -> F) -> Answer<Observation>
    where
        F: Future<Output = Result<Observed, Failure>>,
    {
        self.count()?;
        let Some(terminals) = self.terminals() else { return Ok(Err(no_terminal())) };
        let observed = match self.wait(request(terminals)).await? {
            Ok(observed) => observed,
            Err(failure) => return Ok(Err(failure.into())),
        };
        let of = match observed.status {
            State::Running(session) => Seen::Running(session),
            State::Exited(_) | State::Signalled(_) => Seen::Ended(observed.command),
        };
        self.observed.keep(of, &observed.output);
        Ok(Ok(Observation {
            status: observed.status.into(),
            total_bytes: observed.total_bytes,
            offset: observed.offset,
            workdir: observed.workdir,
            wall_time_ms: whole_millis(observed.wall_time),
            background: observed.background,
            notices: observed.notices,
            output: self.table.push(observed.output)?,
        }))
    }
}

/// The grant is held, but whoever made the call has no terminals to give.
fn no_terminal() -> Error {
    Failure::new("denied", "This call has no terminal: its caller runs no commands.").into()
}

fn millis(count: u32) -> Duration {
    Duration::from_millis(u64::from(count))
}

fn whole_millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

impl From<State> for Status {
    fn from(state: State) -> Self {
        match state {
            State::Running(session) => Self::Running(session),
            State::Exited(code) => Self::Exited(code),
            State::Signalled(signal) => Self::Signalled(signal),
        }
    }
}

impl From<SessionInfo> for Session {
    fn from(info: SessionInfo) -> Self {
        Self {
            id: info.id,
            command: info.command,
            workdir: info.workdir,
            tty: info.tty,
            age_ms: whole_millis(info.age),
            idle_ms: whole_millis(info.idle),
            status: info.status.into(),
        }
    }
}
