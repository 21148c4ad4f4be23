//! `code_search`: where a name is declared, where it is used, where else a text stands, and which files are called so.
//! The host searches; this plugin says what its answer looks like.
#![forbid(unsafe_code)]

mod report;

use report::Report;
use toolhost_plugin::search::{self, Category, Scope};
use toolhost_plugin::{Arguments, Choice, Failure, Outcome, plugin, tool};

/// How a result holds the query.
#[derive(Choice, Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
enum ResultType {
    Definition,
    Usage,
    Text,
    Path,
}

#[derive(Arguments)]
struct CodeSearch {
    /// What to look for, literally, on one line. All in lower case: case does not matter; with a capital it does.
    #[arg(min_length = 1)]
    query: String,
    /// A file or folder of the workspace, in place of all of it.
    path: Option<String>,
    /// Languages or extensions, such as "rust" or "md".
    #[arg(min_items = 1)]
    file_types: Option<Vec<String>>,
    /// Kinds of results, in place of all four.
    #[arg(min_items = 1)]
    result_types: Option<Vec<ResultType>>,
    /// How many results to return at most.
    #[arg(default = 20, minimum = 1, maximum = 100)]
    max_results: u32,
}

/// Finds a name or text in the workspace: declarations of exactly that name, then identifiers of that spelling, then
/// other text that contains it, then files whose path does. Not a regular expression.
#[tool(
    title = "Search code",
    hints(read_only = true, destructive = false, idempotent = true, open_world = false),
    returns = Report,
)]
fn code_search(arguments: CodeSearch) -> Result<Outcome, Failure> {
    let CodeSearch { query, path, file_types, result_types, max_results } = arguments;
    let scope = Scope { path, file_types: file_types.unwrap_or_default() };
    let categories: Vec<Category> =
        result_types.unwrap_or_default().into_iter().map(Category::from).collect();
    Outcome::new(&Report::from(search::find(&query, &scope, &categories, max_results)?))
}

impl From<ResultType> for Category {
    fn from(kind: ResultType) -> Self {
        match kind {
            ResultType::Definition => Category::Definition,
            ResultType::Usage => Category::Usage,
            ResultType::Text => Category::Text,
            ResultType::Path => Category::Path,
        }
    }
}

impl From<Category> for ResultType {
    fn from(category: Category) -> Self {
        match category {
            Category::Definition => ResultType::Definition,
            Category::Usage => ResultType::Usage,
            Category::Text => ResultType::Text,
            Category::Path => ResultType::Path,
        }
    }
}

plugin! {
    name: "code_search",
    asks: {"search": true},
    tools: [code_search],
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::{CodeSearch, METADATA, ResultType};
    use serde_json::{Value, json};

    #[test]
    fn what_is_left_out_limits_nothing_but_the_number() {
        let parsed: CodeSearch = serde_json::from_str(r#"{"query":"ToolProfile"}"#).unwrap();
        assert_eq!((parsed.path, parsed.file_types, parsed.max_results), (None, None, 20));
        let kinds = r#"{"query":"a","result_types":["definition","usage","text","path"]}"#;
        let parsed: CodeSearch = serde_json::from_str(kinds).unwrap();
        use ResultType::{Definition, Path, Text, Usage};
        assert_eq!(parsed.result_types.unwrap(), [Definition, Usage, Text, Path]);
    }

    #[test]
    fn the_schema_has_exactly_the_five_inputs() {
        let metadata: Value = serde_json::from_str(&METADATA.to_string()).unwrap();
        assert_eq!(metadata["asks"], json!({"search": true}));
        let parameters = &metadata["tools"][0]["parameters"];
        let fields: Vec<_> = parameters["properties"].as_object().unwrap().keys().collect();
        assert_eq!(fields, ["query", "path", "file_types", "result_types", "max_results"]);
        assert_eq!(parameters["required"], json!(["query"]));
        assert_eq!(parameters["additionalProperties"], json!(false));
        let most = &parameters["properties"]["max_results"];
        assert_eq!((&most["minimum"], &most["maximum"]), (&json!(1), &json!(100)));
        let kinds = &parameters["properties"]["result_types"]["items"]["enum"];
        assert_eq!(kinds, &json!(["definition", "usage", "text", "path"]));
        let returns = metadata["tools"][0]["returns"]["properties"].as_object().unwrap();
        let fields: Vec<_> = returns.keys().collect();
        assert_eq!(fields, ["results", "returned", "truncated", "hints"]);
    }
}
