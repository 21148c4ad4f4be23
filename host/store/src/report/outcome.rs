//! What a class means to a report.

use serde::Serialize;

/// What came of an event, in a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Its text was used: `changed`.
    Changed,
    /// There was nothing new: `unchanged`, `left_alone`.
    Unchanged,
    /// Nobody was asked, since an earlier answer was served again: `remembered`. What that saves was counted when it
    /// was made; an agent asks for it with each turn, and the sum would be of turns.
    Remembered,
    /// Its text was turned down: `refused:…` by the rules of acceptance, `invalid:…` as no answer at all.
    Refused,
    /// There was no answer: every other class.
    Failed,
    /// Nobody could be asked: `too_large`, `no_place` where the calls of a turn were used up, and `config` for a provider
    /// that cannot be served, at each start.
    NotAsked,
}

/// The first word of a class, up to a colon.
const OUTCOMES: &[(&str, Outcome)] = &[
    ("changed", Outcome::Changed),
    ("unchanged", Outcome::Unchanged),
    ("remembered", Outcome::Remembered),
    ("left_alone", Outcome::Unchanged),
    ("refused", Outcome::Refused),
    ("invalid", Outcome::Refused),
    ("too_large", Outcome::NotAsked),
    ("no_place", Outcome::NotAsked),
    ("config", Outcome::NotAsked),
];

impl Outcome {
    /// The outcome of a class, and its reason: what stands after `refused:`, else the whole class.
    #[must_use]
    pub fn of(class: &str) -> (Self, &str) {
        let (word, rest) = class.split_once(':').unwrap_or((class, ""));
        let outcome = OUTCOMES.iter().find(|(name, _)| *name == word);
        let outcome = outcome.map_or(Self::Failed, |(_, outcome)| *outcome);
        (outcome, if word == "refused" && !rest.is_empty() { rest } else { class })
    }

    /// Its name, as in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Changed => "changed",
            Self::Unchanged => "unchanged",
            Self::Refused => "refused",
            Self::Failed => "failed",
            Self::Remembered => "remembered",
            Self::NotAsked => "not_asked",
        }
    }

    /// Whether a provider was asked.
    pub(crate) fn is_call(self) -> bool {
        !matches!(self, Self::Remembered | Self::NotAsked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_have_outcomes() {
        for (class, outcome, reason) in [
            ("changed", Outcome::Changed, "changed"),
            ("remembered", Outcome::Remembered, "remembered"),
            ("too_large", Outcome::NotAsked, "too_large"),
            ("no_place", Outcome::NotAsked, "no_place"),
            ("config", Outcome::NotAsked, "config"),
            ("unchanged", Outcome::Unchanged, "unchanged"),
            ("left_alone", Outcome::Unchanged, "left_alone"),
            ("refused:failure_lost", Outcome::Refused, "failure_lost"),
            ("refused", Outcome::Refused, "refused"),
            ("invalid:empty", Outcome::Refused, "invalid:empty"),
            ("timed_out", Outcome::Failed, "timed_out"),
            ("failed:refused", Outcome::Failed, "failed:refused"),
            ("", Outcome::Failed, ""),
        ] {
            assert_eq!(Outcome::of(class), (outcome, reason), "{class}");
        }
    }
}
