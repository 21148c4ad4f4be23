//! Characters that change how a text looks without being seen: a reduction has only those that the output has.

use memchr::memmem;

/// Begins a sequence that moves, colours or erases.
const ESCAPE: char = '\u{1b}';

/// How many different ones are looked up in the output.
const MAX_LOOKUPS: usize = 64;

/// The first control character, sequence of a terminal or invisible character of `reduction` that `input` does not have.
/// A carriage return is one unless a line feed follows.
pub(super) fn added(input: &str, reduction: &str) -> Option<String> {
    let mut seen: Vec<&str> = Vec::new();
    let mut next = 0;
    while let Some(at) = beginning(reduction.as_bytes(), next) {
        next = at + 1;
        let Some(from) = reduction.get(next - 1..).filter(|from| from.starts_with(may_hide)) else {
            continue;
        };
        let text = sequence(from);
        next += text.len() - 1;
        if text == "\r\n" || seen.contains(&text) {
            continue;
        }
        if seen.len() == MAX_LOOKUPS || !has(input, text) {
            return Some(text.to_owned());
        }
        seen.push(text);
    }
    None
}

/// Where the next byte is that such characters begin with, in UTF-8.
fn beginning(bytes: &[u8], from: usize) -> Option<usize> {
    let begins = |byte: u8| {
        matches!(byte, 0x7f | 0xc2 | 0xe2 | 0xef) | ((byte < b' ') & (byte != b'\n') & (byte != b'\t'))
    };
    let rest = bytes.get(from..)?;
    // Whole blocks at first, without a decision for each byte: hardly any has one.
    let (blocks, _) = rest.as_chunks::<64>();
    let are_plain = |block: &[u8; 64]| !block.iter().fold(false, |any, byte| any | begins(*byte));
    let plain = 64 * blocks.iter().take_while(|block| are_plain(block)).count();
    let at = rest.get(plain..)?.iter().position(|byte| begins(*byte))?;
    Some(from + plain + at)
}

fn may_hide(character: char) -> bool {
    (character.is_control() && !matches!(character, '\n' | '\t'))
        || matches!(
            character,
            '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}'
        )
}

/// What a text begins with: a line end, a whole sequence of a terminal, or one character.
fn sequence(text: &str) -> &str {
    let first = text.chars().next().map_or(0, char::len_utf8);
    let length = match text.as_bytes() {
        [b'\r', b'\n', ..] => 2,
        [0x1b, b'[', rest @ ..] => {
            let end = rest.iter().position(|byte| !matches!(byte, 0x20..=0x3f));
            end.map_or(text.len(), |end| 2 + end + 1)
        }
        _ => first,
    };
    text.get(..length).or(text.get(..first)).unwrap_or(text)
}

fn has(input: &str, text: &str) -> bool {
    let is_alone = |at: usize| text != "\r" || input.as_bytes().get(at + 1) != Some(&b'\n');
    // An escape that begins no sequence is not borne out by one that does.
    let is_bare = |at: usize| {
        text.len() > 1 || !text.starts_with(ESCAPE) || input.as_bytes().get(at + 1) != Some(&b'[')
    };
    memmem::find_iter(input.as_bytes(), text.as_bytes()).any(|at| is_alone(at) && is_bare(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_added() {
        let rows = [
            ("a\nb\tc", "a", None),
            ("a\nb", "a\r\nb", None),
            ("a\r\nb", "a\rb", Some("\r")),
            ("a\rb", "\rb", None),
            ("a\u{1b}[31mb\u{1b}[0m", "\u{1b}[31mb", None),
            ("a\u{1b}[31mb\u{1b}[0m", "a\u{1b}[2K", Some("\u{1b}[2K")),
            ("a\u{1b}[31mb", "a\u{1b}c", Some("\u{1b}")),
            ("a", "a\u{8}", Some("\u{8}")),
            ("a", "\0", Some("\0")),
            ("a", "\u{202e}a", Some("\u{202e}")),
            ("a", "a\u{200b}", Some("\u{200b}")),
            ("a", "a\u{2066}", Some("\u{2066}")),
            ("a", "\u{feff}a", Some("\u{feff}")),
            ("\u{feff}a", "\u{feff}a", None),
            ("größe ✓", "größe ✓", None),
        ];
        for (input, reduction, expected) in rows {
            assert_eq!(added(input, reduction).as_deref(), expected, "{reduction:?}");
        }
    }
}
