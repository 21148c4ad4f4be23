//! The queries of a language, compiled for its grammar.

use std::ops::{ControlFlow, Range};
use std::sync::OnceLock;

use tree_sitter::{
    Query, QueryCursor, QueryCursorOptions, QueryMatch, QueryPredicateArg, StreamingIterator, Tree,
};

use crate::error::OutlineError;
use crate::export::Prepared;
use crate::found::{Found, MAX_SIGIL, in_order};
use crate::kind::{Class, Kind};
use crate::language::Language;

/// The queries of all languages, each compiled when it is first needed.
#[derive(Debug)]
pub(crate) struct Queries {
    /// In the order of the table.
    compiled: Box<[OnceLock<Result<Compiled, String>>]>,
}

impl Queries {
    pub(crate) fn new() -> Self {
        Queries { compiled: Language::all().map(|_| OnceLock::new()).collect() }
    }

    /// The compiled queries of a language.
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
    captures: Vec<Capture>,
    sigils: &'static [&'static str],
    /// What has to be between two captures.
    between: Vec<Between>,
    /// Patterns that only count outside of all scopes: `#outside-scopes?`.
    outside: Vec<usize>,
}

/// What a capture says of its node.
#[derive(Debug, Clone, Copy)]
enum Capture {
    /// It is a name: `@function`, `@usage`.
    Name(Class),
    /// What is declared in it is local: `@scope`.
    Scope,
    /// It only serves a predicate: `@_name`.
    Helper,
}

/// What the queries find in a file or in parts of it.
#[derive(Debug, Default)]
pub(crate) struct Finds {
    /// In no order, names more than once.
    names: Vec<Found>,
    /// In no order, one in the other.
    scopes: Vec<Range<u32>>,
}

impl Finds {
    /// Adds the macros that the parser did not see, but where they stand in a comment or in a string.
    pub(crate) fn add_blanked(&mut self, tree: &Tree, prepared: Option<&Prepared>) {
        for range in prepared.into_iter().flat_map(|prepared| &prepared.blanked) {
            let node = tree.root_node().descendant_for_byte_range(range.start, range.end);
            let is_text =
                node.is_some_and(|node| node.kind().contains("comment") || node.kind().contains("string"));
            if !is_text {
                let (start, end) = (position(range.start), position(range.end));
                self.names.push(Found { start, end, sigil: 0, pattern: usize::MAX, class: Class::Usage });
            }
        }
    }
}

/// What has to be between the first and the second of two captures of a pattern.
#[derive(Debug)]
struct Between {
    pattern: usize,
    first: u32,
    second: u32,
    fits: Fits,
}

/// Whether these bytes may be between two captures.
type Fits = fn(&[u8]) -> bool;

/// Our predicates over two captures. The anchor `.` of queries leaves out punctuation, which is no node with a name;
/// and no query sees lines.
const BETWEEN: [(&str, Fits); 2] = [
    ("adjacent?", |between| between.trim_ascii().is_empty()),
    ("same-line?", |between| !between.contains(&b'\n')),
];

impl Compiled {
    fn new(language: &Language) -> Result<Compiled, String> {
        let grammar = tree_sitter::Language::new(language.grammar);
        let text = format!("{}\n{}", language.definitions, language.usages);
        let query = Query::new(&grammar, &text).map_err(|error| error.to_string())?;
        let capture = |name: &&str| match *name {
            "usage" => Ok(Capture::Name(Class::Usage)),
            "scope" => Ok(Capture::Scope),
            name if name.starts_with('_') => Ok(Capture::Helper),
            name => match Kind::by_name(name) {
                Some(kind) => Ok(Capture::Name(Class::Definition(kind))),
                None => Err(format!("no kind has the name of the capture `@{name}`")),
            },
        };
        let captures = query.capture_names().iter().map(capture).collect::<Result<_, _>>()?;
        let mut compiled = Compiled {
            grammar,
            query,
            captures,
            sigils: language.sigils,
            between: Vec::new(),
            outside: Vec::new(),
        };
        compiled.read_predicates()?;
        Ok(compiled)
    }

    /// Reads our own predicates; any other that the library does not know is a mistake.
    fn read_predicates(&mut self) -> Result<(), String> {
        for pattern in 0..self.query.pattern_count() {
            for predicate in self.query.general_predicates(pattern) {
                let between = BETWEEN.iter().find(|(operator, _)| *operator == &*predicate.operator);
                match (&*predicate.operator, &*predicate.args, between) {
                    (
                        _,
                        &[QueryPredicateArg::Capture(first), QueryPredicateArg::Capture(second)],
                        Some((_, fits)),
                    ) => {
                        self.between.push(Between { pattern, first, second, fits: *fits });
                    }
                    ("outside-scopes?", [], _) => self.outside.push(pattern),
                    (operator, ..) => {
                        return Err(format!("the predicate `#{operator}` is not known in this form"));
                    }
                }
            }
        }
        Ok(())
    }

    /// Adds to `finds` what the queries find where `cursor` is set to look.
    pub(crate) fn find(
        &self,
        tree: &Tree,
        source: &[u8],
        cursor: &mut QueryCursor,
        finds: &mut Finds,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<(), OutlineError> {
        let mut stopped = false;
        let mut progress = |_: &_| {
            stopped = stopped || !go_on();
            if stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let options = QueryCursorOptions::new().progress_callback(&mut progress);
        let mut matches = cursor.matches_with_options(&self.query, tree.root_node(), source, options);
        while let Some(one) = matches.next() {
            if !self.fits_between(one, source) {
                continue;
            }
            for capture in one.captures() {
                match self.captures.get(capture.index as usize) {
                    Some(Capture::Name(class)) => {
                        finds.names.push(self.found(capture.node, source, one.pattern_index, *class));
                    }
                    Some(Capture::Scope) => {
                        finds
                            .scopes
                            .push(position(capture.node.start_byte())..position(capture.node.end_byte()));
                    }
                    Some(Capture::Helper) | None => {}
                }
            }
        }
        drop(matches);
        if stopped { Err(OutlineError::Stopped) } else { Ok(()) }
    }

    /// What was found in order of position, one for each name: the one of the first pattern that counts.
    pub(crate) fn in_order(&self, finds: Finds) -> Vec<Found> {
        let Finds { mut names, mut scopes } = finds;
        if !self.outside.is_empty() {
            scopes.sort_unstable_by_key(|scope| scope.start);
            // Of scopes in each other the outermost is enough.
            scopes.dedup_by(|later, kept| later.end <= kept.end);
            names.retain(|name| !self.outside.contains(&name.pattern) || !is_inside(&scopes, name.start));
        }
        in_order(names)
    }

    /// Whether between captures there is what should be.
    fn fits_between(&self, one: &QueryMatch<'_, '_>, source: &[u8]) -> bool {
        let wanted = self.between.iter().filter(|between| between.pattern == one.pattern_index);
        wanted.into_iter().all(|between| {
            let node = |index| one.nodes_for_capture_index(index).next();
            let (Some(first), Some(second)) = (node(between.first), node(between.second)) else {
                return false;
            };
            source.get(first.end_byte()..second.start_byte()).is_some_and(between.fits)
        })
    }

    fn found(&self, node: tree_sitter::Node<'_>, source: &[u8], pattern: usize, class: Class) -> Found {
        let range = node.byte_range();
        let text = source.get(range.clone()).unwrap_or_default();
        let sigil = self.sigils.iter().find(|sigil| text.starts_with(sigil.as_bytes()));
        let sigil = sigil.map_or(0, |sigil| sigil.len()).min(MAX_SIGIL).min(text.len());
        Found {
            start: position(range.start + sigil),
            end: position(range.end),
            sigil: u8::try_from(sigil).unwrap_or(0),
            pattern,
            class,
        }
    }
}

/// The parser refuses files whose positions have more than 32 bits.
fn position(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Whether a position is in one of the scopes, which are in order and apart.
fn is_inside(scopes: &[Range<u32>], at: u32) -> bool {
    let after = scopes.partition_point(|scope| scope.start <= at);
    after.checked_sub(1).and_then(|last| scopes.get(last)).is_some_and(|scope| at < scope.end)
}
