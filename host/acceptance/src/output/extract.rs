//! The facts of an output, by the rows that its families call for.

use memchr::memmem;

use super::candidates::{Candidates, TELLING};
use super::fact::{Found, Kind};
use super::family::{Families, Family};
use super::hash::{QuickMap, QuickSet};
use super::lines::{lines, without_beginning, without_end};
use super::shape::{MAX_LINE, Taken};
use super::tables::{Effect, Parsed};

/// What an output says.
#[derive(Debug, Default)]
pub(super) struct Extract<'a> {
    pub(super) facts: Vec<Found<'a>>,
    /// Lines with the numbers of the whole.
    pub(super) summaries: Vec<&'a str>,
    /// Tests that passed, at the beginning of a line and in all.
    pub(super) passed: [u64; 2],
    /// Packages, suites and files that passed.
    pub(super) passed_groups: u64,
    /// Tests that were skipped.
    pub(super) skipped: Vec<&'a str>,
    /// Whether tests were begun of which it is not said how they ended.
    pub(super) is_cut_off: bool,
    /// Commits of a log.
    pub(super) commits: usize,
    /// Lines that no row knows, of builds and of unknown programs beside known ones.
    pub(super) strangers: Vec<&'a str>,
}

/// Parts of paths of files that belong to a toolchain or to a library: a place there is nobody's fault.
const FOREIGN: &[&str] = &[
    "node_modules/",
    "/rustc/",
    "/.cargo/registry/",
    "/lib/python",
    "/site-packages/",
    "/go-1.",
    "/go/src/",
    "/src/runtime/",
    "/src/testing/",
    "node:internal",
    "<frozen",
    "<string>",
    "<stdin>",
    // Made by the go command around tests.
    "_testmain.go",
];

impl<'a> Extract<'a> {
    /// Reads an output.
    pub(super) fn read(families: Families, input: &'a str) -> Extract<'a> {
        let mut candidates = Candidates::new(families, input);
        let mut reader = Reader::new(families);
        for line in lines(input) {
            reader.line(&mut candidates, line);
        }
        reader.extract.is_cut_off |= reader.is_open || reader.pending.is_some();
        if families == Families::one(Family::GitLog) {
            reader.extract.commits = reader.extract.facts.len();
        }
        reader.extract
    }

    /// How many facts of these kinds there are, those of the same name and place once.
    pub(super) fn distinct(&self, kinds: &[Kind], only_outer: bool) -> u64 {
        let of_kinds =
            self.facts.iter().filter(|fact| kinds.contains(&fact.kind) && (fact.is_outer || !only_outer));
        let keys: QuickSet<_> = of_kinds.map(|fact| (fact.name, fact.place, fact.text)).collect();
        keys.len() as u64
    }
}

/// What the next lines are read for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Awaited {
    Nothing,
    /// The message of the last fact.
    Text,
    /// The exception at the end of a trace.
    Exception,
    /// The subject of a commit, which is the last fact.
    Subject,
}

struct Reader<'a> {
    extract: Extract<'a>,
    awaited: Awaited,
    /// Whether the last fact may still get a place.
    wants_place: bool,
    /// What the running test said so far, if it is not known how it ends.
    pending: Option<Vec<Found<'a>>>,
    /// The test of which the messages that follow are, by its place among the facts.
    owner: Option<u32>,
    /// Whether tests were begun that are not summed up yet.
    is_open: bool,
    /// The file of the places that follow.
    header: Option<&'a str>,
    /// The last frame of a trace.
    frame: Option<(&'a str, u32)>,
    /// Files of places, and whether they are foreign.
    foreign: QuickMap<&'a str, bool>,
    /// How often lines of a shape named a test that failed.
    times: QuickMap<(*const Parsed, &'a str), u32>,
    is_in_message: bool,
    keeps_warnings: bool,
    /// Whether a graph of commits may stand before a line.
    has_graphs: bool,
    is_content: bool,
    /// Whether any program may have printed here beside those that are known.
    is_mixed: bool,
    /// Whether the last line that was not indented was one that a row knows: what is indented below it is part of it.
    is_below_known: bool,
    /// The number of the line that is read, and that of the last fact.
    at: u32,
    fact_at: u32,
}

impl<'a> Reader<'a> {
    fn new(families: Families) -> Reader<'a> {
        Reader {
            extract: Extract::default(),
            awaited: Awaited::Nothing,
            wants_place: false,
            pending: None,
            owner: None,
            is_open: false,
            header: None,
            frame: None,
            foreign: QuickMap::default(),
            times: QuickMap::default(),
            is_in_message: false,
            keeps_warnings: families.keeps_warnings(),
            has_graphs: families.has(Family::GitLog),
            is_content: families.is_content(),
            is_mixed: families.is_mixed(),
            is_below_known: false,
            at: 0,
            fact_at: 0,
        }
    }

    fn line(&mut self, candidates: &mut Candidates<'_>, raw: &'a str) {
        self.at += 1;
        let line = clipped(without_end(raw));
        let trimmed = without_beginning(line);
        if trimmed.is_empty() {
            return;
        }
        let graph = if self.has_graphs { graph(line) } else { 0 };
        let trimmed = without_beginning(line.get(graph..).unwrap_or_default());
        // Behind a graph, a commit's own lines stand a little apart.
        let is_outer = line.len() - trimmed.len() <= if graph > 0 { graph + GRAPH_BLANKS } else { 0 };
        if self.awaits(trimmed, is_outer) {
            return;
        }
        let was_in_message = std::mem::take(&mut self.is_in_message);
        let is_content = self.is_content;
        let fitting = candidates.fitting(trimmed, |effect| match effect {
            Effect::Change => raw.starts_with(['+', '-']) || raw.starts_with(" +") || raw.starts_with(" -"),
            Effect::Tabbed => raw.starts_with('\t'),
            // Within content, what is indented is not the tool's.
            Effect::Fact(kind) if is_content && kind != Kind::Result => is_outer,
            _ => true,
        });
        if let Some((row, taken)) = fitting {
            self.apply(row.effect, taken, trimmed, is_outer, was_in_message);
            if matches!(row.effect, Effect::Fact(Kind::Failure) | Effect::Told) {
                self.count(row);
            }
        }
        if self.is_mixed {
            self.meet(trimmed, fitting.map(|(row, _)| row.effect), is_outer);
        }
    }

    /// Remembers a line that no row knows, unless it is part of a fact.
    fn meet(&mut self, line: &'a str, effect: Option<Effect>, is_outer: bool) {
        let is_part = !is_outer && self.is_below_known || self.awaited == Awaited::Exception;
        // A place is only known as that of a fact.
        let is_known =
            effect.is_some_and(|effect| is_part || !matches!(effect, Effect::Frame | Effect::Place));
        self.is_below_known = is_known || (!is_outer && self.is_below_known);
        if !is_known && !is_part {
            self.extract.strangers.push(line);
        }
    }

    /// Takes a line that an earlier one announced.
    fn awaits(&mut self, line: &'a str, is_outer: bool) -> bool {
        let spread = self.at - self.fact_at;
        let last = self.extract.facts.last_mut();
        match self.awaited {
            Awaited::Nothing => false,
            Awaited::Text => {
                self.awaited = Awaited::Nothing;
                last.map(|fact| (fact.text, fact.spread) = (Some(line), spread)).is_some()
            }
            Awaited::Exception if is_outer => {
                self.awaited = Awaited::Nothing;
                let frame = self.frame.take();
                last.map(|fact| (fact.text, fact.place, fact.spread) = (Some(line), frame, spread)).is_some()
            }
            Awaited::Subject if !is_outer => {
                self.awaited = Awaited::Nothing;
                last.map(|fact| fact.text = Some(line)).is_some()
            }
            Awaited::Exception | Awaited::Subject => false,
        }
    }

    fn apply(
        &mut self,
        effect: Effect,
        taken: Taken<'a>,
        line: &'a str,
        is_outer: bool,
        was_in_message: bool,
    ) {
        match effect {
            Effect::Fact(kind) => self.fact(kind, taken, line, is_outer),
            Effect::Announced(kind) => {
                self.fact(kind, taken, line, is_outer);
                self.awaited = Awaited::Text;
            }
            Effect::Traced(kind) => {
                self.fact(kind, taken, line, is_outer);
                self.awaited = Awaited::Exception;
            }
            Effect::Commit => {
                let name = Taken { name: taken.name, ..Taken::default() };
                self.fact(Kind::Result, name, line, is_outer);
                self.awaited = Awaited::Subject;
            }
            Effect::Frame => self.frame = self.place_of(taken).or(self.frame),
            Effect::Place => self.add_place(taken),
            Effect::Message => {
                self.is_in_message = true;
                if !was_in_message && taken.text.is_some() {
                    self.fact(Kind::Error, taken, line, is_outer);
                }
            }
            Effect::Log => self.log(taken, line),
            Effect::Run => {
                self.owner = None;
                self.pending = Some(self.pending.take().unwrap_or_default());
            }
            Effect::Pass => {
                // A test within another one ends before that does.
                let is_inner = !is_outer || taken.name.is_some_and(|name| name.contains('/'));
                let [outer, all] = &mut self.extract.passed;
                *outer += u64::from(!is_inner);
                *all += 1;
                if !is_inner {
                    self.pending = self.pending.take().map(|_| Vec::new());
                }
            }
            Effect::PassedGroup => {
                self.extract.passed_groups += 1;
                (self.pending, self.owner) = (None, None);
            }
            Effect::Skip => self.extract.skipped.extend(taken.name),
            Effect::Begin => {
                self.extract.is_cut_off |= self.is_open;
                self.is_open = true;
            }
            Effect::Told => {
                self.fact(Kind::Failure, taken, line, is_outer);
                self.owner = self.last();
            }
            Effect::Summary => {
                self.is_open = false;
                self.owner = None;
                self.extract.summaries.push(line);
            }
            Effect::Header => self.header = taken.file,
            Effect::Path | Effect::Tabbed => self.path(taken.file.unwrap_or(line)),
            Effect::Listed => self.path(listed(line)),
            Effect::Change => {
                self.fact(Kind::Result, taken, line, is_outer);
                let sign = line.bytes().next();
                if let Some(fact) = self.extract.facts.last_mut() {
                    fact.sign = sign;
                }
            }
            Effect::Nothing => {}
        }
    }

    /// The place that holes took; none in a file of a toolchain.
    fn place_of(&mut self, taken: Taken<'a>) -> Option<(&'a str, u32)> {
        let (file, line) = (taken.file?, taken.line?);
        let is_foreign = *self.foreign.entry(file).or_insert_with(|| is_foreign(file));
        (!is_foreign).then_some((file, line))
    }

    fn fact(&mut self, kind: Kind, taken: Taken<'a>, line: &'a str, is_outer: bool) {
        let place = self.place_of(Taken { file: taken.file.or(self.header), ..taken });
        // A path without a line is what the fact is about.
        let path = taken.file.filter(|_| place.is_none() && taken.name.is_none());
        let named = if kind == Kind::Failure { qualified(taken, line) } else { None }.or(taken.name).or(path);
        let says_nothing = named.is_none() && place.is_none() && taken.text.is_none();
        let is_required = kind != Kind::Warning || self.keeps_warnings;
        if kind == Kind::Failure {
            // What it said before it failed.
            self.extract.facts.extend(self.pending.take().unwrap_or_default());
        }
        self.wants_place = place.is_none()
            && matches!(kind, Kind::Error | Kind::Panic | Kind::Warning | Kind::Failure | Kind::Group);
        self.fact_at = self.at;
        let owner = match kind {
            Kind::Error | Kind::Panic => self.owner,
            _ => {
                self.owner = None;
                let own = u32::try_from(self.extract.facts.len()).ok();
                own.filter(|_| kind == Kind::Failure && taken.text.is_some())
            }
        };
        let is_bare = place.is_none() && kind != Kind::Result;
        self.extract.facts.push(Found {
            kind,
            name: named,
            place,
            text: taken
                .text
                .map(|text| if is_bare { told(text, line) } else { text })
                .or(says_nothing.then_some(line)),
            is_path: path.is_some(),
            spread: 0,
            is_outer,
            is_required,
            sign: None,
            times: 1,
            owner,
        });
    }

    /// The place of the last fact among all.
    fn last(&self) -> Option<u32> {
        u32::try_from(self.extract.facts.len()).ok()?.checked_sub(1)
    }

    /// Counts how often lines of one shape name the last fact.
    fn count(&mut self, row: &'static Parsed) {
        if let Some(fact) = self.extract.facts.last_mut()
            && let Some(name) = fact.name
        {
            let times = self.times.entry((std::ptr::from_ref(row), name)).or_default();
            *times += 1;
            fact.times = *times;
        }
    }

    fn add_place(&mut self, taken: Taken<'a>) {
        if let (true, Some(place)) = (self.wants_place, self.place_of(taken))
            && let Some(fact) = self.extract.facts.last_mut()
        {
            fact.place = Some(place);
            fact.spread = self.at - self.fact_at;
            self.wants_place = false;
        }
    }

    fn log(&mut self, taken: Taken<'a>, line: &'a str) {
        let found = Found {
            kind: Kind::Error,
            name: None,
            place: self.place_of(taken),
            text: taken.text.or(Some(line)),
            is_path: false,
            spread: 0,
            is_outer: false,
            is_required: true,
            sign: None,
            times: 1,
            owner: self.owner,
        };
        match &mut self.pending {
            Some(pending) => pending.push(found),
            // Without a line that says that a test begins, only those that failed say anything.
            None => self.extract.facts.push(found),
        }
    }

    fn path(&mut self, path: &'a str) {
        let name = path.trim_matches(['"', '\'']);
        self.wants_place = false;
        self.extract.facts.push(Found {
            kind: Kind::Result,
            name: Some(name),
            place: None,
            text: None,
            is_path: true,
            spread: 0,
            is_outer: true,
            is_required: true,
            sign: None,
            times: 1,
            owner: None,
        });
    }
}

/// What stands between the file of a test and its title.
const BETWEEN: &str = "::";

/// The title of a test with the file before it, as it is written: tests of several files may have one title.
fn qualified<'a>(taken: Taken<'a>, line: &'a str) -> Option<&'a str> {
    let (file, title) = (taken.file?, taken.name?);
    let start = memmem::find(line.as_bytes(), file.as_bytes())?;
    let end = start + file.len() + BETWEEN.len() + title.len();
    line.get(start..end).filter(|both| {
        both.ends_with(title) && both.get(file.len()..).is_some_and(|rest| rest.starts_with(BETWEEN))
    })
}

/// The message of a line. One such as `2` stands anywhere: what stands before it belongs to it.
fn told<'a>(text: &'a str, line: &'a str) -> &'a str {
    let is_short = text.len() < TELLING && text.contains(char::is_alphanumeric);
    if is_short { line } else { text }
}

/// Whether a file belongs to a toolchain or to a library.
pub(super) fn is_foreign(file: &str) -> bool {
    FOREIGN.iter().any(|part| file.contains(part))
}

/// How many blanks stand at most between a graph of commits and what is no text of a commit.
const GRAPH_BLANKS: usize = 3;

/// How long the graph of commits before a line is, such as `| *`.
fn graph(line: &str) -> usize {
    let is_graph = |byte: u8| b"*|/\\_ ".contains(&byte);
    let end = line.bytes().position(|byte| !is_graph(byte)).unwrap_or(line.len());
    let begins = line.starts_with(['*', '|']);
    line.get(..end).filter(|_| begins).map_or(0, |graph| graph.trim_end().len())
}

/// The beginning of a line, in whole characters.
fn clipped(line: &str) -> &str {
    if line.len() <= MAX_LINE {
        return line;
    }
    let end = (0..=MAX_LINE.min(line.len())).rev().find(|end| line.is_char_boundary(*end));
    line.get(..end.unwrap_or(0)).unwrap_or(line)
}

/// The name in a line of a listing, which may be a long one: rights, links, owner, group, size and a date come first.
fn listed(line: &str) -> &str {
    const COLUMNS: usize = 8;
    let rights = line.get(..10).unwrap_or_default();
    let is_long = rights.len() == 10
        && rights.starts_with(['-', 'd', 'l', 'b', 'c', 'p', 's'])
        && rights.bytes().skip(1).all(|byte| b"rwxsStT-".contains(&byte));
    if !is_long {
        return line;
    }
    let mut rest = line;
    for _ in 0..COLUMNS {
        let end = rest.find(' ').unwrap_or(rest.len());
        rest = rest.get(end..).unwrap_or_default().trim_start();
    }
    rest.split_once(" -> ").map_or(rest, |(name, _)| name)
}

#[cfg(test)]
#[path = "extract_tests.rs"]
mod tests;
