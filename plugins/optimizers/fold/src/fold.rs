//! Folding: runs of lines become one line that says what they were.
//!
//! Folding what is folded changes nothing. What is left out stood between lines that stay; the mark in its place parts
//! what is on either side for good; and the edges are the same lines as before. So no run grows, and none that was too
//! short, or not worth its mark, is folded later.

use crate::command::Source;
use crate::line::{Kind, Line, MARK, lines};
use crate::stem::{Changing, stem};
use crate::trouble::is_trouble;

/// Bytes that a mark saves, at least: about a token. The host takes no reduction that saves less.
const LEAST_SAVED: usize = 4;

/// What is folded.
#[derive(Debug, Clone, Copy)]
pub struct Rules<'a> {
    /// Lines in a row that are folded, at least; below 2 is as 2.
    pub min_run: usize,
    /// Beginnings of lines that stay. Blanks before them do not count.
    pub keep: &'a [String],
    /// Who printed the text.
    pub source: &'a Source,
}

/// An output with something left out of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folded {
    /// Shorter than the output by at least four bytes.
    pub text: String,
    /// How many lines are not in it.
    pub lines: usize,
}

/// Folds the runs in `text`. None where there is nothing to fold.
#[must_use]
pub fn fold(text: &str, rules: &Rules<'_>) -> Option<Folded> {
    let lines = lines(text, rules);
    let mut output = Output { text: String::with_capacity(text.len()), lines: 0, above: None };
    for run in lines.chunk_by(are_of_one_run) {
        output.add(run, rules.min_run.max(2));
    }
    (output.lines > 0).then_some(Folded { text: output.text, lines: output.lines })
}

fn are_of_one_run(one: &Line<'_>, next: &Line<'_>) -> bool {
    let is_ended_check = |line: &Line<'_>| matches!(line.kind, Kind::Passed | Kind::Ignored);
    match one.kind {
        Kind::Plain => next.kind == Kind::Plain && comes_again(one, next),
        _ => one.kind == next.kind || is_ended_check(one) && is_ended_check(next),
    }
}

/// Whether `next` says what `one` says, at another time at most.
fn comes_again(one: &Line<'_>, next: &Line<'_>) -> bool {
    let is_stem_the_same = || Some(stem(one.text)?.comes_again_in(&stem(next.text)?));
    one.text == next.text || is_stem_the_same().unwrap_or(false)
}

struct Output<'a> {
    text: String,
    lines: usize,
    /// The last line, if it is not a mark.
    above: Option<Line<'a>>,
}

impl<'a> Output<'a> {
    /// Adds a run of lines of one kind; plain ones are all the same.
    fn add(&mut self, run: &[Line<'a>], min_run: usize) {
        let what = match run.first().map(|line| line.kind) {
            Some(Kind::Progress) => format!("{} lines of progress left out", run.len()),
            Some(Kind::Blank) => format!("{} blank lines left out", run.len()),
            Some(Kind::Passed | Kind::Ignored) => of_checks(run),
            Some(Kind::Plain) => return self.add_repeated(run, min_run),
            Some(Kind::Overwritten) => {
                return run.chunks(1).for_each(|line| self.fold(line, "1 line of progress left out"));
            }
            Some(Kind::Kept | Kind::Began | Kind::Ticked | Kind::Numbered) | None => return self.keep(run),
        };
        if run.len() >= min_run {
            self.fold(run, &what);
        } else {
            self.keep(run);
        }
    }

    fn add_repeated(&mut self, run: &[Line<'a>], min_run: usize) {
        let is_repeated = run.first().zip(self.above).is_some_and(|(line, above)| comes_again(&above, line));
        let above = if is_repeated { self.above } else { run.first().copied() };
        let (first, others) = run.split_at(usize::from(!is_repeated).min(run.len()));
        self.keep(first);
        let is_foldable = |line: &Line<'_>| others.len() + 1 >= min_run && !is_trouble(line.text);
        match above.filter(is_foldable) {
            Some(above) if !others.is_empty() => self.fold(others, &of_repeated(&above, others)),
            _ => self.keep(others),
        }
    }

    fn keep(&mut self, lines: &[Line<'a>]) {
        for line in lines {
            self.text.push_str(line.text);
            self.above = Some(*line);
        }
    }

    /// Puts a mark in the place of `lines`, where that is worth it.
    fn fold(&mut self, lines: &[Line<'a>], what: &str) {
        let end = match lines.first() {
            Some(line) if line.text.ends_with("\r\n") => "\r\n",
            Some(line) if !line.text.ends_with('\n') => "",
            _ => "\n",
        };
        let mark = format!("{MARK} {what}{end}");
        let length: usize = lines.iter().map(|line| line.text.len()).sum();
        if mark.len() + LEAST_SAVED > length {
            return self.keep(lines);
        }
        self.text.push_str(&mark);
        self.lines += lines.len();
        self.above = None;
    }
}

/// What a run of checks was.
fn of_checks(run: &[Line<'_>]) -> String {
    let ignored = run.iter().filter(|line| line.kind == Kind::Ignored).count();
    match (run.len() - ignored, ignored) {
        (passed, 0) => format!("{passed} lines of passed checks left out"),
        (0, ignored) => format!("{ignored} lines of skipped checks left out"),
        (passed, ignored) => {
            format!("{passed} lines of passed checks and {ignored} of skipped checks left out")
        }
    }
}

/// What a run of lines was that say what the line above says.
fn of_repeated(above: &Line<'_>, others: &[Line<'_>]) -> String {
    let count = others.len();
    let line = format!("the line above {count} more {}", if count == 1 { "time" } else { "times" });
    if others.iter().all(|line| line.text == above.text) {
        return line;
    }
    match (others.first().and_then(changing), others.last().and_then(changing)) {
        (Some(Changing::Spinner), _) => format!("{count} more lines of the same progress"),
        (Some(Changing::Time(first)), Some(Changing::Time(last))) if first != last => {
            format!("{line}, {first} {MARK} {last}")
        }
        (Some(Changing::Time(time)), _) => format!("{line}, {time}"),
        (None, _) => line,
    }
}

fn changing<'a>(line: &Line<'a>) -> Option<Changing<'a>> {
    Some(stem(line.text)?.changing)
}
