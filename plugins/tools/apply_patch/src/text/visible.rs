//! Lines as a message shows them: one line of bounded length, with blanks that can be told apart, and nothing that
//! looks like something else.

/// Bytes of a line that a message repeats.
const SHOWN: usize = 200;

/// Bytes before the first difference that are shown where a line is too long for all of it.
const BEFORE: usize = 20;

/// Characters that cannot be seen, or not on their own, beside what `char` itself tells: joiners, marks of direction
/// and of variation, accents and parts of syllables that join the letter before them. From, to.
const UNSEEN: [(char, char); 19] = [
    ('\u{ad}', '\u{ad}'),
    ('\u{300}', '\u{36f}'),
    ('\u{61c}', '\u{61c}'),
    ('\u{115f}', '\u{11ff}'),
    ('\u{180b}', '\u{180f}'),
    ('\u{1ab0}', '\u{1aff}'),
    ('\u{1dc0}', '\u{1dff}'),
    ('\u{200b}', '\u{200f}'),
    ('\u{202a}', '\u{202e}'),
    ('\u{2060}', '\u{206f}'),
    ('\u{20d0}', '\u{20ff}'),
    ('\u{3099}', '\u{309a}'),
    ('\u{3164}', '\u{3164}'),
    ('\u{fe00}', '\u{fe0f}'),
    ('\u{fe20}', '\u{fe2f}'),
    ('\u{feff}', '\u{feff}'),
    ('\u{ffa0}', '\u{ffa0}'),
    ('\u{fff9}', '\u{fffd}'),
    ('\u{e0000}', '\u{e0fff}'),
];

/// Which characters are written as their numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Numbers {
    /// Those that cannot be seen.
    Unseen,
    /// All that are not ASCII, and a backslash is doubled, so that no two lines are shown alike.
    All,
}

/// A line with its blanks visible: `·` is a space, `→` a tab, `␍` a carriage return. What cannot be seen is written as
/// its number, `\u{200b}`, and a byte that is not UTF-8 as `\xE9`.
pub(crate) fn visible(line: &[u8]) -> String {
    shown(line, 0, Numbers::Unseen)
}

/// Two lines that differ, each as [`visible`] has it, so that the difference can be seen: where they would look
/// alike, everything that is not ASCII is written as its number, and a long line begins shortly before it.
pub(crate) fn visibly_different(left: &[u8], right: &[u8]) -> (String, String) {
    let common = left.iter().zip(right).take_while(|(left, right)| left == right).count();
    let boundary = |offset| boundary(left, offset).min(boundary(right, offset));
    let pair = |numbers| {
        let before = shown(&left[..boundary(common)], 0, numbers);
        let from = if before.len() < SHOWN / 2 { 0 } else { boundary(common.saturating_sub(BEFORE)) };
        (shown(left, from, numbers), shown(right, from, numbers))
    };
    let from = boundary(common);
    if look_alike(&left[from..], &right[from..]) {
        return pair(Numbers::All);
    }
    let (left, right) = pair(Numbers::Unseen);
    if left == right { pair(Numbers::All) } else { (left, right) }
}

/// Whether letters of ASCII stand in one text where others stand in the other, which may look the same. What is
/// behind the difference does not count.
fn look_alike(left: &[u8], right: &[u8]) -> bool {
    let (left, right) = (String::from_utf8_lossy(left), String::from_utf8_lossy(right));
    let ends = left.chars().rev().zip(right.chars().rev()).take_while(|(left, right)| left == right).count();
    let count = left.chars().count();
    let is_alike = |(left, right): (char, char)| {
        left.is_alphabetic() && right.is_alphabetic() && left.is_ascii() != right.is_ascii()
    };
    count == right.chars().count() && left.chars().zip(right.chars()).take(count - ends).any(is_alike)
}

/// The last offset up to `offset` at which no character of UTF-8 goes on.
fn boundary(line: &[u8], offset: usize) -> usize {
    let goes_on = |at: &usize| line.get(*at).is_some_and(|byte| byte & 0xc0 == 0x80);
    (offset.saturating_sub(3)..=offset).rev().find(|at| !goes_on(at)).unwrap_or(offset)
}

/// A line from an offset on, as far as it fits, with notes of what is left out.
fn shown(line: &[u8], from: usize, numbers: Numbers) -> String {
    let mut out = if from == 0 { String::new() } else { format!("{from} bytes …") };
    let most = out.len() + SHOWN;
    let room = most.saturating_sub(note(line.len()).len());
    let mut taken = from;
    // Where the text ends if it has to be cut.
    let mut cut = None;
    for chunk in line[from..].utf8_chunks() {
        let valid = chunk.valid().chars().map(|c| (character(c, numbers), c.len_utf8()));
        let invalid = chunk.invalid().iter().map(|byte| (format!("\\x{byte:02X}"), 1));
        for (piece, bytes) in valid.chain(invalid) {
            if out.len() + piece.len() > room && cut.is_none() {
                cut = Some((out.len(), taken));
            }
            if out.len() + piece.len() > most
                && let Some((length, taken)) = cut
            {
                out.truncate(length);
                return out + &note(line.len() - taken);
            }
            out.push_str(&piece);
            taken += bytes;
        }
    }
    out
}

/// A character as a message shows it.
fn character(c: char, numbers: Numbers) -> String {
    let is_unseen = |c: char| {
        c.is_control() || c.is_whitespace() || UNSEEN.iter().any(|(from, to)| (*from..=*to).contains(&c))
    };
    match c {
        ' ' => '·'.into(),
        '\t' => '→'.into(),
        '\r' => '␍'.into(),
        '\\' if numbers == Numbers::All => "\\\\".into(),
        c if is_unseen(c) || numbers == Numbers::All && !c.is_ascii() => c.escape_unicode().collect(),
        c => c.into(),
    }
}

/// At most `most` bytes of a line, as text, cut on a character boundary; the cut says how much it left out.
pub(crate) fn clipped(line: &[u8], most: usize) -> String {
    if line.len() <= most {
        let text = String::from_utf8_lossy(line).into_owned();
        // A byte that is not UTF-8 takes three bytes as U+FFFD.
        if text.len() <= most {
            return text;
        }
    }
    let room = most.saturating_sub(note(line.len()).len());
    let mut text = String::new();
    let mut taken = 0;
    for chunk in line[..line.len().min(most)].utf8_chunks() {
        let invalid = (!chunk.invalid().is_empty()).then_some(('\u{fffd}', chunk.invalid().len()));
        for (c, bytes) in chunk.valid().chars().map(|c| (c, c.len_utf8())).chain(invalid) {
            if text.len() + c.len_utf8() > room {
                return text + &note(line.len() - taken);
            }
            text.push(c);
            taken += bytes;
        }
    }
    text + &note(line.len() - taken)
}

fn note(left: usize) -> String {
    if left == 0 { String::new() } else { format!("… {left} bytes more") }
}

#[cfg(test)]
mod tests {
    use super::{SHOWN, clipped, visible, visibly_different};
    use proptest::prelude::*;

    #[test]
    fn what_cannot_be_seen_is_written_as_its_number() {
        assert_eq!(visible(b" \ta  b\r"), "·→a··b␍");
        assert_eq!(visible("é\u{1b}[0m\u{a0}".as_bytes()), "é\\u{1b}[0m\\u{a0}");
        assert_eq!(visible("e\u{301}\u{200b}\u{fffd}".as_bytes()), "e\\u{301}\\u{200b}\\u{fffd}");
        assert_eq!(visible(b"caf\xe9\xff"), "caf\\xE9\\xFF");
    }

    #[test]
    fn long_lines_are_cut() {
        assert_eq!(visible(&[b'x'; SHOWN]), "x".repeat(SHOWN));
        assert_eq!(visible(&[b'x'; 300]), format!("{}… 118 bytes more", "x".repeat(182)));
        assert_eq!(visible(&[b' '; 300]), format!("{}… 209 bytes more", "·".repeat(91)));
    }

    #[test]
    fn differences_can_be_seen() {
        let table: &[(&[u8], &[u8], &str, &str)] = &[
            (b"a b", b"a\tb", "a·b", "a→b"),
            ("名前".as_bytes(), "名字".as_bytes(), "名前", "名字"),
            ("cafe\u{301} x".as_bytes(), "café x".as_bytes(), "cafe\\u{301}·x", "café·x"),
            (b"caf\xe9", "caf\u{fffd}".as_bytes(), "caf\\xE9", "caf\\u{fffd}"),
            // What stands for a blank or a number, and the blank or the character itself.
            ("a·b".as_bytes(), b"a b", "a\\u{b7}b", "a·b"),
            ("\u{200b}".as_bytes(), b"\\u{200b}", "\\u{200b}", "\\\\u{200b}"),
            // A Cyrillic letter.
            ("p\u{430}ss".as_bytes(), b"pass", "p\\u{430}ss", "pass"),
        ];
        for (left, right, left_shown, right_shown) in table {
            let shown = visibly_different(left, right);
            assert_eq!((shown.0.as_str(), shown.1.as_str()), (*left_shown, *right_shown));
        }
    }

    #[test]
    fn far_into_a_long_line_the_difference_is_shown() {
        let line = |end: &str| "é".repeat(150) + end;
        let (left, right) = visibly_different(line("one").as_bytes(), line("two").as_bytes());
        assert_eq!(left, format!("280 bytes …{}one", "é".repeat(10)));
        assert_eq!(right, format!("280 bytes …{}two", "é".repeat(10)));
    }

    #[test]
    fn cuts_say_how_much_is_gone() {
        let table: &[(&[u8], usize, &str)] = &[
            (b"", 20, ""),
            (b"12345678901234567890", 20, "12345678901234567890"),
            (b"123456789012345678901", 20, "123… 18 bytes more"),
            ("ééééééééééé".as_bytes(), 20, "é… 20 bytes more"),
            (b"\xff\xff\xff\xff\xff\xff\xff", 20, "\u{fffd}… 6 bytes more"),
        ];
        for (line, most, expected) in table {
            assert_eq!(clipped(line, *most), *expected);
        }
    }

    /// Parts of lines that are easily taken for each other.
    fn line() -> impl Strategy<Value = Vec<u8>> {
        let parts = prop::sample::select(vec![
            &b"a"[..],
            b" ",
            b"\t",
            b"\\",
            b"\\u{301}",
            b"\\xE9",
            b"\xe9",
            b"\xc3",
            b"\xe2\x80",
            "é".as_bytes(),
            "·".as_bytes(),
            "\u{301}".as_bytes(),
            "\u{200b}".as_bytes(),
            "\u{fffd}".as_bytes(),
            "名".as_bytes(),
        ]);
        let parts = prop::collection::vec(parts, 0..6).prop_map(|parts| parts.concat());
        (prop_oneof![Just(0), Just(150), Just(260)], parts)
            .prop_map(|(before, parts)| [vec![b'x'; before], parts].concat())
    }

    proptest! {
        #[test]
        fn a_line_keeps_its_bound(line in prop::collection::vec(any::<u8>(), 0..80), most in 24_usize..60) {
            prop_assert!(clipped(&line, most).len() <= most);
        }

        #[test]
        fn lines_that_differ_are_shown_differently(left in line(), right in line()) {
            let (left_shown, right_shown) = visibly_different(&left, &right);
            prop_assert_eq!(left == right, left_shown == right_shown, "{} {}", left_shown, right_shown);
            prop_assert!(left_shown.len() <= SHOWN + 20);
        }
    }
}
