//! The walk: folders into files, by any thread, in pieces that stay in order.

use std::ffi::OsString;
use std::ops::Range;
use std::sync::Arc;

use crate::best::Open;
use crate::file::Reader;
use crate::hint::{Gap, Gaps};
use crate::place::Place;
use crate::rules::Rules;
use crate::searcher::Search;
use crate::tree::{Entry, Folder, Kind, is_gone};
use crate::types::Verdict;

/// Files of one piece of work: enough to make the queue cheap, few enough for threads to share a folder.
const PIECE: usize = 32;

/// What a thread takes from the queue.
pub(crate) enum Work {
    /// A folder is to be listed; the rules are those around it.
    Folder(Rules),
    /// Some of a folder's files are to be searched.
    Files { listing: Arc<Listing>, range: Range<usize> },
}

/// The files of one folder.
pub(crate) struct Listing {
    place: Place,
    names: Vec<OsString>,
}

impl Work {
    /// A single file, whatever the rules say of it.
    pub(crate) fn file(place: &Place) -> Work {
        let listing = Listing { place: place.parent(), names: vec![place.name().to_owned()] };
        Work::Files { listing: Arc::new(listing), range: 0..1 }
    }
}

/// One thread's part in a search.
pub(crate) struct Walker<'a> {
    search: &'a Search<'a>,
    open: Open,
    gaps: Gaps,
    reader: Reader<'a>,
    /// The folder of the latest piece; the next one is likely to be of the same.
    latest: Option<(Place, Folder)>,
}

impl<'a> Walker<'a> {
    pub(crate) fn new(search: &'a Search<'a>) -> Walker<'a> {
        Walker {
            search,
            open: search.best.open(),
            gaps: Gaps::default(),
            reader: Reader::new(search),
            latest: None,
        }
    }

    /// What this thread could not look into.
    pub(crate) fn into_gaps(self) -> Gaps {
        self.gaps
    }

    /// Does one piece of work. What no longer counts is left out.
    pub(crate) fn act(&mut self, first: Place, work: Work) {
        self.search.best.refresh(&mut self.open);
        // Everything in the piece stands behind its first place.
        let categories = self.open.at(&first);
        if categories.is_empty() || !self.search.go_on() {
            return;
        }
        match work {
            Work::Folder(rules) => self.list(first, &rules),
            Work::Files { listing, range } => {
                let names = listing.names.get(range).unwrap_or_default();
                self.files(&listing.place, names);
            }
        }
    }

    fn list(&mut self, place: Place, outer: &Rules) {
        let search = self.search;
        let listed =
            search.root.open(&place).and_then(|folder| Ok((folder.entries(&|| search.go_on())?, folder)));
        let (mut entries, folder) = match listed {
            Ok(listed) => listed,
            Err(error) => {
                if !is_gone(&error) {
                    let place = Arc::new(place);
                    self.gaps.note(Gap::Unreadable, self.open.at(&place), &place);
                }
                return;
            }
        };
        entries.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        let rules = search.rules.enter(outer, &folder, &place, Some(&entries));
        let mut names = Vec::new();
        let mut tasks = Vec::new();
        // Where a run of files ends, since a folder stands between.
        let mut ends = Vec::new();
        for Entry { name, kind } in entries {
            if !search.go_on() {
                return;
            }
            if kind == Kind::Other || name == ".git" {
                continue;
            }
            let here = place.child(&name);
            if rules.ignore(&here, kind == Kind::Folder) {
                if kind == Kind::Folder || search.types.verdict(&name) != Verdict::No {
                    let here = Arc::new(here);
                    self.gaps.note(Gap::Ignored, self.open.at(&here), &here);
                }
            } else if kind == Kind::File {
                names.push(name);
            } else {
                ends.push(names.len());
                tasks.push((here, Work::Folder(rules.clone())));
            }
        }
        ends.push(names.len());
        tasks.extend(pieces(Arc::new(Listing { place: place.clone(), names }), &ends));
        search.queue.add(tasks);
        self.latest = Some((place, folder));
    }

    fn files(&mut self, place: &Place, names: &[OsString]) {
        if self.latest.as_ref().is_none_or(|(latest, _)| latest != place) {
            // A folder that is gone has no files to search.
            self.latest = self.search.root.open(place).ok().map(|folder| (place.clone(), folder));
        }
        let Some((_, folder)) = &self.latest else { return };
        for name in names {
            if !self.search.go_on() {
                return;
            }
            self.search.best.refresh(&mut self.open);
            let here = Arc::new(place.child(name));
            let wanted = self.open.at(&here);
            if !wanted.is_empty() {
                let found = self.reader.search(folder, &here, name, wanted, &mut self.gaps);
                self.search.best.add(&here, found);
            }
        }
    }
}

/// A folder's files in runs that end at the `ends` at the latest.
fn pieces(listing: Arc<Listing>, ends: &[usize]) -> Vec<(Place, Work)> {
    let mut pieces = Vec::new();
    let mut start = 0;
    for &end in ends {
        while start < end {
            let range = start..end.min(start + PIECE);
            start = range.end;
            if let Some(first) = listing.names.get(range.start) {
                let first = listing.place.child(first);
                pieces.push((first, Work::Files { listing: Arc::clone(&listing), range }));
            }
        }
    }
    pieces
}
