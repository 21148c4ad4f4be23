//! A file and a patch of it: the patch is refused and plans nothing, or what it plans is what its lines say.
#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use toolhost_apply_patch::edit::{edits, splices};
use toolhost_apply_patch::find::places;
use toolhost_apply_patch::memory::{Memory, spliced};
use toolhost_apply_patch::syntax::{Action, LineKind, parse};
use toolhost_apply_patch::text::{Ends, Lines, Pass};
use toolhost_apply_patch::{apply, tree::Splice};

/// A line of a file or a hunk. Few different ones, so that hunks often fit.
#[derive(Arbitrary, Clone, Debug)]
enum Text {
    Empty,
    Letter(bool),
    Indented(bool),
    Trailing,
    Dash,
    Folded,
    Any(Vec<u8>),
}

#[derive(Arbitrary, Debug)]
enum Ending {
    Lf,
    CrLf,
    Cr,
}

#[derive(Arbitrary, Debug)]
enum Part {
    Header,
    Quote(Text),
    Position(u8),
    Context(Text),
    Bare,
    Remove(Text),
    Add(Text),
    EndOfFile,
}

#[derive(Arbitrary, Debug)]
struct Input {
    has_mark: bool,
    file: Vec<(Text, Ending)>,
    is_terminated: bool,
    hunks: Vec<Part>,
}

impl Text {
    fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Empty => Vec::new(),
            Self::Letter(other) => vec![b'a' + u8::from(*other)],
            Self::Indented(other) => [b"    ", Text::Letter(*other).bytes().as_slice()].concat(),
            Self::Trailing => b"a  ".to_vec(),
            Self::Dash => b"a - \"b\"".to_vec(),
            Self::Folded => "a \u{2013} \u{201c}b\u{201d}".into(),
            Self::Any(bytes) => bytes.iter().copied().filter(|byte| *byte != b'\n').collect(),
        }
    }
}

impl Input {
    fn file(&self) -> Vec<u8> {
        let mut file = if self.has_mark { b"\xef\xbb\xbf".to_vec() } else { Vec::new() };
        for (at, (text, ending)) in self.file.iter().enumerate() {
            file.extend(text.bytes());
            if self.is_terminated || at + 1 < self.file.len() {
                file.extend_from_slice(match ending {
                    Ending::Lf => b"\n",
                    Ending::CrLf => b"\r\n",
                    Ending::Cr => b"\r",
                });
            }
        }
        file
    }

    fn patch(&self) -> Vec<u8> {
        let mut patch = b"*** Begin Patch\n*** Update File: f\n".to_vec();
        for part in &self.hunks {
            let (prefix, text): (&[u8], _) = match part {
                Part::Header => (b"@@", Vec::new()),
                Part::Quote(text) => (b"@@ ", text.bytes()),
                Part::Position(line) => (b"@@ -", format!("{line},1 +{line},1 @@").into_bytes()),
                Part::Context(text) => (b" ", text.bytes()),
                Part::Bare => (b"", Vec::new()),
                Part::Remove(text) => (b"-", text.bytes()),
                Part::Add(text) => (b"+", text.bytes()),
                Part::EndOfFile => (b"*** End of File", Vec::new()),
            };
            patch.extend_from_slice(prefix);
            patch.extend(text);
            patch.push(b'\n');
        }
        patch.extend_from_slice(b"*** End Patch\n");
        patch
    }
}

/// What is planned of one reading of the file, with everything that must hold of it.
fn check(file: &[u8], patch: &[u8], ends: Ends) -> Option<Vec<Splice>> {
    let parsed = parse(patch).ok()?;
    let Action::Update { hunks, .. } = &parsed.operations[0].action else { return None };
    let lines = Lines::new(file, ends);
    let places = places(&lines, "f", hunks).ok()?;
    let (mut removed, mut added) = (0, 0);
    for (hunk, place) in hunks.iter().zip(&places) {
        // All old lines stand at the place in one and the same pass.
        let old: Vec<_> = hunk.old_lines().map(|line| line.text).collect();
        assert!(place.start + old.len() <= lines.count());
        let stands = |pass: &Pass| {
            old.iter().zip(place.start..).all(|(line, number)| pass.equal(line, lines.text(number)))
        };
        assert!(Pass::ALL.iter().any(stands));
        removed += hunk.lines().filter(|line| line.kind == LineKind::Remove).count();
        added += hunk.lines().filter(|line| line.kind == LineKind::Add).count();
    }
    let edits = edits(&lines, "f", hunks, &places).ok()?;
    // As many lines leave and enter as the hunks say, and no two edits meet.
    assert_eq!(edits.iter().map(|edit| edit.old.len()).sum::<usize>(), removed);
    assert_eq!(edits.iter().map(|edit| edit.new.len()).sum::<usize>(), added);
    assert!(edits.windows(2).all(|pair| pair[0].old.end < pair[1].old.start));
    let splices = splices(&lines, &edits);
    let made = spliced(file, &splices).expect("splices are in order and fit");
    assert_eq!(made.starts_with(b"\xef\xbb\xbf"), file.starts_with(b"\xef\xbb\xbf"));
    // Lines that stay are there with all their bytes, in order; the last one of a file without a newline at its end
    // may gain or lose an ending.
    let mut at = 0;
    for line in 0..lines.count() {
        if edits.iter().any(|edit| edit.old.contains(&line)) {
            continue;
        }
        let whole = if lines.is_terminated() { lines.whole(line) } else { lines.text(line) };
        let found = made[at..].windows(whole.len().max(1)).position(|window| window == whole);
        if !whole.is_empty() {
            at += found.expect("a line that stays is there") + whole.len();
        }
    }
    Some(splices)
}

fuzz_target!(|input: Input| {
    let (file, patch) = (input.file(), input.patch());
    let planned = Ends::of(&file).iter().find_map(|ends| check(&file, &patch, *ends));
    let mut memory = Memory::of([("f", file.as_slice())]);
    let before = memory.clone();
    match apply(&mut memory, &patch) {
        Ok(report) => {
            assert_eq!(report.diff.len(), 1);
            let splices = planned.expect("what is applied was planned");
            assert_eq!(memory.file("f").map(|file| &file.bytes), spliced(&file, &splices).ok().as_ref());
            assert_eq!(report.diff[0].is_empty, splices.is_empty());
        }
        Err(failure) => {
            assert_eq!(memory, before);
            assert!(planned.is_none());
            assert!(!failure.hints.is_empty(), "{}", failure.message);
        }
    }
});
