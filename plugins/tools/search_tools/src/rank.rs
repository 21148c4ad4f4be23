//! Which tools fit a query best: BM25 over names and descriptions, the same for the same catalogue each time.

use crate::words::{Word, parts, query_words, words};

/// How soon a further occurrence of a word counts less. The usual value; so is the next.
const SATURATION: f64 = 1.5;

/// How much a long text makes each of its words count less: 0 not at all, 1 in full.
const LENGTH: f64 = 0.75;

/// A word in a name says more than one in a description.
const NAME_WEIGHT: f64 = 3.0;

/// A word that only begins like the one that was asked for.
const PREFIX_WEIGHT: f64 = 0.5;

/// Shorter beginnings fit too much.
const PREFIX_CHARACTERS: usize = 2;

/// Added for a tool whose very name was asked for; no sum over words of a query comes near it.
const EXACT_NAME: f64 = 100.0;

/// Scores have so many decimals, so that what looks the same is the same and ordered by name.
const DECIMALS: f64 = 10_000.0;

/// What is known of a tool.
pub(crate) struct Text<'a> {
    pub(crate) name: &'a str,
    pub(crate) description: &'a str,
}

/// A tool that fits.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Match {
    /// Its place in the list.
    pub(crate) index: usize,
    pub(crate) score: f64,
}

/// The tools that fit, the best first, those that fit the same by name.
pub(crate) fn rank(query: &str, tools: &[Text<'_>]) -> Vec<Match> {
    let documents: Vec<Document> = tools.iter().map(Document::of).collect();
    let length: f64 =
        documents.iter().map(|document| document.length).sum::<f64>() / documents.len().max(1) as f64;
    let mut scores = vec![0.0; documents.len()];
    for word in query_words(query) {
        let counts: Vec<f64> = documents.iter().map(|document| document.count(&word)).collect();
        let rarity = rarity(counts.iter().filter(|count| **count > 0.0).count(), documents.len());
        for ((score, document), count) in scores.iter_mut().zip(&documents).zip(counts) {
            let dampened = SATURATION * (1.0 - LENGTH + LENGTH * document.length / length.max(1.0));
            *score += rarity * count * (SATURATION + 1.0) / (count + dampened);
        }
    }
    for (score, tool) in scores.iter_mut().zip(tools) {
        if is_name(query, tool.name) {
            *score += EXACT_NAME;
        }
        *score = (*score * DECIMALS).round() / DECIMALS;
    }
    let mut matches: Vec<Match> = (scores.into_iter().enumerate())
        .filter(|(_, score)| *score > 0.0)
        .map(|(index, score)| Match { index, score })
        .collect();
    matches.sort_by(|a, b| {
        b.score.total_cmp(&a.score).then_with(|| tools[a.index].name.cmp(tools[b.index].name))
    });
    matches
}

/// The words of one tool.
struct Document {
    name: Vec<Word>,
    description: Vec<Word>,
    /// In words, those of the name by their weight.
    length: f64,
}

impl Document {
    fn of(text: &Text<'_>) -> Self {
        let (name, description) = (words(text.name), words(text.description));
        let length = NAME_WEIGHT * name.len() as f64 + description.len() as f64;
        Self { name, description, length }
    }

    /// How often the word occurs, by weight of place and of how well it fits.
    fn count(&self, wanted: &Word) -> f64 {
        let sum = |words: &[Word]| words.iter().map(|word| fit(wanted, word)).sum::<f64>();
        NAME_WEIGHT * sum(&self.name) + sum(&self.description)
    }
}

fn fit(wanted: &Word, found: &Word) -> f64 {
    if wanted.stem == found.stem {
        1.0
    } else if wanted.written.chars().count() >= PREFIX_CHARACTERS
        && found.written.starts_with(&wanted.written)
    {
        PREFIX_WEIGHT
    } else {
        0.0
    }
}

/// What a word that `having` of `all` tools have is worth: much if few have it, never nothing.
fn rarity(having: usize, all: usize) -> f64 {
    let (having, all) = (having as f64, all as f64);
    (1.0 + (all - having + 0.5) / (having + 0.5)).ln()
}

/// Whether the query is the name, in any of the ways to write it.
fn is_name(query: &str, name: &str) -> bool {
    let asked = parts(query);
    !asked.is_empty() && asked == parts(name)
}

#[cfg(test)]
#[path = "rank_tests.rs"]
mod tests;
