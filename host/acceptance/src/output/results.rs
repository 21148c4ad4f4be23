//! Lines of a reduction that name results which the output does not have.

use memchr::memmem;

use super::Reason;
use super::family::{Families, Family};
use super::hash::PrintSet;
use super::kept::Mark;
use super::lines::lines;
use super::phrase::{Print, RESULT_WORDS, print_of};
use super::words::{Beginnings, Word, words};

/// Words by which reductions head and sum up what they show, in small letters.
const OF_HEADS: &[&str] = &[
    "and",
    "branch",
    "dir",
    "directories",
    "directory",
    "dirs",
    "entries",
    "entry",
    "f",
    "file",
    "files",
    "folder",
    "folders",
    "found",
    "in",
    "items",
    "match",
    "matches",
    "more",
    "no",
    "of",
    "on",
    "others",
    "path",
    "paths",
    "result",
    "results",
    "total",
    "x",
];

/// Statuses of files as reductions have them, and what `git status` says of such a file.
const STATUSES: &[(&str, &[&str])] = &[
    ("m", &["modified:"]),
    ("modified", &["modified:", "M "]),
    ("unstaged", &["not staged", " M ", " D "]),
    ("a", &["new file:", "added by"]),
    ("added", &["new file:", "both added", "A "]),
    ("new", &["new file:"]),
    ("b", &["both "]),
    ("n", &["new file:"]),
    // Or a folder of a listing.
    ("d", &["deleted:", "deleted by", "drwx"]),
    ("deleted", &["deleted:", "D "]),
    ("r", &["renamed:"]),
    ("renamed", &["renamed:", "R "]),
    ("u", &["both ", "by us:", "by them:"]),
    ("uu", &["both "]),
    ("aa", &["both added", "AA "]),
    ("dd", &["both deleted", "DD "]),
    ("au", &["added by us", "AU "]),
    ("ua", &["added by them", "UA "]),
    ("du", &["deleted by us", "DU "]),
    ("ud", &["deleted by them", "UD "]),
    ("staged", &["to be committed", "M  ", "A  ", "D  ", "R  "]),
    ("conflict", &["both ", "by us:", "by them:", "UU ", "AA "]),
    ("conflicts", &["both ", "by us:", "by them:", "UU ", "AA "]),
    ("conflicted", &["both ", "by us:", "by them:", "UU ", "AA "]),
    ("untracked", &["Untracked", "?? "]),
    ("clean", &["clean"]),
];

/// Refuses a line that names a match, a path, a status or a line of a text that the output does not have. Of other
/// families, what fails is compared by its facts.
pub(super) fn compare(families: Families, input: &str, reduction: &str) -> Result<(), Reason> {
    let is_compared = families.is_content()
        && ![Family::GitDiff, Family::GitLog].into_iter().any(|family| families.has(family));
    if !is_compared {
        return Ok(());
    }
    let is_text = families == Families::one(Family::Text);
    let mut known: Option<PrintSet> = None;
    let mut heads = Heads::new(input);
    let mut given = lines(input);
    for line in lines(reduction) {
        // Most lines are the output's, in order, or ends of them.
        let rest = if is_text { behind_blanks(line) } else { from_letter(line) };
        let is_next = |other: &str| {
            other == line || if is_text { behind_blanks(other) == rest } else { shows(other, line, rest) }
        };
        if let Some(at) = given.clone().take(NEAR).position(is_next) {
            // The line of a file's first match may be shown below the file.
            given.by_ref().take(at).for_each(drop);
            continue;
        }
        let is_given = if is_text {
            let known = known.get_or_insert_with(|| lines_of(input));
            prints_of(line).into_iter().flatten().any(|print| known.contains(&print))
        } else {
            let is_cut = line.trim_end().ends_with("...") || line.trim_end().ends_with('…');
            let mut all = words(line).peekable();
            let mut is_given = true;
            while let Some(word) = all.next() {
                is_given &= heads.have(&word)
                    || known.get_or_insert_with(|| words_of(input)).contains(&print_of(word.text))
                    || (is_cut && all.peek().is_none());
            }
            is_given
        };
        if !is_given && Mark::of(line).is_none() && !line.trim().is_empty() {
            return Err(Reason::Invented { text: line.trim().to_owned() });
        }
    }
    Ok(())
}

/// Whether a line is the file of a line of the output, or all behind its file; `rest` is the line from its first letter.
fn shows(other: &str, line: &str, rest: &str) -> bool {
    let is_file = || other.strip_prefix(line).is_some_and(|rest| rest.starts_with(':'));
    !rest.is_empty() && (other.ends_with(rest) || is_file())
}

/// How many lines of the output are looked at for the next one of the reduction.
const NEAR: usize = 4;

/// A line without the blanks before it: these are part of no word.
fn behind_blanks(line: &str) -> &str {
    let blanks = line.bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    line.get(blanks..).unwrap_or_default()
}

/// A line from its first letter on.
fn from_letter(line: &str) -> &str {
    let signs = line.bytes().take_while(|byte| byte.is_ascii() && !byte.is_ascii_alphabetic()).count();
    let rest = line.get(signs..).unwrap_or_default();
    if rest.bytes().next().is_some_and(|first| first.is_ascii()) {
        return rest;
    }
    rest.trim_start_matches(|first: char| !first.is_alphabetic())
}

/// Words that head and sum up results of an output.
struct Heads<'a> {
    input: &'a str,
    /// Whether the output has what a status stands for, once it is known.
    statuses: [Option<bool>; STATUSES.len()],
}

impl<'a> Heads<'a> {
    fn new(input: &'a str) -> Heads<'a> {
        Heads { input, statuses: [None; STATUSES.len()] }
    }

    /// Whether a word is one of them.
    fn have(&mut self, word: &Word<'_>) -> bool {
        if word.begins_with_digit() {
            return true;
        }
        if !BEGINNINGS.fit(word.text) {
            return false;
        }
        let has = |text: &&str| memmem::find(self.input.as_bytes(), text.as_bytes()).is_some();
        OF_HEADS.iter().any(|head| head.eq_ignore_ascii_case(word.text))
            || STATUSES.iter().zip(&mut self.statuses).any(|((status, said), known)| {
                status.eq_ignore_ascii_case(word.text) && *known.get_or_insert_with(|| said.iter().any(has))
            })
    }
}

static BEGINNINGS: Beginnings = {
    let mut beginnings = Beginnings::NONE.with_all(OF_HEADS);
    let mut rest = STATUSES;
    while let Some(((status, _), after)) = rest.split_first() {
        beginnings = beginnings.with(status);
        rest = after;
    }
    beginnings
};

fn words_of(input: &str) -> PrintSet {
    words(input).map(|word| print_of(word.text)).collect()
}

fn lines_of(input: &str) -> PrintSet {
    lines(input).flat_map(prints_of).flatten().collect()
}

/// What stands for the words of a line, and for its first words if it has more.
fn prints_of(line: &str) -> [Option<u64>; 2] {
    let mut print = Print::new();
    let mut first = None;
    for (at, word) in words(line).enumerate() {
        if at == RESULT_WORDS {
            first = Some(print.number());
        }
        print = print.word(word.text);
    }
    [Some(print.number()), first]
}
