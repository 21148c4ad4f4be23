//! JavaScript, with JSX.

use crate::language::Language;
use crate::table::ecmascript::PLACES;

pub(super) static LANGUAGE: Language = Language {
    name: "javascript",
    aliases: &["ecmascript", "node", "nodejs"],
    extensions: &["js", "jsx", "mjs", "cjs", "es6"],
    file_names: &["Jakefile"],
    interpreters: &["node", "nodejs", "bun", "qjs"],
    claims: None,
    grammar: tree_sitter_javascript::LANGUAGE,
    definitions: include_str!("../../languages/javascript/definitions.scm"),
    usages: include_str!("../../languages/javascript/usages.scm"),
    sigils: &["#"],
    endings: &[],
    separator: None,
    prepare: None,
    places: PLACES,
};
