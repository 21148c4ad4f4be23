//! The WASI context of a call. A Rust guest imports WASI whether it uses it or not, so WASI is always linked, and
//! this context is what keeps it empty: no file, no argument, no environment variable but granted ones, stdin closed,
//! no address and no name to reach.
//!
//! Time and chance are grants, too, and a guest that has neither behaves the same in each call:
//!
//! * Without `clock` the wall clock stands at 1970-01-01T00:00:00Z. The monotonic clock starts at zero and moves on by
//!   one microsecond with each reading, so that a loop which waits for time to pass ends. Sleeping takes real time.
//! * Without `random` all generators are seeded by the plugin's digest. Hash maps then have the same order in each
//!   call, and an input made for them could make them slow: the call's deadline bounds that.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use rand::SeedableRng;
use rand::rngs::StdRng;
use wasmtime_wasi::{HostMonotonicClock, HostWallClock, WasiCtx};

use crate::digest::Digest;
use crate::grants::Grants;
use crate::limits::Limits;
use crate::pipe::TailPipe;

/// What a guest prints, kept for messages and the log.
pub(crate) struct Stdio {
    pub(crate) stdout: TailPipe,
    pub(crate) stderr: TailPipe,
}

impl Stdio {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self { stdout: TailPipe::new(limits.stdout_bytes), stderr: TailPipe::new(limits.stdout_bytes) }
    }
}

/// The context of one call of a plugin with these effective grants.
pub(crate) fn context(
    effective: &Grants,
    env: &[(String, String)],
    digest: &Digest,
    limits: &Limits,
    stdio: &Stdio,
) -> WasiCtx {
    let mut builder = WasiCtx::builder();
    builder
        .stdout(stdio.stdout.clone())
        .stderr(stdio.stderr.clone())
        .envs(env)
        .max_random_size(limits.random_bytes);
    if !effective.clock {
        builder.wall_clock(Epoch).monotonic_clock(Readings::default());
    }
    if !effective.random {
        let seed = *digest.as_bytes();
        builder
            .secure_random(StdRng::from_seed(seed))
            .insecure_random(StdRng::from_seed(seed))
            .insecure_random_seed(u128::from_le_bytes(std::array::from_fn(|index| seed[index])));
    }
    builder.build()
}

/// A wall clock that stands at the Unix epoch.
struct Epoch;

impl HostWallClock for Epoch {
    fn resolution(&self) -> Duration {
        Duration::from_secs(1)
    }

    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

/// A monotonic clock that counts how often it was read, in microseconds.
#[derive(Default)]
struct Readings(AtomicU64);

impl HostMonotonicClock for Readings {
    fn resolution(&self) -> u64 {
        1_000
    }

    fn now(&self) -> u64 {
        self.0.fetch_add(1_000, Relaxed)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use wasmtime_wasi::p2::bindings::random::random::Host;

    use super::*;

    #[test]
    fn one_request_for_random_bytes_is_bounded() {
        let limits = Limits { random_bytes: 8, ..Limits::standard() };
        let mut context = context(&Grants::none(), &[], &Digest::of(b""), &limits, &Stdio::new(&limits));
        assert_eq!(context.random().get_random_bytes(8).unwrap().len(), 8);
        assert!(context.random().get_random_bytes(9).is_err());
    }

    #[test]
    fn the_ungranted_clocks_are_the_same_in_each_call() {
        assert_eq!(Epoch.now(), Duration::ZERO);
        let clock = Readings::default();
        assert_eq!([clock.now(), clock.now(), clock.now()], [0, 1_000, 2_000]);
    }
}
