//! One pass over a text for what is read by words: its numbers and its claims.

use super::claims::{self, Claims};
use super::counts::{self, Numbers};
use super::lines::lines;
use super::outcome;
use super::sayings;
use super::words::{Beginnings, Word, words};

/// What was read.
#[derive(Debug, Default)]
pub(super) struct Survey {
    pub(super) numbers: Numbers,
    pub(super) claims: Claims,
}

impl Survey {
    /// Whether there was neither a number nor a claim.
    pub(super) fn is_empty(&self) -> bool {
        self.numbers.is_empty() && self.claims.is_empty()
    }
}

/// A line and its words.
#[derive(Debug, Default)]
pub(super) struct Line<'a> {
    pub(super) text: &'a str,
    pub(super) words: Vec<Word<'a>>,
    /// Which of the words begin with a digit, or may be one of those that count, claim or deny something: most words
    /// are none of these, and need no further look.
    pub(super) telling: Vec<usize>,
}

/// All words that are looked for one by one, but those at the ends of a line.
static TELLING: Beginnings = Beginnings::NONE
    .and(&counts::BEGINNINGS)
    .and(&claims::BEGINNINGS)
    .and(&outcome::BEGINNINGS)
    .and(&sayings::BEGINNINGS);

impl<'a> Line<'a> {
    /// A line of its own.
    pub(super) fn of(text: &'a str) -> Line<'a> {
        let mut line = Line::default();
        line.read(text);
        line
    }

    /// Reads another line.
    pub(super) fn read(&mut self, text: &'a str) {
        self.text = text;
        self.words.clear();
        self.telling.clear();
        for word in words(text) {
            if word.begins_with_digit() || TELLING.fit(word.text) {
                self.telling.push(self.words.len());
            }
            self.words.push(word);
        }
    }

    /// The words that tell, each with its place among the words.
    #[inline]
    pub(super) fn told(&self) -> impl Iterator<Item = (usize, &Word<'a>)> {
        self.telling.iter().filter_map(|at| Some((*at, self.words.get(*at)?)))
    }

    /// The word before one of these.
    #[inline]
    pub(super) fn before(&self, at: usize) -> Option<&Word<'a>> {
        self.words.get(at.checked_sub(1)?)
    }
}

/// Reads line by line, with room for the words of one.
#[derive(Default)]
pub(super) struct Surveyor<'a> {
    line: Line<'a>,
}

impl<'a> Surveyor<'a> {
    /// Adds a line to what was read, and gives its words.
    pub(super) fn read(&mut self, line: &'a str, survey: &mut Survey) -> &Line<'a> {
        self.count(line, survey);
        claims::read(&self.line, &mut survey.claims);
        &self.line
    }

    /// The same without claims.
    pub(super) fn count(&mut self, line: &'a str, survey: &mut Survey) -> &Line<'a> {
        self.line.read(line);
        counts::read(&self.line, &mut survey.numbers);
        &self.line
    }
}

/// Reads a text.
pub(super) fn survey(text: &str) -> Survey {
    let mut survey = Survey::default();
    let mut surveyor = Surveyor::default();
    for line in lines(text) {
        surveyor.read(line, &mut survey);
    }
    survey
}
