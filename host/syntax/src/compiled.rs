//! The queries of a language, read for its grammar.

use std::ops::Range;
use std::sync::OnceLock;

use tree_sitter::Tree;

use crate::error::OutlineError;
use crate::export::Prepared;
use crate::found::{Finds, Found, MAX_SIGIL};
use crate::kind::{Class, Kind};
use crate::language::Language;
use crate::query::{Captured, Query, Stopped};

/// The queries of all languages, each read when it is first needed.
#[derive(Debug)]
pub(crate) struct Queries {
    /// In the order of the table.
    compiled: Box<[OnceLock<Result<Compiled, String>>]>,
}

impl Queries {
    pub(crate) fn new() -> Self {
        Queries { compiled: Language::all().map(|_| OnceLock::new()).collect() }
    }

    /// The queries of a language.
    ///
    /// # Errors
    ///
    /// The grammar or a query does not load.
    pub(crate) fn of(&self, language: &Language) -> Result<&Compiled, OutlineError> {
        let place = Language::all().position(|other| other == language);
        let slot = place.and_then(|place| self.compiled.get(place));
        let compiled = slot.map(|slot| slot.get_or_init(|| Compiled::new(language)));
        let failed =
            |reason: &str| OutlineError::Grammar { language: language.name(), reason: reason.into() };
        compiled.ok_or_else(|| failed("not in the table"))?.as_ref().map_err(|reason| failed(reason))
    }
}

/// The queries of one language as one: definitions first, so that they win over usages.
#[derive(Debug)]
pub(crate) struct Compiled {
    pub(crate) grammar: tree_sitter::Language,
    query: Query,
    /// What each capture says.
    captures: Vec<Says>,
    sigils: &'static [&'static str],
    endings: &'static [&'static str],
    separator: Option<u8>,
}

/// What a capture says of its node.
#[derive(Debug, Clone, Copy)]
enum Says {
    /// It is a name: `@function`, `@usage`.
    Name(Class),
    /// What is declared in it is local: `@scope`.
    Scope,
    /// It only serves a predicate: `@_name`.
    Nothing,
}

impl Compiled {
    fn new(language: &Language) -> Result<Compiled, String> {
        let grammar = tree_sitter::Language::new(language.grammar);
        let query = Query::new(&grammar, &format!("{}\n{}", language.definitions, language.usages))?;
        let says = |name: &String| match &**name {
            "usage" => Ok(Says::Name(Class::Usage)),
            "scope" => Ok(Says::Scope),
            name if name.starts_with('_') => Ok(Says::Nothing),
            name => match Kind::by_name(name) {
                Some(kind) => Ok(Says::Name(Class::Definition(kind))),
                None => Err(format!("no kind has the name of the capture `@{name}`")),
            },
        };
        let captures = query.captures().iter().map(says).collect::<Result<_, _>>()?;
        let Language { sigils, endings, separator, .. } = *language;
        Ok(Compiled { grammar, query, captures, sigils, endings, separator })
    }

    /// What the queries find where `enters` lets them look, and the macros that the parser did not see.
    ///
    /// # Errors
    ///
    /// [`OutlineError::Stopped`] if `go_on` said no.
    pub(crate) fn find(
        &self,
        tree: &Tree,
        source: &[u8],
        prepared: Option<&Prepared>,
        enters: &dyn Fn(Range<usize>) -> bool,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Vec<Found>, OutlineError> {
        let mut finds = Finds::default();
        let mut add = |captured: Captured<'_>| match self.captures.get(captured.capture) {
            Some(Says::Name(class)) => self.add(captured, source, *class, &mut finds.names),
            Some(Says::Scope) => finds.scopes.push(positions(captured.node.byte_range())),
            Some(Says::Nothing) | None => {}
        };
        let found = self.query.each(tree.root_node(), source, enters, go_on, &mut add);
        found.map_err(|Stopped| OutlineError::Stopped)?;
        for name in prepared.into_iter().flat_map(|prepared| &prepared.blanked) {
            if !is_text(tree, name) {
                let Range { start, end } = positions(name.clone());
                finds.names.push(Found { start, end, sigil: 0, class: Class::Usage, ..Found::LAST });
            }
        }
        Ok(finds.in_order())
    }

    /// Adds the name that was captured, and the parts of it if it is a path. Where the parser put in an empty node for
    /// one that is missing there is none.
    fn add(&self, captured: Captured<'_>, source: &[u8], class: Class, names: &mut Vec<Found>) {
        let range = captured.node.byte_range();
        let text = source.get(range.clone()).unwrap_or_default();
        let begins = |sigil: &&&str| text.strip_prefix(sigil.as_bytes()).is_some_and(starts_word);
        let sigil = self.sigils.iter().find(begins).map_or(0, |sigil| sigil.len()).min(MAX_SIGIL);
        let text = text.get(sigil..).unwrap_or_default();
        let is_word = starts_word(text);
        let ending = self.endings.iter().find_map(|ending| text.strip_suffix(ending.as_bytes()));
        let text = ending.filter(|_| is_word).unwrap_or(text);
        if text.is_empty() {
            return;
        }
        let first = range.start + sigil;
        let Range { start, end } = positions(first..first + text.len());
        let Captured { form, outside_scopes, .. } = captured;
        let sigil = u8::try_from(sigil).unwrap_or(0);
        let whole = Found { start, end, sigil, form, class, outside_scopes };
        names.push(whole);
        let separator = self.separator.filter(|separator| is_word && text.contains(separator));
        let mut first = first;
        for part in separator.into_iter().flat_map(|separator| text.split(move |byte| *byte == separator)) {
            let Range { start, end } = positions(first..first + part.len());
            let class = if end == whole.end { class } else { Class::Usage };
            names.push(Found { start, end, sigil: 0, class, ..whole });
            first += part.len() + 1;
        }
    }
}

/// Whether a word begins here, and no operator: `:` is a sigil in `:name`, and none in `::`.
fn starts_word(text: &[u8]) -> bool {
    text.first().is_some_and(|byte| *byte == b'_' || !byte.is_ascii_punctuation())
}

/// Whether a range is in a comment or in a string.
fn is_text(tree: &Tree, range: &Range<usize>) -> bool {
    let node = tree.root_node().descendant_for_byte_range(range.start, range.end);
    node.is_some_and(|node| node.kind().contains("comment") || node.kind().contains("string"))
}

/// The parser refuses files whose positions have more than 32 bits.
fn positions(range: Range<usize>) -> Range<u32> {
    let position = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    position(range.start)..position(range.end)
}
