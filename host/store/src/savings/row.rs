//! Events, and the rows that they are counted in.

use std::time::Duration;

use rusqlite::ToSql;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSqlOutput, ValueRef};
use serde::Serialize;

use crate::clock::Day;

/// The longest name of a tool, a provider or a class; what is longer is cut. A client may say anything.
pub const MAX_NAME_BYTES: usize = 128;

/// What an optimizer works on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Commands, before they run.
    Rewrite,
    /// Outputs, before a model sees them.
    Reduce,
}

impl Stage {
    /// Its name, as in the file and in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Rewrite => "rewrite",
            Self::Reduce => "reduce",
        }
    }
}

impl ToSql for Stage {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        self.name().to_sql()
    }
}

impl FromSql for Stage {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        match value.as_str()? {
            "rewrite" => Ok(Self::Rewrite),
            "reduce" => Ok(Self::Reduce),
            _ => Err(FromSqlError::InvalidType),
        }
    }
}

/// How large a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Size {
    /// In bytes.
    pub bytes: u64,
    /// In estimated tokens.
    pub tokens: u64,
}

/// What came of one attempt of one provider, or of a remembered answer. It has no contents.
#[derive(Debug, Clone, Copy)]
pub struct Event<'a> {
    /// The tool whose command or output it was, as the model knows it.
    pub tool: &'a str,
    /// What was worked on.
    pub stage: Stage,
    /// The provider's id in the configuration.
    pub provider: &'a str,
    /// What came of it, as a word or two in snake_case: `changed`, `unchanged`, `refused:failure_lost`, `timed_out`.
    /// See [`Outcome`](crate::report::Outcome) for those that a report understands.
    pub class: &'a str,
    /// The text before.
    pub before: Size,
    /// The text that was offered in its place, used or not; [`Self::before`] where there is none.
    pub after: Size,
    /// How long it took.
    pub duration: Duration,
}

/// What is known of one day, tool, stage, provider and class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The day, by UTC.
    pub day: Day,
    /// As in [`Event::tool`].
    pub tool: String,
    /// As in [`Event::stage`].
    pub stage: Stage,
    /// As in [`Event::provider`].
    pub provider: String,
    /// As in [`Event::class`].
    pub class: String,
    /// Events.
    pub attempts: u64,
    /// Sum of [`Event::before`].
    pub before: Size,
    /// Sum of [`Event::after`].
    pub after: Size,
    /// Sum of [`Event::duration`], in whole microseconds each.
    pub duration: Duration,
}

/// What a row is of.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Name {
    pub(super) day: Day,
    pub(super) tool: String,
    pub(super) stage: Stage,
    pub(super) provider: String,
    pub(super) class: String,
}

impl Name {
    pub(super) fn of(day: Day, event: &Event<'_>) -> Self {
        let Event { tool, stage, provider, class, .. } = *event;
        Self { day, tool: cut(tool), stage, provider: cut(provider), class: cut(class) }
    }
}

fn cut(name: &str) -> String {
    name.get(..name.floor_char_boundary(MAX_NAME_BYTES)).unwrap_or_default().to_owned()
}

/// What a row counts. Sums stop at the largest number.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) attempts: u64,
    pub(super) before: Size,
    pub(super) after: Size,
    pub(super) micros: u64,
}

impl Counts {
    pub(super) fn of(event: &Event<'_>) -> Self {
        let micros = u64::try_from(event.duration.as_micros()).unwrap_or(u64::MAX);
        Self { attempts: 1, before: event.before, after: event.after, micros }
    }

    pub(super) fn add(&mut self, other: &Self) {
        let pairs = [
            (&mut self.attempts, other.attempts),
            (&mut self.before.bytes, other.before.bytes),
            (&mut self.before.tokens, other.before.tokens),
            (&mut self.after.bytes, other.after.bytes),
            (&mut self.after.tokens, other.after.tokens),
            (&mut self.micros, other.micros),
        ];
        for (sum, more) in pairs {
            *sum = sum.saturating_add(more);
        }
    }
}
