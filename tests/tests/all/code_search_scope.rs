//! `code_search`: where it looks. Paths, types of files, names of files, and what is left out.

use std::fs;
use std::os::unix::fs::symlink;

use serde_json::json;

use crate::support::git::git;
use crate::support::search::{hints, places};
use crate::support::{Search, Toolhost};

#[test]
fn a_path_limits_the_search_to_a_file_or_directory() {
    let mut search = Search::over(&[
        ("src/a.txt", "needle\n"),
        ("src/deep/b.txt", "needle\n"),
        ("src2/c.txt", "needle\n"),
        ("d.txt", "needle\n"),
    ]);
    let inside = search.toolhost.workspace().join("src/deep").display().to_string();
    let table: &[(&str, &[&str])] = &[
        ("src", &["src/a.txt", "src/deep/b.txt"]),
        ("src/", &["src/a.txt", "src/deep/b.txt"]),
        ("./src", &["src/a.txt", "src/deep/b.txt"]),
        ("src/deep", &["src/deep/b.txt"]),
        ("src/a.txt", &["src/a.txt"]),
        ("d.txt", &["d.txt"]),
        (".", &["d.txt", "src/a.txt", "src/deep/b.txt", "src2/c.txt"]),
        (&inside, &["src/deep/b.txt"]),
    ];
    for (path, files) in table {
        // Paths are those from the workspace, whatever was searched.
        let expected: Vec<String> = files.iter().map(|file| format!("text {file}:1:1")).collect();
        assert_eq!(search.places(&json!({"query": "needle", "path": path})), expected, "{path}");
    }
    fs::create_dir(search.toolhost.workspace().join("empty")).unwrap();
    assert!(search.places(&json!({"query": "needle", "path": "empty"})).is_empty());
}

/// A name of a language or an extension, alone and together.
#[test]
fn file_types_limit_every_category() {
    let mut search = Search::over(&[
        ("needleHit/a.rs", "fn needleHit() {}\nfn f() { needleHit() } // needleHit\n"),
        ("needleHit/b.py", "def needleHit(): pass\nneedleHit()\n# needleHit\n"),
        ("needleHit/c.json", "\"needleHit\"\n"),
        ("needleHit/d.md", "needleHit\n"),
        ("needleHit/e", "needleHit\n"),
    ]);
    let rust = ["definition a.rs:1:4", "usage a.rs:2:10", "text a.rs:2:27", "path a.rs"];
    let python = ["definition b.py:1:5", "usage b.py:2:1", "text b.py:3:3", "path b.py"];
    let both: Vec<&str> = rust.into_iter().zip(python).flat_map(|(one, other)| [one, other]).collect();
    let (json, markdown) = (["text c.json:1:2", "path c.json"], ["text d.md:1:1", "path d.md"]);
    let table: &[(&[&str], &[&str])] = &[
        (&["rust"], &rust),
        (&["rs"], &rust),
        (&[".rs"], &rust),
        (&["python"], &python),
        (&["py"], &python),
        (&["rust", "py"], &both),
        (&["python", "rs", "rust"], &both),
        (&["json"], &json),
        (&["md"], &markdown),
        (&["haskell"], &[]),
    ];
    for (types, found) in table {
        let expected: Vec<String> = found.iter().map(|place| place.replacen(' ', " needleHit/", 1)).collect();
        let arguments = json!({"query": "needleHit", "file_types": types});
        assert_eq!(search.places(&arguments), expected, "{types:?}");
    }
    let arguments = json!({"query": "needleHit", "file_types": ["rust"], "path": "needleHit/b.py"});
    assert!(search.places(&arguments).is_empty());
}

#[test]
fn path_and_types_and_categories_and_number_work_together() {
    let source = "fn makeIt() {}\nfn f() { makeIt(); makeIt() }\n";
    let mut search =
        Search::over(&[("src/a.rs", source), ("src/b.py", "def makeIt(): pass\n"), ("z.rs", source)]);
    let arguments = json!({
        "query": "makeIt", "path": "src", "file_types": ["rust"],
        "result_types": ["definition", "usage"], "max_results": 2,
    });
    let result = search.find(&arguments);
    assert_eq!(places(&result), ["definition src/a.rs:1:4", "usage src/a.rs:2:10"]);
    assert_eq!(result["truncated"], true);
}

/// Names of files, never of directories, looked at from the workspace.
#[test]
fn a_path_result_is_a_file_whose_path_has_the_query() {
    let toolhost = Toolhost::new();
    for name in ["src/lib.rs", "src/library/a.txt", "libs/b.bin", "README.md", "readme/x", "docs/Lib"] {
        toolhost.put(name, if name.ends_with("bin") { &b"\0\xff"[..] } else { b"" });
    }
    fs::create_dir(toolhost.workspace().join("lib")).unwrap();
    let mut search = Search::of(toolhost);
    let table: &[(&str, &[&str])] = &[
        ("lib", &["docs/Lib", "libs/b.bin", "src/lib.rs", "src/library/a.txt"]),
        ("Lib", &["docs/Lib"]),
        ("src/lib", &["src/lib.rs", "src/library/a.txt"]),
        ("c/lib.r", &["src/lib.rs"]),
        ("README", &["README.md"]),
        ("readme", &["README.md", "readme/x"]),
        (".rs", &["src/lib.rs"]),
        ("/", &["docs/Lib", "libs/b.bin", "readme/x", "src/lib.rs", "src/library/a.txt"]),
        ("s*c", &[]),
        ("workspace", &[]),
    ];
    for (query, files) in table {
        let expected: Vec<String> = files.iter().map(|file| format!("path {file}")).collect();
        assert_eq!(search.places_of(query), expected, "{query}");
    }
    let within = json!({"query": "src", "path": "src/library"});
    assert_eq!(search.places(&within), ["path src/library/a.txt"]);
    let one = json!({"query": "lib", "path": "src/lib.rs"});
    assert_eq!(search.places(&one), ["path src/lib.rs"]);
}

/// Hidden files are like others; what belongs to git is none of the user's files.
#[test]
fn hidden_files_are_searched_and_git_s_own_are_not() {
    let mut search = Search::over(&[
        (".env.example", "needle\n"),
        (".github/workflows/needle.yml", "needle\n"),
        (".git/needle", "needle\n"),
        (".git/hooks/pre-commit", "needle\n"),
        ("module/.git", "gitdir: ../needle\n"),
        ("inner/.git/config", "needle\n"),
        ("inner/.gitattributes", "needle\n"),
        ("x.git/a", "needle\n"),
    ]);
    let expected = [
        "text .env.example:1:1",
        "text .github/workflows/needle.yml:1:1",
        "text inner/.gitattributes:1:1",
        "text x.git/a:1:1",
        "path .github/workflows/needle.yml",
    ];
    assert_eq!(search.places_of("needle"), expected);
}

/// What git ignores is left out of every category, and it is said that there was some.
#[test]
fn ignored_files_are_not_searched_and_a_hint_says_so() {
    let toolhost = Toolhost::new();
    git(&toolhost, &["init", "-q"]);
    toolhost.put(".gitignore", "target/\n*.log\n");
    toolhost.put("a.rs", "fn needleHit() {}\n");
    let mut search = Search::of(toolhost);
    let before = search.find(&json!({"query": "needleHit"}));
    assert!(!hints(&before).contains("ignored"), "{before}");
    search.toolhost.put("target/needleHit.rs", "fn needleHit() { needleHit() } // needleHit\n");
    search.toolhost.put("sub/needleHit.log", "needleHit\n");
    let result = search.find(&json!({"query": "needleHit"}));
    assert_eq!(result["results"], before["results"]);
    assert!(hints(&result).contains("ignored"), "{result}");
    // It is not said of a search that met none.
    let result = search.find(&json!({"query": "needleHit", "path": "a.rs"}));
    assert!(!hints(&result).contains("ignored"), "{result}");
}

/// A model that names an ignored file finds out why nothing is there, or finds it.
#[test]
fn an_ignored_path_that_is_asked_for_is_not_silently_empty() {
    let toolhost = Toolhost::new();
    git(&toolhost, &["init", "-q"]);
    toolhost.put(".gitignore", "target/\n");
    toolhost.put("target/a.txt", "needle\n");
    let mut search = Search::of(toolhost);
    for path in ["target", "target/a.txt"] {
        let result = search.call(&json!({"query": "needle", "path": path}));
        let is_found = result["results"][0]["path"] == "target/a.txt";
        assert!(is_found || result.to_string().contains("ignored"), "{path}: {result}");
    }
}

#[test]
fn binary_files_are_skipped_and_a_hint_says_so() {
    let toolhost = Toolhost::new();
    toolhost.put("a.txt", "needle\n");
    let mut search = Search::of(toolhost);
    assert!(!hints(&search.find(&json!({"query": "needle"}))).contains("binary"));
    search.toolhost.put("b.txt", b"\x7fELF\0\0\0needle\n\0");
    search.toolhost.put("c.rs", b"fn needle() {}\n\0\n");
    let result = search.find(&json!({"query": "needle"}));
    assert_eq!(places(&result), ["text a.txt:1:1"]);
    assert!(hints(&result).contains("binary"), "{result}");
}

/// A file is found under its own name only, and nothing outside of the workspace is found at all.
#[test]
fn links_are_not_followed() {
    let toolhost = Toolhost::new();
    let outside = toolhost.path("outside");
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("o.txt"), "needle outside\n").unwrap();
    toolhost.put("real/a.txt", "needle\n");
    let link = |target: &str, name: &str| symlink(target, toolhost.workspace().join(name)).unwrap();
    link("real", "linked");
    link("real/a.txt", "b.txt");
    link("a.txt", "real/c.txt");
    link("..", "real/up");
    link(".", "loop");
    link("self", "self");
    link("nowhere", "dangling");
    link(outside.to_str().unwrap(), "out");
    link(outside.join("o.txt").to_str().unwrap(), "o.txt");
    link("/", "root");
    let mut search = Search::of(toolhost);
    let arguments = json!({"query": "needle", "result_types": ["definition", "usage", "text"]});
    assert_eq!(search.places(&arguments), ["text real/a.txt:1:1"]);
    // One that is asked for is where it leads, if that is in the workspace.
    for path in ["linked", "b.txt"] {
        let result = search.call(&json!({"query": "needle", "path": path, "result_types": ["text"]}));
        assert_eq!(
            (&result["returned"], &result["results"][0]["line"]),
            (&json!(1), &json!(1)),
            "{path}: {result}"
        );
    }
}
