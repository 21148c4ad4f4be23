//! Whole outputs on disk.

use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

use toolhost_capability::spool::{Limits, SpoolDir};

use crate::support::{client, limits, taken};

#[test]
fn ranges_and_newlines_are_exact_over_block_borders() {
    let folder = tempfile::tempdir().unwrap();
    let spools = SpoolDir::open(folder.path(), limits()).unwrap();
    let spool = spools.spool("x");
    let line = b"0123456789abcde\n";
    let mut whole = Vec::new();
    for _ in 0..3 {
        let chunk = line.repeat(100_001);
        spool.append(&chunk);
        whole.extend(chunk);
    }
    let total = whole.len() as u64;
    assert_eq!(spool.len(), total);
    for (from, to) in
        [(0, total), (1, total - 1), (1 << 20, 2 << 20), (1_048_575, 1_048_577), (16, 16), (5, 15)]
    {
        let expected = whole[from as usize..to as usize].iter().filter(|b| **b == b'\n').count() as u64;
        assert_eq!(spool.newlines(from, to).unwrap(), expected, "{from}..{to}");
    }
    assert_eq!(spool.read(total - 3, 100).unwrap(), b"de\n");
    assert_eq!(spool.read(total, 100).unwrap(), b"");
}

#[test]
fn a_spool_stops_at_its_bound_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let spools = SpoolDir::open(folder.path(), Limits { max_session_bytes: 10, ..limits() }).unwrap();
    let output = spools.write("x", b"0123456789").unwrap();
    assert!(output.is_complete());
    let output = spools.write("x", b"0123456789a").unwrap();
    assert_eq!((output.len(), output.total(), output.is_complete()), (10, 11, false));
}

#[test]
fn files_are_the_owner_s_alone_and_old_ones_go() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("spool");
    let kept = {
        let spools = SpoolDir::open(&root, limits()).unwrap();
        let outputs: Vec<_> = (0..5).map(|_| spools.write("x", b"abc").unwrap()).collect();
        let path = outputs[0].path().to_owned();
        let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&root), mode(&path)), (0o700, 0o600));
        outputs.iter().map(|output| output.path().to_owned()).collect::<Vec<_>>()
    };
    // A host that was killed leaves its lock file, which nobody holds; a fresh one would be believed.
    let lock = std::fs::File::create(kept[0].with_file_name("host.lock")).unwrap();
    lock.set_modified(std::time::SystemTime::now() - Duration::from_secs(3600)).unwrap();
    lock.lock().unwrap();
    drop(SpoolDir::open(&root, Limits { max_files: 2, ..limits() }).unwrap());
    assert!(kept.iter().all(|path| path.exists()), "files of a living host are its own");
    drop(lock);
    let _next = SpoolDir::open(&root, Limits { max_files: 2, ..limits() }).unwrap();
    assert_eq!(kept.iter().filter(|path| path.exists()).count(), 2);
    let _last = SpoolDir::open(&root, Limits { max_bytes: 0, ..limits() }).unwrap();
    assert_eq!(kept.iter().filter(|path| path.exists()).count(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_spool_keeps_the_bytes_as_they_came() {
    let client = client();
    let request = crate::support::request(r"printf '\xff\xfe\033[31mred\033[0m\r\n'");
    let observation = client.terminals.start(request, crate::support::LONG).await.unwrap();
    let bytes = std::fs::read(observation.output.path()).unwrap();
    assert_eq!(bytes, b"\xff\xfe\x1b[31mred\x1b[0m\r\n");
    taken(&observation);
}
