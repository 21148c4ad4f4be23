//! Rust.

use crate::imports::is_in_use_list;
use crate::language::Language;
use crate::places::{After, Before, Place, Places};

pub(super) static LANGUAGE: Language = Language {
    name: "rust",
    aliases: &[],
    extensions: &["rs"],
    file_names: &[],
    interpreters: &["rust-script", "cargo-eval"],
    claims: None,
    grammar: tree_sitter_rust::LANGUAGE,
    definitions: include_str!("../../languages/rust/definitions.scm"),
    usages: include_str!("../../languages/rust/usages.scm"),
    sigils: &["r#"],
    endings: &[],
    separator: None,
    prepare: None,
    places: Places {
        word_bytes: b"#",
        line_comments: &["//"],
        block_comments: &[("/*", "*/")],
        rows: &[
            Place {
                after: After::Words(&["fn", "struct", "enum", "union", "trait", "type", "mod"]),
                before: Before::But(PATH),
            },
            // `*const T` and `&mut T` are no declarations; `let f = |x| x` is one.
            Place {
                after: After::Words(&["const", "static", "mut", "ref", "let"]),
                before: Before::OnlyBut(&[":", "="], PATH),
            },
            Place { after: After::Marks(&["!"]), before: Before::Only(&["{", "(", "["]) },
            // Fields and members of enumerations.
            Place { after: After::Words(&["pub", "crate"]), before: Before::OnlyBut(MEMBER, PATH) },
            Place { after: After::Marks(&["{", ",", "]", ")"]), before: Before::OnlyBut(MEMBER, PATH) },
        ],
        never_in: Some(is_in_use_list),
    },
};

const PATH: &[&str] = &["::"];
const MEMBER: &[&str] = &[":", ",", "}", "(", "{", "="];
