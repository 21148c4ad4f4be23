//! What a call cost, measured while it runs and readable after it ended in any way.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// What a call cost. Times do not overlap; their sum is about the call's wall time, less the moments in which
/// its task was ready to run and another one ran.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Account {
    /// Guest code, the WASI calls it made included.
    pub guest_time: Duration,
    /// Making the sandbox, and the host's side of our own imports.
    pub host_time: Duration,
    /// Waiting for a free sandbox, and for what a terminal command prints.
    pub waiting_time: Duration,
    /// Waiting for the component to be compiled or loaded from the cache; next to nothing after the first call.
    pub compile_time: Duration,
    /// Most bytes of linear memory at once, summed over memories.
    pub peak_memory: u64,
    /// Bytes handed to the guest: its arguments and what imports answered.
    pub bytes_in: u64,
    /// Bytes handed out by the guest: its result and what it gave to imports.
    pub bytes_out: u64,
    /// Calls of our own imports.
    pub host_calls: u64,
    /// Log lines that were passed on.
    pub log_lines: u32,
    /// Log lines over the limit, which were not.
    pub log_lines_dropped: u32,
}

/// The account in the making. Shared between a store and whoever outlives it, since a stopped call drops its store.
#[derive(Debug, Default)]
pub(crate) struct Meter {
    /// Nanoseconds that the call's future was being polled: guest and host together.
    busy: AtomicU64,
    host: AtomicU64,
    waiting: AtomicU64,
    compile: AtomicU64,
    peak_memory: AtomicU64,
    bytes_in: AtomicU64,
    bytes_out: AtomicU64,
    host_calls: AtomicU64,
    log_lines: AtomicU32,
    log_lines_dropped: AtomicU32,
}

impl Meter {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Drives a future and counts the time in which it runs, not the time in which it waits.
    pub(crate) async fn busy<F: Future>(&self, future: F) -> F::Output {
        running(&self.busy, future).await
    }

    /// As [`Meter::busy`], for the host's part of it.
    pub(crate) async fn host<F: Future>(&self, future: F) -> F::Output {
        running(&self.host, future).await
    }

    /// Counts the host's part of a call that does not wait.
    pub(crate) fn host_now<T>(&self, work: impl FnOnce() -> T) -> T {
        let started = Instant::now();
        let result = work();
        add(&self.host, started.elapsed());
        result
    }

    pub(crate) fn waited(&self, time: Duration) {
        add(&self.waiting, time);
    }

    pub(crate) fn compiled(&self, time: Duration) {
        add(&self.compile, time);
    }

    pub(crate) fn memory(&self, bytes: u64) {
        self.peak_memory.fetch_max(bytes, Relaxed);
    }

    pub(crate) fn bytes_in(&self, bytes: usize) {
        self.bytes_in.fetch_add(bytes as u64, Relaxed);
    }

    pub(crate) fn bytes_out(&self, bytes: usize) {
        self.bytes_out.fetch_add(bytes as u64, Relaxed);
    }

    /// Counts one call of an import and returns how many there were, this one included.
    pub(crate) fn host_call(&self) -> u64 {
        self.host_calls.fetch_add(1, Relaxed) + 1
    }

    /// Counts a log line; false if it is past the limit and must be dropped.
    pub(crate) fn log_line(&self, limit: u32) -> bool {
        let passes = self.log_lines.load(Relaxed) < limit;
        let counter = if passes { &self.log_lines } else { &self.log_lines_dropped };
        counter.fetch_add(1, Relaxed);
        passes
    }

    pub(crate) fn account(&self) -> Account {
        let time = |cell: &AtomicU64| Duration::from_nanos(cell.load(Relaxed));
        let host_time = time(&self.host);
        Account {
            guest_time: time(&self.busy).saturating_sub(host_time),
            host_time,
            waiting_time: time(&self.waiting),
            compile_time: time(&self.compile),
            peak_memory: self.peak_memory.load(Relaxed),
            bytes_in: self.bytes_in.load(Relaxed),
            bytes_out: self.bytes_out.load(Relaxed),
            host_calls: self.host_calls.load(Relaxed),
            log_lines: self.log_lines.load(Relaxed),
            log_lines_dropped: self.log_lines_dropped.load(Relaxed),
        }
    }
}

async fn running<F: Future>(cell: &AtomicU64, future: F) -> F::Output {
    let mut future = pin!(future);
    poll_fn(|context| {
        let started = Instant::now();
        let polled = future.as_mut().poll(context);
        add(cell, started.elapsed());
        polled
    })
    .await
}

fn add(cell: &AtomicU64, time: Duration) {
    cell.fetch_add(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX), Relaxed);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn log_lines_past_the_limit_are_counted() {
        let meter = Meter::new();
        let passed: Vec<bool> = (0..4).map(|_| meter.log_line(2)).collect();
        assert_eq!(passed, [true, true, false, false]);
        let account = meter.account();
        assert_eq!((account.log_lines, account.log_lines_dropped), (2, 2));
    }

    #[test]
    fn host_time_is_no_guest_time() {
        let meter = Meter::new();
        add(&meter.busy, Duration::from_millis(10));
        add(&meter.host, Duration::from_millis(4));
        let account = meter.account();
        assert_eq!(
            (account.guest_time, account.host_time),
            (Duration::from_millis(6), Duration::from_millis(4))
        );
    }
}
