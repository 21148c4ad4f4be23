//! Bash, and other shells of its family.

use crate::language::Language;
use crate::places::{After, Before, Place, Places};

pub(super) static LANGUAGE: Language = Language {
    name: "bash",
    aliases: &["shell", "zsh", "ksh"],
    extensions: &["sh", "bash", "zsh", "ksh", "bats", "ebuild", "eclass"],
    file_names: &[
        ".bashrc",
        ".bash_profile",
        ".bash_aliases",
        ".bash_login",
        ".bash_logout",
        ".profile",
        ".zshrc",
        ".zshenv",
        ".zprofile",
        ".envrc",
        "PKGBUILD",
        "APKBUILD",
    ],
    interpreters: &["bash", "sh", "dash", "zsh", "ksh", "mksh", "ash", "bats"],
    claims: None,
    grammar: tree_sitter_bash::LANGUAGE,
    definitions: include_str!("../../languages/bash/definitions.scm"),
    usages: include_str!("../../languages/bash/usages.scm"),
    sigils: &[],
    endings: &[],
    separator: None,
    prepare: None,
    places: Places {
        word_bytes: b"-",
        line_comments: &["#"],
        block_comments: &[],
        rows: &[
            Place { after: After::Words(&["function"]), before: Before::Anything },
            Place { after: After::Anything, before: Before::Only(&["(", "=", "+="]) },
        ],
        never_in: None,
    },
};
