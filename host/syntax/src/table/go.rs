//! Go.

use crate::language::Language;
use crate::places::{After, Before, Place, Places, WORD};

pub(super) static LANGUAGE: Language = Language {
    name: "go",
    aliases: &["golang"],
    extensions: &["go"],
    file_names: &[],
    interpreters: &["gorun"],
    claims: None,
    grammar: tree_sitter_go::LANGUAGE,
    definitions: include_str!("../../languages/go/definitions.scm"),
    usages: include_str!("../../languages/go/usages.scm"),
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
                after: After::Words(&["func", "type", "const", "var", "package"]),
                before: Before::But(&["."]),
            },
            // In a list of declarations, fields or methods; or a function that is kept in a variable.
            Place { after: After::LineStart, before: Before::OnlyBut(DECLARED, &["=="]) },
            Place {
                after: After::Marks(&["(", "{", ",", ";", "}"]),
                before: Before::OnlyBut(DECLARED, &["=="]),
            },
            // A method, behind its receiver.
            Place { after: After::Marks(&[")"]), before: Before::Only(&["(", "["]) },
        ],
        never_in: None,
    },
};

/// What follows a name in a list of declarations: its type, a value, the next name, or the end of a line, behind which
/// there is a word or the end of the list. A method has its parameters there.
const DECLARED: &[&str] = &["=", ",", WORD, "*", "[", "<", "(", ":=", ";", ")", "}", "\"", "`"];
