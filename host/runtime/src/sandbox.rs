//! One entry into a sandbox: fresh, bounded in every way, thrown away at the end whatever the end is.

use std::any::Any;
use std::future::poll_fn;
use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::task::Poll;
use std::time::Instant;

use futures_util::FutureExt;
use wasmtime::Store;
use wasmtime::component::ResourceTable;

use crate::account::{Account, Meter};
use crate::bindings::toolhost::plugin::types;
use crate::call_error::CallError;
use crate::clock::CallClock;
use crate::imports::LOG_TARGET;
use crate::limiter::Limiter;
use crate::limits::Limits;
use crate::outcome;
use crate::plugin::{Linked, Plugin};
use crate::state::{Awaited, CallState, Observed, Place, Powers};
use crate::text;
use crate::trap::{self, Stopped};
use crate::wasi::{self, Stdio};

/// What a sandbox is made for: one call of one of a component's exports.
pub(crate) trait Entry: Sized {
    /// What the guest returns.
    type Returned;
    /// What comes of it once it is checked.
    type Answer;

    /// Bytes that the guest is handed.
    fn bytes_in(&self) -> usize;

    /// Makes the instance and calls the export.
    async fn enter(
        &self,
        linked: &Linked,
        store: &mut Store<CallState>,
        meter: &Meter,
    ) -> Result<Result<Self::Returned, types::Error>, Stopped>;

    /// Bytes that the guest handed over: what counts against `result_bytes`.
    fn bytes_out(returned: &Self::Returned) -> usize;

    /// Checks what the guest returned.
    fn answer(returned: Self::Returned, state: &mut CallState) -> Result<Self::Answer, CallError>;
}

/// How a call ended and what it cost.
#[derive(Debug)]
pub struct CallReport<T> {
    /// What the plugin returned, or why there is nothing.
    pub result: Result<T, CallError>,
    /// What it cost, in either case.
    pub account: Account,
}

impl<T> CallReport<T> {
    /// Of a call that was not made.
    pub(crate) fn refused(error: CallError) -> Self {
        Self { result: Err(error), account: Meter::new().account() }
    }
}

impl Plugin {
    /// Makes a sandbox for one entry and throws it away.
    ///
    /// The call's clock runs over guest and host time; the first compile and waiting for a terminal do not count.
    /// Dropping the future stops the guest at its next tick.
    pub(crate) async fn in_sandbox<E: Entry>(
        &self,
        entry: E,
        limits: &Limits,
        powers: Powers,
    ) -> CallReport<E::Answer> {
        let meter = Arc::new(Meter::new());
        // Boxed: what awaits this in turn would otherwise be a type too deep for the compiler.
        let result = Box::pin(self.metered(entry, limits, powers, &meter)).await;
        CallReport { result, account: meter.account() }
    }

    async fn metered<E: Entry>(
        &self,
        entry: E,
        limits: &Limits,
        powers: Powers,
        meter: &Arc<Meter>,
    ) -> Result<E::Answer, CallError> {
        let started = Instant::now();
        let linked = self.linked().await;
        meter.compiled(started.elapsed());
        let linked = linked.map_err(|error| CallError::Unavailable { why: error.cause.to_string() })?;

        let limits = self.limits.narrowed(limits);
        let frame = Frame { plugin: &self.id, stdio: Stdio::new(&limits), meter: Arc::clone(meter) };
        let clock = Arc::new(CallClock::start(limits.timeout));
        let awaited = Arc::new(Awaited::sandbox());
        let run = Run {
            plugin: self,
            linked,
            frame: &frame,
            limits,
            clock: Arc::clone(&clock),
            awaited: Arc::clone(&awaited),
        };
        // A host function that panics must cost this call only.
        let run = AssertUnwindSafe(run.run(entry, powers)).catch_unwind();
        // Both in one task: see `CallClock::expired`. A guest that never waits yields at each tick.
        let (mut run, mut expired) = (pin!(run), pin!(clock.expired()));
        let ended = poll_fn(|context| match run.as_mut().poll(context) {
            Poll::Ready(ended) => Poll::Ready(Some(ended)),
            Poll::Pending => expired.as_mut().poll(context).map(|()| None),
        })
        .await;
        match ended {
            Some(Ok(result)) => result,
            Some(Err(panic)) => Err(CallError::Host { message: panic_message(&*panic) }),
            None => Err(awaited.timed_out(clock.limit())),
        }
    }
}

struct Run<'a> {
    plugin: &'a Plugin,
    linked: &'a Linked,
    frame: &'a Frame<'a>,
    limits: Limits,
    clock: Arc<CallClock>,
    awaited: Arc<Awaited>,
}

impl Run<'_> {
    async fn run<E: Entry>(self, entry: E, powers: Powers) -> Result<E::Answer, CallError> {
        let engine = &self.plugin.engine;
        let meter = &self.frame.meter;
        let queued = Instant::now();
        let closed = || CallError::Unavailable { why: "the host is shutting down".to_owned() };
        let _live = engine.live.acquire().await.map_err(|_| closed())?;
        let place = Place::take(&engine.places).await.map_err(|_| closed())?;
        meter.waited(queued.elapsed());
        self.awaited.sandbox.store(false, Relaxed);
        let _ticking = engine.ticker.run();
        meter.busy(self.inside(entry, powers, place)).await
    }

    /// From an empty store to a checked answer, all of it counted: what is not the host's time is the guest's.
    async fn inside<E: Entry>(&self, entry: E, powers: Powers, place: Place) -> Result<E::Answer, CallError> {
        let meter = &self.frame.meter;
        meter.bytes_in(entry.bytes_in());
        let mut store = meter.host_now(|| self.store(powers, place));
        let called = entry.enter(self.linked, &mut store, meter).await;
        meter.host_now(|| self.judge::<E>(called, store))
    }

    fn store(&self, powers: Powers, place: Place) -> Store<CallState> {
        let Self { plugin, limits, .. } = self;
        let mut table = ResourceTable::new();
        table.set_max_capacity(limits.handles as usize);
        let state = CallState {
            wasi: wasi::context(&plugin.effective, &plugin.env, &plugin.digest(), limits, &self.frame.stdio),
            table,
            limiter: Limiter::new(limits, Arc::clone(&self.frame.meter)),
            plugin: Arc::clone(&plugin.id),
            config: Arc::clone(&plugin.config),
            powers,
            limits: limits.clone(),
            clock: Arc::clone(&self.clock),
            meter: Arc::clone(&self.frame.meter),
            place,
            awaited: Arc::clone(&self.awaited),
            progress: f32::NEG_INFINITY,
            observed: Observed::default(),
        };
        let mut store = Store::new(&plugin.engine.wasm, state);
        store.limiter(|state| &mut state.limiter);
        store.set_hostcall_fuel(usize::try_from(limits.hostcall_bytes).unwrap_or(usize::MAX));
        store.set_epoch_deadline(1);
        store.epoch_deadline_async_yield_and_update(1);
        store
    }

    fn judge<E: Entry>(
        &self,
        called: Result<Result<E::Returned, types::Error>, Stopped>,
        mut store: Store<CallState>,
    ) -> Result<E::Answer, CallError> {
        let returned = called.map_err(|stopped| {
            let refused = store.data().limiter.refused();
            trap::classify(stopped, refused, &self.limits, self.clock.elapsed(), &self.frame.stdio.stderr)
        })?;
        let bytes = returned.as_ref().map_or_else(outcome::error_size, E::bytes_out);
        self.frame.meter.bytes_out(bytes);
        if bytes as u64 > self.limits.result_bytes {
            return Err(CallError::ResultTooLarge {
                bytes: Some(bytes as u64),
                limit: self.limits.result_bytes,
            });
        }
        match returned {
            Ok(returned) => E::answer(returned, store.data_mut()),
            Err(error) => Err(CallError::Tool(outcome::failure(error))),
        }
    }
}

/// Says in the log what a call left there, however it ended: returned, trapped, stopped or dropped.
struct Frame<'a> {
    plugin: &'a str,
    stdio: Stdio,
    meter: Arc<Meter>,
}

impl Drop for Frame<'_> {
    fn drop(&mut self) {
        let plugin = self.plugin;
        let dropped = self.meter.account().log_lines_dropped;
        if dropped > 0 {
            tracing::warn!(target: LOG_TARGET, plugin, dropped, "log lines past the limit of this call were dropped");
        }
        for (stream, pipe) in [("stdout", &self.stdio.stdout), ("stderr", &self.stdio.stderr)] {
            let printed = pipe.text();
            if !printed.is_empty() {
                let printed = text::block(&printed, text::ERROR_BYTES);
                tracing::debug!(target: LOG_TARGET, plugin, stream, "{printed}");
            }
        }
    }
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let message =
        panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text::line(message.unwrap_or("a panic without a message"), text::ERROR_BYTES)
}
