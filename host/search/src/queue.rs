//! Work that threads share, the first in order of paths first.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::place::Place;

/// A piece of work, and the first place that it is about.
struct Task<W> {
    first: Place,
    work: W,
}

impl<W> Ord for Task<W> {
    /// The greatest of a heap comes first, and that is to be the first place.
    fn cmp(&self, other: &Task<W>) -> Ordering {
        other.first.cmp(&self.first)
    }
}

impl<W> PartialOrd for Task<W> {
    fn partial_cmp(&self, other: &Task<W>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<W> PartialEq for Task<W> {
    fn eq(&self, other: &Task<W>) -> bool {
        self.first == other.first
    }
}

impl<W> Eq for Task<W> {}

/// Tasks that are to be done, by threads that may add more. Since the first one is always taken next, the threads
/// stay close to the order of a sorted walk, and few tasks wait.
pub(crate) struct Queue<W> {
    state: Mutex<State<W>>,
    changed: Condvar,
}

struct State<W> {
    waiting: BinaryHeap<Task<W>>,
    /// Threads with a task, which may add others.
    busy: usize,
    /// Threads that wait for a task.
    idle: usize,
    stopped: bool,
}

impl<W> Queue<W> {
    pub(crate) fn new() -> Queue<W> {
        Queue {
            state: Mutex::new(State { waiting: BinaryHeap::new(), busy: 0, idle: 0, stopped: false }),
            changed: Condvar::new(),
        }
    }

    /// Adds tasks.
    pub(crate) fn add(&self, tasks: impl IntoIterator<Item = (Place, W)>) {
        let mut tasks = tasks.into_iter().peekable();
        if tasks.peek().is_none() {
            return;
        }
        let mut state = self.lock();
        state.waiting.extend(tasks.map(|(first, work)| Task { first, work }));
        let is_waited_for = state.idle > 0;
        drop(state);
        // Waking is a call of the kernel, whoever waits.
        if is_waited_for {
            self.changed.notify_all();
        }
    }

    /// Does tasks until none is left and no thread can add one. The thread's share of the work ends early once
    /// [`Queue::stop`] was called.
    pub(crate) fn work(&self, mut act: impl FnMut(Place, W)) {
        while let Some(task) = self.take() {
            let _busy = Busy(self);
            act(task.first, task.work);
        }
    }

    /// Lets every thread stop after its task.
    pub(crate) fn stop(&self) {
        self.lock().stopped = true;
        self.changed.notify_all();
    }

    fn take(&self) -> Option<Task<W>> {
        let mut state = self.lock();
        loop {
            if state.stopped {
                return None;
            }
            if let Some(task) = state.waiting.pop() {
                state.busy += 1;
                return Some(task);
            }
            if state.busy == 0 {
                return None;
            }
            state.idle += 1;
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.idle -= 1;
        }
    }

    fn lock(&self) -> MutexGuard<'_, State<W>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A thread with a task. However the task ends, the others learn of it; a panic ends their work, too.
struct Busy<'a, W>(&'a Queue<W>);

impl<W> Drop for Busy<'_, W> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.busy -= 1;
        state.stopped |= std::thread::panicking();
        if state.stopped || state.busy == 0 && state.waiting.is_empty() {
            drop(state);
            self.0.changed.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    fn place(text: &str) -> Place {
        Place::from(text)
    }

    #[test]
    fn tasks_are_done_in_order_and_may_add_others() {
        let queue = Queue::new();
        queue.add([(place("b"), 2), (place("a"), 1)]);
        let mut done = Vec::new();
        queue.work(|first, depth| {
            if depth == 1 {
                queue.add([(place("a/y"), 0), (place("a/x"), 0)]);
            }
            done.push(first.shown());
        });
        assert_eq!(done, ["a", "a/x", "a/y", "b"]);
    }

    #[test]
    fn threads_end_when_all_is_done() {
        let queue = Queue::new();
        queue.add([(place("0"), 12u32)]);
        let done = Mutex::new(0);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    queue.work(|first, depth| {
                        if depth > 0 {
                            queue.add(["0", "1"].map(|name| (first.child(name.as_ref()), depth - 1)));
                        }
                        *done.lock().unwrap() += 1;
                    });
                });
            }
        });
        assert_eq!(done.into_inner().unwrap(), (1 << 13) - 1);
    }

    #[test]
    fn a_panic_ends_the_work_of_all() {
        let queue = Queue::new();
        queue.add([(place("a"), true)]);
        let barrier = std::sync::Barrier::new(2);
        std::thread::scope(|scope| {
            let failing = scope.spawn(|| {
                queue.work(|_, _| {
                    barrier.wait();
                    panic!("as the test wants it");
                });
            });
            let waiting = scope.spawn(|| {
                barrier.wait();
                queue.work(|_, _| {});
            });
            assert!(failing.join().is_err());
            waiting.join().unwrap();
        });
    }

    #[test]
    fn a_queue_that_was_stopped_gives_nothing() {
        let queue = Queue::new();
        queue.add(["a", "b", "c"].map(|name| (place(name), ())));
        let mut done = 0;
        queue.work(|_, ()| {
            done += 1;
            queue.stop();
        });
        assert_eq!(done, 1);
    }
}
