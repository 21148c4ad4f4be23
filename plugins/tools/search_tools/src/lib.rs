//! `search_tools`: finds deferred tools by what they are called and what they do, and expands those that it shows.
#![forbid(unsafe_code)]

mod rank;
mod report;
mod words;

use report::{Found, Report, hints};
use toolhost_plugin::catalog::{self, Entry};
use toolhost_plugin::{Arguments, Choice, Failure, Outcome, plugin, tool};

use rank::{Match, Text, rank};

/// How much of each tool is shown.
#[derive(Choice, Clone, Copy, Debug, PartialEq, Eq)]
enum DetailLevel {
    Name,
    NameDescription,
    Full,
}

#[derive(Arguments)]
struct SearchTools {
    /// Words for what the tool should do, or its name.
    #[arg(min_length = 1)]
    query: String,
    /// How many tools to return at most.
    #[arg(default = 5, minimum = 1, maximum = 25)]
    limit: u32,
    /// How much of each tool to show; `full` has the schema of its arguments.
    #[arg(default = DetailLevel::NameDescription)]
    detail_level: DetailLevel,
}

/// Finds further tools, which are not in your list of tools, by words of their names and descriptions. Those that
/// are found can be called from then on.
#[tool(
    title = "Search for tools",
    hints(read_only = true, destructive = false, idempotent = true, open_world = false),
    returns = Report,
)]
fn search_tools(arguments: SearchTools) -> Result<Outcome, Failure> {
    let SearchTools { query, limit, detail_level } = arguments;
    if query.trim().is_empty() {
        return Err(Failure::new("invalid_argument", "`query` has no word in it.")
            .hint("Say what the tool should do, as in \"review a pull request\"."));
    }
    let deferred: Vec<Entry> = catalog::entries().into_iter().filter(|entry| entry.deferred).collect();
    let matches = best(&query, &deferred, limit as usize);
    let names: Vec<String> = matches.iter().map(|found| deferred[found.index].name.clone()).collect();
    let expansion = catalog::expand(&names)?;
    let tools =
        matches.iter().map(|found| Found::of(&deferred[found.index], found.score, detail_level)).collect();
    Outcome::new(&Report::new(
        query,
        tools,
        names,
        &expansion,
        hints(&deferred, &matches, detail_level, &expansion),
    ))
}

fn best(query: &str, entries: &[Entry], limit: usize) -> Vec<Match> {
    let texts: Vec<Text<'_>> =
        entries.iter().map(|entry| Text { name: &entry.name, description: &entry.description }).collect();
    let mut matches = rank(query, &texts);
    matches.truncate(limit);
    matches
}

plugin! {
    name: "search_tools",
    asks: {"catalog": true},
    tools: [search_tools],
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::{DetailLevel, METADATA, SearchTools};
    use serde_json::{Value, json};

    #[test]
    fn five_tools_with_their_descriptions_unless_asked_otherwise() {
        let parsed: SearchTools = serde_json::from_str(r#"{"query":"issue"}"#).unwrap();
        assert_eq!((parsed.limit, parsed.detail_level), (5, DetailLevel::NameDescription));
    }

    #[test]
    fn the_schema_has_exactly_the_fields_of_the_contract() {
        let metadata: Value = serde_json::from_str(&METADATA.to_string()).unwrap();
        assert_eq!(metadata["asks"], json!({"catalog": true}));
        let parameters = &metadata["tools"][0]["parameters"];
        let fields: Vec<_> = parameters["properties"].as_object().unwrap().keys().collect();
        assert_eq!(fields, ["query", "limit", "detail_level"]);
        assert_eq!(parameters["required"], json!(["query"]));
        assert_eq!(parameters["additionalProperties"], json!(false));
        let limit = &parameters["properties"]["limit"];
        assert_eq!((&limit["minimum"], &limit["maximum"]), (&json!(1), &json!(25)));
        let levels = &parameters["properties"]["detail_level"]["enum"];
        assert_eq!(levels, &json!(["name", "name_description", "full"]));
        let returns = metadata["tools"][0]["returns"]["properties"].as_object().unwrap();
        let fields: Vec<_> = returns.keys().collect();
        assert_eq!(fields, ["query", "count", "tools", "expanded", "catalog_epoch", "hints"]);
    }
}
