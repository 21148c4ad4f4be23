//! Where hunks are found; what refusals say is in `tests/all/refusals.rs`.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use super::places;
use crate::syntax::{Action, parse};
use crate::text::{Ends, Lines};

/// The lines (from 1) at which the hunks of an update are found, 0 for one that is appended, or the codes of
/// those that are not.
fn found(file: &str, hunks: &str) -> Result<Vec<usize>, Vec<String>> {
    let text = format!("*** Begin Patch\n*** Update File: f\n{hunks}\n*** End Patch\n");
    let patch = parse(text.as_bytes()).unwrap();
    let Action::Update { hunks, .. } = &patch.operations[0].action else { panic!("{text}") };
    let lines = Lines::new(file.as_bytes(), Ends::LineFeeds);
    match places(&lines, "f", hunks) {
        Ok(places) => {
            Ok(places.iter().map(|place| if place.is_appended { 0 } else { place.start + 1 }).collect())
        }
        Err(refusals) => Err(refusals.into_iter().map(|refusal| refusal.code.into_owned()).collect()),
    }
}

/// A file, hunks, and what [`found`] says of them.
type Case<'a> = (&'a str, &'a str, Result<&'a [usize], &'a [&'a str]>);

#[track_caller]
fn check(table: &[Case<'_>]) {
    for (file, hunks, expected) in table {
        let found = found(file, hunks);
        let codes = found.as_ref().map_err(|codes| codes.iter().map(String::as_str).collect::<Vec<_>>());
        match (codes, expected) {
            (Ok(found), Ok(expected)) => assert_eq!(found, expected, "{hunks}\n in\n{file}"),
            (Err(codes), Err(expected)) => assert_eq!(codes, *expected, "{hunks}\n in\n{file}"),
            (found, expected) => panic!("{found:?} instead of {expected:?}: {hunks}\n in\n{file}"),
        }
    }
}

#[test]
fn passes() {
    check(&[
        ("a\nb\nc\n", " a\n-b", Ok(&[1])),
        // A stricter pass goes first, wherever its place is.
        ("x \nx\n", "-x", Ok(&[2])),
        ("  x\nx \n", "-x", Ok(&[2])),
        ("\u{201c}x\u{201d}\n  \"x\"\n", "-\"x\"", Ok(&[2])),
        ("say \u{201c}x\u{201d} \u{2014} y\n", "-say \"x\" - y", Ok(&[1])),
        // Each pass holds for all lines of the hunk.
        ("a \nb\na\n  b\n", " a\n-b", Ok(&[1])),
        ("a\nb\n", "-c", Err(&["no_match"])),
        ("", "-c", Err(&["no_match"])),
        ("a\n", " a\n-b", Err(&["no_match"])),
        // Twice in the first pass that finds it, whatever later ones would say.
        ("x\ny\nx\n", "-x", Err(&["ambiguous"])),
        ("x \ny\nx\t\n  x\n", "-x", Err(&["ambiguous"])),
        // Overlapping places are two.
        ("x\nx\nx\n", "-x\n-x", Err(&["ambiguous"])),
        ("a\n\nb\n", " a\n\n-b", Ok(&[1])),
        // A blank line that is not there is not skipped.
        ("a\nb\n", " a\n\n-b", Err(&["no_match"])),
    ]);
}

#[test]
fn hunks_in_any_order() {
    check(&[
        ("1\n2\n3\n4\n5\n", "-4\n@@\n-2\n@@\n-5", Ok(&[4, 2, 5])),
        ("1\n2\n3\n", "-3\n@@\n-x\n@@\n-1\n@@\n-y", Err(&["no_match", "no_match"])),
    ]);
}

const CLASSES: &str = "\
class A:
    def m(self):
        flush()
    def n(self):
        flush()

class B:
    def m(self):
        flush()

def flush():
    pass
";

#[test]
fn quotes_narrow() {
    check(&[
        (CLASSES, "-        flush()", Err(&["ambiguous"])),
        // Within the block that the quote opens, then anywhere below it.
        (CLASSES, "@@ class B:\n-        flush()", Ok(&[9])),
        (CLASSES, "@@ class A:\n-        flush()", Err(&["ambiguous"])),
        (CLASSES, "@@     def n(self):\n-        flush()", Ok(&[5])),
        (CLASSES, "@@ def n(self):\n-        flush()", Ok(&[5])),
        (CLASSES, "@@ class A:\n@@ def m(self):\n-        flush()", Ok(&[3])),
        (CLASSES, "@@ class B:\n@@ def m(self):\n-        flush()", Ok(&[9])),
        (CLASSES, "@@ class A:\n-    pass", Ok(&[12])),
        (CLASSES, "@@ def m(self):\n-        flush()", Err(&["ambiguous"])),
        (CLASSES, "@@ def m(self):\n-    pass", Ok(&[12])),
        // The quote may be the first line of context.
        (CLASSES, "@@ def n(self):\n     def n(self):\n-        flush()", Ok(&[4])),
        // Nothing above the quote.
        (CLASSES, "@@ def flush():\n-        flush()", Err(&["no_match"])),
        (CLASSES, "@@ class B:\n-class A:", Err(&["no_match"])),
        (CLASSES, "@@ class C:\n-    pass", Err(&["no_match"])),
        (CLASSES, "@@ class B:\n@@ class A:\n-    pass", Err(&["no_match"])),
        // A block decides before a stricter pass does: what the quote opens is what is meant.
        ("a:\n    x \nb:\n    x\n", "@@ a:\n-    x", Ok(&[2])),
        // Quotes without blocks.
        ("# one\ntext\n# two\ntext\n", "@@ # two\n-text", Ok(&[4])),
        ("int f(void)\n{\n\tx;\n}\n\nint g(void)\n{\n\tx;\n}\n", "@@ int f(void)\n-\tx;", Ok(&[3])),
    ]);
}

#[test]
fn additions_stand_below_their_quote_or_at_the_end() {
    check(&[
        ("def a():\n  1\ndef b():\n  2\n", "@@ def a():\n+  0", Ok(&[2])),
        ("a\nb\n", "+c", Ok(&[0])),
        ("", "+c", Ok(&[0])),
        ("a\nb\n", "@@\n+c\n@@\n-a", Ok(&[0, 1])),
        ("a\nb\na\n", "@@ a\n+c", Err(&["ambiguous"])),
        (CLASSES, "@@ class B:\n@@ def m(self):\n+        pass", Ok(&[9])),
        (CLASSES, "@@ x\n+        pass", Err(&["no_match"])),
        (CLASSES, "@@ class A:\n+    pass\n*** End of File", Ok(&[0])),
        (CLASSES, "@@ class C:\n+    pass\n*** End of File", Err(&["no_match"])),
        ("a\nb\na\n", "@@ -3,0 +3,1 @@\n@@ a\n+c", Ok(&[4])),
        // A number alone does not say where, unless it says the end.
        ("a\nb\n", "@@ -1,0 +2,1 @@\n+c", Err(&["invalid_patch"])),
        ("a\nb\n", "@@ -2,0 +3,1 @@\n+c", Ok(&[0])),
        ("", "@@ -0,0 +1,1 @@\n+c", Ok(&[0])),
        ("a\nb\n", "@@ -1,0 +2,1 @@\n+c\n*** End of File", Ok(&[0])),
        // Six lines that become eleven: both hunks are looked for in the six.
        ("1\n2\n3\n4\n5\n6\n", "@@ 2\n+a\n+b\n+c\n+d\n+e\n@@\n-4\n+four", Ok(&[3, 4])),
    ]);
}

#[test]
fn positions_decide_between_equal_places_only() {
    let forty = {
        let mut lines: Vec<String> = (1..=50).map(|number| format!("line {number}")).collect();
        for at in [10, 40] {
            lines[at - 1] = "same".to_owned();
        }
        lines.join("\n") + "\n"
    };
    check(&[
        (&forty, "@@ -40,1 +40,1 @@\n-same", Ok(&[40])),
        (&forty, "@@ -11,1 +11,1 @@\n-same", Ok(&[10])),
        (&forty, "@@ -26,1 +26,1 @@\n-same", Ok(&[40])),
        // As far from one as from the other.
        (&forty, "@@ -25,1 +25,1 @@\n-same", Err(&["ambiguous"])),
        // What is there once is found, whatever the number; what is not is not.
        (&forty, "@@ -9,1 +9,1 @@\n-line 5", Ok(&[5])),
        ("a\nb\nc\n", "@@ -3,1 +3,1 @@\n-x", Err(&["no_match"])),
        ("x \nx\n", "@@ -1,1 +1,1 @@\n-x", Ok(&[2])),
        // The heading goes before the number.
        (CLASSES, "@@ -5,1 +5,1 @@ class B:\n-        flush()", Ok(&[9])),
        (CLASSES, "@@ -5,1 +5,1 @@ class A:\n-        flush()", Ok(&[5])),
        (CLASSES, "@@ -8,1 +8,1 @@ class C:\n-        flush()", Ok(&[9])),
    ]);
}

#[test]
fn the_end_of_the_file_is_a_place() {
    check(&[
        ("x\ny\nx\n", "-x\n*** End of File", Ok(&[3])),
        ("x\ny\nx", "-x\n*** End of File", Ok(&[3])),
        ("x\ny\nx\n\n \n", "-x\n*** End of File", Ok(&[3])),
        ("x\ny\n", "-x\n*** End of File", Err(&["no_match"])),
        ("x\ny\n", "-x\n-y\n-z\n*** End of File", Err(&["no_match"])),
        ("x\ny\n", "@@\n-y\n+a\n@@\n-y\n+b\n*** End of File", Ok(&[2, 2])),
    ]);
}

#[test]
fn empty_lines_below_a_hunk_decide_nothing() {
    check(&[
        ("a\nb\na\n\n", "-a\n", Err(&["ambiguous"])),
        ("a\nb\na\n\nc\n", "@@\n-a\n\n@@\n-c", Err(&["ambiguous"])),
        ("a\nb\na\n\n", "-a\n\n*** End of File", Ok(&[3])),
        ("a\nb\n", "-a\n\n\n", Ok(&[1])),
        // Written with a space or between lines of the hunk, they are context.
        ("a\nb\na\n\n", "-a\n ", Ok(&[3])),
        ("a\nb\na\n\nc\n", "-a\n\n c", Ok(&[3])),
    ]);
}

#[test]
fn repetition_costs_no_more_than_a_scan() {
    let file = "x\n".repeat(1_000_000);
    let hunk = format!("{}-x", " x\n".repeat(200_000));
    assert_eq!(found(&file, &hunk), Err(vec!["ambiguous".to_owned()]));
    assert_eq!(found(&file, "@@ x\n@@ x\n-x"), Err(vec!["ambiguous".to_owned()]));
    assert_eq!(found(&file, &format!("{}-y", " x\n".repeat(200_000))), Err(vec!["no_match".to_owned()]));
    assert_eq!(found(&file, &format!("{}-x\n", " x\n".repeat(1_000_001))), Err(vec!["no_match".to_owned()]));
    assert_eq!(found(&file, "@@ -7,1 +7,1 @@\n-x"), Ok(vec![7]));
    let blanks = "\n".repeat(1_000_000);
    assert_eq!(found(&blanks, &format!("-{}", "\n".repeat(500_000))), Err(vec!["ambiguous".to_owned()]));
    let ends = format!("x\n{}", "\n".repeat(100_000));
    assert_eq!(found(&ends, &"@@\n-y\n*** End of File\n".repeat(2)), Err(vec!["no_match".to_owned(); 2]));
    // Only this one takes comparisons without end.
    let hunk = format!("{}-x\n-x", " x\n y\n".repeat(20_000));
    assert_eq!(found(&"x\ny\n".repeat(500_000), &hunk), Err(vec!["limit_exceeded".to_owned()]));
}

#[test]
fn a_thousand_hunks_cost_little_more_than_one() {
    let file: String = (0..200_000).map(|number| format!("line {number} of many\n")).collect();
    let hunks: String = (0..1_000).map(|number| format!("@@\n-line {} of many\n", number * 199)).collect();
    let expected: Vec<usize> = (0..1_000).map(|number| number * 199 + 1).collect();
    assert_eq!(found(&file, hunks.trim_end()), Ok(expected));
}
