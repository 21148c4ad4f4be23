//! What a query looks for: the shape of a node and of what is below it.

use std::num::NonZeroU16;

use tree_sitter::Language;

use super::predicate::Predicate;
use super::read::Form;

/// Shape of a node.
#[derive(Debug, Clone)]
pub(super) struct Pattern {
    pub(super) kind: KindOf,
    /// The field of its parent that the node is in, if that matters.
    pub(super) field: Option<NonZeroU16>,
    /// Fields that the node must not have.
    pub(super) absent: Vec<NonZeroU16>,
    /// Children, in this order; others may be between.
    pub(super) children: Vec<Child>,
    /// No named child comes after the last of `children`: `(a (b) .)`.
    pub(super) is_last: bool,
    /// Captures that get the node.
    pub(super) captures: Vec<usize>,
}

/// What kind of node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum KindOf {
    /// `_`
    Any,
    /// `(_)`
    Named,
    /// `(identifier)`, `"fn"`, as a number of the grammar.
    One(u16),
}

/// A child of a pattern.
#[derive(Debug, Clone)]
pub(super) struct Child {
    /// One of these shapes.
    pub(super) one_of: Vec<Pattern>,
    /// Nothing with a name comes between it and the child before: `(a . (b))`. If it has no name itself, nothing at
    /// all does.
    pub(super) is_next: bool,
    /// Whether it has a name: nodes without one are skipped in a search for the next.
    pub(super) is_named: bool,
    /// It may be missing: `?`, `*`.
    pub(super) is_optional: bool,
    /// There may be more of it: `*`, `+`.
    pub(super) is_repeated: bool,
}

/// Makes patterns of forms for one grammar.
#[derive(Debug)]
pub(super) struct Builder<'a> {
    pub(super) grammar: &'a Language,
    /// Names of captures, without `@`, in the order of their first use.
    pub(super) captures: Vec<String>,
    /// Predicates that were met within the pattern that is being built.
    pub(super) predicates: Vec<Predicate>,
}

impl Builder<'_> {
    /// The patterns of one form of the top: several for `[ … ]`, one for a group of siblings, whatever their parent is.
    pub(super) fn top(&mut self, form: &Form) -> Result<Vec<Pattern>, String> {
        match form {
            Form::List(forms) if is_group(forms) => {
                let mut group = Pattern::new(KindOf::Any);
                self.inside(&mut group, forms)?;
                match &mut group.children[..] {
                    [only] => Ok(std::mem::take(&mut only.one_of)),
                    _ => Ok(vec![group]),
                }
            }
            form => self.one_of(form),
        }
    }

    /// Adds a capture to each of some patterns.
    pub(super) fn capture(&mut self, patterns: &mut [Pattern], word: &str) {
        let name = word.trim_start_matches('@');
        let known = self.captures.iter().position(|other| other == name);
        let index = known.unwrap_or_else(|| {
            self.captures.push(name.to_owned());
            self.captures.len() - 1
        });
        patterns.iter_mut().for_each(|pattern| pattern.captures.push(index));
    }

    /// The shapes that a form stands for.
    fn one_of(&mut self, form: &Form) -> Result<Vec<Pattern>, String> {
        match form {
            Form::OneOf(forms) => {
                // As if they were children of one node, of which each is another shape of the same.
                let mut shapes = Pattern::new(KindOf::Any);
                self.inside(&mut shapes, forms)?;
                Ok(shapes.children.into_iter().flat_map(|child| child.one_of).collect())
            }
            Form::Text(text) => Ok(vec![Pattern::new(KindOf::One(self.kind(text, false)?))]),
            Form::Word(word) if word == "_" => Ok(vec![Pattern::new(KindOf::Any)]),
            Form::Word(word) => Err(format!("`{word}` is not understood here")),
            Form::List(forms) if is_group(forms) => match &self.top(form)?[..] {
                [group] if group.children.len() > 1 && group.kind == KindOf::Any => {
                    Err(format!("a group of several nodes within a node: {forms:?}"))
                }
                patterns => Ok(patterns.to_vec()),
            },
            Form::List(forms) => {
                let Some((Form::Word(kind), inside)) = forms.split_first() else {
                    return Err(format!("a node without a kind: {forms:?}"));
                };
                let kind = if kind == "_" { KindOf::Named } else { KindOf::One(self.kind(kind, true)?) };
                let mut pattern = Pattern::new(kind);
                self.inside(&mut pattern, inside)?;
                Ok(vec![pattern])
            }
        }
    }

    /// What stands in a node behind its kind: `!absent field: (child)? @capture . (child)`.
    fn inside(&mut self, pattern: &mut Pattern, forms: &[Form]) -> Result<(), String> {
        let mut field = None;
        let mut is_next = false;
        for form in forms {
            let latest = pattern.children.last_mut();
            match form {
                Form::Word(word) if word == "." => is_next = true,
                Form::Word(word) if matches!(&**word, "?" | "*" | "+") => {
                    let child = latest.ok_or_else(|| format!("`{word}` repeats nothing"))?;
                    child.is_optional = word != "+";
                    child.is_repeated = word != "?";
                }
                Form::Word(word) if word.starts_with('@') => {
                    let child = latest.ok_or_else(|| format!("`{word}` captures nothing"))?;
                    self.capture(&mut child.one_of, word);
                }
                Form::Word(word) if word.starts_with('!') => {
                    pattern.absent.push(self.field(word.trim_start_matches('!'))?);
                }
                Form::Word(word) if word.ends_with(':') => {
                    field = Some(self.field(word.trim_end_matches(':'))?);
                }
                Form::List(inner) if is_predicate(inner) => self.predicate(inner)?,
                form => {
                    let mut one_of = self.one_of(form)?;
                    one_of.iter_mut().for_each(|one| one.field = one.field.or(field));
                    field = None;
                    let is_named = one_of.iter().all(|one| self.is_named(one.kind));
                    pattern.children.push(Child {
                        one_of,
                        is_next,
                        is_named,
                        is_optional: false,
                        is_repeated: false,
                    });
                    is_next = false;
                }
            }
        }
        pattern.is_last = is_next;
        Ok(())
    }

    fn predicate(&mut self, forms: &[Form]) -> Result<(), String> {
        let predicate = Predicate::new(forms, &mut |name| {
            let known = self.captures.iter().position(|other| other == name);
            known.ok_or_else(|| format!("no capture `@{name}` comes before the predicate"))
        })?;
        self.predicates.push(predicate);
        Ok(())
    }

    fn kind(&self, name: &str, is_named: bool) -> Result<u16, String> {
        match self.grammar.id_for_node_kind(name, is_named) {
            0 => Err(format!("the grammar has no node `{name}`")),
            kind if self.grammar.node_kind_is_supertype(kind) => {
                Err(format!("`{name}` is no node of its own"))
            }
            kind => Ok(kind),
        }
    }

    fn field(&self, name: &str) -> Result<NonZeroU16, String> {
        self.grammar.field_id_for_name(name).ok_or_else(|| format!("the grammar has no field `{name}`"))
    }

    fn is_named(&self, kind: KindOf) -> bool {
        match kind {
            KindOf::Any => false,
            KindOf::Named => true,
            KindOf::One(kind) => self.grammar.node_kind_is_named(kind),
        }
    }
}

impl Pattern {
    fn new(kind: KindOf) -> Pattern {
        Pattern {
            kind,
            field: None,
            absent: Vec::new(),
            children: Vec::new(),
            is_last: false,
            captures: Vec::new(),
        }
    }
}

fn is_predicate(forms: &[Form]) -> bool {
    matches!(forms.first(), Some(Form::Word(word)) if word.starts_with('#'))
}

/// Whether parentheses are around nodes, not around the inside of one.
fn is_group(forms: &[Form]) -> bool {
    matches!(forms.first(), Some(Form::List(_) | Form::OneOf(_) | Form::Text(_)))
}
