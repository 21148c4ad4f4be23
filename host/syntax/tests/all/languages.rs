//! Which language a name, an extension or a file means.

use std::collections::BTreeSet;

use toolhost_syntax::Language;

/// Languages by what people call them.
const BY_NAME: &[(&str, Option<&str>)] = &[
    ("rust", Some("rust")),
    ("Rust", Some("rust")),
    ("rs", Some("rust")),
    (".rs", Some("rust")),
    ("", None),
    (".", None),
    ("cobol", None),
];

/// Files by name and beginning.
const BY_FILE: &[(&str, &str, Option<&str>)] = &[
    ("lib.rs", "", Some("rust")),
    ("src/LIB.RS", "", Some("rust")),
    ("rs", "", None),
    ("run", "#!/usr/bin/env rust-script\n", Some("rust")),
    ("notes.txt", "#!/usr/bin/env rust-script\n", None),
    ("run", "", None),
    ("", "", None),
];

#[test]
fn languages_are_found_by_name() {
    for (name, expected) in BY_NAME {
        assert_eq!(Language::by_name(name).map(Language::name), *expected, "{name:?}");
    }
}

#[test]
fn languages_are_found_by_file() {
    for (name, head, expected) in BY_FILE {
        let found = Language::of_file(name, head.as_bytes()).map(Language::name);
        assert_eq!(found, *expected, "{name:?} {head:?}");
    }
}

#[test]
fn names_are_unique_and_every_row_is_found_by_its_own() {
    let names: BTreeSet<&str> = Language::all().map(Language::name).collect();
    assert_eq!(names.len(), Language::all().count());
    for language in Language::all() {
        assert_eq!(Language::by_name(language.name()), Some(language));
        let [first, ..] = language.extensions() else { panic!("{}: no extension", language.name()) };
        assert_eq!(Language::of_file(&format!("file.{first}"), b""), Some(language));
    }
}
