//! The first hits so far, of which files found in any order make the same answer.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::page::{Categories, Category};
use crate::place::Place;

/// A hit within a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) category: Category,
    pub(crate) line: u32,
    pub(crate) column: u32,
    pub(crate) name: String,
    pub(crate) snippet: String,
}

/// A hit, and its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Located {
    pub(crate) place: Arc<Place>,
    pub(crate) found: Found,
}

/// Up to which file a category is still looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Until {
    /// Not at all: it is not wanted, or stronger hits fill the page.
    Nowhere,
    /// All hits so far have room, so that every file counts.
    End,
    /// The page is full: only files up to this one can hold a hit that comes before its last one.
    File(Arc<Place>),
}

/// Where which category is still looked for. It only ever becomes less.
#[derive(Debug, Clone)]
pub(crate) struct Open {
    until: [Until; 4],
    version: u64,
}

impl Open {
    /// The categories for which a file counts.
    pub(crate) fn at(&self, place: &Place) -> Categories {
        let counts = |category: &Category| match self.until.get(category.index()) {
            Some(Until::End) => true,
            Some(Until::File(last)) => place <= &**last,
            Some(Until::Nowhere) | None => false,
        };
        Category::ALL.into_iter().filter(counts).collect()
    }
}

/// The first hits of each category that can be on the page, which has a fixed number of places for all categories
/// together.
pub(crate) struct Best {
    lists: Mutex<Lists>,
    /// Counts changes of `Open`, so that a look at it needs no lock while nothing happens.
    version: AtomicU64,
}

struct Lists {
    places: usize,
    wanted: Categories,
    found: [Vec<Located>; 4],
}

impl Best {
    pub(crate) fn new(places: usize, wanted: Categories) -> Best {
        let lists = Lists { places, wanted, found: Default::default() };
        Best { lists: Mutex::new(lists), version: AtomicU64::new(1) }
    }

    /// Where which category is looked for now.
    pub(crate) fn open(&self) -> Open {
        let lists = self.lock();
        lists.open(self.version.load(Ordering::Acquire))
    }

    /// Brings `open` to the present state.
    pub(crate) fn refresh(&self, open: &mut Open) {
        if self.version.load(Ordering::Acquire) != open.version {
            *open = self.open();
        }
    }

    /// Adds what was found in one file.
    pub(crate) fn add(&self, place: &Arc<Place>, found: Vec<Found>) {
        if found.is_empty() {
            return;
        }
        let mut lists = self.lock();
        let mut touched = Categories::default();
        for found in found {
            touched = touched.iter().chain([found.category]).collect();
            if let Some(list) = lists.found.get_mut(found.category.index()) {
                list.push(Located { place: Arc::clone(place), found });
            }
        }
        lists.settle(touched);
        self.version.fetch_add(1, Ordering::Release);
    }

    /// The hits in their order.
    pub(crate) fn into_hits(self) -> Vec<Located> {
        let lists = self.lists.into_inner().unwrap_or_else(PoisonError::into_inner);
        lists.found.into_iter().flatten().collect()
    }

    fn lock(&self) -> MutexGuard<'_, Lists> {
        self.lists.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Lists {
    /// Puts lists in order and drops what has no place: a stronger category takes the places of a weaker one.
    fn settle(&mut self, touched: Categories) {
        let mut left = self.places;
        for category in Category::ALL {
            let Some(list) = self.found.get_mut(category.index()) else { continue };
            if touched.contains(category) {
                list.sort_by(|a, b| {
                    let key = |hit: &Located| (hit.found.line, hit.found.column);
                    a.place.cmp(&b.place).then_with(|| key(a).cmp(&key(b)))
                });
            }
            list.truncate(left);
            left -= list.len();
        }
    }

    fn open(&self, version: u64) -> Open {
        let mut left = self.places;
        let until = Category::ALL.map(|category| {
            let list = self.found.get(category.index()).map_or(&[][..], Vec::as_slice);
            let room = left;
            left -= list.len().min(left);
            match list.last() {
                _ if room == 0 || !self.wanted.contains(category) => Until::Nowhere,
                Some(last) if list.len() >= room => Until::File(Arc::clone(&last.place)),
                _ => Until::End,
            }
        });
        Open { until, version }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use proptest::prelude::*;

    use super::*;

    fn found(category: Category, line: u32) -> Found {
        Found { category, line, column: 1, name: String::new(), snippet: String::new() }
    }

    fn shown(hits: Vec<Located>) -> Vec<(Category, String, u32)> {
        hits.into_iter().map(|hit| (hit.found.category, hit.place.shown(), hit.found.line)).collect()
    }

    #[test]
    fn a_late_definition_comes_before_early_text() {
        use Category::{Definition, Text};
        let best = Best::new(3, Categories::all());
        for (file, category, line) in [("a", Text, 3), ("a", Text, 1), ("b", Text, 1), ("z", Definition, 9)] {
            best.add(&Arc::new(Place::from(file)), vec![found(category, line)]);
        }
        let expected = [(Definition, "z", 9), (Text, "a", 1), (Text, "a", 3)];
        assert_eq!(
            shown(best.into_hits()),
            expected.map(|(category, file, line)| (category, file.to_owned(), line))
        );
    }

    #[test]
    fn what_can_no_longer_be_on_the_page_is_not_looked_for() {
        use Category::{Definition, Path, Text, Usage};
        let best = Best::new(2, [Definition, Usage, Text].into_iter().collect());
        let mut open = best.open();
        let is_open = |open: &Open, file: &str| open.at(&Place::from(file)).iter().collect::<Vec<_>>();
        assert_eq!(is_open(&open, "m"), [Definition, Usage, Text]);
        best.add(&Arc::new(Place::from("m")), vec![found(Usage, 1), found(Usage, 2), found(Text, 3)]);
        best.refresh(&mut open);
        assert_eq!(is_open(&open, "m"), [Definition, Usage], "the same file");
        assert_eq!(is_open(&open, "a"), [Definition, Usage], "a file before it");
        assert_eq!(is_open(&open, "z"), [Definition], "a file behind it");
        best.add(&Arc::new(Place::from("z")), vec![found(Definition, 1), found(Definition, 2)]);
        best.refresh(&mut open);
        assert_eq!(is_open(&open, "z"), [Definition]);
        assert!(open.at(&Place::from("zz")).is_empty());
        assert!(!open.at(&Place::from("a")).contains(Path));
    }

    proptest! {
        /// Files in any order, each only asked for what is open, make the same answer as all of them in order.
        #[test]
        fn the_order_of_looking_does_not_matter(
            files in prop::collection::vec(prop::collection::vec((0usize..4, 1u32..5), 0..4), 1..12),
            order in prop::collection::vec(any::<prop::sample::Index>(), 12),
            places in 1usize..8,
        ) {
            let hits = |index: usize, open: Categories| -> Vec<Found> {
                let all = files[index].iter().map(|(category, line)| found(Category::ALL[*category], *line));
                all.filter(|found| open.contains(found.category)).collect()
            };
            let place = |index: usize| Arc::new(Place::from(format!("{index:02}").as_str()));
            let mut all = Vec::new();
            for index in 0..files.len() {
                all.extend(hits(index, Categories::all()).into_iter().map(|found| Located { place: place(index), found }));
            }
            all.sort_by_key(|hit| (hit.found.category, hit.place.clone(), hit.found.line));
            all.truncate(places);

            let mut left: Vec<usize> = (0..files.len()).collect();
            let best = Best::new(places, Categories::all());
            let mut open = best.open();
            for index in order {
                if left.is_empty() {
                    break;
                }
                let file = left.remove(index.index(left.len()));
                best.refresh(&mut open);
                best.add(&place(file), hits(file, open.at(&place(file))));
            }
            prop_assert_eq!(shown(best.into_hits()), shown(all));
        }
    }
}
