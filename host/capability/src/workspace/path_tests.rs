//! Which paths are taken, and what they mean.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use super::*;

fn read(text: &str) -> Result<Written, Failure> {
    Written::read(text, &[Path::new("/real/ws"), Path::new("/given/ws")])
}

fn shown(written: &Written) -> String {
    let names = written.steps.iter().map(|step| match step {
        Step::Down(name) => name.as_str(),
        Step::Up => "^",
    });
    names.collect::<Vec<_>>().join(" ")
}

#[cfg(unix)]
#[test]
fn paths_become_moves() {
    for (text, moves, folder) in [
        ("a", "a", false),
        ("a/b.c", "a b.c", false),
        ("./a//b/.", "a b", false),
        ("a/", "a", true),
        ("a/../b", "a ^ b", false),
        ("../x", "^ x", false),
        (".", "", false),
        ("/real/ws", "", false),
        ("/real/ws/a/b", "a b", false),
        ("/given/ws/../x", "^ x", false),
        ("~/a", "~ a", false),
        ("a b\tc", "a b\tc", false),
        ("caf\u{e9}", "caf\u{e9}", false),
        ("C:/x", "C: x", false),
        ("...", "...", false),
    ] {
        let written = read(text).unwrap();
        assert_eq!((shown(&written).as_str(), written.folder), (moves, folder), "{text}");
    }
}

#[cfg(unix)]
#[test]
fn other_paths_are_refused_with_a_reason() {
    let long = "x/".repeat(2049);
    for (text, code, message) in [
        ("", "invalid_argument", "the path is empty"),
        ("a\0b", "invalid_argument", r#"the path "a\0b" holds a NUL character, which no file name can have"#),
        ("/etc/passwd", "denied", "`/etc/passwd` is outside of the workspace"),
        ("/real/wsx/a", "denied", "`/real/wsx/a` is outside of the workspace"),
        ("/", "denied", "`/` is outside of the workspace"),
        ("a\\b", "invalid_argument", r#"`a\b` in the path "a\\b" cannot be the name of a file here"#),
        (&long, "invalid_argument", "the path is 4098 bytes long; at most 4096 are taken"),
    ] {
        let failure = read(text).unwrap_err();
        assert_eq!((failure.code.as_str(), failure.message.as_str()), (code, message), "{text}");
    }
    assert_eq!(read("a\\b").unwrap_err().hints, ["Write `/` between names."]);
}

#[test]
fn places_know_their_parents() {
    for (text, parent, name) in
        [("", None, ""), ("a", Some(""), "a"), ("a/b", Some("a"), "b"), ("a/b/c", Some("a/b"), "c")]
    {
        let place = Place::read(text).unwrap();
        assert_eq!(place.parent().as_ref().map(Place::as_str), parent, "{text}");
        assert_eq!(place.name(), name);
        if let Some(parent) = place.parent() {
            assert_eq!(parent.child(name), place);
            assert_eq!(place.beside("x"), parent.child("x"));
        }
    }
    for text in ["/", "a/", "/a", "a//b", ".", "a/..", "..", "a/./b", "a\0", "a\\b"] {
        assert_eq!(Place::read(text), None, "{text}");
    }
}
