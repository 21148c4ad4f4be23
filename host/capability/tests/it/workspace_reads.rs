//! What reading shows of files, folders and links.

use std::fs;

use toolhost_capability::workspace::{Entry, Kind};

use crate::workspace_support::{Site, splice};

#[test]
fn a_file_is_read_whole_or_in_part() {
    let site = Site::new();
    site.write("f", "0123456789");
    assert_eq!(site.workspace.read("f").unwrap().data, b"0123456789");
    for (offset, length, expected) in
        [(0, 4, "0123"), (8, 4, "89"), (10, 1, ""), (99, 1, ""), (3, 0, ""), (0, u32::MAX, "0123456789")]
    {
        let chunk = site.workspace.read_range("f", offset, length).unwrap();
        assert_eq!(chunk.data, expected.as_bytes(), "{offset}, {length}");
    }
}

#[test]
fn reads_are_bounded() {
    let site =
        Site::with(|settings| toolhost_capability::workspace::Settings { max_read_bytes: 10, ..settings });
    site.write("ten", "0123456789");
    site.write("eleven", "0123456789a");
    assert_eq!(site.workspace.read("ten").unwrap().data.len(), 10);
    let failure = site.workspace.read("eleven").unwrap_err();
    assert_eq!(failure.code, "limit_exceeded");
    assert_eq!(failure.message, "`eleven` is 11 bytes long; at most 10 are read at once");
    assert_eq!(site.workspace.read_range("eleven", 1, 10).unwrap().data, b"123456789a");
    let failure = site.workspace.read_range("eleven", 0, 11).unwrap_err();
    assert_eq!(failure.code, "limit_exceeded");
    // A file that does not say how long it is.
    if let Ok((workspace, _)) = toolhost_capability::workspace::Workspace::open("/proc/self".as_ref(), {
        toolhost_capability::workspace::Settings {
            max_read_bytes: 10,
            ..crate::workspace_support::settings(site.folder.path())
        }
    }) {
        assert_eq!(workspace.read("status").unwrap_err().code, "limit_exceeded");
    }
}

#[test]
fn a_stat_tells_kind_size_mode_and_place() {
    let site = Site::new();
    site.write_with_mode("run.sh", "#!/bin/sh\n", 0o755);
    site.write("d/f", "abc");
    site.link("to file", "d/f");
    site.link("to folder", site.path("d"));
    site.link("to nothing", "nowhere");
    rustix::fs::mkfifoat(rustix::fs::CWD, site.path("fifo"), rustix::fs::Mode::RWXU).unwrap();
    for (path, kind, size, executable, resolved) in [
        ("run.sh", Kind::File, Some(10), true, "run.sh"),
        ("d/f", Kind::File, Some(3), false, "d/f"),
        ("./d/../d//f", Kind::File, Some(3), false, "d/f"),
        ("to file", Kind::File, Some(3), false, "d/f"),
        ("to folder/f", Kind::File, Some(3), false, "d/f"),
        ("to folder", Kind::Directory, None, true, "d"),
        ("d/", Kind::Directory, None, true, "d"),
        (".", Kind::Directory, None, true, "."),
        ("to nothing", Kind::Symlink, None, true, "to nothing"),
        ("fifo", Kind::Other, Some(0), true, "fifo"),
    ] {
        let metadata = site.workspace.stat(path).unwrap().unwrap();
        assert_eq!(
            (metadata.kind, metadata.executable, metadata.resolved.as_str()),
            (kind, executable, resolved),
            "{path}"
        );
        assert!(size.is_none_or(|size| size == metadata.size), "{path}");
        let link = metadata.link.as_ref();
        assert_eq!(
            link.map(|link| link.place.as_str()),
            path.starts_with("to").then_some(path).filter(|path| !path.contains('/')),
            "{path}"
        );
    }
    for path in ["nothing", "d/nothing", "no/thing", "to folder/nothing"] {
        assert_eq!(site.workspace.stat(path).unwrap(), None, "{path}");
    }
}

#[test]
fn entries_are_sorted_and_links_are_not_followed() {
    let site = Site::new();
    for name in ["b", "a", "C", ".hidden"] {
        site.write(name, "");
    }
    fs::create_dir(site.path("folder")).unwrap();
    site.link("link", "folder");
    let entry = |name: &str, kind| Entry { name: name.to_owned(), kind };
    let expected = [
        entry(".hidden", Kind::File),
        entry("C", Kind::File),
        entry("a", Kind::File),
        entry("b", Kind::File),
        entry("folder", Kind::Directory),
        entry("link", Kind::Symlink),
    ];
    assert_eq!(site.workspace.entries(".").unwrap(), expected);
    assert_eq!(site.workspace.entries("link").unwrap(), []);
    assert_eq!(site.workspace.entries("a").unwrap_err().message, "`a` is not a directory");
    assert_eq!(site.workspace.entries("nothing").unwrap_err().code, "not_found");
}

#[test]
fn a_version_changes_when_the_file_does() {
    let site = Site::new();
    site.write("f", "one");
    let of_stat = || site.workspace.stat("f").unwrap().unwrap().version;
    let (whole, stamp) = (site.version("f"), of_stat());
    assert_eq!((site.version("f"), of_stat()), (whole.clone(), stamp.clone()));
    site.write("f", "two");
    assert_ne!(site.version("f"), whole);
    assert_ne!(of_stat(), stamp);
}

#[test]
fn what_was_seen_decides_what_counts_as_a_change() {
    // Read whole, a file that was only touched is the same. Otherwise it is not.
    let site = Site::new();
    let touch = || {
        let file = fs::File::options().write(true).open(site.path("f")).unwrap();
        file.set_modified(std::time::SystemTime::UNIX_EPOCH).unwrap();
    };
    type Look = fn(&Site) -> String;
    let rows: [(Look, bool); 3] = [
        (|site| site.version("f"), true),
        (|site| site.workspace.read_range("f", 1, 2).unwrap().version, false),
        (|site| site.workspace.stat("f").unwrap().unwrap().version, false),
    ];
    for (look, lands) in rows {
        for touched in [false, true] {
            site.write("f", "abcdef");
            let version = look(&site);
            if touched {
                touch();
            }
            let done = site.change(|changes| changes.edit("f", version, vec![splice(2, 1, "C")]));
            assert_eq!(done.is_ok(), lands || !touched, "{done:?}");
            assert_eq!(site.text("f"), if done.is_ok() { "abCdef" } else { "abcdef" });
        }
    }
}
