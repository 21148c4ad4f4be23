//! Two pieces of work at the same time.

use std::panic::resume_unwind;
use std::thread::{Builder, scope};

/// What two functions return. If `is_long`, the second one runs on a thread of its own, unless there is none to be had.
pub(super) fn both<A, B: Send>(
    is_long: bool,
    first: impl FnOnce() -> A,
    second: impl Fn() -> B + Sync,
) -> (A, B) {
    if !is_long {
        return (first(), second());
    }
    scope(|scope| {
        let spawned = Builder::new().spawn_scoped(scope, &second);
        let first = first();
        let second = match spawned.map(|running| running.join()) {
            Ok(Ok(second)) => second,
            Ok(Err(panic)) => resume_unwind(panic),
            Err(_) => second(),
        };
        (first, second)
    })
}

#[cfg(test)]
mod tests {
    use std::thread::{ThreadId, current};

    use super::*;

    #[test]
    fn long_work_has_two_threads() {
        let here = current().id();
        let ids = |is_long| -> (ThreadId, ThreadId) { both(is_long, || current().id(), || current().id()) };
        assert_eq!(ids(false), (here, here));
        assert_eq!(ids(true).0, here);
        assert_ne!(ids(true).1, here);
    }

    #[test]
    #[should_panic(expected = "as it was")]
    fn a_panic_goes_on() {
        both(true, || (), || panic!("as it was"));
    }
}
