//! The `@@` line of a hunk: a line of the file to look below, a position, or nothing.

use super::advice::quoted;
use super::cursor::Row;
use super::hunk::{Position, Quote};
use crate::refusal::Refusal;
use crate::text::{is_blank, trimmed};

/// What an `@@` line says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Header<'p> {
    Nothing,
    Quote(Quote<'p>),
    Position(Position<'p>),
}

/// Reads a line that begins with `@@`.
pub(super) fn header<'p>(row: &Row<'p>) -> Result<Header<'p>, Refusal> {
    let text = match &row.text[2..] {
        [] => return Ok(Header::Nothing),
        [b' ' | b'\t', text @ ..] => text,
        _ => {
            let message = format!("Line {} of the patch, {}, is no `@@` line.", row.number, quoted(row));
            return Err(Refusal::invalid(row.number, message)
                .hint("Put a space between `@@` and the line of the file that it names."));
        }
    };
    if let Some(position) = position(trimmed(text), row.number) {
        return Ok(Header::Position(position));
    }
    let text = without_closing(text);
    if trimmed(text).is_empty() {
        return Ok(Header::Nothing);
    }
    Ok(Header::Quote(Quote { text, line: row.number }))
}

/// The text before a closing `@@`, with its blanks at the start: they are the indentation.
fn without_closing(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|byte| !is_blank(*byte)).map_or(0, |last| last + 1);
    match text[..end].strip_suffix(b"@@") {
        Some(rest) if rest.last().is_none_or(|byte| is_blank(*byte)) => rest.trim_ascii_end(),
        _ => text,
    }
}

/// Reads `-12,3 +12,4 @@ heading`, of which only the first number is needed.
fn position(text: &[u8], line: usize) -> Option<Position<'_>> {
    let (old, mut rest) = range(text.strip_prefix(b"-")?)?;
    if let Some(new) = rest.strip_prefix(b" +") {
        rest = range(new)?.1;
    }
    let heading = match rest {
        [] => None,
        [b' ', b'@', b'@', heading @ ..] => {
            let text = trimmed(heading);
            (!text.is_empty()).then_some(Quote { text, line })
        }
        _ => return None,
    };
    Some(Position { line: old, heading })
}

/// Reads `12,3` and gives the 12, with what follows.
fn range(text: &[u8]) -> Option<(usize, &[u8])> {
    let (start, rest) = number(text)?;
    match rest.strip_prefix(b",") {
        Some(rest) => Some((start, number(rest)?.1)),
        None => Some((start, rest)),
    }
}

fn number(text: &[u8]) -> Option<(usize, &[u8])> {
    let length = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = text.split_at(length);
    let add = |number: usize, digit: &u8| number.saturating_mul(10).saturating_add(usize::from(digit - b'0'));
    (length > 0).then(|| (digits.iter().fold(0, add), rest))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::{Header, header};
    use crate::syntax::cursor::Cursor;
    use crate::syntax::hunk::{Position, Quote};

    fn read(line: &'static [u8]) -> Option<Header<'static>> {
        header(&Cursor::new(line, 7).next().unwrap()).ok()
    }

    #[test]
    fn headers() {
        let quote = |text| Some(Header::Quote(Quote { text, line: 7 }));
        let position = |line, heading: Option<&'static [u8]>| {
            let heading = heading.map(|text| Quote { text, line: 7 });
            Some(Header::Position(Position { line, heading }))
        };
        let table: &[(&'static [u8], Option<Header<'static>>)] = &[
            (b"@@", Some(Header::Nothing)),
            (b"@@  ", Some(Header::Nothing)),
            (b"@@ @@", Some(Header::Nothing)),
            (b"@@ def a():", quote(b"def a():")),
            (b"@@   def a():", quote(b"  def a():")),
            (b"@@\tdef a():", quote(b"def a():")),
            (b"@@ def a(): @@", quote(b"def a():")),
            (b"@@ a@@", quote(b"a@@")),
            (b"@@ a ", quote(b"a ")),
            (b"@@ 2", quote(b"2")),
            (b"@@ - item", quote(b"- item")),
            (b"@@ -x,3", quote(b"-x,3")),
            (b"@@ -12,3 +12,4 @@", position(12, None)),
            (b"@@ -12 +12 @@", position(12, None)),
            (b"@@ -12,3 +12,4", position(12, None)),
            (b"@@ -12,3 @@", position(12, None)),
            (b"@@ -12,3 +12,4 @@ fn a() {", position(12, Some(b"fn a() {"))),
            (b"@@ -99999999999999999999999 +1 @@", position(usize::MAX, None)),
            (b"@@ -12,3 +12,4 x", quote(b"-12,3 +12,4 x")),
            (b"@@def", None),
            (b"@@@ -1 -1 +1 @@@", None),
        ];
        for (line, expected) in table {
            assert_eq!(read(line), *expected, "{}", line.escape_ascii());
        }
    }
}
