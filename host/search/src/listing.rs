//! A folder as it was when it was listed, with what was learned of its files since.

use std::ffi::OsStr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::place::Place;
use crate::record::Record;
use crate::rules::{Identity, Rules, Signs};
use crate::stamp::Stamp;
use crate::tree::{Entry, Kind};

/// Bytes that an allocator adds to each piece of memory.
const PIECE: usize = 16;

/// The files and folders in one folder.
#[derive(Debug)]
pub(crate) struct Listing {
    place: Arc<Place>,
    /// None where another list of names could have the same stamp.
    stamp: Option<Stamp>,
    signs: Signs,
    /// In order of names, without what no search looks at: links and the like, and `.git`.
    items: Box<[Item]>,
    left_out: Mutex<Option<(Identity, LeftOut)>>,
}

/// A file or folder in a listing.
#[derive(Debug)]
pub(crate) struct Item {
    name: Box<OsStr>,
    is_folder: bool,
    /// What is known of the file.
    record: Mutex<Option<Arc<Record>>>,
}

/// Which items of a listing rules leave out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct LeftOut(Vec<bool>);

impl LeftOut {
    /// Whether nothing is left out.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the item of this index is left out.
    pub(crate) fn has(&self, index: usize) -> bool {
        self.0.get(index).copied().unwrap_or(false)
    }
}

impl Listing {
    /// The listing of a folder with these entries. What was known of files under the same names is taken over: it is
    /// compared with the file itself before anything is made of it.
    pub(crate) fn new(
        place: Arc<Place>,
        stamp: Option<Stamp>,
        mut entries: Vec<Entry>,
        before: Option<&Listing>,
    ) -> Listing {
        let signs = Signs::among(&entries);
        entries.retain(|entry| entry.kind != Kind::Other && entry.name != ".git");
        entries.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        let mut known = before.map_or(&[][..], Listing::items).iter().peekable();
        let item = |entry: Entry| {
            while known.next_if(|item| *item.name < *entry.name).is_some() {}
            let record = known.next_if(|item| *item.name == *entry.name).and_then(Item::record);
            let is_folder = entry.kind == Kind::Folder;
            let record = Mutex::new(record.filter(|_| !is_folder));
            Item { name: entry.name.into_boxed_os_str(), is_folder, record }
        };
        let items = entries.into_iter().map(item).collect();
        Listing { place, stamp, signs, items, left_out: Mutex::new(None) }
    }

    /// A listing of one file, which stands for nothing but that file.
    pub(crate) fn of_file(place: &Place) -> Listing {
        let entry = Entry { name: place.name().to_owned(), kind: Kind::File };
        Listing::new(Arc::new(place.parent()), None, vec![entry], None)
    }

    /// Where the folder is.
    pub(crate) fn place(&self) -> &Arc<Place> {
        &self.place
    }

    /// Whether it is still true of a folder with this stamp.
    pub(crate) fn is_of(&self, stamp: &Stamp) -> bool {
        self.stamp.as_ref() == Some(stamp)
    }

    /// Which rules are written down in the folder.
    pub(crate) fn signs(&self) -> Signs {
        self.signs
    }

    /// What is in the folder, in order.
    pub(crate) fn items(&self) -> &[Item] {
        &self.items
    }

    /// The index of the file of a name.
    pub(crate) fn file(&self, name: &OsStr) -> Option<usize> {
        let index = self.items.binary_search_by(|item| (*item.name).cmp(name)).ok()?;
        self.items.get(index).filter(|item| !item.is_folder).map(|_| index)
    }

    /// What the rules that hold in the folder leave out. They are asked once, as long as they are the same.
    pub(crate) fn left_out(&self, rules: &Rules) -> LeftOut {
        let mut known = lock(&self.left_out);
        if let Some((identity, left_out)) = &*known
            && rules.are(identity)
        {
            return left_out.clone();
        }
        let is_out = |item: &Item| rules.ignore(&self.place.child(&item.name), item.is_folder);
        let mut left_out: Vec<bool> = self.items.iter().map(is_out).collect();
        if !left_out.contains(&true) {
            left_out = Vec::new();
        }
        let left_out = LeftOut(left_out);
        *known = Some((rules.identity(), left_out.clone()));
        left_out
    }

    /// Bytes of memory, records included.
    pub(crate) fn size(&self) -> usize {
        let items = self.items.iter().map(|item| {
            size_of::<Item>()
                + PIECE
                + item.name.len()
                // Whether it is left out.
                + 1
                + item.record().map_or(0, |record| record.size())
        });
        size_of::<Listing>()
            + size_of::<Place>()
            + self.place.bytes().len()
            + 4 * PIECE
            + items.sum::<usize>()
    }
}

impl Item {
    /// Its name in the folder.
    pub(crate) fn name(&self) -> &OsStr {
        &self.name
    }

    /// Whether it is a folder; a file otherwise.
    pub(crate) fn is_folder(&self) -> bool {
        self.is_folder
    }

    /// What is known of the file. It may have changed since.
    pub(crate) fn record(&self) -> Option<Arc<Record>> {
        lock(&self.record).clone()
    }

    /// Changes what is known of the file, and returns what was known before.
    pub(crate) fn replace(&self, record: Arc<Record>) -> Option<Arc<Record>> {
        lock(&self.record).replace(record)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;
    use crate::content::Form;

    fn listing(entries: &[(&str, Kind)], before: Option<&Listing>) -> Listing {
        let entry = |(name, kind): &(&str, Kind)| Entry { name: name.into(), kind: *kind };
        Listing::new(Arc::new(Place::from("folder")), None, entries.iter().map(entry).collect(), before)
    }

    fn record(size: u64) -> Arc<Record> {
        let stamp = Stamp { device: 1, inode: 1, size, modified: 1, changed: 1 };
        Arc::new(Record::new(stamp, Form::Text, None, None))
    }

    /// Names, and the size in the record if there is one.
    fn shown(listing: &Listing) -> Vec<(&str, bool, Option<u64>)> {
        let size = |item: &Item| item.record().map(|record| record.stamp.size);
        let items = listing.items().iter();
        items.map(|item| (item.name().to_str().unwrap(), item.is_folder(), size(item))).collect()
    }

    #[test]
    fn a_listing_has_files_and_folders_in_order() {
        use Kind::{File, Folder, Other};
        let listing = listing(
            &[("z", File), ("a-b", File), (".git", Folder), ("link", Other), ("a", Folder), (".x", File)],
            None,
        );
        let expected = [(".x", false, None), ("a", true, None), ("a-b", false, None), ("z", false, None)];
        assert_eq!(shown(&listing), expected);
        for (name, index) in [(".x", Some(0)), ("a", None), ("a-b", Some(2)), ("z", Some(3)), ("y", None)] {
            assert_eq!(listing.file(OsStr::new(name)), index, "{name}");
        }
        assert!(!listing.signs().are_none());
    }

    #[test]
    fn what_is_known_of_files_goes_over_to_the_next_listing() {
        use Kind::{File, Folder};
        let before = listing(&["a", "b", "d", "e", "g"].map(|name| (name, File)), None);
        (1..).zip(before.items()).for_each(|(size, item)| drop(item.replace(record(size))));
        let next =
            listing(&[("b", File), ("c", File), ("d", Folder), ("f", File), ("g", File)], Some(&before));
        let expected = [
            ("b", false, Some(2)),
            ("c", false, None),
            ("d", true, None),
            ("f", false, None),
            ("g", false, Some(5)),
        ];
        assert_eq!(shown(&next), expected);
    }

    #[test]
    fn a_listing_is_true_of_its_stamp_only() {
        let stamp = record(1).stamp;
        let of = |stamp| Listing::new(Arc::new(Place::root()), stamp, Vec::new(), None);
        assert!(of(Some(stamp)).is_of(&stamp));
        assert!(!of(None).is_of(&stamp));
        for other in [
            Stamp { device: 2, ..stamp },
            Stamp { inode: 2, ..stamp },
            Stamp { size: 2, ..stamp },
            Stamp { modified: 2, ..stamp },
            Stamp { changed: 2, ..stamp },
        ] {
            assert!(!of(Some(stamp)).is_of(&other), "{other:?}");
        }
    }
}
