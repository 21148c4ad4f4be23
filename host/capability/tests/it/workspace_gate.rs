//! When the gate is asked, what it is told, and that a commit ends whatever its caller does.

use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use async_trait::async_trait;
use toolhost_capability::workspace::{Change, ChangeKind, Workspace};
use toolhost_capability::{Failure, Gate, Leave};

use crate::workspace_support::{Remembering, Site, settings, splice};

fn edited(path: &str) -> Vec<Change> {
    vec![Change { path: path.to_owned(), kind: ChangeKind::Edited }]
}

#[test]
fn the_gate_is_asked_before_and_told_after() {
    let site = Site::new();
    site.write("f", "abc\n");
    let gate = Remembering::default();
    let mut changes = site.workspace.change_set();
    changes.edit("f", site.version("f"), vec![splice(0, 1, "A")]).unwrap();
    site.workspace.commit_blocking(&changes, &gate).unwrap();
    assert_eq!(*gate.asked.lock().unwrap(), [edited("f")]);
    assert_eq!(*gate.told.lock().unwrap(), [edited("f")]);
    // A stale version is a conflict, whatever the gate would say.
    assert_eq!(site.workspace.commit_blocking(&changes, &gate).unwrap_err().code, "conflict");
    // What changes nothing needs no leave.
    let mut changes = site.workspace.change_set();
    changes.edit("f", site.version("f"), vec![splice(0, 1, "A")]).unwrap();
    site.workspace.commit_blocking(&changes, &gate).unwrap();
    assert_eq!(gate.asked.lock().unwrap().len(), 1);
    assert_eq!(gate.told.lock().unwrap().len(), 1);
}

#[test]
fn a_gate_that_refuses_leaves_the_tree_as_it_was() {
    let site = Site::new();
    site.write("f", "abc\n");
    let refusal =
        Failure::new("verification_required", "4 changes wait to be verified").hint("Run `cargo test`.");
    let gate = Remembering { refusal: Some(refusal.clone()), ..Remembering::default() };
    let mut changes = site.workspace.change_set();
    changes.edit("f", site.version("f"), vec![splice(0, 1, "A")]).unwrap();
    changes.create("new/file", b"new\n".to_vec()).unwrap();
    let before = site.tree();
    assert_eq!(site.workspace.commit_blocking(&changes, &gate).unwrap_err(), refusal);
    assert_eq!(site.tree(), before);
    assert!(site.is_settled());
    assert!(gate.told.lock().unwrap().is_empty());
    site.commit(&changes).unwrap();
}

/// Says that it was asked, and answers when it may.
struct Waiting {
    asked: Mutex<Option<tokio::sync::oneshot::Sender<()>>>,
    answer: Mutex<mpsc::Receiver<()>>,
    told: Mutex<mpsc::Sender<()>>,
}

#[async_trait]
impl Gate for Waiting {
    async fn may_run(&self, _: &str, _: &str) -> Result<Leave, Failure> {
        Ok(Leave::plain())
    }

    fn may_mutate(&self, _: &[Change]) -> Result<(), Failure> {
        self.asked.lock().unwrap().take().unwrap().send(()).unwrap();
        self.answer.lock().unwrap().recv_timeout(Duration::from_secs(60)).unwrap();
        Ok(())
    }

    fn mutated(&self, _: &[Change]) {
        self.told.lock().unwrap().send(()).unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_commit_whose_caller_is_gone_runs_to_its_end() {
    let site = Site::new();
    site.write("f", "abc\n");
    let mut changes = site.workspace.change_set();
    changes.edit("f", site.version("f"), vec![splice(0, 1, "A")]).unwrap();
    let (asked, is_asked) = tokio::sync::oneshot::channel();
    let (answer, answers) = mpsc::channel();
    let (told, is_told) = mpsc::channel();
    let gate =
        Waiting { asked: Mutex::new(Some(asked)), answer: Mutex::new(answers), told: Mutex::new(told) };
    let workspace = Arc::clone(&site.workspace);
    let call = tokio::spawn(async move { workspace.commit(changes, Arc::new(gate)).await });
    is_asked.await.unwrap();
    call.abort();
    assert!(call.await.unwrap_err().is_cancelled());
    assert_eq!(site.text("f"), "abc\n");
    answer.send(()).unwrap();
    tokio::task::spawn_blocking(move || is_told.recv_timeout(Duration::from_secs(60)).unwrap())
        .await
        .unwrap();
    assert_eq!(site.text("f"), "Abc\n");
}

#[test]
fn a_commit_holds_its_paths_against_workspaces_within_and_around() {
    let site = Site::new();
    site.write("sub/f", "abc\n");
    let mut changes = site.workspace.change_set();
    changes.edit("sub/f", site.version("sub/f"), vec![splice(0, 1, "A")]).unwrap();
    let (asked, is_asked) = tokio::sync::oneshot::channel();
    let (answer, answers) = mpsc::channel();
    let (told, _is_told) = mpsc::channel();
    let gate =
        Waiting { asked: Mutex::new(Some(asked)), answer: Mutex::new(answers), told: Mutex::new(told) };
    let settings = toolhost_capability::workspace::Settings {
        lock_wait: Duration::from_millis(30),
        ..settings(site.folder.path())
    };
    let (within, _) = Workspace::open(&site.path("sub"), settings).unwrap();
    let make = |path: &str| {
        let mut changes = within.change_set();
        changes.create(path, Vec::new()).unwrap();
        within.commit_blocking(&changes, &Remembering::default())
    };
    let edit = || {
        let mut changes = within.change_set();
        changes.edit("f", within.read("f").unwrap().version, vec![splice(0, 1, "B")]).unwrap();
        within.commit_blocking(&changes, &Remembering::default())
    };
    std::thread::scope(|scope| {
        let first = scope.spawn(|| site.workspace.commit_blocking(&changes, &gate));
        is_asked.blocking_recv().unwrap();
        let failure = edit().unwrap_err();
        assert_eq!(failure.code, "timed_out");
        assert!(failure.message.contains("/ws/sub/f`"), "{failure}");
        // Other files wait only where they happen to share a lock.
        assert!((0..20).any(|number| make(&format!("other {number}")).is_ok()));
        answer.send(()).unwrap();
        first.join().unwrap().unwrap();
    });
    edit().unwrap();
    assert_eq!(site.text("sub/f"), "Bbc\n");
}
