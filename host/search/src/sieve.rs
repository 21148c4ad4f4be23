//! Which files have no hit for sure, by what is remembered of them and one look at each.

use crate::content::Form;
use crate::listing::Item;
use crate::page::{Categories, Category};
use crate::place::Place;
use crate::record::Record;
use crate::searcher::Search;
use crate::tree::Folder;
use crate::types::Verdict;

/// Sorts out files, one folder after the other. Most files of a tree that was searched before are sorted out, so that
/// nothing is allocated and no lock is waited for.
pub(crate) struct Sieve<'a> {
    search: &'a Search<'a>,
    /// The latest folder's path and what follows it, and how much of it is the folder's.
    path: Vec<u8>,
    folder: usize,
    wanted: Categories,
}

impl<'a> Sieve<'a> {
    pub(crate) fn new(search: &'a Search<'a>) -> Sieve<'a> {
        Sieve { search, path: Vec::new(), folder: 0, wanted: Categories::default() }
    }

    /// Goes on to the files of another folder, of which all or some of these categories are wanted.
    pub(crate) fn enter(&mut self, place: &Place, wanted: Categories) {
        self.wanted = wanted;
        self.path.clear();
        if wanted.contains(Category::Path) && !place.is_root() {
            self.path.extend_from_slice(place.bytes());
            self.path.push(b'/');
        }
        self.folder = self.path.len();
    }

    /// Whether a file has no hit, and nothing is to be told of it. Where that is not known, it is not so.
    pub(crate) fn is_out(&mut self, folder: &Folder, item: &Item) -> bool {
        let search = self.search;
        match search.types.verdict(item.name()) {
            Verdict::Yes => {}
            Verdict::No => return true,
            Verdict::ByContent => return false,
        }
        if self.wanted.contains(Category::Path) && self.is_path_hit(item) {
            return false;
        }
        let wanted = self.wanted.without(Category::Path);
        if wanted.is_empty() {
            return true;
        }
        let Some(record) = item.record() else { return false };
        rules_out(search, &record, wanted)
            && folder.stamp(item.name()).is_ok_and(|stamp| stamp == Some(record.stamp))
    }

    fn is_path_hit(&mut self, item: &Item) -> bool {
        self.path.truncate(self.folder);
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
            || record.signature.as_ref().is_some_and(|signature| !signature.may_hold(&search.wanted))
            || only_definitions && record.is_undeclared(search.digest))
}
