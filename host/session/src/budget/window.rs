//! A stretch of raw output in memory, with its text.

use std::io;

use crate::preview;
use crate::source::{Source, read_range};

use super::{end_within, start_within, text_cost};

/// Raw bytes, their text, and where both stand in the whole output.
pub(super) struct Window {
    base: u64,
    raw: Vec<u8>,
    text: String,
}

/// Text at one end of a window, and the raw position where it meets what is omitted.
pub(super) struct Piece<'a> {
    pub(super) text: &'a str,
    pub(super) edge: u64,
}

impl Window {
    /// The bytes from `from` up to `to`. A character that the end cuts is left out.
    pub(super) fn read(source: &dyn Source, from: u64, to: u64) -> io::Result<Self> {
        let mut raw = read_range(source, from, to)?;
        if to < source.len() {
            raw.truncate(raw.len() - unfinished(&raw));
        }
        Ok(Self::new(from, raw))
    }

    /// As [`Self::read`], from the first line on that starts in the range: what comes before it may be the rest
    /// of an escape sequence. In a range without lines, from the first whole character on.
    pub(super) fn read_from_line(source: &dyn Source, from: u64, to: u64) -> io::Result<Self> {
        let mut raw = read_range(source, from, to)?;
        let line = memchr::memchr(b'\n', &raw).map(|newline| newline + 1).filter(|start| *start < raw.len());
        let start =
            line.unwrap_or_else(|| raw.iter().take(3).take_while(|byte| (**byte & 0xc0) == 0x80).count());
        raw.drain(..start);
        Ok(Self::new(from + start as u64, raw))
    }

    fn new(base: u64, raw: Vec<u8>) -> Self {
        let text = preview::clean(&raw);
        Self { base, raw, text }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The start of the text within `share`: whole lines, but a line that alone is over the share is cut. A newline
    /// right behind the share is taken too: what follows a head starts on a line of its own in any case.
    pub(super) fn head(&self, share: usize) -> Piece<'_> {
        let mut end = start_within(&self.text, share);
        if self.text[end..].starts_with('\n') {
            end += 1;
        }
        let line = self.line_start(end);
        if line < end && text_cost(&self.text[line..self.line_end(end)]) <= share && end < self.text.len() {
            end = line;
        }
        Piece { text: &self.text[..end], edge: self.position(end) }
    }

    /// The end of the text within `share`, cut as in [`Self::head`].
    pub(super) fn tail(&self, share: usize) -> Piece<'_> {
        let mut start = end_within(&self.text, share);
        let line = self.line_start(start);
        let end = self.line_end(start);
        if line < start && text_cost(&self.text[line..end]) <= share {
            start = end;
        }
        Piece { text: &self.text[start..], edge: self.position(start) }
    }

    fn line_start(&self, index: usize) -> usize {
        self.text[..index].rfind('\n').map_or(0, |newline| newline + 1)
    }

    fn line_end(&self, index: usize) -> usize {
        self.text[index..].find('\n').map_or(self.text.len(), |newline| index + newline + 1)
    }

    /// The raw position in the whole output of the character at `index` of the text. A line of the text is the
    /// same line of the bytes; within it, what its characters start at is recorded by cleaning it again.
    fn position(&self, index: usize) -> u64 {
        if index == self.text.len() {
            return self.base + self.raw.len() as u64;
        }
        let text_line = self.line_start(index);
        let lines_before = memchr::memchr_iter(b'\n', &self.text.as_bytes()[..text_line]).count();
        let raw_line = lines_before
            .checked_sub(1)
            .and_then(|last| memchr::memchr_iter(b'\n', &self.raw).nth(last))
            .map_or(0, |newline| newline + 1);
        let within = match self.text[text_line..index].chars().count() {
            0 => 0,
            characters => {
                let rest = &self.raw[raw_line..];
                let line = &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())];
                let (_, starts) = preview::clean_line(line);
                // Behind the last character stands the newline.
                starts.get(characters).map_or(line.len(), |start| *start as usize)
            }
        };
        self.base + (raw_line + within) as u64
    }
}

/// Number of bytes at the end that may begin a character which is not all there.
fn unfinished(raw: &[u8]) -> usize {
    (1..=raw.len().min(3))
        .find(|length| {
            let end = &raw[raw.len() - length..];
            end[0] >= 0xc0 && str::from_utf8(end).is_err_and(|error| error.error_len().is_none())
        })
        .unwrap_or(0)
}
