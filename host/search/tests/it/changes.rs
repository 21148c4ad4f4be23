//! A searcher that has worked before answers like one that knows nothing, whatever happened in between.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use proptest::prelude::*;
use toolhost_search::{Limits, Searcher};

use crate::support::{Definition, InPath, LIMITS, Text, Tree, Usage, ask, lines, set_modified};

/// Where files come and go.
const FILES: [&str; 8] = ["a.rs", "b.txt", "d/a.rs", "d/c.rs", "e/f/g.rs", "e/x", "e/f/h/i.txt", "j/a.rs"];
const FOLDERS: [&str; 5] = ["d", "e", "e/f", "e/f/h", "j"];
const CONTENTS: [&[u8]; 7] = [
    b"fn hit() {}\n",
    b"fn hat() {}\n",
    b"// hit it \n",
    b"let x=hit;\n",
    b"\0\0 hit \0\0\0\n",
    b"hit hits HIT\n fn hit( {",
    b"",
];
/// Where rules are written down: above the root, in it, and beneath it.
const LEVELS: [&str; 5] = ["..", "", "d", "e", "e/f"];
const RULE_FILES: [&str; 4] = [".ignore", ".gitignore", ".rgignore", ".git/info/exclude"];
const RULES: [&str; 6] = ["", "*.rs\n", "d/\n!a.rs\n", "e\nb.txt\n", "!a.rs\n", "h/\nx\n"];

/// How long what is changed by these tests must have been left alone to be remembered. Systems that count time in the
/// longest steps count a hundred a second.
const SETTLES: Duration = Duration::from_millis(15);

/// Something that happens between two searches. Files, folders and so on are given by their indices.
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
    /// A folder takes the place of a file.
    Folder {
        file: usize,
    },
    /// A link takes the place of a file.
    Link {
        file: usize,
        folder: usize,
    },
    /// Two folders change places.
    Exchange {
        one: usize,
        other: usize,
    },
    RenameFolder {
        from: usize,
        to: usize,
    },
    RemoveFolder {
        folder: usize,
    },
    /// A file takes the place of a folder.
    File {
        folder: usize,
        content: usize,
    },
    /// A folder that looks alike takes the place of a folder, with one file of this content more.
    Twin {
        folder: usize,
        content: usize,
    },
    /// The time of the last change of a folder is set back.
    BackdateFolder {
        folder: usize,
    },
    Rules {
        level: usize,
        file: usize,
        rules: usize,
    },
    NoRules {
        level: usize,
        file: usize,
    },
    /// A repository begins or ends.
    Repository {
        level: usize,
        begins: bool,
    },
    /// Time goes by until everything is believed.
    Nothing,
}

fn event() -> impl Strategy<Value = Event> {
    let file = || 0..FILES.len();
    let folder = || 0..FOLDERS.len();
    let content = || 0..CONTENTS.len();
    let level = || 0..LEVELS.len();
    let rule_file = || 0..RULE_FILES.len();
    prop_oneof![
        1 => (file(), content()).prop_map(|(file, content)| Event::Write { file, content }),
        1 => (file(), content()).prop_map(|(file, content)| Event::Replace { file, content }),
        1 => (file(), file()).prop_map(|(from, to)| Event::Rename { from, to }),
        1 => file().prop_map(|file| Event::Remove { file }),
        1 => (file(), content()).prop_map(|(file, content)| Event::Backdate { file, content }),
        1 => file().prop_map(|file| Event::Folder { file }),
        1 => (file(), folder()).prop_map(|(file, folder)| Event::Link { file, folder }),
        1 => (folder(), folder()).prop_map(|(one, other)| Event::Exchange { one, other }),
        1 => (folder(), folder()).prop_map(|(from, to)| Event::RenameFolder { from, to }),
        1 => folder().prop_map(|folder| Event::RemoveFolder { folder }),
        1 => (folder(), content()).prop_map(|(folder, content)| Event::File { folder, content }),
        1 => (folder(), content()).prop_map(|(folder, content)| Event::Twin { folder, content }),
        1 => folder().prop_map(|folder| Event::BackdateFolder { folder }),
        3 => (level(), rule_file(), 0..RULES.len())
            .prop_map(|(level, file, rules)| Event::Rules { level, file, rules }),
        1 => (level(), rule_file()).prop_map(|(level, file)| Event::NoRules { level, file }),
        2 => (level(), any::<bool>()).prop_map(|(level, begins)| Event::Repository { level, begins }),
        8 => Just(Event::Nothing),
    ]
}

/// Makes an event happen. Where there is nothing that it could happen to, nothing happens.
fn happen(tree: &Tree, event: &Event) -> std::io::Result<()> {
    let path = |file: usize| tree.path(FILES[file]);
    let folder = |folder: usize| tree.path(FOLDERS[folder]);
    let rule_file = |level: usize, file: usize| tree.path(LEVELS[level]).join(RULE_FILES[file]);
    let clear = |path: &Path| match fs::symlink_metadata(path) {
        Ok(found) if found.is_dir() => fs::remove_dir_all(path),
        Ok(_) => fs::remove_file(path),
        Err(_) => Ok(()),
    };
    let write = |path: &Path, bytes: &[u8]| {
        fs::create_dir_all(path.parent().unwrap())?;
        fs::write(path, bytes)
    };
    let aside = tree.path("aside");
    match *event {
        Event::Write { file, content } => write(&path(file), CONTENTS[content]),
        Event::Replace { file, content } => {
            write(&aside, CONTENTS[content])?;
            fs::create_dir_all(path(file).parent().unwrap())?;
            fs::rename(&aside, path(file)).or_else(|_| fs::remove_file(&aside))
        }
        Event::Rename { from, to } => {
            fs::create_dir_all(path(to).parent().unwrap())?;
            fs::rename(path(from), path(to))
        }
        Event::Remove { file } => fs::remove_file(path(file)),
        Event::Backdate { file, content } => {
            write(&path(file), CONTENTS[content])?;
            set_modified(&path(file), SystemTime::UNIX_EPOCH + Duration::from_secs(1000))
        }
        Event::Folder { file } => {
            clear(&path(file))?;
            write(&path(file).join("a.rs"), CONTENTS[0])
        }
        Event::Link { file, folder: target } => {
            clear(&path(file))?;
            symlink(folder(target), path(file))
        }
        Event::Exchange { one, other } => {
            let (cwd, exchange) = (rustix::fs::CWD, rustix::fs::RenameFlags::EXCHANGE);
            Ok(rustix::fs::renameat_with(cwd, folder(one), cwd, folder(other), exchange)?)
        }
        Event::RenameFolder { from, to } => {
            fs::create_dir_all(folder(to).parent().unwrap())?;
            fs::rename(folder(from), folder(to))
        }
        Event::RemoveFolder { folder: index } => clear(&folder(index)),
        Event::File { folder: index, content } => {
            clear(&folder(index))?;
            write(&folder(index), CONTENTS[content])
        }
        Event::Twin { folder: index, content } => {
            let folder = folder(index);
            fs::create_dir(&aside)?;
            for entry in fs::read_dir(&folder).into_iter().flatten() {
                let name = entry?.file_name();
                fs::rename(folder.join(&name), aside.join(&name))?;
            }
            fs::write(aside.join("twin.rs"), CONTENTS[content])?;
            let modified = fs::metadata(&folder).and_then(|metadata| metadata.modified());
            clear(&folder)?;
            fs::rename(&aside, &folder).or_else(|_| fs::remove_dir_all(&aside))?;
            modified.and_then(|modified| set_modified(&folder, modified))
        }
        Event::BackdateFolder { folder: index } => {
            set_modified(&folder(index), SystemTime::UNIX_EPOCH + Duration::from_secs(1000))
        }
        Event::Rules { level, file, rules } => write(&rule_file(level, file), RULES[rules].as_bytes()),
        Event::NoRules { level, file } => clear(&rule_file(level, file)),
        Event::Repository { level, begins: true } => {
            fs::create_dir_all(tree.path(LEVELS[level]).join(".git"))
        }
        Event::Repository { level, begins: false } => clear(&tree.path(LEVELS[level]).join(".git")),
        Event::Nothing => Ok(()),
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
        ask("hit").path("e/f"),
        ask("h").path("d/a.rs"),
    ] {
        let fresh = tree.find(&ask).map_err(|failure| failure.message);
        let warm = ask.of(searcher).map_err(|failure| failure.message);
        prop_assert_eq!(warm, fresh, "{:?}", ask);
    }
    Ok(())
}

/// Searches until nothing has changed for so long that all of it is believed.
fn settle(tree: &Tree, searcher: &Searcher) -> Result<(), TestCaseError> {
    let since = Instant::now();
    while since.elapsed() < SETTLES * 2 {
        ask("hit").of(searcher).map_err(|failure| TestCaseError::fail(failure.message))?;
    }
    same(tree, searcher)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20, ..ProptestConfig::default() })]

    #[test]
    fn a_warm_searcher_answers_like_a_fresh_one(events in prop::collection::vec(event(), 1..24)) {
        let tree = Tree::new(&[("a.rs", "fn hit() {}\n"), ("d/a.rs", "hit\n"), ("e/f/g.rs", "fn hat() {}\n")]);
        let searcher = tree.searcher_with(Limits { settles: SETTLES, ..LIMITS });
        settle(&tree, &searcher)?;
        for event in events {
            // There may be nothing to rename, or something in the way.
            let _ = happen(&tree, &event);
            match event {
                Event::Nothing => settle(&tree, &searcher)?,
                _ => same(&tree, &searcher)?,
            }
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
    set_modified(&tree.path("a.rs"), modified).unwrap();
    assert_eq!(lines(&ask("hit").of(&searcher).unwrap()), Vec::<String>::new());
    // Another file under the name.
    fs::rename(tree.path("b.rs"), tree.path("a.rs")).unwrap();
    tree.write("b.rs", "fn hit() {}\n");
    tree.write("c.bin", "hit 2\n");
    let expected = ["definition b.rs:1:4 hit: fn hit() {}", "text c.bin:1:1: hit 2"];
    assert_eq!(lines(&ask("hit").of(&searcher).unwrap()), expected);
    same(&tree, &searcher).unwrap();
}

/// What is left out is told of, also where nothing would have been found in it.
#[test]
fn new_rules_hold_for_folders_that_are_known() {
    let tree = Tree::new(&[("a.rs", "fn hit() {}\n"), ("d/a.rs", "text\n"), ("d/e/a.rs", "text\n")]);
    let searcher = tree.searcher_with(Limits { settles: SETTLES, ..LIMITS });
    let hints = || ask("hit").of(&searcher).unwrap().hints;
    settle(&tree, &searcher).unwrap();
    assert_eq!(hints(), Vec::<String>::new());
    for (rules, example) in [("d/e/a.rs\n", "d/e/a.rs"), ("d/a.rs\n", "d/a.rs"), ("e\n", "d/e")] {
        tree.write(".ignore", rules);
        settle(&tree, &searcher).unwrap();
        let [hint] = &*hints() else { panic!("{rules:?}: {:?}", hints()) };
        assert!(hint.contains(&format!("`{example}`")), "{hint}");
    }
    fs::remove_file(tree.path(".ignore")).unwrap();
    assert_eq!(hints(), Vec::<String>::new());
}
