//! What each form of a query finds, in a grammar that everybody reads.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use super::*;
use crate::language::Language as Row;

const SOURCE: &str =
    "fn one(a: u8) {}\n// between\nfn two<T>(b: u8, c: T) {}\nstruct Three { d: u8, e: u8 }\n";

/// A query, and what its capture `@x` finds in [`SOURCE`], in order of position.
const CASES: &[(&str, &[&str])] = &[
    ("(function_item name: (identifier) @x)", &["one", "two"]),
    ("(function_item (identifier) @x)", &["one", "two"]),
    ("(function_item name: (_) @x)", &["one", "two"]),
    ("(function_item name: _ @x)", &["one", "two"]),
    ("(_ name: (identifier) @x)", &["one", "two"]),
    ("(_ name: [(identifier) (type_identifier)] @x)", &["one", "two", "T", "Three"]),
    ("(function_item [name: (identifier) @x type_parameters: (_) @x])", &["one", "two", "<T>"]),
    ("(function_item !type_parameters name: (identifier) @x)", &["one"]),
    ("[(identifier) (type_identifier)] @x", &["one", "a", "two", "T", "b", "c", "T", "Three"]),
    ("(struct_item \"struct\" @x)", &["struct"]),
    ("(parameters (parameter pattern: (_) @x))", &["a", "b", "c"]),
    ("(parameters . (parameter pattern: (_) @x))", &["a", "b"]),
    ("(parameters (parameter pattern: (_) @x) .)", &["a", "c"]),
    ("(parameters . (parameter pattern: (_) @x) .)", &["a"]),
    ("(parameters (parameter) . (parameter pattern: (_) @x))", &["c"]),
    ("(field_declaration (field_identifier) @x \":\" . (primitive_type))", &["d", "e"]),
    ("(field_declaration (field_identifier) @x . \":\")", &["d", "e"]),
    ("(function_item type_parameters: (_)? name: (identifier) @x)", &["one", "two"]),
    ("(field_declaration_list . (field_declaration)* . (field_declaration name: (_) @x) .)", &["e"]),
    ("(field_declaration_list (field_declaration)+ . (field_declaration name: (_) @x))", &["e"]),
    ("((function_item) . (function_item name: (_) @x))", &["two"]),
    ("((function_item) . (struct_item name: (_) @x))", &["Three"]),
    ("((identifier) @x (#eq? @x \"one\"))", &["one"]),
    ("((identifier) @x (#not-eq? @x \"one\"))", &["a", "two", "b", "c"]),
    ("((identifier) @x (#any-of? @x \"a\" \"b\"))", &["a", "b"]),
    ("((identifier) @x (#match? @x \"^t\"))", &["two"]),
    ("((identifier) @x (#not-match? @x \"^.$\"))", &["one", "two"]),
    ("((parameter (identifier) @x type: (_) @_t) (#eq? @_t \"T\"))", &["c"]),
    ("((function_item (identifier) @_a (parameters) @x) (#adjacent? @_a @x))", &["(a: u8)"]),
    (
        "((struct_item name: (_) @_a body: (_ (field_declaration name: (_) @x))) (#same-line? @_a @x))",
        &["d", "e"],
    ),
    ("((_ name: (_) @_a) . (_ name: (_) @x) (#same-line? @_a @x))", &["e"]),
    ("((_ name: (_) @_a) . (_ name: (_) @x) (#eq? @_a @x))", &[]),
];

/// Texts that are no query.
const FAULTS: &[&str] = &[
    "(no_such_node)",
    "\"no such token\"",
    "(function_item no_such_field: (_))",
    "(_expression)",
    "(function_item ((identifier) (parameters)))",
    "(identifier",
    "(#eq? @x \"x\")",
    "((identifier) @x (#eq? @y \"x\"))",
    "((identifier) @x (#no-such? @x))",
    "((identifier) @x (#match? @x \"(\"))",
    "(identifier @x)",
];

fn find(text: &str) -> Result<Vec<String>, String> {
    let grammar = Language::new(Row::by_name("rust").unwrap().grammar);
    let query = Query::new(&grammar, text)?;
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&grammar).unwrap();
    let tree = parser.parse(SOURCE, None).unwrap();
    let mut found = Vec::new();
    let mut add = |captured: Captured<'_>| {
        if query.captures().get(captured.capture).is_some_and(|name| name == "x") {
            found.push(captured.node.byte_range());
        }
    };
    query.each(tree.root_node(), SOURCE.as_bytes(), &|_| true, &mut || true, &mut add).unwrap();
    found.sort_by_key(|range| (range.start, range.end));
    found.dedup();
    Ok(found.into_iter().map(|range| SOURCE[range].to_owned()).collect())
}

#[test]
fn each_form_finds_what_it_says() {
    for (text, expected) in CASES {
        assert_eq!(find(text).unwrap(), *expected, "{text}");
    }
}

#[test]
fn what_is_no_query_is_an_error() {
    for text in FAULTS {
        assert!(find(text).is_err(), "{text}");
    }
}
