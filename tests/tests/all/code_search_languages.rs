//! `code_search` in every language that it knows: a definition, usages in code, and texts in comments and
//! strings. ① stands before each definition, ② before each usage, ③ before each text.

use serde_json::json;

use crate::support::Search;
use crate::support::marked::Marked;
use crate::support::search::{TOOL, places};

/// Name of a language, a file of it, and its source.
type Row = (&'static str, &'static str, &'static str);

const LANGUAGES: [Row; 22] = [
    (
        "rust",
        "a.rs",
        "pub fn ①makeWidget() {}
fn other() {
    ②makeWidget(); // ③makeWidget
    let text = \"③makeWidget\";
}
",
    ),
    (
        "python",
        "a.py",
        "def ①makeWidget():
    return 1

other = ②makeWidget()  # ③makeWidget
__all__ = [\"③makeWidget\"]
",
    ),
    (
        "javascript",
        "a.js",
        "export function ①makeWidget() {}
const other = ②makeWidget(); // ③makeWidget
const text = '③makeWidget';
",
    ),
    (
        "typescript",
        "a.ts",
        "export function ①makeWidget(): number { return 1 }
const other: number = ②makeWidget(); /* ③makeWidget */
const text = `③makeWidget`;
",
    ),
    (
        "tsx",
        "a.tsx",
        "export function ①MakeWidget() { return <p>{1}</p> }
const other = <②MakeWidget label=\"③MakeWidget\" />;
// ③MakeWidget
",
    ),
    (
        "go",
        "a.go",
        "package main

func ①makeWidget() int { return 1 }

var other = ②makeWidget() // ③makeWidget

const text = \"③makeWidget\"
",
    ),
    (
        "java",
        "A.java",
        "class Other {
    int ①makeWidget() { return 1; }
    int other = ②makeWidget(); // ③makeWidget
    String text = \"③makeWidget\";
}
",
    ),
    (
        "c",
        "a.c",
        "int ①makeWidget(void) { return 1; }
int other(void) { return ②makeWidget(); } /* ③makeWidget */
const char *text = \"③makeWidget\";
",
    ),
    (
        "cpp",
        "a.cpp",
        "int ①makeWidget() { return 1; }
auto other = ②makeWidget(); // ③makeWidget
const auto text = R\"(③makeWidget)\";
",
    ),
    (
        "csharp",
        "A.cs",
        "class Other {
    int ①makeWidget() => 1;
    int Size() => ②makeWidget(); // ③makeWidget
    string text = \"③makeWidget\";
}
",
    ),
    (
        "ruby",
        "a.rb",
        "def ①makeWidget
  1
end

other = ②makeWidget() # ③makeWidget
text = \"③makeWidget\"
",
    ),
    (
        "php",
        "a.php",
        "<?php
function ①makeWidget() { return 1; }
$other = ②makeWidget(); // ③makeWidget
$text = '③makeWidget';
",
    ),
    (
        "swift",
        "a.swift",
        "func ①makeWidget() -> Int { return 1 }
let other = ②makeWidget() // ③makeWidget
let text = \"③makeWidget\"
",
    ),
    (
        "kotlin",
        "a.kt",
        "fun ①makeWidget() = 1
val other = ②makeWidget() // ③makeWidget
val text = \"③makeWidget\"
",
    ),
    (
        "scala",
        "a.scala",
        "object Other {
  def ①makeWidget() = 1
  val other = ②makeWidget() // ③makeWidget
  val text = \"③makeWidget\"
}
",
    ),
    (
        "bash",
        "a.sh",
        "①makeWidget() { echo 1; }
other() { ②makeWidget; } # ③makeWidget
text=\"③makeWidget\"
",
    ),
    (
        "lua",
        "a.lua",
        "function ①makeWidget() return 1 end
local other = ②makeWidget() -- ③makeWidget
local text = \"③makeWidget\"
",
    ),
    (
        "elixir",
        "a.ex",
        "defmodule Other do
  def ①makeWidget(), do: 1
  def other(), do: ②makeWidget() # ③makeWidget
  def text(), do: \"③makeWidget\"
end
",
    ),
    (
        "dart",
        "a.dart",
        "int ①makeWidget() => 1;
final other = ②makeWidget(); // ③makeWidget
final text = '③makeWidget';
",
    ),
    (
        "haskell",
        "a.hs",
        "module Other where

①makeWidget n = n + 1
other = ②makeWidget 1 -- ③makeWidget
text = \"③makeWidget\"
",
    ),
    (
        "hcl",
        "a.tf",
        "variable \"①makeWidget\" {}
output \"other\" {
  value = var.②makeWidget # ③makeWidget
}
output \"text\" {
  value = \"③makeWidget\"
}
",
    ),
    (
        "nix",
        "a.nix",
        "rec {
  ①makeWidget = n: n + 1;
  other = ②makeWidget 1; # ③makeWidget
  text = \"③makeWidget\";
}
",
    ),
];

/// A workspace with one file of each language.
fn workspace() -> Search {
    let files = LANGUAGES.map(|(_, file, marked)| (file, Marked::new(marked).source));
    Search::over(&files.each_ref().map(|(file, source)| (*file, source.as_str())))
}

#[test]
fn each_language_has_definitions_usages_and_texts() {
    let mut search = workspace();
    let mut faults = Vec::new();
    for (language, file, marked) in LANGUAGES {
        let marked = Marked::new(marked);
        let query = marked.names().next().unwrap();
        let found = search.places(&json!({"query": query, "path": file}));
        let expected = marked.places(query, file);
        if found != expected {
            faults.push(format!("{language}: found {found:?}, expected {expected:?}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// By its name and by its extension, with and without a dot.
#[test]
fn each_language_is_a_type_of_files() {
    let mut search = workspace();
    let mut faults = Vec::new();
    for (language, file, marked) in LANGUAGES {
        let expected = Marked::new(marked).places("makewidget", file);
        let extension = file.split_once('.').unwrap().1;
        for name in [language, extension, &format!(".{extension}")] {
            let found = search.call(&json!({"query": "makewidget", "file_types": [name]}));
            if found["error"].is_object() || places(&found) != expected {
                faults.push(format!("{name}: {found}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// All languages together: first every definition, then every usage, then every text, each in the order of
/// files.
#[test]
fn all_languages_are_searched_together() {
    let mut search = workspace();
    let mut sources = LANGUAGES.map(|(_, file, marked)| (file, Marked::new(marked)));
    sources.sort_by_key(|(file, _)| *file);
    let of = |category: &str| -> Vec<String> {
        let places = sources.iter().flat_map(|(file, marked)| marked.places("makewidget", file));
        places.filter(|place| place.starts_with(category)).collect()
    };
    let expected = ["definition", "usage", "text"].map(of).concat();
    assert_eq!(search.places(&json!({"query": "makewidget", "max_results": 100})), expected);
}

/// What else is a usage: types, members, imports and exports, tags, and code within strings.
const USAGES: [(&str, &str); 22] = [
    ("type.rs", "struct ①Widget;\nimpl ②Widget { fn f(w: &②Widget) -> Option<②Widget> { None } }\n"),
    ("import.rs", "use shapes::②Widget;\n"),
    ("field.rs", "struct S { ①widget: u8 }\nfn f(s: S) -> u8 { s.②widget }\n"),
    ("macro.rs", "macro_rules! ①widget { () => {} }\nfn f() { ②widget!(); }\n"),
    ("import.py", "from shapes import ②Widget\nx: ②Widget = f\"{②Widget()}\"\n"),
    ("member.py", "import shapes\nshapes.②Widget\n"),
    ("export.js", "export { ②Widget } from './widget.js';\n"),
    ("import.js", "import ②Widget from './a.js';\nconsole.log(`${②Widget}`);\n"),
    ("member.js", "x.②Widget = new y.②Widget();\n"),
    ("type.ts", "import type { ②Widget } from './a';\nlet x: Array<②Widget>;\n"),
    ("tag.tsx", "const x = <②Widget.Part></②Widget.Part>;\n"),
    ("type.go", "package p\n\ntype ①Widget struct{}\n\nfunc f(w *②Widget) ②Widget { return ②Widget{} }\n"),
    ("Type.java", "class A extends ②Widget<②Widget> { ②Widget w = new ②Widget(); }\n"),
    ("type.c", "struct ①Widget { int x; };\nint f(struct ②Widget *w);\n"),
    ("type.cpp", "int f(shapes::②Widget w) { return w.x; }\n"),
    ("Type.cs", "class A : ②Widget { ②Widget w = new ②Widget(); }\n"),
    ("const.rb", "class A < ②Widget\n  x = \"#{②Widget.new}\"\nend\n"),
    ("new.php", "<?php\nclass A extends ②Widget { function f() { return new ②Widget(); } }\n"),
    ("type.swift", "let w: ②Widget = ②Widget()\n"),
    ("type.kt", "val w: ②Widget = ②Widget()\nval s = \"${②Widget()}\"\n"),
    ("type.dart", "②Widget w = ②Widget();\n"),
    ("type.hs", "f :: ②Widget -> Int\nf w = 1\n"),
];

#[test]
fn usages_are_identifiers_wherever_they_are() {
    let files = USAGES.map(|(file, marked)| (file, Marked::new(marked)));
    let sources: Vec<(&str, &str)> =
        files.iter().map(|(file, marked)| (*file, marked.source.as_str())).collect();
    let mut search = Search::over(&sources);
    let mut faults = Vec::new();
    for (file, marked) in &files {
        let query = marked.names().next().unwrap();
        let types = ["definition", "usage"];
        let found = search.call(&json!({"query": query, "path": file, "result_types": types}));
        let (found, expected) = (places(&found), marked.places(query, file));
        if found != expected {
            faults.push(format!("{file}: found {found:?}, expected {expected:?}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Files of no language that is known have texts, and say nothing of what is code in them.
#[test]
fn everything_else_is_text() {
    let files = [
        ("Makefile", "③makeWidget:\n\t③makeWidget\n"),
        ("a.clj", "(defn ③makeWidget [] 1)\n"),
        ("a.toml", "[③makeWidget]\n③makeWidget = 1\n"),
        ("a.unheard-of", "fn ③makeWidget() {}\n"),
        ("b.md", "# ③makeWidget\n\n```rust\nfn ③makeWidget() {}\n```\n"),
        ("noextension", "def ③makeWidget(): pass\n"),
    ]
    .map(|(file, marked)| (file, Marked::new(marked)));
    let sources = files.each_ref().map(|(file, marked)| (*file, marked.source.as_str()));
    let mut search = Search::over(&sources);
    let expected: Vec<String> =
        files.iter().flat_map(|(file, marked)| marked.places("makeWidget", file)).collect();
    assert_eq!(search.places_of("makeWidget"), expected);
    let arguments = json!({"query": "makeWidget", "result_types": ["definition", "usage"]});
    assert_eq!(search.lines.call(TOOL, &arguments)["returned"], 0);
}
