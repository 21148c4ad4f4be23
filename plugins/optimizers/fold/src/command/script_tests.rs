//! Tests of taking command lines apart.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use super::{Stage, stages};

/// The stages in one line: words parted by blanks, `|` where a pipe leads on, `>` where the output goes to a file,
/// `<<` before a here-document, and what is put in among the words in brackets.
fn written(stages: &[Stage]) -> String {
    let each = stages.iter().map(|stage| {
        let mut text = stage.words.join(" ");
        if let Some(document) = &stage.document {
            text += &format!(" <<{document:?}");
        }
        if stage.is_silent {
            text += " >";
        }
        if !stage.inner.is_empty() {
            text += &format!(" [{}]", written(&stage.inner));
        }
        let (before, after) = (stage.is_piped_in, stage.is_piped_out);
        format!("{}{text}{}", if before { "| " } else { "" }, if after { " |" } else { "" })
    });
    each.collect::<Vec<_>>().join("; ")
}

#[test]
fn stages_and_what_joins_them() {
    for (text, expected) in [
        ("", ""),
        ("cargo test", "cargo test"),
        ("a && b || c; d & e\nf", "a; b; c; d; e; f"),
        ("cargo test 2>&1 | tail -5", "cargo test |; | tail -5"),
        ("a |& b", "a |; | b"),
        ("a 2>/dev/null >out", "a >"),
        ("a &> out", "a >"),
        ("a > /dev/stderr", "a"),
        ("a > 'b c' d", "a d >"),
        ("a 2> log", "a"),
        ("a <in >>out", "a >"),
        ("a '<b' \"c d\" e\\ f g\"h\"'i'", "a <b c d e f ghi"),
        ("a '' \"\"", "a  "),
        ("# all\na # b\nc#d", "a; c#d"),
        ("a \\\n  b", "a b"),
        ("if a; then b; else c; fi", "a; b; c"),
        ("for x in 1 2; do echo $x; done | tail", "for x in 1 2; echo $x; | tail"),
        ("(a; b) | c", "a; b; | c"),
        ("a | (b; c)", "a |; | b; c"),
        ("{ a; b; }", "a; b"),
        ("! time a", "a"),
        ("echo $(ls -l | wc) \"`b`\"", "echo $ $ [ls -l |; | wc; b]"),
        ("a \"$(b \"c)\" ')')\" d", "a $ d [b c) )]"),
        ("x=$((1 + 2))", "x=$"),
        ("diff <(a) <(b)", "diff $ $ [a; b]"),
        ("echo ${x:-a b} $?", "echo ${x:-a b} $?"),
        ("cat <<EOF > f\na | b\nEOF\nc", "cat <<\"a | b\\n\" >; c"),
        ("cat <<-'E' | b\n\tx\n\tE\nc", "cat <<\"x\\n\" |; | b; c"),
        (
            "git commit -m \"$(cat <<'EOF'\nDon't :) it\nEOF\n)\" && a",
            "git commit -m $ [cat <<\"Don't :) it\\n\"]; a",
        ),
        ("x=$(cat <<-EOF | b\n\ta)\n\tEOF\nc)", "x=$ [cat <<\"a)\\n\" |; | b; c]"),
        ("x=$(a <<< b)", "x=$ [a <<\"\"]"),
        ("x=$((1 << 2))\na", "x=$; a"),
        ("a <<< \"b c\"", "a <<\"\""),
        (r"C:\tools\rg.exe a", r"C:\tools\rg.exe a"),
        (r#"printf "a\nb \"c\"""#, r#"printf a\nb "c""#),
    ] {
        assert_eq!(written(&stages(text).unwrap()), expected, "{text}");
    }
}

#[test]
fn what_has_no_end_is_not_understood() {
    for text in ["a 'b", "a \"b", "a $(b", "a `b", "a ${b", "a \"$(b\""] {
        assert_eq!(stages(text), None, "{text}");
    }
    let deep = |depth| "$(".repeat(depth) + "a" + &")".repeat(depth);
    assert!(stages(&deep(7)).is_some());
    assert_eq!(stages(&deep(8)), None);
}
