//! Phrases of words as numbers, so that a text is searched for thousands of phrases at once.

use super::words::{Word, words};

/// How many words of a phrase count at most.
pub(super) const MAX_WORDS: usize = 14;

/// How many words of a result must be there. Reducers cut long lines, and eight words are enough to know one by.
pub(super) const RESULT_WORDS: usize = 8;

/// How many words of a message must be there.
pub(super) const MESSAGE_WORDS: usize = 6;

/// The start of a print: the digits of pi behind the point.
const BASIS: u64 = 0x243f_6a88_85a3_08d3;
/// An odd number whose bits look random: 2 to the power of 64, divided by the golden ratio.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// A number that stands for one word.
#[inline]
pub(super) fn print_of(word: &str) -> u64 {
    print_of_bytes(word.as_bytes())
}

/// A number that stands for some bytes. The last of them are read together, over some that were read already.
#[inline]
pub(super) fn print_of_bytes(bytes: &[u8]) -> u64 {
    let length = (bytes.len() as u64).wrapping_mul(FACTOR);
    if let Some(last) = bytes.last_chunk::<8>() {
        let (chunks, _) = bytes.as_chunks::<8>();
        let print = chunks.iter().fold(BASIS, |print, chunk| mixed(print ^ u64::from_le_bytes(*chunk)));
        return mixed(print ^ u64::from_le_bytes(*last).wrapping_add(length));
    }
    let whole = match (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        (Some(first), Some(last)) => {
            u64::from(u32::from_le_bytes(*first)) << 32 | u64::from(u32::from_le_bytes(*last))
        }
        _ => bytes.iter().fold(0, |whole, byte| whole << 8 | u64::from(*byte)),
    };
    mixed(BASIS ^ whole.wrapping_add(length))
}

/// A number with its bits spread.
#[inline]
pub(super) fn mixed(number: u64) -> u64 {
    let number = number.wrapping_mul(FACTOR);
    let number = (number ^ number >> 32).wrapping_mul(FACTOR);
    number ^ number >> 29
}

/// A number that stands for a sequence of words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Print(u64);

impl Print {
    pub(super) fn new() -> Print {
        Print(BASIS)
    }

    /// With one more word.
    pub(super) fn word(self, word: &str) -> Print {
        self.joined(print_of(word))
    }

    /// With one more word, of which the number is known.
    pub(super) fn joined(self, word: u64) -> Print {
        Print((self.0.rotate_left(29) ^ word).wrapping_mul(FACTOR))
    }

    pub(super) fn number(self) -> u64 {
        self.0
    }
}

/// Words in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Phrase {
    /// What stands for all of them.
    pub(super) print: u64,
    /// What stands for the first one.
    pub(super) first: u64,
    /// How many they are.
    pub(super) length: usize,
}

impl Phrase {
    /// None for no words.
    fn of<'a>(words: impl Iterator<Item = Word<'a>>) -> Option<Phrase> {
        let mut all = words.map(|word| print_of(word.text));
        let first = all.next()?;
        let start = (Print::new().joined(first), 1);
        let (print, length) = all.fold(start, |(print, length), word| (print.joined(word), length + 1));
        Some(Phrase { print: print.number(), first, length })
    }
}

/// The phrase of the first words of a text; none for a text without words.
pub(super) fn phrase(text: &str, most: usize) -> Option<Phrase> {
    Phrase::of(words(text).take(most))
}

/// The phrase of the last words of a text.
pub(super) fn last_phrase(text: &str, most: usize) -> Option<Phrase> {
    Phrase::of(words(text).skip(words(text).count().saturating_sub(most)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_differ_in_every_byte_and_length() {
        let texts = (0..40).flat_map(|length| {
            let plain = "a".repeat(length);
            let changed = (0..length).map(move |at| {
                let mut changed = "a".repeat(length);
                changed.replace_range(at..=at, "b");
                changed
            });
            std::iter::once(plain).chain(changed)
        });
        let mut prints: Vec<u64> = texts.map(|text| print_of(&text)).collect();
        let all = prints.len();
        prints.sort_unstable();
        prints.dedup();
        assert_eq!(prints.len(), all);
    }

    #[test]
    fn phrases_know_order_and_bounds_of_words() {
        let one = |text| phrase(text, MAX_WORDS);
        assert_eq!(one("a b"), one("a: 'b'"));
        assert_ne!(one("a b"), one("b a"));
        assert_ne!(one("ab c"), one("a bc"));
        assert_eq!(phrase("a b c d", 2), one("a b"));
        assert_eq!(last_phrase("a b c d", 2), one("c d"));
        assert_eq!(one("..."), None);
    }
}
