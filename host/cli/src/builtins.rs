//! The components inside this program, and its environment, for the loader.

use std::sync::Arc;

use toolhost_loader::Surroundings;

/// Name and bytes of each.
static BUILTINS: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/builtins.rs"));

/// What the program knows and libraries do not look up.
pub(crate) struct Program;

impl Surroundings for Program {
    fn builtin(&self, name: &str) -> Option<Arc<[u8]>> {
        BUILTINS.iter().find(|(known, _)| *known == name).map(|(_, bytes)| Arc::from(*bytes))
    }

    fn builtin_names(&self) -> Vec<String> {
        BUILTINS.iter().map(|(name, _)| (*name).to_owned()).collect()
    }

    fn variable(&self, name: &str) -> Option<String> {
        std::env::var(name).ok()
    }
}
