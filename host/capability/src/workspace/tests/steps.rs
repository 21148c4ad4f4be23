//! One rich commit that fails, or whose host ends, at each of its steps.

use super::*;

/// Twelve ways to change a file.
fn make(root: &Path) {
    write(root, "grows.txt", &"0123456789".repeat(20), 0o644);
    write(root, "shrinks.txt", &"abcdefghij".repeat(20), 0o640);
    write(root, "same.txt", "one two three four five six seven\n", 0o600);
    write(root, "run.sh", "#!/bin/sh\necho a\n", 0o755);
    write(root, "deep/real.txt", "real\n", 0o644);
    write(root, "gone.txt", "gone\n", 0o644);
    write(root, "rewritten.txt", "old\n", 0o604);
    write(root, "equal.txt", "equal\n", 0o644);
    write(root, "moves.txt", "moves here\n", 0o711);
    write(root, "stays.txt", "stays\n", 0o644);
    write(root, "becomes", "a folder\n", 0o644);
    write(root, "hard.txt", "hard\n", 0o644);
    fs::hard_link(root.join("hard.txt"), root.join("second name.txt")).unwrap();
    std::os::unix::fs::symlink("deep/real.txt", root.join("link")).unwrap();
    std::os::unix::fs::symlink("deep", root.join("folder link")).unwrap();
    std::os::unix::fs::symlink("stays.txt", root.join("goes too")).unwrap();
}

fn changes(rig: &Rig) -> ChangeSet {
    let mut set = rig.workspace.change_set();
    set.edit("grows.txt", rig.version("grows.txt"), vec![splice(3, 2, "inserted text"), splice(100, 1, "")])
        .unwrap();
    set.edit("shrinks.txt", rig.version("shrinks.txt"), vec![splice(10, 150, "x"), splice(199, 1, "J")])
        .unwrap();
    set.edit("same.txt", rig.version("same.txt"), vec![splice(0, 3, "ONE"), splice(28, 5, "SEVEN")]).unwrap();
    set.edit("run.sh", rig.version("run.sh"), vec![splice(15, 1, "bb")]).unwrap();
    set.edit("link", rig.version("link"), vec![splice(0, 0, "un")]).unwrap();
    set.remove("gone.txt", rig.version("gone.txt")).unwrap();
    set.remove("rewritten.txt", rig.version("rewritten.txt")).unwrap();
    set.create("rewritten.txt", b"new and longer\n".to_vec()).unwrap();
    set.remove("equal.txt", rig.version("equal.txt")).unwrap();
    set.create("equal.txt", b"equal\n".to_vec()).unwrap();
    set.rename("moves.txt", rig.version("moves.txt"), "to/a/place.txt", vec![splice(6, 4, "there")]).unwrap();
    set.create("moves.txt", b"another\n".to_vec()).unwrap();
    set.remove("becomes", rig.version("becomes")).unwrap();
    set.create("becomes/inner.txt", b"inner\n".to_vec()).unwrap();
    set.create("becomes/empty.txt", Vec::new()).unwrap();
    set.edit("hard.txt", rig.version("hard.txt"), vec![splice(4, 0, "er")]).unwrap();
    set.create("folder link/made.txt", b"made\n".to_vec()).unwrap();
    let link = rig.workspace.stat("goes too").unwrap().unwrap().link.unwrap();
    set.remove("goes too", link.version).unwrap();
    set
}

fn expected(before: &BTreeMap<String, Node>) -> BTreeMap<String, Node> {
    let mut tree = before.clone();
    let grown =
        format!("012inserted text{}{}", &"0123456789".repeat(20)[5..100], &"0123456789".repeat(20)[101..]);
    let shrunk = format!("abcdefghijx{}J", &"abcdefghij".repeat(20)[160..199]);
    for (path, text) in [
        ("grows.txt", grown.as_str()),
        ("shrinks.txt", &shrunk),
        ("same.txt", "ONE two three four five six SEVEN\n"),
        ("run.sh", "#!/bin/sh\necho bb\n"),
        ("deep/real.txt", "unreal\n"),
        ("deep/made.txt", "made\n"),
        ("rewritten.txt", "new and longer\n"),
        ("to/a/place.txt", "moves there\n"),
        ("moves.txt", "another\n"),
        ("becomes/inner.txt", "inner\n"),
        ("becomes/empty.txt", ""),
        ("hard.txt", "harder\n"),
        ("second name.txt", "harder\n"),
    ] {
        tree.insert(path.to_owned(), file(text));
    }
    for folder in ["to", "to/a", "becomes"] {
        tree.insert(folder.to_owned(), Node::Folder);
    }
    tree.remove("gone.txt");
    tree.remove("goes too");
    tree
}

/// How many steps the commit takes.
fn steps() -> usize {
    let rig = Rig::new(make);
    let before = tree(&rig.root());
    let modes = detailed(&rig.root());
    let watch = watch(At::Never);
    rig.commit(&changes(&rig), &watch).unwrap();
    let after = detailed(&rig.root());
    assert_eq!(tree(&rig.root()), expected(&before));
    for path in
        ["grows.txt", "shrinks.txt", "same.txt", "run.sh", "deep/real.txt", "hard.txt", "second name.txt"]
    {
        let (mode_and_inode, then) = (&after[path].1, &modes[path].1);
        assert_eq!((mode_and_inode.0, mode_and_inode.1), (then.0, then.1), "{path} is another file");
    }
    assert_eq!(after["rewritten.txt"].1.0, modes["rewritten.txt"].1.0, "a rewritten file keeps its mode");
    assert_eq!(after["to/a/place.txt"].1.1, modes["moves.txt"].1.1, "a file that moves stays the same file");
    assert_eq!(fs::metadata(rig.journal()).unwrap().len(), 0);
    let steps = watch.count.load(Ordering::Relaxed);
    assert!(steps > 70, "{steps}");
    steps
}

#[test]
fn a_step_that_fails_leaves_the_tree_as_it_was() {
    for number in 0..steps() {
        let rig = Rig::new(make);
        let before = detailed(&rig.root());
        let changes = changes(&rig);
        match rig.commit(&changes, &watch(At::Fails(number))) {
            Err(failure) => {
                assert_eq!(failure.code, "io", "{number}");
                assert!(failure.message.contains("the disk is full"), "{number}: {failure}");
                assert_eq!(detailed(&rig.root()), before, "step {number}");
                assert_eq!(fs::metadata(rig.journal()).unwrap().len(), 0, "step {number}");
                rig.commit(&changes, &watch(At::Never)).unwrap();
            }
            // Only what removes the leavings may fail without harm; the next commit does it.
            Ok(_) => assert_eq!(rig.reopen().len(), 1, "step {number}"),
        }
        let plain = before.into_iter().map(|(path, (node, _))| (path, node)).collect();
        assert_eq!(tree(&rig.root()), expected(&plain), "step {number}");
    }
}

#[test]
fn a_host_that_ends_at_a_step_is_made_up_for_by_the_next() {
    for number in 0..steps() {
        let rig = Rig::new(make);
        let before = tree(&rig.root());
        let changes = changes(&rig);
        assert!(unless_ended(|| rig.commit(&changes, &watch(At::Ends(number)))).is_none());
        let notices = rig.reopen();
        assert!(matches!(&*notices, [Notice::Finished { .. }]), "step {number}: {notices:?}");
        assert_eq!(tree(&rig.root()), expected(&before), "step {number}");
        assert_eq!(rig.reopen(), [], "step {number}");
    }
}

#[test]
fn a_recovery_that_ends_at_a_step_is_made_up_for_by_the_next() {
    // Both orders of two ends: every fifth step of the commit, every ninth of the recovery.
    for number in (0..steps()).step_by(5) {
        for again in (0..).step_by(9) {
            let rig = Rig::new(make);
            let before = tree(&rig.root());
            let changes = changes(&rig);
            assert!(unless_ended(|| rig.commit(&changes, &watch(At::Ends(number)))).is_none());
            let recovered = unless_ended(|| rig.workspace.recover_watched(&watch(At::Ends(again))));
            rig.reopen();
            assert_eq!(tree(&rig.root()), expected(&before), "steps {number}, {again}");
            if recovered.is_some() {
                break;
            }
        }
    }
}

#[test]
fn a_recovery_that_fails_undoes_all() {
    for number in (0..steps()).step_by(7) {
        let rig = Rig::new(make);
        let before = tree(&rig.root());
        let changes = changes(&rig);
        assert!(unless_ended(|| rig.commit(&changes, &watch(At::Ends(number)))).is_none());
        // Its first step fails. Past the last act that can fail there is none.
        let notices = rig.workspace.recover_watched(&watch(At::Fails(0))).unwrap_or_default();
        if let [Notice::Undone { reason, .. }] = &*notices {
            assert!(reason.as_ref().is_some_and(|reason| reason.contains("the disk is full")), "{reason:?}");
            assert_eq!(tree(&rig.root()), before, "step {number}");
            assert_eq!(rig.reopen(), [], "step {number}");
        } else {
            rig.reopen();
            assert_eq!(tree(&rig.root()), expected(&before), "step {number}: {notices:?}");
        }
    }
}

#[test]
fn an_undoing_that_ends_at_a_step_is_made_up_for_by_the_next() {
    struct FailsThenEnds(Counting, usize);
    impl Watch for FailsThenEnds {
        fn step(&self) -> io::Result<()> {
            let failed = self.0.step();
            if self.0.count.load(Ordering::Relaxed) == self.1 {
                resume_unwind(Box::new(Ended));
            }
            failed
        }

        fn portion(&self) -> usize {
            self.0.portion()
        }
    }
    for number in (0..steps()).step_by(9) {
        for more in (2..).step_by(7) {
            let rig = Rig::new(make);
            let before = tree(&rig.root());
            let changes = changes(&rig);
            let watch = FailsThenEnds(watch(At::Fails(number)), number + more);
            let done = unless_ended(|| rig.workspace.commit_watched(&changes, &Open, &watch));
            let notices = rig.reopen();
            if done.is_none_or(|done| done.is_err()) {
                assert_eq!(tree(&rig.root()), before, "steps {number}, {more}: {notices:?}");
            }
            if watch.0.count.load(Ordering::Relaxed) < number + more {
                break;
            }
        }
    }
}
