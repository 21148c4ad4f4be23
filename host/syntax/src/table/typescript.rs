//! TypeScript, and TypeScript with JSX, whose grammar reads `<` otherwise.

use crate::language::Language;
use crate::table::ecmascript::PLACES;

pub(super) static TYPESCRIPT: Language = Language {
    name: "typescript",
    aliases: &[],
    extensions: &["ts", "mts", "cts"],
    file_names: &[],
    interpreters: &["ts-node", "deno", "tsx"],
    claims: None,
    grammar: tree_sitter_typescript::LANGUAGE_TYPESCRIPT,
    definitions: include_str!("../../languages/typescript/definitions.scm"),
    usages: include_str!("../../languages/typescript/usages.scm"),
    sigils: &["#"],
    endings: &[],
    separator: None,
    prepare: None,
    places: PLACES,
};

pub(super) static TSX: Language = Language {
    name: "tsx",
    aliases: &["typescriptreact"],
    extensions: &["tsx"],
    file_names: &[],
    interpreters: &[],
    claims: None,
    grammar: tree_sitter_typescript::LANGUAGE_TSX,
    definitions: include_str!("../../languages/typescript/definitions.scm"),
    usages: include_str!("../../languages/typescript/usages.scm"),
    sigils: &["#"],
    endings: &[],
    separator: None,
    prepare: None,
    places: PLACES,
};
