//! What each provider did, for the author at the terminal.

use toolhost_optimizer::{
    Attempt, Class, INSPECTED_BYTES, Observer, Outcome, ProviderError, Settled, Size, Stage,
};

use crate::output;

/// What an author is told of a size that the configuration excludes.
const ANY_SIZE: &str = "with `--any-size` it is asked about all the same";

/// Says it on standard error.
pub(super) struct Reporting;

impl Observer for Reporting {
    fn attempt(&self, attempt: &Attempt<'_>) {
        let Attempt { provider, kind, before, after, duration, .. } = attempt;
        if let Class::Error(ProviderError::Failed { said: Some(said), .. }) = &attempt.class {
            for line in said.trim_end().lines() {
                output::complain(provider, &format!("| {line}"));
            }
        }
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
            (Outcome::TooSmall, _) => format!("left as it is: {}", too_small(*stage, before.bytes)),
            (Outcome::TooLarge, _) => format!("left as it is: {}", too_large(before.bytes)),
            (other, _) => format!("left as it is: {}", other.name()),
        };
        output::complain(stage.name(), &end);
    }

    // The fault itself is told by whoever loads the profile.
    fn unservable(&self, _provider: &str) {}

    fn unprepared(&self, provider: &str, kind: &str, error: &ProviderError) {
        output::complain(provider, &format!("{kind}: {}: {}", error.class(), message(error)));
    }
}

fn too_small(stage: Stage, bytes: u64) -> String {
    match (stage, bytes) {
        (Stage::CommandRewrite, _) => "it is blank".to_owned(),
        (Stage::OutputReduce, 0) => "it is empty".to_owned(),
        (Stage::OutputReduce, _) => {
            format!("too_small, {bytes} bytes are fewer than `output_reduce.min_input_bytes`; {ANY_SIZE}")
        }
    }
}

fn too_large(bytes: u64) -> String {
    if bytes > INSPECTED_BYTES as u64 {
        format!("too_large, {bytes} bytes are more than the {INSPECTED_BYTES} that are ever looked at")
    } else {
        format!("too_large, {bytes} bytes are more than `output_reduce.max_input_bytes`; {ANY_SIZE}")
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
        | ProviderError::Failed { message, .. } => message,
    }
}

fn sizes(before: Size, after: Size) -> String {
    format!(
        "{} to {} bytes, {} to {} estimated tokens",
        before.bytes, after.bytes, before.tokens, after.tokens
    )
}
