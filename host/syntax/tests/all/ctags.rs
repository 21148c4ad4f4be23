//! Ours beside universal-ctags on the same files: of the kinds that count, ours misses none.
//!
//! Tables are in `tests/ctags`. Where there is no universal-ctags the comparison is left out, and says so.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use toolhost_syntax::{Class, Language};

use crate::corpus;
use crate::support::{folder, outline, position};

/// What ctags is asked of one language.
#[derive(Default)]
struct Asked {
    /// Its name there.
    name: String,
    /// Whether a kind counts.
    kinds: BTreeMap<String, bool>,
}

fn table(name: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ctags").join(name);
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect()
}

fn asked() -> BTreeMap<String, Asked> {
    let mut asked: BTreeMap<String, Asked> = BTreeMap::new();
    for line in table("kinds.txt") {
        let mut words = line.splitn(3, ' ');
        let (language, kind, rest) = (words.next().unwrap(), words.next().unwrap(), words.next().unwrap());
        let asked = asked.entry(language.to_owned()).or_default();
        match (kind, rest.split_once(": ")) {
            ("ctags", None) => asked.name = rest.to_owned(),
            (kind, None) if rest == "counts" => drop(asked.kinds.insert(kind.to_owned(), true)),
            (kind, Some(("no", _))) => drop(asked.kinds.insert(kind.to_owned(), false)),
            _ => panic!("kinds.txt: {line}"),
        }
    }
    asked
}

/// Whether a difference has its reason in the table.
fn has_reason(differences: &[String], difference: &str) -> bool {
    differences.iter().any(|line| {
        let (known, _) = line.split_once(": ").unwrap_or_else(|| panic!("differences.txt: {line}"));
        let mut parts = known.split('*');
        let mut rest = difference.strip_prefix(parts.next().unwrap());
        for part in parts {
            rest = rest.and_then(|rest| rest.find(part).map(|at| &rest[at + part.len()..]));
        }
        rest.is_some_and(|rest| rest.is_empty() || known.ends_with('*'))
    })
}

/// Line, name and kind of each tag. Blanks are left out of names: `operator ==`.
fn tags(asked: &Asked, file: &Path) -> Vec<(usize, String, String)> {
    let output = Command::new("ctags")
        .args(["--options=NONE", "-o", "-", "--sort=no", "--extras=-*", "--fields=nK"])
        .arg(format!("--kinds-{}=*", asked.name))
        .arg(format!("--language-force={}", asked.name))
        .arg(file)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let tag = |line: &str| {
        let (head, fields) = line.rsplit_once(";\"\t")?;
        let (kind, line) = fields.split_once("\tline:")?;
        let line = line.split('\t').next()?.parse().ok()?;
        Some((line, head.split('\t').next()?.replace(' ', ""), kind.to_owned()))
    };
    text.lines().filter_map(tag).collect()
}

fn has_ctags() -> bool {
    let version = Command::new("ctags").arg("--version").output();
    version.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).starts_with("Universal Ctags"))
}

/// What differs on one file without a reason.
fn differences(language: &Language, file: &Path, asked: &Asked, reasons: &[String]) -> Vec<String> {
    let source = std::fs::read(file).unwrap();
    let outline = outline(language, &source);
    let mut ours: BTreeMap<(usize, String), &str> = BTreeMap::new();
    for name in outline.names() {
        if let Class::Definition(kind) = name.class {
            let (line, _) = position(&source, name.range.start);
            let text = String::from_utf8_lossy(&source[name.range]).replace(' ', "");
            ours.insert((line, text), kind.name());
        }
    }
    let theirs = tags(asked, file);
    let mut found = Vec::new();
    if theirs.is_empty() && is_fixture(file) {
        found.push(format!("{}: ctags names nothing in its fixture", language.name()));
    }
    for (line, name, kind) in &theirs {
        let difference = format!("{} ctags {kind} {name}", language.name());
        match asked.kinds.get(kind) {
            None => found.push(format!("{difference}: kinds.txt does not have the kind")),
            Some(true) if !ours.contains_key(&(*line, name.clone())) && !has_reason(reasons, &difference) => {
                found.push(format!("{difference}: missed in {}:{line}", file.display()));
            }
            Some(_) => {}
        }
    }
    let theirs: BTreeSet<(usize, String)> = theirs.into_iter().map(|(line, name, _)| (line, name)).collect();
    for ((line, name), kind) in &ours {
        let difference = format!("{} ours {kind}", language.name());
        if !theirs.contains(&(*line, name.clone())) && !has_reason(reasons, &difference) {
            found.push(format!("{difference} {name}: without a reason, {}:{line}", file.display()));
        }
    }
    found
}

fn is_fixture(file: &Path) -> bool {
    file.file_stem().is_some_and(|stem| stem == "fixture")
}

#[test]
#[allow(clippy::print_stdout, reason = "a test that is left out says so")]
fn ours_misses_nothing_that_counts() {
    if !has_ctags() {
        println!("left out: there is no universal-ctags");
        return;
    }
    let (asked, reasons) = (asked(), table("differences.txt"));
    let mut files: Vec<(&Language, PathBuf)> = Vec::new();
    for language in Language::all() {
        let folder = folder().join(language.name());
        let fixtures = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        files.extend(
            fixtures
                .filter(|path| path.file_stem().is_some_and(|stem| stem == "fixture"))
                .map(|path| (language, path)),
        );
    }
    files.extend(corpus::sources());
    let mut found = Vec::new();
    for (language, file) in files {
        match asked.get(language.name()) {
            Some(asked) if asked.name.is_empty() => {}
            Some(asked) => found.extend(differences(language, &file, asked, &reasons)),
            None => found.push(format!("kinds.txt: nothing about {}", language.name())),
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_tables_name_languages_that_exist() {
    for line in table("kinds.txt").iter().chain(&table("differences.txt")) {
        let name = line.split(' ').next().unwrap();
        assert!(Language::by_name(name).is_some_and(|language| language.name() == name), "{line}");
    }
}
