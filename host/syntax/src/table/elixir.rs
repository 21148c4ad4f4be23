//! Elixir.

use crate::language::Language;
use crate::places::{After, Before, Place, Places};

pub(super) static LANGUAGE: Language = Language {
    name: "elixir",
    aliases: &["ex"],
    extensions: &["ex", "exs"],
    file_names: &[],
    interpreters: &["elixir", "iex"],
    claims: None,
    grammar: tree_sitter_elixir::LANGUAGE,
    definitions: include_str!("../../languages/elixir/definitions.scm"),
    usages: include_str!("../../languages/elixir/usages.scm"),
    sigils: &[":"],
    endings: &[": ", ":"],
    separator: Some(b'.'),
    prepare: None,
    places: Places {
        word_bytes: b"?!",
        line_comments: &["#"],
        block_comments: &[],
        rows: &[
            Place { after: After::Words(DECLARING), before: Before::But(NEVER) },
            Place { after: After::Path(b".", &["defmodule", "defprotocol"]), before: Before::But(NEVER) },
            Place { after: After::Marks(DECLARING_CALLS), before: Before::But(NEVER) },
            // Attributes.
            Place { after: After::Marks(&["@"]), before: Before::But(NEVER) },
            // Fields of structures, and names of records.
            Place { after: After::Sigil(":", &["[", ",", "("]), before: Before::But(NEVER) },
            Place { after: After::Marks(&["[", ",", "("]), before: Before::Only(&[":"]) },
            Place { after: After::Words(&["defstruct", "defexception"]), before: Before::Only(&[":"]) },
            // Operators that are words.
            Place { after: After::Name(&["and", "in", "not", "or", "when"]), before: Before::But(NEVER) },
            Place { after: After::Anything, before: Before::OnlyBut(&["="], &["==", "=~", "=>"]) },
        ],
        never_in: None,
    },
};

/// Macros and attributes that declare what is behind them.
const DECLARING: &[&str] = &[
    "def",
    "defp",
    "defn",
    "defnp",
    "defmacro",
    "defmacrop",
    "defguard",
    "defguardp",
    "defdelegate",
    "defmodule",
    "defprotocol",
    "defrecord",
    "defrecordp",
    "type",
    "typep",
    "opaque",
    "callback",
    "macrocallback",
];

/// The same, called with brackets.
const DECLARING_CALLS: &[&str] = &[
    "def(",
    "defp(",
    "defn(",
    "defnp(",
    "defmacro(",
    "defmacrop(",
    "defguard(",
    "defguardp(",
    "defdelegate(",
    "defmodule(",
    "defprotocol(",
    "defrecord(",
    "defrecordp(",
    "type(",
    "typep(",
    "opaque(",
    "callback(",
    "macrocallback(",
];

/// What never follows a declared name.
const NEVER: &[&str] = &[".", "==", "=~", "=>", "|>"];
