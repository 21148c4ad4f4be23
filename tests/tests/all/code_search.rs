//! `code_search`: what it finds, in which category and order, and what a result shows.

use serde_json::{Value, json};

use crate::support::search::{CATEGORIES, SNIPPET, TOOL, assert_page, hints, places};
use crate::support::{Mcp, Search, Toolhost};

/// A workspace that has the same name in every category, in more than one file.
const EVERYWHERE: [(&str, &str); 5] = [
    ("b.rs", "// makeWidget is made here\npub fn makeWidget() {}\n\nfn other() {\n    makeWidget();\n}\n"),
    ("a.rs", "fn main() {\n    let text = \"makeWidget\";\n    crate::b::makeWidget();\n}\n"),
    ("notes.txt", "\nabout makeWidget\n"),
    ("docs/makeWidget.md", "nothing\n"),
    ("other.rs", "pub fn makeGadget() {}\n"),
];

/// Where `makeWidget` is in it.
const PLACES: [&str; 7] = [
    "definition b.rs:2:8",
    "usage a.rs:3:15",
    "usage b.rs:5:5",
    "text a.rs:2:17",
    "text b.rs:1:4",
    "text notes.txt:2:7",
    "path docs/makeWidget.md",
];

#[test]
fn results_are_ordered_by_category_then_place() {
    let mut search = Search::over(&EVERYWHERE);
    let result = search.find(&json!({"query": "makeWidget"}));
    assert_eq!(places(&result), PLACES);
    assert_eq!((&result["returned"], &result["truncated"]), (&json!(7), &json!(false)));
}

/// Every field of each category, and no other.
#[test]
fn a_result_has_the_fields_of_its_category() {
    let mut search = Search::over(&EVERYWHERE);
    let result = search.find(&json!({"query": "makeWidget"}));
    let expected = [
        json!({"result_type": "definition", "path": "b.rs", "line": 2, "column": 8, "name": "makeWidget",
            "snippet": "pub fn makeWidget() {}"}),
        json!({"result_type": "text", "path": "b.rs", "line": 1, "column": 4,
            "snippet": "// makeWidget is made here"}),
        json!({"result_type": "path", "path": "docs/makeWidget.md"}),
    ];
    for (found, expected) in [0, 4, 6].map(|index| &result["results"][index]).into_iter().zip(expected) {
        assert_eq!(*found, expected);
    }
}

#[test]
fn lines_and_columns_are_ordered_as_numbers() {
    let mut search = Search::over(&[
        ("a/deep/z.rs", "fn f() {\n    one(makeIt, makeIt);\n}\n"),
        ("b.rs", &format!("fn g() {{\n{}}}\n", "    makeIt();\n".repeat(10))),
    ]);
    let lines = (2..12).map(|line| format!("usage b.rs:{line}:5"));
    let expected: Vec<String> = ["usage a/deep/z.rs:2:9", "usage a/deep/z.rs:2:17"]
        .map(str::to_owned)
        .into_iter()
        .chain(lines)
        .collect();
    assert_eq!(search.places_of("makeIt"), expected);
}

/// Caps come after the order, so what is read first does not displace what is stronger.
#[test]
fn a_late_definition_comes_before_three_hundred_early_texts() {
    let toolhost = Toolhost::new();
    toolhost.put("a.txt", "about lateNeedle\n".repeat(150));
    for number in 0..150 {
        toolhost.put(&format!("b/{number:03}.txt"), "lateNeedle\n");
    }
    toolhost.put("z/z.rs", "\npub fn lateNeedle() {}\n");
    let mut search = Search::of(toolhost);
    for most in [1, 2, 20, 100] {
        let result = search.find(&json!({"query": "lateNeedle", "max_results": most}));
        let texts = (1..).map(|line| format!("text a.txt:{line}:7"));
        let expected: Vec<String> =
            std::iter::once("definition z/z.rs:2:8".to_owned()).chain(texts).take(most).collect();
        assert_eq!(places(&result), expected);
        assert_eq!(result["truncated"], true);
    }
}

#[test]
fn a_late_definition_comes_before_three_hundred_early_usages() {
    let toolhost = Toolhost::new();
    let calls = "    lateNeedle();\n".repeat(300);
    toolhost.put("a.rs", format!("fn f() {{\n{calls}}}\n"));
    toolhost.put("z.rs", "struct Z;\nimpl Z {\n    fn lateNeedle() {}\n}\n");
    let mut search = Search::of(toolhost);
    let result = search.find(&json!({"query": "lateNeedle", "max_results": 3}));
    assert_eq!(places(&result), ["definition z.rs:3:8", "usage a.rs:2:5", "usage a.rs:3:5"]);
}

/// Also where each category alone has more than there may be.
#[test]
fn of_many_in_every_category_the_first_are_returned() {
    let toolhost = Toolhost::new();
    for number in (0..120).rev() {
        let text = "fn manyNeedles() {}\nfn f() {\n    manyNeedles();\n}\n// manyNeedles\n";
        toolhost.put(&format!("manyNeedles/{number:03}.rs"), text);
    }
    let mut search = Search::of(toolhost);
    for (category, place) in [("definition", ":1:4"), ("usage", ":3:5"), ("text", ":5:4"), ("path", "")] {
        let arguments = json!({"query": "manyNeedles", "result_types": [category], "max_results": 100});
        let result = search.find(&arguments);
        let expected: Vec<String> =
            (0..100).map(|number| format!("{category} manyNeedles/{number:03}.rs{place}")).collect();
        assert_eq!(places(&result), expected);
        assert_eq!(result["truncated"], true);
    }
}

#[test]
fn twenty_results_are_returned_unless_another_number_is_asked_for() {
    let mut search = Search::over(&[("a.txt", &"someWord\n".repeat(101))]);
    let table = [
        (json!({}), 20),
        (json!({"max_results": 1}), 1),
        (json!({"max_results": "20"}), 20),
        (json!({"max_results": "7"}), 7),
        (json!({"max_results": 100}), 100),
    ];
    for (mut arguments, expected) in table {
        arguments["query"] = json!("someWord");
        let result = search.find(&arguments);
        assert_eq!(
            (&result["returned"], &result["truncated"]),
            (&json!(expected), &json!(true)),
            "{arguments}"
        );
    }
}

#[test]
fn truncated_says_whether_there_was_more() {
    let mut search = Search::over(&[("a.txt", &"someWord\n".repeat(30))]);
    for (most, truncated) in [(1, true), (29, true), (31, false), (100, false)] {
        let result = search.find(&json!({"query": "someWord", "max_results": most}));
        assert_eq!(result["truncated"], truncated, "{most}");
    }
    let result = search.find(&json!({"query": "nobodyWroteThis"}));
    assert_eq!((places(&result), &result["truncated"]), (vec![], &json!(false)));
}

/// The categories do not depend on which of them are asked for, nor does the order.
#[test]
fn a_choice_of_categories_is_a_part_of_the_whole() {
    let mut search = Search::over(&EVERYWHERE);
    for choice in 1_usize..16 {
        let mut chosen: Vec<&str> =
            (0..4).filter(|bit| choice & (1 << bit) != 0).map(|bit| CATEGORIES[bit]).collect();
        let expected: Vec<&str> =
            PLACES.into_iter().filter(|place| chosen.iter().any(|name| place.starts_with(name))).collect();
        for _ in 0..2 {
            let arguments = json!({"query": "makeWidget", "result_types": chosen});
            assert_eq!(search.places(&arguments), expected, "{chosen:?}");
            chosen.reverse();
        }
    }
    let twice = json!({"query": "makeWidget", "result_types": ["path", "path"]});
    assert_eq!(search.places(&twice), ["path docs/makeWidget.md"]);
}

/// A place is reported in its strongest category only, a text once for each line.
#[test]
fn one_place_is_reported_once() {
    let table: &[(&str, &[&str])] = &[
        ("fn makeIt() {}\n", &["definition a.rs:1:4"]),
        ("fn makeIt() {} // makeIt, makeIt\n", &["definition a.rs:1:4", "text a.rs:1:19"]),
        (
            "fn f() { makeIt(makeIt, \"makeIt makeIt\") } // makeIt\n",
            &["usage a.rs:1:10", "usage a.rs:1:17", "text a.rs:1:26"],
        ),
        ("// makeIt makeIt\n// makeIt\n", &["text a.rs:1:4", "text a.rs:2:4"]),
        ("fn makeIt(makeItAll: u8) {}\n", &["definition a.rs:1:4", "text a.rs:1:11"]),
    ];
    for (contents, expected) in table {
        assert_eq!(Search::over(&[("a.rs", contents)]).places_of("makeIt"), *expected, "{contents}");
    }
    // Hits that overlap are one text, too.
    assert_eq!(Search::over(&[("a.txt", "xx aaaa\n")]).places_of("aaa"), ["text a.txt:1:4"]);
}

/// A definition and a usage have exactly that name; what only contains it is text.
#[test]
fn names_match_as_a_whole() {
    let source = "struct Widget;\nstruct WidgetFactory;\nimpl Widget {\n    fn old_Widget(w: Widget) {}\n}\n";
    let mut search = Search::over(&[("a.rs", source)]);
    let expected =
        ["definition a.rs:1:8", "usage a.rs:3:6", "usage a.rs:4:22", "text a.rs:2:8", "text a.rs:4:12"];
    assert_eq!(search.places_of("Widget"), expected);
    assert_eq!(search.places_of("WidgetFactory"), ["definition a.rs:2:8"]);
    assert_eq!(search.places_of("idgetF"), ["text a.rs:2:9"]);
}

/// Lower case finds every case, in all categories; one upper-case character finds its own case only.
#[test]
fn a_query_in_lower_case_finds_every_case() {
    let mut search = Search::over(&[
        ("a.rs", "struct Widget;\nfn f(w: Widget) {}\n// WIDGET\n"),
        ("b.rs", "fn widget() {}\nfn g() { widget() } // Widget\n"),
        ("docs/WIDGET.md", "\n"),
        ("docs/widget.md", "\n"),
    ]);
    let table: &[(&str, &[&str])] = &[
        (
            "widget",
            &[
                "definition a.rs:1:8",
                "definition b.rs:1:4",
                "usage a.rs:2:9",
                "usage b.rs:2:10",
                "text a.rs:3:4",
                "text b.rs:2:24",
                "path docs/WIDGET.md",
                "path docs/widget.md",
            ],
        ),
        ("Widget", &["definition a.rs:1:8", "usage a.rs:2:9", "text b.rs:2:24"]),
        ("WIDGET", &["text a.rs:3:4", "path docs/WIDGET.md"]),
        ("wIdget", &[]),
    ];
    for (query, expected) in table {
        assert_eq!(search.places_of(query), *expected, "{query}");
    }
    // The name is as it is written, not as it was asked for.
    let result = search.find(&json!({"query": "widget", "result_types": ["definition", "usage"]}));
    let names: Vec<&Value> =
        result["results"].as_array().unwrap().iter().map(|found| &found["name"]).collect();
    assert_eq!(names, ["Widget", "widget", "Widget", "widget"]);
}

#[test]
fn case_is_folded_beyond_ascii() {
    let mut search = Search::over(&[("a.txt", "ÉCOLE\nÉcole\nécole\nПРИВЕТ\nпривет\n")]);
    let table: &[(&str, &[u8])] =
        &[("école", &[1, 2, 3]), ("École", &[2]), ("ÉCOLE", &[1]), ("привет", &[4, 5]), ("ПРИВЕТ", &[4])];
    for (query, lines) in table {
        let expected: Vec<String> = lines.iter().map(|line| format!("text a.txt:{line}:1")).collect();
        assert_eq!(search.places_of(query), expected, "{query}");
    }
}

/// No character of a query means anything but itself: each finds its own line and not the one that a pattern
/// would match.
#[test]
fn queries_are_literal() {
    let table: &[(&str, &str, &str)] = &[
        ("a||b", "a", "b"),
        ("a|b", "a", "b"),
        ("a.b", "axb", "ab"),
        ("a*b", "aab", "b"),
        ("a+b", "aab", "ab"),
        ("a?b", "b", "ab"),
        ("[ab]", "a", "b"),
        ("(ab", "ab", "(a"),
        ("ab)", "ab", "b)"),
        ("a{2}", "aa", "a2"),
        ("^ab", "ab", "^"),
        ("ab$", "ab", "$"),
        ("\\bab", "ab", "bab"),
        ("\\", "/", "|"),
        ("\\n", "n", "\n"),
        ("(?i)ab", "ab", "AB"),
        ("[[:alpha:]", "a", "alpha"),
        ("*.rs", "a.rs", "rs"),
        ("!ab", "ab", "a!b"),
        ("--ab", "ab", "-ab"),
        ("-e", "e", "- e"),
        ("'ab'", "ab", "\"ab\""),
        ("%s %d", "%s", "s d"),
        ("a  b", "a b", "ab"),
        (" ab", "ab", "xab"),
        ("ab ", "ab", "abx"),
        ("\tab", "ab", " ab"),
        ("${ab}", "ab", "$ab"),
        ("~/ab", "/ab", "~ab"),
        ("ab: [", "ab: ", "["),
        ("🦀 ab", "ab", "🦀"),
    ];
    for (query, one, other) in table {
        let text = format!("{one}\n{other}\nx{query}x\n");
        let mut search = Search::over(&[("f.txt", &text)]);
        let line = text.lines().count();
        let expected = format!("text f.txt:{line}:2");
        assert_eq!(
            search.places(&json!({"query": query, "result_types": ["text"]})),
            [expected],
            "{query:?}"
        );
    }
}

/// Columns count bytes, from 1; a byte order mark is no part of the first line.
#[test]
fn columns_count_bytes() {
    let table: &[(&str, &str)] = &[
        ("needle\n", "1:1"),
        ("needle", "1:1"),
        ("é needle\n", "1:4"),
        ("🦀🦀needle\n", "1:9"),
        ("\t\tneedle\n", "1:3"),
        ("a\r\nb needle\r\n", "2:3"),
        ("\n\n\nneedle", "4:1"),
        ("\u{feff}needle\n", "1:1"),
    ];
    for (contents, place) in table {
        let mut search = Search::over(&[("a.txt", contents)]);
        assert_eq!(search.places_of("needle"), [format!("text a.txt:{place}")], "{contents:?}");
    }
    let mut search = Search::over(&[("a.rs", "/* é */ fn needle() {} // needle\n")]);
    assert_eq!(search.places_of("needle"), ["definition a.rs:1:13", "text a.rs:1:28"]);
    let mut search = Search::over(&[("a.rs", "\u{feff}fn needle() {}\r\nfn f() { needle() }\r\n")]);
    assert_eq!(search.places_of("needle"), ["definition a.rs:1:4", "usage a.rs:2:10"]);
}

/// A snippet is the line, or so much of it as fits around the hit, cut between characters.
#[test]
fn a_long_line_is_cut_around_the_hit() {
    for (filler, name) in [("x", "ascii"), ("é", "two bytes"), ("🦀", "four bytes"), ("a b ", "words")] {
        for (before, after) in [(0, 0), (0, 1000), (1000, 0), (1000, 1000), (1001, 333), (20, 20)] {
            let line = format!("{}needle{}", filler.repeat(before), filler.repeat(after));
            let mut search = Search::over(&[("a.txt", &format!("first\n{line}\nlast\n"))]);
            let result = search.find(&json!({"query": "needle"}));
            let column = filler.len() * before + 1;
            assert_eq!(places(&result), [format!("text a.txt:2:{column}")], "{name}");
            let snippet = result["results"][0]["snippet"].as_str().unwrap();
            let (left, right) = snippet.split_once("needle").unwrap();
            // What there is on a side is shown, and the room is used.
            assert_eq!((left.is_empty(), right.is_empty()), (before == 0, after == 0), "{name}: {snippet:?}");
            assert!(snippet.len() >= line.len().min(SNIPPET / 2), "{name}: {snippet:?}");
        }
    }
    // A hit that is longer than a snippet may be.
    let query = "é".repeat(300);
    let mut search = Search::over(&[("a.txt", &format!("x{query}x\n"))]);
    assert_eq!(search.places_of(&query), ["text a.txt:1:2"]);
}

#[test]
fn a_file_that_does_not_parse_still_has_texts() {
    let source = "fn ) { ( makeIt\nimpl impl } } \"makeIt\n// makeIt\n#[ makeItAll\n";
    let mut search = Search::over(&[("a.rs", source), ("b.rs", "fn makeIt() {}\n")]);
    let found: Vec<String> = search.places_of("makeIt");
    assert_eq!(found[0], "definition b.rs:1:4");
    let mut places: Vec<&str> =
        found.iter().filter_map(|place| Some(place.split_once(" a.rs:")?.1)).collect();
    places.sort_unstable();
    // Whatever the first two are, they are found where they are.
    assert_eq!(places, ["1:10", "2:16", "3:4", "4:4"]);
}

/// The same question has the same answer, byte for byte: in one host, in another, and beside other questions.
#[test]
fn the_same_query_gives_the_same_bytes() {
    let toolhost = Toolhost::new();
    for number in 0..300 {
        let text = "fn makeWidget() {}\nfn f() { makeWidget(\"makeWidget\") }\n";
        toolhost.put(&format!("{}/{number}.rs", number % 7), text);
    }
    let mut search = Search::of(toolhost);
    for arguments in [
        json!({"query": "makewidget"}),
        json!({"query": "makeWidget", "result_types": ["text"], "max_results": 100}),
        json!({"query": "makewidget", "path": "3", "file_types": ["rust"]}),
    ] {
        let (status, fresh) = search.toolhost.search_afresh(&arguments);
        assert_eq!((status, &fresh), (0, &search.toolhost.search_afresh(&arguments).1));
        let first = search.find(&arguments).to_string();
        let same: Value = serde_json::from_str(&fresh).unwrap();
        assert_eq!(first, same.to_string());
        let ids: Vec<String> = (0..24).map(|number| number.to_string()).collect();
        for id in &ids {
            search.lines.send(id, TOOL, &arguments);
        }
        for id in &ids {
            assert_eq!(search.lines.result(id).to_string(), first);
        }
    }
}

/// An answer over its budget loses results from its end, and says how many.
#[test]
fn a_small_budget_drops_results_from_the_end() {
    let mut search = Search::over(&[("a.txt", &"some words and the needle\n".repeat(100))]);
    let whole = search.find(&json!({"query": "needle", "max_results": 100}));
    let arguments = json!({"query": "needle", "max_results": 100, "max_output_tokens": 500});
    let cut = search.call(&arguments);
    assert!(cut.to_string().len() <= 2000, "{cut}");
    let (kept, all) = (cut["results"].as_array().unwrap(), whole["results"].as_array().unwrap());
    assert!(!kept.is_empty() && kept.len() < all.len() && all.starts_with(kept), "{cut}");
    assert_eq!((&cut["truncated"], &cut["omitted_items"]), (&json!(true), &json!(all.len() - kept.len())));
    assert_page(&search.call(&json!({"query": "needle", "max_output_tokens": 50_000})));
}

/// A client may check a result against the schema that the tool has: nothing comes that it does not name.
#[test]
fn every_field_of_a_result_is_declared() {
    let toolhost = Toolhost::configured("profile: advanced\n");
    for (name, contents) in EVERYWHERE {
        toolhost.put(name, contents);
    }
    let mut mcp = Mcp::initialized(&toolhost);
    let mut listed = mcp.request("tools/list", &json!({}));
    let tools = listed["result"]["tools"].as_array_mut().unwrap();
    let tool = tools.iter_mut().find(|tool| tool["name"] == TOOL).unwrap();
    let mut schema = tool["outputSchema"].take();
    schema["additionalProperties"] = json!(false);
    let validator = jsonschema::validator_for(&schema).unwrap();
    for arguments in [
        json!({"query": "makeWidget"}),
        json!({"query": "nobody"}),
        json!({"query": "makeWidget", "path": "no"}),
    ] {
        let answer = mcp.request("tools/call", &json!({"name": TOOL, "arguments": arguments}));
        let result = &answer["result"]["structuredContent"];
        let faults: Vec<String> = validator.iter_errors(result).map(|fault| fault.to_string()).collect();
        assert!(faults.is_empty(), "{arguments}: {faults:?} in {answer}");
        if result["error"].is_null() {
            // Some clients show their model the text only.
            let shown = answer["result"]["content"][0]["text"].as_str().unwrap();
            for found in result["results"].as_array().unwrap() {
                assert!(shown.contains(found["path"].as_str().unwrap()), "{answer}");
            }
        }
    }
}

#[test]
fn what_was_searched_whole_is_not_hinted_at() {
    let mut search = Search::over(&EVERYWHERE);
    let said = hints(&search.find(&json!({"query": "makeWidget"})));
    assert!(!said.contains("ignored") && !said.contains("binary"), "{said}");
}
