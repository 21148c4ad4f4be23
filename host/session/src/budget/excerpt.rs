//! The part of a body that fits: its head and its tail, with one line between that says what is missing.

use std::io;

use super::window::{Piece, Window};
use super::{bytes, text_cost, tokens};
use crate::source::Source;

/// Bodies up to this size are cleaned whole before they are cut.
pub(super) const WHOLE: u64 = 4 << 20;

/// Of a larger body, this much of its head and as much of its tail is cleaned. The largest budget (50000 tokens,
/// 200 kB) is a tenth of it: room for output that is mostly escape sequences.
pub(super) const WINDOW: u64 = 2 << 20;

/// A body within its budget.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cut {
    /// What the model sees.
    pub text: String,
    /// Whether bytes of the body are not represented in `text`.
    pub truncated: bool,
    /// Raw bytes of the body.
    pub total_bytes: u64,
    /// Raw bytes between the head and the tail of `text`.
    pub omitted_bytes: u64,
    /// Newlines among the omitted bytes.
    pub omitted_lines: u64,
    /// Estimated tokens of the raw body.
    pub original_token_count: u64,
}

/// Cleans a body and cuts it to `max_tokens`, less `reserve` bytes that the rest of the answer takes.
///
/// What is over budget keeps its head and its tail, about half of the room each, and a marker line between with
/// the omitted bytes, lines and estimated tokens and the spool's path. Whole lines are kept where they are shorter
/// than their half, whole characters always. Where not even the marker fits, only the last characters are kept:
/// errors stand at the end, and the typed fields of the answer tell the rest.
///
/// # Errors
///
/// When the body cannot be read.
pub fn cut(
    source: &dyn Source,
    max_tokens: u32,
    reserve: usize,
    spool_path: Option<&str>,
) -> io::Result<Cut> {
    let budget = bytes(max_tokens).saturating_sub(reserve);
    let total = source.len();
    if total > WHOLE {
        let head = Window::read(source, 0, WINDOW)?;
        let tail = Window::read_from_line(source, total - WINDOW, total)?;
        return excerpt(source, &head, &tail, budget, spool_path);
    }
    let whole = Window::read(source, 0, total)?;
    if text_cost(whole.text()) > budget {
        return excerpt(source, &whole, &whole, budget, spool_path);
    }
    Ok(Cut {
        text: whole.text().to_owned(),
        truncated: false,
        total_bytes: total,
        omitted_bytes: 0,
        omitted_lines: 0,
        original_token_count: tokens(total),
    })
}

fn excerpt(
    source: &dyn Source,
    head: &Window,
    tail: &Window,
    budget: usize,
    path: Option<&str>,
) -> io::Result<Cut> {
    let total = source.len();
    // No marker is longer than one that omits everything. It may need a newline before it and has one behind it.
    let widest = text_cost(&marker(total, total, path)) + 2 * text_cost("\n");
    let (head, tail) = match budget.checked_sub(widest) {
        Some(room) => {
            let head = head.head(room / 2);
            let tail = tail.tail(room.saturating_sub(text_cost(head.text)));
            (Some(head), tail)
        }
        None => (None, tail.tail(budget)),
    };
    let from = head.as_ref().map_or(0, |head| head.edge);
    let omitted_bytes = tail.edge.saturating_sub(from);
    let omitted_lines = source.newlines(from, tail.edge)?;
    let text = match head {
        Some(head) => join(&head, &marker(omitted_bytes, omitted_lines, path), &tail),
        None => tail.text.to_owned(),
    };
    Ok(Cut {
        text,
        truncated: true,
        total_bytes: total,
        omitted_bytes,
        omitted_lines,
        original_token_count: tokens(total),
    })
}

fn join(head: &Piece<'_>, marker: &str, tail: &Piece<'_>) -> String {
    let newline = if head.text.is_empty() || head.text.ends_with('\n') { "" } else { "\n" };
    format!("{}{newline}{marker}\n{}", head.text, tail.text)
}

fn marker(bytes: u64, lines: u64, path: Option<&str>) -> String {
    let plural = |count| if count == 1 { "" } else { "s" };
    let whole = path.map(|path| format!("; whole output: {path}")).unwrap_or_default();
    format!(
        "[… {bytes} byte{}, {lines} line{}, about {} tokens omitted{whole} …]",
        plural(bytes),
        plural(lines),
        tokens(bytes),
    )
}
