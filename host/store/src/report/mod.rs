//! What `toolhost stats` shows: rows of savings in, a report out, as text or by `serde`.

mod number;
mod outcome;
mod plot;
mod table;
mod text;

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::Serialize;

use crate::clock::Day;
use crate::savings::{MAX_DAYS, Row, Stage};

pub use outcome::Outcome;
pub use text::Layout;

/// What was saved in some days. Serialises with exact numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The first day that was asked for. Of a range longer than the store keeps days, the first with a record.
    pub from: Day,
    /// The last day, likewise.
    pub to: Day,
    /// By tool, stage and provider, sorted by these.
    pub lines: Vec<Line>,
    /// The sums of all lines.
    pub total: Totals,
    /// Why attempts came to nothing: refusals, then failures, the most frequent first.
    pub reasons: Vec<Reason>,
    /// Tokens saved by day, for each day on which something was recorded.
    pub days: Vec<SavedByDay>,
}

/// How often each class was counted.
type Classes = BTreeMap<String, u64>;

/// What one provider did for one tool in one stage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Line {
    /// The tool.
    pub tool: String,
    /// Commands or outputs.
    pub stage: Stage,
    /// The provider.
    pub provider: String,
    /// What it did.
    #[serde(flatten)]
    pub totals: Totals,
    /// How often each class was counted.
    pub classes: Classes,
}

/// Sums over attempts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Totals {
    /// All questions to providers: those below, and those with nothing new.
    pub calls: u64,
    /// Those whose text was used.
    pub changed: u64,
    /// Those whose text was turned down.
    pub refused: u64,
    /// Those without an answer.
    pub failed: u64,
    /// How often an earlier answer was served again, which is no call.
    pub remembered: u64,
    /// Estimated tokens of outputs that were changed, before. Commands do not count: a rewritten command saves in its
    /// output, which nobody knows.
    pub tokens_before: u64,
    /// Estimated tokens of the same outputs, after.
    pub tokens_after: u64,
    /// The difference: below zero where texts grew.
    pub tokens_saved: i64,
    /// Time of all attempts, in milliseconds.
    pub milliseconds: u64,
    #[serde(skip)]
    micros: u64,
}

/// How often a provider's attempts ended in one way that is neither a change nor none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// Commands or outputs.
    pub stage: Stage,
    /// The provider.
    pub provider: String,
    /// Refused or failed.
    pub outcome: Outcome,
    /// The class, without what the outcome says already.
    pub reason: String,
    /// How often.
    pub calls: u64,
}

/// What one day saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct SavedByDay {
    /// The day, by UTC.
    pub day: Day,
    /// Estimated tokens; below zero where texts grew.
    pub tokens_saved: i64,
}

impl Report {
    /// Sums rows up. Those outside of `days` do not count.
    #[must_use]
    pub fn new(rows: &[Row], days: &RangeInclusive<Day>) -> Self {
        let mut lines: BTreeMap<(&str, Stage, &str), (Totals, Classes)> = BTreeMap::new();
        let mut reasons: BTreeMap<(Stage, &str, Outcome, &str), u64> = BTreeMap::new();
        let mut by_day: BTreeMap<Day, Totals> = BTreeMap::new();
        let mut total = Totals::default();
        for row in rows.iter().filter(|row| days.contains(&row.day)) {
            let (outcome, reason) = Outcome::of(&row.class);
            let totals = Totals::of(row, outcome);
            total.add(&totals);
            let (sums, classes) = lines.entry((&row.tool, row.stage, &row.provider)).or_default();
            sums.add(&totals);
            let calls = classes.entry(row.class.clone()).or_default();
            *calls = calls.saturating_add(row.attempts);
            by_day.entry(row.day).or_default().add(&totals);
            if matches!(outcome, Outcome::Refused | Outcome::Failed | Outcome::NotAsked) {
                let calls = reasons.entry((row.stage, &row.provider, outcome, reason)).or_default();
                *calls = calls.saturating_add(row.attempts);
            }
        }
        let mut reasons: Vec<Reason> = reasons
            .into_iter()
            .map(|((stage, provider, outcome, reason), calls)| Reason {
                stage,
                provider: provider.to_owned(),
                outcome,
                reason: reason.to_owned(),
                calls,
            })
            .collect();
        reasons.sort_by_key(|reason| (reason.outcome, std::cmp::Reverse(reason.calls)));
        let (from, to) = match (by_day.first_key_value(), by_day.last_key_value()) {
            (Some((first, _)), Some((last, _))) if is_long(days) => (*first, *last),
            _ => (*days.start(), *days.end()),
        };
        Self {
            from,
            to,
            lines: lines
                .into_iter()
                .map(|((tool, stage, provider), (totals, classes))| Line {
                    tool: tool.to_owned(),
                    stage,
                    provider: provider.to_owned(),
                    totals,
                    classes,
                })
                .collect(),
            total,
            reasons,
            days: by_day
                .into_iter()
                .map(|(day, totals)| SavedByDay { day, tokens_saved: totals.tokens_saved })
                .collect(),
        }
    }

    /// The report for a terminal: tables and a plot, or one sentence where nothing was recorded. Ends with a line end.
    #[must_use]
    pub fn text(&self, layout: Layout) -> String {
        text::text(self, layout)
    }
}

/// Whether a range has more days than the store keeps.
fn is_long(days: &RangeInclusive<Day>) -> bool {
    days.end().0.saturating_sub(days.start().0) >= i64::from(MAX_DAYS)
}

impl Totals {
    fn of(row: &Row, outcome: Outcome) -> Self {
        let count = |wanted| if outcome == wanted { row.attempts } else { 0 };
        let reduced = outcome == Outcome::Changed && row.stage == Stage::Reduce;
        let tokens = |tokens| if reduced { tokens } else { 0 };
        let of_calls = |number: u64| if outcome.is_call() { number } else { 0 };
        let mut totals = Self {
            calls: of_calls(row.attempts),
            changed: count(Outcome::Changed),
            refused: count(Outcome::Refused),
            failed: count(Outcome::Failed),
            remembered: count(Outcome::Remembered),
            tokens_before: tokens(row.before.tokens),
            tokens_after: tokens(row.after.tokens),
            micros: of_calls(u64::try_from(row.duration.as_micros()).unwrap_or(u64::MAX)),
            ..Self::default()
        };
        totals.derive();
        totals
    }

    fn add(&mut self, other: &Self) {
        let pairs = [
            (&mut self.calls, other.calls),
            (&mut self.changed, other.changed),
            (&mut self.refused, other.refused),
            (&mut self.failed, other.failed),
            (&mut self.remembered, other.remembered),
            (&mut self.tokens_before, other.tokens_before),
            (&mut self.tokens_after, other.tokens_after),
            (&mut self.micros, other.micros),
        ];
        for (sum, more) in pairs {
            *sum = sum.saturating_add(more);
        }
        self.derive();
    }

    /// What follows from the sums.
    fn derive(&mut self) {
        let signed = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        self.tokens_saved = signed(self.tokens_before).saturating_sub(signed(self.tokens_after));
        self.milliseconds = self.micros / 1000;
    }

    /// Tokens saved in tenths of a percent of those before. `None` where there were none.
    pub(crate) fn permille(&self) -> Option<i64> {
        let permille =
            i128::from(self.tokens_saved).saturating_mul(1000).checked_div(i128::from(self.tokens_before))?;
        Some(i64::try_from(permille).unwrap_or(i64::MIN))
    }
}
