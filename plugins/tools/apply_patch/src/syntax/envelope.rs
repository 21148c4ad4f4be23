//! What stands around a patch: its first and last line, and the heredoc in which models send it.

use memchr::{memchr, memchr_iter, memrchr};

use super::cursor::{Cursor, Row};
use super::marker::{Marker, marker};
use super::{MAX_BYTES, advice};
use crate::refusal::{LIMIT_EXCEEDED, Refusal};
use crate::text::{is_blank, trimmed};

/// The lines between `*** Begin Patch` and `*** End Patch`.
///
/// # Errors
/// `limit_exceeded` for a text over [`MAX_BYTES`], `invalid_patch` for one without these two lines or with more
/// around them than a heredoc, with a NUL character, or with all lines indented.
pub(super) fn open(text: &[u8]) -> Result<Cursor<'_>, Refusal> {
    if text.len() > MAX_BYTES {
        let message = format!("The patch has {} bytes; at most {MAX_BYTES} are taken.", text.len());
        return Err(Refusal::new(LIMIT_EXCEEDED, message).hint("Send several smaller patches."));
    }
    if let Some(at) = memchr(0, text) {
        return Err(advice::nul(memchr_iter(b'\n', &text[..at]).count() + 1));
    }
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let mut cursor = Cursor::new(text, 1);
    if let Some(first) = cursor.peek_text()
        && let Some(closing) = closing(trimmed(first.text))
    {
        cursor = unwrapped(cursor, &first, closing)?;
    }
    let Some(first) = cursor.peek_text() else {
        return Err(advice::empty());
    };
    if marker(first.text) != Some(Marker::Begin) {
        return Err(advice::no_begin(cursor, &first));
    }
    cursor.pass(&first);
    let body = cursor.rest();
    let last = last_line(body);
    if marker(&body[last.clone()]) == Some(Marker::End) {
        let lines = Cursor::new(&body[..last.start], first.number + 1);
        return match indentation(lines) {
            Some((line, blanks)) => Err(advice::indented(line, blanks)),
            None => Ok(lines),
        };
    }
    let end = cursor.find(|row| row.has_stars() && marker(row.text) == Some(Marker::End));
    Err(match (end, cursor.peek_text()) {
        (Some(end), Some(after)) => advice::text_after_end(&end, &after),
        _ => advice::no_end(first.number + body.split_inclusive(|byte| *byte == b'\n').count()),
    })
}

/// The first line and the blanks before each one, where all lines are indented. Lines of stars alone may be; with
/// lines of hunks or of added files among them, the blanks would be read as context.
fn indentation(lines: Cursor<'_>) -> Option<(usize, usize)> {
    let mut first = None;
    let mut least = usize::MAX;
    let mut has_changes = false;
    for row in lines.filter(|row| !row.is_blank()) {
        let blanks = row.text.iter().take_while(|byte| is_blank(**byte)).count();
        if blanks == 0 {
            return None;
        }
        let text = &row.text[blanks..];
        has_changes |= text.starts_with(b"@@") || matches!(text.first(), Some(b'+' | b'-'));
        first = first.or(Some(row.number));
        least = least.min(blanks);
    }
    first.filter(|_| has_changes).map(|first| (first, least))
}

/// The line that closes the wrapper which `line` opens.
fn closing(line: &[u8]) -> Option<&[u8]> {
    let line = [&b"apply_patch"[..], b"applypatch"]
        .iter()
        .find_map(|name| line.strip_prefix(*name))
        .map_or(line, trimmed);
    let word = line.strip_prefix(b"<<")?;
    let word = trimmed(word.strip_prefix(b"-").unwrap_or(word));
    let word = match word {
        [b'\'', inner @ .., b'\''] | [b'"', inner @ .., b'"'] => inner,
        word => word,
    };
    let is_word = !word.is_empty() && word.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    is_word.then_some(word)
}

fn unwrapped<'p>(cursor: Cursor<'p>, first: &Row<'p>, closing: &[u8]) -> Result<Cursor<'p>, Refusal> {
    let mut inner = cursor;
    inner.pass(first);
    let rest = inner.rest();
    let last = last_line(rest);
    if trimmed(&rest[last.clone()]) == closing {
        return Ok(Cursor::new(&rest[..last.start], first.number + 1));
    }
    let message = format!(
        "Line {} of the patch opens a wrapper that the last line does not close: it is not `{}`.",
        first.number,
        String::from_utf8_lossy(closing)
    );
    Err(Refusal::invalid(first.number, message).hint("Leave the wrapper out: the patch alone is enough."))
}

/// Where the last line that is not blank stands, without its ending.
fn last_line(bytes: &[u8]) -> std::ops::Range<usize> {
    let end = bytes.iter().rposition(|byte| !is_blank(*byte)).map_or(0, |last| last + 1);
    let start = memrchr(b'\n', &bytes[..end]).map_or(0, |at| at + 1);
    start..end
}
