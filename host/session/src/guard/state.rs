//! How many changes wait for a verification.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The edit guard of one client: counts changes of files until a command that verifies them has passed.
#[derive(Debug, Default)]
pub(crate) struct EditGuard {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Effective changes since the last verification that passed.
    changes: u32,
    /// Changes that run now.
    underway: u32,
    /// Grows with each effective change, so that a verification knows what it has seen.
    sequence: u64,
    /// A verification of what is there now has failed: one change more is let through, to repair it.
    may_repair: bool,
    /// A sentence about a verification of what is there now whose success nobody could see.
    lost: Option<String>,
    /// Files that were changed since, the latest last.
    files: Vec<String>,
}

/// The most files that are remembered.
const MOST_FILES: usize = 16;

/// Leave for one change. Dropped, the change had no effect.
#[derive(Debug)]
pub(crate) struct Change {
    guard: Arc<EditGuard>,
}

/// A verification that has begun.
#[derive(Debug)]
pub(crate) struct Verification {
    guard: Arc<EditGuard>,
    seen: u64,
}

impl EditGuard {
    /// Begins a change where fewer than `most` wait; else how many do. A `most` of 0 lets everything through.
    pub(crate) fn begin_change(self: &Arc<Self>, most: u32) -> Result<Change, u32> {
        let mut state = self.lock();
        let is_repair = state.may_repair && state.underway == 0;
        if most > 0 && state.changes.saturating_add(state.underway) >= most && !is_repair {
            return Err(state.changes.max(1));
        }
        state.underway += 1;
        Ok(Change { guard: Arc::clone(self) })
    }

    /// Begins a verification of what is there now.
    pub(crate) fn begin_verification(self: &Arc<Self>) -> Verification {
        Verification { guard: Arc::clone(self), seen: self.lock().sequence }
    }

    /// Whether changes wait for a verification.
    pub(crate) fn has_waiting(&self) -> bool {
        let state = self.lock();
        state.changes > 0 || state.underway > 0
    }

    /// Remembers, until the next change, why a verification of what is there now did not count.
    pub(crate) fn remember_lost(&self, sentence: String) {
        self.lock().lost = Some(sentence);
    }

    /// Why a verification of what is there now did not count.
    pub(crate) fn lost(&self) -> Option<String> {
        self.lock().lost.clone()
    }

    /// Remembers which files were changed, by their paths from the root.
    pub(crate) fn remember_files<'a>(&self, paths: impl Iterator<Item = &'a str>) {
        let files = &mut self.lock().files;
        for path in paths {
            files.retain(|known| known != path);
            files.push(path.to_owned());
        }
        let surplus = files.len().saturating_sub(MOST_FILES);
        files.drain(..surplus);
    }

    /// Files that were changed and wait for a verification, the latest first.
    pub(crate) fn files(&self) -> Vec<String> {
        self.lock().files.iter().rev().cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Change {
    /// The change has had an effect.
    pub(crate) fn landed(self) {
        let mut state = self.guard.lock();
        state.changes = state.changes.saturating_add(1);
        state.sequence += 1;
        state.may_repair = false;
        state.lost = None;
    }
}

impl Drop for Change {
    fn drop(&mut self) {
        self.guard.lock().underway -= 1;
    }
}

impl Verification {
    /// It has ended. What was changed after it began, it has not seen, so then it says nothing.
    pub(crate) fn ended(self, passed: bool) {
        let mut state = self.guard.lock();
        if state.sequence != self.seen {
            return;
        }
        if passed {
            state.changes = 0;
            state.files.clear();
        }
        state.may_repair = !passed;
        state.lost = None;
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    fn change(guard: &Arc<EditGuard>) -> Result<(), u32> {
        guard.begin_change(4).map(Change::landed)
    }

    fn full() -> Arc<EditGuard> {
        let guard = Arc::default();
        for _ in 0..4 {
            change(&guard).unwrap();
        }
        guard
    }

    #[test]
    fn four_changes_wait_and_a_fifth_is_refused() {
        let guard = full();
        assert_eq!(change(&guard), Err(4));
        guard.begin_verification().ended(true);
        assert_eq!(change(&guard), Ok(()));
    }

    #[test]
    fn changes_without_effect_do_not_count() {
        let guard = Arc::default();
        for _ in 0..100 {
            drop(EditGuard::begin_change(&guard, 4).unwrap());
        }
        change(&guard).unwrap();
    }

    #[test]
    fn changes_at_a_time_share_the_room() {
        let guard = Arc::default();
        let begun: Vec<Change> = (0..4).map(|_| EditGuard::begin_change(&guard, 4).unwrap()).collect();
        assert!(guard.begin_change(4).is_err());
        drop(begun);
        change(&guard).unwrap();
    }

    #[test]
    fn a_failure_lets_one_repair_through() {
        let guard = full();
        guard.begin_verification().ended(false);
        assert_eq!(change(&guard), Ok(()));
        assert_eq!(change(&guard), Err(5));
        guard.begin_verification().ended(false);
        drop(guard.begin_change(4).unwrap());
        assert_eq!(change(&guard), Ok(()));
        guard.begin_verification().ended(true);
        assert_eq!(change(&guard), Ok(()));
    }

    #[test]
    fn a_verification_vouches_for_what_it_saw() {
        let guard = full();
        guard.begin_verification().ended(true);
        let early = guard.begin_verification();
        for _ in 0..4 {
            change(&guard).unwrap();
        }
        early.ended(true);
        assert_eq!(change(&guard), Err(4));
    }

    #[test]
    fn what_was_lost_is_remembered_until_it_does_not_matter() {
        let guard = full();
        guard.remember_lost("it was in vain".into());
        assert_eq!(change(&guard), Err(4));
        assert_eq!(guard.lost().as_deref(), Some("it was in vain"));
        guard.begin_verification().ended(true);
        assert_eq!((guard.lost(), guard.has_waiting()), (None, false));
        guard.remember_lost("it was in vain".into());
        change(&guard).unwrap();
        assert_eq!((guard.lost(), guard.has_waiting()), (None, true));
    }

    #[test]
    fn files_are_remembered_until_they_are_verified() {
        let guard = full();
        guard.remember_files(["a", "b", "a"].into_iter());
        assert_eq!(guard.files(), ["a", "b"]);
        let many: Vec<String> = (0..100).map(|number| number.to_string()).collect();
        guard.remember_files(many.iter().map(String::as_str));
        assert_eq!((guard.files().len(), guard.files()[0].as_str()), (MOST_FILES, "99"));
        guard.begin_verification().ended(true);
        assert!(guard.files().is_empty());
    }

    #[test]
    fn it_can_be_off() {
        let guard = full();
        guard.begin_change(0).unwrap().landed();
    }
}
