//! PHP.

use crate::language::Language;
use crate::places::{After, Before, Place, Places};

pub(super) static LANGUAGE: Language = Language {
    name: "php",
    aliases: &[],
    extensions: &["php", "phtml", "php3", "php4", "php5", "php7", "php8", "phps"],
    file_names: &[],
    interpreters: &["php"],
    claims: None,
    grammar: tree_sitter_php::LANGUAGE_PHP,
    definitions: include_str!("../../languages/php/definitions.scm"),
    usages: include_str!("../../languages/php/usages.scm"),
    sigils: &["$"],
    endings: &[],
    separator: None,
    prepare: None,
    places: Places {
        word_bytes: b"\\",
        line_comments: &["//", "#"],
        block_comments: &[("/*", "*/")],
        rows: &[
            Place {
                after: After::Words(&[
                    "class",
                    "interface",
                    "trait",
                    "enum",
                    "function",
                    "const",
                    "namespace",
                ]),
                before: Before::But(NEVER),
            },
            Place { after: After::Path(b"\\", &["namespace"]), before: Before::But(NEVER) },
            Place { after: After::Words(&["case"]), before: Before::OnlyBut(&[";", "="], &["==", "=>"]) },
            // A function that returns a reference.
            Place { after: After::Marks(&["&"]), before: Before::Only(&["("]) },
            // The first argument of `define`.
            Place { after: After::Marks(&["\"", "'"]), before: Before::Only(&["\"", "'"]) },
            Place { after: After::Anything, before: Before::OnlyBut(&["="], &["==", "=>"]) },
            // Properties behind a type or a modifier.
            Place {
                after: After::WordsBut(&[
                    "and",
                    "as",
                    "case",
                    "clone",
                    "echo",
                    "extends",
                    "from",
                    "global",
                    "implements",
                    "include",
                    "include_once",
                    "instanceof",
                    "insteadof",
                    "new",
                    "or",
                    "print",
                    "require",
                    "require_once",
                    "return",
                    "throw",
                    "use",
                    "xor",
                    "yield",
                ]),
                before: Before::Only(&[";", ",", "{", ")"]),
            },
            // Methods of traits under other names.
            Place { after: After::Words(&["as"]), before: Before::Only(&[";", ","]) },
            Place { after: After::Marks(&[")"]), before: Before::Only(&[";", ",", "{", ")"]) },
            Place { after: After::Marks(&[","]), before: Before::Only(&[";", ","]) },
        ],
        never_in: None,
    },
};

/// What never follows a declared name.
const NEVER: &[&str] = &[
    "->", "?->", "::", ".", "[", "\\", "==", "=>", "+", "-", "*", "/", "%", "<", ">", "&", "|", "??", "!",
    "$",
];
