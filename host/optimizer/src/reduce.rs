//! The stage after a command has run.

use std::fmt;

use futures_util::future::{BoxFuture, FutureExt as _};
use tokio::task::spawn_blocking;
use tokio::time::Instant;
use toolhost_acceptance::{
    Families, Hint, Invalid, Verdict, Wrapped, check_output, families, hint, judge, printed_by,
};
use toolhost_capability::shell::Script;

use crate::limits::{INSPECTED_BYTES, Size};
use crate::memory::{Key, Remembered};
use crate::observer::{Class, Outcome, Settled, Stage};
use crate::optimizer::{Optimizer, Turn};
use crate::pipeline::{Open, Settlement, settle};
use crate::provider::{Provider, ProviderError, Replacement, ShellCall};
use crate::run::{Job, Run};
use crate::settings::{Acceptance, ReduceSettings};

/// What a command printed, as the model would be shown it.
#[derive(Clone, PartialEq, Eq)]
pub struct ShellOutput {
    /// The call, with the command that ran.
    pub call: ShellCall,
    /// The command as the model wrote it, where another one ran and this is known.
    pub original_command: Option<String>,
    /// The text, perhaps in an agent's wrapper.
    pub text: String,
}

/// Without contents, so that none gets into a log.
impl fmt::Debug for ShellOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ShellOutput")
            .field("call", &self.call)
            .field("bytes", &self.text.len())
            .finish_non_exhaustive()
    }
}

/// A text that is to be shown in place of an output.
#[derive(Clone, PartialEq, Eq)]
pub struct Reduced {
    /// The whole text, in the wrapper of the original.
    pub text: String,
    /// The id of the provider that made it, perhaps one of an earlier configuration.
    pub provider: String,
    /// Estimated tokens of the output without its wrapper.
    pub tokens_before: u64,
    /// Estimated tokens of the reduction without it.
    pub tokens_after: u64,
    /// Whether it was made earlier.
    pub is_remembered: bool,
    /// Why, in the provider's words, where it was made now.
    pub reason: Option<String>,
}

/// Without contents, so that none gets into a log.
impl fmt::Debug for Reduced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reduced")
            .field("bytes", &self.text.len())
            .field("provider", &self.provider)
            .field("tokens_before", &self.tokens_before)
            .field("tokens_after", &self.tokens_after)
            .field("is_remembered", &self.is_remembered)
            .finish_non_exhaustive()
    }
}

/// An output that is looked at.
struct Candidate<'a> {
    output: &'a ShellOutput,
    wrapped: Wrapped<'a>,
}

impl Turn<'_> {
    /// Reduces outputs side by side: for each, in their order, what is to be shown in its place; none where it stays.
    pub async fn reduce(&self, outputs: &[ShellOutput]) -> Vec<Option<Reduced>> {
        let stage = Stage::OutputReduce;
        let optimizer = self.optimizer;
        let (Some(settings), false) = (optimizer.reduce, optimizer.is_idle(stage)) else {
            return vec![None; outputs.len()];
        };
        let mut run = Run::begin(self, stage, settings.timeout);
        let candidates: Vec<_> = outputs.iter().map(|output| Candidate::of(output, &settings)).collect();
        let items =
            candidates.iter().flatten().map(|candidate| (candidate.key(settings.acceptance), candidate));
        let items: Vec<_> = items.collect();
        let settled =
            settle(&mut run, &*optimizer.memory, &items, |candidate| candidate.open(optimizer, &settings));
        let mut settled = settled.await.into_iter();
        let each = outputs.iter().zip(&candidates).map(|(output, candidate)| {
            let end = match candidate {
                Ok(candidate) => settled.next().map(|settlement| candidate.reduced(settlement)),
                Err(outcome) => Some((*outcome, None, Size::of(&output.text), None)),
            };
            let (outcome, reduced, before, after) = end?;
            optimizer.observer.settled(&Settled {
                stage,
                tool: &output.call.tool_name,
                outcome,
                provider: reduced.as_ref().map(|reduced: &Reduced| reduced.provider.as_str()),
                before,
                after: after.unwrap_or(before),
            });
            reduced
        });
        each.collect()
    }

    /// Counts an output of so many bytes, of which the text is not even read: nobody is asked about it.
    pub fn count_too_large(&self, tool: &str, bytes: u64) {
        let size = Size::of_bytes(bytes);
        self.optimizer.observer.settled(&Settled {
            stage: Stage::OutputReduce,
            tool,
            outcome: Outcome::TooLarge,
            provider: None,
            before: size,
            after: size,
        });
    }
}

impl<'a> Candidate<'a> {
    /// An output of a size that is reduced, or why it is not.
    fn of(output: &'a ShellOutput, settings: &ReduceSettings) -> Result<Candidate<'a>, Outcome> {
        if output.text.len() > INSPECTED_BYTES {
            return Err(Outcome::TooLarge);
        }
        let wrapped = Wrapped::split(&output.text);
        let bytes = wrapped.body.len() as u64;
        if bytes == 0 || settings.min_input_bytes.is_some_and(|least| bytes < least.get()) {
            Err(Outcome::TooSmall)
        } else if settings.max_input_bytes.is_some_and(|most| bytes > most.get()) {
            Err(Outcome::TooLarge)
        } else {
            Ok(Candidate { output, wrapped })
        }
    }

    fn key(&self, acceptance: Acceptance) -> Key {
        let key = match acceptance {
            Acceptance::Off => Key::of_unjudged_output,
            Acceptance::Strict => Key::of_output,
        };
        key(&self.output.call.tool_name, &self.output.call.command, &self.wrapped.body)
    }

    fn open<'b>(&'b self, optimizer: &Optimizer, settings: &ReduceSettings) -> Open<ReduceJob<'b>> {
        let call = &self.output.call;
        let ran = Script::parse(&call.command);
        let is_own =
            |provider: &dyn Provider| provider.programs().iter().any(|program| printed_by(&ran, program));
        let was_reduced = optimizer.providers.iter().any(|entry| is_own(entry.provider()));
        let written = self.output.original_command.as_deref().map(Script::parse);
        let told = written.as_ref().unwrap_or(&ran);
        let providers = optimizer.taking_part(Stage::OutputReduce);
        let others = providers
            .filter(|index| optimizer.providers.get(*index).is_some_and(|entry| !is_own(entry.provider())));
        Open {
            providers: others.collect(),
            job: ReduceJob {
                call,
                body: &self.wrapped.body,
                hint: if was_reduced { None } else { hint(told).or_else(|| hint(&ran)) },
                families: families(told),
                acceptance: settings.acceptance,
            },
        }
    }

    /// What becomes of the output, with the sizes of its body before and after.
    fn reduced(&self, settlement: Settlement) -> (Outcome, Option<Reduced>, Size, Option<Size>) {
        let Settlement { outcome, answer, reason } = settlement;
        let before = Size::of(&self.wrapped.body);
        let Remembered::Replaced { text, provider, tokens_before, tokens_after } = answer else {
            return (outcome, None, before, None);
        };
        let reduced = Reduced {
            text: self.wrapped.put_back(&text),
            provider: provider.to_string(),
            tokens_before,
            tokens_after,
            is_remembered: outcome == Outcome::Remembered,
            reason,
        };
        (outcome, Some(reduced), before, Some(Size::of(&text)))
    }
}

struct ReduceJob<'a> {
    call: &'a ShellCall,
    body: &'a str,
    hint: Option<Hint>,
    families: Families,
    acceptance: Acceptance,
}

impl Job for ReduceJob<'_> {
    fn tool(&self) -> &str {
        &self.call.tool_name
    }

    fn original(&self) -> &str {
        self.body
    }

    fn ask<'a>(
        &'a self,
        provider: &'a dyn Provider,
        deadline: Option<Instant>,
    ) -> BoxFuture<'a, Result<Option<Replacement>, ProviderError>> {
        let is_known = |hint: &Hint| hint.is_common() || provider.hints().contains(hint);
        provider.reduce(self.call, self.hint.filter(is_known), self.body, deadline)
    }

    fn check(&self, replacement: Replacement) -> BoxFuture<'_, Result<Replacement, Class>> {
        async move {
            match check_output(self.body, &replacement.text) {
                Err(Invalid::Unchanged) => return Err(Class::Unchanged),
                Err(invalid) => return Err(Class::Invalid(invalid.name())),
                Ok(()) => {}
            }
            if self.acceptance == Acceptance::Off {
                return Ok(replacement);
            }
            // It takes milliseconds, in which answers to other questions would be noticed too late.
            let (families, body) = (self.families, self.body.to_owned());
            let judged = spawn_blocking(move || match judge(families, &body, &replacement.text) {
                Verdict::Accepted => Ok(replacement),
                Verdict::Refused(reason) => {
                    Err(Class::Refused { reason: reason.name(), detail: reason.to_string() })
                }
            });
            // Only a fault of the look itself ends it otherwise. What cannot be looked at is not believed.
            let fault =
                || Class::Refused { reason: "not_judged", detail: "the look at it failed".to_owned() };
            judged.await.unwrap_or_else(|_| Err(fault()))
        }
        .boxed()
    }
}
