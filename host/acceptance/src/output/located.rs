//! Which of the places that are needed a reduction has, and in which lines.

use super::demand::Demands;
use super::names::{ends_of, placed};
use super::reading::Reading;
use super::runs::{Run, run};

/// The places that were found in a reduction.
#[derive(Debug, Default)]
pub(super) struct Located {
    /// Needs that were found, each with the line: these ascend.
    pub(super) found: Vec<(u32, u32)>,
    /// Lines that give a place.
    pub(super) placed: Vec<u32>,
    /// Lines that give a place with its file.
    pub(super) filed: Vec<u32>,
}

/// Looks for the places that are needed.
pub(super) fn locate(reading: &Reading<'_>, demands: &Demands) -> Located {
    let mut located = Located::default();
    if demands.files.is_empty() {
        return located;
    }
    let mut file = None;
    let mut early: Vec<u32> = Vec::new();
    for (at, (line, _)) in (0u32..).zip(reading.lines()) {
        early.clear();
        file = Places { at, demands, located: &mut located }.find(line.text, file, &mut early);
    }
    located
}

/// The places of one line.
struct Places<'a> {
    /// The number of the line.
    at: u32,
    demands: &'a Demands,
    located: &'a mut Located,
}

impl Places<'_> {
    /// Finds the places of a line; gives the file that the next lines are about. `early` is room for the numbers that
    /// stand before a file.
    fn find(&mut self, line: &str, before: Option<u64>, early: &mut Vec<u32>) -> Option<u64> {
        let mut file = before;
        let mut is_new = false;
        let (mut is_placed, mut is_filed) = (false, false);
        // Where the last number ended: behind it, a number without a blank between is a column.
        let mut column = None;
        let mut next = 0;
        while let Some(run) = run(line, next) {
            next = run.end;
            if let Some(number) = run.number(line).filter(|_| column != Some(run.start)) {
                column = Some(run.end + 1);
                let is_needed = file.is_some_and(|file| self.add(file, number));
                is_placed |= is_needed || is_new;
                is_filed |= is_new;
                if !is_new {
                    early.push(number);
                }
            }
            if let Some(known) = self.known_file(&run) {
                file = Some(known);
                if !is_new {
                    for number in early.drain(..) {
                        is_filed |= self.add(known, number);
                    }
                }
                is_new = true;
            }
        }
        if is_placed || is_filed {
            self.located.placed.push(self.at);
        }
        if is_filed {
            self.located.filed.push(self.at);
        }
        file
    }

    /// Whether this is a place that is needed.
    fn add(&mut self, file: u64, number: u32) -> bool {
        let need = self.demands.number(placed(file, number));
        self.located.found.extend(need.map(|need| (need, self.at)));
        need.is_some()
    }

    /// The file that a run of characters ends with, if a place in it is needed.
    fn known_file(&self, run: &Run<'_>) -> Option<u64> {
        let bytes = run.text.as_bytes();
        let is_inner = |byte: &u8| !matches!(byte, b'.' | b'-' | b'[' | b']');
        let end = bytes.iter().rposition(is_inner)? + 1;
        if !run.has_dash() && !self.demands.lasts.has(*bytes.get(end - 1)?) {
            return None;
        }
        let mut path = run.text.get(bytes.iter().position(is_inner)?..end)?;
        // A line of context is `file-12-text`.
        for _ in 0..MAX_DASHES {
            if path.bytes().next_back().is_some_and(|last| self.demands.lasts.has(last)) {
                let found = ends_of(path).find(|print| self.demands.files.contains(print));
                if found.is_some() {
                    return found;
                }
            }
            path = path.get(..memchr::memrchr(b'-', path.as_bytes())?)?;
        }
        None
    }
}

/// How many dashes may stand between the end of a file's name and the end of a run.
const MAX_DASHES: usize = 16;
