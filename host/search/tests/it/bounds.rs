//! Bounds, each of which is met.

use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};

use toolhost_search::{Categories, Limits, Query, Scope};

use crate::support::{Definition, InPath, LIMITS, Text, Tree, ask, lines};

#[test]
fn a_file_that_is_too_large_to_parse_is_text() {
    let filler = "// nothing\n".repeat(100);
    let tree = Tree::new(&[("a.rs", &format!("{filler}fn hit() {{}}\n")), ("b.rs", "fn hit() {}\n")]);
    let searcher = tree.searcher_with(Limits { largest_parsed: 1000, ..LIMITS });
    let page = ask("hit").of(&searcher).unwrap();
    assert_eq!(lines(&page), ["definition b.rs:1:4 hit: fn hit() {}", "text a.rs:101:4: fn hit() {}"]);
    let hint = "Large files were searched as text only, such as `a.rs`: what is defined and used there is not told apart.";
    assert_eq!(page.hints, [hint]);
    for (categories, hints) in [(&[Definition][..], 1), (&[Text], 0), (&[InPath], 0)] {
        assert_eq!(ask("hit").only(categories).of(&searcher).unwrap().hints.len(), hints, "{categories:?}");
    }
    assert_eq!(ask("absent").of(&searcher).unwrap().hints, Vec::<String>::new());
}

#[test]
fn a_file_that_is_too_large_to_search_is_told_of() {
    let tree = Tree::new(&[("a.txt", &"hit\n".repeat(1000)), ("b.txt", "hit\n")]);
    let searcher = tree.searcher_with(Limits { largest_parsed: 100, largest_searched: 1000, ..LIMITS });
    let page = ask("hit").of(&searcher).unwrap();
    assert_eq!(lines(&page), ["text b.txt:1:1: hit"]);
    assert_eq!(page.hints, ["Very large files were not searched, such as `a.txt`."]);
}

#[test]
fn a_file_of_two_gigabytes_is_searched_in_little_memory() {
    let tree = Tree::new(&[("a.txt", &format!("{}\n", "text ".repeat(2000)))]);
    let file = fs::File::options().append(true).open(tree.path("a.txt")).unwrap();
    file.set_len(2 << 30).unwrap();
    let searcher = tree.searcher_with(Limits { largest_searched: 8 << 30, ..LIMITS });
    let asked = AtomicUsize::new(0);
    let go_on = || asked.fetch_add(1, Ordering::Relaxed) < 200;
    let query = Query::new("hit").unwrap();
    let failure = searcher.find(&query, &Scope::default(), Categories::all(), 20, &go_on).unwrap_err();
    assert_eq!(failure.code, "cancelled", "it was asked before each piece, not once for the file");
}

#[test]
fn a_search_that_was_stopped_says_so() {
    let deep = format!("fn f() {{ {} }}\n// hit\n", "g(1, 2); ".repeat(50_000));
    let tree = Tree::new(&[("a.rs", &deep), ("b.rs", "fn hit() {}\n")]);
    for answers in [0, 1, 2, 5, 20] {
        let asked = AtomicUsize::new(0);
        let go_on = || asked.fetch_add(1, Ordering::Relaxed) < answers;
        let query = Query::new("hit").unwrap();
        let failure =
            tree.searcher().find(&query, &Scope::default(), Categories::all(), 20, &go_on).unwrap_err();
        assert_eq!(
            (failure.code.as_str(), failure.message.as_str()),
            ("cancelled", "the search was stopped before its end")
        );
    }
    assert_eq!(tree.lines(&ask("hit")).len(), 2, "and the next one is whole");
}

#[test]
fn a_page_has_no_more_than_the_limit() {
    let tree = Tree::new(&[("a.txt", &"hit\n".repeat(50))]);
    let searcher = tree.searcher_with(Limits { hits: 10, ..LIMITS });
    for (limit, expected) in [(3, 3), (10, 10), (11, 10), (usize::MAX - 1, 10)] {
        let page = ask("hit").limit(limit).of(&searcher).unwrap();
        assert_eq!((page.hits.len(), page.truncated), (expected, true));
    }
    assert_eq!(ask("hit").limit(0).of(&searcher).unwrap_err().message, "no results are asked for");
    assert_eq!(ask("hit").only(&[]).of(&searcher).unwrap_err().message, "no types of results are asked for");
}

#[test]
fn any_number_of_threads_has_the_same_answer() {
    let tree = Tree::new(&[]);
    for number in 0..200 {
        tree.write(&format!("{}/{number}.rs", number % 7), format!("fn f{number}() {{ hit(); }}\n// hit\n"));
    }
    let expected = tree.find(&ask("hit").limit(30)).unwrap();
    for threads in [0, 1, 2, 64] {
        let searcher = tree.searcher_with(Limits { threads, ..LIMITS });
        assert_eq!(ask("hit").limit(30).of(&searcher).unwrap(), expected, "{threads}");
    }
}

#[test]
fn what_is_remembered_is_bounded() {
    let tree = Tree::new(&[]);
    for number in 0..500 {
        tree.write(&format!("{}/{number}.rs", number % 20), format!("fn f{number}() {{ hit(); }}\n"));
    }
    let all = tree.searcher();
    while all.remembered() < 100 << 10 {
        ask("f499").of(&all).unwrap();
    }
    for remembered in [0, 10 << 10, 100 << 10] {
        let searcher = tree.searcher_with(Limits { remembered, ..LIMITS });
        for _ in 0..3 {
            assert_eq!(ask("f499").only(&[Definition]).of(&searcher).unwrap().hits.len(), 1);
            assert!(searcher.remembered() <= remembered);
        }
        assert!(searcher.remembered() >= remembered / 2);
    }
}

#[test]
fn what_cannot_be_read_is_told_of() {
    use std::os::unix::fs::PermissionsExt;
    let tree = Tree::new(&[("a.txt", "hit\n"), ("b.txt", "hit\n"), ("c/d.txt", "hit\n")]);
    let set_mode =
        |path: &str, mode| fs::set_permissions(tree.path(path), fs::Permissions::from_mode(mode)).unwrap();
    set_mode("b.txt", 0o000);
    set_mode("c", 0o000);
    let page = tree.find(&ask("hit")).unwrap();
    // The superuser reads everything.
    let is_root = rustix::process::geteuid().is_root();
    assert_eq!(page.hits.len(), if is_root { 3 } else { 1 });
    let hint = "Some files could not be read, such as `b.txt`.";
    assert_eq!(page.hints, if is_root { vec![] } else { vec![hint] });
    set_mode("c", 0o700);
}

#[test]
fn many_files_are_searched() {
    many_files(20_000);
}

/// A million files; minutes to make them, and some GiB of disk.
#[test]
#[ignore = "it takes minutes"]
fn a_million_files_are_searched() {
    many_files(1_000_000);
}

fn many_files(count: usize) {
    let tree = Tree::new(&[]);
    for folder in 0..count / 1000 {
        let path = tree.path(&format!("{folder:04}"));
        fs::create_dir(&path).unwrap();
        for file in 0..1000 {
            fs::write(path.join(format!("{file:03}.txt")), "some text\n").unwrap();
        }
    }
    let last = format!("{:04}/999.txt", count / 1000 - 1);
    tree.write(&last, "hit\n");
    let searcher = tree.searcher();
    for _ in 0..2 {
        assert_eq!(lines(&ask("hit").of(&searcher).unwrap()), [format!("text {last}:1:1: hit")]);
        assert_eq!(ask("999").only(&[InPath]).limit(5).of(&searcher).unwrap().hits.len(), 5);
    }
    assert!(searcher.remembered() <= LIMITS.remembered);
}

#[test]
fn a_folder_with_many_files_and_a_deep_one_are_searched() {
    let tree = Tree::new(&[]);
    for number in 0..5000 {
        fs::write(tree.path(&format!("{number:05}.txt")), "text\n").unwrap();
    }
    let deep = vec!["d"; 300].join("/");
    tree.write(&format!("{deep}/x.txt"), "hit\n");
    tree.write("02500.txt", "hit\n");
    assert_eq!(
        tree.lines(&ask("hit")),
        ["text 02500.txt:1:1: hit".to_owned(), format!("text {deep}/x.txt:1:1: hit")]
    );
}
