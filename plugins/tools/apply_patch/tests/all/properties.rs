//! Random trees and random edits: the patch that is made of them gives exactly the new tree, and touches nothing
//! else. The new tree is computed here from the edits themselves, never by the code under test.

use std::collections::BTreeMap;
use std::fmt::Write;

use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use toolhost_apply_patch::apply;
use toolhost_apply_patch::memory::Memory;

use crate::support::{applied, patch};

const PATHS: [&str; 6] = ["a", "b.txt", "dir/c", "dir/d e", "dir/sub/f", "é"];

/// Few different lines, so that equal ones are common.
const LINES: [&str; 8] = ["", "x", "    x", "}", "y = 1", "+ z", "@@", "*** End Patch"];

/// A line of a file with its own ending.
type Line = (&'static str, &'static str);

/// What happens to one line, with what enters above it.
#[derive(Clone, Debug)]
struct LineEdit {
    above: Vec<&'static str>,
    /// None: it stays. Empty: it leaves. Else what takes its place.
    instead: Option<Vec<&'static str>>,
}

#[derive(Clone, Debug)]
struct File {
    lines: Vec<Line>,
    has_mark: bool,
    edits: Vec<LineEdit>,
    /// What enters below the last line.
    below: Vec<&'static str>,
    fate: Fate,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Fate {
    Kept,
    Deleted,
    Updated,
    Moved,
    /// Moved without hunks.
    Renamed,
    /// Deleted and added again.
    Replaced,
}

fn text() -> impl Strategy<Value = &'static str> {
    select(LINES.as_slice())
}

fn ending(is_mixed: bool) -> BoxedStrategy<&'static str> {
    let own = select(["\n", "\r\n", "\r"].as_slice());
    if is_mixed { select(["\n", "\r\n"].as_slice()).boxed() } else { own.boxed() }
}

/// Files whose lines all end alike, or in `\n` and `\r\n` by turns; with or without an ending at the end.
fn lines(is_mixed: bool) -> impl Strategy<Value = Vec<Line>> {
    (prop::collection::vec((text(), ending(is_mixed)), 0..12), ending(is_mixed), any::<bool>()).prop_map(
        move |(mut lines, one, is_terminated)| {
            if !is_mixed {
                lines.iter_mut().for_each(|(_, ending)| *ending = one);
            }
            match lines.last_mut() {
                // A last line without text and ending would be none.
                Some((text, ending)) if !is_terminated && !text.is_empty() => *ending = "",
                _ => {}
            }
            lines
        },
    )
}

fn edit() -> impl Strategy<Value = LineEdit> {
    let above = prop_oneof![8 => Just(Vec::new()), 1 => prop::collection::vec(text(), 1..3)];
    let instead = prop_oneof![
        8 => Just(None),
        1 => Just(Some(Vec::new())),
        2 => prop::collection::vec(text(), 1..3).prop_map(Some),
    ];
    (above, instead).prop_map(|(above, instead)| LineEdit { above, instead })
}

fn file(is_mixed: bool) -> impl Strategy<Value = File> {
    let fate = select(
        [Fate::Kept, Fate::Deleted, Fate::Updated, Fate::Updated, Fate::Moved, Fate::Renamed, Fate::Replaced]
            .as_slice(),
    );
    (
        lines(is_mixed),
        any::<bool>(),
        fate,
        prop_oneof![3 => Just(Vec::new()), 1 => prop::collection::vec(text(), 1..3)],
    )
        .prop_flat_map(|(lines, has_mark, fate, below)| {
            prop::collection::vec(edit(), lines.len()).prop_map(move |edits| File {
                lines: lines.clone(),
                has_mark,
                edits,
                below: below.clone(),
                fate,
            })
        })
}

fn tree(is_mixed: bool) -> impl Strategy<Value = BTreeMap<&'static str, File>> {
    subsequence(PATHS.to_vec(), 1..=PATHS.len()).prop_flat_map(move |paths| {
        prop::collection::vec(file(is_mixed), paths.len())
            .prop_map(move |files| paths.iter().copied().zip(files).collect())
    })
}

impl File {
    fn bytes(&self) -> Vec<u8> {
        let mark = if self.has_mark { "\u{feff}" } else { "" };
        let text: String = self.lines.iter().flat_map(|(text, ending)| [*text, *ending]).collect();
        format!("{mark}{text}").into_bytes()
    }

    /// The texts of the lines afterwards.
    fn new_texts(&self) -> Vec<&'static str> {
        let mut texts: Vec<&str> = Vec::new();
        for ((text, _), edit) in self.lines.iter().zip(&self.edits) {
            texts.extend(&edit.above);
            match &edit.instead {
                None => texts.push(text),
                Some(instead) => texts.extend(instead),
            }
        }
        texts.extend(&self.below);
        texts
    }

    /// The bytes afterwards, of a file whose lines all end alike.
    fn new_bytes(&self) -> Vec<u8> {
        let ending =
            self.lines.first().map_or("\n", |(_, ending)| if ending.is_empty() { "\n" } else { ending });
        let is_terminated = self.lines.last().is_none_or(|(_, ending)| !ending.is_empty());
        let mut text = self.new_texts().join(ending);
        // An empty last line is there by its ending alone.
        if self.new_texts().last().is_some_and(|last| is_terminated || last.is_empty()) {
            text.push_str(ending);
        }
        format!("{}{text}", if self.has_mark { "\u{feff}" } else { "" }).into_bytes()
    }

    fn is_changed(&self, line: usize) -> bool {
        let edit = &self.edits[line];
        edit.instead.is_some()
            || !edit.above.is_empty()
            || line + 1 == self.lines.len() && !self.below.is_empty()
    }

    /// Hunks that say what the edits do, each with as much context as it needs to be told from all other places,
    /// and one more line of it on either side if `more`.
    fn hunks(&self, more: usize) -> String {
        let texts: Vec<&str> = self.lines.iter().map(|(text, _)| *text).collect();
        let mut hunks = String::new();
        let mut line = 0;
        while line < texts.len() {
            if !self.is_changed(line) {
                line += 1;
                continue;
            }
            let (mut start, mut end) = (line, line + 1);
            while occurrences(&texts, start, end) > 1 {
                (start, end) = (start.saturating_sub(1), texts.len().min(end + 1));
            }
            (start, end) = (start.saturating_sub(more), texts.len().min(end + more));
            // What another hunk would begin within this one is part of it.
            self.push_hunk(line, start, &mut end, &mut hunks);
            line = end;
        }
        if texts.is_empty() && !self.below.is_empty() {
            hunks += "@@\n";
            self.below.iter().for_each(|text| writeln!(hunks, "+{text}").unwrap());
        }
        hunks
    }

    /// Writes the hunk over the lines from `start` on; those before `first` are context, since another hunk has
    /// changed them.
    fn push_hunk(&self, first: usize, start: usize, end: &mut usize, hunks: &mut String) {
        *end = (*end).max(first + 1);
        hunks.push_str("@@\n");
        for line in start..*end {
            let (text, edit) = (self.lines[line].0, &self.edits[line]);
            if line < first {
                writeln!(hunks, " {text}").unwrap();
                continue;
            }
            edit.above.iter().for_each(|text| writeln!(hunks, "+{text}").unwrap());
            writeln!(hunks, "{}{text}", if edit.instead.is_some() { '-' } else { ' ' }).unwrap();
            edit.instead.iter().flatten().for_each(|text| writeln!(hunks, "+{text}").unwrap());
        }
        if *end == self.lines.len() {
            self.below.iter().for_each(|text| writeln!(hunks, "+{text}").unwrap());
        }
    }
}

/// At how many places the lines from `start` to `end` stand.
fn occurrences(texts: &[&str], start: usize, end: usize) -> usize {
    texts.windows(end - start).filter(|window| *window == &texts[start..end]).count()
}

/// The operations that make of the tree what the edits say, and the new tree.
fn operations(files: &BTreeMap<&'static str, File>, more: usize) -> (String, BTreeMap<String, Vec<u8>>) {
    let mut operations = String::new();
    let mut expected = BTreeMap::new();
    for (path, file) in files {
        let mut put = |path: &str, bytes: Vec<u8>| expected.insert(path.to_owned(), bytes);
        let hunks = file.hunks(more);
        match file.fate {
            Fate::Kept => {
                put(path, file.bytes());
            }
            Fate::Deleted => writeln!(operations, "*** Delete File: {path}").unwrap(),
            Fate::Replaced => {
                writeln!(operations, "*** Delete File: {path}\n*** Add File: {path}").unwrap();
                file.new_texts().iter().for_each(|text| writeln!(operations, "+{text}").unwrap());
                let text: String = file.new_texts().iter().map(|text| format!("{text}\n")).collect();
                put(path, text.into_bytes());
            }
            Fate::Renamed => {
                writeln!(operations, "*** Update File: {path}\n*** Move to: moved/{path}").unwrap();
                put(&format!("moved/{path}"), file.bytes());
            }
            Fate::Moved => {
                write!(operations, "*** Update File: {path}\n*** Move to: moved/{path}\n{hunks}").unwrap();
                put(&format!("moved/{path}"), file.new_bytes());
            }
            Fate::Updated if hunks.is_empty() => {
                put(path, file.bytes());
            }
            Fate::Updated => {
                write!(operations, "*** Update File: {path}\n{hunks}").unwrap();
                put(path, file.new_bytes());
            }
        }
    }
    writeln!(operations, "*** Add File: new/file\n+x").unwrap();
    expected.insert("new/file".to_owned(), b"x\n".to_vec());
    (operations, expected)
}

fn memory(files: &BTreeMap<&'static str, File>) -> Memory {
    let contents: Vec<(&str, Vec<u8>)> = files.iter().map(|(path, file)| (*path, file.bytes())).collect();
    Memory::of(contents.iter().map(|(path, bytes)| (*path, bytes.as_slice())))
}

proptest! {
    #[test]
    fn the_patch_of_edits_makes_exactly_the_new_tree(files in tree(false), more in 0_usize..3) {
        let mut memory = memory(&files);
        let (operations, expected) = operations(&files, more);
        let result = applied(&mut memory, &operations);
        prop_assert!(result.is_ok(), "{}\n{:?}", operations, result);
        prop_assert_eq!(memory.contents(), expected, "{}", operations);
    }

    #[test]
    fn in_mixed_files_lines_that_stay_keep_their_bytes(file in file(true), more in 0_usize..3) {
        let hunks = file.hunks(more);
        prop_assume!(!hunks.is_empty());
        let mut memory = Memory::of([("f", file.bytes().as_slice())]);
        let result = applied(&mut memory, &format!("*** Update File: f\n{hunks}"));
        prop_assert!(result.is_ok(), "{}\n{:?}", hunks, result);
        let made = String::from_utf8(memory.file("f").unwrap().bytes.clone()).unwrap();
        let made: Vec<&str> = made.trim_start_matches('\u{feff}').split_inclusive('\n').collect();
        let texts: Vec<&str> = made.iter().map(|line| line.trim_end_matches(['\r', '\n'])).collect();
        let is_terminated = file.lines.last().is_none_or(|(_, ending)| !ending.is_empty());
        prop_assert_eq!(&texts, &file.new_texts());
        // Of the lines that stay, only one that becomes or was the unterminated last line has another ending.
        let mut at = 0;
        for ((line, edit), number) in file.lines.iter().zip(&file.edits).zip(1..) {
            at += edit.above.len();
            match &edit.instead {
                Some(instead) => at += instead.len(),
                None => {
                    let is_last = at + 1 == made.len() || number == file.lines.len();
                    if is_terminated || !is_last {
                        prop_assert_eq!(made[at], format!("{}{}", line.0, line.1));
                    }
                    at += 1;
                }
            }
        }
        if let Some(last) = made.last() {
            prop_assert_eq!(last.ends_with('\n'), is_terminated || texts.last() == Some(&""));
        }
    }

    #[test]
    fn whatever_a_patch_says_it_happens_whole_or_not_at_all(
        files in tree(false),
        parts in prop::collection::vec(part(), 0..12),
    ) {
        let mut memory = memory(&files);
        // That a refusal leaves the tree as it was is held by `applied`.
        if applied(&mut memory, &parts.concat()).is_ok() {
            let before = memory.clone();
            let again = apply(&mut memory, patch(&parts.concat()).as_bytes());
            prop_assert!(again.is_ok() || memory == before);
        }
    }
}

/// Pieces of patches in any order.
fn part() -> impl Strategy<Value = String> {
    let path = || select(PATHS.as_slice());
    prop_oneof![
        path().prop_map(|path| format!("*** Add File: {path}\n+x\n")),
        path().prop_map(|path| format!("*** Delete File: {path}\n")),
        path().prop_map(|path| format!("*** Update File: {path}\n")),
        path().prop_map(|path| format!("*** Move to: {path}\n")),
        text().prop_map(|text| format!("@@ {text}\n")),
        Just("@@\n".to_owned()),
        Just("*** End of File\n".to_owned()),
        (select([" ", "-", "+"].as_slice()), text()).prop_map(|(kind, text)| format!("{kind}{text}\n")),
    ]
}
