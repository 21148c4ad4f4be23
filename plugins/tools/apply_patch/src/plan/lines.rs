//! Which line of the patch a refusal by the tree is about.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use toolhost_plugin::Failure;

use super::overlay::Target;
use crate::refusal::Refusal;

/// Lines of a patch, from 1, by the paths that they name: as these are told, and as the tree takes them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PathLines(BTreeMap<String, usize>);

impl PathLines {
    pub(super) fn add(&mut self, target: &Target) {
        for path in [&target.told, &target.path] {
            self.0.entry(path.clone()).or_insert(target.line);
        }
    }

    /// A failure of the tree with the line that it is about, if it is about a path of the patch.
    #[must_use]
    pub fn located(&self, failure: Failure) -> Failure {
        let details = failure.details.as_deref().and_then(|details| serde_json::from_str(details).ok());
        let path = details.as_ref().and_then(|details: &Map<String, Value>| details.get("path")?.as_str());
        match path.and_then(|path| self.0.get_key_value(path)) {
            Some((path, line)) => Refusal::by_tree(failure, *line, path).into(),
            None => failure,
        }
    }
}
