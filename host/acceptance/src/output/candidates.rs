//! The rows that a line may fit, found by its first byte and by the bytes that it has.

use memchr::memmem;

use super::family::Families;
use super::marks::marks;
use super::phrase::mixed;
use super::shape::{Taken, begins_with_file};
use super::tables::{Effect, Parsed, rows};

/// How long a text is at least that does not stand anywhere.
pub(super) const TELLING: usize = 4;

/// The rows that apply to an output.
pub(super) struct Candidates<'a> {
    input: &'a str,
    rows: Vec<Candidate>,
    /// Those of lines that begin with a byte, in order, as far as lines did.
    by_byte: Vec<Option<Vec<Listed>>>,
    /// What was found for lines of the same first byte and the same marks: many are alike.
    alike: Vec<Alike>,
}

/// Rows that lines with these marks may fit.
#[derive(Clone, Default)]
struct Alike {
    byte: u8,
    marks: u64,
    rows: Vec<usize>,
}

/// How many kinds of lines are remembered.
const MAX_ALIKE: usize = 64;

struct Candidate {
    row: &'static Parsed,
    begins_with_file: bool,
    /// Whether the output has the longest literal of the row's shape, once it is known.
    is_in_input: Option<bool>,
}

/// A row of a list, by what most lines lack.
#[derive(Clone, Copy)]
struct Listed {
    marks: u64,
    at: usize,
}

impl<'a> Candidates<'a> {
    /// Those of what these families print.
    pub(super) fn new(families: Families, input: &'a str) -> Candidates<'a> {
        let candidate = |row: &'static Parsed| Candidate {
            row,
            begins_with_file: row.shape.begins_with_file(),
            is_in_input: None,
        };
        Candidates {
            input,
            rows: rows(families).into_iter().map(candidate).collect(),
            by_byte: vec![None; 1 << u8::BITS],
            alike: vec![Alike::default(); MAX_ALIKE],
        }
    }

    /// The first row that a line fits and that `applies`, with what its holes take.
    pub(super) fn fitting<'b>(
        &mut self,
        line: &'b str,
        applies: impl Fn(Effect) -> bool,
    ) -> Option<(&'static Parsed, Taken<'b>)> {
        let byte = *line.as_bytes().first()?;
        let Candidates { input, rows, by_byte, alike } = self;
        let marks = marks(line);
        let alike = alike.get_mut(mixed(marks ^ u64::from(byte)) as usize % MAX_ALIKE)?;
        // Every line has a mark, so that an entry without any is empty.
        if alike.marks != marks || alike.byte != byte {
            let listed = by_byte.get_mut(usize::from(byte))?.get_or_insert_with(|| listed(rows, byte));
            let fitting = listed.iter().filter(|listed| listed.marks & !marks == 0);
            alike.rows.clear();
            alike.rows.extend(fitting.map(|listed| listed.at));
            (alike.marks, alike.byte) = (marks, byte);
        }
        let mut has_file = None;
        alike.rows.iter().find_map(|at| {
            let candidate = rows.get_mut(*at)?;
            let row = candidate.row;
            if candidate.begins_with_file && !*has_file.get_or_insert_with(|| begins_with_file(line)) {
                return None;
            }
            if !applies(row.effect) || !candidate.may_fit(input) {
                return None;
            }
            Some((row, row.shape.take(line)?))
        })
    }
}

fn listed(rows: &[Candidate], byte: u8) -> Vec<Listed> {
    let begins = |row: &Parsed| row.shape.first_byte().is_none_or(|first| first == byte);
    let listed = rows.iter().enumerate().filter(|(_, candidate)| begins(candidate.row));
    listed.map(|(at, candidate)| Listed { marks: candidate.row.marks, at }).collect()
}

impl Candidate {
    /// Whether any line fits. Where a line has any first byte, its shape would be tried on most lines otherwise.
    fn may_fit(&mut self, input: &str) -> bool {
        *self.is_in_input.get_or_insert_with(|| {
            let literal = self.row.shape.longest_literal();
            self.row.shape.first_byte().is_some()
                || literal.len() < TELLING
                || memmem::find(input.as_bytes(), literal.as_bytes()).is_some()
        })
    }
}
