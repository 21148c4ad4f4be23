//! Python.

use crate::imports::is_in_python_import;
use crate::language::Language;
use crate::places::{After, Before, Place, Places};

pub(super) static LANGUAGE: Language = Language {
    name: "python",
    aliases: &["python3", "py3"],
    extensions: &["py", "pyi", "pyw"],
    file_names: &["SConstruct", "SConscript", "wscript"],
    interpreters: &["python", "pypy", "uv"],
    claims: None,
    grammar: tree_sitter_python::LANGUAGE,
    definitions: include_str!("../../languages/python/definitions.scm"),
    usages: include_str!("../../languages/python/usages.scm"),
    sigils: &[],
    endings: &[],
    separator: None,
    prepare: None,
    places: Places {
        word_bytes: b"",
        line_comments: &["#"],
        block_comments: &[],
        rows: &[
            Place { after: After::Words(&["def", "class", "type"]), before: Before::But(&["."]) },
            Place { after: After::LineStart, before: Before::OnlyBut(TARGET, COMPARED) },
            Place {
                after: After::Marks(&[";", ":", "=", "(", ",", "[", "*", "."]),
                before: Before::OnlyBut(TARGET, COMPARED),
            },
        ],
        never_in: Some(is_in_python_import),
    },
};

/// What follows the target of an assignment.
const TARGET: &[&str] = &["=", ":", ",", ")", "]"];
const COMPARED: &[&str] = &["=="];
