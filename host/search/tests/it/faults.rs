//! What people reported of other search tools, each on the smallest tree that shows it.

use crate::support::{Ask, Definition, Text, Tree, ask};

/// Where it was reported, the file, its text, what is asked, and the answer.
type Row = (&'static str, &'static str, &'static str, Ask, &'static [&'static str]);

#[test]
fn reported_faults_are_none_here() {
    let rows: Vec<Row> = vec![
        (
            "a hit in a hidden folder is not searched (ripgrep 2822)",
            ".github/x.yml",
            "on: push\n",
            ask("push"),
            &["text .github/x.yml:1:5: on: push"],
        ),
        ("`|` in a literal query becomes an alternation", "a.txt", "a\nb\n", ask("a||b"), &[]),
        (
            "a macro before its name hides a class (tree-sitter-cpp 85)",
            "a.cpp",
            "class EXPORT_API Foo : public Bar { };\n",
            ask("Foo"),
            &["definition a.cpp:1:18 Foo: class EXPORT_API Foo : public Bar { };"],
        ),
        (
            "code in a macro of C is opaque (ast-grep 587)",
            "a.c",
            "#define X foo(1)\n",
            ask("foo"),
            &["text a.c:1:11: #define X foo(1)"],
        ),
        (
            "the members of an enum are no definitions (tree-sitter-rust 167)",
            "a.rs",
            "enum E { Member }\n",
            ask("Member"),
            &["definition a.rs:1:10 Member: enum E { Member }"],
        ),
        (
            "a function that is the value of a constant is no definition (code-intel-extensions 225)",
            "a.js",
            "const f = () => {}\n",
            ask("f").only(&[Definition]),
            &["definition a.js:1:7 f: const f = () => {}"],
        ),
        (
            "a language without a grammar has no answer (tree-sitter-clojure 59)",
            "a.clj",
            "(defn f [])\n",
            ask("f").only(&[Definition, Text]),
            &["text a.clj:1:4: (defn f [])"],
        ),
    ];
    for (fault, path, text, ask, expected) in rows {
        let tree = Tree::new(&[(path, text)]);
        assert_eq!(tree.lines(&ask), *expected, "{fault}");
    }
}
