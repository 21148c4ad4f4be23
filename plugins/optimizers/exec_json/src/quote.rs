//! Texts as JSON has them. An output is some hundred kilobytes and has little in it to escape, so it is looked at eight
//! bytes at a time.

/// A byte in each place of a word.
const fn in_each(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

/// Appends a text in quotation marks.
pub(crate) fn quote(text: &str, to: &mut Vec<u8>) {
    to.push(b'"');
    let mut rest = text.as_bytes();
    loop {
        let (plain, tail) = rest.split_at(plain(rest));
        to.extend_from_slice(plain);
        let Some((byte, tail)) = tail.split_first() else { break };
        escape(*byte, to);
        rest = tail;
    }
    to.push(b'"');
}

/// How many bytes come before the first one that is escaped.
fn plain(bytes: &[u8]) -> usize {
    let (words, rest) = bytes.as_chunks();
    for (index, word) in words.iter().enumerate() {
        let marks = marks(u64::from_le_bytes(*word));
        if marks != 0 {
            // The first byte of a text is the lowest of its word.
            return index * 8 + marks.trailing_zeros() as usize / 8;
        }
    }
    let is_escaped = |byte: &u8| *byte < b' ' || matches!(byte, b'"' | b'\\');
    bytes.len() - rest.len() + rest.iter().position(is_escaped).unwrap_or(rest.len())
}

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

fn escape(byte: u8, to: &mut Vec<u8>) {
    let letter = match byte {
        b'"' | b'\\' => byte,
        0x08 => b'b',
        b'\t' => b't',
        b'\n' => b'n',
        0x0c => b'f',
        b'\r' => b'r',
        _ => {
            let digit = |value: u8| if value < 10 { b'0' + value } else { b'a' + value - 10 };
            to.extend_from_slice(&[b'\\', b'u', b'0', b'0', digit(byte >> 4), digit(byte & 0xf)]);
            return;
        }
    };
    to.extend_from_slice(&[b'\\', letter]);
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::quote;

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
}
