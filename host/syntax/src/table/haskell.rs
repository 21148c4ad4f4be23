//! Haskell.

use crate::imports::is_qualified;
use crate::language::Language;
use crate::places::{After, Before, Place, Places};

pub(super) static LANGUAGE: Language = Language {
    name: "haskell",
    aliases: &["hs"],
    extensions: &["hs", "hs-boot", "hsc", "hsig"],
    file_names: &[],
    interpreters: &["runhaskell", "runghc", "stack"],
    claims: None,
    grammar: tree_sitter_haskell::LANGUAGE,
    definitions: include_str!("../../languages/haskell/definitions.scm"),
    usages: include_str!("../../languages/haskell/usages.scm"),
    sigils: &[],
    endings: &[],
    separator: None,
    prepare: None,
    places: Places {
        word_bytes: b"'",
        line_comments: &["--", "#"],
        block_comments: &[("{-", "-}")],
        rows: &[
            Place { after: After::LineStart, before: Before::But(NEVER) },
            Place {
                after: After::Words(&[
                    "data", "newtype", "type", "family", "class", "pattern", "module", "where", "let",
                    "forall",
                ]),
                before: Before::But(NEVER),
            },
            Place { after: After::Path(b".", &["module"]), before: Before::But(NEVER) },
            Place { after: After::Marks(&["`", ";", "{"]), before: Before::But(NEVER) },
            // Constructors, and classes with a context.
            Place { after: After::MarksOfCapital(&["=", "|", "=>", ".", ","]), before: Before::But(NEVER) },
            Place { after: After::Anything, before: Before::Only(&["::"]) },
            // Fields and signatures of several names, variables of a tuple.
            Place { after: After::Marks(&["(", ",", "{"]), before: Before::Only(&[",", ")", "}"]) },
        ],
        never_in: Some(is_qualified),
    },
};

/// What never follows a declared name.
const NEVER: &[&str] = &["."];
