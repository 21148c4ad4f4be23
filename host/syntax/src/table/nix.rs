//! Nix.

use crate::language::Language;
use crate::places::{After, Before, Place, Places};

pub(super) static LANGUAGE: Language = Language {
    name: "nix",
    aliases: &[],
    extensions: &["nix"],
    file_names: &[],
    interpreters: &[],
    claims: None,
    grammar: tree_sitter_nix::LANGUAGE,
    definitions: include_str!("../../languages/nix/definitions.scm"),
    usages: include_str!("../../languages/nix/usages.scm"),
    sigils: &[],
    endings: &[],
    separator: None,
    prepare: None,
    places: Places {
        word_bytes: b"-'",
        line_comments: &["#"],
        block_comments: &[("/*", "*/")],
        rows: &[
            Place { after: After::Anything, before: Before::OnlyBut(&["="], &["=="]) },
            Place { after: After::Marks(&["\""]), before: Before::Only(&["\""]) },
            Place { after: After::List(&["inherit"]), before: Before::But(NEVER) },
        ],
        never_in: None,
    },
};

/// What never follows a declared name.
const NEVER: &[&str] = &[".", "==", ":", "@", "?"];
