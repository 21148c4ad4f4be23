//! Ways of writing a hunk that keep it from being found, told so that the next try is right.

use std::collections::BTreeMap;

use super::near::Near;
use super::{Finder, LISTED};
use crate::refusal::listed;
use crate::syntax::{Hunk, HunkLine, LineKind};
use crate::text::{Pass, trimmed};

/// Empty lines among added ones that lack their `+`.
pub(super) struct Unsigned {
    /// Where the hunk stands without them, and the first of them; none if nothing else of it is in a file.
    pub(super) near: Option<Near>,
    /// What would be right.
    pub(super) hint: String,
}

impl<'p> Finder<'_, 'p> {
    /// Empty lines beside added ones, if they are all that keeps the hunk from being found.
    pub(super) fn unsigned(&mut self, hunk: &Hunk<'p>) -> Option<Unsigned> {
        let lines: Vec<HunkLine<'p>> = hunk.lines().collect();
        let unsigned = beside_added(&lines);
        let old = || lines.iter().zip(&unsigned).filter(|(line, _)| line.kind != LineKind::Add);
        let first = old().position(|(_, is_unsigned)| *is_unsigned)?;
        let rest: Vec<&[u8]> =
            old().filter(|(_, is_unsigned)| !**is_unsigned).map(|(line, _)| line.text).collect();
        let near = if rest.is_empty() {
            None
        } else {
            let whole = 0..self.lines.count();
            let start = |pass| self.starts(pass, &rest, &whole, 1).ok()?.first().copied();
            let start = Pass::ALL.into_iter().find_map(start)?;
            Some(Near { start, difference: Some(first) })
        };
        let numbers = lines.iter().zip(&unsigned).filter(|(_, is_unsigned)| **is_unsigned);
        let numbers: Vec<usize> = numbers.map(|(line, _)| line.line).take(LISTED).collect();
        let hint = format!(
            "An empty line without a prefix is context: to add one, put `+` on it ({} of the patch).",
            listed(&numbers)
        );
        Some(Unsigned { near, hint })
    }

    /// What to do where another hunk adds what this one asks for: lines of the patch, by number and text, that are
    /// nowhere in the file.
    pub(super) fn added_by_another(
        &mut self,
        hunk: &Hunk<'p>,
        asked: impl Iterator<Item = (usize, &'p [u8])>,
    ) -> Option<String> {
        let index = self.index(Pass::Folded);
        let mut missing = BTreeMap::new();
        for (number, text) in asked {
            let text = trimmed(text);
            if !text.is_empty() && index.places(text).is_empty() {
                missing.entry(text).or_insert(number);
            }
        }
        let others = self.hunks.iter().filter(|other| other.line != hunk.line).flat_map(Hunk::lines);
        let added = others.filter(|line| line.kind == LineKind::Add);
        let pairs = added.filter_map(|line| Some((*missing.get(trimmed(line.text))?, line.line)));
        let (asked, added) = pairs.min()?;
        Some(format!(
            "Line {added} of the patch adds what line {asked} asks for: make one hunk of the two, since every hunk is \
             applied to the file as it is, not to what another makes of it."
        ))
    }
}

/// Of each line whether it is empty context in a run of such lines that touches an added one.
fn beside_added(lines: &[HunkLine<'_>]) -> Vec<bool> {
    let mut beside = vec![false; lines.len()];
    let mut spread = |order: &mut dyn Iterator<Item = usize>| {
        let mut goes_on = false;
        for at in order {
            let is_empty = lines[at].kind == LineKind::Context && lines[at].text.is_empty();
            goes_on = lines[at].kind == LineKind::Add || goes_on && is_empty;
            beside[at] |= goes_on && is_empty;
        }
    };
    spread(&mut (0..lines.len()));
    spread(&mut (0..lines.len()).rev());
    beside
}
