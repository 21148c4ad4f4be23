//! Words of a text.

/// Letters of a commit's name that count: what `git` abbreviates to.
const HASH_LETTERS: usize = 7;

/// A word, and where it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    /// The classes of its bytes, before it was abbreviated.
    classes: u8,
}

impl Word<'_> {
    /// Whether it begins with a digit.
    #[inline]
    pub(super) fn begins_with_digit(&self) -> bool {
        self.classes & DIGIT != 0 && self.text.as_bytes().first().is_some_and(u8::is_ascii_digit)
    }

    /// Whether it has nothing but digits.
    #[inline]
    pub(super) fn is_number(&self) -> bool {
        self.classes == DIGIT
    }

    /// Whether it may be the name of a commit: digits and some of the letters a to f, as many as `git` abbreviates to.
    #[inline]
    pub(super) fn is_hash(&self) -> bool {
        self.classes == DIGIT | HEXADECIMAL
            && self.text.len() >= HASH_LETTERS
            && self.text.bytes().any(|byte| byte.is_ascii_digit())
            && self.text.bytes().any(|byte| byte.is_ascii_alphabetic())
    }
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

const DIGIT: u8 = 1;
/// Small letters from a to f.
const HEXADECIMAL: u8 = 2;
/// Other letters of ASCII, and the underscore.
const LETTER: u8 = 4;
/// What is not ASCII.
const OTHER: u8 = 8;

/// The class of each byte; 0 for what is part of no word.
static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'0'..=b'9' => DIGIT,
            b'a'..=b'f' => HEXADECIMAL,
            b'g'..=b'z' | b'A'..=b'Z' | b'_' => LETTER,
            0x80.. => OTHER,
            _ => 0,
        };
        byte += 1;
    }
    classes
};

#[inline]
fn word<'a>(text: &'a str, next: &mut usize) -> Option<Word<'a>> {
    let bytes = text.as_bytes();
    let mut at = *next;
    loop {
        match CLASSES[usize::from(*bytes.get(at)?)] {
            0 => at += 1,
            OTHER => match other(text, at) {
                Some(other) if !other.is_alphabetic() => at += other.len_utf8(),
                _ => break,
            },
            _ => break,
        }
    }
    let start = at;
    let mut classes = 0;
    while let Some(byte) = bytes.get(at) {
        let class = CLASSES[usize::from(*byte)];
        if class == 0 {
            break;
        }
        if class == OTHER {
            match other(text, at) {
                Some(other) if other.is_alphabetic() => at += other.len_utf8(),
                _ => break,
            }
        } else {
            at += 1;
        }
        classes |= class;
    }
    *next = at;
    let is_hash = classes == DIGIT | HEXADECIMAL && at - start > HASH_LETTERS;
    let end = if is_hash { start + HASH_LETTERS } else { at };
    let text = text.get(start..end).filter(|word| !word.is_empty())?;
    Some(Word { text, at: start, classes })
}

/// The character at a place.
#[cold]
fn other(text: &str, at: usize) -> Option<char> {
    text.get(at..)?.chars().next()
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
        while letter < 32 {
            self.0[letter] |= others.0[letter];
            letter += 1;
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
        static KNOWN: Beginnings = Beginnings::NONE.with_all(&["failed", "ok now"]).and(&Beginnings::NONE.with("no"));
        let rows = [("failed", true), ("OK", true), ("no", true), ("ok_now", false), ("fail", false), ("", false)];
        for (word, expected) in rows {
            assert_eq!(KNOWN.fit(word), expected, "{word}");
        }
    }
}
