//! The walk: folders into files, by any thread, in pieces that stay in order.

use std::io;
use std::sync::Arc;

use crate::best::Open;
use crate::file::{Reader, Task};
use crate::hint::{Gap, Gaps};
use crate::listing::Listing;
use crate::place::Place;
use crate::rules::Rules;
use crate::searcher::Search;
use crate::sieve::Sieve;
use crate::tree::{Folder, is_gone};
use crate::types::Verdict;

/// Files of one piece of work: enough to make the queue cheap, few enough for threads to share a folder.
const PIECE: usize = 32;
/// A folder of no more items than this is sifted by the thread that enters it, so that what is sorted out never comes
/// into the queue. Larger ones are shared.
const SIFTED: usize = 128;
/// Items between two questions whether to go on.
const ASKED: usize = 32;

/// What a thread takes from the queue.
pub(crate) enum Work {
    /// A folder is to be entered. The rules are those around it.
    Folder { rules: Rules, known: Option<Arc<Listing>> },
    /// Some of a folder's files are to be searched, by their indices in the listing.
    Files { listing: Arc<Listing>, files: Vec<usize> },
}

/// One thread's part in a search.
pub(crate) struct Walker<'a> {
    search: &'a Search<'a>,
    open: Open,
    gaps: Gaps,
    sieve: Sieve<'a>,
    reader: Reader<'a>,
    /// The folder of the latest piece; the next one is likely to be of the same.
    latest: Option<(Arc<Place>, Folder)>,
    /// The device of the latest folder that was listed, and whether its file system tells of changes.
    device: Option<(u64, bool)>,
}

impl<'a> Walker<'a> {
    pub(crate) fn new(search: &'a Search<'a>) -> Walker<'a> {
        Walker {
            search,
            open: search.best.open(),
            gaps: Gaps::default(),
            sieve: Sieve::new(search),
            reader: Reader::new(search),
            latest: None,
            device: None,
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
        if self.open.at(&first).is_empty() || !self.search.go_on() {
            return;
        }
        match work {
            Work::Folder { rules, known } => self.enter(Arc::new(first), &rules, known),
            Work::Files { listing, files } => self.files(&listing, &files),
        }
    }

    fn enter(&mut self, place: Arc<Place>, outer: &Rules, known: Option<Arc<Listing>>) {
        let (folder, listing) = match self.look(&place, known) {
            Ok(found) => found,
            Err(error) => {
                if !is_gone(&error) {
                    self.gaps.note(Gap::Unreadable, self.open.at(&place), &place);
                }
                return;
            }
        };
        let search = self.search;
        let rules = search.rules.enter(outer, &folder, &place, listing.signs());
        let left_out = listing.left_out(&rules);
        let is_sifted = listing.items().len() <= SIFTED;
        let wanted = self.open.at(&place);
        self.sieve.want(wanted);
        let mut tasks = Vec::new();
        let mut piece = Vec::new();
        let mut is_told = false;
        for (index, item) in listing.items().iter().enumerate() {
            if index % ASKED == ASKED - 1 && !search.go_on() {
                return;
            }
            if left_out.has(index) {
                // The first one is enough: whoever looks at a later one comes past it.
                if !is_told && (item.is_folder() || search.types.verdict(item.name()) != Verdict::No) {
                    is_told = true;
                    let here = Arc::new(place.child(item.name()));
                    self.gaps.note(Gap::Ignored, self.open.at(&here), &here);
                }
            } else if item.is_folder() {
                let here = place.child(item.name());
                let known = search.memory.get(&here, search.number);
                if known.as_ref().is_some_and(|known| self.sieve.is_leaf_out(&folder, known, &rules)) {
                    continue;
                }
                // Files behind the folder are searched after it.
                tasks.extend(files(&listing, &mut piece));
                tasks.push((here, Work::Folder { rules: rules.clone(), known }));
            } else if !is_sifted || !self.sieve.is_out(&place, item, |name| folder.stamp(name)) {
                piece.push(index);
                if piece.len() == PIECE {
                    tasks.extend(files(&listing, &mut piece));
                }
            }
        }
        tasks.extend(files(&listing, &mut piece));
        search.queue.add(tasks);
        self.latest = Some((place, folder));
    }

    /// Opens a folder, and lists it unless it is known to be as it was.
    fn look(
        &mut self,
        place: &Arc<Place>,
        known: Option<Arc<Listing>>,
    ) -> io::Result<(Folder, Arc<Listing>)> {
        let search = self.search;
        let folder = search.root.open(place)?;
        // Before anything is read: what comes or goes meanwhile makes another stamp.
        let stamp = folder.own_stamp()?;
        let known = match known {
            Some(listing) if listing.is_of(&stamp) => return Ok((folder, listing)),
            known => known,
        };
        let entries = folder.entries(&|| search.go_on())?;
        let is_settled = stamp.is_settled(search.began, search.limits.settles);
        let stamp = Some(stamp).filter(|stamp| is_settled && self.tells_changes(&folder, stamp.device));
        let listing = Arc::new(Listing::new(Arc::clone(place), stamp, entries, known.as_deref()));
        // Who was stopped may not have read all names.
        if search.limits.remembered > 0 && search.go_on() {
            search.memory.put(&listing, search.number);
        }
        Ok((folder, listing))
    }

    fn tells_changes(&mut self, folder: &Folder, device: u64) -> bool {
        match self.device {
            Some((known, tells_changes)) if known == device => tells_changes,
            _ => {
                let tells_changes = folder.tells_changes();
                self.device = Some((device, tells_changes));
                tells_changes
            }
        }
    }

    fn files(&mut self, listing: &Arc<Listing>, files: &[usize]) {
        let place = listing.place();
        if self.latest.as_ref().is_none_or(|(latest, _)| latest != place) {
            // A folder that is gone has no files to search.
            self.latest = self.search.root.open(place).ok().map(|folder| (Arc::clone(place), folder));
        }
        let Some((_, folder)) = &self.latest else { return };
        self.sieve.want(self.open.at(place));
        for &index in files {
            let Some(item) = listing.items().get(index) else { continue };
            if !self.search.go_on() {
                return;
            }
            if self.sieve.is_out(place, item, |name| folder.stamp(name)) {
                continue;
            }
            self.search.best.refresh(&mut self.open);
            let here = Arc::new(place.child(item.name()));
            let wanted = self.open.at(&here);
            if !wanted.is_empty() {
                let task = Task { folder, listing, index, name: item.name(), place: &here, wanted };
                let found = self.reader.search(&task, &mut self.gaps);
                self.search.best.add(&here, found);
            }
        }
    }
}

/// A piece of work of the files that were gathered, which are none then.
fn files(listing: &Arc<Listing>, gathered: &mut Vec<usize>) -> Option<(Place, Work)> {
    let first = listing.place().child(listing.items().get(*gathered.first()?)?.name());
    let work = Work::Files { listing: Arc::clone(listing), files: std::mem::take(gathered) };
    Some((first, work))
}
