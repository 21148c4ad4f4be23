//! Where is searched: paths, types, ignored and hidden files.

use std::fs;

use crate::support::{Ask, Definition, InPath, Text, Tree, Usage, ask, fifo, lines};

fn rows(tree: &Tree, rows: &[(Ask, &[&str])]) {
    for (ask, expected) in rows {
        let found: Vec<String> = tree
            .find(ask)
            .unwrap()
            .hits
            .into_iter()
            .map(|hit| format!("{} {}", hit.category.name(), hit.path))
            .collect();
        assert_eq!(found, *expected, "{ask:?}");
    }
}

#[test]
fn a_path_limits_the_search() {
    let tree = Tree::new(&[
        ("top.txt", "hit\n"),
        ("in/a.txt", "hit\n"),
        ("in/deep/b.txt", "hit\n"),
        ("inner/c.txt", "hit\n"),
    ]);
    tree.link("in/deep", "alias");
    tree.link("in/a.txt", "alias.txt");
    let absolute = tree.root().join("in/deep").to_string_lossy().into_owned();
    rows(
        &tree,
        &[
            (ask("hit"), &["text in/a.txt", "text in/deep/b.txt", "text inner/c.txt", "text top.txt"]),
            (
                ask("hit").path("."),
                &["text in/a.txt", "text in/deep/b.txt", "text inner/c.txt", "text top.txt"],
            ),
            (ask("hit").path("in"), &["text in/a.txt", "text in/deep/b.txt"]),
            (ask("hit").path("in/"), &["text in/a.txt", "text in/deep/b.txt"]),
            (ask("hit").path("./inner/../in/deep"), &["text in/deep/b.txt"]),
            (ask("hit").path("in/a.txt"), &["text in/a.txt"]),
            (ask("hit").path(&absolute), &["text in/deep/b.txt"]),
            (ask("hit").path("alias"), &["text in/deep/b.txt"]),
            (ask("hit").path("alias.txt"), &["text in/a.txt"]),
            (ask("in").path("in/a.txt"), &["path in/a.txt"]),
            (ask("txt").path("in").only(&[InPath]), &["path in/a.txt", "path in/deep/b.txt"]),
        ],
    );
}

#[test]
fn a_path_that_cannot_be_searched_is_refused() {
    let tree = Tree::new(&[("a.txt", "hit\n")]);
    fs::create_dir(tree.root().parent().unwrap().join("outside")).unwrap();
    tree.link("../outside", "out");
    tree.link("nowhere", "dangling");
    tree.link("loop", "loop");
    fifo(&tree.path("fifo"));
    for (path, code, message) in [
        ("nothing", "not_found", "`nothing` does not exist"),
        ("a.txt/b", "not_found", "`a.txt` is not a directory, so nothing can lie below it"),
        ("a.txt/", "invalid_argument", "`a.txt/` ends in `/` as if it were a directory, but it is a file"),
        ("..", "denied", "`..` is outside of the workspace"),
        ("../root2", "denied", "`../root2` is outside of the workspace"),
        ("/etc", "denied", "`/etc` is outside of the workspace"),
        ("out", "denied", "`out` is a link that leads outside of the workspace, to `../outside`"),
        ("dangling", "not_found", "`dangling` is a link to nothing"),
        ("loop", "invalid_argument", "`loop` goes through more than 40 links"),
        ("fifo", "invalid_argument", "`fifo` is neither a file nor a directory, so it cannot be searched"),
        ("", "invalid_argument", "the path is empty"),
        ("a\0", "invalid_argument", "the path \"a\\0\" holds a NUL character, which no file name can have"),
    ] {
        let failure = tree.find(&ask("hit").path(path)).unwrap_err();
        assert_eq!((failure.code.as_str(), failure.message.as_str()), (code, message), "{path}");
    }
}

#[test]
fn types_limit_the_search() {
    let tree = Tree::new(&[
        ("a.rs", "fn hit() {}\n"),
        ("a.md", "hit\n"),
        ("a.json", "{\"hit\": 1}\n"),
        ("a.yml", "hit: 1\n"),
        ("hit", "hit\n"),
        ("script", "#!/bin/bash\nhit() { true; }\n"),
        ("plain.h", "int hit(void);\n"),
        ("class.h", "class hit { public: int x; };\n"),
    ]);
    rows(
        &tree,
        &[
            (ask("hit").types(&["bash"]), &["definition script"]),
            (ask("script").types(&["bash"]).only(&[InPath]), &["path script"]),
            (ask("s").types(&["cpp"]).only(&[InPath]), &["path class.h"]),
            (ask("hit").types(&["c"]), &["definition plain.h"]),
            (ask("hit").types(&["c++"]), &["definition class.h"]),
            (ask("hit").types(&["rust"]), &["definition a.rs"]),
            (ask("hit").types(&["rs", "json"]), &["definition a.rs", "text a.json"]),
            (ask("hit").types(&["markdown", ".yml"]), &["text a.md", "text a.yml"]),
            (ask("hit").types(&["go"]), &[]),
        ],
    );
    let failure = tree.find(&ask("hit").types(&["rusty"])).unwrap_err();
    assert_eq!(failure.message, "`rusty` is no file type that is known here");
    assert_eq!(
        failure.hints,
        ["The nearest one is `rust`. Languages and extensions are taken, such as `rust` or `md`."]
    );
}

#[test]
fn a_type_without_a_grammar_is_named() {
    let tree = Tree::new(&[("a.md", "hit\n")]);
    let hint = "Definitions and usages are not known for `markdown`, `yml`; only text and path results are.";
    for (categories, hints) in
        [(&[Definition][..], vec![hint]), (&[Usage, Text], vec![hint]), (&[Text, InPath], vec![])]
    {
        let page = tree.find(&ask("hit").types(&["markdown", "rust", "yml"]).only(categories)).unwrap();
        assert_eq!(page.hints, hints, "{categories:?}");
    }
}

#[test]
fn hidden_files_are_searched_and_git_s_own_are_not() {
    let tree = Tree::new(&[
        (".github/x.yml", "hit\n"),
        (".env.example", "hit\n"),
        (".git/config", "hit\n"),
        ("module/.git", "gitdir: ../hit\n"),
        ("module/a.txt", "hit\n"),
    ]);
    rows(&tree, &[(ask("hit"), &["text .env.example", "text .github/x.yml", "text module/a.txt"])]);
}

#[test]
fn ignored_files_are_left_out_and_told_of() {
    let tree = Tree::new(&[
        (".gitignore", "target/\n*.log\n!keep.log\n"),
        ("a.log", "hit\n"),
        ("keep.log", "hit\n"),
        ("target/out.txt", "hit\n"),
        ("inner/.gitignore", "!a.log\n"),
        ("inner/a.log", "hit\n"),
    ]);
    fs::create_dir(tree.path(".git")).unwrap();
    let page = tree.find(&ask("hit")).unwrap();
    assert_eq!(lines(&page), ["text inner/a.log:1:1: hit", "text keep.log:1:1: hit"]);
    let hint = "Ignored files were not searched, such as `a.log`; to search one, name it as `path`.";
    assert_eq!(page.hints, [hint]);
    rows(
        &tree,
        &[
            (ask("hit").path("target"), &["text target/out.txt"]),
            (ask("hit").path("target/out.txt"), &["text target/out.txt"]),
            (ask("hit").path("a.log"), &["text a.log"]),
        ],
    );
    assert_eq!(tree.find(&ask("hit").path("inner")).unwrap().hints, Vec::<String>::new());
    let typed = tree.find(&ask("hit").types(&["rust"])).unwrap();
    assert_eq!(
        typed.hints,
        [hint.replace("a.log", "target")],
        "the file is none of these, the folder may hold some"
    );
}

#[test]
fn a_folder_that_was_named_is_searched_whole() {
    let tree = Tree::new(&[
        (".ignore", "/build/**\n"),
        ("build/a/b.txt", "hit\n"),
        ("build/a/.ignore", "own.txt\n"),
        ("build/a/own.txt", "hit\n"),
    ]);
    rows(&tree, &[(ask("hit"), &[]), (ask("hit").path("build/a"), &["text build/a/b.txt"])]);
}

#[test]
fn rules_around_a_named_folder_count_in_it() {
    let tree = Tree::new(&[
        (".ignore", "*.log\n"),
        ("a/.ignore", "*.tmp\n"),
        ("a/b/x.log", "hit\n"),
        ("a/b/x.tmp", "hit\n"),
        ("a/b/x", "hit\n"),
    ]);
    rows(&tree, &[(ask("hit").path("a/b"), &["text a/b/x"])]);
}
