//! What a store holds for one call. Host functions get it, and nothing else, as `&mut self`.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use toolhost_capability::Failure;
use toolhost_capability::process::Processes;
use toolhost_capability::spool::Output;
use toolhost_capability::terminal::Terminals;
use toolhost_search::Searcher;
use wasmtime::component::ResourceTable;
use wasmtime_wasi::{WasiCtx, WasiCtxView, WasiView};

use crate::account::Meter;
use crate::call_error::CallError;
use crate::catalogue::Catalogue;
use crate::clock::CallClock;
use crate::imports::Files;
use crate::limiter::Limiter;
use crate::limits::Limits;
use crate::progress::Progress;

/// What one call may use besides its grants: the objects behind them.
pub struct Powers {
    /// The client's terminals. Without them the `terminal` interface, where it is linked, refuses each request.
    pub terminal: Option<Arc<Terminals>>,
    /// Runs the programs that the plugin is granted. Without it the `process` interface, where it is linked, refuses
    /// each request.
    pub process: Option<Arc<Processes>>,
    /// The client's files, or why there are none, which the `workspace` interfaces then say.
    pub files: Result<Files, Failure>,
    /// Searches the workspace, or why nothing does, which the `search` interface then says. Without it, that refuses
    /// each request.
    pub search: Option<Result<Arc<Searcher>, Failure>>,
    /// The tools of the client's profile. Without them the `catalog` interface, where it is linked, has none.
    pub catalogue: Option<Arc<dyn Catalogue>>,
    /// Where progress goes.
    pub progress: Arc<dyn Progress>,
    /// Operating system (`linux`, `macos`, `windows`) and shell family (`unix_like`, `powershell`).
    pub platform: (String, String),
    /// Bytes of model-visible text that the call may return.
    pub budget: u32,
}

/// The data of a store.
pub(crate) struct CallState {
    pub(crate) wasi: WasiCtx,
    pub(crate) table: ResourceTable,
    pub(crate) limiter: Limiter,
    /// The plugin's key in the configuration, for the log.
    pub(crate) plugin: Arc<str>,
    /// The plugin's `config` block, as JSON text.
    pub(crate) config: Arc<str>,
    pub(crate) powers: Powers,
    pub(crate) limits: Limits,
    pub(crate) clock: Arc<CallClock>,
    pub(crate) meter: Arc<Meter>,
    pub(crate) place: Place,
    pub(crate) awaited: Arc<Awaited>,
    /// The last fraction that was reported.
    pub(crate) progress: f32,
    /// What the guest saw of terminals.
    pub(crate) observed: Observed,
}

/// What a call waits for that others have: why it had no time, if that is over meanwhile.
#[derive(Debug)]
pub(crate) struct Awaited {
    /// A sandbox.
    pub(crate) sandbox: AtomicBool,
    /// A place for a program.
    pub(crate) program: AtomicBool,
}

impl Awaited {
    /// By a call that has not begun.
    pub(crate) fn sandbox() -> Self {
        Self { sandbox: AtomicBool::new(true), program: AtomicBool::new(false) }
    }

    /// The error of a call whose time is over.
    pub(crate) fn timed_out(&self, limit: Duration) -> CallError {
        if self.program.load(Relaxed) {
            CallError::NoPlace { limit }
        } else {
            CallError::TimedOut { limit, queued: self.sandbox.load(Relaxed) }
        }
    }
}

/// The call's place among those whose guest runs.
pub(crate) struct Place {
    places: Arc<Semaphore>,
    held: Option<OwnedSemaphorePermit>,
}

impl Place {
    /// Waits for a free place.
    pub(crate) async fn take(places: &Arc<Semaphore>) -> wasmtime::Result<Self> {
        let held = Arc::clone(places).acquire_owned().await?;
        Ok(Self { places: Arc::clone(places), held: Some(held) })
    }

    /// Lets another guest run while this one waits, and waits for a place again afterwards.
    async fn lend<T>(&mut self, wait: impl Future<Output = T>) -> wasmtime::Result<T> {
        self.held = None;
        let result = wait.await;
        self.held = Some(Arc::clone(&self.places).acquire_owned().await?);
        Ok(result)
    }
}

/// Which command an answer is of.
pub(crate) enum Seen {
    /// One that runs on, by its session.
    Running(u32),
    /// One that has ended, by its text.
    Ended(String),
}

/// The answers of terminals that a guest saw. They are kept beyond the guest's own handles: a command whose answer goes
/// undelivered ends or says the same again, and whether it is delivered is known only when the call has an outcome.
#[derive(Default)]
pub(crate) struct Observed(Vec<(Seen, Output)>);

impl Observed {
    /// Keeps an answer. The latest of a session speaks for those before it.
    pub(crate) fn keep(&mut self, of: Seen, output: &Output) {
        if let Seen::Running(session) = of {
            self.0.retain(|(seen, _)| !matches!(seen, Seen::Running(other) if *other == session));
        }
        self.0.push((of, output.clone()));
    }

    /// The command of which this is all that it has printed, if it has ended.
    pub(crate) fn whole(&self, output: &Output) -> Option<&str> {
        let is_all = output.offset() == 0 && output.len() == output.total();
        self.0.iter().find_map(|(seen, other)| match seen {
            Seen::Ended(command) if is_all && other.path() == output.path() => Some(command.as_str()),
            _ => None,
        })
    }

    /// What is still to be delivered.
    pub(crate) fn into_outputs(self) -> Vec<Output> {
        self.0.into_iter().map(|(_, output)| output).collect()
    }
}

/// A bound that ended a call from within a host function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the limit `{name}` of {bound} was reached")]
pub(crate) struct LimitReached {
    pub(crate) name: &'static str,
    pub(crate) bound: u64,
}

impl CallState {
    /// Counts a call of one of our imports; the first one past the limit ends the guest.
    pub(crate) fn count(&self) -> wasmtime::Result<()> {
        let bound = self.limits.host_calls;
        if self.meter.host_call() > bound {
            return Err(LimitReached { name: "host_calls", bound }.into());
        }
        Ok(())
    }

    /// Waits for something within the call's own time, which goes on. Its place is free meanwhile.
    pub(crate) async fn wait_counted<T>(&mut self, wait: impl Future<Output = T>) -> wasmtime::Result<T> {
        self.place.lend(self.meter.host(wait)).await
    }

    /// Waits for something with a bound of its own: the call's clock stands still and its place is free meanwhile.
    /// The clock also stands while a place is awaited afterwards, since what the wait brought must not be lost to load.
    pub(crate) async fn wait<T>(&mut self, wait: impl Future<Output = T>) -> wasmtime::Result<T> {
        let pause = self.clock.pause();
        let started = Instant::now();
        let result = self.place.lend(self.meter.host(wait)).await;
        self.meter.waited(started.elapsed());
        drop(pause);
        result
    }
}

impl WasiView for CallState {
    fn ctx(&mut self) -> WasiCtxView<'_> {
        WasiCtxView { ctx: &mut self.wasi, table: &mut self.table }
    }
}
