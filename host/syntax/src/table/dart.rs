//! Dart.

use crate::language::Language;
use crate::places::{After, Before, Place, Places};
use crate::surroundings::follows_arrow;

pub(super) static LANGUAGE: Language = Language {
    name: "dart",
    aliases: &[],
    extensions: &["dart"],
    file_names: &[],
    interpreters: &["dart"],
    claims: None,
    grammar: tree_sitter_dart::LANGUAGE,
    definitions: include_str!("../../languages/dart/definitions.scm"),
    usages: include_str!("../../languages/dart/usages.scm"),
    sigils: &[],
    endings: &[],
    separator: None,
    prepare: None,
    places: Places {
        word_bytes: b"",
        line_comments: &["//"],
        block_comments: &[("/*", "*/")],
        rows: &[
            Place {
                after: After::Words(&[
                    "class",
                    "mixin",
                    "extension",
                    "enum",
                    "type",
                    "get",
                    "set",
                    "typedef",
                    "library",
                ]),
                before: Before::But(NEVER),
            },
            // Libraries, and constructors with a name.
            Place {
                after: After::Path(b".", &["library", "const", "factory", "external", ";", "}", "{", ")"]),
                before: Before::Only(&["(", ";"]),
            },
            // What is behind a type or a modifier.
            Place {
                after: After::WordsBut(&[
                    "as",
                    "assert",
                    "await",
                    "case",
                    "do",
                    "else",
                    "export",
                    "extends",
                    "hide",
                    "implements",
                    "import",
                    "in",
                    "is",
                    "new",
                    "on",
                    "return",
                    "show",
                    "throw",
                    "when",
                    "with",
                    "yield",
                ]),
                before: Before::OnlyBut(&["(", "<", "=", ";", ",", "{", ")"], &["=="]),
            },
            Place {
                after: After::Marks(&[">", "?", "]", ")"]),
                before: Before::OnlyBut(&["(", "<", "=", ";", ",", "{"], &["=="]),
            },
            // Members of enumerations, all but the first of several fields, constructors, functions without a type.
            Place {
                after: After::Marks(&["{", ",", "}", ";"]),
                before: Before::OnlyBut(&["(", ",", "}", ";", "=", "<"], &["=="]),
            },
            Place { after: After::LineStart, before: Before::OnlyBut(&["(", "="], &["=="]) },
        ],
        never_in: Some(follows_arrow),
    },
};

/// What never follows a declared name.
const NEVER: &[&str] = &[".", "?.", "??", "==", "!", "+", "-", "*", "/", "%", "&", "|", "]", "["];
