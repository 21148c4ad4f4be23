//! The operations of a patch.

use std::borrow::Cow;

use super::cursor::{Cursor, Row};
use super::marker::{Marker, marker};
use super::{
    Action, Added, Destination, Hunk, MAX_HUNKS, MAX_OPERATIONS, MAX_PATH, Operation, Patch, advice,
    envelope, hunk,
};
use crate::refusal::{INVALID_PATCH, LIMIT_EXCEEDED, Refusal};

/// Reads a patch.
///
/// # Errors
/// `invalid_patch` with the line at fault and how it would be right, `limit_exceeded` for a patch over
/// [`MAX_BYTES`](super::MAX_BYTES), [`MAX_OPERATIONS`] or [`MAX_HUNKS`].
pub fn parse(text: &[u8]) -> Result<Patch<'_>, Refusal> {
    let mut parser =
        Parser { cursor: envelope::open(text)?, operations: Vec::new(), counts: Counts::default() };
    while let Some(row) = parser.cursor.peek_text() {
        parser.operation(&row)?;
    }
    parser.counts.check()?;
    if parser.operations.is_empty() {
        return Err(advice::no_operation(parser.cursor.number()));
    }
    Ok(Patch { operations: parser.operations })
}

/// What has been read. It goes on to the end of the patch, also past a limit, so that the refusal has the number.
#[derive(Default)]
struct Counts {
    operations: usize,
    hunks: usize,
}

impl Counts {
    fn check(&self) -> Result<(), Refusal> {
        for (count, most, what) in
            [(self.operations, MAX_OPERATIONS, "operations"), (self.hunks, MAX_HUNKS, "hunks")]
        {
            if count > most {
                let message = format!("The patch has {count} {what}; at most {most} are taken.");
                return Err(Refusal::new(LIMIT_EXCEEDED, message).hint("Send several smaller patches."));
            }
        }
        Ok(())
    }
}

struct Parser<'p> {
    cursor: Cursor<'p>,
    operations: Vec<Operation<'p>>,
    counts: Counts,
}

impl<'p> Parser<'p> {
    fn operation(&mut self, row: &Row<'p>) -> Result<(), Refusal> {
        let marker = marker(row.text);
        if marker.is_some() {
            self.cursor.pass(row);
        }
        let (path, action) = match marker {
            Some(Marker::Add(path)) => (path, Action::Add(self.added(&named(path, row)?)?)),
            Some(Marker::Delete(path)) => {
                named(path, row)?;
                (path, Action::Delete)
            }
            Some(Marker::Update(path)) => (path, self.update(&named(path, row)?, row)?),
            Some(Marker::End) => {
                return Err(match self.cursor.peek_text() {
                    Some(after) => advice::text_after_end(row, &after),
                    None => advice::misplaced(row, "One `*** End Patch` is enough."),
                });
            }
            Some(Marker::Begin) => {
                return Err(advice::misplaced(
                    row,
                    "Put all operations between one `*** Begin Patch` and one `*** End Patch`.",
                ));
            }
            Some(Marker::MoveTo(_)) => {
                return Err(advice::misplaced(
                    row,
                    "Put `*** Move to: PATH` directly below the `*** Update File: PATH` of the file that moves.",
                ));
            }
            Some(Marker::EndOfFile) => {
                return Err(advice::misplaced(
                    row,
                    "`*** End of File` ends a hunk and stands below its lines.",
                ));
            }
            None => return Err(advice::no_such_operation(row)),
        };
        self.counts.operations += 1;
        if self.counts.operations <= MAX_OPERATIONS {
            self.operations.push(Operation { line: row.number, path, action });
        }
        Ok(())
    }

    fn added(&mut self, path: &str) -> Result<Added<'p>, Refusal> {
        let mut body = &[][..];
        if let Some(first) = self.cursor.peek() {
            let mut end = first.start;
            while let Some(row) = self.cursor.peek().filter(|row| row.text.starts_with(b"+")) {
                end = row.end;
                self.cursor.pass(&row);
            }
            body = self.cursor.between(first.start, end);
        }
        let blank = self.cursor.peek().filter(Row::is_blank);
        match (blank, self.cursor.peek_text()) {
            (Some(blank), Some(row)) if row.text.starts_with(b"+") => {
                let message = format!(
                    "Line {} of the patch is empty, in the middle of the added file `{path}`.",
                    blank.number
                );
                Err(Refusal::of(INVALID_PATCH, blank.number, path, message)
                    .hint("Put a `+` on it if the file has an empty line there, else leave it out."))
            }
            (_, Some(row)) if marker(row.text).is_none() && !row.has_stars() => {
                Err(advice::no_added_line(path, &row))
            }
            _ => Ok(Added { body }),
        }
    }

    fn update(&mut self, path: &str, header: &Row<'p>) -> Result<Action<'p>, Refusal> {
        let mut to = None;
        if let Some(row) = self.cursor.peek_text()
            && let Some(Marker::MoveTo(path)) = marker(row.text)
        {
            named(path, &row)?;
            self.cursor.pass(&row);
            to = Some(Destination { line: row.number, path });
        }
        let mut hunks = Vec::new();
        while let Some(row) = self.next_hunk(path, hunks.last())? {
            let hunk = hunk::hunk(&mut self.cursor, path, &row)?;
            self.counts.hunks += 1;
            if self.counts.hunks <= MAX_HUNKS {
                hunks.push(hunk);
            }
        }
        if hunks.is_empty() && to.is_none() && self.counts.hunks <= MAX_HUNKS {
            let message =
                format!("The update of `{path}` on line {} of the patch changes nothing.", header.number);
            return Err(Refusal::of(INVALID_PATCH, header.number, path, message)
                .hint("Give a hunk: `@@`, then lines that begin with a space, `-` or `+`.")
                .hint("Give `*** Move to: PATH` below it if the file only moves."));
        }
        Ok(Action::Update { to, hunks })
    }

    /// The first line of the next hunk of an update, if it has one more.
    fn next_hunk(&mut self, path: &str, before: Option<&Hunk<'p>>) -> Result<Option<Row<'p>>, Refusal> {
        let Some(row) = self.cursor.peek_text() else { return Ok(None) };
        if row.text.starts_with(b"@@") {
            return Ok(Some(row));
        }
        if row.has_stars() {
            return match marker(row.text) {
                Some(Marker::MoveTo(_)) => {
                    let hint =
                        "Put `*** Move to: PATH` directly below `*** Update File: PATH`, above the hunks.";
                    Err(advice::misplaced(&row, hint))
                }
                Some(_) => Ok(None),
                None => Err(advice::no_hunk_line(path, &row)),
            };
        }
        match (before, row.text) {
            (None, text) if text.starts_with(b"--- ") && self.is_unified_head() => {
                Err(advice::no_hunk_line(path, &row))
            }
            (None, [b' ' | b'-' | b'+', ..]) => Ok(Some(row)),
            (Some(_), [b' ' | b'-' | b'+', ..]) => Err(advice::misplaced(
                &row,
                "`*** End of File` ends a hunk: begin the next one with `@@`, or move the line above it.",
            )),
            _ => Err(advice::no_hunk_line(path, &row)),
        }
    }

    /// Whether the two lines ahead are `---` and `+++`, which would be read as a line to remove and one to add.
    fn is_unified_head(&self) -> bool {
        let mut ahead = self.cursor;
        ahead.next().is_some() && ahead.next().is_some_and(|row| row.text.starts_with(b"+++ "))
    }
}

/// The path of a line of stars, as messages name it.
fn named<'p>(path: &'p [u8], row: &Row<'p>) -> Result<Cow<'p, str>, Refusal> {
    if path.is_empty() {
        let message = format!("Line {} of the patch, {}, has no path.", row.number, advice::quoted(row));
        return Err(
            Refusal::invalid(row.number, message).hint("Write the path of the file behind the colon.")
        );
    }
    if path.len() > MAX_PATH {
        let message = format!(
            "The path on line {} of the patch has {} bytes; at most {MAX_PATH} are taken.",
            row.number,
            path.len()
        );
        let refusal =
            Refusal::new(LIMIT_EXCEEDED, message).hint("Write the path of one file behind the colon.");
        return Err(refusal.detailed(|details| details.patch_line = Some(row.number)));
    }
    Ok(String::from_utf8_lossy(path))
}
