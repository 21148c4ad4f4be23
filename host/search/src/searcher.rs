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
use crate::memory::Memory;
use crate::page::{Categories, Category, Hit, Page, Scope};
use crate::place::Place;
use crate::query::Query;
use crate::queue::Queue;
use crate::rules::{RuleBook, Rules};
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

/// Searches one workspace, and remembers what it has learned of files. Any number of searches may run at once.
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

    /// Bytes of memory for what is remembered of files now.
    pub fn remembered(&self) -> usize {
        self.memory.bytes()
    }
}

impl Search<'_> {
    fn run(&self, start: &Start) -> Gaps {
        let threads = match start {
            Start::File(place) => {
                self.queue.add([(place.clone(), Work::file(place))]);
                1
            }
            Start::Folder(place) => {
                let rules = self.rules_at(place);
                self.queue.add([(place.clone(), Work::Folder(rules))]);
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

    /// The rules that hold around a folder. Those that leave it out itself are not among them: it was named.
    fn rules_at(&self, place: &Place) -> Rules {
        let mut rules = self.rules.above();
        let mut here = Place::root();
        for name in place.names() {
            if let Ok(folder) = self.root.open(&here) {
                rules = self.rules.enter(&rules, &folder, &here, None);
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
