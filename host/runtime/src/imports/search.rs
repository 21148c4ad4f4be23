//! `search`: literal search of the workspace, with what its grammars know. Linked only where its grant is held.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use toolhost_capability::Failure;
use toolhost_search as native;

use crate::bindings::toolhost::plugin::search::{Category, Hit, Host, Page, Scope};
use crate::bindings::toolhost::plugin::types::Error;
use crate::state::CallState;

impl Host for CallState {
    async fn find(
        &mut self,
        query: String,
        scope: Scope,
        categories: Vec<Category>,
        limit: u32,
    ) -> wasmtime::Result<Result<Page, Error>> {
        self.count()?;
        self.meter.bytes_out(query.len());
        let searcher = match self.powers.search.clone() {
            Some(Ok(searcher)) => searcher,
            Some(Err(failure)) => return Ok(Err(failure.into())),
            None => return Ok(Err(Failure::new("denied", "Nothing is searched for this call.").into())),
        };
        let stop = Stop::default();
        let stopped = Arc::clone(&stop.0);
        let search = move || find(&searcher, &query, scope, &categories, limit, &stopped);
        let found = self.meter.host(tokio::task::spawn_blocking(search)).await?;
        drop(stop);
        Ok(found.map(Page::from).inspect(|page| self.meter.bytes_in(size(page))).map_err(Error::from))
    }
}

/// Stops a search whose call is dropped, at its deadline or because the client is gone.
#[derive(Default)]
struct Stop(Arc<AtomicBool>);

impl Drop for Stop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn find(
    searcher: &native::Searcher,
    query: &str,
    scope: Scope,
    categories: &[Category],
    limit: u32,
    stopped: &AtomicBool,
) -> Result<native::Page, Failure> {
    let query = native::Query::new(query)?;
    let Scope { path, file_types } = scope;
    let categories = match categories {
        [] => native::Categories::all(),
        some => some.iter().map(|category| native::Category::from(*category)).collect(),
    };
    let go_on = || !stopped.load(Ordering::Relaxed);
    searcher.find(&query, &native::Scope { path, file_types }, categories, limit as usize, &go_on)
}

fn size(page: &Page) -> usize {
    let hit = |hit: &Hit| hit.path.len() + hit.name.len() + hit.snippet.len();
    page.hits.iter().map(hit).sum::<usize>() + page.hints.iter().map(String::len).sum::<usize>()
}

impl From<Category> for native::Category {
    fn from(category: Category) -> Self {
        match category {
            Category::Definition => native::Category::Definition,
            Category::Usage => native::Category::Usage,
            Category::Text => native::Category::Text,
            Category::Path => native::Category::Path,
        }
    }
}

impl From<native::Category> for Category {
    fn from(category: native::Category) -> Self {
        match category {
            native::Category::Definition => Category::Definition,
            native::Category::Usage => Category::Usage,
            native::Category::Text => Category::Text,
            native::Category::Path => Category::Path,
        }
    }
}

impl From<native::Page> for Page {
    fn from(page: native::Page) -> Self {
        let native::Page { hits, truncated, hints } = page;
        let hits = hits.into_iter().map(|hit| {
            let native::Hit { category, path, line, column, name, snippet } = hit;
            Hit { category: category.into(), path, line, column, name, snippet }
        });
        Page { hits: hits.collect(), truncated, hints }
    }
}
