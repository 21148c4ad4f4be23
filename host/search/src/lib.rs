//! x
#![forbid(unsafe_code)]
mod place;
mod query;
mod signature;
mod snippet;
mod stamp;
mod tree;
pub use query::Query;
