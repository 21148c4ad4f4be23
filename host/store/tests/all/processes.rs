//! One file, several threads and processes at once.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Barrier;
use std::thread;

use tempfile::TempDir;
use toolhost_store::{Day, Error, Kept, Remembered, Store};

use crate::{Hand, event, reduced};

const KEYS: u8 = 50;
const EVENTS: u64 = 300;

/// What a call returns when the store is not busy, however slow the machine is.
fn patiently<T>(mut call: impl FnMut() -> Result<T, Error>) -> T {
    loop {
        match call() {
            Err(Error::Busy { .. }) => {}
            other => return other.unwrap(),
        }
    }
}

fn open(path: &Path) -> Store {
    patiently(|| Store::open(path, Hand::new().clock()))
}

/// Says to each key what is kept of it, and counts some events.
fn work(store: &Store, name: &str) -> Vec<String> {
    let kept = (0..KEYS).map(|number| {
        let mine = reduced(&format!("{number} {name} {}", "x".repeat(5_000)));
        let kept = match patiently(|| store.reductions.keep(&[number; 32], &mine)) {
            Kept::This => mine,
            Kept::Earlier(earlier) => earlier,
        };
        assert_eq!(patiently(|| store.reductions.get(&[number; 32])).as_ref(), Some(&kept));
        match kept {
            Remembered::Reduced(kept) => kept.text.to_string(),
            Remembered::LeftAlone => panic!("nobody kept that"),
        }
    });
    let kept = kept.collect();
    for _ in 0..EVENTS {
        store.savings.record(&event("t"));
    }
    patiently(|| store.savings.flush());
    kept
}

fn agree(path: &Path, kept: &[Vec<String>]) {
    let first = &kept[0];
    assert_eq!(first.len(), usize::from(KEYS));
    assert!(kept.iter().all(|kept| kept == first), "not all were told the same");
    let rows = open(path).savings.rows(&(Day(0)..=Day(i64::MAX))).unwrap();
    assert_eq!(rows.iter().map(|row| row.attempts).sum::<u64>(), EVENTS * kept.len() as u64);
}

#[test]
fn threads_with_one_store_or_their_own_agree() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("store");
    let barrier = Barrier::new(8);
    let shared = open(&path);
    let kept: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = (0..8)
            .map(|number| {
                let (path, barrier, shared) = (&path, &barrier, &shared);
                scope.spawn(move || {
                    barrier.wait();
                    let own = (number % 2 == 0).then(|| open(path));
                    work(own.as_ref().unwrap_or(shared), &number.to_string())
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    agree(&path, &kept);
}

const STORE: &str = "TOOLHOST_STORE_UNDER_TEST";

/// Not a test of its own: what each process of the next one does.
#[test]
#[ignore = "runs in a process of its own"]
#[expect(clippy::print_stdout, reason = "so it answers the test that started it")]
fn one_of_several() {
    let Some(path) = std::env::var_os(STORE) else { return };
    for text in work(&open(Path::new(&path)), &std::process::id().to_string()) {
        println!("kept {text}");
    }
}

fn start(name: &str, path: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args([name, "--exact", "--ignored", "--nocapture"])
        .env(STORE, path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

fn run(path: &Path) -> Vec<Vec<String>> {
    let processes: Vec<_> = (0..4).map(|_| start("processes::one_of_several", path)).collect();
    let outputs = processes.into_iter().map(|process| process.wait_with_output().unwrap());
    outputs
        .map(|output| {
            assert!(output.status.success());
            let text = String::from_utf8(output.stdout).unwrap();
            text.lines()
                .filter_map(|line| line.split_once("kept "))
                .map(|(_, text)| text.to_owned())
                .collect()
        })
        .collect()
}

#[test]
fn processes_that_make_the_file_agree() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("store");
    let kept = run(&path);
    agree(&path, &kept);
}

#[test]
fn processes_that_find_an_empty_file_agree() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("store");
    std::fs::write(&path, "").unwrap();
    let kept = run(&path);
    agree(&path, &kept);
}

#[test]
fn processes_that_find_a_damaged_file_agree() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("store");
    std::fs::write(&path, [0x55; 50_000]).unwrap();
    let kept = run(&path);
    agree(&path, &kept);
    assert_eq!(std::fs::read(folder.path().join("store.damaged")).unwrap(), [0x55; 50_000]);
}

/// Not a test of its own: what the process of the next one does until it is killed.
#[test]
#[ignore = "runs in a process of its own"]
#[expect(clippy::print_stdout, reason = "so it answers the test that started it")]
fn one_that_is_killed() {
    let Some(path) = std::env::var_os(STORE) else { return };
    let store = open(Path::new(&path));
    work(&store, "killed");
    println!("kept all");
    let _ = std::io::stdin().read(&mut [0]);
    panic!("not killed");
}

#[test]
fn what_was_kept_outlives_a_process_that_is_killed() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("store");
    let mut process = start("processes::one_that_is_killed", &path);
    let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().contains("kept all")));
    process.kill().unwrap();
    process.wait().unwrap();
    let log = std::fs::metadata(folder.path().join("store-wal")).unwrap().len();
    assert!(log > 0, "it left nothing behind");
    let store = open(&path);
    assert_eq!(store.put_aside, None);
    let kept = work(&store, "next");
    assert!(kept.iter().all(|text| text.contains("killed")));
    let rows = store.savings.rows(&(Day(0)..=Day(i64::MAX))).unwrap();
    assert_eq!(rows.iter().map(|row| row.attempts).sum::<u64>(), 2 * EVENTS);
}
