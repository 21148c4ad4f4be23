//! What a patch has done, as the result tells it: one entry for each file, with a bounded excerpt of its diff.

mod compare;
mod excerpt;
mod fit;
mod unified;

pub(crate) use compare::{Difference, compare};
pub(crate) use unified::{Block, Sides, unified};

use serde::Serialize;
use toolhost_plugin::{Choice, Returns};

/// Most entries whose diffs are told.
pub const MAX_ENTRIES: usize = 200;

/// Most bytes of all diffs together.
pub const MAX_CONTENT: usize = 64 << 10;

/// The result of a patch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Returns)]
pub struct Report {
    /// One entry for each file of the patch, in its order.
    pub diff: Vec<Entry>,
}

/// What was done to one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Returns)]
pub struct Entry {
    /// The file, relative to the workspace; where it is now, if it moved.
    pub path: String,
    /// What was done to it.
    pub operation: Operation,
    /// Unified diff with 3 lines of context.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
    /// Whether `content` is cut or left out.
    pub truncated: bool,
    /// Lines that entered. Left out where the file is too large to count them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub additions: Option<u64>,
    /// Lines that left. Left out where the file is too large to count them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deletions: Option<u64>,
    /// True where nothing changed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_empty: bool,
}

/// What was done to a file.
#[derive(Choice, Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Operation {
    /// It was not there before.
    Created,
    /// Other content, same place.
    Updated,
    /// It is gone.
    Deleted,
    /// Another place, perhaps other content.
    Moved,
}

impl Report {
    /// The report with its diffs if there are few enough of them, else without any.
    #[must_use]
    pub fn bounded(diff: Vec<Entry>) -> Self {
        let bytes: usize = diff.iter().filter_map(|entry| entry.content.as_ref()).map(String::len).sum();
        let report = Self { diff };
        if report.diff.len() > MAX_ENTRIES || bytes > MAX_CONTENT { report.without_content() } else { report }
    }

    fn without_content(mut self) -> Self {
        for entry in &mut self.diff {
            entry.truncated |= entry.content.take().is_some_and(|content| !content.is_empty());
        }
        self
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::{Entry, MAX_CONTENT, MAX_ENTRIES, Operation, Report};
    use serde_json::json;

    fn entry(content: &str) -> Entry {
        Entry {
            path: "a".to_owned(),
            operation: Operation::Updated,
            content: Some(content.to_owned()),
            truncated: false,
            additions: Some(1),
            deletions: Some(0),
            is_empty: content.is_empty(),
        }
    }

    #[test]
    fn entries_have_the_fields_of_the_contract() {
        let plain = json!({"path": "a", "operation": "updated", "content": "+x", "truncated": false, "additions": 1, "deletions": 0});
        assert_eq!(serde_json::to_value(entry("+x")).unwrap(), plain);
        let idle = serde_json::to_value(entry("")).unwrap();
        assert_eq!(idle["is_empty"], json!(true));
    }

    #[test]
    fn many_entries_and_long_ones_lose_their_content_and_nothing_else() {
        let told = |entries: Vec<Entry>| {
            let entries = Report::bounded(entries).diff;
            (entries.iter().filter(|entry| entry.content.is_some()).count(), entries)
        };
        assert_eq!(told(vec![entry("x"); MAX_ENTRIES]).0, MAX_ENTRIES);
        assert_eq!(told(vec![entry(&"x".repeat(MAX_CONTENT / 2)); 2]).0, 2);
        for (count, content) in [(MAX_ENTRIES + 1, "x".to_owned()), (2, "x".repeat(MAX_CONTENT / 2 + 1))] {
            let (with_content, entries) = told(vec![entry(&content); count]);
            assert_eq!((with_content, entries.len()), (0, count));
            let expected = json!({"path": "a", "operation": "updated", "truncated": true, "additions": 1, "deletions": 0});
            assert_eq!(serde_json::to_value(&entries[count - 1]).unwrap(), expected);
        }
        // Nothing is missing where there was nothing.
        let (_, entries) = told(vec![entry(""); MAX_ENTRIES + 1]);
        assert!(!entries[0].truncated);
    }
}
