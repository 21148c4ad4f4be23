//! One command of a client.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use tokio::sync::{Notify, watch};
use tokio::time::timeout;

use super::input::Input;
use super::pump::Flow;
use super::types::Status;
use crate::spawn::{Exit, Life, Order, Printed, Tree};
use crate::spool::Spool;

/// After the command has ended, this much silence ends the wait for what its children still print.
const SILENCE: Duration = Duration::from_millis(50);
/// The most that such children are listened to.
const DRAIN: Duration = Duration::from_secs(1);

/// A command that runs, or has run.
pub(super) struct Live {
    pub(super) id: u32,
    pub(super) command: String,
    pub(super) workdir: PathBuf,
    pub(super) tty: bool,
    pub(super) spool: Arc<Spool>,
    /// Bytes of the spool that were delivered.
    pub(super) seen: AtomicU64,
    /// Whoever holds it observes.
    pub(super) turn: Arc<tokio::sync::Mutex<()>>,
    /// Ends a waiting observation.
    pub(super) nudge: Notify,
    /// The command has ended and its output was drained.
    pub(super) finished: watch::Receiver<bool>,
    started: Instant,
    used: Mutex<Instant>,
    tree: Tree,
    /// The keyboard of its terminal, put away when the tree is gone: a command that has ended holds no descriptor.
    keyboard: Mutex<Option<Arc<Input>>>,
}

impl Live {
    /// Takes over a tree whose output already flows: from where, and how far it has come. `ended` hears how the command ended before it counts as finished.
    /// Must be called within a runtime.
    pub(super) fn new(
        id: u32,
        command: String,
        workdir: PathBuf,
        spool: Arc<Spool>,
        mut tree: Tree,
        (output, flow): (Arc<Printed>, watch::Receiver<Flow>),
        ended: Box<dyn FnOnce(Exit) + Send>,
    ) -> Arc<Live> {
        let (finish, finished) = watch::channel(false);
        tokio::spawn(settle(tree.life.clone(), output, flow, finish, ended));
        let now = Instant::now();
        let keyboard = tree.terminal.take().map(|terminal| Arc::new(Input::new(terminal)));
        let live = Arc::new(Live {
            id,
            command,
            workdir,
            tty: keyboard.is_some(),
            spool,
            seen: AtomicU64::new(0),
            turn: Arc::default(),
            nudge: Notify::new(),
            finished,
            started: now,
            used: Mutex::new(now),
            tree,
            keyboard: Mutex::new(keyboard),
        });
        if live.tty {
            tokio::spawn(put_keyboard_away(live.tree.life.clone(), Arc::downgrade(&live)));
        }
        live
    }

    /// Where to type, if it has a terminal and its tree is not gone.
    pub(super) fn keyboard(&self) -> Option<Arc<Input>> {
        self.keyboard.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// How far the life of its tree has come.
    pub(super) fn life(&self) -> Life {
        *self.tree.life.borrow()
    }

    /// Asks for something to be done to the whole tree.
    pub(super) fn order(&self, order: Order) {
        self.tree.order(order);
    }

    /// Waits until nothing more will be heard of the tree; how many processes withstood.
    pub(super) async fn over(&self) -> u32 {
        let mut life = self.tree.life.clone();
        match life.wait_for(|life| life.is_over()).await.as_deref() {
            Ok(Life::Survived(_, count)) => *count,
            _ => 0,
        }
    }

    pub(super) fn is_finished(&self) -> bool {
        *self.finished.borrow()
    }

    pub(super) fn status(&self) -> Status {
        match self.life().exit().filter(|_| self.is_finished()) {
            None => Status::Running(self.id),
            Some(Exit::Code(code)) => Status::Exited(code),
            Some(Exit::Signal(signal)) => Status::Signalled(signal),
        }
    }

    /// Processes that live on after the command itself.
    pub(super) fn background(&self) -> u32 {
        match self.life() {
            Life::Exited(_, count) | Life::Survived(_, count) => count,
            Life::Running | Life::Gone(_) => 0,
        }
    }

    pub(super) fn touch(&self) {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    pub(super) fn last_used(&self) -> Instant {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn age(&self) -> Duration {
        self.started.elapsed()
    }

    pub(super) fn seen(&self) -> u64 {
        self.seen.load(Ordering::Acquire)
    }
}

async fn put_keyboard_away(mut life: watch::Receiver<Life>, live: Weak<Live>) {
    let _ = life.wait_for(|life| life.is_over()).await;
    if let Some(live) = live.upgrade() {
        *live.keyboard.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// Says when the command counts as finished: it has ended, and its output with it, or its children have been
/// silent for a while, or have had their time. Silence is believed of the system, not of the clock: the thread that
/// fetches the output may be late.
async fn settle(
    mut life: watch::Receiver<Life>,
    output: Arc<Printed>,
    mut flow: watch::Receiver<Flow>,
    finish: watch::Sender<bool>,
    ended: Box<dyn FnOnce(Exit) + Send>,
) {
    let exit = life.wait_for(|life| life.exit().is_some()).await.ok().and_then(|life| life.exit());
    if let Some(exit) = exit {
        ended(exit);
    }
    let drained = async {
        loop {
            if flow.borrow_and_update().ended {
                return;
            }
            match timeout(SILENCE, flow.changed()).await {
                Ok(Ok(())) => {}
                Ok(Err(_)) => return,
                Err(_) if output.is_silent() => return,
                Err(_) => {}
            }
        }
    };
    let _ = timeout(DRAIN, drained).await;
    finish.send_replace(true);
}

#[cfg(all(test, unix))]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::io::Write;

    use tokio::time::Instant;

    use super::*;

    /// A command that has ended and left a child that holds its output: the child's end, and what waits for silence.
    struct Ended {
        program: std::io::PipeWriter,
        output: Arc<Printed>,
        flow: watch::Sender<Flow>,
        finished: watch::Receiver<bool>,
        _life: watch::Sender<Life>,
    }

    fn ended() -> Ended {
        let (source, program) = std::io::pipe().unwrap();
        let output = Arc::new(Printed::new(source));
        let (flow, flows) = watch::channel(Flow::default());
        let (life, lives) = watch::channel(Life::Exited(Exit::Code(0), 1));
        let (finish, finished) = watch::channel(false);
        tokio::spawn(settle(lives, Arc::clone(&output), flows, finish, Box::new(|_| {})));
        Ended { program, output, flow, finished, _life: life }
    }

    async fn has_finished(ended: &mut Ended) -> Duration {
        let begun = Instant::now();
        ended.finished.wait_for(|finished| *finished).await.unwrap();
        begun.elapsed()
    }

    #[tokio::test(start_paused = true)]
    async fn a_silent_child_holds_nobody_up() {
        assert_eq!(has_finished(&mut ended()).await, SILENCE);
    }

    #[tokio::test(start_paused = true)]
    async fn bytes_that_nobody_has_fetched_yet_are_no_silence() {
        let mut ended = ended();
        ended.program.write_all(b"the last line").unwrap();
        // The thread that fetches does not run for this long.
        tokio::time::sleep(10 * SILENCE).await;
        assert!(!*ended.finished.borrow());
        let mut kept = Vec::new();
        ended.output.fetch(&mut [0; 64], |bytes| kept.extend_from_slice(bytes)).unwrap();
        ended.flow.send_replace(Flow { received: kept.len() as u64, ended: false });
        assert_eq!((has_finished(&mut ended).await, kept.as_slice()), (SILENCE, b"the last line".as_slice()));
    }

    #[tokio::test(start_paused = true)]
    async fn a_child_that_is_never_silent_has_its_time() {
        let mut ended = ended();
        ended.program.write_all(b"and so on").unwrap();
        assert_eq!(has_finished(&mut ended).await, DRAIN);
    }
}
