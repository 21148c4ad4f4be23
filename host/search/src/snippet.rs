//! The line of a hit, cut so that the hit is in it.

use std::ops::Range;

/// Bytes of a snippet at most.
pub const MAX_SNIPPET: usize = 240;
/// What stands where something was cut off.
const CUT: &str = "…";
/// Of the room beside a hit, one part of this many goes to what stands before it, at least.
const BEFORE: usize = 3;

/// The line around `hit`, at most [`MAX_SNIPPET`] bytes of it. `line` may be any part of the line that reaches
/// [`MAX_SNIPPET`] bytes beyond both ends of the hit, if the line does; `before` and `after` say whether the line goes
/// on there.
///
/// A tab becomes a space, other control characters go, and bytes that are not UTF-8 are replaced.
pub(crate) fn snippet(line: &[u8], hit: Range<usize>, before: bool, after: bool) -> String {
    let start = hit.start.min(line.len());
    let end = hit.end.clamp(start, line.len());
    let near = start.saturating_sub(MAX_SNIPPET)..end.saturating_add(MAX_SNIPPET).min(line.len());
    let part = |range: Range<usize>| clean(line.get(range).unwrap_or_default());
    let (left, middle, right) = (part(near.start..start), part(start..end), part(end..near.end));
    let left_cut = before || near.start > 0;
    let right_cut = after || near.end < line.len();
    let left = if left_cut { &*left } else { left.trim_start() };
    let right = if right_cut { &*right } else { right.trim_end() };

    if !left_cut && !right_cut && left.len() + middle.len() + right.len() <= MAX_SNIPPET {
        return format!("{left}{middle}{right}").trim().to_owned();
    }
    let room = MAX_SNIPPET - 2 * CUT.len();
    let middle_kept = head(&middle, room);
    let room = room - middle_kept.len();
    let right_kept = if middle_kept.len() < middle.len() {
        ""
    } else {
        head(right, (room - room / BEFORE).max(room.saturating_sub(left.len())))
    };
    let left_kept = tail(left, room - right_kept.len());
    let mark = |cut: bool| if cut { CUT } else { "" };
    let is_left_cut = left_cut || left_kept.len() < left.len();
    let is_right_cut = right_cut || right_kept.len() < right.len() || middle_kept.len() < middle.len();
    let kept = format!("{left_kept}{middle_kept}{right_kept}");
    format!("{}{}{}", mark(is_left_cut), kept.trim(), mark(is_right_cut))
}

/// Text that can be shown: of one line, and of characters that leave a mark. A character that was torn at an edge is
/// replaced like every byte that is not UTF-8.
fn clean(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(torn(bytes));
    text.chars()
        .filter_map(|character| match character {
            '\t' => Some(' '),
            '\u{feff}' => None,
            character => (!character.is_control()).then_some(character),
        })
        .collect()
}

/// The bytes without those at the start that belong to a character that begins before them, and without the first bytes of one
/// that ends behind them.
fn torn(bytes: &[u8]) -> &[u8] {
    let is_inner = |byte: &u8| byte & 0xc0 == 0x80;
    let skipped = bytes.iter().take(3).take_while(|byte| is_inner(byte)).count();
    let rest = bytes.get(skipped..).unwrap_or_default();
    let inner = rest.iter().rev().take(3).take_while(|byte| is_inner(byte)).count();
    let Some(lead) = rest.len().checked_sub(inner + 1).and_then(|index| rest.get(index)) else { return rest };
    let length = match lead {
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => 1,
    };
    if length > inner + 1 { rest.get(..rest.len() - inner - 1).unwrap_or_default() } else { rest }
}

fn head(text: &str, room: usize) -> &str {
    text.get(..text.floor_char_boundary(room)).unwrap_or_default()
}

fn tail(text: &str, room: usize) -> &str {
    text.get(text.ceil_char_boundary(text.len().saturating_sub(room))..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use proptest::prelude::*;

    use super::*;

    fn of(line: &[u8], hit: &str) -> String {
        let start = memchr::memmem::find(line, hit.as_bytes()).unwrap();
        snippet(line, start..start + hit.len(), false, false)
    }

    #[test]
    fn a_short_line_is_whole_and_clean() {
        for (line, hit, expected) in [
            (&b"let x = 1;"[..], "x", "let x = 1;"),
            (b"\t  let\tx = 1; \r", "x", "let x = 1;"),
            (b"x", "x", "x"),
            (b"  x y ", " y", "x y"),
            (b"\x1b[31mred\x1b[0m\x07", "red", "[31mred[0m"),
            (b"\xef\xbb\xbfuse x;", "use", "use x;"),
            (b"caf\xe9 x \xff", "x", "caf\u{fffd} x \u{fffd}"),
            ("größe = ä".as_bytes(), "ö", "größe = ä"),
            (b"a\0b x", "x", "ab x"),
        ] {
            assert_eq!(of(line, hit), expected);
        }
    }

    #[test]
    fn a_long_line_is_cut_around_the_hit() {
        let many = |count| "abcde ".repeat(count);
        let (line, long) = (format!("{}HIT{}", many(1000), many(1000)), "H".repeat(1000));
        let text = of(line.as_bytes(), "HIT");
        assert_eq!(text.len(), 240);
        assert!(text.starts_with('…') && text.ends_with('…') && text.contains("abcde HITabcde"), "{text}");
        assert!((70..=90).contains(&text.find("HIT").unwrap()));

        let text = of(format!("HIT{}", many(1000)).as_bytes(), "HIT");
        assert!(text.starts_with("HITabcde") && text.ends_with('…') && text.len() > 225, "{text}");
        let text = of(format!("{}HIT", many(1000)).as_bytes(), "HIT");
        assert!(text.starts_with('…') && text.ends_with("abcde HIT") && text.len() > 225, "{text}");

        let text = of(format!("a {long} b").as_bytes(), &long);
        assert_eq!(text, format!("…{}…", "H".repeat(234)));
        let text = of("ä".repeat(1000).as_bytes(), "ä");
        assert_eq!(text, format!("{}…", "ä".repeat(117)));
    }

    #[test]
    fn a_part_of_a_line_is_marked_as_one() {
        assert_eq!(snippet(b"a hit b", 2..5, true, true), "…a hit b…");
        assert_eq!(snippet(b"a hit b", 2..5, false, true), "a hit b…");
        assert_eq!(snippet(b"a hit b", 2..5, true, false), "…a hit b");
    }

    proptest! {
        #[test]
        fn a_snippet_is_small_and_holds_its_hit(
            before in "[a-z ä𐐨\t]{0,400}",
            hit in "[A-Z]{1,200}",
            after in "[a-z ä𐐨\t]{0,400}",
        ) {
            let line = format!("{before}{hit}{after}");
            let text = snippet(line.as_bytes(), before.len()..before.len() + hit.len(), false, false);
            prop_assert!(text.len() <= MAX_SNIPPET);
            prop_assert!(text.contains(&hit));
            prop_assert!(!text.contains(char::REPLACEMENT_CHARACTER));
            let whole = line.replace('\t', " ");
            prop_assert!(whole.contains(text.trim_matches('…')));
            prop_assert_eq!(text.contains('…'), text != whole.trim());
        }

        #[test]
        fn no_bytes_are_too_odd(line in prop::collection::vec(any::<u8>(), 0..900), start in 0usize..900, length in 0usize..900) {
            let text = snippet(&line, start..start + length, false, false);
            prop_assert!(text.len() <= MAX_SNIPPET);
            prop_assert!(!text.contains(|character: char| character.is_control()));
        }
    }
}
