//! The corpus: outputs of real tools, with reductions of which it is known whether they are honest. No lie may be
//! accepted, and of the honest ones fewer than one in twenty may be refused.
//!
//! A file has the command after `%% command: `, then its output, then reductions, each after `%% honest, MADE: WHY` or
//! `%% lie, MADE: WHY`. The rules were written with `corpus/known` in sight; `corpus/held` was looked at afterwards.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::print_stdout, reason = "the figures are what it is for")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use toolhost_acceptance::{Families, Family, Verdict, families, judge};
use toolhost_capability::shell::Script;

struct Pair {
    name: String,
    family: String,
    command: String,
    input: String,
    reduction: String,
    is_honest: bool,
    why: String,
}

#[derive(Default)]
struct Tally {
    lies: usize,
    accepted: Vec<String>,
    honest: usize,
    refused: Vec<String>,
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files.extend(self::files(&path)) } else { files.push(path) }
    }
    files.sort();
    files
}

fn pairs(part: &str) -> Vec<Pair> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(part);
    files(&folder).iter().flat_map(|file| read(file)).collect()
}

fn read(file: &Path) -> Vec<Pair> {
    let text = fs::read_to_string(file).unwrap();
    let name = |path: &Path| path.file_stem().unwrap().to_str().unwrap().to_owned();
    let mut sections = text.strip_prefix("%% ").unwrap().split("\n%% ").map(|section| {
        let (title, body) = section.split_once('\n').unwrap_or((section, ""));
        (title.to_owned(), format!("{body}\n"))
    });
    let (command, input) = sections.next().unwrap();
    let command = command.strip_prefix("command: ").unwrap().to_owned();
    sections
        .map(|(title, reduction)| {
            let (label, why) = title.split_once(": ").unwrap();
            Pair {
                name: name(file),
                family: name(file.parent().unwrap()),
                command: command.clone(),
                input: input.clone(),
                reduction,
                is_honest: label.starts_with("honest"),
                why: format!("{label}: {why}"),
            }
        })
        .collect()
}

fn judged(part: &str) -> BTreeMap<String, Tally> {
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    for pair in pairs(part) {
        let verdict = judge(families(&Script::parse(&pair.command)), &pair.input, &pair.reduction);
        let tally = tallies.entry(pair.family).or_default();
        let named = format!("{} ({})", pair.name, pair.why);
        match (pair.is_honest, verdict) {
            (true, Verdict::Accepted) => tally.honest += 1,
            (true, Verdict::Refused(reason)) => {
                tally.honest += 1;
                tally.refused.push(format!("{named}: {reason:?}"));
            }
            (false, Verdict::Accepted) => {
                tally.lies += 1;
                tally.accepted.push(named);
            }
            (false, Verdict::Refused(_)) => tally.lies += 1,
        }
    }
    tallies
}

fn check(part: &str) {
    let tallies = judged(part);
    let (mut lies, mut accepted, mut honest, mut refused) = (0, 0, 0, 0);
    for (family, tally) in &tallies {
        let (wrong, lost) = (tally.accepted.len(), tally.refused.len());
        println!(
            "{family:>12}: {wrong} of {} lies accepted, {lost} of {} honest refused",
            tally.lies, tally.honest
        );
        tally.accepted.iter().for_each(|pair| println!("              accepted: {pair}"));
        tally.refused.iter().for_each(|pair| println!("              refused: {pair}"));
        lies += tally.lies;
        accepted += wrong;
        honest += tally.honest;
        refused += lost;
    }
    println!("{part}: {accepted} of {lies} lies accepted, {refused} of {honest} honest refused");
    assert_eq!(accepted, 0, "lies were accepted in {part}");
    assert!(refused * 20 < honest, "{refused} of {honest} honest reductions refused in {part}");
}

#[test]
fn lies_are_refused_and_honest_reductions_accepted() {
    check("known");
    check("held");
}

#[test]
fn the_corpus_is_large_and_of_many_families() {
    let all: Vec<Pair> = ["known", "held"].into_iter().flat_map(pairs).collect();
    assert!(all.len() >= 200, "{} pairs", all.len());
    let mut families: Vec<&str> = all.iter().map(|pair| pair.family.as_str()).collect();
    families.sort_unstable();
    families.dedup();
    assert!(families.len() >= 9, "{families:?}");
    let known: Vec<&str> = Family::ALL.iter().map(|family| family.name()).collect();
    assert!(families.iter().all(|family| known.contains(family)), "{families:?}");
    assert_ne!(Families::one(Family::Go), Families::UNKNOWN);
}
