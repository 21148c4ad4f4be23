//! One hunk: where it says that it belongs, and its lines.

use super::cursor::{Cursor, Row};
use super::header::{Header, header};
use super::marker::{Marker, marker};
use super::{MAX_QUOTES, advice};
use crate::refusal::{INVALID_PATCH, LIMIT_EXCEEDED, Refusal};

/// A line of the file that an `@@` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quote<'p> {
    /// The line, without its ending.
    pub text: &'p [u8],
    /// Line of the patch, from 1.
    pub line: usize,
}

/// What the `@@` of a unified diff says. It decides between places that match equally well, and nothing else:
/// models count lines badly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<'p> {
    /// Where the hunk's lines were in the old file, from 1.
    pub line: usize,
    /// The line above them that git added, perhaps cut.
    pub heading: Option<Quote<'p>>,
}

/// What a line of a hunk means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// It is in the file and stays.
    Context,
    /// It is in the file and leaves.
    Remove,
    /// It enters the file.
    Add,
}

/// A line of a hunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HunkLine<'p> {
    /// What it means.
    pub kind: LineKind,
    /// Without the first character and without an ending.
    pub text: &'p [u8],
    /// Line of the patch, from 1.
    pub line: usize,
}

/// One hunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hunk<'p> {
    /// Line of the patch, from 1, on which it begins: its first `@@`, or where that is left out its first line.
    pub line: usize,
    /// The lines of the file below which it is to be looked for, each below the one before.
    pub quotes: Vec<Quote<'p>>,
    /// Where a unified diff has it.
    pub position: Option<Position<'p>>,
    /// Whether its lines are the file's last ones.
    pub ends_file: bool,
    body: &'p [u8],
    body_line: usize,
}

impl<'p> Hunk<'p> {
    /// Its lines; at least one.
    pub fn lines(&self) -> impl Iterator<Item = HunkLine<'p>> + use<'p> {
        Cursor::new(self.body, self.body_line).filter_map(|row| line(&row))
    }

    /// The lines that must be in the file.
    pub fn old_lines(&self) -> impl Iterator<Item = HunkLine<'p>> + use<'p> {
        self.lines().filter(|line| line.kind != LineKind::Add)
    }

    /// The lines that are in the file afterwards.
    pub fn new_lines(&self) -> impl Iterator<Item = HunkLine<'p>> + use<'p> {
        self.lines().filter(|line| line.kind != LineKind::Remove)
    }
}

/// A row as a line of a hunk; an empty one is empty context.
fn line<'p>(row: &Row<'p>) -> Option<HunkLine<'p>> {
    let (kind, text) = match row.text {
        [] => (LineKind::Context, row.text),
        [b' ', text @ ..] => (LineKind::Context, text),
        [b'-', text @ ..] => (LineKind::Remove, text),
        [b'+', text @ ..] => (LineKind::Add, text),
        _ => return None,
    };
    Some(HunkLine { kind, text, line: row.number })
}

/// Reads the hunk that begins with `first`, which the cursor has not passed: an `@@` line, or the first line of a
/// hunk without one.
pub(super) fn hunk<'p>(cursor: &mut Cursor<'p>, path: &str, first: &Row<'p>) -> Result<Hunk<'p>, Refusal> {
    let mut hunk = Hunk {
        line: first.number,
        quotes: Vec::new(),
        position: None,
        ends_file: false,
        body: &[],
        body_line: first.number,
    };
    loop {
        headers(cursor, path, &mut hunk)?;
        body(cursor, path, &mut hunk)?;
        let goes_on = cursor.peek().is_some_and(|row| row.text.starts_with(b"@@"));
        if !hunk.body.is_empty() {
            return Ok(hunk);
        }
        // Empty lines may stand between two `@@` of one hunk.
        if !goes_on || hunk.ends_file {
            let message = format!("The hunk of `{path}` on line {} of the patch has no lines.", hunk.line);
            return Err(Refusal::of(INVALID_PATCH, hunk.line, path, message)
                .hint("Give the lines to change below the `@@`, or leave the `@@` out."));
        }
    }
}

fn headers<'p>(cursor: &mut Cursor<'p>, path: &str, hunk: &mut Hunk<'p>) -> Result<(), Refusal> {
    while let Some(row) = cursor.peek().filter(|row| row.text.starts_with(b"@@")) {
        match header(&row)? {
            Header::Nothing => {}
            Header::Position(position) => hunk.position = Some(position),
            Header::Quote(quote) => hunk.quotes.push(quote),
        }
        if hunk.quotes.len() > MAX_QUOTES {
            let message = format!(
                "The hunk of `{path}` on line {} of the patch has more than {MAX_QUOTES} `@@` lines.",
                hunk.line
            );
            return Err(Refusal::of(LIMIT_EXCEEDED, hunk.line, path, message)
                .hint("One or two that lead to the place are enough."));
        }
        cursor.pass(&row);
    }
    Ok(())
}

fn body<'p>(cursor: &mut Cursor<'p>, path: &str, hunk: &mut Hunk<'p>) -> Result<(), Refusal> {
    let Some(first) = cursor.peek() else { return Ok(()) };
    hunk.body_line = first.number;
    let mut end = first.start;
    while let Some(row) = cursor.peek() {
        if row.text.starts_with(b"@@") {
            break;
        }
        if row.has_stars() {
            if marker(row.text) == Some(Marker::EndOfFile) {
                hunk.ends_file = true;
                cursor.pass(&row);
            }
            break;
        }
        if line(&row).is_none() {
            return Err(advice::no_hunk_line(path, &row));
        }
        // Empty lines below the last line are there to be looked at: only between lines are they context.
        if !row.text.is_empty() {
            end = row.end;
        }
        cursor.pass(&row);
    }
    hunk.body = cursor.between(first.start, end);
    Ok(())
}
