//! From the bytes of a file to its outline.

use std::fmt;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use tree_sitter::{ParseOptions, Tree};

use crate::compiled::{Compiled, Queries};
use crate::error::OutlineError;
use crate::found::Found;
use crate::kind::Class;
use crate::language::Language;
use crate::outline::Outline;

/// Parses files of any language, one after the other. A clone is for another thread: it shares the queries.
pub struct Parser {
    parser: tree_sitter::Parser,
    queries: Arc<Queries>,
}

impl Parser {
    /// A parser that has read no query so far. The first file of a language takes a millisecond or two more.
    #[must_use]
    pub fn new() -> Self {
        Parser { parser: tree_sitter::Parser::new(), queries: Arc::new(Queries::new()) }
    }

    /// Every identifier of a file. Any bytes will do: what does not follow the grammar leads to
    /// [`Outline::has_faults`].
    ///
    /// `go_on` is asked every few microseconds to milliseconds.
    ///
    /// # Errors
    ///
    /// [`OutlineError::Stopped`] if `go_on` said no; [`OutlineError::TooLarge`] from 4 GiB.
    pub fn outline(
        &mut self,
        language: &Language,
        source: &[u8],
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Outline, OutlineError> {
        let (found, has_faults) = self.find(language, source, &|_| true, go_on)?;
        Ok(Outline::pack(&found, has_faults))
    }

    /// What stands at each of these ranges of a file, as [`Outline::class_at`] would say, and in their order. Cheaper
    /// than an outline: only what is around them is looked at after the parse.
    ///
    /// # Errors
    ///
    /// Those of [`Parser::outline`].
    pub fn classify(
        &mut self,
        language: &Language,
        source: &[u8],
        ranges: &[Range<usize>],
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Vec<Option<Class>>, OutlineError> {
        let mut starts: Vec<usize> = ranges.iter().map(|range| range.start).collect();
        starts.sort_unstable();
        let enters = |node: Range<usize>| {
            let next = starts.partition_point(|start| *start < node.start);
            starts.get(next).is_some_and(|start| *start < node.end)
        };
        let (found, _) = self.find(language, source, &enters, go_on)?;
        let outline = Outline::pack(&found, false);
        Ok(ranges.iter().map(|range| outline.class_at(range.clone())).collect())
    }

    /// The identifiers in those nodes that `enters` lets in, and whether the file has faults.
    fn find(
        &mut self,
        language: &Language,
        source: &[u8],
        enters: &dyn Fn(Range<usize>) -> bool,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<(Vec<Found>, bool), OutlineError> {
        let queries = Arc::clone(&self.queries);
        let compiled = queries.of(language)?;
        let prepared = language.prepare.and_then(|prepare| prepare(source));
        let source = prepared.as_ref().map_or(source, |prepared| &prepared.source);
        let tree = self.parse(compiled, language, source, go_on)?;
        let found = compiled.find(&tree, source, prepared.as_ref(), enters, go_on)?;
        Ok((found, tree.root_node().has_error()))
    }

    fn parse(
        &mut self,
        compiled: &Compiled,
        language: &Language,
        source: &[u8],
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Tree, OutlineError> {
        if u32::try_from(source.len()).is_err() {
            return Err(OutlineError::TooLarge { size: source.len() });
        }
        if !go_on() {
            return Err(OutlineError::Stopped);
        }
        self.parser.set_language(&compiled.grammar).map_err(|error| OutlineError::Grammar {
            language: language.name(),
            reason: error.to_string(),
        })?;
        let mut progress = |_: &_| if go_on() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
        let options = ParseOptions::new().progress_callback(&mut progress);
        let mut rest = |from: usize, _| source.get(from..).unwrap_or_default();
        let tree = self.parser.parse_with_options(&mut rest, None, Some(options));
        // What is left of a parse that was stopped would be taken up by the next one.
        self.parser.reset();
        tree.ok_or(OutlineError::Stopped)
    }
}

impl Default for Parser {
    fn default() -> Self {
        Parser::new()
    }
}

impl Clone for Parser {
    fn clone(&self) -> Self {
        Parser { parser: tree_sitter::Parser::new(), queries: Arc::clone(&self.queries) }
    }
}

impl fmt::Debug for Parser {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Parser").finish_non_exhaustive()
    }
}
