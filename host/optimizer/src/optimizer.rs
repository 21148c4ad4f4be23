//! The optimizer, and a turn of it.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::time::Instant;

use crate::limits::REMEMBERED_IDLE;
use crate::memory::{Bounds, Memory, Recent};
use crate::observer::{Observer, Stage};
use crate::readiness::Prepared;
use crate::run::Spent;
use crate::settings::{IsProgram, ReduceSettings, RewriteSettings, Settings};

/// What is remembered of commands, in the process alone: a rewritten command is asked for again within minutes, and
/// costs little to find again later.
const COMMANDS: Bounds = Bounds { bytes: 4 * 1024 * 1024, entries: 4_096, idle: REMEMBERED_IDLE };

/// The two stages with their providers.
pub struct Optimizer {
    pub(crate) rewrite: Option<RewriteSettings>,
    pub(crate) reduce: Option<ReduceSettings>,
    pub(crate) providers: Vec<Prepared>,
    pub(crate) is_program: Option<IsProgram>,
    pub(crate) memory: Arc<dyn Memory>,
    pub(crate) commands: Recent,
    pub(crate) observer: Arc<dyn Observer>,
}

impl Optimizer {
    /// Nothing is prepared or asked here. `memory` keeps what is said of outputs.
    #[must_use]
    pub fn new(settings: Settings, memory: Arc<dyn Memory>, observer: Arc<dyn Observer>) -> Optimizer {
        Optimizer {
            rewrite: settings.rewrite,
            reduce: settings.reduce,
            is_program: settings.is_program,
            providers: settings.providers.into_iter().map(Prepared::new).collect(),
            memory,
            commands: Recent::new(COMMANDS, Arc::new(Instant::now)),
            observer,
        }
    }

    /// Whether a stage is off, or nobody is there to ask in it: then there is nothing to look at.
    #[must_use]
    pub fn is_idle(&self, stage: Stage) -> bool {
        let is_off = match stage {
            Stage::CommandRewrite => self.rewrite.is_none(),
            Stage::OutputReduce => self.reduce.is_none(),
        };
        is_off || self.taking_part(stage).next().is_none()
    }

    /// The ids of the providers that are asked in a stage, in order; none if the stage is off.
    pub fn asked(&self, stage: Stage) -> impl Iterator<Item = &str> {
        let is_idle = self.is_idle(stage);
        let asked = self.taking_part(stage).filter(move |_| !is_idle);
        asked.filter_map(|index| Some(self.providers.get(index)?.provider().id()))
    }

    /// Whether there is a provider of this id.
    #[must_use]
    pub fn has(&self, id: &str) -> bool {
        self.providers.iter().any(|provider| provider.provider().id() == id)
    }

    /// The providers of a stage, in order.
    pub(crate) fn taking_part(&self, stage: Stage) -> impl Iterator<Item = usize> {
        let providers = self.providers.iter().enumerate();
        providers.filter(move |(_, provider)| provider.entry.takes_part(stage)).map(|(index, _)| index)
    }

    /// Begins a turn.
    #[must_use]
    pub fn turn(&self) -> Turn<'_> {
        Turn {
            optimizer: self,
            rewriting: Spent::default(),
            reducing: Spent::default(),
            stopped: self.providers.iter().map(|_| AtomicBool::new(false)).collect(),
        }
    }
}

impl fmt::Debug for Optimizer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Optimizer")
            .field("rewrite", &self.rewrite)
            .field("reduce", &self.reduce)
            .field("providers", &self.providers.iter().map(|provider| &provider.entry).collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}

/// What belongs to one request or response: each stage has one deadline and eight provider calls in it, and a provider that
/// ran out of time is not asked again.
///
/// A stage's time begins when the stage is first used. Dropping a future of a turn cancels the calls that it made.
pub struct Turn<'a> {
    pub(crate) optimizer: &'a Optimizer,
    pub(crate) rewriting: Spent,
    pub(crate) reducing: Spent,
    /// For each provider whether it ran out of time in this turn.
    stopped: Vec<AtomicBool>,
}

impl Turn<'_> {
    pub(crate) fn is_stopped(&self, provider: usize) -> bool {
        self.stopped.get(provider).is_some_and(|stopped| stopped.load(Ordering::Relaxed))
    }

    pub(crate) fn stop(&self, provider: usize) {
        if let Some(stopped) = self.stopped.get(provider) {
            stopped.store(true, Ordering::Relaxed);
        }
    }
}

impl fmt::Debug for Turn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Turn")
            .field("rewriting", &self.rewriting)
            .field("reducing", &self.reducing)
            .finish_non_exhaustive()
    }
}
