//! One pass over a text for what is read by words: its numbers and its claims.

use super::claims::{self, Claims};
use super::counts::{self, Numbers};
use super::phrase::{Word, read_words};

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

/// Reads line by line, with room for the words of one.
pub(super) struct Surveyor<'a> {
    words: Vec<Word<'a>>,
}

impl<'a> Surveyor<'a> {
    pub(super) fn new() -> Surveyor<'a> {
        Surveyor { words: Vec::new() }
    }

    /// Adds a line to what was read, and gives its words.
    pub(super) fn read(&mut self, line: &'a str, survey: &mut Survey) -> &[Word<'a>] {
        self.words.clear();
        read_words(line, &mut self.words);
        counts::read_words(line, &self.words, &mut survey.numbers);
        claims::read_words(&self.words, &mut survey.claims);
        &self.words
    }
}

/// Reads a text.
pub(super) fn survey(text: &str) -> Survey {
    let mut survey = Survey::default();
    let mut surveyor = Surveyor::new();
    for line in text.lines() {
        surveyor.read(line, &mut survey);
    }
    survey
}
