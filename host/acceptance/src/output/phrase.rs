//! Words of a text, and phrases of them as numbers, so that a text is searched for thousands of phrases at once.

use super::bytes::Bytes;

/// How many words of a phrase count at most.
pub(super) const MAX_WORDS: usize = 14;

/// How many words of a result must be there. Reducers cut long lines, and eight words are enough to know one by.
pub(super) const RESULT_WORDS: usize = 8;

/// How many words of a message must be there.
pub(super) const MESSAGE_WORDS: usize = 6;

/// Letters of a commit's name that count: what `git` abbreviates to.
const HASH_LETTERS: usize = 7;

/// A word, and where it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
}

/// The words of a text: letters, digits and underscores. The name of a commit is as long as its abbreviation.
pub(super) fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    let mut next = 0;
    std::iter::from_fn(move || word(text, &mut next))
}

/// Adds the words of a text to others.
pub(super) fn read_words<'a>(text: &'a str, all: &mut Vec<Word<'a>>) {
    let mut next = 0;
    while let Some(word) = word(text, &mut next) {
        all.push(word);
    }
}

#[inline]
fn word<'a>(text: &'a str, next: &mut usize) -> Option<Word<'a>> {
    let at = end_of_run(text, *next, false);
    *next = end_of_run(text, at, true);
    let word = text.get(at..*next).filter(|word| !word.is_empty())?;
    Some(Word { text: abbreviated(word), at })
}

/// Letters and digits of ASCII, and what of it is neither.
static LETTERS: Bytes = Bytes::NONE.with(b'_').and_alphanumeric();
static NO_LETTERS: Bytes = Bytes::NONE.with(b'_').and_alphanumeric().and_others_than_ascii().others();

/// Where a run of letters ends, or one of what are none.
#[inline]
fn end_of_run(text: &str, from: usize, of_letters: bool) -> usize {
    let table = if of_letters { &LETTERS } else { &NO_LETTERS };
    let mut at = from;
    loop {
        let rest = text.as_bytes().get(at..).unwrap_or_default();
        at += rest.iter().position(|byte| !table.has(*byte)).unwrap_or(rest.len());
        if text.as_bytes().get(at).is_none_or(u8::is_ascii) {
            return at;
        }
        match text.get(at..).and_then(|rest| rest.chars().next()) {
            Some(other) if other.is_alphabetic() == of_letters => at += other.len_utf8(),
            _ => return at,
        }
    }
}

fn abbreviated(word: &str) -> &str {
    let is_hash = word.len() > HASH_LETTERS
        && word.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
        && word.bytes().any(|byte| byte.is_ascii_digit())
        && word.bytes().any(|byte| byte.is_ascii_alphabetic());
    if is_hash { word.get(..HASH_LETTERS).unwrap_or(word) } else { word }
}

/// First letters and lengths of known words, which tell most other words from them.
#[derive(Debug)]
pub(super) struct Beginnings([u32; 32]);

impl Beginnings {
    /// None.
    pub(super) const NONE: Beginnings = Beginnings([0; 32]);

    /// With the first word of a text. It must have less than 32 bytes.
    pub(super) const fn with(mut self, text: &str) -> Beginnings {
        let bytes = text.as_bytes();
        let mut end = 0;
        while end < bytes.len() && bytes[end] != b' ' {
            end += 1;
        }
        if let Some(first) = bytes.first() {
            self.0[*first as usize % 32] |= 1 << end;
        }
        self
    }

    /// Whether a word may be one of these, in small letters or capitals.
    #[inline]
    pub(super) fn fit(&self, word: &str) -> bool {
        let first = word.bytes().next().unwrap_or_default();
        // A small letter and its capital are 32 apart.
        self.0[usize::from(first) % 32] >> word.len().min(31) & 1 != 0
    }
}

/// The start of a print: the digits of pi behind the point.
const BASIS: u64 = 0x243f_6a88_85a3_08d3;
/// An odd number whose bits look random: 2 to the power of 64, divided by the golden ratio.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// A number that stands for one word.
pub(super) fn print_of(word: &str) -> u64 {
    let (chunks, rest) = word.as_bytes().as_chunks::<8>();
    let print = chunks.iter().fold(BASIS, |print, chunk| mixed(print ^ u64::from_le_bytes(*chunk)));
    let rest = rest.iter().fold(1, |rest: u64, byte| rest << 8 | u64::from(*byte));
    mixed(print ^ rest)
}

fn mixed(number: u64) -> u64 {
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
    fn words_of_texts() {
        let rows: [(&str, &[&str]); 6] = [
            ("", &[]),
            ("--", &[]),
            ("a::b_c d.rs:12", &["a", "b_c", "d", "rs", "12"]),
            ("✓ ‘größe’ → 3", &["größe", "3"]),
            ("commit 66d71bd7dd6b307e0ef21b81df0f266c62d3e632", &["commit", "66d71bd"]),
            ("12345678 deadbeef abcdefab1", &["12345678", "deadbeef", "abcdefa"]),
        ];
        for (text, expected) in rows {
            let found: Vec<&str> = words(text).map(|word| word.text).collect();
            assert_eq!(found, expected, "{text}");
        }
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
