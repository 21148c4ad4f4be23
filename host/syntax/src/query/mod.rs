//! Queries: what `definitions.scm` and `usages.scm` look for in a tree.
//!
//! The format is that of tree-sitter's queries, without supertypes and without groups of several nodes within a node.
//! The library's own engine is not used: before it runs it analyses a query for everything that the grammar could
//! parse, which takes from 0.1 to 0.9 s for one of ours, longer than most searches. Here a query is read in a
//! millisecond.

mod matching;
mod pattern;
mod predicate;
mod read;

use std::ops::Range;

use tree_sitter::{Language, Node};

use matching::Matcher;
use pattern::{Builder, KindOf, Pattern};
use predicate::Predicate;
use read::read;

/// Queries that were read for one grammar.
#[derive(Debug)]
pub(crate) struct Query {
    forms: Vec<FormRules>,
    patterns: Vec<Rooted>,
    /// By kind of node: the patterns whose root is of this kind, as places in `patterns`.
    by_kind: Vec<Vec<usize>>,
    /// The patterns whose root is of any kind.
    of_any: Vec<usize>,
    captures: Vec<String>,
}

/// What holds for all patterns of a form of the text.
#[derive(Debug)]
struct FormRules {
    predicates: Vec<Predicate>,
    outside_scopes: bool,
}

#[derive(Debug)]
struct Rooted {
    /// The form that it comes from, as a place in the text.
    form: usize,
    pattern: Pattern,
}

/// A captured node.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Captured<'tree> {
    /// Which capture, as a place in [`Query::captures`].
    pub(crate) capture: usize,
    /// What was captured.
    pub(crate) node: Node<'tree>,
    /// The number of the form in the text: of two that capture one node, the lower one counts.
    pub(crate) form: usize,
    /// It only counts outside of scopes.
    pub(crate) outside_scopes: bool,
}

/// `go_on` said no.
#[derive(Debug)]
pub(crate) struct Stopped;

impl Query {
    /// Reads a text for a grammar.
    ///
    /// # Errors
    ///
    /// What is wrong with the text: its form, or a name that the grammar does not have.
    pub(crate) fn new(grammar: &Language, text: &str) -> Result<Query, String> {
        let mut builder = Builder { grammar, captures: Vec::new(), predicates: Vec::new() };
        let mut query = Query {
            forms: Vec::new(),
            patterns: Vec::new(),
            by_kind: vec![Vec::new(); grammar.node_kind_count()],
            of_any: Vec::new(),
            captures: Vec::new(),
        };
        let mut latest: Vec<Pattern> = Vec::new();
        // A capture of a whole form stands behind it.
        for form in read(text)? {
            match &form {
                read::Form::Word(word) if word.starts_with('@') => builder.capture(&mut latest, word),
                form => {
                    query.add(&mut latest, &mut builder);
                    latest = builder.top(form)?;
                }
            }
        }
        query.add(&mut latest, &mut builder);
        query.captures = builder.captures;
        Ok(query)
    }

    /// Adds the patterns of one form.
    fn add(&mut self, patterns: &mut Vec<Pattern>, builder: &mut Builder<'_>) {
        for pattern in patterns.drain(..) {
            let place = self.patterns.len();
            match pattern.kind {
                KindOf::One(kind) => {
                    self.by_kind.get_mut(usize::from(kind)).into_iter().for_each(|places| places.push(place));
                }
                KindOf::Any | KindOf::Named => self.of_any.push(place),
            }
            self.patterns.push(Rooted { form: self.forms.len(), pattern });
        }
        let predicates = std::mem::take(&mut builder.predicates);
        let outside_scopes = predicates.iter().any(|one| matches!(one, Predicate::OutsideScopes));
        self.forms.push(FormRules { predicates, outside_scopes });
    }

    /// Names of the captures, without `@`.
    pub(crate) fn captures(&self) -> &[String] {
        &self.captures
    }

    /// Hands every captured node to `found`, in no order, some more than once. Only nodes that `enters` lets in are
    /// looked at, with their children and what a pattern names below them.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if `go_on` said no.
    pub(crate) fn each<'tree>(
        &self,
        root: Node<'tree>,
        source: &[u8],
        enters: &dyn Fn(Range<usize>) -> bool,
        go_on: &mut dyn FnMut() -> bool,
        found: &mut dyn FnMut(Captured<'tree>),
    ) -> Result<(), Stopped> {
        let mut matcher = Matcher::new(root, go_on);
        let mut waiting = vec![root];
        let mut children = Vec::new();
        while let Some(node) = waiting.pop() {
            matcher.step();
            if matcher.has_stopped {
                return Err(Stopped);
            }
            if node.child_count() == 0 {
                children.clear();
            } else {
                matcher.children(node, &mut children);
            }
            let of_kind = self.by_kind.get(usize::from(node.kind_id()));
            for place in of_kind.into_iter().flatten().chain(&self.of_any) {
                let Some(rooted) = self.patterns.get(*place) else { continue };
                let is_named = rooted.pattern.kind != KindOf::Named || node.is_named();
                let Some(rules) = self.forms.get(rooted.form).filter(|_| is_named) else { continue };
                matcher.each(&rooted.pattern, node, &children, &mut |matcher| {
                    let of = |wanted: usize| {
                        let captured = matcher.captured.iter().find(|(capture, _)| *capture == wanted);
                        captured.map(|(_, node)| node.byte_range())
                    };
                    if rules.predicates.iter().all(|predicate| predicate.holds(source, &of)) {
                        for (capture, node) in &matcher.captured {
                            found(Captured {
                                capture: *capture,
                                node: *node,
                                form: rooted.form,
                                outside_scopes: rules.outside_scopes,
                            });
                        }
                    }
                });
            }
            waiting
                .extend(children.iter().map(|(child, _)| *child).filter(|child| enters(child.byte_range())));
        }
        if matcher.has_stopped { Err(Stopped) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests;
