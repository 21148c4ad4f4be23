//! Words of a text, and phrases of them as numbers, so that a text is searched for thousands of phrases at once.

/// How many words of a phrase count. Reducers cut long messages, and eight words are enough to know one by.
pub(super) const MAX_WORDS: usize = 8;

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
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = text.get(at..)?;
        let start = at + rest.find(is_letter)?;
        let rest = text.get(start..)?;
        let length = rest.find(|character| !is_letter(character)).unwrap_or(rest.len());
        at = start + length;
        Some(Word { text: abbreviated(rest.get(..length)?), at: start })
    })
}

fn is_letter(character: char) -> bool {
    character == '_'
        || if character.is_ascii() { character.is_ascii_alphanumeric() } else { character.is_alphabetic() }
}

fn abbreviated(word: &str) -> &str {
    let is_hash = word.len() > HASH_LETTERS
        && word.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
        && word.bytes().any(|byte| byte.is_ascii_digit())
        && word.bytes().any(|byte| byte.is_ascii_alphabetic());
    if is_hash { word.get(..HASH_LETTERS).unwrap_or(word) } else { word }
}

const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;

/// A number that stands for one word: FNV-1a of 64 bits.
pub(super) fn print_of(word: &str) -> u64 {
    word.bytes().fold(BASIS, |print, byte| (print ^ u64::from(byte)).wrapping_mul(PRIME))
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
        Print((self.0.rotate_left(29) ^ word).wrapping_mul(PRIME))
    }

    pub(super) fn number(self) -> u64 {
        self.0
    }
}

/// The phrase of the first words of a text, and how many these are; none for a text without words.
pub(super) fn phrase(text: &str, most: usize) -> Option<(u64, usize)> {
    let mut print = Print::new();
    let mut length = 0;
    for word in words(text).take(most) {
        print = print.word(word.text);
        length += 1;
    }
    (length > 0).then(|| (print.number(), length))
}

/// The phrase of the last words of a text.
pub(super) fn last_phrase(text: &str, most: usize) -> Option<(u64, usize)> {
    let all: Vec<Word<'_>> = words(text).collect();
    let kept = all.get(all.len().saturating_sub(most)..)?;
    let print = kept.iter().fold(Print::new(), |print, word| print.word(word.text));
    (!kept.is_empty()).then(|| (print.number(), kept.len()))
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
