//! Journals that are cut short, damaged, forged or foreign, and files that somebody wrote to since.

use std::os::unix::fs::symlink;

use super::*;
use crate::workspace::journal::{Entry, Header, Writer};
use crate::workspace::path::Place;

fn make(root: &Path) {
    write(root, "a.txt", "alpha alpha alpha\n", 0o644);
    write(root, "b.txt", "beta\n", 0o644);
    write(root, "c.txt", "gamma\n", 0o644);
}

fn changes(rig: &Rig) -> ChangeSet {
    let mut set = rig.workspace.change_set();
    set.edit("a.txt", rig.version("a.txt"), vec![splice(0, 5, "ALPHABET")]).unwrap();
    set.create("d/new.txt", b"new\n".to_vec()).unwrap();
    set.remove("b.txt", rig.version("b.txt")).unwrap();
    set.rename("c.txt", rig.version("c.txt"), "d/c.txt", Vec::new()).unwrap();
    set
}

fn after() -> BTreeMap<String, Node> {
    [
        ("a.txt", file("ALPHABET alpha alpha\n")),
        ("d", Node::Folder),
        ("d/c.txt", file("gamma\n")),
        ("d/new.txt", file("new\n")),
    ]
    .map(|(path, node)| (path.to_owned(), node))
    .into()
}

/// A host that ended before it did anything, and its whole journal.
fn ended_at(step: usize) -> (Rig, Vec<u8>) {
    let rig = Rig::new(make);
    let changes = changes(&rig);
    assert!(unless_ended(|| rig.commit(&changes, &watch(At::Ends(step)))).is_none());
    let journal = fs::read(rig.journal()).unwrap();
    (rig, journal)
}

#[test]
fn a_journal_without_its_mark_is_discarded() {
    let (rig, journal) = ended_at(0);
    let before = tree(&rig.root());
    for length in 1..journal.len() {
        fs::write(rig.journal(), &journal[..length]).unwrap();
        assert_eq!(rig.reopen(), [Notice::Discarded], "{length} bytes of {}", journal.len());
        assert_eq!(tree(&rig.root()), before);
        assert_eq!(fs::metadata(rig.journal()).unwrap().len(), 0);
    }
    fs::write(rig.journal(), &journal).unwrap();
    rig.reopen();
    assert_eq!(tree(&rig.root()), after());
}

#[test]
fn a_damaged_journal_is_never_carried_out() {
    let (rig, journal) = ended_at(0);
    let before = tree(&rig.root());
    for position in 0..journal.len() {
        let mut damaged = journal.clone();
        damaged[position] ^= 0x20;
        fs::write(rig.journal(), &damaged).unwrap();
        let notices = rig.reopen();
        match &*notices {
            [Notice::Rejected { journal, .. }] => {
                assert_eq!(fs::read(journal).unwrap(), damaged);
                fs::remove_file(journal).unwrap();
            }
            // The length of a frame says that there should be more.
            [Notice::Discarded] => {}
            _ => panic!("byte {position}: {notices:?}"),
        }
        assert_eq!(tree(&rig.root()), before, "byte {position}");
    }
}

#[test]
fn a_journal_of_another_folder_is_put_aside() {
    let (rig, journal) = ended_at(0);
    let other = Rig::new(make);
    fs::create_dir(other.journal().parent().unwrap()).unwrap();
    fs::write(other.journal(), &journal).unwrap();
    let before = tree(&other.root());
    let notices = other.reopen();
    assert!(
        matches!(&*notices, [Notice::Rejected { reason, .. }] if reason == "it is of another folder"),
        "{notices:?}"
    );
    assert_eq!(tree(&other.root()), before);
    drop(rig);
}

#[test]
fn a_journal_that_others_could_have_written_is_put_aside() {
    type Forge = fn(&Path, &[u8]);
    let rows: [(Forge, &str); 4] = [
        (
            |path, journal| {
                fs::write(path.with_extension("real"), journal).unwrap();
                symlink(path.with_extension("real"), path).unwrap();
            },
            "it is a symbolic link",
        ),
        (
            |path, journal| {
                fs::write(path.with_extension("real"), journal).unwrap();
                fs::hard_link(path.with_extension("real"), path).unwrap();
            },
            "it has a second name (a hard link)",
        ),
        (
            |path, journal| {
                fs::write(path, journal).unwrap();
                fs::set_permissions(path, fs::Permissions::from_mode(0o666)).unwrap();
            },
            "others may write it (mode 0666)",
        ),
        (|path, _| fs::create_dir(path).unwrap(), "it is no file"),
    ];
    for (forge, expected) in rows {
        let (rig, journal) = ended_at(0);
        let before = tree(&rig.root());
        fs::remove_file(rig.journal()).unwrap();
        forge(&rig.journal(), &journal);
        let notices = rig.reopen();
        assert!(
            matches!(&*notices, [Notice::Rejected { reason, .. }] if reason == expected),
            "{expected}: {notices:?}"
        );
        assert_eq!(tree(&rig.root()), before, "{expected}");
        rig.commit(&changes(&rig), &watch(At::Never)).unwrap();
        assert_eq!(tree(&rig.root()), after(), "{expected}");
    }
}

#[test]
fn a_live_journal_is_left_alone() {
    let (rig, journal) = ended_at(0);
    let before = tree(&rig.root());
    let held = fs::File::open(rig.journal()).unwrap();
    held.lock().unwrap();
    assert_eq!(rig.reopen(), []);
    assert_eq!(tree(&rig.root()), before);
    assert_eq!(fs::read(rig.journal()).unwrap(), journal);
    drop(held);
    rig.reopen();
    assert_eq!(tree(&rig.root()), after());
}

/// The number of the step before which the file has been changed half.
const IN_EDIT: usize = 2;

#[test]
fn a_file_that_somebody_wrote_to_is_left_and_the_others_are_finished() {
    let (rig, _) = ended_at(IN_EDIT);
    let half = fs::read_to_string(rig.root().join("a.txt")).unwrap();
    assert_ne!(half, "alpha alpha alpha\n");
    fs::write(rig.root().join("a.txt"), "mine\n").unwrap();
    let notices = rig.reopen();
    let [Notice::Finished { .. }, Notice::Left { path, kept: Some(kept) }] = &*notices else {
        panic!("{notices:?}");
    };
    assert_eq!(path, "a.txt");
    assert_eq!(fs::read_to_string(kept).unwrap(), "ALPHABET alpha alpha\n");
    let mut expected = after();
    expected.insert("a.txt".to_owned(), file("mine\n"));
    assert_eq!(tree(&rig.root()), expected);
    assert_eq!(rig.reopen(), []);
}

#[test]
fn whatever_takes_the_place_of_a_file_stays() {
    type Meddle = fn(&Path);
    let rows: [(&str, Meddle, &str); 5] = [
        ("a.txt", |root| fs::remove_file(root.join("a.txt")).unwrap(), ""),
        (
            "a.txt",
            |root| {
                fs::remove_file(root.join("a.txt")).unwrap();
                symlink("/etc/passwd", root.join("a.txt")).unwrap();
            },
            "",
        ),
        ("b.txt", |root| fs::write(root.join("b.txt"), "beta and mine\n").unwrap(), "beta and mine\n"),
        ("d/new.txt", |root| write(root, "d/new.txt", "mine\n", 0o644), "mine\n"),
        ("d/c.txt", |root| fs::rename(root.join("c.txt"), root.join("elsewhere.txt")).unwrap(), ""),
    ];
    for (path, meddle, text) in rows {
        let (rig, _) = ended_at(IN_EDIT);
        meddle(&rig.root());
        let there = tree(&rig.root()).get(path).cloned();
        let notices = rig.reopen();
        assert!(
            matches!(&*notices, [Notice::Finished { .. }, Notice::Left { path: left, .. }] if left == path),
            "{path}: {notices:?}"
        );
        assert_eq!(tree(&rig.root()).get(path), there.as_ref(), "{path}");
        if !text.is_empty() {
            assert_eq!(there, Some(file(text)));
        }
    }
}

#[test]
fn a_folder_that_is_a_link_by_now_is_not_entered() {
    let rig = Rig::new(|root| write(root, "d/a.txt", "a\n", 0o644));
    let mut set = rig.workspace.change_set();
    set.edit("d/a.txt", rig.version("d/a.txt"), vec![splice(0, 1, "b")]).unwrap();
    assert!(unless_ended(|| rig.commit(&set, &watch(At::Ends(0)))).is_none());
    let outside = rig.folder.path().join("outside");
    fs::rename(rig.root().join("d"), &outside).unwrap();
    symlink(&outside, rig.root().join("d")).unwrap();
    let notices = rig.reopen();
    assert!(matches!(&*notices, [Notice::Finished { .. }, Notice::Left { .. }]), "{notices:?}");
    assert_eq!(fs::read_to_string(outside.join("a.txt")).unwrap(), "a\n");
}

#[test]
fn a_file_that_half_reached_the_disk_is_told_by_its_sectors() {
    // Whole sectors of the bytes after may reach the disk in any order before the power goes.
    let text: String = (0..400).map(|line| format!("line {line:04}\n")).collect();
    let rig = Rig::new(|root| write(root, "f", &text, 0o644));
    let mut set = rig.workspace.change_set();
    set.edit("f", rig.version("f"), vec![splice(100, 0, "inserted\n")]).unwrap();
    let wanted = format!("{}inserted\n{}", &text[..100], &text[100..]);
    for (sectors, zeros) in
        [(vec![1, 3], false), (vec![0], false), (vec![2, 7], true), (vec![0, 1, 2, 3], true)]
    {
        fs::write(rig.root().join("f"), &text).unwrap();
        assert!(unless_ended(|| rig.commit(&set, &watch(At::Ends(0)))).is_none());
        let mut torn = text.clone().into_bytes();
        if zeros {
            torn.resize(wanted.len(), 0);
        }
        for sector in sectors {
            let range = sector * 512..((sector + 1) * 512).min(torn.len());
            torn[range.clone()].copy_from_slice(&wanted.as_bytes()[range]);
        }
        fs::write(rig.root().join("f"), &torn).unwrap();
        let notices = rig.reopen();
        assert!(matches!(&*notices, [Notice::Finished { .. }]), "{notices:?}");
        assert_eq!(fs::read_to_string(rig.root().join("f")).unwrap(), wanted);
    }
}

#[test]
fn a_new_file_whose_bytes_did_not_reach_the_disk_is_completed() {
    let text: String = (0..200).map(|line| format!("line {line:04}\n")).collect();
    let rig = Rig::new(|_| {});
    let mut set = rig.workspace.change_set();
    set.create("f", text.clone().into_bytes()).unwrap();
    let full = text.as_bytes();
    let zeros = vec![0; full.len()];
    let mixed = [&full[..512], &zeros[512..1024], &full[1024..]].concat();
    for (there, finished) in [
        (&b""[..], true),
        (&zeros, true),
        (&full[..1024], true),
        (&mixed, true),
        (full, true),
        (&full[..100], false),
        (b"mine\n", false),
        (&[full, b"more\n"].concat(), false),
    ] {
        assert!(unless_ended(|| rig.commit(&set, &watch(At::Ends(0)))).is_none());
        fs::write(rig.root().join("f"), there).unwrap();
        let notices = rig.reopen();
        assert_eq!(notices.len(), if finished { 1 } else { 2 }, "{notices:?}");
        let expected = if finished { full } else { there };
        assert_eq!(fs::read(rig.root().join("f")).unwrap(), expected);
        fs::remove_file(rig.root().join("f")).unwrap();
    }
}

#[test]
fn what_was_removed_for_good_is_not_half_undone() {
    // The host ends while it clears up. What then fails must not bring back the files that can still come
    // back.
    let rig = Rig::new(make);
    let set = changes(&rig);
    let last = {
        let other = Rig::new(make);
        let watch = watch(At::Never);
        other.commit(&changes(&other), &watch).unwrap();
        watch.count.load(Ordering::Relaxed) - 1
    };
    assert!(unless_ended(|| rig.commit(&set, &watch(At::Ends(last)))).is_none());
    let aside = tree(&rig.root()).into_keys().find(|path| path.starts_with(".toolhost-")).unwrap();
    fs::remove_file(rig.root().join(aside)).unwrap();
    // A file that was not finished after all, and cannot be.
    fs::write(rig.root().join("a.txt"), "alpha alpha alpha\n").unwrap();
    let failure = rig.workspace.recover_watched(&watch(At::Fails(0))).unwrap_err();
    assert_eq!(failure.message, "`a.txt` could not be finished: the disk is full");
    let notices = rig.reopen();
    assert!(matches!(&*notices, [Notice::Finished { .. }]), "{notices:?}");
    assert_eq!(tree(&rig.root()), after());
}

#[test]
fn a_state_that_cannot_be_settled_stops_the_next_commit_and_is_tried_again() {
    let (rig, _) = ended_at(IN_EDIT);
    // Neither forwards nor backwards: every step fails.
    struct Broken;
    impl Watch for Broken {
        fn step(&self) -> io::Result<()> {
            Err(io::ErrorKind::StorageFull.into())
        }

        fn portion(&self) -> usize {
            7
        }
    }
    let half = tree(&rig.root());
    let failure = rig.workspace.recover_watched(&Broken).unwrap_err();
    assert_eq!(
        (failure.code.as_str(), &*failure.message),
        ("io", "`a.txt` could not be put back: the disk is full")
    );
    assert_eq!(tree(&rig.root()), half);
    // It was on its way back, and goes on that way.
    assert!(matches!(&*rig.reopen(), [Notice::Undone { reason: None, .. }]));
    assert_eq!(tree(&rig.root()).get("a.txt"), Some(&file("alpha alpha alpha\n")));
}

#[test]
fn space_that_was_set_apart_is_given_back() {
    let text = "0123456789abcdef".repeat(1000);
    let rig = Rig::new(|root| {
        write(root, "f", &text, 0o644);
        write(root, "g", "g\n", 0o644);
    });
    let blocks = || fs::metadata(rig.root().join("f")).unwrap().blocks();
    let (before, had) = (detailed(&rig.root()), blocks());
    let mut set = rig.workspace.change_set();
    set.edit("g", rig.version("g"), vec![splice(0, 1, "G")]).unwrap();
    set.edit("f", rig.version("f"), vec![splice(16, 0, &"x".repeat(200_000))]).unwrap();
    // The first step sets apart, the second one is in the other file.
    let failure = rig.commit(&set, &Counting { portion: 4096, ..watch(At::Fails(1)) }).unwrap_err();
    assert_eq!(failure.message, "`g` could not be written: the disk is full");
    assert_eq!((detailed(&rig.root()), blocks()), (before, had));
    rig.commit(&set, &Counting { portion: 4096, ..watch(At::Never) }).unwrap();
    assert_eq!(fs::metadata(rig.root().join("f")).unwrap().len(), 16_000 + 200_000);
}

#[test]
fn a_file_that_moves_and_grows_gives_its_space_back_too() {
    let rig = Rig::new(|root| {
        write(root, "f", "0123456789abcdef", 0o644);
        write(root, "g", "g\n", 0o644);
    });
    let blocks = || fs::metadata(rig.root().join("f")).unwrap().blocks();
    let (before, had) = (detailed(&rig.root()), blocks());
    let mut set = rig.workspace.change_set();
    set.edit("g", rig.version("g"), vec![splice(0, 1, "G")]).unwrap();
    set.rename("f", rig.version("f"), "to", vec![splice(16, 0, &"x".repeat(200_000))]).unwrap();
    for (step, message) in [
        (0, "`to` could not be written: the disk is full"),
        (1, "`g` could not be written: the disk is full"),
        (2, "`f` could not be moved to `to`: the disk is full"),
        (3, "`to` could not be written: the disk is full"),
        (4, "`to` could not be written: the disk is full"),
    ] {
        let failure = rig.commit(&set, &Counting { portion: 4096, ..watch(At::Fails(step)) }).unwrap_err();
        assert_eq!(failure.message, message, "{step}");
        assert_eq!((detailed(&rig.root()), blocks()), (before.clone(), had), "{step}");
    }
}

/// Somebody who writes to a file when the commit has come so far.
struct Meddling<F: Fn()> {
    counting: Counting,
    at: usize,
    meddle: F,
}

impl<F: Fn()> Watch for Meddling<F> {
    fn step(&self) -> io::Result<()> {
        self.counting.step()?;
        if self.counting.count.load(Ordering::Relaxed) == self.at {
            (self.meddle)();
        }
        Ok(())
    }

    fn portion(&self) -> usize {
        self.counting.portion()
    }
}

#[test]
fn a_file_that_changes_in_the_middle_of_a_commit_stops_it() {
    let rig = Rig::new(make);
    let set = changes(&rig);
    for (path, expected) in [
        ("b.txt", "`b.txt` has changed since it was read, so nothing was written"),
        ("c.txt", "`c.txt` has changed since it was read, so nothing was written"),
        ("d/new.txt", "`d/new.txt` was made by somebody else meanwhile, so nothing was written"),
    ] {
        let before = detailed(&rig.root());
        let meddle = || write(&rig.root(), path, "mine\n", 0o644);
        let counting = Counting { portion: 4096, ..watch(At::Never) };
        let watch = Meddling { counting, at: 1, meddle };
        let failure = rig.workspace.commit_watched(&set, &Open, &watch).unwrap_err();
        assert_eq!((failure.code.as_str(), &*failure.message), ("conflict", expected));
        assert_eq!(
            failure.hints.last().unwrap(),
            "Nothing is changed: what had been written by then was taken back."
        );
        let mut after = detailed(&rig.root());
        assert_eq!(after.remove(path).map(|(node, _)| node), Some(file("mine\n")));
        after.remove("d");
        let mut others = before.clone();
        others.remove(path);
        assert_eq!(after, others, "{path}");
        if let Some((Node::File(content), _)) = before.get(path) {
            fs::write(rig.root().join(path), content).unwrap();
        }
    }
}

#[test]
fn a_journal_of_an_earlier_folder_with_the_same_number_is_put_aside() {
    let rig = Rig::new(make);
    let root = &rig.workspace.root;
    let before = tree(&rig.root());
    let (path, born) = (root.path.to_string_lossy().into_owned(), root.born);
    let stale = [
        Header { root: root.identity(), born: born.map(|born| born - 1), path: path.clone(), tag: 1 },
        Header { root: root.identity(), born: None, path: "/elsewhere".to_owned(), tag: 1 },
    ];
    let state = rig.folder.path().join("state");
    for header in
        stale.into_iter().filter(|header| header.born.is_some() == born.is_some() || header.path != path)
    {
        let journal = Journal::take(&state, root, false, std::time::Instant::now(), &mut Vec::new()).unwrap();
        let mut writer = Writer::new(&journal, header.clone()).unwrap();
        let place = Place::read("made").unwrap();
        writer.small(Entry::Create { place, mode: None }).unwrap();
        writer.finish().unwrap();
        drop(journal);
        let expected = format!("it is of an earlier folder, {}, whose number this one has got", header.path);
        let notices = rig.reopen();
        assert!(
            matches!(&*notices, [Notice::Rejected { reason, .. }] if *reason == expected),
            "{header:?}: {notices:?}"
        );
        assert_eq!(tree(&rig.root()), before);
    }
}

#[test]
fn what_a_commit_has_not_begun_is_not_undone() {
    let rig = Rig::new(make);
    let mut set = rig.workspace.change_set();
    set.edit("a.txt", rig.version("a.txt"), vec![splice(0, 5, "ALPHABET")]).unwrap();
    set.create("late.txt", b"late\n".to_vec()).unwrap();
    set.edit("c.txt", rig.version("c.txt"), vec![splice(0, 1, "G")]).unwrap();
    // Somebody makes just the file that was to come, and changes another one. Then the disk is full.
    let meddle = || {
        write(&rig.root(), "late.txt", "late\n", 0o644);
        write(&rig.root(), "c.txt", "mine\n", 0o644);
    };
    let watch = Meddling { counting: Counting { portion: 7, ..watch(At::Fails(1)) }, at: 1, meddle };
    let failure = rig.workspace.commit_watched(&set, &Open, &watch).unwrap_err();
    assert_eq!(failure.message, "`a.txt` could not be written: the disk is full");
    assert_eq!(failure.hints, ["Nothing is changed: what had been written by then was taken back."]);
    let expected = [
        ("a.txt", file("alpha alpha alpha\n")),
        ("b.txt", file("beta\n")),
        ("c.txt", file("mine\n")),
        ("late.txt", file("late\n")),
    ];
    assert_eq!(tree(&rig.root()), expected.map(|(path, node)| (path.to_owned(), node)).into());
}
