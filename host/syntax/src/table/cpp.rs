//! C++.

use crate::export::without_export_macros;
use crate::language::Language;
use crate::table::c_family::{PLACES, is_cpp};

pub(super) static LANGUAGE: Language = Language {
    name: "cpp",
    aliases: &["c++", "cplusplus"],
    extensions: &[
        "cpp", "cc", "cxx", "c++", "C", "hpp", "hh", "hxx", "h++", "H", "ipp", "ixx", "inl", "tpp", "txx",
        "cppm", "cu", "cuh", "ino", "h",
    ],
    file_names: &[],
    interpreters: &[],
    claims: Some(is_cpp),
    grammar: tree_sitter_cpp::LANGUAGE,
    definitions: include_str!("../../languages/cpp/definitions.scm"),
    usages: include_str!("../../languages/cpp/usages.scm"),
    sigils: &[],
    endings: &[],
    separator: None,
    prepare: Some(without_export_macros),
    places: PLACES,
};
