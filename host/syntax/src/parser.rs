//! From the bytes of a file to its outline.

use std::fmt;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use tree_sitter::{ParseOptions, QueryCursor, Tree};

use crate::compiled::{Compiled, Finds, Queries};
use crate::error::OutlineError;
use crate::kind::Class;
use crate::language::Language;
use crate::outline::Outline;

/// Ranges up to which each is looked up alone. With more of them the whole outline is as cheap.
const FEW: usize = 32;

/// Parses files of any language, one after the other. A clone is for another thread: it shares what was compiled.
pub struct Parser {
    parser: tree_sitter::Parser,
    queries: Arc<Queries>,
}

impl Parser {
    /// A parser that has compiled nothing so far. The first file of a language takes some milliseconds more.
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
        let queries = Arc::clone(&self.queries);
        let compiled = queries.of(language)?;
        let prepared = language.prepare.and_then(|prepare| prepare(source));
        let source = prepared.as_ref().map_or(source, |prepared| &prepared.source);
        let tree = self.parse(compiled, language, source, go_on)?;
        let mut finds = Finds::default();
        finds.add_blanked(&tree, prepared.as_ref());
        compiled.find(&tree, source, &mut QueryCursor::new(), &mut finds, go_on)?;
        Ok(Outline::pack(&compiled.in_order(finds), tree.root_node().has_error()))
    }

    /// What stands at each of these ranges of a file, as [`Outline::class_at`] would say, and in their order. Cheaper
    /// than an outline if they are few.
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
        if ranges.len() > FEW {
            let outline = self.outline(language, source, go_on)?;
            return Ok(ranges.iter().map(|range| outline.class_at(range.clone())).collect());
        }
        let queries = Arc::clone(&self.queries);
        let compiled = queries.of(language)?;
        let prepared = language.prepare.and_then(|prepare| prepare(source));
        let source = prepared.as_ref().map_or(source, |prepared| &prepared.source);
        let tree = self.parse(compiled, language, source, go_on)?;
        let mut finds = Finds::default();
        finds.add_blanked(&tree, prepared.as_ref());
        for range in ranges {
            let mut cursor = QueryCursor::new();
            cursor.set_byte_range(range.clone());
            compiled.find(&tree, source, &mut cursor, &mut finds, go_on)?;
        }
        let outline = Outline::pack(&compiled.in_order(finds), false);
        Ok(ranges.iter().map(|range| outline.class_at(range.clone())).collect())
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
