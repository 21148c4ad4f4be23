//! Bytes that no hunk names stay as they are. Rows with an id are faults that were reported of other tools.

use toolhost_apply_patch::memory::Memory;

use crate::support::{applied, check, updated};

#[test]
fn only_what_is_named_changes() {
    check(&[
        ("A1: CRLF stays", b"one\r\ntwo\r\n", "@@\n-one\n+ONE", Ok(b"ONE\r\ntwo\r\n")),
        ("A1: CRLF of a new line", b"one\r\ntwo\r\n", "@@\n one\n+new\n two", Ok(b"one\r\nnew\r\ntwo\r\n")),
        ("A1: and of the first", b"one\r\ntwo\r\n", "@@\n+new\n one", Ok(b"new\r\none\r\ntwo\r\n")),
        ("A1: and at the end", b"one\r\ntwo\r\n", "@@\n+new", Ok(b"one\r\ntwo\r\nnew\r\n")),
        (
            "A3: a byte order mark stays",
            b"\xef\xbb\xbfconst a = 1;\n",
            "-const a = 1;\n+const a = 2;",
            Ok(b"\xef\xbb\xbfconst a = 2;\n"),
        ),
        ("A3: above the first line", b"\xef\xbb\xbfa\n", "+x\n a", Ok(b"\xef\xbb\xbfx\na\n")),
        ("A3: it is not doubled", b"\xef\xbb\xbfa\nb\n", "-\u{feff}a\n+\u{feff}A", Ok(b"\xef\xbb\xbfA\nb\n")),
        ("A3: nor above the first line", b"\xef\xbb\xbfa\n", "+\u{feff}x\n a", Ok(b"\xef\xbb\xbfx\na\n")),
        ("A3: nor where there is no line", b"\xef\xbb\xbf", "+\u{feff}x", Ok(b"\xef\xbb\xbfx\n")),
        ("A3: nor put in its place", b"\xef\xbb\xbfa\n", "-a\n+\u{feff}a", Ok(b"\xef\xbb\xbfa\n")),
        (
            "A3: below the first line it is data",
            b"\xef\xbb\xbfa\n",
            " a\n+\u{feff}x",
            Ok(b"\xef\xbb\xbfa\n\xef\xbb\xbfx\n"),
        ),
        ("A3: a file without one gets it", b"a\n", "-a\n+\u{feff}a", Ok(b"\xef\xbb\xbfa\n")),
        ("A3: a mark alone", b"\xef\xbb\xbf", "+x", Ok(b"\xef\xbb\xbfx\n")),
        ("A5: Latin-1 stays", b"caf\xe9\nx\n", "-x\n+y", Ok(b"caf\xe9\ny\n")),
        (
            "A7: UTF-8 that a sample would cut",
            &[&[b'a'; 999][..], "é\nx\n".as_bytes()].concat(),
            "-x\n+y",
            Ok(&[&[b'a'; 999][..], "é\ny\n".as_bytes()].concat()),
        ),
        ("NUL bytes stay", b"\0\x01\nx\n\0", "-x\n+y", Ok(b"\0\x01\ny\n\0")),
        ("A8: no newline at the end", b"line1\nline2\nline3", "-line1\n+LINE1", Ok(b"LINE1\nline2\nline3")),
        ("A8: nor behind a new last line", b"line1\nline2", " line2\n+line3", Ok(b"line1\nline2\nline3")),
        (
            "A8: nor behind an appended one",
            b"line1\nline2",
            "+line3\n+line4",
            Ok(b"line1\nline2\nline3\nline4"),
        ),
        ("A8: nor behind a replaced one", b"line1\nline2", "-line2\n+x\n+y", Ok(b"line1\nx\ny")),
        ("A8: nor where the last one leaves", b"line1\nline2", " line1\n-line2", Ok(b"line1")),
        ("A8: nor where all but one leave", b"line1\r\nline2\r\nline3", "-line2\n-line3", Ok(b"line1")),
        ("A8: nor where all leave", b"line1\nline2", "-line1\n-line2", Ok(b"")),
        ("A8: but an empty line is one by its ending", b"a\n\nb", " a\n\n-b", Ok(b"a\n\n")),
        ("A8: also one that is added", b"a", " a\n+", Ok(b"a\n\n")),
        ("A8: with CRLF", b"a\r\nb", "+c", Ok(b"a\r\nb\r\nc")),
        ("A8: one line alone", b"a", "+b", Ok(b"a\nb")),
        ("A8: replaced before, removed after", b"a\nb\nc", "-a\n+A\n-b\n-c", Ok(b"A")),
        (
            "A10: context keeps its indentation",
            b"    a\n    b\n    c\n",
            "   a\n-  b\n+  B\n   c",
            Ok(b"    a\n  B\n    c\n"),
        ),
        ("A10: and its blanks at the end", b"a \nb\nc\t\n", " a\n-b\n+B\n c", Ok(b"a \nB\nc\t\n")),
        ("A10: and its punctuation", "“a”\nb\n".as_bytes(), " \"a\"\n-b\n+B", Ok("“a”\nB\n".as_bytes())),
        ("A15: one of two equal lines", b"x\nx\ny\n", "-x\n x\n y", Ok(b"x\ny\n")),
        ("A15: keeps its ending", b"x\r\nx\ny\n", " x\n-x\n y", Ok(b"x\r\ny\n")),
        ("A17: blank lines at the end stay", b"x\ny\n\n", "-x\n+X", Ok(b"X\ny\n\n")),
        ("A17: also below the change", b"x\ny\n\n\n", "-y\n+Y", Ok(b"x\nY\n\n\n")),
        ("A17: additions go below them", b"x\r\n\r\n", "+y", Ok(b"x\r\n\r\ny\r\n")),
        ("A18: a return that is data stays", b"a\r\r\nb\n", "-b\n+B", Ok(b"a\r\r\nB\n")),
        ("A18: and in a last line", b"a\nb\r", "-a\n+A", Ok(b"A\nb\r")),
        ("A18: and within a line", b"a\rb\nc\n", "-c\n+C", Ok(b"a\rb\nC\n")),
        ("A18: which a hunk can name", b"a\rb\nc\n", "-a\rb\n+x", Ok(b"x\nc\n")),
        ("A19: the first text ends in a newline", b"", "@@\n+abcd", Ok(b"abcd\n")),
        ("B27: and nothing else comes with it", b"", "+abcd\n+e", Ok(b"abcd\ne\n")),
        ("returns as endings", b"a\rb\rc\r", "-b\n+B\n+x", Ok(b"a\rB\rx\rc\r")),
        ("returns, no last one", b"a\rb", "+c", Ok(b"a\rb\rc")),
        ("mixed endings: the replaced line's", b"a\r\nb\nc\r\n", "-b\n+B", Ok(b"a\r\nB\nc\r\n")),
        ("mixed endings: each its own", b"a\r\nb\nc\r\n", "-a\n-b\n+A\n+B\n+x", Ok(b"A\r\nB\nx\nc\r\n")),
        ("mixed endings: the line above's", b"a\r\nb\nc\r\n", " b\n+x", Ok(b"a\r\nb\nx\nc\r\n")),
        ("mixed endings with returns", b"a\r\nb\rc\r\n", "-b\n+B", Ok(b"a\r\nB\rc\r\n")),
        ("a line is put back as it was", b"a\nb \nc\n", "-b \n+b ", Ok(b"a\nb \nc\n")),
        ("blanks at the end can be taken off", b"a\nb \nc\n", "-b \n+b", Ok(b"a\nb\nc\n")),
        ("an empty line is a line", b"a\nb\n", " a\n+\n b", Ok(b"a\n\nb\n")),
    ]);
}

#[test]
fn a_long_line_is_a_line() {
    let long = "x".repeat(3 << 20);
    let file = format!("{long}\ny\n");
    assert_eq!(updated(file.as_bytes(), "-y\n+z").unwrap(), format!("{long}\nz\n").into_bytes());
    assert_eq!(updated(file.as_bytes(), &format!("-{long}\n+z")).unwrap(), b"z\ny\n");
}

#[test]
fn what_belongs_to_the_file_stays() {
    let mut memory = Memory::of([("run.sh", &b"echo a\n"[..]), ("real.txt", b"a\n"), ("b", b"\0\xff")]);
    memory.set_mode("run.sh", 0o755);
    memory.link("link", "real.txt");
    memory.set_mode("real.txt", 0o640);
    // A12: mode. A13: the link stays one. A6: a binary file can be deleted.
    let operations =
        "*** Update File: run.sh\n-echo a\n+echo b\n*** Update File: link\n-a\n+b\n*** Delete File: b";
    applied(&mut memory, operations).unwrap();
    let file = |path: &str| memory.file(path).map(|file| (file.bytes.as_slice(), file.mode));
    assert_eq!(file("run.sh"), Some((&b"echo b\n"[..], 0o755)));
    assert_eq!(file("real.txt"), Some((&b"b\n"[..], 0o640)));
    assert_eq!((file("link"), file("b")), (None, None));
}
