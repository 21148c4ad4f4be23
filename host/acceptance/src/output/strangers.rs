//! Outputs of builds, and of unknown programs beside known ones: what no table knows is kept if it speaks of trouble, and
//! what a reduction says is the output's, or is made of facts. So is what it says of commits, in the output's words.

use memchr::memmem;

use super::Reason;
use super::counts;
use super::extract::Extract;
use super::fact::{Fact, Kind};
use super::hash::PrintSet;
use super::kept::Mark;
use super::lines::lines;
use super::look::Looked;
use super::phrase::{MAX_WORDS, Print, phrase, print_of, print_of_bytes};
use super::trouble::is_trouble;
use super::words::{Word, words};

/// Words by which reductions head and sum up what they show, beside those that count, in small letters.
const OF_HEADS: &[&str] = &[
    "and",
    "build",
    "cancelled",
    "cargo",
    "crate",
    "crates",
    "duration_ms",
    "ended",
    "examples",
    "exit",
    "f",
    "failed",
    "finished",
    "found",
    "go",
    "green",
    "in",
    "jest",
    "make",
    "no",
    "not",
    "npm",
    "of",
    "ok",
    "output",
    "packages",
    "pnpm",
    "pytest",
    "ran",
    "result",
    "results",
    "run",
    "s",
    "ms",
    "status",
    "code",
    "commit",
    "commits",
    "suite",
    "suites",
    "summary",
    "tap",
    "test",
    "tests",
    "todo",
    "total",
    "vitest",
    "with",
    "x",
    "yarn",
];

/// Months as git names them.
const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// How many lines of the output are looked at for the next one of the reduction.
const NEAR: usize = 4;

/// How many lines are looked up in the whole output at most.
const MAX_LOOKUPS: usize = 100;

/// How many words of a message are enough that may be left out.
const OPTIONAL_WORDS: usize = 3;

/// How many words a line has at least for another line to be made of it.
const MIN_WORDS: usize = 2;

/// The lines of a reduction that are not simply the output's next ones, each with its number.
pub(super) type Others<'a> = Vec<(u32, &'a str)>;

/// Goes along the output, before it is known what facts the lines of a reduction have.
pub(super) fn others<'a>(input: &str, reduction: &'a str) -> Others<'a> {
    let mut given = lines(input);
    let mut others = Vec::new();
    for (at, line) in (0u32..).zip(lines(reduction)) {
        let line = line.trim();
        match given.clone().take(NEAR).position(|other| is_end(other.trim(), line)) {
            Some(near) => given.by_ref().take(near + 1).for_each(drop),
            None => others.push((at, line)),
        }
    }
    others
}

/// Refuses a reduction that has a line that is neither the output's nor a mark nor made of facts.
pub(super) fn compare(
    input: &str,
    others: &Others<'_>,
    extract: &Extract<'_>,
    looked: &Looked,
) -> Result<(), Reason> {
    let mut told = looked.found.iter().map(|(_, line)| *line).peekable();
    let mut output = Output { input, extract, lines: None, whole: None, words: None, lookups: 0 };
    for (at, line) in others.iter().copied() {
        while told.next_if(|told| *told < at).is_some() {}
        let is_told = told.peek() == Some(&at) && (extract.commits == 0 || output.knows(line));
        let is_made = is_told
            || line.is_empty()
            || output.sums(line)
            || output.has(line)
            || Mark::of(line).is_some()
            || output.makes(line);
        if !is_made {
            return Err(Reason::Invented { text: line.to_owned() });
        }
    }
    Ok(())
}

/// Whether a line of a reduction is a line of the output, or how that ends and all that it says of trouble.
fn is_end(line: &str, end: &str) -> bool {
    let Some(before) = line.strip_suffix(end) else { return false };
    let is_whole = !before.chars().next_back().is_some_and(char::is_alphanumeric);
    is_whole && (before.is_empty() || !is_trouble(before) || is_trouble(end))
}

/// Refuses a reduction that lacks one of these lines that speaks of trouble.
pub(super) fn kept(reduction: &str, strangers: &[&str]) -> Result<(), Reason> {
    if strangers.is_empty() {
        return Ok(());
    }
    let all: PrintSet = lines(reduction).map(print_of_line).collect();
    let mut lookups = 0;
    let is_part = |line: &str| memmem::find(reduction.as_bytes(), line.trim().as_bytes()).is_some();
    let lost = strangers.iter().filter(|line| !all.contains(&print_of_line(line)) && is_trouble(line)).find(
        |line| {
            lookups += 1;
            lookups > MAX_LOOKUPS || !is_part(line)
        },
    );
    match lost {
        Some(line) => {
            let text = Some(line.trim().to_owned());
            Err(Reason::FailureLost { fact: Fact { kind: Kind::Error, name: None, place: None, text } })
        }
        None => Ok(()),
    }
}

fn print_of_line(line: &str) -> u64 {
    print_of_bytes(line.trim().as_bytes())
}

/// An output in which lines are looked up.
struct Output<'a> {
    input: &'a str,
    extract: &'a Extract<'a>,
    /// Its lines, once they are needed.
    lines: Option<PrintSet>,
    /// Its lines and messages as words, once they are needed.
    whole: Option<PrintSet>,
    /// Its words, once they are needed.
    words: Option<PrintSet>,
    lookups: usize,
}

impl Output<'_> {
    /// Whether it has a line, or one that this is a part of that says as much of trouble.
    fn has(&mut self, line: &str) -> bool {
        let input = self.input;
        let all = self.lines.get_or_insert_with(|| lines(input).map(print_of_line).collect());
        if all.contains(&print_of_line(line)) {
            return true;
        }
        self.lookups += 1;
        self.lookups <= MAX_LOOKUPS && self.has_part(line)
    }

    fn has_part(&self, part: &str) -> bool {
        let part = part.trim_end_matches("...").trim_end_matches('…').trim_end();
        let Some(at) = memmem::find(self.input.as_bytes(), part.as_bytes()) else { return false };
        let (before, after) = (self.input.get(..at), self.input.get(at + part.len()..));
        let (Some(before), Some(after)) = (before, after) else { return false };
        let is_inner = |next: Option<char>| next.is_some_and(char::is_alphanumeric);
        let is_whole = !is_inner(before.chars().next_back()) && !is_inner(after.chars().next());
        let before = before.rsplit('\n').next().unwrap_or_default();
        let after = after.split('\n').next().unwrap_or_default();
        is_whole && (is_trouble(part) || !(is_trouble(before) || is_trouble(after)))
    }

    /// Whether a line only counts and heads, perhaps what is said of a file that the output has.
    fn sums(&mut self, line: &str) -> bool {
        let is_known = |word: Word<'_>| {
            word.begins_with_digit()
                || counts::is_label(word.text)
                || OF_HEADS.iter().any(|head| head.eq_ignore_ascii_case(word.text))
        };
        line.split_ascii_whitespace().all(|part| {
            let path = part.trim_matches(|sign: char| sign.is_ascii_punctuation());
            words(part).all(is_known) || (path.contains(['.', '/']) && self.names(path))
        })
    }

    fn names(&mut self, path: &str) -> bool {
        self.lookups += 1;
        self.lookups <= MAX_LOOKUPS && memmem::find(self.input.as_bytes(), path.as_bytes()).is_some()
    }

    /// Whether a line has a whole one of the output, or a message that may be left out, and no other words than the
    /// output's.
    fn makes(&mut self, line: &str) -> bool {
        let (input, extract) = (self.input, self.extract);
        let whole = self.whole.get_or_insert_with(|| {
            let optional = extract.facts.iter().filter(|fact| !fact.is_required);
            let messages = optional.filter_map(|fact| phrase(fact.text?, OPTIONAL_WORDS));
            let messages =
                messages.filter(|message| message.length >= MIN_WORDS).map(|message| message.print);
            lines(input).filter_map(print_of_words).chain(messages).collect()
        });
        let all: Vec<u64> = words(line).map(|word| print_of(word.text)).collect();
        let begins_whole = |start: usize| {
            let mut print = Print::new();
            all.iter().skip(start).take(MAX_WORDS).any(|word| {
                print = print.joined(*word);
                whole.contains(&print.number())
            })
        };
        (0..all.len()).any(begins_whole) && self.knows(line)
    }

    /// Whether the words of a line are the output's; a date may have a month as a number. Beside facts that are no
    /// commits, numbers are compared on their own.
    fn knows(&mut self, line: &str) -> bool {
        let has_commits = self.extract.commits > 0;
        let input = self.input;
        let known = self.words.get_or_insert_with(|| words(input).map(|word| print_of(word.text)).collect());
        let has = |word: &str| known.contains(&print_of(word));
        words(line).all(|Word { text, .. }| {
            let is_number = text.starts_with(|first: char| first.is_ascii_digit());
            let plain = text.trim_start_matches('0');
            let month = || plain.parse().ok().and_then(|month: usize| MONTHS.get(month.checked_sub(1)?));
            has(text) || is_number && (!has_commits || has(plain) || month().is_some_and(|month| has(month)))
        })
    }
}

/// What stands for a line of several words; none for one that has too few or too many.
fn print_of_words(line: &str) -> Option<u64> {
    let mut print = Print::new();
    let mut count = 0;
    for word in words(line).take(MAX_WORDS + 1) {
        print = print.word(word.text);
        count += 1;
    }
    (MIN_WORDS..=MAX_WORDS).contains(&count).then_some(print.number())
}
