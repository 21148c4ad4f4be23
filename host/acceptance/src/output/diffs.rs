//! Diffs: each changed line of a reduction is one of the file that it stands below, and what became of a file is said.

use memchr::memmem;

use super::Reason;
use super::bytes::Bytes;
use super::fact::{Fact, Kind};
use super::hash::{PrintSet, QuickMap};
use super::lines::lines;
use super::phrase::{Print, RESULT_WORDS, print_of_bytes};
use super::words::{Word, words};

/// What the head of a file's diff says became of it, and words of which a reduction must have one, in small letters.
const FATES: &[(&str, &[&str])] = &[
    ("deleted file mode", &["deleted", "deletion", "removed", "d", "/dev/null"]),
    ("new file mode", &["new", "added", "created", "a", "n", "/dev/null"]),
    ("rename from", &["rename", "renamed", "moved", "r", "->", "=>", "→"]),
    ("copy from", &["copy", "copied", "c", "->", "=>", "→"]),
    ("new mode", &["mode", "chmod", "executable"]),
    ("Binary files", &["binary", "bin"]),
    ("GIT binary patch", &["binary", "bin"]),
];

/// How lines begin that begin the diff of a file.
const HEADS: &[&str] = &["diff --git ", "diff --cc ", "diff --combined "];

/// How many words of a line are looked at for the name of a file.
const NAME_WORDS: usize = 6;

/// How many lines of the output are looked at for the next one of the reduction.
const NEAR: usize = 4;

/// The changed lines of no file, such as items of a commit's message.
const NO_FILE: usize = usize::MAX;

/// One file of a diff.
struct File<'a> {
    /// Its names before and after.
    names: [&'a str; 2],
    /// Which rows of [`FATES`] it has, as bits.
    fates: u32,
    /// Those that the reduction tells of, and whether it names the file.
    told: u32,
    is_named: bool,
}

/// Refuses a reduction of a diff with a changed line that its file does not have, or with a file of which it does not say
/// what became.
pub(super) fn compare(input: &str, reduction: &str) -> Result<(), Reason> {
    let mut diff = Diff::of(input);
    if diff.files.is_empty() {
        return Ok(());
    }
    let mut current: Vec<usize> = Vec::new();
    let mut given = lines(input);
    for line in lines(reduction) {
        // Most of what stands around a change is as it was.
        let near = || given.clone().take(NEAR).position(|other| other == line);
        if let Some(near) = near() {
            given.by_ref().take(near + 1).for_each(drop);
            if line.starts_with(' ') && !line.starts_with(" +") && !line.starts_with(" -") {
                continue;
            }
        }
        let trimmed = line.trim();
        let is_head = trimmed.starts_with("+++ ") || trimmed.starts_with("--- ");
        if trimmed.starts_with(['+', '-']) && !is_head {
            if !diff.has(trimmed, &current) {
                return Err(Reason::Invented { text: trimmed.to_owned() });
            }
            continue;
        }
        let named = diff.named(line);
        if !named.is_empty() {
            current = named;
        }
        diff.tell(trimmed, &current);
    }
    let untold = diff.files.iter().find(|file| file.is_named && file.fates & !file.told != 0);
    untold.map_or(Ok(()), |file| Err(Reason::ResultLost { fact: file.lost(), missing: 1 }))
}

impl File<'_> {
    fn lost(&self) -> Fact {
        let missing = self.fates & !self.told;
        let fate = FATES.get(missing.trailing_zeros() as usize).map(|(fate, _)| (*fate).to_owned());
        let name = self.names.last().map(|name| (*name).to_owned());
        Fact { kind: Kind::Result, name, place: None, text: fate }
    }
}

/// The files of a diff, and their changed lines.
struct Diff<'a> {
    input: &'a str,
    files: Vec<File<'a>>,
    /// Files by the last parts of their names, and the last bytes of these.
    by_name: QuickMap<&'a str, Vec<usize>>,
    lasts: Bytes,
    /// Files whose names have blanks.
    with_blanks: Vec<usize>,
    /// Changed lines, each with its file.
    changes: PrintSet,
    /// Their first words, each with file and sign, once they are needed.
    beginnings: Option<PrintSet>,
}

impl<'a> Diff<'a> {
    fn of(input: &'a str) -> Diff<'a> {
        let (mut files, mut by_name) = (Vec::new(), QuickMap::<&str, Vec<usize>>::default());
        let mut changes = PrintSet::default();
        each_line(input, |line, file, place| match place {
            Place::Head(names) => {
                for name in names {
                    by_name.entry(last_part(name)).or_default().push(files.len());
                }
                files.push(File { names, fates: 0, told: 0, is_named: false });
            }
            Place::Above => {
                let fate = FATES.iter().position(|(fate, _)| line.starts_with(fate));
                if let (Some(fate), Some(file)) = (fate, files.last_mut()) {
                    file.fates |= 1 << fate;
                }
            }
            Place::Change => {
                changes.insert(in_file(print_of_bytes(line.trim().as_bytes()), file));
            }
        });
        let last = |name: &&str| name.bytes().next_back();
        let lasts = by_name.keys().filter_map(last).fold(Bytes::NONE, Bytes::with);
        let has_blanks = |file: &File<'_>| file.names.iter().any(|name| name.contains(' '));
        let with_blanks = (0..).zip(&files).filter(|(_, file)| has_blanks(file)).map(|(at, _)| at).collect();
        Diff { input, files, by_name, lasts, with_blanks, changes, beginnings: None }
    }

    /// Whether one of these files has a changed line, or one that begins so; if there are none, whether any has it.
    fn has(&mut self, line: &str, files: &[usize]) -> bool {
        let print = print_of_bytes(line.as_bytes());
        let all = if files.is_empty() { 0..self.files.len() } else { 0..0 };
        let mut all = all.chain(files.iter().copied()).chain([NO_FILE]);
        if all.clone().any(|file| self.changes.contains(&in_file(print, file))) {
            return true;
        }
        // Such as `+3 -1`: how many lines were changed.
        let is_sum = words(line).all(|word| Word::is_number(&word));
        let Some(beginning) = beginnings(line).last().filter(|_| !is_sum) else { return true };
        let input = self.input;
        let known = self.beginnings.get_or_insert_with(|| {
            let mut known = PrintSet::default();
            each_line(input, |line, file, place| {
                if matches!(place, Place::Change) {
                    known.extend(beginnings(line.trim()).map(|print| in_file(print, file)));
                }
            });
            known
        });
        all.any(|file| known.contains(&in_file(beginning, file)))
    }

    /// The files that a line names; none if it is a line of the text around a change.
    fn named(&self, line: &str) -> Vec<usize> {
        let mut named = Vec::new();
        for part in line.split_ascii_whitespace().take(NAME_WORDS) {
            let path = path(part);
            if !path.bytes().next_back().is_some_and(|last| self.lasts.has(last)) {
                continue;
            }
            let files = self.by_name.get(last_part(path)).into_iter().flatten().copied();
            named.extend(files.filter(|at| self.files.get(*at).is_some_and(|file| file.is_called(path))));
        }
        let is_there = |name: &&str| line.contains(last_part(name));
        let names = |at: &usize| self.files.get(*at).is_some_and(|file| file.names.iter().any(is_there));
        named.extend(self.with_blanks.iter().copied().filter(names));
        let is_around = || {
            line.starts_with(' ')
                && memmem::find(self.input.as_bytes(), format!("\n{line}").as_bytes()).is_some()
        };
        if !named.is_empty() && is_around() { Vec::new() } else { named }
    }

    /// Takes what a line says of what became of files.
    fn tell(&mut self, line: &str, files: &[usize]) {
        for at in files {
            let Some(file) = self.files.get_mut(*at) else { continue };
            file.is_named = true;
            let untold = file.fates & !file.told;
            let is_told = |fate: &usize| untold >> fate & 1 == 1 && tells(line, *fate);
            file.told |= (0..FATES.len()).filter(is_told).fold(0, |told, fate| told | 1 << fate);
        }
    }
}

/// Whether a line says that this became of a file.
fn tells(line: &str, fate: usize) -> bool {
    let Some((_, names)) = FATES.get(fate) else { return false };
    line.split_ascii_whitespace().any(|part| {
        let word = part.trim_matches(|sign: char| sign.is_ascii_punctuation());
        names.iter().any(|name| *name == part || name.eq_ignore_ascii_case(word))
    })
}

impl File<'_> {
    fn is_called(&self, path: &str) -> bool {
        let is_end =
            |name: &str| name.strip_suffix(path).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'));
        !path.is_empty() && self.names.iter().any(|name| is_end(name))
    }
}

/// Where a line of a diff stands.
enum Place<'a> {
    /// It begins a file of these names.
    Head([&'a str; 2]),
    /// Above the changes of a file.
    Above,
    /// It is a changed line.
    Change,
}

/// Goes over the lines of a diff that say something, each with the number of its file.
fn each_line<'a>(input: &'a str, mut take: impl FnMut(&'a str, usize, Place<'a>)) {
    let mut file = NO_FILE;
    let mut is_above = false;
    for line in lines(input) {
        if let Some(names) = HEADS.iter().find_map(|head| line.strip_prefix(head)) {
            file = file.wrapping_add(1);
            is_above = true;
            let (before, after) = names.split_once(" b/").unwrap_or((names, names));
            take(line, file, Place::Head([before.strip_prefix("a/").unwrap_or(before), after]));
        } else if line.starts_with("@@") {
            is_above = false;
        } else if is_above {
            take(line, file, Place::Above);
        } else if line.starts_with(['+', '-']) || line.starts_with(" +") || line.starts_with(" -") {
            take(line, file, Place::Change);
        } else if file == NO_FILE && line.trim_start().starts_with(['+', '-']) {
            take(line, NO_FILE, Place::Change);
        }
    }
}

/// What stands for the first word of a changed line with its sign, for the first two, and so on.
fn beginnings(line: &str) -> impl Iterator<Item = u64> {
    let sign = line.bytes().next().unwrap_or_default();
    let cut = line.trim_end_matches("...").trim_end_matches('…');
    // The last word of a line that was cut may be cut, too.
    let count = words(cut).count().saturating_sub(usize::from(cut.len() < line.len()));
    let mut print = Print::new().joined(u64::from(sign));
    words(cut).take(count.min(RESULT_WORDS)).map(move |word| {
        print = print.word(word.text);
        print.number()
    })
}

fn in_file(print: u64, file: usize) -> u64 {
    Print::new().joined(print).joined(file as u64).number()
}

/// A path as the reduction has it, without signs around it and without the folders that git puts before it.
fn path(part: &str) -> &str {
    let is_around = |sign: char| sign.is_ascii_punctuation() && !matches!(sign, '_' | '.' | '/' | '-');
    let path = part.trim_matches(is_around).trim_end_matches('.');
    path.strip_prefix("a/")
        .or_else(|| path.strip_prefix("b/"))
        .or_else(|| path.strip_prefix("./"))
        .unwrap_or(path)
}

fn last_part(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
