//! Texts as JSON has them. An output is some hundred kilobytes and has a few bytes to escape in each line, so it is gone
//! through eight bytes at a time, and never in pieces from one such byte to the next: in WebAssembly a copy of any
//! length is a call of the host's, which costs as much as fifty bytes.

/// Bytes that are looked at, and copied, together.
const WORD: usize = 8;

/// Bytes of a text that are quoted before they are appended.
const PIECE: usize = 1024;

/// What a piece may become: six bytes for each of its own, and room behind for a last word.
const QUOTED: usize = PIECE * 6 + WORD;

/// A byte in each place of a word.
const fn in_each(byte: u8) -> u64 {
    u64::from_le_bytes([byte; WORD])
}

/// Appends a text in quotation marks.
pub(crate) fn quote(text: &str, to: &mut Vec<u8>) {
    let mut quoted = [0; QUOTED];
    to.push(b'"');
    for piece in text.as_bytes().chunks(PIECE) {
        let length = quote_piece(piece, &mut quoted);
        to.extend_from_slice(quoted.get(..length).unwrap_or_default());
    }
    to.push(b'"');
}

/// Quotes at most [`PIECE`] bytes; how many they become.
fn quote_piece(mut rest: &[u8], quoted: &mut [u8; QUOTED]) -> usize {
    let mut length = 0;
    while let Some((word, behind)) = rest.split_first_chunk::<WORD>() {
        put(quoted, length, *word);
        let marks = marks(u64::from_le_bytes(*word));
        // A branch, since the processor guesses it and goes on with the next word, which it could not otherwise.
        if marks == 0 {
            (rest, length) = (behind, length + WORD);
            continue;
        }
        // The first byte of a text is the lowest of its word.
        let plain = marks.trailing_zeros() as usize / 8;
        let (_, marked) = rest.split_at(plain);
        (rest, length) = escape_first(marked, quoted, length + plain);
    }
    while let Some((byte, behind)) = rest.split_first() {
        if ESCAPES[usize::from(*byte)] == 0 {
            put(quoted, length, [*byte]);
            (rest, length) = (behind, length + 1);
        } else {
            (rest, length) = escape_first(rest, quoted, length);
        }
    }
    length
}

/// Puts bytes where the quoted ones end. What of them is not counted is written over by the next ones.
fn put<const N: usize>(quoted: &mut [u8; QUOTED], length: usize, bytes: [u8; N]) {
    if let Some(place) = quoted.get_mut(length..).and_then(<[u8]>::first_chunk_mut) {
        *place = bytes;
    }
}

/// The letter behind the backslash for each byte; 0 for those that stand for themselves.
const ESCAPES: [u8; 256] = {
    let mut letters = [0; 256];
    let mut control = 0;
    while control < 0x20 {
        letters[control] = b'u';
        control += 1;
    }
    letters[0x08] = b'b';
    letters[b'\t' as usize] = b't';
    letters[b'\n' as usize] = b'n';
    letters[0x0c] = b'f';
    letters[b'\r' as usize] = b'r';
    letters[b'"' as usize] = b'"';
    letters[b'\\' as usize] = b'\\';
    letters
};

/// The highest bit of each byte that is escaped. Bytes above the lowest such one may be marked as well, since a
/// subtraction borrows from them.
const fn marks(word: u64) -> u64 {
    let quotes = word ^ in_each(b'"');
    let backslashes = word ^ in_each(b'\\');
    let controls = word.wrapping_sub(in_each(b' ')) & !word;
    let quotes = quotes.wrapping_sub(in_each(1)) & !quotes;
    let backslashes = backslashes.wrapping_sub(in_each(1)) & !backslashes;
    (controls | quotes | backslashes) & in_each(0x80)
}

/// Escapes the first byte; what is behind it, and the new length.
fn escape_first<'a>(bytes: &'a [u8], quoted: &mut [u8; QUOTED], length: usize) -> (&'a [u8], usize) {
    let Some((byte, behind)) = bytes.split_first() else { return (bytes, length) };
    let letter = ESCAPES[usize::from(*byte)];
    if letter == b'u' {
        let digit = |value: u8| if value < 10 { b'0' + value } else { b'a' + value - 10 };
        put(quoted, length, [b'\\', letter, b'0', b'0', digit(byte >> 4), digit(byte & 0xf)]);
        return (behind, length + 6);
    }
    put(quoted, length, [b'\\', letter]);
    (behind, length + 2)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::{PIECE, quote};

    fn quoted(text: &str) -> String {
        let mut bytes = Vec::new();
        quote(text, &mut bytes);
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn a_text_is_what_json_makes_of_it() {
        // Every character that is one byte, and some that are more, at every place of a word and behind its like.
        let characters =
            (0..0x80_u8).map(char::from).chain(['\u{80}', '\u{a2}', 'é', '語', '🦀', '\u{2028}']);
        for character in characters {
            for place in 0..20 {
                for twice in ["", "\"", "\\", "\u{1f}", "!", "#", "[", "]"] {
                    let text = format!("{}{character}{twice}{}", "a".repeat(place), "z".repeat(20 - place));
                    assert_eq!(quoted(&text), serde_json::to_string(&text).unwrap(), "{text:?}");
                }
            }
        }
        for text in ["", "a", "\u{0}", "\"\"\"\"\"\"\"\"\"", "line\n".repeat(100).as_str()] {
            assert_eq!(quoted(text), serde_json::to_string(text).unwrap());
        }
    }

    #[test]
    fn pieces_make_no_difference() {
        // As long as a piece and around it, of what grows most, of what does not, and of characters of several bytes.
        for unit in ["\u{1}", "a", "é", "語\n", "a\"b"] {
            for length in [PIECE - 1, PIECE, PIECE + 1, 2 * PIECE + 7] {
                let text = unit.repeat(length);
                assert_eq!(quoted(&text), serde_json::to_string(&text).unwrap(), "{length} times {unit:?}");
            }
        }
    }
}
