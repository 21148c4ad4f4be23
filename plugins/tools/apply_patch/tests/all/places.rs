//! Hunks land where they belong, or nowhere. Rows are faults that were reported of other tools.

use toolhost_apply_patch::memory::Memory;

use crate::support::{applied, check};

#[test]
fn hunks_land_where_they_belong() {
    let look_alikes: &[u8] =
        b"def a():\n\tif x:\n\t\tflush()\n\t\treturn None\n\ndef b():\n\tflush()\n\treturn None\n";
    let twice: Vec<u8> = {
        let lines =
            (1..=50).map(|number| if number % 30 == 10 { "same\n".into() } else { format!("{number}\n") });
        lines.collect::<String>().into_bytes()
    };
    let edited = String::from_utf8(twice.clone()).unwrap().replacen("39\nsame", "39\nSAME", 1);
    check(&[
        (
            "B1: below its quote",
            b"def a():\n  1\ndef b():\n  2\n",
            "@@ def a():\n+  0",
            Ok(b"def a():\n  0\n  1\ndef b():\n  2\n"),
        ),
        ("B2: without a place to the end", b"a\nb\nc\n", "@@\n+x\n@@\n-b\n+B", Ok(b"a\nB\nc\nx\n")),
        ("B3: quote closed by @@", b"hint\nend\n", "@@ hint @@\n+line", Ok(b"hint\nline\nend\n")),
        ("B4: look-alikes", look_alikes, "-    flush()\n     return None", Err("ambiguous")),
        (
            "B4: told apart by a quote",
            look_alikes,
            "@@ def b():\n-    flush()\n     return None",
            Ok(b"def a():\n\tif x:\n\t\tflush()\n\t\treturn None\n\ndef b():\n\treturn None\n"),
        ),
        ("B5: told apart by a position", &twice, "@@ -40,1 +40,1 @@\n-same\n+SAME", Ok(edited.as_bytes())),
        (
            "B7: a blank line counts",
            b"primary:\n  a\n\n  b\nbackup:\n  a\n  b\n",
            "   a\n\n-  b\n+  c",
            Ok(b"primary:\n  a\n\n  c\nbackup:\n  a\n  b\n"),
        ),
        ("B8: a bare empty line is context", b"foo\n\nbar\n", " foo\n\n-bar\n+baz", Ok(b"foo\n\nbaz\n")),
        (
            "B10: hunks from below to above",
            b"1\n2\n3\n4\n5\n",
            "@@\n-4\n+four\n@@\n-2\n+two",
            Ok(b"1\ntwo\n3\nfour\n5\n"),
        ),
        (
            "B11: both of the file as it was",
            b"1\n2\n3\n4\n5\n6\n7\n",
            "@@\n 5\n-6\n+six\n+6b\n@@\n 1\n-2\n+two",
            Ok(b"1\ntwo\n3\n4\n5\nsix\n6b\n7\n"),
        ),
        (
            "B12: two quotes",
            b"class Base:\n    def m(self):\n        a\nclass Other:\n    def m(self):\n        a\n",
            "@@ class Base:\n@@ def m(self):\n-        a\n+        b",
            Ok(b"class Base:\n    def m(self):\n        b\nclass Other:\n    def m(self):\n        a\n"),
        ),
        ("B19: the end of the file", b"x\ny\nx\n", "@@\n-x\n+last\n*** End of File", Ok(b"x\ny\nlast\n")),
        ("B26: a position is no place", b"1\n2\n3\n", "@@ -3,1 +3,1 @@\n-x\n+y", Err("no_match")),
        (
            "B28: below five new lines",
            b"1\n2\n3\n4\n5\n6\n",
            "@@ 2\n+a\n+b\n+c\n+d\n+e\n@@\n-4\n+four",
            Ok(b"1\n2\na\nb\nc\nd\ne\n3\nfour\n5\n6\n"),
        ),
        (
            "B29: above its position",
            b"1\n2\n3\n4\nold\n6\n7\n8\n9\n",
            "@@ -9,1 +9,1 @@\n-old\n+new",
            Ok(b"1\n2\n3\n4\nnew\n6\n7\n8\n9\n"),
        ),
        (
            "B30: two hunks for the last line",
            b"1\n2\n",
            "@@\n-2\n+a\n@@\n-2\n+b\n*** End of File",
            Err("invalid_patch"),
        ),
    ]);
}

#[test]
fn hunks_may_touch_but_not_overlap() {
    check(&[
        ("shared context", b"a\nb\nc\n", "@@\n-a\n+A\n b\n@@\n b\n-c\n+C", Ok(b"A\nb\nC\n")),
        ("context of one, change of the other", b"a\nb\n", "@@\n a\n+x\n@@\n-a\n+A", Ok(b"A\nx\nb\n")),
        ("next to each other", b"a\nb\n", "@@\n-b\n+B\n@@\n-a\n+A\n+x", Ok(b"A\nx\nB\n")),
        ("above what another replaces", b"a\nb\n", "@@\n-b\n+B\n@@\n a\n+x", Ok(b"a\nx\nB\n")),
        ("the same line", b"a\nb\n", "@@\n-a\n+A\n@@\n-a\n-b", Err("invalid_patch")),
        ("the same hunk", b"a\nb\n", "@@\n a\n+x\n@@\n a\n+x", Err("invalid_patch")),
        ("between two that leave", b"a\nb\nc\n", "@@\n-a\n-b\n@@ a\n+x", Err("invalid_patch")),
        ("at the end, by place and without", b"a\nb\n", "@@\n b\n+x\n@@\n+y", Err("invalid_patch")),
        ("at the end, twice without a place", b"a\n", "@@\n+x\n@@\n+y", Ok(b"a\nx\ny\n")),
    ]);
}

#[test]
fn patches_as_models_write_them() {
    type Files<'a> = &'a [(&'a str, &'a str)];
    let table: &[(&str, &str, Files<'_>)] = &[
        // B13: a move alone. B15: directories are made. B18: markers as content.
        ("*** Update File: a\n*** Move to: b", "a\n", &[("b", "a\n")]),
        ("*** Add File: d/e/f.txt\n+x", "a\n", &[("a", "a\n"), ("d/e/f.txt", "x\n")]),
        (
            "*** Add File: doc.md\n+*** End Patch\n+more",
            "a\n",
            &[("a", "a\n"), ("doc.md", "*** End Patch\nmore\n")],
        ),
        // B25: blank lines where nothing stands. B31: a file is replaced whole.
        ("\n*** Update File: a\n\n-a\n+b\n\n\n*** Add File: c\n+c\n\n", "a\n", &[("a", "b\n"), ("c", "c\n")]),
        ("*** Delete File: a\n*** Add File: a\n+new", "a\n", &[("a", "new\n")]),
    ];
    for (operations, file, expected) in table {
        let mut memory = Memory::of([("a", file.as_bytes())]);
        applied(&mut memory, operations).unwrap();
        let expected = Memory::of(expected.iter().map(|(path, bytes)| (*path, bytes.as_bytes())));
        assert_eq!(memory.contents(), expected.contents(), "{operations}");
    }
}

#[test]
fn a_patch_may_be_larger_than_an_argument_of_a_command() {
    // B21: Linux takes 128 KiB in one argument.
    let mut memory = Memory::default();
    let body = format!("+{}\n", "x".repeat(99)).repeat(5_000);
    applied(&mut memory, &format!("*** Add File: a\n{body}")).unwrap();
    assert_eq!(memory.file("a").unwrap().bytes.len(), 500_000);
}
