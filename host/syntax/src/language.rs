//! What is known of one language.

use std::fmt;
use std::ops::Range;

use tree_sitter_language::LanguageFn;

use crate::export::Prepare;
use crate::places::Places;
use crate::table::TABLE;

/// One row of the table of languages.
pub struct Language {
    /// Lower-case, unique.
    pub(crate) name: &'static str,
    /// Other names by which people ask for it, lower-case.
    pub(crate) aliases: &'static [&'static str],
    /// Without the dot. Where two languages have one, the first of the table that `claims` the file has it.
    pub(crate) extensions: &'static [&'static str],
    /// Whole names of files that are in this language without an extension of it.
    pub(crate) file_names: &'static [&'static str],
    /// Programs that a first line `#!…` names, without a version: `python` stands for `python3.12`, too.
    pub(crate) interpreters: &'static [&'static str],
    /// Says of the beginning of a file that it is in this language, where another has the same extension. Without it
    /// every file is.
    pub(crate) claims: Option<fn(&[u8]) -> bool>,
    /// The grammar.
    pub(crate) grammar: LanguageFn,
    /// `definitions.scm`: captures on names, called as the kinds are.
    pub(crate) definitions: &'static str,
    /// `usages.scm`: `@usage` on each kind of identifier.
    pub(crate) usages: &'static str,
    /// What an identifier of the grammar may begin with that is not of the name: `#`, `$`, `r#`. At most three bytes
    /// each, longer ones before their prefixes.
    pub(crate) sigils: &'static [&'static str],
    /// What an identifier of the grammar may end with that is not of the name: a backtick, the colon of a key. Longer
    /// ones before their ends.
    pub(crate) endings: &'static [&'static str],
    /// What is between the parts of an identifier of the grammar that is a path. Each part is a name as well: the last
    /// is what the whole is, the others are usages.
    pub(crate) separator: Option<u8>,
    /// Makes of a file what its grammar understands, all positions kept; none if it is fine as it is.
    pub(crate) prepare: Option<Prepare>,
    /// Where a declared name can stand.
    pub(crate) places: Places,
}

impl Language {
    /// Its name: `rust`, `csharp`, `cpp`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Every language whose grammar is built in.
    pub fn all() -> impl Iterator<Item = &'static Language> {
        TABLE.iter().copied()
    }

    /// The language with this name, alias or extension, in any case: `rust`, `golang`, `c++`, `rs`, `.rs`. A name goes
    /// before an extension.
    #[must_use]
    pub fn by_name(name: &str) -> Option<&'static Language> {
        let name = name.to_ascii_lowercase();
        let extension = name.strip_prefix('.').unwrap_or(&name);
        Language::all()
            .find(|language| language.name == name || language.aliases.contains(&name.as_str()))
            .or_else(|| Language::all().find(|language| language.extensions.contains(&extension)))
    }

    /// The extensions of its files, without the dot.
    #[must_use]
    pub fn extensions(&self) -> &'static [&'static str] {
        self.extensions
    }

    /// Whether a declaration's name may stand at `name`, by the tokens around it. False is certain for a file that
    /// follows the grammar: no definition of it is missed. True says nothing.
    ///
    /// It reads a few bytes before and after the name, in a list of imports the list.
    #[must_use]
    pub fn may_declare(&self, source: &[u8], name: Range<usize>) -> bool {
        self.places.allow(source, name, self.sigils)
    }
}

impl fmt::Debug for Language {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Language").field(&self.name).finish()
    }
}

impl PartialEq for Language {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Language {}
