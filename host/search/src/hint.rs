//! What a search says beside its hits. The sentences are here and nowhere else.

use std::sync::Arc;

use crate::best::Open;
use crate::page::Categories;
use crate::page::Category;
use crate::place::Place;

/// Something that a search met and could not look into as it should have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gap {
    /// Rules of ignore files leave it out.
    Ignored,
    /// It is no text.
    Binary,
    /// It is larger than what is searched.
    TooLarge,
    /// It is larger than what is parsed, and holds the query.
    TooLargeToParse,
    /// It does not quite follow its grammar.
    Faulty,
    /// The system did not let it be read.
    Unreadable,
}

impl Gap {
    const ALL: [Gap; 6] =
        [Gap::Ignored, Gap::Binary, Gap::TooLarge, Gap::TooLargeToParse, Gap::Faulty, Gap::Unreadable];

    fn sentence(self, example: &str) -> String {
        match self {
            Gap::Ignored => format!(
                "Ignored files were not searched, such as `{example}`; to search one, name it as `path`."
            ),
            Gap::Binary => format!("Binary files were not searched, such as `{example}`."),
            Gap::TooLarge => format!("Very large files were not searched, such as `{example}`."),
            Gap::TooLargeToParse => format!(
                "Large files were searched as text only, such as `{example}`: what is defined and used there is not told apart."
            ),
            Gap::Faulty => format!(
                "Some files did not parse cleanly, such as `{example}`: definitions and usages may be missing there."
            ),
            Gap::Unreadable => format!("Some files could not be read, such as `{example}`."),
        }
    }
}

/// The first place of each gap, by the category for which the file was looked at. What is met depends on the order
/// in which threads come to files; what is told does not, since only files up to the last hit of a category count,
/// and each of those is looked at for it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Gaps {
    first: [[Option<Arc<Place>>; 4]; 6],
}

impl Gaps {
    /// Notes a gap at a place that was looked at for these categories.
    pub(crate) fn note(&mut self, gap: Gap, categories: Categories, place: &Arc<Place>) {
        let Some(row) = self.first.get_mut(gap as usize) else { return };
        for category in categories.iter() {
            if let Some(first) = row.get_mut(category.index())
                && first.as_ref().is_none_or(|first| place < first)
            {
                *first = Some(Arc::clone(place));
            }
        }
    }

    /// Takes over what another thread has noted.
    pub(crate) fn merge(&mut self, other: &Gaps) {
        for gap in Gap::ALL {
            for category in Category::ALL {
                if let Some(place) = other.first(gap, category) {
                    self.note(gap, [category].into_iter().collect(), place);
                }
            }
        }
    }

    /// The sentences for what lies before the end of the page.
    pub(crate) fn hints(&self, open: &Open) -> Vec<String> {
        let counts = |gap: Gap| {
            let places = Category::ALL.into_iter().filter_map(|category| {
                let place = self.first(gap, category)?;
                open.at(place).contains(category).then_some(place)
            });
            places.min()
        };
        Gap::ALL.into_iter().filter_map(|gap| Some(gap.sentence(&counts(gap)?.shown()))).collect()
    }

    fn first(&self, gap: Gap, category: Category) -> Option<&Arc<Place>> {
        self.first.get(gap as usize)?.get(category.index())?.as_ref()
    }
}

/// Usages are told apart by their spelling alone.
pub(crate) const SAME_SPELLING: &str =
    "Usages are identifiers of the same spelling; they are not resolved, so some may mean something else.";
/// The page is full.
pub(crate) const MORE: &str =
    "There are more results; narrow `path`, `file_types` or `result_types` to see them.";

/// Types of files that are only searched as text.
pub(crate) fn no_grammar(types: &[String]) -> String {
    let names: Vec<String> = types.iter().map(|name| format!("`{name}`")).collect();
    format!("Definitions and usages are not known for {}; only text and path results are.", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::best::{Best, Found};

    #[test]
    fn a_gap_behind_the_last_hit_is_not_told() {
        let place = |path: &str| Arc::new(Place::from(path));
        let best = Best::new(1, Categories::all());
        let text = Found {
            category: Category::Text,
            line: 1,
            column: 1,
            name: String::new(),
            snippet: String::new(),
        };
        best.add(&place("m"), vec![text]);
        let only = |category| [category].into_iter().collect::<Categories>();
        let mut gaps = Gaps::default();
        gaps.note(Gap::Binary, only(Category::Text), &place("z"));
        gaps.note(Gap::Ignored, only(Category::Path), &place("a"));
        assert_eq!(gaps.hints(&best.open()), Vec::<String>::new());
        let mut others = Gaps::default();
        others.note(Gap::Binary, only(Category::Text), &place("k"));
        others.note(Gap::Binary, only(Category::Text), &place("l"));
        others.note(Gap::Faulty, only(Category::Definition), &place("z"));
        gaps.merge(&others);
        assert_eq!(
            gaps.hints(&best.open()),
            [Gap::Binary.sentence("k"), Gap::Faulty.sentence("z")],
            "definitions are looked for to the end"
        );
    }
}
