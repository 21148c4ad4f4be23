//! HCL, the language of Terraform and others.

use crate::language::Language;
use crate::places::{After, Before, Place, Places};

pub(super) static LANGUAGE: Language = Language {
    name: "hcl",
    aliases: &["terraform", "tf"],
    extensions: &["tf", "hcl", "tfvars", "nomad", "tofu"],
    file_names: &[],
    interpreters: &[],
    claims: None,
    grammar: tree_sitter_hcl::LANGUAGE,
    definitions: include_str!("../../languages/hcl/definitions.scm"),
    usages: include_str!("../../languages/hcl/usages.scm"),
    sigils: &[],
    endings: &[],
    separator: None,
    prepare: None,
    places: Places {
        word_bytes: b"-",
        line_comments: &["#", "//"],
        block_comments: &[("/*", "*/")],
        rows: &[
            // Labels of blocks.
            Place { after: After::Marks(&["\""]), before: Before::Only(&["\"", "{"]) },
            Place { after: After::WordsBut(&[]), before: Before::Only(&["{"]) },
            Place { after: After::Anything, before: Before::OnlyBut(&["="], &["==", "=>"]) },
        ],
        never_in: None,
    },
};
