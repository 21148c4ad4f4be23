//! Swift.

use crate::language::Language;
use crate::places::{After, Before, Place, Places};

pub(super) static LANGUAGE: Language = Language {
    name: "swift",
    aliases: &[],
    extensions: &["swift"],
    file_names: &[],
    interpreters: &["swift"],
    claims: None,
    grammar: tree_sitter_swift::LANGUAGE,
    definitions: include_str!("../../languages/swift/definitions.scm"),
    usages: include_str!("../../languages/swift/usages.scm"),
    sigils: &["`"],
    endings: &["`"],
    separator: None,
    prepare: None,
    places: Places {
        word_bytes: b"",
        line_comments: &["//", "#"],
        block_comments: &[("/*", "*/")],
        rows: &[
            Place {
                after: After::Words(&[
                    "func",
                    "class",
                    "struct",
                    "enum",
                    "actor",
                    "protocol",
                    "typealias",
                    "associatedtype",
                    "precedencegroup",
                    "macro",
                    "let",
                    "var",
                    "case",
                ]),
                before: Before::But(NEVER),
            },
            // All but the first of several cases or variables.
            Place { after: After::Marks(&[","]), before: Before::But(NEVER) },
            // Variables in brackets.
            Place { after: After::Marks(&["("]), before: Before::Only(&[",", ":"]) },
            Place { after: After::Name(&["init"]), before: Before::Only(&["(", "<", "?", "!"]) },
        ],
        never_in: None,
    },
};

/// What never follows a declared name.
const NEVER: &[&str] = &["."];
