//! One stage of one turn while it runs: its time, its places, and one question to one provider.

use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, join_all};
use tokio::time::{Instant, timeout_at};

use crate::limits::{PROVIDER_CALLS_PER_STAGE, Size};
use crate::observer::{Attempt, Class, Stage};
use crate::optimizer::Turn;
use crate::provider::{Provider, ProviderError, Replacement};
use crate::readiness::Prepared;

/// What a stage has used of a turn.
#[derive(Debug, Default)]
pub(crate) struct Spent {
    calls: AtomicUsize,
    /// When the stage has to be done; none before it has begun.
    deadline: Mutex<Option<Instant>>,
}

impl Spent {
    /// The deadline, changed by `change`.
    fn deadline(&self, change: impl FnOnce(Option<Instant>) -> Option<Instant>) -> Option<Instant> {
        let mut deadline = self.deadline.lock().unwrap_or_else(PoisonError::into_inner);
        *deadline = change(*deadline);
        *deadline
    }
}

/// What is asked of the providers for one command or output.
pub(crate) trait Job: Sync {
    /// The tool, as the model knows it.
    fn tool(&self) -> &str;

    /// What a replacement would stand for.
    fn original(&self) -> &str;

    fn ask<'a>(
        &'a self,
        provider: &'a dyn Provider,
        deadline: Option<Instant>,
    ) -> BoxFuture<'a, Result<Option<Replacement>, ProviderError>>;

    /// Whether a replacement may be used.
    fn check(&self, replacement: Replacement) -> BoxFuture<'_, Result<Replacement, Class>>;
}

/// A stage that has begun.
pub(crate) struct Run<'a> {
    turn: &'a Turn<'a>,
    stage: Stage,
    spent: &'a Spent,
    deadline: Option<Instant>,
    /// Providers that could not be prepared, and whether that passes.
    unready: BTreeMap<usize, bool>,
}

impl<'a> Run<'a> {
    /// Starts the clock, unless the stage has run in this turn before.
    pub(crate) fn begin(turn: &'a Turn<'a>, stage: Stage, timeout: Option<Duration>) -> Run<'a> {
        let spent = match stage {
            Stage::CommandRewrite => &turn.rewriting,
            Stage::OutputReduce => &turn.reducing,
        };
        // A time that no clock reaches is none.
        let fresh = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        let deadline = spent.deadline(|begun| begun.or(fresh));
        Run { turn, stage, spent, deadline, unready: BTreeMap::new() }
    }

    pub(crate) fn turn(&self) -> &'a Turn<'a> {
        self.turn
    }

    /// Whether the time is over.
    pub(crate) fn is_over(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// What a future gives before the time is over.
    pub(crate) async fn within<T>(&self, future: impl Future<Output = T>) -> Option<T> {
        let value = match self.deadline {
            Some(deadline) => timeout_at(deadline, future).await.ok()?,
            None => future.await,
        };
        (!self.is_over()).then_some(value)
    }

    /// Prepares providers side by side. The clock of the stage stands still meanwhile.
    pub(crate) async fn prepare(&mut self, providers: impl IntoIterator<Item = usize>) {
        let begun = Instant::now();
        let optimizer = self.turn.optimizer;
        let states = join_all(providers.into_iter().map(async |index| {
            let prepared = optimizer.providers.get(index)?;
            let error = prepared.ready(&*optimizer.observer).await.err()?;
            Some((index, error.is_passing()))
        }));
        self.unready = states.await.into_iter().flatten().collect();
        let spent = begun.elapsed();
        self.deadline =
            self.spent.deadline(|deadline| deadline.and_then(|deadline| deadline.checked_add(spent)));
    }

    /// Those of the providers that can be asked now, and whether one of the others may be again later.
    pub(crate) fn usable(&self, providers: &[usize]) -> (Vec<usize>, bool) {
        let mut may_pass = false;
        let usable = providers.iter().copied().filter(|index| {
            let is_stopped = self.turn.is_stopped(*index);
            let unready = self.unready.get(index).copied();
            may_pass |= is_stopped || unready == Some(true);
            !is_stopped && unready.is_none()
        });
        let usable = usable.collect();
        (usable, may_pass)
    }

    /// Takes one of the stage's calls, if one is left.
    pub(crate) fn take_place(&self) -> bool {
        let taken = self.spent.calls.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |calls| {
            (calls < PROVIDER_CALLS_PER_STAGE).then_some(calls + 1)
        });
        taken.is_ok()
    }

    /// Gives one back that was not used.
    pub(crate) fn give_back_place(&self) {
        self.spent.calls.fetch_sub(1, Ordering::Relaxed);
    }

    /// Asks one provider, and looks at what it says.
    pub(crate) async fn attempt<J: Job>(&self, job: &J, index: usize) -> Result<Replacement, Class> {
        let Some(prepared) = self.turn.optimizer.providers.get(index) else {
            return Err(Class::Unchanged);
        };
        let begun = Instant::now();
        let answer = self.ask(job, prepared.provider()).await;
        let duration = begun.elapsed();
        let after = answer.as_ref().ok().map(|replacement| Size::of(&replacement.text));
        let result = match answer {
            Ok(replacement) => self.within(job.check(replacement)).await.unwrap_or(Err(Class::Late)),
            Err(class) => Err(class),
        };
        let class = result.as_ref().err().cloned().unwrap_or(Class::Changed);
        if matches!(&class, Class::Error(error) if error.ends_its_turn()) {
            self.turn.stop(index);
        }
        self.report(job, prepared, class, duration, after);
        result
    }

    async fn ask<J: Job>(&self, job: &J, provider: &dyn Provider) -> Result<Replacement, Class> {
        // Within a block, so that what panics before its future is made is caught, too.
        let answer = AssertUnwindSafe(async { job.ask(provider, self.deadline).await }).catch_unwind();
        let answer = match self.deadline {
            Some(deadline) => timeout_at(deadline, answer).await.map_err(|_| {
                Class::Error(ProviderError::TimedOut("the time of the stage is over".to_owned()))
            })?,
            None => answer.await,
        };
        match answer {
            Err(_) => Err(Class::Error(ProviderError::failed("it panicked"))),
            Ok(Err(error)) => Err(Class::Error(error)),
            // What was ready when the time was over is found first, but comes too late all the same.
            Ok(Ok(_)) if self.is_over() => Err(Class::Late),
            Ok(Ok(None)) => Err(Class::Unchanged),
            Ok(Ok(Some(replacement))) => Ok(replacement),
        }
    }

    fn report<J: Job>(
        &self,
        job: &J,
        prepared: &Prepared,
        class: Class,
        duration: Duration,
        after: Option<Size>,
    ) {
        let (provider, kind, stage) = (prepared.provider().id(), prepared.provider().kind(), self.stage);
        match &class {
            Class::Error(error) if !error.is_passing() => {
                tracing::warn!(provider, kind, stage = stage.name(), class = error.class(), %error, "an optimizer has no answer");
            }
            _ => {
                tracing::debug!(provider, kind, stage = stage.name(), class = %class, "an optimizer was asked")
            }
        }
        self.turn.optimizer.observer.attempt(&Attempt {
            stage,
            provider,
            kind,
            tool: job.tool(),
            class,
            duration,
            before: Size::of(job.original()),
            after,
        });
    }
}
