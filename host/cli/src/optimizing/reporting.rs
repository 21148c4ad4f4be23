//! What each provider did, for the author at the terminal.

use toolhost_optimizer::{Attempt, Class, Observer, Outcome, ProviderError, Settled, Size};

use crate::output;

/// Says it on standard error.
pub(super) struct Reporting;

impl Observer for Reporting {
    fn attempt(&self, attempt: &Attempt<'_>) {
        let Attempt { provider, kind, before, after, duration, .. } = attempt;
        let what = match &attempt.class {
            Class::Error(error) => format!("{}: {}", error.class(), message(error)),
            Class::Refused { reason, detail } => format!("refused: {reason}, {detail}"),
            class => class.name().replace(':', ": "),
        };
        let sizes = after.map(|after| format!("; {}", sizes(*before, after))).unwrap_or_default();
        output::complain(provider, &format!("{kind}, {} ms: {what}{sizes}", duration.as_millis()));
    }

    fn settled(&self, settled: &Settled<'_>) {
        let Settled { stage, outcome, provider, before, .. } = settled;
        let end = match (outcome, provider) {
            (Outcome::Changed, Some(provider)) => format!("changed by {provider}"),
            (Outcome::Unchanged, _) => "left as it is".to_owned(),
            (other, _) => format!("left as it is: {} ({} bytes)", other.name(), before.bytes),
        };
        output::complain(stage.name(), &end);
    }

    // The fault itself is told by whoever loads the profile.
    fn unservable(&self, _provider: &str) {}

    fn unprepared(&self, provider: &str, kind: &str, error: &ProviderError) {
        output::complain(provider, &format!("{kind}: {}: {}", error.class(), message(error)));
    }
}

/// The message without the class, which stands before it.
fn message(error: &ProviderError) -> &str {
    match error {
        ProviderError::TimedOut(message)
        | ProviderError::Cancelled(message)
        | ProviderError::Busy(message)
        | ProviderError::NotFound(message)
        | ProviderError::Trapped(message)
        | ProviderError::Failed(message) => message,
    }
}

fn sizes(before: Size, after: Size) -> String {
    format!(
        "{} to {} bytes, {} to {} estimated tokens",
        before.bytes, after.bytes, before.tokens, after.tokens
    )
}
