//! Scala.

use crate::imports::is_in_scala_import;
use crate::language::Language;
use crate::places::{After, Before, Place, Places};

pub(super) static LANGUAGE: Language = Language {
    name: "scala",
    aliases: &["sc"],
    extensions: &["scala", "sc", "sbt", "mill"],
    file_names: &[],
    interpreters: &["scala", "amm", "scala-cli"],
    claims: None,
    grammar: tree_sitter_scala::LANGUAGE,
    definitions: include_str!("../../languages/scala/definitions.scm"),
    usages: include_str!("../../languages/scala/usages.scm"),
    sigils: &["`"],
    endings: &["`"],
    separator: None,
    prepare: None,
    places: Places {
        word_bytes: b"@$",
        line_comments: &["//"],
        block_comments: &[("/*", "*/")],
        rows: &[
            Place {
                after: After::Words(&[
                    "def", "class", "object", "trait", "enum", "case", "type", "val", "var", "given",
                    "package",
                ]),
                before: Before::But(NEVER),
            },
            Place { after: After::Path(b".", &["package"]), before: Before::But(NEVER) },
            // Parameters of classes, cases, all but the first of several values.
            Place { after: After::Marks(&[","]), before: Before::But(NEVER) },
            Place { after: After::Marks(&["(", ")", "]"]), before: Before::Only(&[":", ",", "`"]) },
            Place { after: After::WordFrom(b'@'), before: Before::Only(&[":", "`"]) },
            Place {
                after: After::Words(&[
                    "implicit",
                    "using",
                    "inline",
                    "override",
                    "private",
                    "protected",
                    "final",
                    "erased",
                    "tracked",
                ]),
                before: Before::Only(&[":", "`"]),
            },
        ],
        never_in: Some(is_in_scala_import),
    },
};

/// What never follows a declared name.
const NEVER: &[&str] = &[".", "]", "?"];
