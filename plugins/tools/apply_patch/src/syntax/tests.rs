//! What is read as a patch, and as which one; refusals with their messages are in `tests/all/refusals.rs`.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fmt::Write;

use super::{Action, Hunk, LineKind, MAX_HUNKS, MAX_OPERATIONS, MAX_QUOTES, Patch, parse};

/// A patch as one line for each of its parts.
fn shown(patch: &Patch<'_>) -> String {
    let mut out = String::new();
    for operation in &patch.operations {
        let path = operation.path.escape_ascii();
        match &operation.action {
            Action::Add(added) => writeln!(out, "{} add {path} {:?}", operation.line, text(&added.content())),
            Action::Delete => writeln!(out, "{} delete {path}", operation.line),
            Action::Update { to: None, .. } => writeln!(out, "{} update {path}", operation.line),
            Action::Update { to: Some(to), .. } => {
                writeln!(out, "{} update {path} to {} {}", operation.line, to.line, to.path.escape_ascii())
            }
        }
        .unwrap();
        if let Action::Update { hunks, .. } = &operation.action {
            hunks.iter().for_each(|hunk| show(hunk, &mut out));
        }
    }
    out
}

fn show(hunk: &Hunk<'_>, out: &mut String) {
    write!(out, "{} hunk", hunk.line).unwrap();
    for quote in &hunk.quotes {
        write!(out, " {}:{:?}", quote.line, text(quote.text)).unwrap();
    }
    if let Some(position) = hunk.position {
        write!(out, " at {}", position.line).unwrap();
        if let Some(heading) = position.heading {
            write!(out, " in {:?}", text(heading.text)).unwrap();
        }
    }
    if hunk.ends_file {
        out.push_str(" end");
    }
    out.push('\n');
    for line in hunk.lines() {
        let kind = match line.kind {
            LineKind::Context => ' ',
            LineKind::Remove => '-',
            LineKind::Add => '+',
        };
        writeln!(out, "{} {kind}{:?}", line.line, text(line.text)).unwrap();
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn patches() {
    let table: &[(&str, &str)] = &[
        (
            "*** Begin Patch\n*** Add File: a b\n+x\n+\n+ y\n*** Delete File: d\n*** Add File: e\n*** End Patch\n",
            "2 add a b \"x\\n\\n y\\n\"\n6 delete d\n7 add e \"\"\n",
        ),
        (
            "*** Begin Patch\n*** Update File: f\n*** Move to: g\n@@ a\n b\n-c\n+d\n\n e\n@@\n+z\n*** End of File\n*** End Patch",
            "2 update f to 3 g\n4 hunk 4:\"a\"\n5  \"b\"\n6 -\"c\"\n7 +\"d\"\n8  \"\"\n9  \"e\"\n10 hunk end\n11 +\"z\"\n",
        ),
        // The first `@@` left out; several of them; a position, with and without a heading.
        (
            "*** Begin Patch\n*** Update File: f\n-a\n+b\n*** End Patch",
            "2 update f\n3 hunk\n3 -\"a\"\n4 +\"b\"\n",
        ),
        (
            "*** Begin Patch\n*** Update File: f\n@@ class A\n\n@@ def m\n-a\n@@ -3,1 +3,1 @@ fn x\n-b\n*** End Patch",
            "2 update f\n3 hunk 3:\"class A\" 5:\"def m\"\n6 -\"a\"\n7 hunk at 3 in \"fn x\"\n8 -\"b\"\n",
        ),
        // A move alone.
        ("*** Begin Patch\n*** Update File: f\n*** Move to: g\n*** End Patch", "2 update f to 3 g\n"),
        // Blank lines between operations and after hunks.
        (
            "\n\n*** Begin Patch\n\n*** Update File: f\n\n@@\n-a\n\n\n*** Add File: b\n+x\n\n\n*** End Patch\n\n",
            "5 update f\n7 hunk\n8 -\"a\"\n11 add b \"x\\n\"\n",
        ),
        // A marker with stars behind it, blanks before it, and no blank after the colon.
        (
            "*** Begin Patch ***\n  *** Add File: a ***\n+x\n *** Delete File:b\n *** End Patch *** ",
            "2 add a \"x\\n\"\n4 delete b\n",
        ),
        // Indented lines of stars, without any other and with lines in the first column.
        (
            "  *** Begin Patch\n  *** Delete File: a\n\n  *** Add File: b\n  *** End Patch",
            "2 delete a\n4 add b \"\"\n",
        ),
        (
            "  *** Begin Patch\n  *** Update File: f\n- a\n+ b\n  *** End Patch",
            "2 update f\n3 hunk\n3 -\" a\"\n4 +\" b\"\n",
        ),
        // An indented marker within a hunk is context.
        (
            "*** Begin Patch\n*** Update File: f\n@@\n *** Delete File: b\n-x\n*** End Patch",
            "2 update f\n3 hunk\n4  \"*** Delete File: b\"\n5 -\"x\"\n",
        ),
        // Words of stars behind a `+` are content.
        (
            "*** Begin Patch\n*** Add File: a\n+*** End Patch\n+more\n*** End Patch",
            "2 add a \"*** End Patch\\nmore\\n\"\n",
        ),
        // One return goes from each line, a second one is text.
        (
            "*** Begin Patch\r\n*** Update File: f\r\n@@ c\r\n-a\r\r\n+b\r\n\r\n*** End Patch\r\n",
            "2 update f\n3 hunk 3:\"c\"\n4 -\"a\\r\"\n5 +\"b\"\n",
        ),
        // A byte order mark, and heredocs.
        ("\u{feff}*** Begin Patch\n*** Delete File: a\n*** End Patch", "2 delete a\n"),
        ("<<EOF\n*** Begin Patch\n*** Delete File: a\n*** End Patch\nEOF\n", "3 delete a\n"),
        ("<<'EOF'\n*** Begin Patch\n*** Delete File: a\n*** End Patch\nEOF", "3 delete a\n"),
        ("<<-\"END_1\"\n*** Begin Patch\n*** Delete File: a\n*** End Patch\nEND_1", "3 delete a\n"),
        ("apply_patch <<'PATCH'\n*** Begin Patch\n*** Delete File: a\n*** End Patch\nPATCH", "3 delete a\n"),
    ];
    for (patch, expected) in table {
        match parse(patch.as_bytes()) {
            Ok(parsed) => assert_eq!(shown(&parsed), *expected, "{patch}"),
            Err(refusal) => panic!("{patch}\n{}", refusal.message),
        }
    }
}

#[test]
fn limits_are_counted_to_the_end() {
    let patch = |operations: &str| format!("*** Begin Patch\n{operations}*** End Patch\n");
    let code_and_message = |text: &str| {
        let refusal = parse(text.as_bytes()).unwrap_err();
        (refusal.code.into_owned(), refusal.message)
    };
    let full = patch(&"*** Delete File: a\n".repeat(MAX_OPERATIONS));
    assert_eq!(parse(full.as_bytes()).unwrap().operations.len(), MAX_OPERATIONS);
    assert_eq!(
        code_and_message(&patch(&"*** Delete File: a\n".repeat(MAX_OPERATIONS + 7))),
        ("limit_exceeded".to_owned(), "The patch has 10007 operations; at most 10000 are taken.".to_owned())
    );
    let hunks = |count| patch(&format!("*** Update File: a\n{}", "@@\n-x\n".repeat(count)));
    assert!(parse(hunks(MAX_HUNKS).as_bytes()).is_ok());
    assert_eq!(
        code_and_message(&(hunks(MAX_HUNKS + 1).replace("*** End", "*** Update File: b\n@@\n+x\n*** End"))),
        ("limit_exceeded".to_owned(), "The patch has 100002 hunks; at most 100000 are taken.".to_owned())
    );
    let quotes = |count| patch(&format!("*** Update File: a\n{}-x\n", "@@ x\n".repeat(count)));
    assert!(parse(quotes(MAX_QUOTES).as_bytes()).is_ok());
    assert_eq!(
        code_and_message(&quotes(MAX_QUOTES + 1)),
        (
            "limit_exceeded".to_owned(),
            "The hunk of `a` on line 3 of the patch has more than 16 `@@` lines.".to_owned()
        )
    );
}
