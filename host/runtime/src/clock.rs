//! The clock of one call: it runs over guest and host time alike and stands still while a call waits for a
//! command, which has bounds of its own.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::Poll;
use std::time::Duration;

use tokio::time::{Instant, sleep_until};

/// The longest deadline; more than a year is a mistake, and would overflow an instant somewhere.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 3600);

/// Measures one call against its limit.
pub(crate) struct CallClock {
    limit: Duration,
    state: Mutex<State>,
}

struct State {
    /// Time counted before the present run.
    counted: Duration,
    /// Since when the clock runs; none while it is paused.
    since: Option<Instant>,
}

impl CallClock {
    /// Starts now.
    pub(crate) fn start(limit: Duration) -> Self {
        Self {
            limit: limit.min(LONGEST),
            state: Mutex::new(State { counted: Duration::ZERO, since: Some(Instant::now()) }),
        }
    }

    pub(crate) fn limit(&self) -> Duration {
        self.limit
    }

    /// Time counted so far.
    pub(crate) fn elapsed(&self) -> Duration {
        let state = self.lock();
        state.counted + state.since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    /// Time until the limit is reached, if the clock goes on running.
    pub(crate) fn remaining(&self) -> Duration {
        self.limit.saturating_sub(self.elapsed())
    }

    /// Stops the clock until the guard goes. One pause at a time: a guest has one thread.
    pub(crate) fn pause(&self) -> Pause<'_> {
        let mut state = self.lock();
        if let Some(since) = state.since.take() {
            state.counted += since.elapsed();
        }
        Pause(self)
    }

    /// Completes when the limit is reached. Only for the task that also drives the call, and to be polled after the
    /// call each time: a paused clock wakes nobody, since what resumes it is that very call.
    pub(crate) async fn expired(&self) {
        let mut sleep = pin!(sleep_until(Instant::now() + self.limit));
        poll_fn(|context| {
            let Some(due) = self.due() else { return Poll::Pending };
            if sleep.deadline() != due {
                sleep.as_mut().reset(due);
            }
            sleep.as_mut().poll(context)
        })
        .await;
    }

    fn due(&self) -> Option<Instant> {
        let state = self.lock();
        state.since.map(|since| since + self.limit.saturating_sub(state.counted))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Keeps the clock of a call still.
pub(crate) struct Pause<'a>(&'a CallClock);

impl Drop for Pause<'_> {
    fn drop(&mut self) {
        self.0.lock().since = Some(Instant::now());
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::{advance, timeout};

    use super::*;

    const MS: Duration = Duration::from_millis(1);

    /// Whether the deadline has come, seen by a caller that does not wait.
    async fn has_expired(clock: &CallClock) -> bool {
        timeout(Duration::ZERO, clock.expired()).await.is_ok()
    }

    #[tokio::test(start_paused = true)]
    async fn a_pause_does_not_count() {
        let clock = CallClock::start(100 * MS);
        advance(60 * MS).await;
        let pause = clock.pause();
        advance(1000 * MS).await;
        assert!(!has_expired(&clock).await);
        assert_eq!(clock.elapsed(), 60 * MS);
        drop(pause);
        advance(39 * MS).await;
        assert!(!has_expired(&clock).await);
        advance(MS).await;
        assert!(has_expired(&clock).await);
    }

    #[tokio::test(start_paused = true)]
    async fn the_deadline_moves_with_a_pause_while_it_is_waited_for() {
        let clock = CallClock::start(100 * MS);
        let started = Instant::now();
        let work = async {
            tokio::time::sleep(50 * MS).await;
            let pause = clock.pause();
            tokio::time::sleep(500 * MS).await;
            drop(pause);
            std::future::pending::<()>().await;
        };
        tokio::select! {
            biased;
            () = work => {}
            () = clock.expired() => {}
        }
        assert_eq!(started.elapsed(), 600 * MS);
    }

    #[tokio::test(start_paused = true)]
    async fn an_absurd_limit_is_no_overflow() {
        let clock = CallClock::start(Duration::MAX);
        assert!(!has_expired(&clock).await);
    }
}
