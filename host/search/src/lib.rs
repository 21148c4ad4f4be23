//! Native, parallel code search beneath a workspace root.
//!
//! A [`Searcher`] finds the places that hold a literal [`Query`]: where it is declared, where an identifier is used,
//! where else it is in a text, and the files whose path holds it. It keeps what it learned of folders and files; an
//! answer never depends on that, since each search walks the tree again and compares what the file system says of every
//! one of them.
//!
//! How a search goes:
//!
//! 1. The path is followed to a place beneath the root (`scope`), the types become a filter (`types`), and the ignore
//!    files around the place are read (`rules`).
//! 2. Threads take folders and runs of files from a queue, the first path first (`queue`, `walk`). Everything is
//!    opened by handles beneath the root, and no link is followed (`tree`).
//! 3. A folder that has not changed is not listed again (`listing`, `memory`), and a file that is known not to hold the
//!    query is not opened (`sieve`, `record`, `signature`). One that holds it is parsed only if what an occurrence is
//!    decides over a wanted hit (`file`, `classify`).
//! 4. The first hits of all threads are kept in order (`best`). As soon as no file behind some path can have a hit on
//!    the page, those files are left out, so that the page, whether there is more, and the hints are those of a search
//!    in order.

#![forbid(unsafe_code)]

mod best;
mod classify;
mod content;
mod file;
mod hint;
mod limits;
mod listing;
mod memory;
mod page;
mod place;
mod query;
mod queue;
mod record;
mod rules;
mod scope;
mod searcher;
mod sieve;
mod signature;
mod snippet;
mod stamp;
mod tree;
mod types;
mod walk;
mod window;

pub use limits::Limits;
pub use page::{Categories, Category, Hit, Page, Scope};
pub use query::{MAX_QUERY, Query};
pub use searcher::{Searcher, Settings};
pub use snippet::MAX_SNIPPET;
