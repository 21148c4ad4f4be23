//! From hunks and their places to what changes in the bytes of a file: only lines with `-` leave, only lines with
//! `+` enter, and all else, context included, keeps the file's own bytes.

use std::ops::Range;

use crate::find::Place;
use crate::refusal::{INVALID_PATCH, Refusal};
use crate::syntax::{Hunk, LineKind};
use crate::text::{Ending, Lines};
use crate::tree::Splice;

/// A line that enters a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewLine<'p> {
    /// Without an ending.
    pub text: &'p [u8],
    /// The ending that it takes over from a neighbour.
    pub ending: Ending,
}

/// Lines of the file that leave, and lines that enter in their place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit<'p> {
    /// Numbers of the lines that leave, from 0; an empty range where lines only enter.
    pub old: Range<usize>,
    /// The lines that enter.
    pub new: Vec<NewLine<'p>>,
    /// What the line above them needs to end in: nothing, unless it was the last line and had no ending.
    pub lead: Ending,
}

/// An edit with the hunk that asks for it.
struct Asked<'p> {
    edit: Edit<'p>,
    hunk_line: usize,
    is_appended: bool,
}

/// The edits of all hunks, in the order of the file. No two of them touch the same line or meet.
///
/// # Errors
/// `invalid_patch` where two hunks change the same line, or add lines at the same place.
pub fn edits<'p>(
    lines: &Lines<'_>,
    path: &str,
    hunks: &[Hunk<'p>],
    places: &[Place],
) -> Result<Vec<Edit<'p>>, Refusal> {
    let mut asked = Vec::new();
    for (hunk, place) in hunks.iter().zip(places) {
        collect(lines, hunk, place, &mut asked);
    }
    // Stable, so that what is appended keeps the order of the patch.
    asked.sort_by_key(|asked| (asked.edit.old.start, asked.edit.old.end));
    let mut edits: Vec<Edit<'p>> = Vec::with_capacity(asked.len());
    let mut before: Option<(Range<usize>, usize, bool)> = None;
    for Asked { edit, hunk_line, is_appended } in asked {
        let range = edit.old.clone();
        if let Some((old, line, was_appended)) = before {
            let same_place = old.is_empty() && old == edit.old && !(was_appended && is_appended);
            if edit.old.start < old.end || same_place {
                return Err(overlap(path, (line, hunk_line), old.start.max(edit.old.start) + 1));
            }
        }
        match edits.last_mut() {
            Some(last) if last.old.end == edit.old.start => {
                last.old.end = edit.old.end;
                last.new.extend(edit.new);
            }
            _ => edits.push(edit),
        }
        before = Some((range, hunk_line, is_appended));
    }
    if let Some(first) = edits.first_mut()
        && first.old.start == 0
    {
        take_mark_off(lines, first);
    }
    if let Some(last) = edits.last_mut()
        && ends_unterminated(lines, last)
    {
        stay_unterminated(last);
    }
    Ok(edits)
}

/// A file that has a byte order mark gets no second one: whoever shows the file may show the mark as part of its first
/// line, from where it comes back with the patch.
fn take_mark_off(lines: &Lines<'_>, edit: &mut Edit<'_>) {
    let mark = lines.bytes().get(..lines.start(0)).unwrap_or_default();
    if let Some(first) = edit.new.first_mut() {
        first.text = first.text.strip_prefix(mark).unwrap_or(first.text);
    }
}

/// The last line goes on to have no ending, unless it is empty and would not be there without.
fn stay_unterminated(edit: &mut Edit<'_>) {
    let Some(last) = edit.new.last_mut() else { return };
    if edit.old.is_empty() {
        edit.lead = last.ending;
    }
    if !last.text.is_empty() {
        last.ending = Ending::None;
    }
}

fn overlap(path: &str, hunks: (usize, usize), line: usize) -> Refusal {
    let (first, second) = (hunks.0.min(hunks.1), hunks.0.max(hunks.1));
    let message = format!(
        "The hunks on lines {first} and {second} of the patch both change `{path}` at line {line} of the file."
    );
    Refusal::of(INVALID_PATCH, second, path, message).hint(
        "Make one hunk of them: every hunk is applied to the file as it is, not to what the one before left.",
    )
}

/// Takes the runs of changed lines out of a hunk.
fn collect<'p>(lines: &Lines<'_>, hunk: &Hunk<'p>, place: &Place, asked: &mut Vec<Asked<'p>>) {
    let mut at = place.start;
    let mut run = Run { old: at..at, new: Vec::new() };
    let mut finish = |run: Run<'p>| {
        if !(run.old.is_empty() && run.new.is_empty()) {
            let edit = run.edit(lines);
            asked.push(Asked { edit, hunk_line: hunk.line, is_appended: place.is_appended });
        }
    };
    for line in hunk.lines() {
        match line.kind {
            LineKind::Add => run.new.push(line.text),
            LineKind::Remove => {
                at += 1;
                run.old.end = at;
            }
            LineKind::Context => {
                at += 1;
                finish(std::mem::replace(&mut run, Run { old: at..at, new: Vec::new() }));
            }
        }
    }
    finish(run);
}

/// Changed lines of one hunk that follow each other.
struct Run<'p> {
    old: Range<usize>,
    new: Vec<&'p [u8]>,
}

impl<'p> Run<'p> {
    /// Each new line takes the ending of the line that it replaces, the last such line's where there are more new
    /// ones, and that of the line above or below where it replaces none.
    fn edit(self, lines: &Lines<'_>) -> Edit<'p> {
        let own = |line: usize| Some(lines.ending(line)).filter(|ending| *ending != Ending::None);
        let replaced = || self.old.clone().rev().find_map(own);
        // The line above may be the last one and end in nothing; then the one above it says how lines end here.
        let above = || (self.old.start.saturating_sub(2)..self.old.start).rev().find_map(own);
        let below = || own(self.old.end).filter(|_| self.old.end < lines.count());
        let neighbour = replaced().or_else(above).or_else(below).unwrap_or(Ending::Lf);
        let ending = |at: usize| {
            let line = self.old.start + at;
            self.old.contains(&line).then(|| own(line)).flatten().unwrap_or(neighbour)
        };
        let new =
            self.new.iter().enumerate().map(|(at, text)| NewLine { text, ending: ending(at) }).collect();
        Edit { old: self.old, new, lead: Ending::None }
    }
}

/// The bytes to replace.
#[must_use]
pub fn splices(lines: &Lines<'_>, edits: &[Edit<'_>]) -> Vec<Splice> {
    edits.iter().map(|edit| splice(lines, edit)).filter(|splice| !is_idle(lines, splice)).collect()
}

fn splice(lines: &Lines<'_>, edit: &Edit<'_>) -> Splice {
    let mut start = lines.start(edit.old.start);
    let end = lines.start(edit.old.end);
    let mut insert = edit.lead.bytes().to_vec();
    for line in &edit.new {
        insert.extend_from_slice(line.text);
        insert.extend_from_slice(line.ending.bytes());
    }
    // Where the last lines leave, the one above them becomes the last and loses its ending. Without its ending an
    // empty one would not be there.
    if edit.new.is_empty()
        && ends_unterminated(lines, edit)
        && let Some(above) = edit.old.start.checked_sub(1)
        && !lines.text(above).is_empty()
    {
        start = lines.text_end(above);
    }
    Splice { offset: start as u64, remove: (end - start) as u64, insert }
}

/// Whether an edit is at the end of a file whose last line has no ending.
fn ends_unterminated(lines: &Lines<'_>, edit: &Edit<'_>) -> bool {
    edit.old.end == lines.count() && !lines.is_terminated()
}

/// Whether a splice puts back what it takes.
fn is_idle(lines: &Lines<'_>, splice: &Splice) -> bool {
    let (Ok(start), Ok(length)) = (usize::try_from(splice.offset), usize::try_from(splice.remove)) else {
        return false;
    };
    lines.bytes().get(start..start + length).is_some_and(|old| old == splice.insert)
}
