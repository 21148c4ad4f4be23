//! Subjects of commits: how many begin alike.

use super::hash::PrintMap;
use super::phrase::{MAX_WORDS, Print, RESULT_WORDS};
use super::words::words;

/// How many subjects there are.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Count {
    /// That begin so.
    pub(super) beginning: u32,
    /// That are so, as far as their words count.
    pub(super) whole: u32,
}

/// The beginnings of all subjects of an output.
#[derive(Default)]
pub(super) struct Subjects {
    /// The prints of the first word, the first two words and so on, of one subject after the other.
    prints: Vec<u64>,
    /// How many of them belong to each subject.
    lengths: Vec<usize>,
}

impl Subjects {
    /// Adds a subject.
    pub(super) fn read(&mut self, subject: &str) {
        let before = self.prints.len();
        let mut print = Print::new();
        self.prints.extend(words(subject).take(MAX_WORDS).map(|word| {
            print = print.word(word.text);
            print.number()
        }));
        self.lengths.push(self.prints.len() - before);
    }

    /// Counts what is asked for: the first words of a subject that may be enough, and all of its words.
    pub(super) fn counts(&self) -> PrintMap<Count> {
        let mut counts: PrintMap<Count> = PrintMap::default();
        // Lengths of what is asked for, as bits: a beginning of another length is none of it.
        let mut asked = 0u32;
        for prints in self.each() {
            let short = prints.len().min(RESULT_WORDS);
            for length in [short, prints.len()] {
                if let Some(print) = length.checked_sub(1).and_then(|last| prints.get(last)) {
                    counts.entry(*print).or_default();
                    asked |= 1 << length;
                }
            }
        }
        for prints in self.each() {
            for (length, print) in (1..).zip(prints) {
                if asked >> length & 1 == 1
                    && let Some(count) = counts.get_mut(print)
                {
                    count.beginning += 1;
                    count.whole += u32::from(length == prints.len());
                }
            }
        }
        counts
    }

    fn each(&self) -> impl Iterator<Item = &[u64]> {
        let mut rest = self.prints.as_slice();
        self.lengths.iter().map_while(move |length| {
            let (prints, after) = rest.split_at_checked(*length)?;
            rest = after;
            Some(prints)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::phrase::phrase;
    use super::*;

    #[test]
    fn subjects_are_counted_by_what_they_begin_with() {
        let mut subjects = Subjects::default();
        let long = "one two three four five six seven eight nine";
        ["Fix it", "Fix it", "Fix it all", "", long].into_iter().for_each(|text| subjects.read(text));
        let counts = subjects.counts();
        let rows = [
            ("Fix it", MAX_WORDS, Some((3, 2))),
            ("Fix it all", MAX_WORDS, Some((1, 1))),
            ("Fix", MAX_WORDS, None),
            (long, RESULT_WORDS, Some((1, 0))),
            (long, MAX_WORDS, Some((1, 1))),
        ];
        for (text, most, expected) in rows {
            let count = phrase(text, most).and_then(|phrase| counts.get(&phrase.print));
            assert_eq!(count.map(|count| (count.beginning, count.whole)), expected, "{text}");
        }
    }
}
