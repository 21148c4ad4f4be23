//! A searcher that has worked before answers like one that knows nothing, whatever happened in between.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use proptest::prelude::*;
use toolhost_search::Searcher;

use crate::support::{Definition, InPath, Text, Tree, Usage, ask, lines, set_modified};

const NAMES: [&str; 6] = ["a.rs", "b.txt", "d/a.rs", "d/c.rs", "e/f/g.rs", "e/x"];
const CONTENTS: [&[u8]; 7] = [
    b"fn hit() {}\n",
    b"fn hat() {}\n",
    b"// hit it \n",
    b"let x=hit;\n",
    b"\0\0 hit \0\0\0\n",
    b"hit hits HIT\n fn hit( {",
    b"",
];
const RULES: [&str; 4] = ["", "*.rs\n", "d/\n!a.rs\n", "e\nb.txt\n"];

/// Something that happens between two searches.
#[derive(Debug, Clone)]
enum Event {
    Write {
        file: usize,
        content: usize,
    },
    /// Another file of this content takes the place.
    Replace {
        file: usize,
        content: usize,
    },
    Rename {
        from: usize,
        to: usize,
    },
    Remove {
        file: usize,
    },
    /// The time of the last change is set back, and the content changed before.
    Backdate {
        file: usize,
        content: usize,
    },
    Rules {
        rules: usize,
    },
    Nothing,
}

fn event() -> impl Strategy<Value = Event> {
    let file = 0..NAMES.len();
    let content = 0..CONTENTS.len();
    prop_oneof![
        (file.clone(), content.clone()).prop_map(|(file, content)| Event::Write { file, content }),
        (file.clone(), content.clone()).prop_map(|(file, content)| Event::Replace { file, content }),
        (file.clone(), file.clone()).prop_map(|(from, to)| Event::Rename { from, to }),
        file.clone().prop_map(|file| Event::Remove { file }),
        (file, content).prop_map(|(file, content)| Event::Backdate { file, content }),
        (0..RULES.len()).prop_map(|rules| Event::Rules { rules }),
        Just(Event::Nothing),
    ]
}

fn happen(tree: &Tree, event: &Event) {
    let path = |file: usize| -> PathBuf { tree.path(NAMES[file]) };
    match *event {
        Event::Write { file, content } => tree.write(NAMES[file], CONTENTS[content]),
        Event::Replace { file, content } => {
            tree.write("new", CONTENTS[content]);
            fs::create_dir_all(path(file).parent().unwrap()).unwrap();
            fs::rename(tree.path("new"), path(file)).unwrap();
        }
        Event::Rename { from, to } => {
            fs::create_dir_all(path(to).parent().unwrap()).unwrap();
            // There may be nothing to rename.
            let _ = fs::rename(path(from), path(to));
        }
        Event::Remove { file } => drop(fs::remove_file(path(file))),
        Event::Backdate { file, content } => {
            tree.write(NAMES[file], CONTENTS[content]);
            set_modified(&path(file), SystemTime::UNIX_EPOCH + Duration::from_secs(1000));
        }
        Event::Rules { rules } => tree.write(".ignore", RULES[rules]),
        Event::Nothing => {}
    }
}

fn same(tree: &Tree, searcher: &Searcher) -> Result<(), TestCaseError> {
    for ask in [
        ask("hit"),
        ask("Hit"),
        ask("hit").only(&[Definition]),
        ask("hit").only(&[Text, InPath]).limit(1),
        ask("hit").only(&[Usage]).types(&["rust"]),
        ask("a.rs"),
        ask("fn h").path("d"),
    ] {
        let fresh = tree.find(&ask).map_err(|failure| failure.message);
        let warm = ask.of(searcher).map_err(|failure| failure.message);
        prop_assert_eq!(warm, fresh, "{:?}", ask);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn a_warm_searcher_answers_like_a_fresh_one(events in prop::collection::vec(event(), 1..14)) {
        let tree = Tree::new(&[("a.rs", "fn hit() {}\n"), ("d/a.rs", "hit\n")]);
        let searcher = tree.searcher();
        same(&tree, &searcher)?;
        for event in events {
            happen(&tree, &event);
            same(&tree, &searcher)?;
        }
    }
}

#[test]
fn what_is_remembered_is_believed_only_as_long_as_it_is_true() {
    let tree = Tree::new(&[("a.rs", "fn hit() {}\n"), ("b.rs", "fn hat() {}\n"), ("c.bin", "\0hit\n")]);
    let searcher = tree.searcher();
    let before = ask("hit").of(&searcher).unwrap();
    assert_eq!(lines(&before), ["definition a.rs:1:4 hit: fn hit() {}"]);
    while searcher.remembered() == 0 {
        assert_eq!(ask("hit").of(&searcher).unwrap(), before);
    }
    assert_eq!(ask("hit").of(&searcher).unwrap(), before);

    // The same size, and the same time of the last change of the bytes.
    let modified = fs::metadata(tree.path("a.rs")).unwrap().modified().unwrap();
    tree.write("a.rs", "fn hat() {}\n");
    set_modified(&tree.path("a.rs"), modified);
    assert_eq!(lines(&ask("hit").of(&searcher).unwrap()), Vec::<String>::new());
    // Another file under the name.
    fs::rename(tree.path("b.rs"), tree.path("a.rs")).unwrap();
    tree.write("b.rs", "fn hit() {}\n");
    tree.write("c.bin", "hit 2\n");
    let expected = ["definition b.rs:1:4 hit: fn hit() {}", "text c.bin:1:1: hit 2"];
    assert_eq!(lines(&ask("hit").of(&searcher).unwrap()), expected);
    same(&tree, &searcher).unwrap();
}
