//! What is known of the command and its descendants, shared by the thread that waits for them and the one
//! that starts and ends them.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Whether there is a tree, and ways to wait for that to change.
pub(crate) struct Family {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// There is none. The next command may start.
    None,
    /// One came from the process with this id.
    Lives(u32),
    /// One withstood its end, and the host was told so.
    Withstood,
}

impl Family {
    pub(crate) fn new() -> Family {
        Family { state: Mutex::new(State::None), changed: Condvar::new() }
    }

    /// Whether there is a tree.
    pub(crate) fn lives(&self) -> bool {
        *self.lock() != State::None
    }

    /// Says that a command was started.
    pub(crate) fn begin(&self, leader: u32) {
        *self.lock() = State::Lives(leader);
        self.changed.notify_all();
    }

    /// Waits until a command was started; its process id.
    pub(crate) fn wait_for_begin(&self) -> u32 {
        let mut state = self.lock();
        loop {
            if let State::Lives(leader) = *state {
                return leader;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Says that the kernel knows no descendant any more. Whether the host is still to hear of it.
    pub(crate) fn extinct(&self) -> bool {
        let mut state = self.lock();
        let news = *state != State::Withstood;
        *state = State::None;
        self.changed.notify_all();
        news
    }

    /// Says that the tree withstood, unless it has just become extinct; whether it did withstand.
    pub(crate) fn withstood(&self) -> bool {
        let mut state = self.lock();
        let lives = *state != State::None;
        if lives {
            *state = State::Withstood;
        }
        lives
    }

    /// Waits until the family is extinct or the time has come; true: extinct.
    pub(crate) fn wait_until(&self, time: Instant) -> bool {
        let mut state = self.lock();
        while *state != State::None {
            let left = time.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            state = self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        true
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
