//! Unicode punctuation as the ASCII that people and models write in its place.

use std::borrow::Cow;

use super::pass::trimmed;

/// A line without blanks at either end, in which dashes, quotes and spaces are those of ASCII.
pub(super) fn folded(line: &[u8]) -> Cow<'_, [u8]> {
    let line = trimmed(line);
    if line.is_ascii() {
        return Cow::Borrowed(line);
    }
    let mut folded = Vec::with_capacity(line.len());
    let mut rest = line;
    while let [first, after @ ..] = rest {
        let (byte, after) = match punctuation(rest) {
            Some((byte, length)) => (byte, &rest[length..]),
            None => (*first, after),
        };
        folded.push(byte);
        rest = after;
    }
    let text = trimmed(&folded);
    if text.len() == folded.len() { Cow::Owned(folded) } else { Cow::Owned(text.to_vec()) }
}

/// The ASCII character that stands for the one at the start of `text`, and how many bytes that one has. A file that
/// is not UTF-8 loses nothing: folded text is compared, never written.
fn punctuation(text: &[u8]) -> Option<(u8, usize)> {
    Some(match text {
        // U+00A0.
        [0xc2, 0xa0, ..] => (b' ', 2),
        // U+2000 to U+200A, U+202F, U+205F, U+3000, U+FEFF.
        [0xe2, 0x80, 0x80..=0x8a | 0xaf, ..]
        | [0xe2, 0x81, 0x9f, ..]
        | [0xe3, 0x80, 0x80, ..]
        | [0xef, 0xbb, 0xbf, ..] => (b' ', 3),
        // U+2010 to U+2015, U+2212.
        [0xe2, 0x80, 0x90..=0x95, ..] | [0xe2, 0x88, 0x92, ..] => (b'-', 3),
        // U+2018 to U+201B.
        [0xe2, 0x80, 0x98..=0x9b, ..] => (b'\'', 3),
        // U+201C to U+201F.
        [0xe2, 0x80, 0x9c..=0x9f, ..] => (b'"', 3),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::folded;

    #[test]
    fn characters_and_what_stands_for_them() {
        let table: &[(u8, &[(char, char)])] = &[
            (b'-', &[('\u{2010}', '\u{2015}'), ('\u{2212}', '\u{2212}')]),
            (b'\'', &[('\u{2018}', '\u{201b}')]),
            (b'"', &[('\u{201c}', '\u{201f}')]),
            (
                b' ',
                &[
                    ('\u{a0}', '\u{a0}'),
                    ('\u{2000}', '\u{200a}'),
                    ('\u{202f}', '\u{202f}'),
                    ('\u{205f}', '\u{205f}'),
                    ('\u{3000}', '\u{3000}'),
                    ('\u{feff}', '\u{feff}'),
                ],
            ),
        ];
        let expected = |c: char| {
            let found = table.iter().find(|(_, ranges)| ranges.iter().any(|(a, b)| (*a..=*b).contains(&c)));
            found.map(|(byte, _)| *byte)
        };
        for c in ('\u{80}'..='\u{ffff}').chain(['\u{1f600}']) {
            let text = format!("a{c}b");
            match expected(c) {
                Some(byte) => assert_eq!(*folded(text.as_bytes()), [b'a', byte, b'b'], "{c:?}"),
                None => assert_eq!(*folded(text.as_bytes()), *text.as_bytes(), "{c:?}"),
            }
        }
    }

    #[test]
    fn blanks_at_both_ends_go_whatever_their_kind() {
        assert_eq!(*folded("\u{3000} a\u{a0}b \u{a0}".as_bytes()), *b"a b");
        assert_eq!(*folded(b"\xe2\x80"), *b"\xe2\x80");
    }
}
