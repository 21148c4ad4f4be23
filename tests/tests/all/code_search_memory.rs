//! `code_search` in a host that lives long: whatever it keeps, the answer is always that of a fresh one.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};

use crate::support::git::{git, git_with};
use crate::support::patch::update;
use crate::support::{Search, Toolhost};

/// What happens to a workspace between two queries, and where `makeIt` is afterwards.
type Step = (&'static str, fn(&Toolhost), &'static [&'static str]);

/// A session that asks the same after every step, and is compared with a host that has seen none of them.
fn assert_follows(mut search: Search, steps: &[Step]) {
    let queries = [
        json!({"query": "makeIt"}),
        json!({"query": "makeit", "max_results": 3}),
        json!({"query": "makeIt", "result_types": ["definition"]}),
        json!({"query": "makeIt", "path": "src"}),
        json!({"query": "makeIt", "file_types": ["rust"]}),
    ];
    for (what, step, expected) in steps {
        step(&search.toolhost);
        assert_eq!(search.places_of("makeIt"), *expected, "{what}");
        for arguments in &queries {
            let (_, fresh) = search.toolhost.search_afresh(arguments);
            let fresh: Value = serde_json::from_str(&fresh).unwrap();
            assert_eq!(search.call(arguments), fresh, "{what}: {arguments}");
            assert_eq!(search.call(arguments), fresh, "{what}, once more: {arguments}");
        }
    }
}

fn at(toolhost: &Toolhost, name: &str) -> std::path::PathBuf {
    toolhost.workspace().join(name)
}

fn modified(toolhost: &Toolhost, name: &str) -> SystemTime {
    fs::metadata(at(toolhost, name)).unwrap().modified().unwrap()
}

fn set_modified(toolhost: &Toolhost, name: &str, time: SystemTime) {
    File::options().write(true).open(at(toolhost, name)).unwrap().set_modified(time).unwrap();
}

#[test]
fn edits_renames_and_deletions_are_seen() {
    let steps: &[Step] = &[
        ("as it was", |_| {}, &["definition src/a.rs:1:4", "usage src/b.rs:1:10"]),
        ("nothing happened", |_| {}, &["definition src/a.rs:1:4", "usage src/b.rs:1:10"]),
        (
            "lines were put in front",
            |toolhost| drop(toolhost.put("src/a.rs", "\n\nfn makeIt() {}\n")),
            &["definition src/a.rs:3:4", "usage src/b.rs:1:10"],
        ),
        (
            "a file was made",
            |toolhost| drop(toolhost.put("src/deep/c.rs", "const C: u8 = makeIt();\n")),
            &["definition src/a.rs:3:4", "usage src/b.rs:1:10", "usage src/deep/c.rs:1:15"],
        ),
        (
            "a file was renamed",
            |toolhost| fs::rename(at(toolhost, "src/a.rs"), at(toolhost, "src/z.rs")).unwrap(),
            &["definition src/z.rs:3:4", "usage src/b.rs:1:10", "usage src/deep/c.rs:1:15"],
        ),
        (
            "a file took another's place",
            |toolhost| fs::rename(at(toolhost, "src/b.rs"), at(toolhost, "src/z.rs")).unwrap(),
            &["usage src/deep/c.rs:1:15", "usage src/z.rs:1:10"],
        ),
        (
            "a folder was renamed",
            |toolhost| fs::rename(at(toolhost, "src/deep"), at(toolhost, "makeIt")).unwrap(),
            &["usage makeIt/c.rs:1:15", "usage src/z.rs:1:10", "path makeIt/c.rs"],
        ),
        (
            "a file is of another language",
            |toolhost| fs::rename(at(toolhost, "src/z.rs"), at(toolhost, "src/z.txt")).unwrap(),
            &["usage makeIt/c.rs:1:15", "text src/z.txt:1:10", "path makeIt/c.rs"],
        ),
        (
            "a folder was deleted",
            |toolhost| fs::remove_dir_all(at(toolhost, "makeIt")).unwrap(),
            &["text src/z.txt:1:10"],
        ),
        (
            "a file became a folder",
            |toolhost| {
                fs::remove_file(at(toolhost, "src/z.txt")).unwrap();
                toolhost.put("src/z.txt/a.rs", "fn makeIt() {}\n");
            },
            &["definition src/z.txt/a.rs:1:4"],
        ),
        (
            "a folder became a link",
            |toolhost| {
                fs::rename(at(toolhost, "src/z.txt"), at(toolhost, "src/real")).unwrap();
                symlink("real", at(toolhost, "src/z.txt")).unwrap();
            },
            &["definition src/real/a.rs:1:4"],
        ),
        ("a file became binary", |toolhost| drop(toolhost.put("src/real/a.rs", "fn makeIt() {}\n\0")), &[]),
        ("it was emptied", |toolhost| drop(toolhost.put("src/real/a.rs", "")), &[]),
        (
            "it was written again",
            |toolhost| drop(toolhost.put("src/real/a.rs", "fn makeIt() {}\n")),
            &["definition src/real/a.rs:1:4"],
        ),
    ];
    let files = [("src/a.rs", "fn makeIt() {}\n"), ("src/b.rs", "fn g() { makeIt(); }\n")];
    assert_follows(Search::over(&files), steps);
}

/// A file of the same size and time is not the same file.
#[test]
fn replacements_that_size_and_time_do_not_show_are_seen() {
    let steps: &[Step] = &[
        ("as it was", |_| {}, &["definition src/a.rs:1:4"]),
        (
            "the bytes were written over, the time set back",
            |toolhost| {
                let time = modified(toolhost, "src/a.rs");
                toolhost.put("src/a.rs", "fn f(){makeIt}\n");
                set_modified(toolhost, "src/a.rs", time);
            },
            &["usage src/a.rs:1:8"],
        ),
        (
            "another file took its place, the time set back",
            |toolhost| {
                let time = modified(toolhost, "src/a.rs");
                toolhost.put("new", "//      makeIt\n");
                set_modified(toolhost, "new", time);
                fs::rename(at(toolhost, "new"), at(toolhost, "src/a.rs")).unwrap();
            },
            &["text src/a.rs:1:9"],
        ),
        (
            "two files of one size and time changed places",
            |toolhost| {
                toolhost.put("src/b.rs", "fn  makeIt(){}\n");
                let time = modified(toolhost, "src/a.rs");
                set_modified(toolhost, "src/b.rs", time);
                for (from, to) in [("src/a.rs", "t"), ("src/b.rs", "src/a.rs"), ("t", "src/b.rs")] {
                    fs::rename(at(toolhost, from), at(toolhost, to)).unwrap();
                }
            },
            &["definition src/a.rs:1:5", "text src/b.rs:1:9"],
        ),
        (
            "one was written with a time in the future",
            |toolhost| {
                toolhost.put("src/b.rs", "fn f(){makeIt}\n");
                set_modified(toolhost, "src/b.rs", SystemTime::now() + Duration::from_hours(24));
            },
            &["definition src/a.rs:1:5", "usage src/b.rs:1:8"],
        ),
        (
            "the same again, with the same time",
            |toolhost| {
                let time = modified(toolhost, "src/b.rs");
                toolhost.put("src/b.rs", "fn makeIt() {}\n");
                set_modified(toolhost, "src/b.rs", time);
            },
            &["definition src/a.rs:1:5", "definition src/b.rs:1:4"],
        ),
        (
            "both were deleted and one came back, as old as time",
            |toolhost| {
                fs::remove_file(at(toolhost, "src/a.rs")).unwrap();
                fs::remove_file(at(toolhost, "src/b.rs")).unwrap();
                toolhost.put("src/a.rs", "fn f(){makeIt}\n");
                set_modified(toolhost, "src/a.rs", SystemTime::UNIX_EPOCH);
            },
            &["usage src/a.rs:1:8"],
        ),
    ];
    assert_follows(Search::over(&[("src/a.rs", "fn makeIt() {}\n")]), steps);
}

/// The same bytes again and again, faster than clocks of file systems tick.
#[test]
fn edits_in_quick_succession_are_seen() {
    let mut search = Search::over(&[("a.rs", "")]);
    for number in 0..200 {
        let column = 4 + number % 3;
        let contents = format!("fn {}makeIt() {{}}{}\n", " ".repeat(number % 3), " ".repeat(2 - number % 3));
        search.toolhost.put("a.rs", contents);
        assert_eq!(search.places_of("makeIt"), [format!("definition a.rs:1:{column}")], "{number}");
    }
}

#[test]
fn changes_of_what_is_ignored_are_seen() {
    let both: &[&str] = &["definition src/a.rs:1:4", "definition src/b.rs:1:4"];
    let (a, b): (&[&str], &[&str]) = (&["definition src/a.rs:1:4"], &["definition src/b.rs:1:4"]);
    let steps: &[Step] = &[
        ("as it was", |_| {}, both),
        ("one is ignored", |toolhost| drop(toolhost.put(".gitignore", "b.rs\n")), a),
        ("another of the same size", |toolhost| drop(toolhost.put(".gitignore", "a.rs\n")), b),
        (
            "the first again, the time set back",
            |toolhost| {
                let time = modified(toolhost, ".gitignore");
                toolhost.put(".gitignore", "b.rs\n");
                set_modified(toolhost, ".gitignore", time);
            },
            a,
        ),
        ("the folder says otherwise", |toolhost| drop(toolhost.put("src/.gitignore", "!b.rs\na.rs\n")), b),
        (
            "the folder says nothing any more",
            |toolhost| fs::remove_file(at(toolhost, "src/.gitignore")).unwrap(),
            a,
        ),
        ("nor does the root", |toolhost| fs::remove_file(at(toolhost, ".gitignore")).unwrap(), both),
        ("the repository does", |toolhost| drop(toolhost.put(".git/info/exclude", "a.rs\n")), b),
        ("it does no more", |toolhost| drop(toolhost.put(".git/info/exclude", "\n")), both),
        ("the whole folder is", |toolhost| drop(toolhost.put(".gitignore", "src/\n")), &[]),
        ("that was all", |toolhost| drop(toolhost.put(".gitignore", "")), both),
    ];
    let toolhost = Toolhost::new();
    git(&toolhost, &["init", "-q"]);
    toolhost.put("src/a.rs", "fn makeIt() {}\n");
    toolhost.put("src/b.rs", "fn makeIt() {}\n");
    assert_follows(Search::of(toolhost), steps);
}

/// What the session itself does to files is seen like what others do.
#[test]
fn changes_by_patches_and_commands_are_seen() {
    let mut search = Search::over(&[("a.rs", "fn makeIt() {}\n")]);
    assert_eq!(search.places_of("makeIt"), ["definition a.rs:1:4"]);
    let patch = update("a.rs", &["@@", "+// makeIt", " fn makeIt() {}"]);
    let result = search.lines.call("apply_patch", &json!({"patch": patch}));
    assert!(result["error"].is_null(), "{result}");
    assert_eq!(search.places_of("makeIt"), ["definition a.rs:2:4", "text a.rs:1:4"]);
    search.lines.exec("sed -i 's/^fn makeIt/fn wasIt/' a.rs; echo 'fn makeIt() {}' >b.rs");
    assert_eq!(search.places_of("makeIt"), ["definition b.rs:1:4", "text a.rs:1:4"]);
}

/// Rules of ignore files: the path of the file, and its contents.
const RULES: [(&str, &str); 8] = [
    (
        ".gitignore",
        "# a comment\n\n*.log\n!keep.log\n/anchored.txt\nbuild/\ndocs/*.html\n**/deep/x.txt\na/**/z.txt\n\
         \\#hash\n\\!bang\ntrailing.txt   \nkept\\ \n[xy].cls\nq?.one\n*.tmp\n!/root.tmp\nonly/here/\nsub/*\n!sub/inner\n\
         win.txt\r\ncase.TXT\n/vendor/*\n!/vendor/mine/\n",
    ),
    ("nested/.gitignore", "!*.log\nown.txt\n/anchored.txt\n"),
    ("nested/deeper/.gitignore", "*.log\n!important.log\n!own.txt\n"),
    ("build/.gitignore", "!*\n"),
    ("white/.gitignore", "*\n!.gitignore\n!*.rs\n!*/\n"),
    ("marked/.gitignore", "\u{feff}bom.txt\nlast.txt"),
    ("sub/inner/.gitignore", "no.txt\n"),
    (".git/info/exclude", "excluded.txt\n!keep.tmp\n"),
];

/// Files that each have the query in them.
const FILES: &str = "plain.txt a.log keep.log anchored.txt sub/anchored.txt build/a.txt build/keep.log \
    other/build/a.txt other/build.txt docs/a.html docs/more/a.html docs/a.txt deep/x.txt n/deep/x.txt n/deep/y.txt \
    a/z.txt a/b/z.txt a/b/c/z.txt a/b/c/y.txt z.txt #hash !bang hash trailing.txt kept x.cls y.cls z.cls qa.one \
    qab.one q.one a.tmp root.tmp n/root.tmp keep.tmp only/here/a.txt only/a.txt n/only/here/a.txt sub/a.txt \
    sub/inner/a.txt sub/inner/no.txt sub/other/a.txt win.txt case.TXT case.txt vendor/a.txt vendor/mine/a.txt \
    vendor/other/a.txt nested/a.log nested/own.txt nested/anchored.txt nested/n/own.txt nested/deeper/a.log \
    nested/deeper/important.log nested/deeper/own.txt nested/deeper/a.txt white/a.rs white/a.txt white/n/a.rs \
    white/n/a.txt marked/bom.txt marked/last.txt excluded.txt n/excluded.txt .hidden/a.txt .hidden/a.log \
    global.txt";

/// What is searched is what git does not ignore: real git decides.
#[test]
fn what_git_ignores_is_what_is_not_searched() {
    let toolhost = Toolhost::new();
    git(&toolhost, &["init", "-q"]);
    for (name, contents) in RULES {
        toolhost.put(name, contents);
    }
    let mut files: BTreeSet<String> = FILES.split_whitespace().map(str::to_owned).collect();
    files.insert("kept ".to_owned());
    for name in &files {
        toolhost.put(name, "makeIt\n");
    }
    let global = toolhost.path("home/.config/git");
    fs::create_dir_all(&global).unwrap();
    let mut search = Search::of(toolhost);
    // The user's own rules come last.
    for user in ["", "global.txt\n!a.tmp\n"] {
        fs::write(global.join("ignore"), user).unwrap();
        let asked: String = files.iter().map(|name| format!("{name}\0")).collect();
        let (ignored, _) = git_with(&search.toolhost, &["check-ignore", "-z", "--stdin"], &asked);
        let ignored: BTreeSet<&str> = ignored.split_terminator('\0').collect();
        assert!(ignored.len() > 20, "git ignores some: {ignored:?}");
        let expected: BTreeSet<&str> =
            files.iter().map(String::as_str).filter(|name| !ignored.contains(name)).collect();
        let arguments = json!({"query": "makeIt", "result_types": ["usage", "text"], "max_results": 100});
        let result = search.find(&arguments);
        let found: BTreeSet<&str> =
            result["results"].as_array().unwrap().iter().filter_map(|found| found["path"].as_str()).collect();
        let missing: Vec<_> = expected.difference(&found).collect();
        let wrong: Vec<_> = found.difference(&expected).collect();
        assert!(missing.is_empty() && wrong.is_empty(), "not searched: {missing:?}; ignored: {wrong:?}");
    }
}
