//! The thread that interrupts guests: it moves the engine's epoch on while calls are alive, and sleeps otherwise,
//! so that an idle host wakes nobody.

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
    closed: bool,
}

impl Ticker {
    /// Starts the thread. It holds the engine weakly, so it keeps nothing alive.
    pub(crate) fn start(engine: EngineWeak) -> io::Result<Self> {
        let shared = Arc::new(Shared {
            state: Mutex::new(State { running: 0, closed: false }),
            changed: Condvar::new(),
        });
        let theirs = Arc::clone(&shared);
        thread::Builder::new().name("toolhost-epoch".to_owned()).spawn(move || {
            while theirs.wait_for_calls() {
                thread::sleep(TICK);
                let Some(engine) = engine.upgrade() else { break };
                engine.increment_epoch();
            }
        })?;
        Ok(Self(shared))
    }

    /// Keeps the epoch moving until the guard goes.
    pub(crate) fn run(&self) -> Ticking {
        self.0.lock().running += 1;
        self.0.changed.notify_one();
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

    /// Blocks while no call is alive; false once the engine is closed.
    fn wait_for_calls(&self) -> bool {
        let state = self
            .changed
            .wait_while(self.lock(), |state| state.running == 0 && !state.closed)
            .unwrap_or_else(PoisonError::into_inner);
        !state.closed
    }
}
