//! The mark in the environment of a tree's processes, by which they are known when their reaper no longer tells.

use std::io;

/// The environment variable that carries the mark.
pub(super) const NAME: &str = "TOOLHOST_TREE";

/// A mark that no other tree has.
pub(super) fn new() -> io::Result<String> {
    getrandom::u64().map(|number| format!("{number:016x}")).map_err(io::Error::other)
}
