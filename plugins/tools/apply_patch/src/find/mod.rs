//! Finds where in a file each hunk belongs. All hunks are looked for in the file as it is, whatever their order.
//!
//! A hunk is looked for in the blocks below the lines that its `@@` quote, then anywhere below them; in each of the
//! two by four passes from strict to loose. The first that finds it must find it once. Twice is a refusal, unless
//! the patch says where it was, as a unified diff does.

mod block;
mod explain;
mod index;
mod mistakes;
mod near;
mod quotes;
mod scopes;
mod several;
#[cfg(test)]
mod tests;

use crate::refusal::{Refusal, TOLD};
use crate::syntax::{Hunk, Quote};
use crate::text::{Lines, Pass, is_blank};
use index::{Exhausted, Index, Work};
use scopes::Scopes;

/// Places that the refusal of an ambiguous hunk lists.
const LISTED: usize = 20;

/// Where a hunk belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line of the file, from 0, on which its first old line stands; before which its lines go, where it only
    /// adds.
    pub start: usize,
    /// It only adds, and nothing says where: its lines go to the end of the file, in the order of the patch.
    pub is_appended: bool,
}

/// What was found.
#[derive(Debug, PartialEq, Eq)]
enum Found {
    Nothing,
    Once(usize),
    /// In order, at most one more than are listed, and the pass that found them.
    Often(Vec<usize>, Pass),
}

/// Finds every hunk of one file. `path` is for messages.
///
/// # Errors
/// A refusal for each hunk that is not found: `no_match`, `ambiguous`, or `limit_exceeded` for one that cannot be
/// told from its look-alikes within bounded work.
pub fn places(lines: &Lines<'_>, path: &str, hunks: &[Hunk<'_>]) -> Result<Vec<Place>, Vec<Refusal>> {
    let mut finder = Finder::new(lines, path, hunks);
    let mut places = Vec::with_capacity(hunks.len());
    let mut refusals = Vec::new();
    for hunk in hunks {
        match finder.place(hunk) {
            Ok(place) => places.push(place),
            Err(refusal) => refusals.push(refusal),
        }
        if refusals.len() == TOLD {
            break;
        }
    }
    if refusals.is_empty() { Ok(places) } else { Err(refusals) }
}

/// One file, while its hunks are looked for.
struct Finder<'f, 'p> {
    lines: &'f Lines<'f>,
    path: &'f str,
    hunks: &'f [Hunk<'p>],
    /// Every line that any hunk looks for.
    wanted: Vec<&'p [u8]>,
    /// Lines up to the last one with text; counted when a hunk asks for the end of the file.
    text_count: Option<usize>,
    /// One for each pass, made when it is first needed: most patches need the first only.
    indexes: [Option<Index>; 4],
    work: Work,
}

impl<'f, 'p> Finder<'f, 'p> {
    fn new(lines: &'f Lines<'f>, path: &'f str, hunks: &'f [Hunk<'p>]) -> Self {
        let mut wanted = Vec::new();
        for hunk in hunks {
            wanted.extend(hunk.old_lines().map(|line| line.text));
            wanted.extend(hunk.quotes.iter().map(|quote| quote.text));
            wanted.extend(hunk.position.and_then(|position| position.heading).map(|heading| heading.text));
        }
        Self {
            lines,
            path,
            hunks,
            wanted,
            text_count: None,
            indexes: Default::default(),
            work: Work::default(),
        }
    }

    fn place(&mut self, hunk: &Hunk<'p>) -> Result<Place, Refusal> {
        let old: Vec<&[u8]> = hunk.old_lines().map(|line| line.text).collect();
        if old.is_empty() {
            return self.place_of_addition(hunk);
        }
        let scopes = self.scopes(&hunk.quotes, hunk)?;
        match self.search(&old, &scopes, Decider::of(hunk)).map_err(|_| self.exhausted(hunk))? {
            Found::Once(start) => Ok(Place { start, is_appended: false }),
            Found::Often(starts, pass) => Err(self.ambiguous(hunk, &starts, pass)),
            Found::Nothing => Err(self.no_match(hunk, &old)),
        }
    }

    /// A hunk without old lines goes below the last line that it quotes, else to the end of the file.
    fn place_of_addition(&mut self, hunk: &Hunk<'p>) -> Result<Place, Refusal> {
        let end = Place { start: self.lines.count(), is_appended: true };
        let (quote, above) = match hunk.quotes.as_slice() {
            [above @ .., quote] if !hunk.ends_file => (quote, above),
            quotes => {
                self.scopes(quotes, hunk)?;
                return match hunk.position {
                    Some(position) if !hunk.ends_file && position.line < self.lines.count() => {
                        Err(self.unanchored(hunk, position.line))
                    }
                    _ => Ok(end),
                };
            }
        };
        let scopes = self.scopes(above, hunk)?;
        let decider = Decider { position: hunk.position.map(|position| position.line), ..Decider::default() };
        match self.search(&[quote.text], &scopes, decider).map_err(|_| self.exhausted(hunk))? {
            Found::Once(start) => Ok(Place { start: start + 1, is_appended: false }),
            Found::Often(starts, pass) => Err(self.ambiguous_quote(hunk, quote, &starts, pass)),
            Found::Nothing => Err(self.no_quote(hunk, quote, above.last())),
        }
    }

    fn scopes(&mut self, quotes: &[Quote<'p>], hunk: &Hunk<'p>) -> Result<Scopes, Refusal> {
        let mut scopes = Scopes::whole(self.lines.count());
        for (at, quote) in quotes.iter().enumerate() {
            let narrowed = self.narrowed(&scopes, quote.text).map_err(|_| self.exhausted(hunk))?;
            scopes = match narrowed {
                Some(narrowed) => narrowed,
                None => {
                    let above = at.checked_sub(1).and_then(|at| quotes.get(at));
                    return Err(self.no_quote(hunk, quote, above));
                }
            };
        }
        Ok(scopes)
    }

    fn search(
        &mut self,
        pattern: &[&[u8]],
        scopes: &Scopes,
        decider: Decider<'p>,
    ) -> Result<Found, Exhausted> {
        let most = if decider.can_decide() { usize::MAX } else { LISTED + 1 };
        // Only where nothing but empty lines follow can lines be a file's last.
        let least = if decider.ends_file { self.text_count().saturating_sub(pattern.len()) } else { 0 };
        for ranges in scopes.in_order() {
            for pass in Pass::ALL {
                let mut starts = Vec::new();
                for range in ranges {
                    let range = range.start.max(least)..range.end;
                    starts.extend(self.starts(pass, pattern, &range, most)?);
                }
                // Blocks may lie within each other.
                starts.sort_unstable();
                starts.dedup();
                match starts.as_slice() {
                    [] => {}
                    [start] => return Ok(Found::Once(*start)),
                    _ => return self.decided(starts, pass, decider),
                }
            }
        }
        Ok(Found::Nothing)
    }

    fn starts(
        &mut self,
        pass: Pass,
        pattern: &[&[u8]],
        range: &std::ops::Range<usize>,
        most: usize,
    ) -> Result<Vec<usize>, Exhausted> {
        let mut work = std::mem::take(&mut self.work);
        let lines = self.lines;
        let starts = self.index(pass).starts(lines, pattern, range, most, &mut work);
        self.work = work;
        starts
    }

    fn index(&mut self, pass: Pass) -> &Index {
        self.indexes[pass as usize]
            .get_or_insert_with(|| Index::new(pass, self.lines, self.wanted.iter().copied()))
    }

    /// Chooses among several places, or leaves them.
    fn decided(
        &mut self,
        mut starts: Vec<usize>,
        pass: Pass,
        decider: Decider<'p>,
    ) -> Result<Found, Exhausted> {
        if let Some(heading) = decider.heading
            && let Some(scopes) = self.narrowed(&Scopes::whole(self.lines.count()), heading)?
        {
            self.work.add(starts.len() * scopes.blocks().len() / 8)?;
            keep_if_any(&mut starts, |start| scopes.blocks().iter().any(|block| block.contains(start)));
            if let [start] = starts.as_slice() {
                return Ok(Found::Once(*start));
            }
        }
        if let Some(line) = decider.position {
            let distance = |start: &usize| (start + 1).abs_diff(line);
            if let Some(least) = starts.iter().map(distance).min() {
                let mut nearest = starts.iter().filter(|start| distance(start) == least);
                if let (Some(start), None) = (nearest.next(), nearest.next()) {
                    return Ok(Found::Once(*start));
                }
            }
        }
        starts.truncate(LISTED + 1);
        Ok(Found::Often(starts, pass))
    }

    fn text_count(&mut self) -> usize {
        let has_text = |line: &usize| self.lines.text(*line).iter().any(|byte| !is_blank(*byte));
        let count = || (0..self.lines.count()).rev().find(has_text).map_or(0, |last| last + 1);
        *self.text_count.get_or_insert_with(count)
    }
}

/// What decides between places that match equally well.
#[derive(Clone, Copy, Debug, Default)]
struct Decider<'p> {
    ends_file: bool,
    heading: Option<&'p [u8]>,
    /// Line of the file, from 1.
    position: Option<usize>,
}

impl<'p> Decider<'p> {
    fn of(hunk: &Hunk<'p>) -> Self {
        Self {
            ends_file: hunk.ends_file,
            heading: hunk.position.and_then(|position| position.heading).map(|heading| heading.text),
            position: hunk.position.map(|position| position.line),
        }
    }

    fn can_decide(&self) -> bool {
        self.position.is_some()
    }
}

/// Keeps what `wanted` says, unless that is nothing.
fn keep_if_any(starts: &mut Vec<usize>, wanted: impl Fn(&usize) -> bool) {
    if starts.iter().any(&wanted) {
        starts.retain(|start| wanted(start));
    }
}
