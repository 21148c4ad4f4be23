//! C.

use crate::export::without_export_macros;
use crate::language::Language;
use crate::table::c_family::{PLACES, is_c};

pub(super) static LANGUAGE: Language = Language {
    name: "c",
    aliases: &[],
    extensions: &["c", "h"],
    file_names: &[],
    interpreters: &["tcc"],
    claims: Some(is_c),
    grammar: tree_sitter_c::LANGUAGE,
    definitions: include_str!("../../languages/c/definitions.scm"),
    usages: include_str!("../../languages/c/usages.scm"),
    sigils: &[],
    endings: &[],
    separator: None,
    prepare: Some(without_export_macros),
    places: PLACES,
};
