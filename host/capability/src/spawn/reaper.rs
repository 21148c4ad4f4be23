//! The process of a reaper, and which processes are reapers.

use std::collections::BTreeSet;
use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Every reaper of this process. Whose children a process has is a matter of the whole process, so the list is too.
static REAPERS: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

fn reapers() -> MutexGuard<'static, BTreeSet<u32>> {
    REAPERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The process of a reaper.
pub(super) struct Reaper(Child);

impl Reaper {
    /// Starts it. While it starts, no look at the children of this process takes it for something else.
    pub(super) fn start(command: &mut Command) -> io::Result<Reaper> {
        let mut reapers = reapers();
        let child = command.spawn()?;
        reapers.insert(child.id());
        Ok(Reaper(child))
    }

    pub(super) fn kill(&mut self) -> io::Result<()> {
        self.0.kill()
    }

    /// Takes it out of the process table.
    pub(super) fn wait(&mut self) -> io::Result<()> {
        self.0.wait().map(drop)
    }
}

impl Drop for Reaper {
    fn drop(&mut self) {
        reapers().remove(&self.0.id());
    }
}

/// Calls `look` with a test for reapers, and starts none meanwhile.
pub(super) fn while_none_starts<T>(look: impl FnOnce(&dyn Fn(u32) -> bool) -> T) -> T {
    let reapers = reapers();
    look(&|pid| reapers.contains(&pid))
}
