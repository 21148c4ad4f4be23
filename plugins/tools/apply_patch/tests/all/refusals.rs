//! What a model reads when a patch is refused, whole: code, message, hints and details of each kind of fault.

use std::fmt::Write;

use toolhost_apply_patch::apply;
use toolhost_apply_patch::memory::Memory;

use crate::support::patch;

/// Each case's refusal, as one text.
fn refusals(tree: &Memory, cases: &[(&str, String)]) -> String {
    let mut out = String::new();
    for (name, text) in cases {
        let mut memory = tree.clone();
        let failure = apply(&mut memory, text.as_bytes()).unwrap_err();
        assert_eq!(memory, *tree, "{name}");
        writeln!(out, "## {name}\n{}: {}", failure.code, failure.message).unwrap();
        for hint in failure.hints {
            writeln!(out, "- {hint}").unwrap();
        }
        if let Some(details) = failure.details.filter(|details| details != "{}") {
            writeln!(out, "{details}").unwrap();
        }
        out.push('\n');
    }
    out
}

fn whole(cases: &[(&'static str, &str)]) -> Vec<(&'static str, String)> {
    cases.iter().map(|(name, text)| (*name, (*text).to_owned())).collect()
}

/// Cases that are operations, within a patch.
fn within(cases: &[(&'static str, &str)]) -> Vec<(&'static str, String)> {
    cases.iter().map(|(name, operations)| (*name, patch(operations))).collect()
}

#[test]
fn of_what_is_no_patch() {
    let cases = whole(&[
        ("nothing", ""),
        ("blanks", " \n\n"),
        ("no operation", "*** Begin Patch\n*** End Patch\n"),
        ("a unified diff", "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n"),
        ("a diff by git", "diff --git a/f b/f\nindex 1..2 100644\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n"),
        ("source", "fn main() {\n    run();\n}\n"),
        ("no space after the stars", "***Begin Patch\n*** Delete File: f\n*** End Patch"),
        ("small letters", "*** begin patch\n*** Delete File: f\n*** end patch"),
        ("no first line", "*** Update File: f\n@@\n-a\n+b\n*** End Patch"),
        ("text before", "Here is the patch:\n\n*** Begin Patch\n*** Delete File: f\n*** End Patch"),
        ("text after", "*** Begin Patch\n*** Delete File: f\n*** End Patch\n\nThat is all."),
        (
            "two patches",
            "*** Begin Patch\n*** Delete File: f\n*** End Patch\n*** Begin Patch\n*** Delete File: g\n*** End Patch",
        ),
        ("two first lines", "*** Begin Patch\n*** Begin Patch\n*** Delete File: f\n*** End Patch"),
        ("no last line", "*** Begin Patch\n*** Update File: f\n@@\n-a\n+b\n"),
        ("a fence", "```diff\n*** Begin Patch\n*** Delete File: f\n*** End Patch\n```\n"),
        ("a NUL character", "*** Begin Patch\n*** Add File: f\n+a\0b\n*** End Patch"),
        ("a heredoc that stays open", "<<'EOF'\n*** Begin Patch\n*** Delete File: f\n*** End Patch\n"),
        (
            "an indented patch",
            "  *** Begin Patch\n  *** Update File: f\n  @@\n  -a\n  +b\n\n   c\n  *** End Patch",
        ),
        (
            "an indented patch within a heredoc",
            "apply_patch <<'EOF'\n\t*** Begin Patch\n\t*** Add File: f\n\t+a\n\t*** End Patch\nEOF",
        ),
        ("indented lines", "*** Begin Patch\n    *** Update File: f\n    -a\n    +b\n*** End Patch"),
        ("line breaks escaped twice", "*** Begin Patch\\n*** Delete File: f\\n*** End Patch"),
        ("JSON", "{\"patch\": \"*** Begin Patch\\n*** Delete File: f\\n*** End Patch\"}"),
    ]);
    insta::assert_snapshot!(refusals(&Memory::default(), &cases));
}

#[test]
fn of_lines_that_are_none_of_a_patch() {
    let cases = within(&[
        ("an operation that does not exist", "*** Frobnicate File: f"),
        ("one that is called otherwise", "*** Create File: f\n+x"),
        ("a move of another form", "*** Rename File: f -> g"),
        ("a move of another form within an update", "*** Update File: f\n*** Rename to: g"),
        ("no path", "*** Delete File:"),
        ("a hunk without a file", "@@\n-a\n+b"),
        ("a diff by git within", "diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b"),
        (
            "the head of a unified diff in an update",
            "*** Update File: f\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b",
        ),
        ("the next file of a diff by git", "*** Update File: f\n@@\n-a\n+b\ndiff --git a/g b/g"),
        ("context without its space", "*** Update File: f\n@@\ndef a():\n-a\n+b"),
        ("context that begins with a tab", "*** Update File: f\n@@\n\tb\n-a\n+b"),
        ("blanks before a sign", "*** Update File: f\n@@\n-a\n\t+b"),
        ("no newline", "*** Update File: f\n@@\n-a\n\\ No newline at end of file\n+b"),
        ("a fence in a hunk", "*** Update File: f\n@@\n-a\n+b\n```"),
        ("a marker in a hunk that does not exist", "*** Update File: f\n@@\n-a\n+b\n*** Done"),
        ("one that is written otherwise", "*** Update File: f\n@@\n-a\n+b\n***End of File"),
        ("an update without hunks", "*** Update File: f"),
        ("a hunk without lines", "*** Update File: f\n@@ a\n*** Delete File: g"),
        ("a quote without a space", "*** Update File: f\n@@def a():\n-a"),
        ("lines below the end of the file", "*** Update File: f\n@@\n-a\n*** End of File\n-b"),
        ("the end of the file without a hunk", "*** Add File: f\n+a\n*** End of File"),
        ("a move below hunks", "*** Update File: f\n@@\n-a\n*** Move to: g"),
        ("a move without an update", "*** Delete File: f\n*** Move to: g"),
        ("an added line without its plus", "*** Add File: f\n+a\nb"),
        ("an added line with blanks before its plus", "*** Add File: f\n+a\n  +b"),
        ("an empty added line without its plus", "*** Add File: f\n+a\n\n+b"),
        ("a control character", "*** Add File: f\n\u{1b}[0mb"),
    ]);
    insta::assert_snapshot!(refusals(&Memory::default(), &cases));
}

#[test]
fn of_limits() {
    let big = format!("*** Begin Patch\n*** Add File: f\n+{}\n*** End Patch", "x".repeat(16 << 20));
    let many = patch(&"*** Delete File: f\n".repeat(10_001));
    let hunks = patch(&format!("*** Update File: f\n{}", "@@\n-a\n".repeat(100_001)));
    let quotes = patch(&format!("*** Update File: f\n{}-a", "@@ a\n".repeat(17)));
    let path = patch(&format!("*** Delete File: {}", "a/".repeat(2_049)));
    let lines = "\n".repeat(4_000_001);
    let tree = Memory::of([("lines", lines.as_bytes())]);
    let line = patch("*** Update File: lines\n-a");
    let cases = [
        ("bytes", big),
        ("operations", many),
        ("hunks", hunks),
        ("quotes", quotes),
        ("the bytes of a path", path),
        ("lines of a file", line),
    ];
    insta::assert_snapshot!(refusals(&tree, &cases));
}

#[test]
fn of_paths() {
    let mut tree =
        Memory::of([("src/Main.rs", &b"a\nb\n"[..]), ("src/other.rs", b"x\n"), ("docs/a.md", b"a\n")]);
    tree.link("dangling", "nowhere");
    tree.link("to-pipe", "pipe");
    tree.link("to-other", "src/other.rs");
    tree.device("pipe");
    let cases = within(&[
        ("not there", "*** Update File: src/nowhere.txt\n-a"),
        ("nearly there", "*** Update File: src/main.rs\n-a"),
        ("misspelt", "*** Delete File: src/ohter.rs"),
        ("already there", "*** Add File: src/other.rs\n+x"),
        ("already there, as a link that leads nowhere", "*** Add File: dangling\n+x"),
        ("already there, as a link to a device", "*** Add File: to-pipe\n+x"),
        ("already there, as a device", "*** Add File: pipe\n+x"),
        ("a move of a link", "*** Update File: to-other\n*** Move to: n"),
        ("there as a directory", "*** Add File: src\n+x"),
        ("a move onto a file", "*** Update File: src/other.rs\n*** Move to: docs/a.md"),
        ("a move to where it is", "*** Update File: src/other.rs\n*** Move to: src/other.rs"),
        ("a directory", "*** Delete File: src"),
        ("a device", "*** Update File: pipe\n-x"),
        ("a link that leads nowhere", "*** Update File: dangling\n-x"),
        ("below a file", "*** Add File: src/other.rs/x\n+x"),
        ("upwards", "*** Add File: ../x\n+x"),
        ("outside", "*** Add File: /etc/x\n+x"),
        ("of git", "*** Add File: a/.Git/x\n+x"),
        ("no file", "*** Add File: ./\n+x"),
        ("NUL", "*** Add File: a\0b\n+x"),
        ("twice", "*** Update File: src/other.rs\n-x\n+y\n*** Update File: ./src/other.rs\n-x\n+z"),
        ("deleted before", "*** Delete File: src/other.rs\n*** Update File: src/other.rs\n-x\n+y"),
        (
            "moved before",
            "*** Update File: src/other.rs\n*** Move to: n\n*** Update File: src/other.rs\n-x\n+y",
        ),
        ("below a file that is added", "*** Add File: n\n+x\n*** Add File: n/m\n+x"),
        ("above a file that is added", "*** Add File: n/m\n+x\n*** Add File: n\n+x"),
        (
            "several at once",
            "*** Delete File: x\n*** Delete File: y\n*** Update File: src/other.rs\n-z\n*** Add File: src\n+x",
        ),
    ]);
    insta::assert_snapshot!(refusals(&tree, &cases));
}

const SOURCE: &str = "\
import os

class Primary:
    def flush(self):
        if self.open:
            self.write()
            return None
        return 1

class Backup:
    def flush(self, force):
        if self.open:
            self.write()
            return None
\treturn 2


def main():
    timeout = 30
    return timeout
";

#[test]
fn of_hunks_that_do_not_fit() {
    let repeated = "x\n".repeat(30);
    let long: String = (1..=60).map(|number| format!("line {number}\n")).collect();
    let tree = Memory::of([
        ("f.py", SOURCE.as_bytes()),
        ("empty", b""),
        ("repeated", repeated.as_bytes()),
        ("long", long.as_bytes()),
        (
            "classes",
            b"class A:\n    def m(self):\n        self.a()\nclass B:\n    def m(self):\n        self.a()\n",
        ),
        ("letters", "cafe\u{301} x\nze\u{200b}ro\n".as_bytes()),
        ("latin1", b"# caf\xe9 au lait\nx\n"),
        ("periodic", "x\ny\n".repeat(200_000).as_bytes()),
    ]);
    let forty: String =
        (1..=40).map(|n| if n == 30 { " line xxx\n".into() } else { format!(" line {n}\n") }).collect();
    let periodic = format!("*** Update File: periodic\n{}-x\n-x", " x\n y\n".repeat(20_000));
    let ends =
        "*** Update File: f.py\n@@\n def main():\n-    timeout = 30\n+    timeout = 60\n*** End of File";
    let cases = within(&[
        (
            "a line differs",
            "*** Update File: f.py\n@@\n def main():\n-    timeout = 20\n+    timeout = 60\n     return timeout",
        ),
        (
            "a tab, two blanks and a no-break space",
            "*** Update File: f.py\n@@\n             return None\n-\treturn  2\u{a0}x\n+        return 3",
        ),
        ("an accent of its own", "*** Update File: letters\n-café x\n+tea"),
        ("a character that cannot be seen", "*** Update File: letters\n-zero\n+one"),
        ("a byte that is not UTF-8", "*** Update File: latin1\n # caf\u{fffd} au lait\n-x\n+y"),
        (
            "an empty line among added ones",
            "*** Update File: f.py\n@@\n def main():\n+    before = 1\n\n+    after = 2\n     timeout = 30",
        ),
        ("nothing but that", "*** Update File: letters\n@@\n+one\n\n\n+two"),
        ("past the end", "*** Update File: f.py\n@@\n     return timeout\n-\n-main()"),
        ("one line that is like another", "*** Update File: f.py\n-    timeout = 45\n+    timeout = 60"),
        ("nothing is like it", "*** Update File: f.py\n-fn bind(&self) -> Result<(), Error> {\n+x"),
        ("an empty file", "*** Update File: empty\n-a\n+b"),
        ("far into a long hunk", &format!("*** Update File: long\n@@\n{forty}+x")),
        (
            "applied before",
            "*** Update File: f.py\n@@\n def main():\n-    timeout = 10\n+    timeout = 30\n     return timeout",
        ),
        ("not at the end", ends),
        ("two places", "*** Update File: f.py\n@@\n-            self.write()\n+            self.sync()"),
        (
            "two places in functions of one name",
            "*** Update File: classes\n@@\n-        self.a()\n+        b",
        ),
        ("two places, loosely", "*** Update File: f.py\n@@\n-self.write()\n+self.sync()"),
        ("many places without blocks", "*** Update File: repeated\n@@\n-x\n+y"),
        ("a quote that is at two places", "*** Update File: f.py\n@@ if self.open:\n+            pass"),
        (
            "a quote that is part of a line",
            "*** Update File: f.py\n@@ def flush(self\n-            self.write()",
        ),
        (
            "a quote that is like a line",
            "*** Update File: f.py\n@@ class Backups:\n-            self.write()",
        ),
        ("a quote with an accent of its own", "*** Update File: letters\n@@ café x\n+y"),
        ("a quote of a line that is not UTF-8", "*** Update File: latin1\n@@ # caf\u{fffd} au lait\n+y"),
        (
            "a quote that is nowhere",
            "*** Update File: f.py\n@@ impl Display for Event {\n-            self.write()",
        ),
        (
            "quotes in the wrong order",
            "*** Update File: f.py\n@@ class Backup:\n@@ class Primary:\n-            self.write()",
        ),
        ("below another quote", "*** Update File: f.py\n@@ def main():\n-import os\n+import sys"),
        ("a number alone", "*** Update File: f.py\n@@ -7,0 +8,1 @@\n+x"),
        (
            "overlap",
            "*** Update File: f.py\n@@\n-import os\n+import sys\n@@\n-import os\n \n-class Primary:\n+class Main:",
        ),
        (
            "a line that another hunk adds",
            "*** Update File: f.py\n@@\n-import os\n+import sys\n@@\n import sys\n \n-class Primary:\n+class Main:",
        ),
        (
            "a quote that another hunk adds",
            "*** Update File: f.py\n@@\n-class Backup:\n+class Spare:\n@@ class Spare:\n-\treturn 2\n+\treturn 3",
        ),
        ("two that do not fit", "*** Update File: f.py\n@@\n-import re\n+x\n@@\n-    timeout = 31\n+x"),
        ("too much repetition", &periodic),
    ]);
    insta::assert_snapshot!(refusals(&tree, &cases));
}

#[test]
fn of_files_that_are_not_there() {
    let mut tree = Memory::of([
        ("src/x.py", &b"a\n"[..]),
        ("src/deep/Makefile", b"a\n"),
        ("one/two/mod.rs", b"a\n"),
        ("three/two/mod.rs", b"a\n"),
        ("mod.rs", b"a\n"),
        ("four/a.txt", b"a\n"),
        ("five/a.txt", b"a\n"),
        ("six/a.txt", b"a\n"),
        ("seven/a.txt", b"a\n"),
        (".venv/lib/hidden.py", b"a\n"),
        ("node_modules/p/hidden.py", b"a\n"),
    ]);
    tree.link("loop", ".");
    let cases = within(&[
        ("in backquotes", "*** Update File: `src/x.py`\n-a"),
        ("in quotes", "*** Delete File: \"src/x.py\""),
        ("with the side of a diff", "*** Update File: a/src/x.py\n-a"),
        ("without its directory", "*** Update File: x.py\n-a"),
        ("in another directory", "*** Update File: lib/deep/Makefile\n-a"),
        ("in two directories alike", "*** Update File: src/two/mod.rs\n-a"),
        ("in many directories", "*** Update File: a.txt\n-a"),
        ("where no patch is meant", "*** Update File: hidden.py\n-a"),
        ("a move on one line", "*** Update File: src/x.py -> src/y.py\n-a\n+b"),
    ]);
    insta::assert_snapshot!(refusals(&tree, &cases));
}

#[test]
fn of_paths_from_a_folder() {
    let mut tree = Memory::of([("f", &b"a\n"[..]), ("sub/g", b"a\n"), ("sub/deep/h", b"a\n")]);
    tree.enter("sub");
    let cases = within(&[
        ("upwards", "*** Update File: ../f\n-a\n+b"),
        ("from the root, of the folder", "*** Update File: sub/g\n-a\n+b"),
        ("from the root, beside the folder", "*** Delete File: f"),
        ("nearly there", "*** Update File: G\n-a\n+b"),
        ("further down", "*** Update File: h\n-a\n+b"),
        ("nowhere", "*** Update File: nowhere\n-a\n+b"),
    ]);
    insta::assert_snapshot!(refusals(&tree, &cases));
}
