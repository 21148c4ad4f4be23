//! Words of a text.

use super::letters::{BLOCK, letters};

/// Letters of a commit's name that count: what `git` abbreviates to.
const HASH_LETTERS: usize = 7;

/// A word, and where it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
}

impl Word<'_> {
    /// Whether it begins with a digit.
    #[inline]
    pub(super) fn begins_with_digit(&self) -> bool {
        self.text.as_bytes().first().is_some_and(u8::is_ascii_digit)
    }

    /// Whether it has nothing but digits.
    #[inline]
    pub(super) fn is_number(&self) -> bool {
        self.text.bytes().all(|byte| byte.is_ascii_digit())
    }

    /// Whether it may be the name of a commit, as far as it counts.
    #[inline]
    pub(super) fn is_hash(&self) -> bool {
        self.text.len() >= HASH_LETTERS && is_hash(self.text)
    }
}

/// Whether a text has digits and some of the letters a to f, and nothing else.
fn is_hash(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
        && text.bytes().any(|byte| byte.is_ascii_digit())
        && text.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// The words of a text: letters, digits and underscores. The name of a commit is as long as its abbreviation.
#[inline]
pub(super) fn words(text: &str) -> Words<'_> {
    Words { text, block: 0, letters: letters(text, 0) }
}

/// See [`words`].
#[derive(Debug, Clone)]
pub(super) struct Words<'a> {
    text: &'a str,
    /// Where the block begins that is read.
    block: usize,
    /// Which of its bytes are part of words that are still to come, as bits.
    letters: u64,
}

impl Words<'_> {
    #[inline]
    fn go_on(&mut self) -> bool {
        self.block += BLOCK;
        let goes_on = self.block < self.text.len();
        if goes_on {
            self.letters = letters(self.text, self.block);
        }
        goes_on
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = Word<'a>;

    #[inline]
    fn next(&mut self) -> Option<Word<'a>> {
        while self.letters == 0 {
            if !self.go_on() {
                return None;
            }
        }
        let first = self.letters.trailing_zeros();
        let at = self.block + first as usize;
        let mut length = (self.letters >> first).trailing_ones();
        let mut end = at + length as usize;
        let mut last = first + length;
        // It may go on in the next block.
        while last == u64::BITS && self.go_on() {
            length = self.letters.trailing_ones();
            end += length as usize;
            last = length;
        }
        self.letters = self.letters.checked_shr(last).unwrap_or(0).checked_shl(last).unwrap_or(0);
        let text = self.text.get(at..end)?;
        let is_long = text.len() > HASH_LETTERS && is_hash(text);
        Some(Word { text: if is_long { text.get(..HASH_LETTERS)? } else { text }, at })
    }
}

/// First letters, last ones and lengths of known words, which tell most other words from them.
#[derive(Debug)]
pub(super) struct Beginnings {
    /// By the first letter, as bits: lengths.
    lengths: [u32; LETTERS],
    /// By the first letter, as bits: last letters.
    lasts: [u32; LETTERS],
}

/// How many letters are told apart: a small one and its capital are so far from each other.
const LETTERS: usize = 32;

impl Beginnings {
    /// None.
    pub(super) const NONE: Beginnings = Beginnings { lengths: [0; LETTERS], lasts: [0; LETTERS] };

    /// With the first word of a text. It must have less than 32 bytes.
    pub(super) const fn with(mut self, text: &str) -> Beginnings {
        let bytes = text.as_bytes();
        let mut end = 0;
        while end < bytes.len() && bytes[end] != b' ' {
            end += 1;
        }
        if end > 0 {
            let first = bytes[0] as usize % LETTERS;
            self.lengths[first] |= 1 << end;
            self.lasts[first] |= 1 << (bytes[end - 1] as usize % LETTERS);
        }
        self
    }

    /// With each of these words.
    pub(super) const fn with_all(mut self, words: &[&str]) -> Beginnings {
        let mut rest = words;
        while let Some((word, after)) = rest.split_first() {
            self = self.with(word);
            rest = after;
        }
        self
    }

    /// These and others.
    pub(super) const fn and(mut self, others: &Beginnings) -> Beginnings {
        let mut letter = 0;
        while letter < LETTERS {
            self.lengths[letter] |= others.lengths[letter];
            self.lasts[letter] |= others.lasts[letter];
            letter += 1;
        }
        self
    }

    /// Whether a word may be one of these, in small letters or capitals.
    #[inline]
    pub(super) fn fit(&self, word: &str) -> bool {
        let (Some(first), Some(last)) = (word.as_bytes().first(), word.as_bytes().last()) else {
            return false;
        };
        let first = usize::from(*first) % LETTERS;
        let has_length = self.lengths[first] >> word.len().min(LETTERS - 1);
        let has_last = self.lasts[first] >> (usize::from(*last) % LETTERS);
        has_length & has_last & 1 != 0
    }
}

/// Known words, in small letters, by their first letters. There may be 64 of them.
#[derive(Debug)]
pub(super) struct Known {
    words: &'static [&'static str],
    beginnings: Beginnings,
    /// Those that begin with a letter, as bits by their places.
    by_letter: [u64; LETTERS],
}

impl Known {
    /// These words, each of one letter at least and of less than 32 bytes.
    pub(super) const fn of(words: &'static [&'static str]) -> Known {
        assert!(words.len() <= u64::BITS as usize);
        let mut by_letter = [0; LETTERS];
        let mut at = 0;
        while at < words.len() {
            by_letter[words[at].as_bytes()[0] as usize % LETTERS] |= 1 << at;
            at += 1;
        }
        Known { words, beginnings: Beginnings::NONE.with_all(words), by_letter }
    }

    /// Whether a word is one of them, in small letters or capitals.
    #[inline]
    pub(super) fn have(&self, word: &str) -> bool {
        self.beginnings.fit(word) && self.is_there(word)
    }

    fn is_there(&self, word: &str) -> bool {
        let first = word.as_bytes().first().copied().unwrap_or_default();
        let mut left = self.by_letter[usize::from(first) % LETTERS];
        while left != 0 {
            let known = self.words.get(left.trailing_zeros() as usize);
            if known.is_some_and(|known| known.eq_ignore_ascii_case(word)) {
                return true;
            }
            left &= left - 1;
        }
        false
    }
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
    fn what_words_are() {
        let rows = [
            ("12", [true, true, false]),
            ("1a", [true, false, false]),
            ("a1", [false, false, false]),
            ("1234567", [true, true, false]),
            ("123456a", [true, false, true]),
            ("a123456789", [false, false, true]),
            ("a12345", [false, false, false]),
            ("abcdefa1", [false, false, false]),
            ("abcdefa", [false, false, false]),
            ("12345g7", [true, false, false]),
            ("1é", [true, false, false]),
        ];
        for (text, expected) in rows {
            let found = words(text).map(|word| [word.begins_with_digit(), word.is_number(), word.is_hash()]);
            assert_eq!(found.collect::<Vec<_>>(), [expected], "{text}");
        }
    }

    #[test]
    fn beginnings_tell_words_apart() {
        static KNOWN: Beginnings =
            Beginnings::NONE.with_all(&["failed", "ok now"]).and(&Beginnings::NONE.with("no"));
        let rows = [
            ("failed", true),
            ("OK", true),
            ("no", true),
            ("ok_now", false),
            ("fail", false),
            ("faille", false),
            ("", false),
        ];
        for (word, expected) in rows {
            assert_eq!(KNOWN.fit(word), expected, "{word}");
        }
    }

    #[test]
    fn known_words_are_whole() {
        static KNOWN: Known = Known::of(&["fail", "failed", "fell", "ok"]);
        let rows = [
            ("fail", true),
            ("FELL", true),
            ("Failed", true),
            ("ok", true),
            ("full", false),
            ("oak", false),
            ("&ail", false),
            ("", false),
        ];
        for (word, expected) in rows {
            assert_eq!(KNOWN.have(word), expected, "{word}");
        }
    }
}
