//! The stage before a command runs.

use std::collections::BTreeSet;

use futures_util::future::{BoxFuture, FutureExt as _, ready};
use tokio::time::Instant;
use toolhost_acceptance::{CommandReason, Invalid, Verdict, check_command, judge_command};
use toolhost_capability::shell::Script;

use crate::limits::Size;
use crate::memory::{Key, Remembered};
use crate::observer::{Class, Outcome, Settled, Stage};
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
                is_program: optimizer.is_program.as_ref(),
            },
            providers: providers.clone(),
        });
        let mut settled = settled.await.into_iter();
        let each = calls.iter().map(|call| {
            let settlement = if is_blank(call) { None } else { settled.next() };
            self.rewritten(call, settlement.unwrap_or(Settlement::original(Outcome::TooSmall)))
        });
        each.collect()
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
    is_program: Option<&'a IsProgram>,
}

impl Job for RewriteJob<'_> {
    // A provider that is down now may be there before the command is wanted again.
    const REMEMBERS_FAILURE: bool = false;

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
        let class = judge(self.acceptance, original, rewritten).or_else(|| self.missing(rewritten));
        ready(class.map_or(Ok(replacement), Err)).boxed()
    }
}

impl RewriteJob<'_> {
    /// Refuses a command that brings in a program which is not there: it would fail where the original would not. The
    /// shell's own words and what the original names are its own affair.
    fn missing(&self, rewritten: &str) -> Option<Class> {
        let is_program = self.is_program.filter(|_| self.acceptance == Acceptance::Strict)?;
        let original = Script::parse(&self.call.command);
        let words = |script: &Script| -> BTreeSet<String> {
            script.invocations().iter().flat_map(|one| one.words.iter().flatten()).cloned().collect()
        };
        let known = words(&original);
        let brought = Script::parse(rewritten).invocations().iter().find_map(|invocation| {
            let program = invocation.words.iter().flatten().find(|word| !known.contains(word.as_str()))?;
            (!is_program(program)).then(|| program.clone())
        })?;
        let detail = format!("the program `{brought}` is not found where the command would run");
        Some(Class::Refused { reason: "program_missing", detail })
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
