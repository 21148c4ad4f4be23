//! Lines as a message shows them: one line of bounded length, with blanks that can be told apart.

/// Bytes of a line that a message repeats.
const SHOWN: usize = 200;

/// A line with its blanks visible: `·` is a space, `→` a tab, `␍` a carriage return. Other control characters and
/// bytes that are not UTF-8 become U+FFFD.
pub(crate) fn visible(line: &[u8]) -> String {
    let (text, left) = cut(line, SHOWN);
    let shown = text.chars().map(|c| match c {
        ' ' => '·',
        '\t' => '→',
        '\r' => '␍',
        c if c.is_control() => '\u{fffd}',
        c => c,
    });
    shown.chain(note(left).chars()).collect()
}

/// At most `most` bytes of a line, as text, cut on a character boundary; the cut says how much it left out.
pub(crate) fn clipped(line: &[u8], most: usize) -> String {
    let (text, left) = cut(line, most);
    text + &note(left)
}

/// As much of the line as fits beside the note, and how many bytes are left over.
fn cut(line: &[u8], most: usize) -> (String, usize) {
    if line.len() <= most {
        let text = String::from_utf8_lossy(line).into_owned();
        // A byte that is not UTF-8 takes three bytes as U+FFFD.
        if text.len() <= most {
            return (text, 0);
        }
    }
    let room = most.saturating_sub(note(line.len()).len());
    let mut text = String::new();
    let mut taken = 0;
    for chunk in line[..line.len().min(most)].utf8_chunks() {
        let invalid = (!chunk.invalid().is_empty()).then_some(('\u{fffd}', chunk.invalid().len()));
        for (c, bytes) in chunk.valid().chars().map(|c| (c, c.len_utf8())).chain(invalid) {
            if text.len() + c.len_utf8() > room {
                return (text, line.len() - taken);
            }
            text.push(c);
            taken += bytes;
        }
    }
    (text, line.len() - taken)
}

fn note(left: usize) -> String {
    if left == 0 { String::new() } else { format!("… {left} bytes more") }
}

#[cfg(test)]
mod tests {
    use super::{clipped, visible};
    use proptest::prelude::*;

    #[test]
    fn blanks_can_be_told_apart() {
        assert_eq!(visible(b" \ta  b\r"), "·→a··b␍");
        assert_eq!(visible("é\u{1b}[0m\u{a0}".as_bytes()), "é\u{fffd}[0m\u{a0}");
        assert_eq!(visible(b"caf\xe9"), "caf\u{fffd}");
        assert_eq!(visible(&[b' '; 300]), format!("{}… 118 bytes more", "·".repeat(182)));
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

    proptest! {
        #[test]
        fn a_line_keeps_its_bound(line in prop::collection::vec(any::<u8>(), 0..80), most in 24_usize..60) {
            prop_assert!(clipped(&line, most).len() <= most);
        }
    }
}
