//! A search from its question to its answer.

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use toolhost_capability::Failure;
use toolhost_capability::workspace::Workspace;
use toolhost_syntax::Parser;

use crate::best::{Best, Located};
use crate::hint::{self, Gaps};
use crate::limits::Limits;
use crate::listing::Listing;
use crate::memory::Memory;
use crate::page::{Categories, Category, Hit, Page, Scope};
use crate::place::Place;
use crate::query::Query;
use crate::queue::Queue;
use crate::rules::{RuleBook, Rules, Signs};
use crate::scope::{Start, start};
use crate::signature::Wanted;
use crate::stamp::now;
use crate::tree::Folder;
use crate::types::FileTypes;
use crate::walk::{Walker, Work};

/// How a searcher works.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The user's own ignore file of git (`core.excludesFile`, else `git/ignore` in the user's configuration), which
    /// counts in repositories; none where there is none.
    pub user_rules: Option<PathBuf>,
    /// What searches may cost.
    pub limits: Limits,
}

/// Searches one workspace, and remembers what it has learned of folders and files. Any number of searches may run at
/// once.
pub struct Searcher {
    workspace: Arc<Workspace>,
    limits: Limits,
    rules: RuleBook,
    memory: Memory,
    /// Has compiled the queries that were needed so far; each thread works with a clone.
    parser: Parser,
    searches: AtomicU64,
}

/// What all threads of one search share.
pub(crate) struct Search<'a> {
    pub(crate) query: &'a Query,
    pub(crate) wanted: Wanted,
    /// The query's digest, for the memory.
    pub(crate) digest: u64,
    pub(crate) types: FileTypes,
    pub(crate) limits: Limits,
    /// Hits of a category that are looked for in one file.
    pub(crate) places: usize,
    pub(crate) root: Folder,
    pub(crate) rules: &'a RuleBook,
    pub(crate) memory: &'a Memory,
    pub(crate) parser: &'a Parser,
    /// Which search it is, for the memory.
    pub(crate) number: u64,
    /// When it began, in nanoseconds since 1970.
    pub(crate) began: i64,
    pub(crate) best: Best,
    pub(crate) queue: Queue<Work>,
    go_on: &'a (dyn Fn() -> bool + Sync),
    stopped: AtomicBool,
}

impl Search<'_> {
    /// Whether to go on; once false, it stays so, and all threads end.
    pub(crate) fn go_on(&self) -> bool {
        if self.stopped.load(Ordering::Relaxed) {
            return false;
        }
        let go_on = (self.go_on)();
        if !go_on {
            self.stopped.store(true, Ordering::Relaxed);
            self.queue.stop();
        }
        go_on
    }
}

impl Searcher {
    /// A searcher that knows nothing of the workspace yet.
    pub fn new(workspace: Arc<Workspace>, settings: Settings) -> Searcher {
        let Settings { user_rules, limits } = settings;
        Searcher {
            rules: RuleBook::new(workspace.root().to_owned(), user_rules, limits.settles),
            memory: Memory::new(limits.remembered),
            workspace,
            limits,
            parser: Parser::new(),
            searches: AtomicU64::new(1),
        }
    }

    /// The first `limit` hits in order, at most [`Limits::hits`]. The same question on the same tree has the same
    /// answer, whatever was asked before.
    ///
    /// It blocks, and works on several threads. `go_on` is asked every few milliseconds at most, by all of them; once
    /// it says no, the search ends.
    ///
    /// # Errors
    /// `invalid_argument`: a limit of 0, an unknown file type, a path to what cannot be searched. `not_found` and
    /// `denied` for paths as [`Workspace::stat`] has them. `cancelled` where `go_on` said no.
    pub fn find(
        &self,
        query: &Query,
        scope: &Scope,
        categories: Categories,
        limit: usize,
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<Page, Failure> {
        if limit == 0 || categories.is_empty() {
            let what = if limit == 0 { "results" } else { "types of results" };
            return Err(Failure::new("invalid_argument", format!("no {what} are asked for")));
        }
        let types = FileTypes::read(&scope.file_types)?;
        let start = start(&self.workspace, scope.path.as_deref())?;
        let failed =
            |error: std::io::Error| Failure::new("io", format!("the workspace could not be opened: {error}"));
        let handle = self.workspace.handle().map_err(failed)?;
        let limit = limit.min(self.limits.hits);
        let search = Search {
            query,
            wanted: Wanted::by(query),
            digest: self.memory.digest(query.text()),
            types,
            limits: self.limits,
            // One more than is returned, to know whether there is more.
            places: limit + 1,
            root: Folder::new(handle).map_err(failed)?,
            rules: &self.rules,
            memory: &self.memory,
            parser: &self.parser,
            number: self.searches.fetch_add(1, Ordering::Relaxed),
            began: now(),
            best: Best::new(limit + 1, categories),
            queue: Queue::new(),
            go_on,
            stopped: AtomicBool::new(false),
        };
        let gaps = search.run(&start);
        if search.stopped.load(Ordering::Relaxed) {
            return Err(Failure::new("cancelled", "the search was stopped before its end")
                .hint("Narrow `path`, `file_types` or `result_types`."));
        }
        Ok(search.page(&gaps, categories, limit))
    }

    /// Bytes of memory for what is remembered of folders and files now.
    pub fn remembered(&self) -> usize {
        self.memory.bytes()
    }
}

impl Search<'_> {
    fn run(&self, start: &Start) -> Gaps {
        let threads = match start {
            Start::File(place) => {
                self.queue.add(self.file(place));
                1
            }
            Start::Folder(place) => {
                let rules = self.rules_at(place);
                let known = self.memory.get(place, self.number);
                self.queue.add([(place.clone(), Work::Folder { rules, known })]);
                let parallel = thread::available_parallelism().map_or(1, NonZero::get);
                self.limits.threads.clamp(1, parallel)
            }
        };
        let work = || {
            let mut walker = Walker::new(self);
            self.queue.work(|first, work| walker.act(first, work));
            walker.into_gaps()
        };
        thread::scope(|scope| {
            let others: Vec<_> =
                (1..threads).filter_map(|_| thread::Builder::new().spawn_scoped(scope, work).ok()).collect();
            let mut gaps = work();
            for other in others {
                match other.join() {
                    Ok(other) => gaps.merge(&other),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            gaps
        })
    }

    /// A single file, whatever the rules say of it. What is known of its folder is no matter but for what is known of
    /// the file.
    fn file(&self, place: &Place) -> Option<(Place, Work)> {
        let listing = match self.memory.get(&place.parent(), self.number) {
            Some(listing) if listing.file(place.name()).is_some() => listing,
            Some(_) => Arc::new(Listing::of_file(place)),
            None => {
                let listing = Arc::new(Listing::of_file(place));
                if self.limits.remembered > 0 {
                    self.memory.put(&listing, self.number);
                }
                listing
            }
        };
        let files = vec![listing.file(place.name())?];
        Some((place.clone(), Work::Files { listing, files }))
    }

    /// The rules that hold around a folder. Those that leave it out itself are not among them: it was named.
    fn rules_at(&self, place: &Place) -> Rules {
        let mut rules = self.rules.above();
        let mut here = Place::root();
        for name in place.names() {
            if let Ok(folder) = self.root.open(&here) {
                rules = self.rules.enter(&rules, &folder, &here, Signs::of(&folder));
            }
            here = here.child(name);
            if rules.ignore(&here, true) {
                rules = rules.named();
            }
        }
        rules
    }

    fn page(self, gaps: &Gaps, categories: Categories, limit: usize) -> Page {
        let mut hints = gaps.hints(&self.best.open());
        let by_syntax = [Category::Definition, Category::Usage];
        let without_grammar = self.types.without_grammar();
        if !without_grammar.is_empty() && by_syntax.into_iter().any(|category| categories.contains(category))
        {
            hints.push(hint::no_grammar(without_grammar));
        }
        let mut hits: Vec<Hit> = self.best.into_hits().into_iter().map(hit).collect();
        let truncated = hits.len() > limit;
        hits.truncate(limit);
        if hits.iter().any(|hit| hit.category == Category::Usage) {
            hints.push(hint::SAME_SPELLING.to_owned());
        }
        if truncated {
            hints.push(hint::MORE.to_owned());
        }
        Page { hits, truncated, hints }
    }
}

fn hit(located: Located) -> Hit {
    let Located { place, found } = located;
    Hit {
        category: found.category,
        path: place.shown(),
        line: found.line,
        column: found.column,
        name: found.name,
        snippet: found.snippet,
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::fs;
    use std::time::Duration;

    use toolhost_capability::workspace::Settings as WorkspaceSettings;

    use super::*;

    const LEAF: &str = "inner/leaf";

    /// A workspace with folders one within the other, and a searcher of it.
    fn searcher(settles: Duration) -> (tempfile::TempDir, Searcher) {
        let above = tempfile::tempdir().unwrap();
        let root = above.path().join("root");
        fs::create_dir_all(root.join(LEAF)).unwrap();
        for path in ["a.rs", "inner/b.rs", "inner/leaf/c.rs"] {
            fs::write(root.join(path), "text\n").unwrap();
        }
        let settings = WorkspaceSettings {
            state: above.path().join("state"),
            protected: Vec::new(),
            max_read_bytes: 1 << 20,
            max_change_bytes: 1 << 20,
            lock_wait: Duration::from_secs(10),
            durable: false,
        };
        let limits = Limits {
            threads: 2,
            remembered: 1 << 20,
            largest_parsed: 1 << 20,
            largest_searched: 1 << 20,
            settles,
            hits: 10,
        };
        let workspace = Workspace::open(&root, settings).unwrap().0;
        (above, Searcher::new(workspace, Settings { user_rules: None, limits }))
    }

    fn ask(searcher: &Searcher) {
        let query = Query::new("hit").unwrap();
        searcher.find(&query, &Scope::default(), Categories::all(), 10, &|| true).unwrap();
    }

    fn listings(searcher: &Searcher) -> [Arc<Listing>; 3] {
        ["", "inner", LEAF].map(|path| searcher.memory.get(&Place::from(path), 0).unwrap())
    }

    fn are_believed(searcher: &Searcher) -> bool {
        listings(searcher).iter().all(|listing| {
            let path = searcher.workspace.root().join(listing.place().as_path());
            listing.is_of(&Folder::anywhere(&path).unwrap().own_stamp().unwrap())
        })
    }

    /// A folder that has not changed is listed once; and again after the first name that comes.
    #[test]
    fn a_folder_that_was_left_alone_is_not_listed_again() {
        let (above, searcher) = searcher(Duration::from_millis(50));
        if !Folder::anywhere(above.path()).unwrap().tells_changes() {
            return;
        }
        ask(&searcher);
        while !are_believed(&searcher) {
            ask(&searcher);
        }
        let before = listings(&searcher);
        ask(&searcher);
        assert!(listings(&searcher).iter().zip(&before).all(|(now, before)| Arc::ptr_eq(now, before)));
        fs::write(searcher.workspace.root().join(LEAF).join("d.rs"), "text\n").unwrap();
        ask(&searcher);
        let now = listings(&searcher);
        let is_same: Vec<bool> =
            now.iter().zip(&before).map(|(now, before)| Arc::ptr_eq(now, before)).collect();
        assert_eq!(is_same, [true, true, false]);
    }

    #[test]
    fn a_folder_that_was_changed_just_now_is_listed_again() {
        let (_above, searcher) = searcher(Duration::MAX);
        for _ in 0..3 {
            ask(&searcher);
            assert!(!are_believed(&searcher));
        }
    }
}
