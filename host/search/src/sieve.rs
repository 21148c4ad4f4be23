//! Which files have no hit for sure, by what is remembered of them and one look at each.

use std::ffi::OsStr;
use std::io;

use crate::content::Form;
use crate::listing::{Item, Listing};
use crate::page::{Categories, Category};
use crate::place::Place;
use crate::record::Record;
use crate::rules::Rules;
use crate::searcher::Search;
use crate::stamp::Stamp;
use crate::tree::Folder;
use crate::types::Verdict;

/// Items of a folder that is looked at from the one around it: opening it costs as much as looking at so many files,
/// each of which costs more with a name more in its path.
const LEAF: usize = 16;

/// Sorts out files, so that nothing is allocated for them and no lock is waited for: most of a tree that was searched
/// before.
pub(crate) struct Sieve<'a> {
    search: &'a Search<'a>,
    wanted: Categories,
    /// The path of a file.
    path: Vec<u8>,
}

impl<'a> Sieve<'a> {
    pub(crate) fn new(search: &'a Search<'a>) -> Sieve<'a> {
        Sieve { search, wanted: Categories::default(), path: Vec::new() }
    }

    /// From now on all or some of these categories are wanted.
    pub(crate) fn want(&mut self, wanted: Categories) {
        self.wanted = wanted;
    }

    /// Whether a file in the folder at a place has no hit, and nothing is to be told of it. Where that is not known,
    /// it is not so. `look` says what the file of a name is now.
    pub(crate) fn is_out(
        &mut self,
        place: &Place,
        item: &Item,
        look: impl FnOnce(&OsStr) -> io::Result<Option<Stamp>>,
    ) -> bool {
        let search = self.search;
        match search.types.verdict(item.name()) {
            Verdict::Yes => {}
            Verdict::No => return true,
            Verdict::ByContent => return false,
        }
        if self.wanted.contains(Category::Path) && self.is_path_hit(place, item) {
            return false;
        }
        let wanted = self.wanted.without(Category::Path);
        if wanted.is_empty() {
            return true;
        }
        let Some(record) = item.record() else { return false };
        rules_out(search, &record, wanted) && look(item.name()).is_ok_and(|stamp| stamp == Some(record.stamp))
    }

    /// The same for all files of a folder in which there are few and nothing else, without opening it. `around` is the
    /// folder in which it is, and `rules` hold there.
    ///
    /// If a link takes its place while this looks at files, it leads to other files, and none of them has the stamp of
    /// one that is known.
    pub(crate) fn is_leaf_out(&mut self, around: &Folder, listing: &Listing, rules: &Rules) -> bool {
        let place = listing.place();
        let items = listing.items();
        if items.len() > LEAF
            || items.iter().any(Item::is_folder)
            || !listing.signs().are_none()
            || !listing.left_out(rules).is_empty()
        {
            return false;
        }
        let name = place.name();
        around.folder_stamp(name).is_ok_and(|stamp| stamp.is_some_and(|stamp| listing.is_of(&stamp)))
            && items.iter().all(|item| self.is_out(place, item, |file| around.stamp_in(name, file)))
    }

    fn is_path_hit(&mut self, place: &Place, item: &Item) -> bool {
        self.path.clear();
        if !place.is_root() {
            self.path.extend_from_slice(place.bytes());
            self.path.push(b'/');
        }
        self.path.extend_from_slice(item.name().as_encoded_bytes());
        self.search.query.find(&self.path, 0).is_some()
    }
}

/// Whether a file that is still as it was has no hit of these categories in its content, and nothing is to be told
/// of it.
pub(crate) fn rules_out(search: &Search<'_>, record: &Record, wanted: Categories) -> bool {
    let only_definitions = wanted.without(Category::Definition).is_empty();
    record.form != Form::Binary
        && (wanted.is_empty()
            || record.is_absent(search.digest)
            || record.signature.as_ref().is_some_and(|signature| !signature.may_hold(&search.wanted))
            || only_definitions && record.is_undeclared(search.digest))
}
