//! Each language by its fixture: all definitions, some usages, some text.

use std::collections::BTreeSet;

use toolhost_syntax::{Class, Language};

use crate::support::{definitions, fixtures, folder, outline, parser, place};

/// What differs between two lists, as a message.
fn differences(found: &[String], expected: &[String]) -> Vec<String> {
    let (found, expected): (BTreeSet<_>, BTreeSet<_>) = (found.iter().collect(), expected.iter().collect());
    let missed = expected.difference(&found).map(|line| format!("missed: {line}"));
    let surplus = found.difference(&expected).map(|line| format!("not expected: {line}"));
    missed.chain(surplus).collect()
}

#[test]
fn every_definition_of_the_fixtures_is_found_and_no_other() {
    let mut faults = Vec::new();
    for fixture in fixtures() {
        let found = definitions(&fixture.source, &outline(fixture.language, &fixture.source));
        let differences = differences(&found, &fixture.expected.definitions);
        faults.extend(differences.iter().map(|text| format!("{}: {text}", fixture.language.name())));
        assert!(found.len() >= 5, "{}: a fixture has each kind of declaration", fixture.language.name());
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn other_identifiers_are_usages() {
    for fixture in fixtures() {
        let outline = outline(fixture.language, &fixture.source);
        assert!(fixture.expected.usages.len() >= 3, "{}: too few usages", fixture.language.name());
        for entry in &fixture.expected.usages {
            let class = outline.class_at(place(&fixture.source, entry));
            assert_eq!(class, Some(Class::Usage), "{}: {entry}", fixture.language.name());
        }
    }
}

#[test]
fn words_in_comments_and_strings_are_no_identifiers() {
    for fixture in fixtures() {
        let outline = outline(fixture.language, &fixture.source);
        assert!(fixture.expected.text.len() >= 2, "{}: too little text", fixture.language.name());
        for entry in &fixture.expected.text {
            let class = outline.class_at(place(&fixture.source, entry));
            assert_eq!(class, None, "{}: {entry}", fixture.language.name());
        }
    }
}

#[test]
fn a_few_ranges_are_classified_as_the_outline_says() {
    let mut parser = parser();
    for fixture in fixtures() {
        let outline = outline(fixture.language, &fixture.source);
        for name in outline.names() {
            let ranges = [name.range.clone(), name.range.start..name.range.end + 1];
            let classes = parser.classify(fixture.language, &fixture.source, &ranges, &mut || true).unwrap();
            let expected = ranges.map(|range| outline.class_at(range));
            assert_eq!(classes, expected, "{}: {name:?}", fixture.language.name());
        }
        let all: Vec<_> = outline.names().map(|name| name.range).collect();
        let classes = parser.classify(fixture.language, &fixture.source, &all, &mut || true).unwrap();
        assert!(classes.into_iter().eq(outline.names().map(|name| Some(name.class))));
    }
}

#[test]
fn every_folder_of_a_fixture_belongs_to_a_language() {
    for entry in std::fs::read_dir(folder()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(Language::by_name(&name).is_some_and(|language| language.name() == name), "{name}");
    }
}
