//! What JavaScript and TypeScript have in common: where a declared name can stand.

use crate::imports::is_in_ecmascript_import;
use crate::places::{After, Before, Place, Places, WORD};

/// Both languages have the same words before names but for types, and a word that one does not know does no harm.
pub(super) const PLACES: Places = Places {
    word_bytes: b"$",
    line_comments: &["//"],
    block_comments: &[("/*", "*/")],
    rows: &[
        Place { after: After::WordsBut(NO_DECLARATION), before: Before::But(NO_NAME) },
        // Methods and fields behind a line end that stands for a semicolon.
        Place { after: After::LineStart, before: Before::OnlyBut(MEMBER, NO_NAME) },
        Place { after: After::LineStart, before: Before::Only(&[WORD, "[", "'", "\"", "@", "#", "*"]) },
        Place {
            after: After::Marks(&["{", "}", ",", ";", ")", "]", "[", ":", "*", "..."]),
            before: Before::OnlyBut(MEMBER, NO_NAME),
        },
        // `exports.seat = function () {}`, `namespace seats.inner {`
        Place { after: After::Marks(&["."]), before: Before::OnlyBut(&["=", "{"], &["==", "=>"]) },
    ],
    never_in: Some(is_in_ecmascript_import),
};

/// What follows names of methods, fields, members and parts of patterns.
const MEMBER: &[&str] = &["(", "=", ":", ";", ",", "}", "]", ")", "?", "!", "<"];

/// What never follows a declared name.
const NO_NAME: &[&str] = &["?.", "??", "==", "=>", "!=", "<="];

/// Words before names that are used. After other words a name is declared, or the word is a decorator's name.
const NO_DECLARATION: &[&str] = &[
    "await",
    "case",
    "delete",
    "do",
    "else",
    "export",
    "extends",
    "from",
    "if",
    "implements",
    "import",
    "in",
    "instanceof",
    "is",
    "keyof",
    "new",
    "of",
    "return",
    "satisfies",
    "throw",
    "typeof",
    "void",
    "while",
    "yield",
];
