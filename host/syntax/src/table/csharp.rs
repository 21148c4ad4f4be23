//! C#.

use crate::language::Language;
use crate::places::{After, Before, Place, Places};
use crate::surroundings::follows_arrow;

pub(super) static LANGUAGE: Language = Language {
    name: "csharp",
    aliases: &["c#", "cs"],
    extensions: &["cs", "csx"],
    file_names: &[],
    interpreters: &["dotnet-script"],
    claims: None,
    grammar: tree_sitter_c_sharp::LANGUAGE,
    definitions: include_str!("../../languages/csharp/definitions.scm"),
    usages: include_str!("../../languages/csharp/usages.scm"),
    sigils: &["@"],
    // The name of `#define` lasts to the end of its line.
    endings: &["\r"],
    separator: None,
    prepare: None,
    places: Places {
        word_bytes: b"",
        line_comments: &["//", "#"],
        block_comments: &[("/*", "*/")],
        rows: &[
            Place {
                after: After::Words(&[
                    "class",
                    "struct",
                    "interface",
                    "enum",
                    "record",
                    "namespace",
                    "delegate",
                    "define",
                ]),
                before: Before::But(NEVER),
            },
            Place { after: After::Words(&["using"]), before: Before::OnlyBut(&["="], &["=="]) },
            Place { after: After::Path(b".", &["namespace"]), before: Before::But(NEVER) },
            // An explicit implementation: `void IDisposable.Dispose()`.
            Place {
                after: After::PathBut(
                    b".",
                    &[
                        "as", "await", "base", "case", "else", "global", "in", "is", "new", "not", "return",
                        "static", "throw", "using", "yield",
                    ],
                ),
                before: Before::OnlyBut(&["(", "<", "{", "="], &["=="]),
            },
            // What is behind a type: methods, fields, properties, events, functions.
            Place {
                after: After::WordsBut(&[
                    "and", "as", "await", "by", "case", "equals", "goto", "in", "into", "is", "nameof",
                    "new", "not", "on", "or", "orderby", "return", "sizeof", "throw", "typeof", "using",
                    "when", "where", "yield",
                ]),
                before: Before::OnlyBut(&["(", "<", "{", ";", "=", ",", "[", ")"], &["=="]),
            },
            Place {
                after: After::Marks(&[">", "]", "?", "*", ")"]),
                before: Before::OnlyBut(&["(", "<", "{", ";", "=", ",", "[", ")", "}"], &["=="]),
            },
            // Members of enumerations, all but the first of several fields, constructors without modifiers.
            Place {
                after: After::Marks(&["{", ",", ";"]),
                before: Before::OnlyBut(&[",", "=", "}", ";", "[", "("], &["=="]),
            },
            Place { after: After::Marks(&["}", "~"]), before: Before::Only(&["("]) },
        ],
        never_in: Some(follows_arrow),
    },
};

/// What never follows a declared name.
const NEVER: &[&str] = &[".", "?.", "?", "!", "==", "!=", "+", "-", "*", "/", "%", "&", "|", "^", "]", "\""];
