//! The result: what was found, in order.

use serde::Serialize;
use toolhost_plugin::Returns;
use toolhost_plugin::search::{Hit, Page};

use crate::ResultType;

/// What a search found.
#[derive(Serialize, Returns, Debug)]
pub(crate) struct Report {
    /// The results, by their kind, then by path, line and column.
    results: Vec<Found>,
    /// How many results there are here.
    returned: u64,
    /// Whether there may be more.
    truncated: bool,
    /// What was not searched, and how to see more.
    hints: Vec<String>,
}

/// One place.
#[derive(Serialize, Returns, Debug)]
struct Found {
    /// How it holds the query.
    result_type: ResultType,
    /// The file, relative to the workspace.
    path: String,
    /// Counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    /// Bytes from the start of the line, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u32>,
    /// The declared or used name.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// The line, or the part of a long one around the place.
    #[serde(skip_serializing_if = "Option::is_none")]
    snippet: Option<String>,
}

impl From<Page> for Report {
    fn from(page: Page) -> Self {
        let results: Vec<Found> = page.hits.into_iter().map(Found::from).collect();
        Self { returned: results.len() as u64, results, truncated: page.truncated, hints: page.hints }
    }
}

impl From<Hit> for Found {
    fn from(hit: Hit) -> Self {
        // A file has no line; only a declaration and a usage have a name.
        let is_place = hit.line > 0;
        Self {
            result_type: hit.category.into(),
            path: hit.path,
            line: is_place.then_some(hit.line),
            column: is_place.then_some(hit.column),
            name: (!hit.name.is_empty()).then_some(hit.name),
            snippet: is_place.then_some(hit.snippet),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use serde_json::json;
    use toolhost_plugin::search::{Category, Hit, Page};

    use super::Report;

    #[test]
    fn what_a_result_has_not_is_left_out() {
        let hit = |category, line, name: &str, snippet: &str| Hit {
            category,
            path: "src/a.rs".to_owned(),
            line,
            column: line,
            name: name.to_owned(),
            snippet: snippet.to_owned(),
        };
        let hits = vec![
            hit(Category::Definition, 3, "Widget", "struct Widget;"),
            hit(Category::Text, 7, "", "// Widget"),
            hit(Category::Path, 0, "", ""),
        ];
        let report = Report::from(Page { hits, truncated: true, hints: vec!["More.".to_owned()] });
        assert_eq!(
            serde_json::to_value(&report).unwrap(),
            json!({
                "results": [
                    {
                        "result_type": "definition", "path": "src/a.rs", "line": 3, "column": 3,
                        "name": "Widget", "snippet": "struct Widget;"
                    },
                    {"result_type": "text", "path": "src/a.rs", "line": 7, "column": 7, "snippet": "// Widget"},
                    {"result_type": "path", "path": "src/a.rs"},
                ],
                "returned": 3,
                "truncated": true,
                "hints": ["More."],
            })
        );
    }
}
