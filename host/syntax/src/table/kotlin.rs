//! Kotlin.

use crate::language::Language;
use crate::places::{After, Before, Place, Places};

pub(super) static LANGUAGE: Language = Language {
    name: "kotlin",
    aliases: &["kt"],
    extensions: &["kt", "kts"],
    file_names: &[],
    interpreters: &["kotlin", "kotlinc"],
    claims: None,
    grammar: tree_sitter_kotlin_sg::LANGUAGE,
    definitions: include_str!("../../languages/kotlin/definitions.scm"),
    usages: include_str!("../../languages/kotlin/usages.scm"),
    sigils: &["`"],
    endings: &["`"],
    separator: None,
    prepare: None,
    places: Places {
        word_bytes: b"@",
        line_comments: &["//"],
        block_comments: &[("/*", "*/")],
        rows: &[
            Place {
                after: After::Words(&[
                    "class",
                    "interface",
                    "object",
                    "fun",
                    "val",
                    "var",
                    "typealias",
                    "package",
                ]),
                before: Before::But(NEVER),
            },
            Place { after: After::Path(b".", &["package", "fun", "val", "var"]), before: Before::But(NEVER) },
            // Behind type parameters.
            Place { after: After::Marks(&[">"]), before: Before::OnlyBut(&["(", ":", "=", "`"], &["::"]) },
            // Entries of enumerations.
            Place {
                after: After::Marks(&["{", ",", ")", "]", ";"]),
                before: Before::Only(&["(", ",", ";", "{", "}", "`"]),
            },
            Place { after: After::WordFrom(b'@'), before: Before::Only(&["(", ",", ";", "{", "}", "`"]) },
        ],
        never_in: None,
    },
};

/// What never follows a declared name.
const NEVER: &[&str] = &[".", "?.", "::", "!!", "["];
