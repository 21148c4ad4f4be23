//! One file with hunks: what changes in its bytes, and how that is told.

use crate::diff::{Block, Difference, Entry, Operation, Sides, compare, unified};
use crate::edit::{Edit, NewLine, edits, splices};
use crate::find::places;
use crate::refusal::{BY_COMMAND, LIMIT_EXCEEDED, Refusal};
use crate::syntax::Hunk;
use crate::text::{Ends, Lines, MAX_LINES, line_count};
use crate::tree::Splice;

/// What hunks do to one file.
pub(super) struct Updated {
    pub(super) splices: Vec<Splice>,
    pub(super) entry: Entry,
}

/// Applies hunks to a file. `to` is its new path if it moves.
///
/// # Errors
/// A refusal for each hunk at fault, up to the number that is told.
pub(super) fn updated(
    bytes: &[u8],
    path: &str,
    to: Option<&str>,
    line: usize,
    hunks: &[Hunk<'_>],
) -> Result<Updated, Vec<Refusal>> {
    let mut refusals = Vec::new();
    for ends in Ends::of(bytes) {
        match read_as(*ends, bytes, path, to, line, hunks) {
            Ok(updated) => return Ok(updated),
            // The first reading is the likelier one, so it says what is wrong.
            Err(others) if refusals.is_empty() => refusals = others,
            Err(_) => {}
        }
    }
    Err(refusals)
}

fn read_as(
    ends: Ends,
    bytes: &[u8],
    path: &str,
    to: Option<&str>,
    line: usize,
    hunks: &[Hunk<'_>],
) -> Result<Updated, Vec<Refusal>> {
    let count = line_count(bytes, ends);
    if count > MAX_LINES {
        let message = format!("`{path}` has {count} lines; at most {MAX_LINES} can be patched.");
        return Err(vec![Refusal::of(LIMIT_EXCEEDED, line, path, message).hint(BY_COMMAND)]);
    }
    let lines = Lines::counted(bytes, ends, count);
    let places = places(&lines, path, hunks)?;
    let edits = edits(&lines, path, hunks, &places).map_err(|refusal| vec![refusal])?;
    let splices = splices(&lines, &edits);
    let blocks: Vec<Block<'_>> = edits.iter().flat_map(|edit| blocks(&lines, edit)).collect();
    let sides =
        Sides { old: Some(path), new: Some(to.unwrap_or(path)), new_is_terminated: lines.is_terminated() };
    let operation = if to.is_some() { Operation::Moved } else { Operation::Updated };
    let mut entry = unified(sides, operation, &lines, &blocks);
    entry.is_empty = splices.is_empty() && to.is_none();
    Ok(Updated { splices, entry })
}

/// An edit without the lines that it only takes out to put them back.
fn blocks<'a>(lines: &Lines<'a>, edit: &Edit<'a>) -> Vec<Block<'a>> {
    let line = |line| NewLine { text: lines.text(line), ending: lines.ending(line) };
    let old: Vec<NewLine<'_>> = edit.old.clone().map(line).collect();
    let block = |difference: Difference| Block {
        old: edit.old.start + difference.old.start..edit.old.start + difference.old.end,
        new: edit.new[difference.new].iter().map(|line| line.text).collect(),
    };
    compare(&old, &edit.new).into_iter().map(block).collect()
}
