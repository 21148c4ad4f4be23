//! Sources that were not written for these tests: three packages of others, which `scripts/corpus` gets.

use std::path::{Path, PathBuf};

use toolhost_syntax::{Class, Language};

use crate::support::{outline, position};

/// The folder of the corpus; none if it was not downloaded.
fn corpus() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/corpus");
    folder.is_dir().then_some(folder)
}

/// All files of the corpus that are in a language of ours, in order of path.
pub(crate) fn sources() -> Vec<(&'static Language, PathBuf)> {
    let mut found = Vec::new();
    let mut waiting: Vec<PathBuf> = corpus().into_iter().collect();
    while let Some(path) = waiting.pop() {
        if path.is_dir() {
            waiting.extend(std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else if let Some(language) = Language::of_file(path.to_str().unwrap_or_default(), b"") {
            found.push((language, path));
        }
    }
    found.sort_by(|(_, one), (_, other)| one.cmp(other));
    found
}

#[test]
#[allow(clippy::print_stdout, reason = "a test that is left out says so")]
fn symbols_that_were_checked_by_hand_are_found() {
    let Some(corpus) = corpus() else {
        println!("left out: scripts/corpus has not run");
        return;
    };
    let table = include_str!("../corpus/symbols.txt");
    let expected: Vec<&str> =
        table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    assert!(expected.len() >= 60);
    let mut missed = Vec::new();
    for line in expected {
        let (place, name) = line.rsplit_once(' ').unwrap();
        let file = place.split(':').next().unwrap();
        let source = std::fs::read(corpus.join(file)).unwrap();
        let language = Language::of_file(file, &source).unwrap();
        let found = outline(language, &source).names().any(|one| match one.class {
            Class::Definition(kind) => {
                let (line, column) = position(&source, one.range.start);
                source[one.range] == *name.as_bytes()
                    && format!("{file}:{line}:{column} {}", kind.name()) == place
            }
            Class::Usage => false,
        });
        if !found {
            missed.push(line);
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn no_definition_of_the_corpus_is_ruled_out() {
    for (language, path) in sources() {
        let source = std::fs::read(&path).unwrap();
        let outline = outline(language, &source);
        for name in outline.names().filter(|name| name.class != Class::Usage && !outline.has_faults()) {
            assert!(language.may_declare(&source, name.range.clone()), "{}: {name:?}", path.display());
        }
    }
}
