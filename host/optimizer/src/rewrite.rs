//! The stage before a command runs.

use futures_util::future::{BoxFuture, FutureExt as _, ready};
use tokio::time::Instant;
use toolhost_acceptance::{CommandReason, Invalid, Verdict, check_command, judge_command};
use toolhost_capability::shell::{Script, Word};

use crate::limits::Size;
use crate::memory::{Key, Remembered};
use crate::observer::{Class, Outcome, PROGRAM_MISSING, Settled, Stage};
use crate::optimizer::Turn;
use crate::pipeline::{Open, Settlement, settle};
use crate::provider::{Provider, ProviderError, Replacement, ShellCall};
use crate::run::{Job, Run};
use crate::settings::{Acceptance, IsProgram};

/// A command that is to run in place of another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rewritten {
    /// The command line.
    pub command: String,
    /// The id of the provider that made it.
    pub provider: String,
    /// Why, in the provider's words.
    pub reason: Option<String>,
}

impl Turn<'_> {
    /// Rewrites commands side by side: for each, in their order, what is to run in its place; none where it stays.
    pub async fn rewrite(&self, calls: &[ShellCall]) -> Vec<Option<Rewritten>> {
        let stage = Stage::CommandRewrite;
        let optimizer = self.optimizer;
        let (Some(settings), false) = (optimizer.rewrite, optimizer.is_idle(stage)) else {
            return vec![None; calls.len()];
        };
        let mut run = Run::begin(self, stage, Some(settings.timeout));
        let items = calls.iter().filter(|call| !is_blank(call));
        let items: Vec<_> =
            items.map(|call| (Key::of_command(&call.tool_name, &call.command), call)).collect();
        let providers: Vec<usize> = optimizer.taking_part(stage).collect();
        let settled = settle(&mut run, &optimizer.commands, &items, |call| Open {
            job: RewriteJob {
                call,
                acceptance: settings.acceptance,
                programs: Programs::new(settings.acceptance, optimizer.is_program.as_ref()),
            },
            providers: providers.clone(),
        });
        let mut settled = settled.await.into_iter();
        let each = calls.iter().map(|call| {
            let settlement = if is_blank(call) { None } else { settled.next() };
            let settlement =
                settlement.map(|settlement| self.still_runs(call, settings.acceptance, settlement));
            self.rewritten(call, settlement.unwrap_or(Settlement::original(Outcome::TooSmall)))
        });
        each.collect()
    }

    /// What was remembered was looked at when it was made; whether its programs are there may be another matter by now.
    fn still_runs(&self, call: &ShellCall, acceptance: Acceptance, settlement: Settlement) -> Settlement {
        let programs = Programs::new(acceptance, self.optimizer.is_program.as_ref());
        match (&settlement.outcome, &settlement.answer) {
            (Outcome::Remembered, Remembered::Replaced { text, .. })
                if programs.missing(&call.command, text).is_some() =>
            {
                Settlement::original(Outcome::RememberedUnchanged)
            }
            _ => settlement,
        }
    }

    fn rewritten(&self, call: &ShellCall, settlement: Settlement) -> Option<Rewritten> {
        let before = Size::of(&call.command);
        let rewritten = match settlement.answer {
            Remembered::Replaced { text, provider, .. } => Some(Rewritten {
                command: text.to_string(),
                provider: provider.to_string(),
                reason: settlement.reason,
            }),
            Remembered::LeftAlone => None,
        };
        self.optimizer.observer.settled(&Settled {
            stage: Stage::CommandRewrite,
            tool: &call.tool_name,
            outcome: settlement.outcome,
            provider: rewritten.as_ref().map(|rewritten| rewritten.provider.as_str()),
            before,
            after: rewritten.as_ref().map_or(before, |rewritten| Size::of(&rewritten.command)),
        });
        rewritten
    }
}

fn is_blank(call: &ShellCall) -> bool {
    call.command.trim().is_empty()
}

struct RewriteJob<'a> {
    call: &'a ShellCall,
    acceptance: Acceptance,
    programs: Programs<'a>,
}

impl Job for RewriteJob<'_> {
    fn tool(&self) -> &str {
        &self.call.tool_name
    }

    fn original(&self) -> &str {
        &self.call.command
    }

    fn ask<'a>(
        &'a self,
        provider: &'a dyn Provider,
        deadline: Option<Instant>,
    ) -> BoxFuture<'a, Result<Option<Replacement>, ProviderError>> {
        provider.rewrite(self.call, deadline)
    }

    fn check(&self, replacement: Replacement) -> BoxFuture<'_, Result<Replacement, Class>> {
        let (original, rewritten) = (&self.call.command, &replacement.text);
        let class = judge(self.acceptance, original, rewritten).or_else(|| {
            let program = self.programs.missing(original, rewritten)?;
            let detail = format!("the program `{program}` is not found where the command would run");
            Some(Class::Refused { reason: PROGRAM_MISSING, detail })
        });
        ready(class.map_or(Ok(replacement), Err)).boxed()
    }
}

/// The programs that are there where a command would run.
struct Programs<'a> {
    /// None: nobody asks.
    is_program: Option<&'a IsProgram>,
}

impl<'a> Programs<'a> {
    fn new(acceptance: Acceptance, is_program: Option<&'a IsProgram>) -> Programs<'a> {
        Programs { is_program: is_program.filter(|_| acceptance == Acceptance::Strict) }
    }

    /// A program that a rewritten command needs and that is not there: one that it brings in, with which it would fail
    /// where the original would not, or one that stands behind what it brings in, which would look for it in other places
    /// than a shell does, and run something else. What it leaves as it was is its own affair.
    fn missing(&self, original: &str, rewritten: &str) -> Option<String> {
        let is_program = self.is_program?;
        let (original, rewritten) = (Script::parse(original), Script::parse(rewritten));
        let pairs = original.invocations().iter().zip(rewritten.invocations());
        let changed = pairs.filter(|(before, after)| before.words != after.words);
        let needed = changed.flat_map(|(before, after)| {
            let is_brought = |word: &Word| word.is_some() && !before.words.contains(word);
            let from = after.words.iter().position(is_brought).unwrap_or(after.words.len());
            after.words[from..].iter().take(2).flatten()
        });
        // One that is named by its path is found there by everybody.
        needed.filter(|program| !program.contains('/')).find(|program| !is_program(program)).cloned()
    }
}

/// Why a command is not used; none if it is.
fn judge(acceptance: Acceptance, original: &str, rewritten: &str) -> Option<Class> {
    let reason = match acceptance {
        Acceptance::Off => CommandReason::Invalid(check_command(original, rewritten).err()?),
        Acceptance::Strict => match judge_command(original, rewritten) {
            Verdict::Accepted => return None,
            Verdict::Refused(reason) => reason,
        },
    };
    Some(match reason {
        CommandReason::Invalid(Invalid::Unchanged) => Class::Unchanged,
        CommandReason::Invalid(invalid) => Class::Invalid(invalid.name()),
        reason => Class::Refused { reason: reason.name(), detail: reason.to_string() },
    })
}
