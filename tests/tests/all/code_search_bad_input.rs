//! `code_search` with wrong arguments, and over files that no search should stumble on.

use std::fs;
use std::io::{Seek, SeekFrom, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::thread;

use rustix::fs::{CWD, Mode, mkfifoat};
use serde_json::{Value, json};

use crate::support::processes::peak_memory;
use crate::support::result::failure;
use crate::support::search::{DENIED, INVALID, MISSING, TOOL, assert_page, hints, places};
use crate::support::{Mcp, Search, Toolhost};

/// Names of fields that such a tool had elsewhere, before it had five. None of them is known any more.
const FORMER: [&str; 27] = [
    "action",
    "workflow",
    "pattern",
    "kind",
    "config_path",
    "filter",
    "lang",
    "selector",
    "strictness",
    "view",
    "items",
    "type",
    "match",
    "pub_members",
    "follow",
    "debug_query",
    "globs",
    "skip_snapshot_tests",
    "context_lines",
    "severities",
    "no_ignore",
    "threads",
    "format",
    "report_style",
    "before_lines",
    "after_lines",
    "builtin_rules",
];

fn workspace() -> Search {
    Search::over(&[("src/a.rs", "fn needleHit() {}\n")])
}

/// Fails unless a session answers as if nothing had happened.
fn assert_serves(search: &mut Search) {
    let arguments = json!({"query": "needleHit", "path": "src/a.rs"});
    assert_eq!(search.places(&arguments), ["definition src/a.rs:1:4"]);
}

#[test]
fn each_former_field_is_refused_by_name() {
    let mut search = workspace();
    for name in FORMER {
        for value in [json!("x"), json!(true)] {
            let arguments = json!({"query": "needleHit", name: value});
            search.refuse(&arguments, &INVALID, &[&format!("`{name}`")]);
        }
    }
    assert_serves(&mut search);
}

/// Five inputs, and the budget that every tool has.
#[test]
fn the_schema_has_five_inputs() {
    let toolhost = Toolhost::configured("profile: advanced\n");
    let tools = toolhost.run(&["tools"]).json();
    let tool = tools.as_array().unwrap().iter().find(|tool| tool["name"] == TOOL).unwrap();
    let schema = &tool["inputSchema"];
    let mut names: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
    names.sort();
    let expected = ["file_types", "max_output_tokens", "max_results", "path", "query", "result_types"];
    assert_eq!(names, expected);
    assert_eq!((&schema["required"], &schema["additionalProperties"]), (&json!(["query"]), &json!(false)));
    let most = &schema["properties"]["max_results"];
    assert_eq!((&most["minimum"], &most["maximum"], &most["default"]), (&json!(1), &json!(100), &json!(20)));
    let categories = &schema["properties"]["result_types"]["items"]["enum"];
    assert_eq!(*categories, json!(["definition", "usage", "text", "path"]));
}

/// Each is refused over every front end, with words that say what is wrong.
#[test]
fn wrong_arguments_are_refused() {
    let table: &[(Value, &[&str])] = &[
        (json!({}), &["`query`"]),
        (json!({"path": "src"}), &["`query`"]),
        (json!({"query": null}), &["`query`"]),
        (json!({"query": 5}), &["`query`"]),
        (json!({"query": ["needleHit"]}), &["`query`"]),
        (json!({"query": ""}), &["query"]),
        (json!({"query": " "}), &["query"]),
        (json!({"query": "\t \r\n"}), &["query"]),
        (json!({"query": "\u{3000}\u{a0}"}), &["query"]),
        (json!({"query": "x", "max_results": 0}), &["`max_results`", "1"]),
        (json!({"query": "x", "max_results": -1}), &["`max_results`"]),
        (json!({"query": "x", "max_results": 101}), &["`max_results`", "100"]),
        (json!({"query": "x", "max_results": 20.5}), &["`max_results`"]),
        (json!({"query": "x", "max_results": "20.5"}), &["`max_results`"]),
        (json!({"query": "x", "max_results": "101"}), &["`max_results`", "100"]),
        (json!({"query": "x", "max_results": "0"}), &["`max_results`"]),
        (json!({"query": "x", "max_results": "many"}), &["`max_results`"]),
        (json!({"query": "x", "max_results": 1e300}), &["`max_results`"]),
        (json!({"query": "x", "max_output_tokens": 0}), &["max_output_tokens"]),
        (json!({"query": "x", "max_output_tokens": "100"}), &["max_output_tokens"]),
        (json!({"query": "x", "path": 5}), &["`path`"]),
        (json!({"query": "x", "path": ["src"]}), &["`path`"]),
        (json!({"query": "x", "result_types": "everything"}), &["result_types"]),
        (json!({"query": "x", "result_types": ["definitions"]}), &["result_types", "definition"]),
        (json!({"query": "x", "result_types": ["text", "reference"]}), &["result_types", "usage"]),
        (json!({"query": "x", "result_types": [1]}), &["result_types"]),
        (json!({"query": "x", "file_types": [1]}), &["file_types"]),
        (json!({"query": "x", "file_types": {"rust": true}}), &["file_types"]),
        (json!({"query": "x", "querry": "y"}), &["`querry`", "`query`"]),
        (json!({"query": "x", "max_result": 5}), &["`max_result`", "`max_results`"]),
    ];
    let toolhost = Toolhost::configured("profile: advanced\n");
    toolhost.put("src/a.rs", "fn needleHit() {}\n");
    let mut mcp = Mcp::initialized(&toolhost);
    let mut search = Search::of(toolhost);
    for (arguments, parts) in table {
        let result = search.refuse(arguments, &INVALID, parts);
        let over_mcp = mcp.call(TOOL, arguments);
        assert_eq!(failure(&over_mcp), failure(&result), "{arguments}");
        let (status, _) = search.toolhost.search_afresh(arguments);
        assert_eq!(status, 1, "{arguments}");
    }
    assert_serves(&mut search);
}

#[test]
fn the_nearest_type_is_named() {
    let mut search = workspace();
    for (wrong, nearest) in [
        ("rsut", "rust"),
        ("pyhton", "python"),
        ("javascrpt", "javascript"),
        ("haskel", "haskell"),
        ("kotlni", "kotlin"),
    ] {
        for types in [json!([wrong]), json!(["go", wrong])] {
            let arguments = json!({"query": "needleHit", "file_types": types});
            search.refuse(&arguments, &INVALID, &[wrong, nearest]);
        }
    }
    for nothing in ["", " ", "*", "klingon-9000", "rust,python"] {
        search.refuse(&json!({"query": "needleHit", "file_types": [nothing]}), &INVALID, &[nothing]);
    }
    assert_serves(&mut search);
}

/// Nothing that is not there or not the workspace's is searched, and what it holds is not said.
#[test]
fn a_path_that_cannot_be_searched_is_named() {
    let toolhost = Toolhost::new();
    toolhost.put("src/a.rs", "fn needleHit() {}\n");
    let outside = toolhost.path("outside");
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("o.txt"), "needleHit of another\n").unwrap();
    // A folder whose name begins as that of the workspace does.
    fs::create_dir(toolhost.path("workspace2")).unwrap();
    fs::write(toolhost.path("workspace2/o.txt"), "needleHit of another\n").unwrap();
    let path = |name: &str| toolhost.workspace().join(name);
    mkfifoat(CWD, path("fifo"), Mode::from_raw_mode(0o644)).unwrap();
    let socket = UnixListener::bind(path("socket")).unwrap();
    symlink(&outside, path("out")).unwrap();
    symlink(outside.join("o.txt"), path("o.txt")).unwrap();
    symlink("self", path("self")).unwrap();
    symlink("nowhere", path("dangling")).unwrap();
    let absolute = outside.display().to_string();
    let beside = toolhost.path("workspace2").display().to_string();
    let no_file = ["not_a_file", "invalid_argument", MISSING];
    let no_link = [MISSING, "invalid_argument", "not_a_file", DENIED];
    let table: &[(&str, &[&str])] = &[
        ("missing", &[MISSING]),
        ("src/missing.rs", &[MISSING]),
        ("src/a.rs/inner", &no_file),
        ("~", &[MISSING]),
        ("*.rs", &[MISSING]),
        ("..", &[DENIED]),
        ("../outside", &[DENIED]),
        ("src/../../outside/o.txt", &[DENIED]),
        ("/", &[DENIED]),
        ("/etc", &[DENIED]),
        (&absolute, &[DENIED]),
        (&beside, &[DENIED]),
        ("out", &[DENIED]),
        ("out/o.txt", &[DENIED]),
        ("o.txt", &[DENIED]),
        ("fifo", &no_file),
        ("socket", &no_file),
        ("self", &no_link),
        ("dangling", &no_link),
    ];
    let mut search = Search::of(toolhost);
    for (path, codes) in table {
        let result = search.refuse(&json!({"query": "needleHit", "path": path}), codes, &[path]);
        assert!(!result.to_string().contains("of another"), "{path}: {result}");
    }
    search.refuse(&json!({"query": "needleHit", "path": "a\0b"}), &INVALID, &["NUL"]);
    search.refuse(&json!({"query": "needleHit", "path": "a/".repeat(5000)}), &INVALID, &[]);
    // What stands there is no obstacle to a search of everything.
    assert_eq!(search.places_of("needleHit"), ["definition src/a.rs:1:4"]);
    drop(socket);
}

/// A query of any size and content is searched for, or refused in words: it breaks nothing.
#[test]
fn no_query_is_too_much() {
    let mut search = workspace();
    let (long, opening) = ("needleHit".repeat(120_000), "(".repeat(1 << 20));
    for query in [&long, &opening, "a\nb", "a\0b", "\u{feff}", "\u{202e}", "é\u{301}", "\u{1b}[31m"] {
        let arguments = json!({"query": query});
        let result = search.call(&arguments);
        if result["error"].is_null() {
            assert_page(&result);
            assert_eq!(result["returned"], 0);
        } else {
            search.refuse(&arguments, &[INVALID[0], INVALID[1], "limit_exceeded"], &["query"]);
        }
        assert!(result.to_string().len() < 40_000, "the query does not come back");
        assert_serves(&mut search);
    }
}

/// Empty lists say nothing: they are refused, or as good as left out.
#[test]
fn empty_lists_do_not_hide_what_there_is() {
    let mut search = workspace();
    for name in ["file_types", "result_types"] {
        let arguments = json!({"query": "needleHit", name: []});
        let result = search.call(&arguments);
        if result["error"].is_null() {
            assert_eq!(places(&result), ["definition src/a.rs:1:4"], "{name}");
        } else {
            search.refuse(&arguments, &INVALID, &[name]);
        }
    }
}

/// A sparse file of 2 GiB is not read into memory, and what is beside it is found.
#[test]
fn a_huge_file_is_no_obstacle() {
    let toolhost = Toolhost::new();
    toolhost.put("src/a.rs", "fn needleHit() {}\n");
    for name in ["huge.bin", "huge.rs"] {
        let mut file = fs::File::create(toolhost.workspace().join(name)).unwrap();
        file.write_all(b"needleHit\n\0").unwrap();
        file.set_len(2 << 30).unwrap();
        file.seek(SeekFrom::End(-20)).unwrap();
        file.write_all(b"\nneedleHit\n").unwrap();
    }
    let mut search = Search::of(toolhost);
    let result = search.find(&json!({"query": "needleHit"}));
    assert_eq!(places(&result), ["definition src/a.rs:1:4"]);
    assert!(hints(&result).contains("binary"), "{result}");
    let result = search.call(&json!({"query": "needleHit", "path": "huge.rs"}));
    assert!(result["error"].is_object() || result["returned"] == 0, "{result}");
    let peak = peak_memory(search.lines.pipe.pid());
    assert!(peak < 1 << 30, "{peak} bytes");
}

/// The one line of a minified file is searched, and shown around the hit.
#[test]
fn a_line_of_ten_megabytes_is_cut_around_the_hit() {
    let filler = "f(1);".repeat(1_000_000);
    let line = format!("{filler}g(\"needleHit\");{filler}");
    let mut search = Search::over(&[("min.js", &line), ("plain.txt", &line)]);
    let result = search.find(&json!({"query": "needleHit"}));
    let column = filler.len() + 4;
    assert_eq!(places(&result), [format!("text min.js:1:{column}"), format!("text plain.txt:1:{column}")]);
    for found in result["results"].as_array().unwrap() {
        let snippet = found["snippet"].as_str().unwrap();
        assert!(snippet.contains("f(1);g(\"needleHit\");f(1);"), "{snippet}");
    }
    // Every one of two million hits is in that line: it is one text.
    let result = search.find(&json!({"query": "(1);f", "result_types": ["text"], "path": "plain.txt"}));
    assert_eq!(places(&result), ["text plain.txt:1:2"]);
}

/// Text in other encodings is found where it is; a file with NULs is binary or decoded, and never silently left
/// out.
#[test]
fn other_encodings_are_searched_or_named() {
    let toolhost = Toolhost::new();
    toolhost.put("latin.txt", b"first\ncaf\xe9 needleHit \xfc\n");
    toolhost.put("latin.rs", b"// caf\xe9\nfn needleHit() {} // \xfc\n");
    let mut search = Search::of(toolhost);
    let result = search.find(&json!({"query": "needleHit"}));
    assert_eq!(places(&result), ["definition latin.rs:2:4", "text latin.txt:2:6"]);
    assert_eq!(result["results"][1]["snippet"], "caf\u{fffd} needleHit \u{fffd}");
    for (name, mark, bytes) in [
        ("little.txt", [0xff, 0xfe], u16::to_le_bytes as fn(u16) -> [u8; 2]),
        ("big.txt", [0xfe, 0xff], u16::to_be_bytes),
    ] {
        let text = "first\nthe needleHit\n".encode_utf16().flat_map(bytes);
        search.toolhost.put(name, mark.into_iter().chain(text).collect::<Vec<u8>>());
        let result = search.call(&json!({"query": "needleHit", "path": name}));
        let is_found = result["returned"] == 1 && result["results"][0]["line"] == 2;
        let is_named = result.to_string().to_lowercase().contains("binary");
        assert!(is_found || is_named, "{name}: {result}");
    }
}

/// Names that are no UTF-8, files and folders that cannot be read, empty files and deep folders.
#[test]
fn odd_names_and_unreadable_files_are_no_obstacle() {
    let toolhost = Toolhost::new();
    toolhost.put("src/a.rs", "fn needleHit() {}\n");
    toolhost.put("empty.rs", "");
    toolhost.put("new\nline \u{1b}[31m.txt", "needleHit\n");
    toolhost.put("-e --files", "needleHit\n");
    let odd = toolhost.workspace().join(std::ffi::OsStr::from_bytes(b"odd \xff\xfe.txt"));
    fs::write(odd, "needleHit\n").unwrap();
    let deep = format!("{}deep.txt", "d/".repeat(300));
    toolhost.put(&deep, "needleHit\n");
    toolhost.put("locked/file.txt", "needleHit\n");
    let modes = |mode| {
        for name in ["locked/file.txt", "locked"] {
            let _ = fs::set_permissions(toolhost.workspace().join(name), fs::Permissions::from_mode(mode));
        }
    };
    modes(0o000);
    let arguments = json!({"query": "needleHit", "max_results": 100});
    let (status, answer) = toolhost.search_afresh(&arguments);
    modes(0o755);
    assert_eq!(status, 0, "{answer}");
    let result: Value = serde_json::from_str(&answer).unwrap();
    assert_page(&result);
    let found = places(&result);
    assert_eq!(found[0], "definition src/a.rs:1:4");
    for expected in [format!("text {deep}:1:1"), "text -e --files:1:1".to_owned()] {
        assert!(found.contains(&expected), "{expected}: {found:#?}");
    }
}

/// Files that come and go while they are searched cost nothing but themselves.
#[test]
fn files_may_vanish_during_the_search() {
    let toolhost = Toolhost::new();
    toolhost.put("src/a.rs", "fn needleHit() {}\n");
    toolhost.put("zz/last.txt", "needleHit\n");
    let root = toolhost.workspace().join("moving");
    let mut search = Search::of(toolhost);
    let moving = thread::spawn(move || {
        for _ in 0..40 {
            for folder in (0..8).map(|number| root.join(number.to_string())) {
                fs::create_dir_all(&folder).unwrap();
                for file in 0..25 {
                    fs::write(folder.join(format!("{file}.rs")), "fn f() {\n    needleHit()\n}\n").unwrap();
                }
            }
            fs::remove_dir_all(&root).unwrap();
        }
    });
    while !moving.is_finished() {
        let result = search.call(&json!({"query": "needleHit", "max_results": 100}));
        assert_page(&result);
        assert_eq!(places(&result)[0], "definition src/a.rs:1:4");
    }
    moving.join().unwrap();
    assert_eq!(search.places_of("needleHit"), ["definition src/a.rs:1:4", "text zz/last.txt:1:1"]);
}
