//! Searches a folder and prints what was found, and how long it took, cold and then warm:
//! `find FOLDER QUERY [definition,usage,text,path] [PATH] [TYPES] [TURNS]`.
#![allow(clippy::print_stdout, reason = "it is a program")]

use std::error::Error;
use std::path::Path;
use std::time::Instant;

use toolhost_capability::workspace::{Settings as WorkspaceSettings, Workspace};
use toolhost_search::{Categories, Category, Limits, Query, Scope, Searcher, Settings};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, query, rest @ ..] = arguments.as_slice() else {
        return Err("find FOLDER QUERY [CATEGORIES] [PATH] [TYPES]".into());
    };
    let given = |index: usize| rest.get(index).map(String::as_str).filter(|text| !text.is_empty());
    let named = |names: &str| {
        Category::ALL.into_iter().filter(|one| names.split(',').any(|name| name == one.name())).collect()
    };
    let categories = given(0).map_or_else(Categories::all, named);
    let scope = Scope {
        path: given(1).map(str::to_owned),
        file_types: given(2).map(|types| types.split(',').map(str::to_owned).collect()).unwrap_or_default(),
    };
    let state = std::env::temp_dir().join("toolhost-search-example");
    let settings = WorkspaceSettings {
        state: state.clone(),
        protected: Vec::new(),
        max_read_bytes: 1 << 20,
        max_change_bytes: 1 << 20,
        lock_wait: std::time::Duration::from_secs(1),
        durable: false,
    };
    let (workspace, _) = Workspace::open(Path::new(folder), settings)?;
    let limits = Limits {
        threads: 8,
        remembered: 128 << 20,
        largest_parsed: 4 << 20,
        largest_searched: 8 << 30,
        settles: std::time::Duration::from_secs(2),
        hits: 100,
    };
    let searcher = Searcher::new(workspace, Settings { user_rules: None, limits });
    let query = Query::new(query)?;
    let turns = given(3).and_then(|turns| turns.parse().ok()).unwrap_or(3);
    for turn in 0..turns {
        let began = Instant::now();
        let page = searcher.find(&query, &scope, categories, 20, &|| true)?;
        let took = began.elapsed();
        if turn == 0 {
            for hit in &page.hits {
                println!("{} {}:{}:{} {}", hit.category.name(), hit.path, hit.line, hit.column, hit.snippet);
            }
            for hint in &page.hints {
                println!("* {hint}");
            }
        }
        println!(
            "{:.1} ms, {} hits, {} KiB remembered",
            took.as_secs_f64() * 1e3,
            page.hits.len(),
            searcher.remembered() >> 10
        );
    }
    Ok(())
}
