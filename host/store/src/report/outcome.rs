//! What a class means to a report.

use serde::Serialize;

/// What came of an attempt, in four words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Its text was used: `changed`.
    Changed,
    /// There was nothing new: `unchanged`, `left_alone`, and `remembered` where an earlier answer was served again.
    /// What that saves was counted when it was made; an agent asks for it with each turn, and the sum would be of
    /// turns.
    Unchanged,
    /// Its text was turned down: `refused:…` by the rules of acceptance, `invalid:…` as no answer at all.
    Refused,
    /// There was no answer: every other class.
    Failed,
}

/// The first word of a class, up to a colon.
const OUTCOMES: &[(&str, Outcome)] = &[
    ("changed", Outcome::Changed),
    ("unchanged", Outcome::Unchanged),
    ("remembered", Outcome::Unchanged),
    ("left_alone", Outcome::Unchanged),
    ("refused", Outcome::Refused),
    ("invalid", Outcome::Refused),
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
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_have_outcomes() {
        for (class, outcome, reason) in [
            ("changed", Outcome::Changed, "changed"),
            ("remembered", Outcome::Unchanged, "remembered"),
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
