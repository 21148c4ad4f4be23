//! Which bytes of a text are part of words, as bits: words are found without a decision for each byte.

/// How many bytes are looked at together.
pub(super) const BLOCK: usize = 64;

/// Which bytes from `start` on are part of words, as bits from the lowest one. Letters, digits and underscores are.
#[inline]
pub(super) fn letters(text: &str, start: usize) -> u64 {
    let bytes = text.as_bytes().get(start..).unwrap_or_default();
    let block = bytes.get(..BLOCK).unwrap_or(bytes);
    let (eights, rest) = block.as_chunks::<8>();
    let (mut letters, mut others) = (0, 0);
    let mut shift = 0;
    for eight in eights {
        let eight = u64::from_le_bytes(*eight);
        letters |= gathered(letters_of(eight)) << shift;
        others |= eight & HIGHEST;
        shift += 8;
    }
    if !rest.is_empty() {
        // The last eight bytes of all, or as many as there are; zeros are no letters.
        let last = match block.last_chunk::<8>() {
            Some(last) => u64::from_le_bytes(*last) >> (64 - 8 * rest.len()),
            None => rest.iter().rev().fold(0, |last, byte| last << 8 | u64::from(*byte)),
        };
        letters |= gathered(letters_of(last)) << shift;
        others |= last & HIGHEST;
    }
    if others == 0 { letters } else { letters | others_than_ascii(text, start, block.len()) }
}

const fn all(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

/// The highest bit of each byte.
const HIGHEST: u64 = all(0x80);

/// The highest bits of those of eight bytes that are part of words, if they are ASCII.
#[inline]
fn letters_of(eight: u64) -> u64 {
    let plain = eight & !HIGHEST;
    // Below 0x80, so that nothing is carried into the next byte.
    let from = |bytes: u64, least: u8| bytes + all(0x80 - least);
    let small = plain | all(0x20);
    let is_letter = from(small, b'a') & !from(small, b'z' + 1);
    let is_digit = from(plain, b'0') & !from(plain, b'9' + 1);
    let is_underscore = !from(plain ^ all(b'_'), 1);
    (is_letter | is_digit | is_underscore) & !eight & HIGHEST
}

/// The highest bits of eight bytes side by side.
#[inline]
fn gathered(highest: u64) -> u64 {
    // Each of the eight is moved to its own place in the highest byte, and no two are moved to the same one.
    (highest >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// Which bytes of a block belong to letters that are not ASCII.
#[cold]
fn others_than_ascii(text: &str, start: usize, length: usize) -> u64 {
    let mut letters = 0;
    let mut at = text.floor_char_boundary(start);
    for character in text.get(at..).unwrap_or_default().chars() {
        if at >= start + length {
            break;
        }
        let end = at + character.len_utf8();
        if !character.is_ascii() && character.is_alphabetic() {
            for byte in at.max(start)..end.min(start + length) {
                letters |= 1 << (byte - start);
            }
        }
        at = end;
    }
    letters
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_byte_of_ascii_in_every_place() {
        for byte in 0..0x80u8 {
            for at in 0..11 {
                let mut text = " ".repeat(11);
                text.replace_range(at..=at, char::from(byte).encode_utf8(&mut [0; 4]));
                let is_letter = byte.is_ascii_alphanumeric() || byte == b'_';
                assert_eq!(letters(&text, 0), u64::from(is_letter) << at, "{byte} at {at}");
            }
        }
    }

    proptest! {
        #[test]
        fn letters_are_those_of_characters(text in "[a0_ .\u{e9}\u{2192}\u{1d49c}]{0,100}", start in 0..120usize) {
            let found = letters(&text, start);
            for (at, character) in text.char_indices() {
                for byte in at..at + character.len_utf8() {
                    if let Some(bit) = byte.checked_sub(start).filter(|bit| *bit < BLOCK) {
                        let is_letter = character == '0' || character == '_' || character.is_alphabetic();
                        prop_assert_eq!(found >> bit & 1 == 1, is_letter);
                    }
                }
            }
        }
    }
}
