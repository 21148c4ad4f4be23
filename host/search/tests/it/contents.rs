//! What files may hold.

use std::fs;

use crate::support::{Definition, Text, Tree, Usage, ask, lines};

fn utf16(text: &str, big: bool) -> Vec<u8> {
    let units = std::iter::once(0xfeff).chain(text.encode_utf16());
    units.flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect()
}

#[test]
fn every_encoding_has_its_lines_and_columns() {
    let tree = Tree::new(&[]);
    for (name, bytes, expected) in [
        ("crlf.txt", b"one\r\n two hit\r\n".to_vec(), "text crlf.txt:2:6: two hit"),
        ("tab.txt", b"\thit\n".to_vec(), "text tab.txt:1:2: hit"),
        ("latin.txt", b"caf\xe9 hit\n".to_vec(), "text latin.txt:1:6: caf\u{fffd} hit"),
        ("utf8.txt", "ä hit\n".into(), "text utf8.txt:1:4: ä hit"),
        ("bom.rs", b"\xef\xbb\xbffn hit() {}\n".to_vec(), "definition bom.rs:1:4 hit: fn hit() {}"),
        ("le.txt", utf16("a\nä hit\n", false), "text le.txt:2:4: ä hit"),
        ("be.rs", utf16("\nfn hit() {}\n", true), "definition be.rs:2:4 hit: fn hit() {}"),
        ("last.txt", b"\n\nhit".to_vec(), "text last.txt:3:1: hit"),
        ("late.txt", [vec![b'.'; 9000], b"\0\nhit".to_vec()].concat(), "text late.txt:2:1: hit"),
    ] {
        tree.write(name, &bytes);
        assert_eq!(tree.lines(&ask("hit").path(name)), [expected]);
    }
}

#[test]
fn binary_files_are_told_of() {
    let tree = Tree::new(&[("a.txt", "hit\n"), ("z.bin", "hit\0\n"), ("empty", "")]);
    let page = tree.find(&ask("hit")).unwrap();
    assert_eq!(lines(&page), ["text a.txt:1:1: hit"]);
    assert_eq!(page.hints, ["Binary files were not searched, such as `z.bin`."]);
    assert_eq!(tree.lines(&ask("z.b")), ["path z.bin"]);
}

#[test]
fn a_minified_line_is_cut_around_the_hit() {
    let filler = "var a=function(b){return b};".repeat(1 << 18);
    let tree = Tree::new(&[]);
    for (name, length) in [("small.js", 30_000), ("large.js", filler.len())] {
        let half = &filler[..length / 2];
        tree.write(name, format!("{half}needle(){half}"));
        let page = tree.find(&ask("needle").path(name).only(&[Text, Usage, Definition])).unwrap();
        let [hit] = &page.hits[..] else { panic!("{:?}", page.hits) };
        assert_eq!((hit.line, hit.column as usize), (1, length / 2 + 1), "{name}");
        assert_eq!(hit.snippet.len(), 240, "{name}");
        assert!(
            hit.snippet.starts_with('…') && hit.snippet.ends_with('…') && hit.snippet.contains("needle(")
        );
    }
}

#[test]
fn a_query_longer_than_a_line_s_share_is_found() {
    let query = "x".repeat(1000);
    let tree = Tree::new(&[("a.txt", &format!("ab {query} cd\n"))]);
    let page = tree.find(&ask(&query)).unwrap();
    assert_eq!(page.hits[0].column, 4);
    assert_eq!(page.hits[0].snippet, format!("…{}…", "x".repeat(234)));
}

#[test]
fn names_that_are_not_utf_8_are_shown_as_well_as_they_can_be() {
    use std::os::unix::ffi::OsStrExt;
    let tree = Tree::new(&[]);
    fs::write(tree.root().join(std::ffi::OsStr::from_bytes(b"caf\xe9.txt")), "hit\n").unwrap();
    assert_eq!(tree.lines(&ask("hit")), ["text caf\u{fffd}.txt:1:1: hit"]);
}

#[test]
fn what_a_macro_of_c_hides_is_still_text() {
    let tree = Tree::new(&[("a.txt", "#define X foo(1)\n")]);
    assert_eq!(tree.lines(&ask("foo")), ["text a.txt:1:11: #define X foo(1)"]);
}
