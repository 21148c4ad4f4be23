//! Files that are damaged, of others, of later versions, or out of reach.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use toolhost_store::{Day, Error, Kept, Store};

use crate::{Hand, event, open, reduced};

const KEY: [u8; 32] = [7; 32];
const TEXT: &str = "text ";

/// A store with 50 answers of 20 kB, in one file.
fn filled(folder: &Path) -> PathBuf {
    let path = folder.join("store");
    let store = open(&path);
    for number in 0..50 {
        store.reductions.keep(&[number; 32], &reduced(&TEXT.repeat(4_000))).unwrap();
    }
    store.savings.record(&event("t"));
    drop(store);
    assert!(!folder.join("store-wal").exists(), "the last to leave puts everything into one file");
    path
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// A store at `path` that works and is empty.
fn works(store: &Store) {
    assert_eq!(store.reductions.get(&KEY).unwrap(), None);
    assert_eq!(store.reductions.keep(&KEY, &reduced("new")).unwrap(), Kept::This);
    assert_eq!(store.reductions.get(&KEY).unwrap(), Some(reduced("new")));
    store.savings.record(&event("t"));
    store.savings.flush().unwrap();
}

#[test]
fn a_file_that_cannot_be_opened_is_put_aside() {
    let whole = {
        let folder = TempDir::new().unwrap();
        fs::read(filled(folder.path())).unwrap()
    };
    let mut header = whole.clone();
    header[..16].fill(b'x');
    let mut schema = whole.clone();
    schema[100..4096].fill(0xff);
    let text = "A text, and no database.\n".repeat(500);
    let cases: [(&str, &[u8]); 8] = [
        ("two bytes", b"xx"),
        ("garbage", &[0x55; 20_000]),
        ("text", text.as_bytes()),
        ("half of it", &whole[..whole.len() / 2]),
        ("all but its end", &whole[..whole.len() - 5_000]),
        ("a page", &whole[..4096]),
        ("another header", &header),
        ("a schema of garbage", &schema),
    ];
    for (case, bytes) in cases {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("store");
        fs::write(&path, bytes).unwrap();
        let store = open(&path);
        let aside = store.put_aside.clone().unwrap_or_else(|| panic!("{case}: not put aside"));
        assert_eq!(fs::read(aside).unwrap(), bytes, "{case}");
        works(&store);
        drop(store);
        assert_eq!(open(&path).put_aside, None, "{case}");
    }
}

#[test]
fn a_file_cut_anywhere_never_answers_wrongly() {
    let folder = TempDir::new().unwrap();
    let whole = fs::read(filled(folder.path())).unwrap();
    let ends = (whole.len() - 4_200..whole.len()).step_by(311);
    for kept in (0..whole.len()).step_by(whole.len() / 31).chain(ends) {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("store");
        fs::write(&path, &whole[..kept]).unwrap();
        let store = open(&path);
        // What is missing of a page is not missed before the page is read; nothing at all is a new file.
        let whole_pages_miss = kept + 4_096 <= whole.len();
        assert_eq!(store.put_aside.is_some(), kept > 0 && whole_pages_miss, "{kept}");
        let written = reduced(&TEXT.repeat(4_000));
        for number in 0..50 {
            // Damage that this call finds has put the file aside, so that the next call finds nothing.
            let found = store.reductions.get(&[number; 32]).unwrap_or(None);
            assert!(found.is_none() || found.as_ref() == Some(&written), "{kept}");
            let again = store.reductions.keep(&[number; 32], &written).unwrap();
            assert_eq!(again == Kept::This, found.is_none(), "{kept}");
        }
    }
}

#[test]
fn damage_that_a_call_finds_costs_that_call() {
    let folder = TempDir::new().unwrap();
    let path = filled(folder.path());
    let mut bytes = fs::read(&path).unwrap();
    // All but the pages of the schema.
    bytes[3 * 4096..].fill(0xa5);
    fs::write(&path, &bytes).unwrap();

    let store = open(&path);
    let other = open(&path);
    assert_eq!(store.put_aside, None, "nothing is wrong with its first page");
    let error = store.reductions.keep(&KEY, &reduced("lost")).unwrap_err();
    let Error::Damaged { put_aside: Some(aside), .. } = &error else { panic!("{error}") };
    assert_eq!(fs::read(aside).unwrap().len(), bytes.len());
    assert!(error.to_string().contains("store.damaged"), "{error}");
    assert!(names(folder.path()).contains(&"store.damaged-wal".to_owned()), "its log goes with it");
    works(&store);

    // Who had the damaged file open goes over to the new one.
    assert_eq!(other.reductions.get(&KEY).unwrap(), Some(reduced("new")));
    drop(store);
    drop(other);
    let store = open(&path);
    assert_eq!(store.reductions.get(&KEY).unwrap(), Some(reduced("new")));
    assert_eq!(store.savings.rows(&(Day(0)..=Day(i64::MAX))).unwrap().len(), 1);
}

#[test]
fn a_file_that_is_taken_away_is_made_again() {
    let folder = TempDir::new().unwrap();
    let path = filled(folder.path());
    let store = open(&path);
    for file in names(folder.path()) {
        fs::remove_file(folder.path().join(file)).unwrap();
    }
    works(&store);
    assert_eq!(open(&path).reductions.get(&KEY).unwrap(), Some(reduced("new")));
}

#[test]
fn changes_of_a_file_that_is_gone_are_not_those_of_the_next() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("store");
    let store = open(&path);
    store.reductions.keep(&KEY, &reduced("old")).unwrap();
    let log = fs::read(folder.path().join("store-wal")).unwrap();
    assert!(!log.is_empty());
    drop(store);
    fs::remove_file(&path).unwrap();
    fs::write(folder.path().join("store-wal"), log).unwrap();
    works(&open(&path));
}

#[test]
fn a_log_that_is_damaged_loses_what_was_in_it() {
    let folder = TempDir::new().unwrap();
    let path = filled(folder.path());
    for garbage in [&b"x"[..], &[0x77; 10_000]] {
        fs::write(folder.path().join("store-wal"), garbage).unwrap();
        let store = open(&path);
        assert_eq!(store.put_aside, None);
        assert!(store.reductions.get(&[3; 32]).unwrap().is_some());
    }
}

#[test]
fn files_of_later_versions_and_of_others_are_left_alone() {
    for (sql, wanted) in [
        ("PRAGMA user_version = 99", "has format 99, and this version reads up to 1"),
        ("PRAGMA application_id = 5", "is a database of another program"),
    ] {
        let folder = TempDir::new().unwrap();
        let path = filled(folder.path());
        rusqlite::Connection::open(&path).unwrap().execute_batch(sql).unwrap();
        let before = fs::read(&path).unwrap();
        let error = Store::open(&path, Hand::new().clock()).unwrap_err();
        assert!(error.to_string().contains(wanted), "{error}");
        assert_eq!(fs::read(&path).unwrap(), before);
        assert!(!folder.path().join("store.damaged").exists());
    }
}

#[test]
fn what_cannot_be_a_store_is_said() {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join("folder")).unwrap();
    for path in ["folder", "missing/store", "folder/..", ""] {
        let error = Store::open(&folder.path().join(path), Hand::new().clock()).unwrap_err();
        assert!(matches!(error, Error::Unusable { .. }), "{path}: {error}");
    }
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_written_is_said() {
    use std::os::unix::fs::PermissionsExt;

    let folder = TempDir::new().unwrap();
    let closed = folder.path().join("closed");
    fs::create_dir(&closed).unwrap();
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o500)).unwrap();
    // Permissions do not hold for root; nobody writes to the folder of processes.
    let is_root = fs::write(closed.join("probe"), "").is_ok();
    let closed = if is_root { PathBuf::from("/proc/self") } else { closed };
    if closed.exists() {
        let error = Store::open(&closed.join("store"), Hand::new().clock()).unwrap_err();
        assert!(matches!(error, Error::Unusable { .. }), "{error}");
    }
}

#[cfg(unix)]
#[test]
fn files_are_for_their_owner_only() {
    use std::os::unix::fs::PermissionsExt;

    let folder = TempDir::new().unwrap();
    let path = folder.path().join("store");
    let store = open(&path);
    works(&store);
    let modes = || {
        names(folder.path())
            .into_iter()
            .map(|name| {
                let mode = fs::metadata(folder.path().join(&name)).unwrap().permissions().mode() & 0o777;
                (name, mode)
            })
            .collect::<Vec<_>>()
    };
    let files = ["store", "store-shm", "store-wal", "store.lock"].map(|name| (name.to_owned(), 0o600));
    assert_eq!(modes(), files);
    drop(store);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    let store = open(&path);
    store.savings.flush().unwrap();
    assert_eq!(modes()[0], ("store".to_owned(), 0o600));
}

#[cfg(unix)]
#[test]
fn no_link_is_followed_but_those_above() {
    use std::os::unix::fs::symlink;

    let folder = TempDir::new().unwrap();
    let path = filled(folder.path());
    symlink(&path, folder.path().join("link")).unwrap();
    symlink(folder.path().join("nowhere"), folder.path().join("dangling")).unwrap();
    for link in ["link", "dangling"] {
        let error = Store::open(&folder.path().join(link), Hand::new().clock()).unwrap_err();
        assert!(matches!(error, Error::Unusable { .. }), "{link}: {error}");
    }
    assert!(!folder.path().join("nowhere").exists());

    let outside = TempDir::new().unwrap();
    symlink(folder.path(), outside.path().join("up")).unwrap();
    let store = open(&outside.path().join("up/store"));
    assert!(store.reductions.get(&[3; 32]).unwrap().is_some());
}
