//! One call of a tool: a fresh sandbox, bounded in every way, thrown away at the end whatever the end is.

use std::any::Any;
use std::future::poll_fn;
use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::task::Poll;
use std::time::Instant;

use futures_util::FutureExt;
use serde_json::Value;
use wasmtime::Store;
use wasmtime::component::ResourceTable;

use crate::account::{Account, Meter};
use crate::bindings::PluginHostPre;
use crate::call_error::CallError;
use crate::clock::CallClock;
use crate::imports::LOG_TARGET;
use crate::limiter::Limiter;
use crate::limits::Limits;
use crate::outcome::{self, Outcome};
use crate::plugin::Plugin;
use crate::state::{CallState, Observed, Place, Powers};
use crate::text;
use crate::trap;
use crate::wasi::{self, Stdio};

/// One call.
pub struct ToolCall {
    /// One of the names in the plugin's metadata.
    pub tool: String,
    /// Arguments that passed the tool's schema.
    pub arguments: Value,
    /// Bounds of this call, where they are tighter than the plugin's.
    pub limits: Limits,
    /// The objects behind the plugin's grants.
    pub powers: Powers,
}

/// How a call ended and what it cost.
#[derive(Debug)]
pub struct CallReport {
    /// What the tool returned, or why there is nothing.
    pub result: Result<Outcome, CallError>,
    /// What it cost, in either case.
    pub account: Account,
}

impl Plugin {
    /// Calls a tool in a sandbox of its own.
    ///
    /// The call's clock runs over guest and host time; the first compile and waiting for a terminal do not count.
    /// Dropping the future stops the guest at its next tick and throws the sandbox away.
    pub async fn call_tool(&self, call: ToolCall) -> CallReport {
        let meter = Arc::new(Meter::new());
        let result = self.metered(call, &meter).await;
        CallReport { result, account: meter.account() }
    }

    async fn metered(&self, call: ToolCall, meter: &Arc<Meter>) -> Result<Outcome, CallError> {
        if self.metadata().tool(&call.tool).is_none() {
            let why = format!("the plugin has no tool \"{}\"", call.tool);
            return Err(CallError::Unavailable { why });
        }
        let started = Instant::now();
        let linked = self.linked().await;
        meter.compiled(started.elapsed());
        let linked = linked.map_err(|error| CallError::Unavailable { why: error.cause.to_string() })?;

        let limits = self.limits.narrowed(&call.limits);
        let frame = Frame { plugin: &self.id, stdio: Stdio::new(&limits), meter: Arc::clone(meter) };
        let clock = Arc::new(CallClock::start(limits.timeout));
        let begun = AtomicBool::new(false);
        let run =
            Run { plugin: self, linked, frame: &frame, limits, clock: Arc::clone(&clock), begun: &begun };
        // A host function that panics must cost this call only.
        let run = AssertUnwindSafe(run.run(call)).catch_unwind();
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
            None => Err(CallError::TimedOut { limit: clock.limit(), queued: !begun.load(Relaxed) }),
        }
    }
}

struct Run<'a> {
    plugin: &'a Plugin,
    linked: &'a PluginHostPre<CallState>,
    frame: &'a Frame<'a>,
    limits: Limits,
    clock: Arc<CallClock>,
    /// Set when the guest has its sandbox.
    begun: &'a AtomicBool,
}

impl Run<'_> {
    async fn run(self, call: ToolCall) -> Result<Outcome, CallError> {
        let engine = &self.plugin.engine;
        let meter = &self.frame.meter;
        let queued = Instant::now();
        let closed = || CallError::Unavailable { why: "the host is shutting down".to_owned() };
        let _live = engine.live.acquire().await.map_err(|_| closed())?;
        let place = Place::take(&engine.places).await.map_err(|_| closed())?;
        meter.waited(queued.elapsed());
        self.begun.store(true, Relaxed);
        let _ticking = engine.ticker.run();
        meter.busy(self.in_sandbox(call, place)).await
    }

    /// From an empty store to a checked result, all of it counted: what is not the host's time is the guest's.
    async fn in_sandbox(&self, call: ToolCall, place: Place) -> Result<Outcome, CallError> {
        let meter = &self.frame.meter;
        let arguments = call.arguments.to_string();
        meter.bytes_in(arguments.len());
        let mut store = meter.host_now(|| self.store(call.powers, place));
        let called = self.enter(&mut store, &call.tool, &arguments).await;
        meter.host_now(|| self.judge(called, store))
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

    async fn enter(&self, store: &mut Store<CallState>, tool: &str, arguments: &str) -> trap::Called {
        let instance = self
            .frame
            .meter
            .host(self.linked.instantiate_async(&mut *store))
            .await
            .map_err(trap::Stopped::Instantiating)?;
        instance
            .toolhost_plugin_tool()
            .call_call(store, tool, arguments)
            .await
            .map_err(trap::Stopped::Running)
    }

    fn judge(&self, called: trap::Called, mut store: Store<CallState>) -> Result<Outcome, CallError> {
        let returned = called.map_err(|stopped| {
            let refused = store.data().limiter.refused();
            trap::classify(stopped, refused, &self.limits, self.clock.elapsed(), &self.frame.stdio.stderr)
        })?;
        let bytes = outcome::size(&returned);
        self.frame.meter.bytes_out(bytes);
        if bytes as u64 > self.limits.result_bytes {
            return Err(CallError::ResultTooLarge {
                bytes: Some(bytes as u64),
                limit: self.limits.result_bytes,
            });
        }
        let state = store.data_mut();
        match returned {
            Ok(outcome) => outcome::outcome(outcome, state.observed.take(), &mut state.table),
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
