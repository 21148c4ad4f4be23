//! Trees to search, and searches as lines of text.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, SystemTime};

use toolhost_capability::Failure;
use toolhost_capability::workspace::{Settings as WorkspaceSettings, Workspace};
use toolhost_search::{Categories, Category, Limits, Page, Query, Scope, Searcher, Settings};

pub(crate) use Category::{Definition, Path as InPath, Text, Usage};

/// Bounds that no test meets by chance.
pub(crate) const LIMITS: Limits = Limits {
    threads: 4,
    remembered: 16 << 20,
    largest_parsed: 1 << 20,
    largest_searched: 64 << 20,
    // Steps of time on every file system that tests run on are shorter by far.
    settles: Duration::from_millis(50),
    hits: 100,
};

/// A folder with a workspace in it, and the state of that workspace beside it.
pub(crate) struct Tree {
    folder: tempfile::TempDir,
    /// Remembers nothing of any file, so that it is like a new one, but for the time that a new one takes.
    forgetful: OnceLock<Searcher>,
}

impl Tree {
    pub(crate) fn new(files: &[(&str, &str)]) -> Tree {
        let tree = Tree { folder: tempfile::tempdir().unwrap(), forgetful: OnceLock::new() };
        fs::create_dir(tree.root()).unwrap();
        for (path, text) in files {
            tree.write(path, text);
        }
        tree
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.folder.path().join("root")
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.root().join(path)
    }

    pub(crate) fn write(&self, path: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
    }

    pub(crate) fn link(&self, target: &str, path: &str) {
        symlink(target, self.path(path)).unwrap();
    }

    pub(crate) fn workspace(&self) -> std::sync::Arc<Workspace> {
        let settings = WorkspaceSettings {
            state: self.folder.path().join("state"),
            protected: Vec::new(),
            max_read_bytes: 1 << 20,
            max_change_bytes: 1 << 20,
            lock_wait: Duration::from_secs(10),
            durable: false,
        };
        Workspace::open(&self.root(), settings).unwrap().0
    }

    pub(crate) fn searcher(&self) -> Searcher {
        self.searcher_with(LIMITS)
    }

    pub(crate) fn searcher_with(&self, limits: Limits) -> Searcher {
        Searcher::new(self.workspace(), Settings { user_rules: None, limits })
    }

    /// A search by a searcher that knows nothing.
    pub(crate) fn find(&self, ask: &Ask) -> Result<Page, Failure> {
        let limits = Limits { remembered: 0, settles: Duration::MAX, ..LIMITS };
        ask.of(self.forgetful.get_or_init(|| self.searcher_with(limits)))
    }

    /// The lines of an answer, without its hints.
    pub(crate) fn lines(&self, ask: &Ask) -> Vec<String> {
        lines(&self.find(ask).unwrap())
    }
}

/// A question with the usual values.
#[derive(Debug, Clone)]
pub(crate) struct Ask {
    pub(crate) query: String,
    pub(crate) scope: Scope,
    pub(crate) categories: Categories,
    pub(crate) limit: usize,
}

pub(crate) fn ask(query: &str) -> Ask {
    Ask { query: query.to_owned(), scope: Scope::default(), categories: Categories::all(), limit: 20 }
}

impl Ask {
    pub(crate) fn path(mut self, path: &str) -> Ask {
        self.scope.path = Some(path.to_owned());
        self
    }

    pub(crate) fn types(mut self, types: &[&str]) -> Ask {
        self.scope.file_types = types.iter().map(|name| (*name).to_owned()).collect();
        self
    }

    pub(crate) fn only(mut self, categories: &[Category]) -> Ask {
        self.categories = categories.iter().copied().collect();
        self
    }

    pub(crate) fn limit(mut self, limit: usize) -> Ask {
        self.limit = limit;
        self
    }

    pub(crate) fn of(&self, searcher: &Searcher) -> Result<Page, Failure> {
        searcher.find(&Query::new(&self.query)?, &self.scope, self.categories, self.limit, &|| true)
    }
}

/// `definition src/a.rs:1:4 name: snippet`.
pub(crate) fn lines(page: &Page) -> Vec<String> {
    let line = |hit: &toolhost_search::Hit| {
        let mut line = format!("{} {}", hit.category.name(), hit.path);
        if hit.category == InPath {
            assert_eq!((hit.line, hit.column, &*hit.name, &*hit.snippet), (0, 0, "", ""));
            return line;
        }
        line.push_str(&format!(":{}:{}", hit.line, hit.column));
        if !hit.name.is_empty() {
            line.push_str(&format!(" {}", hit.name));
        }
        format!("{line}: {}", hit.snippet)
    };
    page.hits.iter().map(line).collect()
}

/// Sets the time of the last change of a file's bytes, or of a folder's names.
pub(crate) fn set_modified(path: &Path, time: SystemTime) -> std::io::Result<()> {
    fs::File::open(path)?.set_modified(time)
}

pub(crate) fn fifo(path: &Path) {
    rustix::fs::mkfifoat(rustix::fs::CWD, path, rustix::fs::Mode::RWXU).unwrap();
}
