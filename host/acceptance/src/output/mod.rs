//! Whether a reduction says what the output said: by facts, not by lines.
//!
//! The facts of an output are found by tables of line shapes, one for each family of tools ([`tables`]). What each fact
//! needs to have in a reduction is worked out once ([`demand`]), while that is read into words ([`reading`]), and looked
//! for, phrases ([`look`]) beside places ([`located`]). Numbers with a label ([`counts`]) and sentences that claim success
//! ([`claims`]) are compared on their own.

mod borne;
mod bytes;
mod candidates;
mod claims;
mod control;
mod counts;
mod demand;
mod diffs;
mod extract;
mod fact;
mod family;
mod findings;
mod follower;
mod hash;
mod inventions;
mod kept;
mod letters;
mod lines;
mod located;
mod look;
mod marks;
mod names;
mod outcome;
mod owners;
mod phrase;
mod places;
mod reading;
mod results;
mod runs;
mod sayings;
mod shape;
mod strangers;
mod subjects;
mod survey;
mod tables;
mod together;
mod trouble;
mod words;
mod worktree;

use std::fmt;

pub use fact::{Fact, Kind};
pub use family::{Families, Family, families};

use crate::Verdict;
use crate::replacement::check_output;
use demand::Demands;
use extract::Extract;
use findings::Findings;
use reading::Reading;
use survey::Survey;
use together::both;

/// How long output and reduction are together, in bytes, for which two threads are worth it: one takes some 50 µs to
/// start, in which about 10 kB are read.
const LONG: usize = 64 * 1024;

/// Bytes of one token, as an estimate.
const TOKEN_BYTES: usize = 4;

/// Why a reduction is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// Nothing is left.
    Empty,
    /// It is not smaller in bytes, or not in estimated tokens (a fourth of the bytes, rounded up).
    NotSmaller,
    /// A failure, an error, a panic or an exit status of the output is not in it.
    FailureLost {
        /// What is missing.
        fact: Fact,
    },
    /// A control character, a sequence of a terminal or an invisible character is in it that the output does not have.
    ControlCharacters {
        /// What the output does not have.
        text: String,
    },
    /// A result of the output is not in it, and no number says how many were left out.
    ResultLost {
        /// The first that is missing.
        fact: Fact,
        /// How many are missing.
        missing: usize,
    },
    /// A place is in it that the output does not have, though it has others in that file.
    PlaceChanged {
        /// The file, as the reduction names it.
        file: String,
        /// The line, from 1.
        line: u32,
    },
    /// A commit or the position of a change is in it that the output does not have.
    Invented {
        /// What is invented.
        text: String,
    },
    /// A number has the wrong value, or is missing.
    CountChanged {
        /// What is counted, such as `failed`.
        label: &'static str,
        /// The value that the reduction gives; none if it gives none.
        stated: Option<u64>,
    },
    /// It claims a success that the output does not claim.
    FalseSuccess {
        /// The words that claim it.
        claim: &'static str,
    },
}

impl Reason {
    /// The name in metrics.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Reason::Empty => "empty",
            Reason::NotSmaller => "not_smaller",
            Reason::FailureLost { .. } => "failure_lost",
            Reason::ControlCharacters { .. } => "control_characters",
            Reason::ResultLost { .. } => "result_lost",
            Reason::PlaceChanged { .. } => "place_changed",
            Reason::Invented { .. } => "invented",
            Reason::CountChanged { .. } => "count_changed",
            Reason::FalseSuccess { .. } => "false_success",
        }
    }
}

/// A sentence for the author of an optimizer; it shows what is missing, so it holds parts of the output.
impl fmt::Display for Reason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Empty => formatter.write_str("nothing is left"),
            Reason::NotSmaller => formatter.write_str("it is not smaller"),
            Reason::FailureLost { fact } => write!(formatter, "it lacks the {fact}"),
            Reason::ControlCharacters { text } => {
                write!(formatter, "it has {text:?}, which the output does not have")
            }
            Reason::ResultLost { fact, missing: 1 } => write!(formatter, "it lacks the {fact}"),
            Reason::ResultLost { fact, missing } => {
                write!(
                    formatter,
                    "it lacks {missing} results and does not say how many; the first is the {fact}"
                )
            }
            Reason::PlaceChanged { file, line } => {
                write!(formatter, "it names {file}:{line}, which the output does not have")
            }
            Reason::Invented { text } => write!(formatter, "it has {text}, which the output does not have"),
            Reason::CountChanged { label, stated: Some(stated) } => {
                write!(formatter, "it says {stated} {label}, and the output does not")
            }
            Reason::CountChanged { label, stated: None } => {
                write!(formatter, "it does not say how many {label}")
            }
            Reason::FalseSuccess { claim } => {
                write!(formatter, "it claims \"{claim}\", and the output does not")
            }
        }
    }
}

/// Whether `reduction` may stand for `input`, which commands of these families printed.
///
/// It may if it is smaller, has every failure, error, panic and exit status of the input by name, place and message,
/// has the results that the families call for or says how many it left out, states no number that the input does not
/// bear out, repeats those of failures, and claims no success that the input does not claim. Only what the tables know
/// is compared. Of a program of which nothing is known, a reduction only leaves out lines, and none with trouble.
#[must_use]
pub fn judge(families: Families, input: &str, reduction: &str) -> Verdict<Reason> {
    match compare(families, input, reduction) {
        Ok(()) => Verdict::Accepted,
        Err(reason) => Verdict::Refused(reason),
    }
}

fn compare(families: Families, input: &str, reduction: &str) -> Result<(), Reason> {
    if check_output(input, reduction).is_err() {
        return Err(if reduction.trim().is_empty() { Reason::Empty } else { Reason::NotSmaller });
    }
    let tokens = |text: &str| text.len().div_ceil(TOKEN_BYTES);
    if reduction.len() >= input.len() || tokens(reduction) >= tokens(input) {
        return Err(Reason::NotSmaller);
    }
    if let Some(text) = control::added(input, reduction) {
        return Err(Reason::ControlCharacters { text });
    }
    let is_long = input.len() + reduction.len() >= LONG;
    let of_input = || {
        let extract = Extract::read(families, input);
        let demands = Demands::of(&extract);
        (extract, demands)
    };
    let of_reduction = || {
        let reading = Reading::of(families, reduction);
        // What the output says on its own only matters beside what the reduction says on its own.
        let states = !reading.survey.is_empty() || !reading.sayings.is_empty();
        let said = if states { survey::survey(input) } else { Survey::default() };
        (reading, said)
    };
    let ((extract, demands), (reading, said)) = both(is_long, of_input, of_reduction);

    let of_phrases = || look::look(input, &reading, &demands);
    let of_lines = || {
        let located = located::locate(&reading, &demands);
        let places = places::compare(input, reduction, &demands);
        let kept = if families.is_unknown() { kept::compare(input, reduction) } else { Ok(()) };
        let invented = inventions::compare(families, input, reduction);
        let of_git = || {
            if families.are_of_git() && families.has(Family::GitDiff) {
                diffs::compare(input, reduction)?;
            }
            if families == Families::one(Family::GitStatus) {
                worktree::compare(input, reduction)
            } else {
                Ok(())
            }
        };
        let kept = kept.and_then(|()| strangers::kept(reduction, &extract.strangers));
        let kept = kept.and_then(|()| results::compare(families, input, reduction)).and_then(|()| of_git());
        let others = if families.is_mixed() { strangers::others(input, reduction) } else { Vec::new() };
        (located, places, invented, kept, others)
    };
    let (looked, (located, places, invented, of_lines, others)) = both(is_long, of_phrases, of_lines);
    let looked = looked.and(located);
    let findings = Findings::of(&demands, &looked, &reading);
    if let Some(fact) = findings.lost_failure(&extract) {
        return Err(Reason::FailureLost { fact });
    }
    places?;
    invented?;
    counts::compare(&extract, &said.numbers, &reading.survey.numbers, reduction)?;
    claims::compare(families, &extract, &said, &reading, input)?;
    if let Some((fact, missing)) = findings.lost_results(&extract) {
        let is_told = families.folds() && reading.left_out == missing as u64;
        if !is_told {
            return Err(Reason::ResultLost { fact, missing });
        }
    }
    of_lines?;
    // Of a log, most of what is wrong is seen before.
    let is_log = families == Families::one(Family::GitLog);
    let others = if is_log { strangers::others(input, reduction) } else { others };
    strangers::compare(input, &others, &extract, &looked)
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
