//! What `git status` says of the working tree: how far it is from what it follows, what is in progress in it, and what
//! became of each file.

use super::Reason;
use super::fact::{Fact, Kind};
use super::hash::QuickMap;
use super::lines::lines;
use super::shape::Shape;
use super::words::words;

const MODIFIED: u32 = 1;
const ADDED: u32 = 1 << 1;
const DELETED: u32 = 1 << 2;
const MOVED: u32 = 1 << 3;
const TYPED: u32 = 1 << 4;
const UNTRACKED: u32 = 1 << 5;
const CONFLICT: u32 = 1 << 6;
const STAGED: u32 = 1 << 7;
const UNSTAGED: u32 = 1 << 8;

/// How `git status` and reductions call what became of a file, in small letters.
const STATES: &[(&str, u32)] = &[
    ("m", MODIFIED),
    ("modified", MODIFIED),
    ("changed", MODIFIED),
    ("mm", MODIFIED),
    ("am", ADDED),
    ("md", DELETED),
    ("a", ADDED),
    ("added", ADDED),
    ("n", ADDED),
    ("new", ADDED),
    ("d", DELETED),
    ("deleted", DELETED),
    ("removed", DELETED),
    ("r", MOVED),
    ("renamed", MOVED),
    ("c", MOVED),
    ("copied", MOVED),
    ("typechange", TYPED),
    ("untracked", UNTRACKED),
    ("??", UNTRACKED),
    ("?", UNTRACKED),
    ("b", CONFLICT),
    ("both", CONFLICT),
    ("by", CONFLICT),
    ("unmerged", CONFLICT),
    ("conflict", CONFLICT),
    ("conflicts", CONFLICT),
    ("conflicted", CONFLICT),
    ("u", CONFLICT),
    ("uu", CONFLICT),
    ("aa", CONFLICT),
    ("dd", CONFLICT),
    ("au", CONFLICT),
    ("ua", CONFLICT),
    ("du", CONFLICT),
    ("ud", CONFLICT),
    ("committed", STAGED),
    ("staged", STAGED),
    ("unstaged", UNSTAGED),
];

/// What may be in progress, as `git status` says it, and words of which a reduction must have one, in small letters.
const IN_PROGRESS: &[(&str, &[&str])] = &[
    ("rebase in progress", &["rebase", "rebasing"]),
    ("You are currently rebasing", &["rebase", "rebasing"]),
    ("You are currently editing a commit while rebasing", &["rebase", "rebasing"]),
    ("You are currently splitting a commit while rebasing", &["rebase", "rebasing"]),
    ("You are currently cherry-picking", &["cherry"]),
    ("You are currently reverting", &["revert", "reverting"]),
    ("You are currently bisecting", &["bisect", "bisecting"]),
    ("You are in the middle of an am session", &["am"]),
    ("you are still merging", &["merge", "merging"]),
    (
        "You have unmerged paths",
        &["unmerged", "merge", "merging", "conflict", "conflicts", "conflicted", "both", "uu"],
    ),
];

/// How far the branch is from what it follows: shapes, and which of ahead and behind each of their numbers is.
const DISTANCES: &[(&str, &[usize])] = &[
    ("Your branch is ahead of {*} by {n} commit{*}", &[AHEAD]),
    ("Your branch is behind {*} by {n} commit{*}", &[BEHIND]),
    ("and have {n} and {n} different commit{*}", &[AHEAD, BEHIND]),
    ("## {*}[ahead {n}]", &[AHEAD]),
    ("## {*}[behind {n}]", &[BEHIND]),
    ("## {*}[ahead {n}, behind {n}]", &[AHEAD, BEHIND]),
];

const AHEAD: usize = 0;
const BEHIND: usize = 1;

/// Words for these two, in small letters, and signs.
const WAYS: [(&[&str], &str); 2] =
    [(&["ahead", "diverged", "different"], "↑"), (&["behind", "diverged", "different"], "↓")];

/// How many words a line has at most that heads files.
const HEAD_WORDS: usize = 6;

/// Refuses a reduction that does not say how far the branch is, or what is in progress, or that says of a file what the
/// output does not.
pub(super) fn compare(input: &str, reduction: &str) -> Result<(), Reason> {
    distances(input, reduction)?;
    in_progress(input, reduction)?;
    states(input, reduction)
}

fn lost(text: &str) -> Reason {
    let fact = Fact { kind: Kind::Result, name: None, place: None, text: Some(text.to_owned()) };
    Reason::ResultLost { fact, missing: 1 }
}

fn distances(input: &str, reduction: &str) -> Result<(), Reason> {
    let may_be = |line: &&str| ["Your branch is", "and have", "##"].iter().any(|head| line.starts_with(head));
    for line in lines(input).filter(may_be) {
        let fitting = DISTANCES.iter().find(|(shape, _)| Shape::parse(shape).take(line).is_some());
        let Some((_, ways)) = fitting else { continue };
        // A name of a branch may have numbers, too, but stands before these.
        let numbers: Vec<&str> = words(line).filter(|word| word.is_number()).map(|word| word.text).collect();
        let numbers = numbers.iter().skip(numbers.len().saturating_sub(ways.len()));
        for (way, number) in ways.iter().zip(numbers) {
            if !lines(reduction).any(|line| says(line, *way, number)) {
                return Err(lost(line));
            }
        }
    }
    Ok(())
}

/// Whether a line says that a branch is so many commits ahead or behind.
fn says(line: &str, way: usize, number: &str) -> bool {
    let Some((names, sign)) = WAYS.get(way) else { return false };
    let is_way = |word: &str| names.iter().any(|name| name.eq_ignore_ascii_case(word));
    (line.contains(sign) || words(line).any(|word| is_way(word.text)))
        && words(line).any(|word| word.text == number)
}

fn in_progress(input: &str, reduction: &str) -> Result<(), Reason> {
    for line in lines(input).filter(|line| !line.starts_with(['\t', ' '])) {
        let Some((_, names)) = IN_PROGRESS.iter().find(|(said, _)| line.contains(said)) else { continue };
        let is_said = |word: &str| names.iter().any(|name| name.eq_ignore_ascii_case(word));
        if !words(reduction).any(|word| is_said(word.text)) {
            return Err(lost(line));
        }
    }
    Ok(())
}

fn states(input: &str, reduction: &str) -> Result<(), Reason> {
    let files = Files::of(input);
    let mut heads = 0;
    for line in lines(reduction) {
        let mut said = Vec::new();
        let mut paths = Vec::new();
        let mut is_behind_not = false;
        for (at, part) in line.split_ascii_whitespace().enumerate() {
            let word = part.trim_matches(|sign: char| ",;:()[]\"'`*".contains(sign));
            if let Some(file) = files.find(word) {
                paths.push((file, said.len()));
            } else if let Some(state) = state(word, at == 0) {
                said.push(if is_behind_not && state == STAGED { UNSTAGED } else { state });
            }
            is_behind_not = word.eq_ignore_ascii_case("not");
        }
        if paths.is_empty() {
            // A line such as `main, unmerged` is about no files.
            let begins = words(line).next().is_some_and(|word| state(word.text, true).is_some());
            let is_head = (begins || line.contains(':')) && words(line).count() <= HEAD_WORDS;
            heads = if is_head && !said.is_empty() {
                said.iter().fold(0, |all, state| all | state)
            } else {
                heads
            };
        }
        let is_alone = paths.len() == 1;
        for (file, count) in paths {
            // What is said of one file may stand behind it.
            let said = if is_alone { said.as_slice() } else { said.get(..count).unwrap_or_default() };
            let said = said.iter().fold(if said.is_empty() { heads } else { 0 }, |all, state| all | state);
            let is_told = said | heads != 0 || file & DELETED == 0;
            if !is_told || !agree(file, said | heads & file & CONFLICT) {
                return Err(Reason::Invented { text: line.trim().to_owned() });
            }
        }
    }
    Ok(())
}

/// Whether a file may be called so. One whose merge is in conflict was changed, added or deleted, too, and must be said to
/// be in conflict.
fn agree(file: u32, said: u32) -> bool {
    if (file | said) & CONFLICT != 0 {
        return file & said & CONFLICT != 0;
    }
    let area = said & (STAGED | UNSTAGED);
    (area == 0 || file & area != 0) && said & !(STAGED | UNSTAGED) & !file == 0
}

/// What a word says of a file; a letter does at the beginning of a line.
fn state(word: &str, is_first: bool) -> Option<u32> {
    let found = STATES.iter().find(|(name, _)| name.eq_ignore_ascii_case(word));
    found.filter(|(name, _)| name.len() > 2 || is_first).map(|(_, state)| *state)
}

/// The files of an output, and what became of them.
struct Files<'a> {
    states: QuickMap<&'a str, u32>,
    /// By the last part of a path: what became of it; none if there are several.
    ends: QuickMap<&'a str, Option<u32>>,
}

impl<'a> Files<'a> {
    fn of(input: &'a str) -> Files<'a> {
        let mut files = Files { states: QuickMap::default(), ends: QuickMap::default() };
        let mut area = 0;
        for line in lines(input) {
            if let Some(listed) = line.strip_prefix('\t') {
                let (name, path) = listed.split_once(':').unwrap_or(("", listed));
                let said = name
                    .split(' ')
                    .filter_map(|word| state(word, false))
                    .fold(area, |all, state| all | state);
                files.add(path, if area == 0 { said | UNTRACKED } else { said });
            } else if line.ends_with(':') {
                area = HEADS.iter().find(|(head, _)| line.starts_with(head)).map_or(0, |(_, state)| *state);
            } else if let Some((codes, path)) = line.split_at_checked(2)
                && let Some(path) = path.strip_prefix(' ')
                && codes.chars().all(|code| " MADRCTU?".contains(code))
            {
                files.add(path, of_codes(codes));
            }
        }
        let all: Vec<(&str, u32)> = files.states.iter().map(|(path, state)| (*path, *state)).collect();
        for (path, state) in all {
            let end = path.trim_end_matches('/').rsplit('/').next().unwrap_or(path);
            files.ends.entry(end).and_modify(|other| *other = None).or_insert(Some(state));
        }
        files
    }

    fn add(&mut self, path: &'a str, state: u32) {
        let path = path.trim();
        let path = path.rsplit_once(" -> ").map_or(path, |(_, path)| path).trim_matches('"');
        *self.states.entry(path).or_default() |= state;
    }

    fn find(&self, word: &str) -> Option<u32> {
        let of_end = || self.ends.get(word).copied().flatten();
        self.states.get(word).copied().or_else(of_end)
    }
}

/// What the headings of an output say of the files below.
const HEADS: &[(&str, u32)] = &[
    ("Changes to be committed", STAGED),
    ("Changes not staged for commit", UNSTAGED),
    ("Unmerged paths", CONFLICT),
    ("Untracked files", UNTRACKED),
];

/// What two letters of the short form say: of the index, and of the working tree.
fn of_codes(codes: &str) -> u32 {
    if matches!(codes, "DD" | "AA") || codes.contains('U') {
        return CONFLICT;
    }
    let areas = [STAGED, UNSTAGED];
    let known = codes.chars().zip(areas).filter(|(code, _)| *code != ' ').map(|(code, area)| match code {
        'A' => ADDED | area,
        'D' => DELETED | area,
        'R' | 'C' => MOVED | area,
        'T' => TYPED | area,
        '?' => UNTRACKED,
        _ => MODIFIED | area,
    });
    known.fold(0, |all, state| all | state)
}
