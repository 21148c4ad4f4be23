//! The thread that interrupts guests: it moves the engine's epoch on while calls are alive and for a few ticks more, and
//! sleeps otherwise, so that an idle host wakes nobody.

use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use wasmtime::EngineWeak;

use crate::config::TICK;

/// Handle of the ticker. The thread ends when this handle, or the engine, is gone.
pub(crate) struct Ticker(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    running: usize,
    /// Whether a call has begun since the last tick. It may have ended as well.
    begun: bool,
    /// Whether the thread sleeps until somebody wakes it.
    sleeps: bool,
    closed: bool,
}

/// How many ticks the thread goes on for after the last call. Most calls take less than one and come in rows: waking a
/// thread for each of them would cost as much as a small call itself.
const LINGER: u32 = 5;

impl Ticker {
    /// Starts the thread. It holds the engine weakly, so it keeps nothing alive.
    pub(crate) fn start(engine: EngineWeak) -> io::Result<Self> {
        let shared = Arc::new(Shared {
            state: Mutex::new(State { running: 0, begun: false, sleeps: false, closed: false }),
            changed: Condvar::new(),
        });
        let theirs = Arc::clone(&shared);
        thread::Builder::new().name("toolhost-epoch".to_owned()).spawn(move || {
            let mut quiet = LINGER;
            while theirs.goes_on(&mut quiet) {
                thread::sleep(TICK);
                let Some(engine) = engine.upgrade() else { break };
                engine.increment_epoch();
            }
        })?;
        Ok(Self(shared))
    }

    /// Keeps the epoch moving until the guard goes.
    pub(crate) fn run(&self) -> Ticking {
        let mut state = self.0.lock();
        state.running += 1;
        state.begun = true;
        if state.sleeps {
            self.0.changed.notify_one();
        }
        drop(state);
        Ticking(Arc::clone(&self.0))
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        self.0.lock().closed = true;
        self.0.changed.notify_one();
    }
}

/// A call that must be interruptible.
pub(crate) struct Ticking(Arc<Shared>);

impl Drop for Ticking {
    fn drop(&mut self) {
        self.0.lock().running -= 1;
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Blocks once no call was alive for some ticks, which `quiet` counts; false once the engine is closed.
    fn goes_on(&self, quiet: &mut u32) -> bool {
        let mut state = self.lock();
        let is_quiet = state.running == 0 && !std::mem::take(&mut state.begun);
        *quiet = if is_quiet { *quiet + 1 } else { 0 };
        if *quiet > LINGER {
            state.sleeps = true;
            state = self
                .changed
                .wait_while(state, |state| state.running == 0 && !state.closed)
                .unwrap_or_else(PoisonError::into_inner);
            state.sleeps = false;
            *quiet = 0;
        }
        !state.closed
    }
}
