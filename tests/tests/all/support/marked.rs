//! Sources that say themselves where a search finds what: a mark stands in front of each name.

/// Marks of the categories that have a place.
const MARKS: [(char, &str); 3] = [('①', "definition"), ('②', "usage"), ('③', "text")];

/// A source without its marks, and what they said.
pub(crate) struct Marked {
    pub(crate) source: String,
    names: Vec<Name>,
}

/// One marked name.
struct Name {
    category: &'static str,
    name: String,
    line: usize,
    column: usize,
}

impl Marked {
    /// Reads a source with ① before each definition, ② before each usage and ③ before each text.
    pub(crate) fn new(marked: &str) -> Self {
        let (mut source, mut names) = (String::new(), Vec::new());
        let mut rest = marked.chars();
        while let Some(character) = rest.next() {
            let Some((_, category)) = MARKS.iter().find(|(mark, _)| *mark == character) else {
                source.push(character);
                continue;
            };
            let start = source.rfind('\n').map_or(0, |end| end + 1);
            names.push(Name {
                category,
                name: name(rest.as_str()).to_owned(),
                line: source.matches('\n').count() + 1,
                column: source.len() - start + 1,
            });
        }
        Self { source, names }
    }

    /// The names that are marked, in the order of the source.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|name| name.name.as_str())
    }

    /// Where a search for `query` in the file of this name must find it, in the order of results.
    pub(crate) fn places(&self, query: &str, file: &str) -> Vec<String> {
        let is_folded = !query.chars().any(char::is_uppercase);
        let is_found = |name: &str| name == query || is_folded && name.to_lowercase() == query.to_lowercase();
        let place = |name: &Name| format!("{} {file}:{}:{}", name.category, name.line, name.column);
        let of = |category: &'static str| {
            let found =
                self.names.iter().filter(move |name| name.category == category && is_found(&name.name));
            found.map(place)
        };
        MARKS.iter().flat_map(|(_, category)| of(category)).collect()
    }
}

/// The name at the start of a text. That of a private member begins with its mark.
fn name(text: &str) -> &str {
    let from = usize::from(text.starts_with('#'));
    let end = text[from..].find(|character: char| !character.is_alphanumeric() && character != '_');
    &text[..end.map_or(text.len(), |end| from + end)]
}
