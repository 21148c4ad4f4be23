//! What a search is asked for, and what it answers.

/// How a hit holds the query; the strongest first, which is the order of results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Category {
    /// The name of a recognised declaration is the query.
    Definition,
    /// An identifier is the query, and is no declaration's name.
    Usage,
    /// Anything else: comments, strings, prose, configuration, parts of longer names.
    Text,
    /// The path of a file holds the query.
    Path,
}

impl Category {
    /// Every category, in order.
    pub const ALL: [Category; 4] = [Category::Definition, Category::Usage, Category::Text, Category::Path];

    /// Its name: `definition`, `usage`, `text`, `path`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Category::Definition => "definition",
            Category::Usage => "usage",
            Category::Text => "text",
            Category::Path => "path",
        }
    }

    pub(crate) fn index(self) -> usize {
        self as usize
    }
}

/// A set of categories.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Categories(u8);

impl Categories {
    /// All four.
    #[must_use]
    pub fn all() -> Categories {
        Category::ALL.into_iter().collect()
    }

    /// Whether one is in the set.
    #[must_use]
    pub fn contains(self, category: Category) -> bool {
        self.0 & 1 << category.index() != 0
    }

    /// Whether the set has none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The others of the set.
    pub(crate) fn without(self, category: Category) -> Categories {
        Categories(self.0 & !(1 << category.index()))
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = Category> {
        Category::ALL.into_iter().filter(move |category| self.contains(*category))
    }
}

impl FromIterator<Category> for Categories {
    fn from_iter<I: IntoIterator<Item = Category>>(categories: I) -> Categories {
        Categories(categories.into_iter().fold(0, |set, category| set | 1 << category.index()))
    }
}

/// Where to search.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scope {
    /// A file or folder, relative to the workspace or absolute inside of it; none: the workspace.
    pub path: Option<String>,
    /// Names, aliases or extensions of languages, names of other types of files, or extensions; empty: all files.
    pub file_types: Vec<String>,
}

/// One place that holds the query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    /// How it holds the query.
    pub category: Category,
    /// The file, relative to the workspace, with `/` between names. What is not UTF-8 in it is replaced.
    pub path: String,
    /// Counted from 1; 0 for a path hit.
    pub line: u32,
    /// Bytes from the start of the line, counted from 1; 0 for a path hit. A byte order mark does not count. In a UTF-16 file, of its text as
    /// UTF-8.
    pub column: u32,
    /// The declared or used name as it is written there; empty for text and path hits.
    pub name: String,
    /// The line, cut around the hit where it has more than [`MAX_SNIPPET`](crate::MAX_SNIPPET) bytes; empty for a
    /// path hit.
    pub snippet: String,
}

/// The answer to a search.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Page {
    /// The first hits, by category, then by path, line and column. Paths are ordered name by name.
    pub hits: Vec<Hit>,
    /// Whether there is at least one hit more.
    pub truncated: bool,
    /// What the search could not see, and how to see more; one sentence each.
    pub hints: Vec<String>,
}
