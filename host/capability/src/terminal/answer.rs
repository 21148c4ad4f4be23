//! Looking at a command, once at a time.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use tokio::sync::OwnedMutexGuard;
use tokio::time::{sleep, timeout};

use super::live::Live;
use super::text::unfinished;
use super::types::Observation;
use crate::Failure;
use crate::spawn::Order;
use crate::spool::{Output, Receipt};

/// What ends a command whose first answer, the one with its id, never reached anybody.
pub(super) struct Unanswered {
    live: Option<Arc<Live>>,
}

impl Unanswered {
    pub(super) fn new(live: Arc<Live>) -> Unanswered {
        Unanswered { live: Some(live) }
    }

    fn answered(&mut self) {
        self.live = None;
    }
}

impl Drop for Unanswered {
    fn drop(&mut self) {
        if let Some(live) = &self.live {
            live.order(Order::End);
        }
    }
}

/// A call's hold on a command: the turn, from the call's first look until its answer is delivered or dropped.
pub(super) struct Hold {
    live: Arc<Live>,
    /// Where what this call has looked at ends.
    end: AtomicU64,
    held: Mutex<Held>,
}

struct Held {
    turn: Option<OwnedMutexGuard<()>>,
    first: Option<Unanswered>,
}

impl Hold {
    fn lock(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Receipt for Hold {
    fn delivered(&self) {
        let mut held = self.lock();
        if held.turn.take().is_some() {
            self.live.seen.store(self.end.load(Ordering::Acquire), Ordering::Release);
        }
        if let Some(first) = &mut held.first {
            first.answered();
        }
    }
}

/// The holds of one call, by session. A call that looks twice goes on where it stood: its own turn is no
/// reason to wait.
#[derive(Default)]
pub(super) struct Holds(Mutex<HashMap<u32, Weak<Hold>>>);

impl Holds {
    fn of(&self, id: u32) -> Option<Arc<Hold>> {
        let holds = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        holds.get(&id).and_then(Weak::upgrade).filter(|hold| hold.lock().turn.is_some())
    }

    fn remember(&self, id: u32, hold: &Arc<Hold>) {
        let mut holds = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        holds.retain(|_, hold| hold.strong_count() > 0);
        holds.insert(id, Arc::downgrade(hold));
    }
}

/// Waits for the command's turn, then until it has finished, somebody nudges, or the time is over, and reports
/// what came since the last delivered answer. `first` is the guard of a command that nobody knows of yet.
///
/// # Errors
/// When other answers about this command take the whole time.
pub(super) async fn observe(
    live: &Arc<Live>,
    holds: &Holds,
    wait: Option<Duration>,
    first: Option<Unanswered>,
) -> Result<Observation, Failure> {
    let asked = Instant::now();
    live.touch();
    let hold = match holds.of(live.id) {
        Some(hold) => hold,
        None => take_turn(live, wait, first).await?,
    };
    until_there_is_news(live, wait.map(|wait| wait.saturating_sub(asked.elapsed()))).await;
    live.touch();
    let status = live.status();
    let start = hold.end.load(Ordering::Acquire);
    let mut end = live.spool.len();
    if !live.is_finished() {
        let tail = end.saturating_sub(3).max(start);
        end -= live.spool.read(tail, 3).map_or(0, |bytes| unfinished(&bytes)) as u64;
    }
    hold.end.store(end, Ordering::Release);
    holds.remember(live.id, &hold);
    Ok(Observation {
        command: live.command.clone(),
        status,
        total_bytes: live.spool.received(),
        offset: start,
        workdir: live.workdir.to_string_lossy().into_owned(),
        wall_time: asked.elapsed(),
        background: if live.is_finished() { live.background() } else { 0 },
        notices: Vec::new(),
        output: Output::new(Arc::clone(&live.spool), start, end, Some(hold)),
    })
}

/// The least that a call waits for its turn, whatever its own time: a nudged answer needs a moment to end.
const TURN: Duration = Duration::from_secs(5);

async fn take_turn(
    live: &Arc<Live>,
    wait: Option<Duration>,
    first: Option<Unanswered>,
) -> Result<Arc<Hold>, Failure> {
    let turn = Arc::clone(&live.turn).lock_owned();
    let turn = match wait {
        None => turn.await,
        Some(wait) => timeout(wait.max(TURN), turn).await.map_err(|_| busy(live.id))?,
    };
    Ok(Arc::new(Hold {
        live: Arc::clone(live),
        end: AtomicU64::new(live.seen()),
        held: Mutex::new(Held { turn: Some(turn), first }),
    }))
}

fn busy(id: u32) -> Failure {
    Failure::new("busy", format!("other calls wait for session {id}; none of them has its answer yet"))
        .hint("Ask again when one of them has answered.")
}

async fn until_there_is_news(live: &Live, wait: Option<Duration>) {
    let nudged = live.nudge.notified();
    let mut finished = live.finished.clone();
    let time_over = async {
        match wait {
            Some(wait) => sleep(wait).await,
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        biased;
        _ = finished.wait_for(|finished| *finished) => {}
        () = nudged => {}
        () = time_over => {}
    }
}
