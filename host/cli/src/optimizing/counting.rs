//! Counts of what the optimizers do, in the store on disk.

use std::sync::Arc;
use std::time::Duration;

use toolhost_optimizer::{Attempt, Observer, Outcome, ProviderError, Settled, Size, Stage};
use toolhost_store::{Event, Size as Counted, Stage as CountedStage, Store};

/// What stands in place of a provider where none was asked, and of a tool where there was no call.
const NOBODY: &str = "-";

/// Counts in the store.
pub(super) struct Counting {
    store: Arc<Store>,
}

impl Counting {
    pub(super) fn new(store: Arc<Store>) -> Counting {
        Counting { store }
    }
}

impl Observer for Counting {
    fn attempt(&self, attempt: &Attempt<'_>) {
        tracing::info!(
            stage = attempt.stage.name(),
            provider = attempt.provider,
            kind = attempt.kind,
            tool = attempt.tool,
            class = %attempt.class,
            milliseconds = attempt.duration.as_millis(),
            bytes_before = attempt.before.bytes,
            bytes_after = attempt.after.map(|after| after.bytes),
            "an optimizer was asked"
        );
        self.store.savings.record(&Event {
            tool: attempt.tool,
            stage: stage(attempt.stage),
            provider: attempt.provider,
            class: &attempt.class.name(),
            before: size(attempt.before),
            after: size(attempt.after.unwrap_or(attempt.before)),
            duration: attempt.duration,
        });
    }

    fn settled(&self, settled: &Settled<'_>) {
        // The others are counted as attempts, or are no more than an output that is short.
        let is_counted =
            matches!(settled.outcome, Outcome::Remembered | Outcome::TooLarge | Outcome::NoPlace);
        if is_counted {
            self.store.savings.record(&Event {
                tool: settled.tool,
                stage: stage(settled.stage),
                provider: settled.provider.unwrap_or(NOBODY),
                class: settled.outcome.name(),
                before: size(settled.before),
                after: size(settled.after),
                duration: Duration::ZERO,
            });
        }
    }

    fn unservable(&self, provider: &str) {
        let none = Counted::default();
        self.store.savings.record(&Event {
            tool: NOBODY,
            stage: CountedStage::Reduce,
            provider,
            class: "config",
            before: none,
            after: none,
            duration: Duration::ZERO,
        });
    }

    fn unprepared(&self, provider: &str, kind: &str, error: &ProviderError) {
        tracing::warn!(provider, kind, %error, "an optimizer cannot be used");
    }
}

fn stage(stage: Stage) -> CountedStage {
    match stage {
        Stage::CommandRewrite => CountedStage::Rewrite,
        Stage::OutputReduce => CountedStage::Reduce,
    }
}

fn size(size: Size) -> Counted {
    Counted { bytes: size.bytes, tokens: size.tokens }
}
