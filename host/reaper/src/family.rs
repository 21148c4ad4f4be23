//! What is known of the command and its descendants, shared by the thread that waits for them and the one
//! that ends them.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Whether anything of the tree is left, and a way to wait for that.
pub(crate) struct Family {
    gone: Mutex<bool>,
    changed: Condvar,
}

impl Family {
    pub(crate) fn new() -> Family {
        Family { gone: Mutex::new(false), changed: Condvar::new() }
    }

    /// Says that the kernel knows no descendant any more.
    pub(crate) fn extinct(&self) {
        *self.lock() = true;
        self.changed.notify_all();
    }

    /// Waits until the family is extinct or the time has come; true: extinct.
    pub(crate) fn wait_until(&self, time: Instant) -> bool {
        let mut gone = self.lock();
        while !*gone {
            let left = time.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            gone = self.changed.wait_timeout(gone, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        true
    }

    fn lock(&self) -> MutexGuard<'_, bool> {
        self.gone.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
