//! What is read out of command lines: each program, marked with `!` where the whole's success is its own, and with
//! what it writes to.

use super::Script;

fn read(text: &str) -> String {
    let script = Script::parse(text);
    let lines: Vec<String> = script
        .invocations()
        .iter()
        .map(|invocation| {
            let words: Vec<&str> =
                invocation.words.iter().map(|word| word.as_deref().unwrap_or("$")).collect();
            let outputs: Vec<&str> =
                invocation.outputs.iter().map(|word| word.as_deref().unwrap_or("$")).collect();
            let outputs =
                if outputs.is_empty() { String::new() } else { format!(" > {}", outputs.join(" ")) };
            format!("{}{}{outputs}", if invocation.certain { "!" } else { "" }, words.join(" "))
        })
        .collect();
    lines.join("; ")
}

fn check(rows: &[(&str, &str)]) {
    for (text, expected) in rows {
        assert_eq!(read(text), *expected, "{text}");
    }
}

#[test]
fn lists() {
    check(&[
        ("cargo test", "!cargo test"),
        ("cd x && cargo test", "!cd x; !cargo test"),
        ("a && b && c", "!a; !b; !c"),
        ("a; b", "a; !b"),
        ("a\nb\n", "a; !b"),
        ("a; # why\nb # and why", "a; !b"),
        ("a || b", "a; b"),
        ("a || exit 1", "!a; exit 1"),
        ("a || { echo no; exit 1; }", "!a; echo no; exit 1"),
        ("a || exit 0", "a; exit 0"),
        ("cd x || exit 1; b", "cd x; exit 1; !b"),
        ("a && b || c", "a; b; c"),
        ("a || true", "a; true"),
        ("! a", "a"),
        ("a &", "a"),
        ("a; b &", "a; b"),
        ("a & b", "a; !b"),
        ("(cd x; a) && { b; c; }", "cd x; !a; b; !c"),
        ("A=1 B=2 cargo test", "!cargo test"),
        ("A=1", ""),
        ("", ""),
    ]);
}

#[test]
fn pipes() {
    check(&[
        ("a | b", "a; !b"),
        ("a | b | c", "a; b; !c"),
        ("set -o pipefail; a | b", "set -o pipefail; !a; !b"),
        ("set -euo pipefail\na | b\nc", "set -euo pipefail; !a; !b; !c"),
        ("set -o pipefail; set +o pipefail; a | b", "set -o pipefail; set +o pipefail; a; !b"),
        ("(set -o pipefail); a | b", "set -o pipefail; a; !b"),
        ("a |& b", "a; !b"),
        ("set -o pipefail && a 2>&1 | b", "!set -o pipefail; !a; !b"),
        ("a && b > f 2>&1 | c", "!a; b > f; !c"),
        ("a || b 2>&1 | c", "a; b; c"),
    ]);
}

#[test]
fn what_ends_a_shell() {
    check(&[
        ("set -e; a; b", "set -e; !a; !b"),
        ("set -e; a && b; c", "set -e; a; !b; !c"),
        ("set -e; ! a; c", "set -e; a; !c"),
        ("exit 0; a", "exit 0; a"),
        ("exit; a", "exit; a"),
        ("a; exit $?", "!a; !exit $"),
        ("a | b; exit \"$?\"", "a; !b; !exit $"),
        ("a | b\nexit ${PIPESTATUS[0]}", "!a; b; !exit $"),
        ("a && b | c; exit ${PIPESTATUS[0]}", "a; b; c; !exit $"),
        ("a; exit ${PIPESTATUS[0]}", "!a; !exit $"),
        ("a > f; exit ${PIPESTATUS[0]}", "a > f; !exit $"),
        ("a; exit $? && b", "a; !exit $; b"),
        ("a; b; exit $?", "a; !b; !exit $"),
        ("a & exit $?", "a; !exit $"),
        ("a; exit ${PIPESTATUS[1]}", "a; !exit $"),
        ("exec a; b", "exec a; b"),
        ("exec > log; a", "exec > log; !a"),
        ("(exit); a", "exit; !a"),
        ("trap 'exit 0' ERR; a", "trap exit 0 ERR; a"),
        ("cargo() { true; }; cargo test", "true; cargo test"),
    ]);
}

#[test]
fn what_may_not_run() {
    check(&[
        ("if a; then b; else c; fi", "a; b; c"),
        ("for x in 1 2; do a $x; done", "a $"),
        ("while a; do b; done", "a; b"),
        ("case x in y) a;; esac", "a"),
        ("[[ -f x ]] && a", "!a"),
        ("echo $(a) `b`", "a; b; !echo $ $"),
        ("diff <(a) x", "a; !diff $ x"),
        ("a )", "a"),
        ("a 'b", "a"),
    ]);
}

#[test]
fn words() {
    check(&[
        ("a 'b c' \"d e\" f\\ g 1", "!a b c d e f g 1"),
        ("a \"$b\" $c ${d} *.rs ~/x {e,f} $'g'", "!a $ $ $ $ $ $ $"),
        ("a \"b\\\"c\\d\" 'e\\f' g\\h", "!a b\"c\\d e\\f gh"),
        ("a 'b'\"c\"d", "!a bcd"),
        ("$a test", "!$ test"),
        ("\"/usr/bin/cargo\" test", "!/usr/bin/cargo test"),
        ("cargo \\\n  test", "!cargo test"),
    ]);
}

#[test]
fn redirections() {
    check(&[
        ("a > f", "!a > f"),
        ("a >> f 2>&1", "!a > f"),
        ("a &> \"f g\" < x", "!a > f g"),
        ("a > /dev/null 2>&1", "!a"),
        ("a > $f", "!a > $"),
        ("a | b > f", "a; !b > f"),
        ("a && b > f", "!a; !b > f"),
        ("{ a; b; } > f", "a > f; !b > f"),
        ("cat > f <<'EOF'\nx; y\nEOF", "!cat > f"),
        ("cat <<EOF > f\nx\nEOF", "!cat > f"),
        ("cat <<EOF | b\nx\nEOF", "cat; !b"),
        ("cat <<EOF && b\nx\nEOF", "!cat; !b"),
        ("cat <<EOF\nx\nEOF\nb", "cat; !b"),
        ("a <<< x", "!a"),
    ]);
}

#[test]
fn shells_in_shells() {
    check(&[
        ("bash -c 'a; b'", "a; !b"),
        ("bash -ec 'a; b'", "!a; !b"),
        ("sh -c \"cd x && a\" && b", "!cd x; !a; !b"),
        ("timeout 5 bash -lc 'a | b'", "a; !b"),
        ("bash -o pipefail -c 'a | b'", "!a; !b"),
        ("bash -nc 'a'", "!bash -nc a"),
        ("bash -c \"$x\"", "!bash -c $"),
        ("bash x.sh", "!bash x.sh"),
        ("eval 'a b' c", "!a b c"),
        ("sh -c 'a' > f", "!a > f"),
        ("sh -c 'exit 0; a'; b", "exit 0; a; !b"),
    ]);
}

#[test]
fn what_stands_in_a_pipe() {
    let rows = [
        ("a", ""),
        ("a | b", "a b"),
        ("a && b | c; d", "b c"),
        ("(a; b) |& c", "a b c"),
        ("echo $(a) `b`; c", "a b"),
        ("diff <(a) x", "a"),
        ("x=$(a); y=1 z=$(b)", "a b"),
        ("for f in $(a); do b; done", "a"),
        ("bash -c 'a | b' && c", "a b"),
        ("bash -c 'a' | c", "a c"),
        ("cat <<EOF | b\nx\nEOF", "cat b"),
        ("cat <<EOF && b\nx\nEOF", ""),
        ("if a | b; then c; fi", "a b"),
    ];
    for (text, expected) in rows {
        let script = Script::parse(text);
        let piped = script.invocations().iter().filter(|invocation| invocation.is_piped);
        let programs: Vec<&str> = piped.filter_map(|invocation| invocation.words[0].as_deref()).collect();
        assert_eq!(programs.join(" "), expected, "{text}");
    }
}

#[test]
fn what_is_defined() {
    let rows = [
        ("a", "", ""),
        ("f() { a; }; f", "f", ""),
        ("function g { a; }; (h() { b; })", "g h", ""),
        ("eval 'f() { a; }'; bash -c 'g() { b; }'", "f g", ""),
        ("A=1 B=2 c", "", "A B"),
        ("A=1; B+=2; c", "", "A B"),
        ("export PATH=/x:$PATH; a", "", "PATH"),
        ("export \"PATH=$x\" B; declare -x C=1; readonly D", "", "B C D PATH"),
        ("unset PATH; a", "", "PATH"),
        ("for f in x; do a; done", "", "f"),
        ("(A=1); { B=1; }; if C=1 c; then D=1; fi; E=1 | x; F=1 > f", "", "A B C D E F"),
        ("f() { local A=1; }", "f", "A"),
        ("a A=1; echo $B", "", ""),
    ];
    for (text, functions, variables) in rows {
        let script = Script::parse(text);
        let names: Vec<&str> = script.functions().iter().flatten().map(String::as_str).collect();
        assert_eq!(names.join(" "), functions, "{text}");
        let names: Vec<&str> = script.variables().iter().map(String::as_str).collect();
        assert_eq!(names.join(" "), variables, "{text}");
    }
}

#[test]
fn what_stands_in_a_function() {
    let rows = [
        ("f() { a; b | c; }; d", "a b c"),
        ("f() { g() { a; }; b; }; f > out", "a b"),
        ("f() (a); eval 'g() { b; }; c'", "a b"),
        ("{ a; }; (b)", ""),
    ];
    for (text, expected) in rows {
        let script = Script::parse(text);
        let inner = script.invocations().iter().filter(|invocation| invocation.is_in_function);
        let programs: Vec<&str> = inner.filter_map(|invocation| invocation.words[0].as_deref()).collect();
        assert_eq!(programs.join(" "), expected, "{text}");
    }
}

#[test]
fn where_words_stand() {
    let rows = [
        ("A=1 cargo  test 'a b'", vec![Some("cargo  test 'a b'")]),
        ("cd x && make -k; ls", vec![Some("cd x"), Some("make -k"), Some("ls")]),
        ("a x > f 2>&1", vec![Some("a x")]),
        ("> f a x", vec![None]),
        ("a $(b c) d", vec![Some("b c"), Some("a $(b c) d")]),
        ("bash -c 'a b'; c", vec![None, Some("c")]),
    ];
    for (text, expected) in rows {
        let script = Script::parse(text);
        let places = script.invocations().iter().map(|invocation| invocation.place.clone());
        let found: Vec<Option<&str>> = places.map(|place| place.map(|place| &text[place])).collect();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn what_is_understood() {
    let rows = [("a && b", true), ("trap x ERR; a", true), ("", true), ("a )", false), ("a 'b", false)];
    for (text, expected) in rows {
        assert_eq!(Script::parse(text).is_understood(), expected, "{text}");
    }
    assert!(!Script::parse(&"x".repeat(super::MAX_BYTES + 1)).is_understood());
}

#[test]
fn hostile_lines_end() {
    let nested = |depth: usize| format!("{}a{}", "( ".repeat(depth), ")".repeat(depth));
    assert_eq!(read(&nested(50)), "!a");
    assert!(!read(&nested(5000)).contains('!'));
    let shells = (0..6).fold("a".to_owned(), |inner, _| format!("sh -c {}", quote(&inner)));
    assert!(read(&shells).starts_with("!sh -c"));
    assert!(read(&"a && ".repeat(20_000)).len() < 1_000_000);
    assert_eq!(read(&"x".repeat(super::MAX_BYTES + 1)), "");
}

fn quote(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}
