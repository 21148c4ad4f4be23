//! What a query asks of the text of captured nodes.

use std::ops::Range;

use regex::bytes::Regex;

use super::read::Form;

/// A condition on captures, named by number. One that is on a capture without a node holds.
#[derive(Debug)]
pub(super) enum Predicate {
    /// The text is one of some texts, or is none of them: `#eq?`, `#any-of?`, and with `not-`.
    Is { capture: usize, texts: Vec<String>, wanted: bool },
    /// Two texts are the same, or are not: `#eq?`, `#not-eq?`.
    Same { first: usize, second: usize, wanted: bool },
    /// The text fits an expression, or does not: `#match?`, `#not-match?`.
    Fits { capture: usize, expression: Regex, wanted: bool },
    /// Between the ends of two nodes there is only this: `#adjacent?`, `#same-line?`.
    Between { first: usize, second: usize, fits: fn(&[u8]) -> bool },
    /// The node is in no scope: `#outside-scopes?`. This is for who collects the matches.
    OutsideScopes,
}

impl Predicate {
    /// Reads `(#name? @capture …)`; `capture` gives the number of a name.
    pub(super) fn new(
        forms: &[Form],
        capture: &mut dyn FnMut(&str) -> Result<usize, String>,
    ) -> Result<Predicate, String> {
        let Some((Form::Word(name), arguments)) = forms.split_first() else {
            return Err(format!("a predicate without a name: {forms:?}"));
        };
        let mut captures = Vec::new();
        let mut texts = Vec::new();
        for argument in arguments {
            match argument {
                Form::Word(word) if word.starts_with('@') => {
                    captures.push(capture(word.trim_start_matches('@'))?)
                }
                Form::Text(text) => texts.push(text.clone()),
                other => return Err(format!("{other:?} is no argument of `{name}`")),
            }
        }
        let wanted = !name.starts_with("#not-");
        match (name.trim_start_matches('#').trim_start_matches("not-"), &captures[..], &texts[..]) {
            ("eq?", &[capture], [_]) | ("any-of?", &[capture], [_, ..]) => {
                Ok(Predicate::Is { capture, texts, wanted })
            }
            ("eq?", &[first, second], []) => Ok(Predicate::Same { first, second, wanted }),
            ("match?", &[capture], [expression]) => {
                let expression = Regex::new(expression).map_err(|error| error.to_string())?;
                Ok(Predicate::Fits { capture, expression, wanted })
            }
            ("adjacent?", &[first, second], []) => {
                Ok(Predicate::Between { first, second, fits: |between| between.trim_ascii().is_empty() })
            }
            ("same-line?", &[first, second], []) => {
                Ok(Predicate::Between { first, second, fits: |between| !between.contains(&b'\n') })
            }
            ("outside-scopes?", [], []) => Ok(Predicate::OutsideScopes),
            _ => Err(format!("the predicate `{name}` is not known in this form")),
        }
    }

    /// Whether it holds; `of` gives the bytes that a capture stands at.
    pub(super) fn holds(&self, source: &[u8], of: &dyn Fn(usize) -> Option<Range<usize>>) -> bool {
        let text = |capture: usize| of(capture).and_then(|range| source.get(range));
        match self {
            Predicate::Is { capture, texts, wanted } => text(*capture)
                .is_none_or(|text| texts.iter().any(|other| other.as_bytes() == text) == *wanted),
            Predicate::Same { first, second, wanted } => match (text(*first), text(*second)) {
                (Some(first), Some(second)) => (first == second) == *wanted,
                _ => true,
            },
            Predicate::Fits { capture, expression, wanted } => {
                text(*capture).is_none_or(|text| expression.is_match(text) == *wanted)
            }
            Predicate::Between { first, second, fits } => match (of(*first), of(*second)) {
                (Some(first), Some(second)) => source.get(first.end..second.start).is_some_and(fits),
                _ => true,
            },
            Predicate::OutsideScopes => true,
        }
    }
}
