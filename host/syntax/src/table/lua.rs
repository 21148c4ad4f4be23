//! Lua.

use crate::language::Language;
use crate::places::{After, Before, Place, Places};

pub(super) static LANGUAGE: Language = Language {
    name: "lua",
    aliases: &[],
    extensions: &["lua", "rockspec", "nse"],
    file_names: &[".luacheckrc"],
    interpreters: &["lua", "luajit", "texlua"],
    claims: None,
    grammar: tree_sitter_lua::LANGUAGE,
    definitions: include_str!("../../languages/lua/definitions.scm"),
    usages: include_str!("../../languages/lua/usages.scm"),
    sigils: &[],
    endings: &[],
    separator: None,
    prepare: None,
    places: Places {
        word_bytes: b"",
        line_comments: &["--"],
        block_comments: &[("--[[", "]]"), ("--[=", "]=]"), ("--[==", "]==]"), ("--[===", "]===]")],
        rows: &[
            Place { after: After::Words(&["function", "local"]), before: Before::But(NEVER) },
            Place { after: After::Path(b".:", &["function"]), before: Before::But(NEVER) },
            Place { after: After::Anything, before: Before::OnlyBut(&["="], &["=="]) },
            Place { after: After::List(&["local"]), before: Before::But(NEVER) },
            // All but the last of several variables or fields.
            Place { after: After::LineStart, before: Before::Only(&[","]) },
            Place {
                after: After::WordsBut(&["and", "in", "not", "or", "return"]),
                before: Before::Only(&[","]),
            },
            Place {
                after: After::Marks(&[".", ")", "]", "}", ";", "\"", "'", ","]),
                before: Before::Only(&[","]),
            },
            Place { after: After::Marks(&["\"", "'"]), before: Before::Only(&["\"", "'"]) },
        ],
        never_in: None,
    },
};

/// What never follows a declared name.
const NEVER: &[&str] = &[".", ":", "[", "=="];
