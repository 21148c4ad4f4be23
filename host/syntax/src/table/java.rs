//! Java.

use crate::imports::is_in_import_line;
use crate::language::Language;
use crate::places::{After, Before, Place, Places};

pub(super) static LANGUAGE: Language = Language {
    name: "java",
    aliases: &[],
    extensions: &["java"],
    file_names: &[],
    interpreters: &["java", "jbang"],
    claims: None,
    grammar: tree_sitter_java::LANGUAGE,
    definitions: include_str!("../../languages/java/definitions.scm"),
    usages: include_str!("../../languages/java/usages.scm"),
    sigils: &[],
    endings: &[],
    separator: None,
    prepare: None,
    places: Places {
        word_bytes: b"$",
        line_comments: &["//"],
        block_comments: &[("/*", "*/")],
        rows: &[
            Place {
                after: After::Words(&["class", "interface", "enum", "record", "package", "module"]),
                before: Before::Anything,
            },
            // Behind its type, or behind an annotation.
            Place { after: After::WordsBut(NO_TYPE), before: Before::Only(DECLARED) },
            Place {
                after: After::Marks(&[">", "]", ",", "{", ";", "}", ")", "..."]),
                before: Before::Only(DECLARED),
            },
            // The last part of a package's or module's name.
            Place { after: After::Marks(&["."]), before: Before::Only(&[";", "{"]) },
        ],
        never_in: Some(is_in_import_line),
    },
};

/// What follows the name of a method, a field, a constant, a component of a record.
const DECLARED: &[&str] = &["(", "=", ";", ",", ")", "{", "}", "["];

/// Words before names that are used.
const NO_TYPE: &[&str] = &[
    "assert",
    "break",
    "case",
    "continue",
    "else",
    "extends",
    "implements",
    "import",
    "instanceof",
    "new",
    "permits",
    "return",
    "super",
    "throw",
    "throws",
    "yield",
];
