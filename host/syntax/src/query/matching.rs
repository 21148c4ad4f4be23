//! Where a pattern fits into a tree.

use std::num::NonZeroU16;

use tree_sitter::{Node, TreeCursor};

use super::pattern::{Child, KindOf, Pattern};

/// A node with the field of its parent that it is in.
pub(super) type Field<'tree> = (Node<'tree>, Option<NonZeroU16>);

/// What to do with each match.
type Then<'a, 'b, 'tree> = &'a mut dyn FnMut(&mut Matcher<'b, 'tree>);

/// Steps between two questions whether to go on: some microseconds.
const STRIDE: u32 = 128;

/// Looks for patterns, one after the other.
pub(super) struct Matcher<'b, 'tree> {
    /// Captures of the match that is being made, with what they captured.
    pub(super) captured: Vec<(usize, Node<'tree>)>,
    /// `go_on` said no; nothing more is found.
    pub(super) has_stopped: bool,
    /// Goes over children; it is in use only while they are collected.
    cursor: TreeCursor<'tree>,
    go_on: &'b mut dyn FnMut() -> bool,
    steps: u32,
}

impl<'b, 'tree> Matcher<'b, 'tree> {
    pub(super) fn new(root: Node<'tree>, go_on: &'b mut dyn FnMut() -> bool) -> Matcher<'b, 'tree> {
        Matcher { captured: Vec::new(), has_stopped: false, cursor: root.walk(), go_on, steps: 0 }
    }

    /// One step of work. Two lists below one node have as many pairs as their lengths multiplied, so that a tree of few
    /// nodes can take many steps.
    pub(super) fn step(&mut self) {
        self.steps = self.steps.wrapping_add(1);
        if self.steps.is_multiple_of(STRIDE) && !(self.go_on)() {
            self.has_stopped = true;
        }
    }

    /// Puts the children of a node into `children`, in place of what was there.
    pub(super) fn children(&mut self, node: Node<'tree>, children: &mut Vec<Field<'tree>>) {
        children.clear();
        self.cursor.reset(node);
        let mut is_child = self.cursor.goto_first_child();
        while is_child {
            children.push((self.cursor.node(), self.cursor.field_id()));
            is_child = self.cursor.goto_next_sibling();
        }
    }

    /// Calls `then` once for each way in which the pattern fits a node of the right kind, with the captures in place.
    ///
    /// The recursion is as deep as the pattern, not as the tree.
    pub(super) fn each(
        &mut self,
        pattern: &Pattern,
        node: Node<'tree>,
        children: &[Field<'tree>],
        then: Then<'_, 'b, 'tree>,
    ) {
        let before = self.captured.len();
        self.captured.extend(pattern.captures.iter().map(|capture| (*capture, node)));
        let is_absent = |field: &NonZeroU16| children.iter().all(|(_, other)| *other != Some(*field));
        if pattern.absent.iter().all(is_absent) {
            self.sequence(pattern, &pattern.children, children, then);
        }
        self.captured.truncate(before);
    }

    /// Fits the rest of a pattern's children into the rest of a node's.
    fn sequence(
        &mut self,
        pattern: &Pattern,
        wanted: &[Child],
        children: &[Field<'tree>],
        then: Then<'_, 'b, 'tree>,
    ) {
        let Some((first, others)) = wanted.split_first() else {
            let is_end = || children.iter().all(|(node, _)| !node.is_named() || node.is_extra());
            if !pattern.is_last || is_end() {
                then(self);
            }
            return;
        };
        if first.is_optional {
            self.sequence(pattern, others, children, then);
        }
        let mut rest = children;
        while let Some((child, after)) = rest.split_first() {
            self.step();
            if self.has_stopped {
                return;
            }
            for one in &first.one_of {
                self.child(one, *child, &mut |matcher| {
                    matcher.sequence(pattern, others, after, then);
                    if first.is_repeated {
                        matcher.sequence(pattern, wanted, after, then);
                    }
                });
            }
            let (node, _) = child;
            if first.is_next && !node.is_extra() && (node.is_named() || !first.is_named) {
                return;
            }
            rest = after;
        }
    }

    fn child(&mut self, pattern: &Pattern, (node, field): Field<'tree>, then: Then<'_, 'b, 'tree>) {
        if pattern.field.is_some() && pattern.field != field || !pattern.kind.fits(node) {
            return;
        }
        let mut children = Vec::new();
        if !pattern.children.is_empty() || !pattern.absent.is_empty() || pattern.is_last {
            self.children(node, &mut children);
        }
        self.each(pattern, node, &children, then);
    }
}

impl KindOf {
    fn fits(self, node: Node<'_>) -> bool {
        match self {
            KindOf::Any => true,
            KindOf::Named => node.is_named(),
            KindOf::One(kind) => node.kind_id() == kind,
        }
    }
}
