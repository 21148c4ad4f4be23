//! Ruby.

use crate::language::Language;
use crate::places::{After, Before, Place, Places};

pub(super) static LANGUAGE: Language = Language {
    name: "ruby",
    aliases: &["rb"],
    extensions: &["rb", "rake", "gemspec", "ru", "rbi", "builder", "jbuilder", "podspec", "thor"],
    file_names: &[
        "Gemfile",
        "Rakefile",
        "Vagrantfile",
        "Guardfile",
        "Capfile",
        "Podfile",
        "Fastfile",
        "Brewfile",
        "Berksfile",
        "Thorfile",
    ],
    interpreters: &["ruby", "jruby", "rake"],
    claims: None,
    grammar: tree_sitter_ruby::LANGUAGE,
    definitions: include_str!("../../languages/ruby/definitions.scm"),
    usages: include_str!("../../languages/ruby/usages.scm"),
    sigils: &["@@", "@", "$", ":"],
    endings: &[],
    separator: None,
    prepare: None,
    places: Places {
        word_bytes: b"?!",
        line_comments: &["#"],
        block_comments: &[("=begin", "=end")],
        rows: &[
            Place {
                after: After::Words(&[
                    "def",
                    "class",
                    "module",
                    "alias",
                    "alias_method",
                    "define",
                    "define_method",
                    "define_singleton_method",
                    "new",
                ]),
                before: Before::But(NEVER),
            },
            Place { after: After::Words(ATTRIBUTES), before: Before::But(NEVER) },
            Place {
                after: After::Path(b".:", &["def", "class", "module", "alias"]),
                before: Before::But(NEVER),
            },
            // Arguments of `attr_reader(` and others, of `Struct.new(`.
            Place { after: After::Sigil(":", &["(", ","]), before: Before::But(NEVER) },
            Place { after: After::Marks(&["\"", "'"]), before: Before::Only(&["\"", "'"]) },
            Place { after: After::Anything, before: Before::OnlyBut(&["=", "||="], &["==", "=~", "=>"]) },
            // Several variables: all but the last.
            Place { after: After::LineStart, before: Before::Only(&[","]) },
            Place {
                after: After::Words(&["then", "do", "else", "begin", "ensure"]),
                before: Before::Only(&[","]),
            },
            Place { after: After::Marks(&[";", "{", "|", ",", "*", "("]), before: Before::Only(&[","]) },
        ],
        never_in: None,
    },
};

/// Methods that declare methods by the names of attributes.
const ATTRIBUTES: &[&str] = &[
    "attr",
    "attr_reader",
    "attr_writer",
    "attr_accessor",
    "cattr_reader",
    "cattr_writer",
    "cattr_accessor",
    "mattr_reader",
    "mattr_writer",
    "mattr_accessor",
    "thread_cattr_reader",
    "thread_cattr_writer",
    "thread_cattr_accessor",
    "thread_mattr_reader",
    "thread_mattr_writer",
    "thread_mattr_accessor",
    "class_attribute",
];

/// What never follows a declared name.
const NEVER: &[&str] = &[".", "&.", "=>"];
