//! Nothing outside of the workspace is seen, and nothing blocks.

use std::fs;
use std::os::unix::fs::symlink;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crate::support::{Tree, ask, fifo};

#[test]
fn links_are_not_followed() {
    let tree = Tree::new(&[("in/a.txt", "hit\n")]);
    let outside = tree.root().parent().unwrap().join("outside");
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("hit.txt"), "hit\n").unwrap();
    tree.link("../outside", "out");
    tree.link("../outside/hit.txt", "hit.txt");
    tree.link("..", "in/up");
    tree.link(".", "in/here");
    fifo(&tree.path("in/hit"));
    let _socket = std::os::unix::net::UnixListener::bind(tree.path("in/hit.socket")).unwrap();
    assert_eq!(tree.lines(&ask("hit")), ["text in/a.txt:1:1: hit"]);
}

/// Somebody swaps a folder for a link to one outside, and a file for a FIFO, again and again, while searches run.
#[test]
fn a_swap_during_a_search_shows_nothing_from_outside() {
    let tree = Tree::new(&[]);
    let outside = tree.root().parent().unwrap().join("outside");
    fs::create_dir_all(outside.join("inner")).unwrap();
    for number in 0..200 {
        tree.write(&format!("folder/inner/{number}.txt"), "inside\n");
        fs::write(outside.join(format!("inner/secret{number}.txt")), "a secret\n").unwrap();
    }
    tree.write("file", "inside\n");
    fifo(&tree.path("fifo"));
    symlink(&outside, tree.path("link")).unwrap();
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            let exchange = |one: &str, other: &str| {
                let flags = rustix::fs::RenameFlags::EXCHANGE;
                let cwd = rustix::fs::CWD;
                rustix::fs::renameat_with(cwd, tree.path(one), cwd, tree.path(other), flags).unwrap();
            };
            while !done.load(Ordering::Relaxed) {
                exchange("folder", "link");
                exchange("file", "fifo");
            }
        });
        let searcher = tree.searcher();
        for _ in 0..200 {
            let page = ask("secret").of(&searcher).unwrap();
            assert_eq!(page.hits, []);
            ask("inside").of(&searcher).unwrap();
        }
        done.store(true, Ordering::Relaxed);
    });
}

/// Files come and go while searches run: what is gone is left out, without a word.
#[test]
fn files_that_vanish_are_left_out() {
    let tree = Tree::new(&[("stays.txt", "hit\n")]);
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                for number in 0..50 {
                    tree.write(&format!("{}/{number}.txt", number % 5), "text\n");
                }
                for number in 0..5 {
                    fs::remove_dir_all(tree.path(&number.to_string())).unwrap();
                }
            }
        });
        let searcher = tree.searcher();
        for _ in 0..100 {
            let page = ask("hit").of(&searcher).unwrap();
            assert_eq!(page.hits.len(), 1);
            assert_eq!(page.hints, Vec::<String>::new());
        }
        done.store(true, Ordering::Relaxed);
    });
}

#[test]
fn searches_run_side_by_side() {
    let tree = Tree::new(&[]);
    for number in 0..100 {
        tree.write(&format!("{number}.rs"), format!("fn f{number}() {{ hit(); }}\n"));
    }
    let searcher = tree.searcher();
    let expected = ask("hit").of(&tree.searcher()).unwrap();
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..10 {
                    assert_eq!(ask("hit").of(&searcher).unwrap(), expected);
                }
            });
        }
    });
}
