//! Searches of a workspace, what every result must look like, and where its places are.

use std::collections::BTreeSet;
use std::fs;

use serde_json::{Value, json};

use super::patch::said;
use super::result::{failure, number};
use super::{Lines, Toolhost};

/// The tool that is searched with.
pub(crate) const TOOL: &str = "code_search";

/// What chooses the profile that has the tool.
pub(crate) const ADVANCED: [&str; 2] = ["--profile", "advanced"];

/// Bytes that a snippet has at most.
pub(crate) const SNIPPET: usize = 240;

/// The categories, the strongest first, in which order they are reported.
pub(crate) const CATEGORIES: [&str; 4] = ["definition", "usage", "text", "path"];

/// Code of a path at which there is nothing.
pub(crate) const MISSING: &str = "not_found";
/// Codes of arguments that no search can be made of.
pub(crate) const INVALID: [&str; 2] = ["invalid_arguments", "invalid_argument"];
/// Code of a path that leads out of the workspace.
pub(crate) const DENIED: &str = "denied";

/// A client session in which a workspace is searched.
pub(crate) struct Search {
    pub(crate) lines: Lines,
    pub(crate) toolhost: Toolhost,
}

impl Search {
    /// A session over a workspace with these files.
    pub(crate) fn over(files: &[(&str, &str)]) -> Self {
        let toolhost = Toolhost::new();
        for (name, contents) in files {
            toolhost.put(name, contents);
        }
        Self::of(toolhost)
    }

    /// A session of this user.
    pub(crate) fn of(toolhost: Toolhost) -> Self {
        let lines = Lines::start_with(&toolhost, &[&ADVANCED[..], &["call", "-"]].concat());
        Self { lines, toolhost }
    }

    /// Makes a search, whatever becomes of it.
    pub(crate) fn call(&mut self, arguments: &Value) -> Value {
        self.lines.call(TOOL, arguments)
    }

    /// Makes a search that must succeed, in a workspace that stands still.
    pub(crate) fn find(&mut self, arguments: &Value) -> Value {
        let result = self.call(arguments);
        assert_sound(&self.toolhost, arguments, &result);
        result
    }

    /// The places that a search finds, in the order of its results.
    pub(crate) fn places(&mut self, arguments: &Value) -> Vec<String> {
        places(&self.find(arguments))
    }

    /// The same for a search of everything in all categories.
    pub(crate) fn places_of(&mut self, query: &str) -> Vec<String> {
        self.places(&json!({"query": query}))
    }

    /// Makes a search that must be refused with one of these codes, and must say these parts.
    pub(crate) fn refuse(&mut self, arguments: &Value, codes: &[&str], parts: &[&str]) -> Value {
        let result = self.call(arguments);
        let shown: String = arguments.to_string().chars().take(200).collect();
        assert!(result["error"].is_object(), "{shown} is not refused: {result}");
        assert!(codes.contains(&failure(&result).0), "{shown}: {codes:?}: {result}");
        let said = said(&result);
        for part in parts {
            assert!(said.contains(part), "{shown}: {part:?} is not in {said:?}");
        }
        result
    }
}

impl Toolhost {
    /// The result of a search by a host that has done nothing before: exit status and standard output.
    pub(crate) fn search_afresh(&self, arguments: &Value) -> (i32, String) {
        let ran = self.run(&[&ADVANCED[..], &["call", TOOL, &arguments.to_string()]].concat());
        (ran.status, ran.stdout)
    }
}

/// Each result as `CATEGORY PATH:LINE:COLUMN`, or `path PATH`.
pub(crate) fn places(result: &Value) -> Vec<String> {
    let results = result["results"].as_array().unwrap_or_else(|| panic!("no results: {result}"));
    let place = |found: &Value| {
        let (category, path) = (text(found, "result_type"), text(found, "path"));
        match (found["line"].as_u64(), found["column"].as_u64()) {
            (Some(line), Some(column)) => format!("{category} {path}:{line}:{column}"),
            _ => format!("{category} {path}"),
        }
    };
    results.iter().map(place).collect()
}

/// The hints of a result, as one text in lower case.
pub(crate) fn hints(result: &Value) -> String {
    let hints = result["hints"].as_array().unwrap_or_else(|| panic!("no hints: {result}"));
    hints.iter().map(|hint| hint.as_str().unwrap().to_lowercase()).collect::<Vec<_>>().join(" ")
}

/// Fails unless a result is a page of results: its fields, theirs, and the order of their categories.
pub(crate) fn assert_page(result: &Value) {
    assert!(result["error"].is_null(), "{result}");
    assert_eq!(keys(result), ["hints", "results", "returned", "truncated"], "{result}");
    let results = result["results"].as_array().unwrap();
    assert_eq!(result["returned"], results.len(), "{result}");
    assert!(result["truncated"].is_boolean(), "{result}");
    hints(result);
    let strength = |found: &Value| CATEGORIES.iter().position(|name| found["result_type"] == *name);
    assert!(results.iter().all(|found| strength(found).is_some()), "{result}");
    assert!(results.is_sorted_by_key(strength), "{result}");
    for found in results {
        let expected: &[&str] = match text(found, "result_type") {
            "path" => &["path", "result_type"],
            "text" => &["column", "line", "path", "result_type", "snippet"],
            _ => &["column", "line", "name", "path", "result_type", "snippet"],
        };
        assert_eq!(keys(found), expected, "{found}");
        if let Some(snippet) = found["snippet"].as_str() {
            assert!(snippet.len() <= SNIPPET && !snippet.contains(['\n', '\r']), "{found}");
        }
    }
    let places = places(result);
    // Without the category: a place is in its strongest one only.
    let distinct: BTreeSet<&str> =
        places.iter().map(|place| place.split_once(' ').map_or("", |(_, place)| place)).collect();
    assert_eq!(distinct.len(), places.len(), "a place is there twice: {places:#?}");
}

/// Fails unless a result is a page whose every place has what was asked for, by the bytes of its file.
fn assert_sound(toolhost: &Toolhost, arguments: &Value, result: &Value) {
    assert_page(result);
    let query = text(arguments, "query");
    let most = arguments["max_results"].as_u64().unwrap_or(20);
    assert!(result["returned"].as_u64().unwrap() <= most, "{result}");
    for found in result["results"].as_array().unwrap() {
        let Some(snippet) = found["snippet"].as_str() else {
            let path = text(found, "path");
            let is_there = path.contains(query) || is_folded(query) && path.to_lowercase().contains(query);
            assert!(is_there, "{query}: {found}");
            continue;
        };
        let line = line(toolhost, text(found, "path"), number(found, "line"));
        let from = usize::try_from(number(found, "column")).unwrap() - 1;
        let there = String::from_utf8_lossy(line.get(from..).unwrap_or_default());
        let there: String = there.chars().take(query.chars().count()).collect();
        assert!(is_same(query, &there), "{query:?} is not at {found}: {there:?}");
        assert!(found["name"].as_str().is_none_or(|name| name == there), "{found}: {there:?}");
        let line = squeezed(&String::from_utf8_lossy(&line));
        let shown = squeezed(snippet.trim_matches('…'));
        assert!(line.contains(&shown), "{found} shows what is not there: {shown:?}");
        assert!(line.len() > SNIPPET || shown == line, "{found} shows less than the line: {line:?}");
        let is_shown = query.len() > SNIPPET || squeezed(snippet).contains(&squeezed(&there));
        assert!(is_shown, "{found} does not show {there:?}");
    }
}

/// A line of a file of the workspace, without its end and without a byte order mark, which is no part of the
/// text.
fn line(toolhost: &Toolhost, path: &str, number: u64) -> Vec<u8> {
    let bytes = fs::read(toolhost.workspace().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&bytes);
    let mut lines = bytes.split(|byte| *byte == b'\n');
    let line = lines.nth(usize::try_from(number).unwrap() - 1).unwrap_or_else(|| panic!("{path}:{number}"));
    line.strip_suffix(b"\r").unwrap_or(line).to_owned()
}

/// Whether the case of a query does not matter.
fn is_folded(query: &str) -> bool {
    !query.chars().any(char::is_uppercase)
}

fn is_same(query: &str, there: &str) -> bool {
    query == there || is_folded(query) && query.to_lowercase() == there.to_lowercase()
}

/// A text with each run of blanks as one, and none at its ends.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_else(|| panic!("{key}: {value}"))
}
