//! Which of the phrases and places that are needed a reduction has, and in which lines.

use memchr::memmem;

use super::demand::{Demands, signed};
use super::lines::without_beginning;
use super::names::{ends_of, placed};
use super::outcome::{Called, Outcomes, called};
use super::phrase::{MAX_WORDS, Print};
use super::reading::Reading;
use super::runs::{Run, run};

/// What was found in a reduction.
#[derive(Debug, Default)]
pub(super) struct Looked {
    /// Needs that were found, each with the line: these ascend.
    pub(super) found: Vec<(u32, u32)>,
    /// Lines that give a place.
    pub(super) placed: Vec<u32>,
    /// Lines that give a place with its file.
    pub(super) filed: Vec<u32>,
    /// Lines that say that what they name failed.
    pub(super) failing: Vec<u32>,
    /// Lines that say that what they name passed, or does by now.
    pub(super) passing: Vec<u32>,
    /// Lines that call what they name a warning, and no error.
    pub(super) warning: Vec<u32>,
    /// Lines that call what they name an error, and no warning.
    pub(super) erring: Vec<u32>,
}

/// Looks for what is needed in a reduction of an output.
pub(super) fn look(input: &str, reading: &Reading<'_>, demands: &Demands) -> Looked {
    let mut looked = Looked::default();
    let mut file = None;
    let mut early: Vec<u32> = Vec::new();
    let mut outcomes = Outcomes::new(input);
    let may_call = may_call(reading.text, demands);
    for (at, (line, prints)) in (0u32..).zip(reading.lines()) {
        if demands.has_failures {
            match outcomes.read(line.text, line.said()) {
                None => looked.passing.push(at),
                Some(true) => looked.failing.push(at),
                Some(false) => {}
            }
        }
        if may_call {
            match called(line.text) {
                Some(Called::Warning) => looked.warning.push(at),
                Some(Called::Error) => looked.erring.push(at),
                None => {}
            }
        }
        if !demands.firsts.is_empty() {
            let first = without_beginning(line.text).bytes().next();
            let sign = first.filter(|first| matches!(first, b'+' | b'-'));
            find_phrases(at, sign, prints, demands, &mut looked.found);
        }
        if !demands.files.is_empty() {
            early.clear();
            file = Places { at, demands, looked: &mut looked }.find(line.text, file, &mut early);
        }
    }
    looked
}

/// Whether a reduction may call an error of the output a warning, or the other way round.
fn may_call(reduction: &str, demands: &Demands) -> bool {
    let has = |part: &str| memmem::find(reduction.as_bytes(), part.as_bytes()).is_some();
    let has_either = |small: &str, capitals: &str| has(small) || has(capitals);
    (demands.has_errors && has_either("arning", "ARNING"))
        || (demands.has_warnings && has_either("rror", "RROR"))
}

fn find_phrases(at: u32, sign: Option<u8>, words: &[u64], demands: &Demands, found: &mut Vec<(u32, u32)>) {
    for (start, first) in words.iter().enumerate() {
        let Some(lengths) = demands.firsts.get(first).copied() else { continue };
        let longest = (u32::BITS - lengths.leading_zeros()) as usize;
        let mut print = Print::new();
        for (length, word) in (1..longest.min(MAX_WORDS + 1)).zip(words.iter().skip(start)) {
            print = print.joined(*word);
            if lengths & (1 << length) != 0 {
                let plain = demands.number(print.number());
                let with_sign = sign.and_then(|sign| demands.number(signed(print.number(), sign)));
                found.extend(plain.into_iter().chain(with_sign).map(|need| (need, at)));
            }
        }
    }
}

/// The places of one line.
struct Places<'a> {
    /// The number of the line.
    at: u32,
    demands: &'a Demands,
    looked: &'a mut Looked,
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
            self.looked.placed.push(self.at);
        }
        if is_filed {
            self.looked.filed.push(self.at);
        }
        file
    }

    /// Whether this is a place that is needed.
    fn add(&mut self, file: u64, number: u32) -> bool {
        let need = self.demands.number(placed(file, number));
        self.looked.found.extend(need.map(|need| (need, self.at)));
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
