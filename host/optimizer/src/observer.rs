//! What is told about attempts and their ends: names, counts and times, never contents.

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use crate::limits::Size;
use crate::provider::ProviderError;

/// One of the two stages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Commands are rewritten before they run.
    CommandRewrite,
    /// Outputs are reduced before they are shown.
    OutputReduce,
}

impl Stage {
    /// The name in the configuration and in metrics.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Stage::CommandRewrite => "command_rewrite",
            Stage::OutputReduce => "output_reduce",
        }
    }
}

/// The reason of a refusal for a program that is not there, which passes when it is installed.
pub(crate) const PROGRAM_MISSING: &str = "program_missing";

/// What became of one question to one provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Class {
    /// Its replacement is used.
    Changed,
    /// It leaves the text as it is.
    Unchanged,
    /// Its replacement is none, by a rule that every replacement keeps.
    Invalid(&'static str),
    /// Its replacement does not say the same.
    Refused {
        /// The name of the reason.
        reason: &'static str,
        /// What exactly, which may show parts of the text: for the author at a terminal, never for a log.
        detail: String,
    },
    /// Its answer came, or was understood, when the deadline had passed.
    Late,
    /// It has no answer.
    Error(ProviderError),
}

impl Class {
    /// Whether the same question may have another answer soon: nobody has left the text alone who was not there, or broke,
    /// and whoever mends that wants to see it.
    pub(crate) fn is_passing(&self) -> bool {
        match self {
            Class::Error(_) | Class::Late => true,
            Class::Refused { reason, .. } => *reason == PROGRAM_MISSING,
            Class::Changed | Class::Unchanged | Class::Invalid(_) => false,
        }
    }

    /// The name in metrics, such as `changed` or `refused:failure_lost`.
    #[must_use]
    pub fn name(&self) -> Cow<'static, str> {
        match self {
            Class::Changed => "changed".into(),
            Class::Unchanged => "unchanged".into(),
            Class::Invalid(rule) => format!("invalid:{rule}").into(),
            Class::Refused { reason, .. } => format!("refused:{reason}").into(),
            Class::Late => "late".into(),
            Class::Error(error) => error.class().into(),
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

/// One question to one provider, and its end.
#[derive(Debug)]
pub struct Attempt<'a> {
    /// In which stage.
    pub stage: Stage,
    /// The provider's id.
    pub provider: &'a str,
    /// The provider's type.
    pub kind: &'a str,
    /// The tool, as the model knows it.
    pub tool: &'a str,
    /// What became of it.
    pub class: Class,
    /// From the question to the answer, without the look at the answer.
    pub duration: Duration,
    /// Of the command, or of the output without its wrapper.
    pub before: Size,
    /// Of the replacement, used or not.
    pub after: Option<Size>,
}

/// What a command or an output ended as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// A replacement of this turn is used.
    Changed,
    /// The original stays: no provider had a replacement that could be used.
    Unchanged,
    /// A remembered replacement is used.
    Remembered,
    /// The original stays, as before.
    RememberedUnchanged,
    /// The original stays: it is shorter than the least size, or empty.
    TooSmall,
    /// The original stays: it is longer than the greatest size, or than what is looked at.
    TooLarge,
    /// The original stays: it is the work of all providers that could be asked.
    OwnOutput,
    /// The original stays: the calls of this stage and turn were used up.
    NoPlace,
    /// The original stays: the time was over.
    TimedOut,
}

impl Outcome {
    /// The name in metrics.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Changed => "changed",
            Outcome::Unchanged => "unchanged",
            Outcome::Remembered => "remembered",
            Outcome::RememberedUnchanged => "remembered_unchanged",
            Outcome::TooSmall => "too_small",
            Outcome::TooLarge => "too_large",
            Outcome::OwnOutput => "own_output",
            Outcome::NoPlace => "no_place",
            Outcome::TimedOut => "timed_out",
        }
    }

    /// Whether a replacement is used.
    #[must_use]
    pub fn is_replaced(self) -> bool {
        matches!(self, Outcome::Changed | Outcome::Remembered)
    }
}

/// The end of one command or output.
#[derive(Debug)]
pub struct Settled<'a> {
    /// In which stage.
    pub stage: Stage,
    /// The tool, as the model knows it.
    pub tool: &'a str,
    /// What it ended as.
    pub outcome: Outcome,
    /// The id of the provider whose replacement is used, which may be one of an earlier configuration.
    pub provider: Option<&'a str>,
    /// Of the command, or of the output without its wrapper. The wrapper counts where the output was too large to look
    /// for one.
    pub before: Size,
    /// Of what is used.
    pub after: Size,
}

/// Who is told. Calls come from within a turn, so they must be short.
pub trait Observer: Send + Sync {
    /// A provider was asked.
    fn attempt(&self, attempt: &Attempt<'_>);

    /// A command or an output has its end. Each of a turn has exactly one, unless the turn was dropped.
    fn settled(&self, settled: &Settled<'_>);

    /// A provider of the configuration cannot be served, and is never asked.
    fn unservable(&self, provider: &str);

    /// A provider could not be prepared. `kind` is its type.
    fn unprepared(&self, provider: &str, kind: &str, error: &ProviderError);
}

/// An observer that looks away.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unobserved;

impl Observer for Unobserved {
    fn attempt(&self, _: &Attempt<'_>) {}
    fn settled(&self, _: &Settled<'_>) {}
    fn unservable(&self, _: &str) {}
    fn unprepared(&self, _: &str, _: &str, _: &ProviderError) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let text = String::new;
        let rows = [
            (Class::Changed, "changed"),
            (Class::Unchanged, "unchanged"),
            (Class::Invalid("nul"), "invalid:nul"),
            (Class::Refused { reason: "failure_lost", detail: text() }, "refused:failure_lost"),
            (Class::Late, "late"),
            (Class::Error(ProviderError::TimedOut(text())), "timed_out"),
            (Class::Error(ProviderError::Cancelled(text())), "cancelled"),
            (Class::Error(ProviderError::Busy(text())), "busy"),
            (Class::Error(ProviderError::NotFound(text())), "not_found"),
            (Class::Error(ProviderError::Trapped(text())), "trapped"),
            (Class::Error(ProviderError::failed(text())), "failed"),
        ];
        for (class, name) in rows {
            assert_eq!(class.to_string(), name);
        }
        assert_eq!(Stage::CommandRewrite.name(), "command_rewrite");
        assert_eq!(Stage::OutputReduce.name(), "output_reduce");
    }
}
