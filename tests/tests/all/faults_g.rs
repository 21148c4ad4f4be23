//! Reported faults of search tools: one test a row of the table that they were collected in, named after the
//! row.
//!
//! Rows that a table elsewhere has at length: `code_search_memory` for G4, `code_search` for G5,
//! `code_search_definitions` for G6, G8 and G10.

use serde_json::json;

use crate::support::git::git;
use crate::support::plugins::fixture;
use crate::support::search::{SNIPPET, hints, places};
use crate::support::{Search, Toolhost};

#[test]
fn g1_one_minified_line_does_not_flood_the_answer() {
    let filler = "a.b(c);".repeat(75_000);
    let line = format!("{filler}\"needleHit\";{filler}");
    let mut search = Search::over(&[("app.min.js", &line)]);
    let result = search.find(&json!({"query": "needleHit"}));
    assert_eq!(places(&result), [format!("text app.min.js:1:{}", filler.len() + 2)]);
    let snippet = result["results"][0]["snippet"].as_str().unwrap();
    assert!(snippet.len() <= SNIPPET && snippet.contains("a.b(c);\"needleHit\";a.b(c);"), "{snippet}");
}

#[test]
fn g2_hidden_files_are_searched_and_ignored_ones_are_hinted_at() {
    let toolhost = Toolhost::new();
    git(&toolhost, &["init", "-q"]);
    toolhost.put(".github/x.yml", "uses: needleHit\n");
    toolhost.put(".env.example", "needleHit=1\n");
    let mut search = Search::of(toolhost);
    let found = ["text .env.example:1:1", "text .github/x.yml:1:7"];
    assert_eq!(search.places_of("needleHit"), found);
    search.toolhost.put(".gitignore", "out/\n");
    search.toolhost.put("out/a.txt", "needleHit\n");
    let result = search.find(&json!({"query": "needleHit"}));
    assert_eq!(places(&result), found);
    assert!(hints(&result).contains("ignored"), "{result}");
}

#[test]
fn g4_a_negated_pattern_of_a_nested_file_counts() {
    let toolhost = Toolhost::new();
    git(&toolhost, &["init", "-q"]);
    toolhost.put(".gitignore", "*.gen\n");
    toolhost.put("sub/.gitignore", "!kept.gen\n");
    for name in ["kept.gen", "sub/kept.gen", "sub/other.gen", "sub/deeper/kept.gen"] {
        toolhost.put(name, "needleHit\n");
    }
    let mut search = Search::of(toolhost);
    assert_eq!(search.places_of("needleHit"), ["text sub/deeper/kept.gen:1:1", "text sub/kept.gen:1:1"]);
}

#[test]
fn g5_a_bar_is_no_alternation() {
    let mut search = Search::over(&[("both.txt", "a||b\n"), ("one.txt", "a\n"), ("other.txt", "b\na|b\n")]);
    let arguments = json!({"query": "a||b", "result_types": ["definition", "usage", "text"]});
    assert_eq!(search.places(&arguments), ["text both.txt:1:1"]);
}

#[test]
fn g6_an_export_macro_does_not_hide_a_class() {
    let mut search = Search::over(&[("a.cpp", "class EXPORT_API Foo { };\n")]);
    assert_eq!(search.places_of("Foo"), ["definition a.cpp:1:18"]);
}

#[test]
fn g7_code_within_a_macro_of_c_is_found_at_least_as_text() {
    let mut search = Search::over(&[("a.c", "int foo(int x);\n#define X foo(1)\n")]);
    let found = search.places_of("foo");
    assert_eq!(found[0], "definition a.c:1:5");
    assert!(
        ["usage a.c:2:11", "text a.c:2:11"].contains(&found[1].as_str()) && found.len() == 2,
        "{found:?}"
    );
}

#[test]
fn g8_constants_fields_and_members_are_definitions() {
    let source =
        "enum E { Member }\nconst LIMIT: u8 = 1;\nstatic COUNT: u8 = 1;\nstruct S { fieldName: u8 }\n";
    let mut search = Search::over(&[("a.rs", source)]);
    for (query, place) in [("Member", "1:10"), ("LIMIT", "2:7"), ("COUNT", "3:8"), ("fieldName", "4:12")] {
        assert_eq!(search.places_of(query), [format!("definition a.rs:{place}")]);
    }
}

#[test]
fn g10_a_function_that_is_a_constant_is_a_definition() {
    let mut search = Search::over(&[("a.js", "const makeIt = () => {};\nmakeIt();\n")]);
    assert_eq!(search.places_of("makeIt"), ["definition a.js:1:7", "usage a.js:2:1"]);
}

#[test]
fn g11_a_lisp_is_text() {
    let mut search = Search::over(&[("a.clj", "(defn area-of [shape] 1)\n(area-of 2)\n")]);
    assert_eq!(search.places_of("area-of"), ["text a.clj:1:7", "text a.clj:2:2"]);
}

#[test]
fn g12_a_search_of_tools_finds_the_words_within_a_name() {
    let configuration = format!(
        "profiles: {{ default: {{ tools: [exec_command, search_tools, \
         {{ name: create_issue, plugin: noop }}, {{ name: listPullRequests, plugin: noop }}] }} }}\n\
         plugins: {{ noop: {} }}\n",
        fixture("noop", "deferred: true")
    );
    let toolhost = Toolhost::configured(&configuration);
    for (query, name) in [
        ("issue", "create_issue"),
        ("issues", "create_issue"),
        ("create", "create_issue"),
        ("create_issue", "create_issue"),
        ("pull", "listPullRequests"),
        ("request", "listPullRequests"),
        ("listPullRequests", "listPullRequests"),
    ] {
        let (status, result) = toolhost.call("search_tools", &json!({"query": query}));
        assert_eq!((status, &result["count"]), (0, &json!(1)), "{query}: {result}");
        assert_eq!(result["tools"][0]["name"], name, "{query}");
    }
}
