//! Patches of one file at the same time: both land where they can, and nothing is lost where they cannot.

use serde_json::{Value, json};
use toolhost_apply_patch::apply;
use toolhost_apply_patch::memory::Memory;
use toolhost_apply_patch::tree::{Change, Content, Kind, Metadata, Store, Tree};
use toolhost_plugin::Failure;

use crate::support::patch;

/// A tree in which somebody else writes a file right before each commit, as long as there is something to write.
struct Busy {
    memory: Memory,
    writes: Vec<(&'static str, &'static str)>,
    commits: usize,
}

impl Tree for Busy {
    fn stat(&self, path: &str) -> Result<Option<Metadata>, Failure> {
        self.memory.stat(path)
    }

    fn read(&self, path: &str) -> Result<Content, Failure> {
        self.memory.read(path)
    }

    fn entries(&self, path: &str) -> Result<Vec<(String, Kind)>, Failure> {
        self.memory.entries(path)
    }
}

impl Store for Busy {
    fn commit(&mut self, changes: Vec<Change>) -> Result<(), Failure> {
        self.commits += 1;
        if !self.writes.is_empty() {
            let (path, content) = self.writes.remove(0);
            self.memory.put(path, content.as_bytes());
        }
        self.memory.commit(changes)
    }
}

/// The file `f` afterwards, the code of a refusal if there was one, and how many commits it took.
fn applied(
    operations: &str,
    writes: &[(&'static str, &'static str)],
) -> (Option<String>, Option<String>, usize) {
    let memory = Memory::of([("f", &b"A=0\nB=0\nC=0\n"[..])]);
    let mut busy = Busy { memory, writes: writes.to_vec(), commits: 0 };
    let code = apply(&mut busy, patch(operations).as_bytes()).err().map(|failure| failure.code);
    let file = busy.memory.file("f").map(|file| String::from_utf8(file.bytes.clone()).unwrap());
    (file, code, busy.commits)
}

#[test]
fn edits_of_other_lines_stay() {
    // C9, C10.
    let (file, code, commits) = applied("*** Update File: f\n-A=0\n+A=1", &[("f", "A=0\nB=1\nC=0\n")]);
    assert_eq!((file.as_deref(), code, commits), (Some("A=1\nB=1\nC=0\n"), None, 2));
    // C13: a sibling writes again and again.
    let writes = [("f", "A=0\nB=1\nC=0\n"), ("f", "A=0\nB=2\nC=0\n"), ("f", "new\nA=0\nB=2\nC=0\n")];
    let (file, code, commits) = applied("*** Update File: f\n-A=0\n+A=1", &writes);
    assert_eq!((file.as_deref(), code, commits), (Some("new\nA=1\nB=2\nC=0\n"), None, 4));
}

#[test]
fn edits_of_the_same_lines_are_refused_with_what_is_there() {
    let (file, code, commits) = applied("*** Update File: f\n-A=0\n+A=1", &[("f", "A=2\nB=0\nC=0\n")]);
    assert_eq!((file.as_deref(), code.as_deref(), commits), (Some("A=2\nB=0\nC=0\n"), Some("no_match"), 1));
    let (file, code, _) = applied("*** Add File: g\n+x\n*** Delete File: f", &[("g", "mine\n")]);
    assert_eq!((file.as_deref(), code.as_deref()), (Some("A=0\nB=0\nC=0\n"), Some("already_exists")));
}

#[test]
fn a_file_that_never_stands_still_is_a_conflict() {
    let writes = [("f", "A=0\nB=0\nC=0\n"); 60];
    let (file, code, commits) = applied("*** Update File: f\n-A=0\n+A=1", &writes);
    assert_eq!((file.as_deref(), code.as_deref(), commits), (Some("A=0\nB=0\nC=0\n"), Some("conflict"), 51));
}

#[test]
fn a_refused_commit_is_told_with_the_line_of_the_patch() {
    /// A tree whose commits fail at this path.
    struct Failing(Memory, &'static str);
    impl Tree for Failing {
        fn stat(&self, path: &str) -> Result<Option<Metadata>, Failure> {
            self.0.stat(path)
        }
        fn read(&self, path: &str) -> Result<Content, Failure> {
            self.0.read(path)
        }
        fn entries(&self, path: &str) -> Result<Vec<(String, Kind)>, Failure> {
            self.0.entries(path)
        }
    }
    impl Store for Failing {
        fn commit(&mut self, _: Vec<Change>) -> Result<(), Failure> {
            Err(Failure::new("io", "It could not be written.").details(&json!({"path": self.1, "mode": 7})))
        }
    }
    let operations = "*** Add File: g\n+x\n*** Update File: /workspace/f\n*** Move to: h";
    for (path, expected) in [
        ("g", json!({"path": "g", "mode": 7, "patch_line": 2})),
        ("f", json!({"path": "f", "mode": 7, "patch_line": 4})),
        ("/workspace/f", json!({"path": "/workspace/f", "mode": 7, "patch_line": 4})),
        ("h", json!({"path": "h", "mode": 7, "patch_line": 5})),
        ("another", json!({"path": "another", "mode": 7})),
    ] {
        let mut failing = Failing(Memory::of([("f", &b"a\n"[..])]), path);
        let failure = apply(&mut failing, patch(operations).as_bytes()).unwrap_err();
        assert_eq!((failure.code.as_str(), failure.message.as_str()), ("io", "It could not be written."));
        let details: Value = serde_json::from_str(&failure.details.unwrap()).unwrap();
        assert_eq!(details, expected);
    }
}

#[test]
fn a_file_that_the_tree_does_not_read_whole_is_for_commands() {
    struct Large;
    impl Tree for Large {
        fn stat(&self, path: &str) -> Result<Option<Metadata>, Failure> {
            Memory::of([("f", &b"a\n"[..])]).stat(path)
        }
        fn read(&self, _: &str) -> Result<Content, Failure> {
            Err(Failure::new("limit_exceeded", "It is too large.").hint("Read a range of it."))
        }
        fn entries(&self, _: &str) -> Result<Vec<(String, Kind)>, Failure> {
            Ok(Vec::new())
        }
    }
    impl Store for Large {
        fn commit(&mut self, _: Vec<Change>) -> Result<(), Failure> {
            Ok(())
        }
    }
    let failure = apply(&mut Large, patch("*** Update File: f\n-a\n+b").as_bytes()).unwrap_err();
    assert_eq!(
        (failure.code.as_str(), failure.hints),
        ("limit_exceeded", vec!["Change it by a command instead.".to_owned()])
    );
}

#[test]
fn only_conflicts_are_tried_again_and_idle_patches_not_at_all() {
    struct Guarded(usize);
    impl Tree for Guarded {
        fn stat(&self, path: &str) -> Result<Option<Metadata>, Failure> {
            Memory::of([("f", &b"a\n"[..])]).stat(path)
        }
        fn read(&self, path: &str) -> Result<Content, Failure> {
            Memory::of([("f", &b"a\n"[..])]).read(path)
        }
        fn entries(&self, _: &str) -> Result<Vec<(String, Kind)>, Failure> {
            Ok(Vec::new())
        }
    }
    impl Store for Guarded {
        fn commit(&mut self, _: Vec<Change>) -> Result<(), Failure> {
            self.0 += 1;
            Err(Failure::new("verification_required", "Four edits wait for a verification."))
        }
    }
    let mut guarded = Guarded(0);
    let failure = apply(&mut guarded, patch("*** Update File: f\n-a\n+b").as_bytes()).unwrap_err();
    assert_eq!((failure.code.as_str(), guarded.0), ("verification_required", 1));
    let report = apply(&mut guarded, patch("*** Update File: f\n-a\n+a").as_bytes()).unwrap();
    assert_eq!((report.diff[0].is_empty, guarded.0), (true, 1));
}
