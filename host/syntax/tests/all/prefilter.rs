//! What a prefilter rules out is never declared.

use std::sync::LazyLock;

use proptest::prelude::*;
use proptest::sample::Index;
use toolhost_syntax::{Class, Language, Outline};

use crate::support::{Fixture, fixtures, outline, position};

/// Definitions that the prefilter would have missed, with and without their sigils.
fn missed(language: &Language, source: &[u8], outline: &Outline) -> Vec<String> {
    let definitions = outline.names().filter(|name| matches!(name.class, Class::Definition(_)));
    let ruled_out = definitions.filter(|name| {
        let with_sigil = name.range.start - name.sigil..name.range.end;
        !language.may_declare(source, name.range.clone()) || !language.may_declare(source, with_sigil)
    });
    let describe = |name: toolhost_syntax::Name| {
        let (line, column) = position(source, name.range.start);
        let around = name.range.start.saturating_sub(40)..source.len().min(name.range.end + 20);
        let around = String::from_utf8_lossy(&source[around]);
        let name = String::from_utf8_lossy(&source[name.range]);
        format!("{}: {line}:{column} {name} in {around:?}", language.name())
    };
    ruled_out.map(describe).collect()
}

/// A language, a text with a name between brackets, and whether it may be declared there.
const CASES: &[(&str, &str, bool)] = &[
    ("rust", "struct [Seat] {", true),
    ("rust", "struct /* c */ [Seat] {", true),
    ("rust", "struct // c\n[Seat] {", true),
    ("rust", "enum A { // c\n    [Seat],", true),
    ("rust", "struct A { [seat]: u8 }", true),
    ("rust", "macro_rules! [seat] {", true),
    ("rust", "use a::[Seat];", false),
    ("rust", "use a::{b, [Seat]};", false),
    ("rust", "use a::{\n    b::{c, [Seat]},\n};", false),
    ("rust", "fn f(a: [Seat]) {}", false),
    ("rust", "fn f<'a>(a: &'a [Seat]<'a>) {}", false),
    ("rust", "fn f() -> [Seat] {}", false),
    ("rust", "impl A for [Seat] {}", false),
    ("rust", "impl [Seat] {}", false),
    ("rust", "Vec<[Seat]>", false),
    ("rust", "a.[seat]()", false),
    ("rust", "[Seat]::new()", false),
    ("rust", "/// the [Seat] is", false),
    ("python", "class [Seat]:", true),
    ("python", "x = 1; [seat] = 2", true),
    ("python", "self.[seat] = 2", true),
    ("python", "from a import [Seat]\n", false),
    ("python", "from a import (\n    b,\n    [Seat],\n)", false),
    ("python", "[seat].b()", false),
    ("python", "return [seat]\n", false),
    ("python", "if [seat] == 1:", false),
    ("javascript", "class A { #[seat] = 1 }", true),
    ("javascript", "const { a, [seat] } = b;", true),
    ("javascript", "import { a, [seat] } from 'b';", false),
    ("javascript", "export { a, [seat] };", false),
    ("javascript", "return [seat];", false),
    ("javascript", "a.[seat]()", false),
    ("javascript", "new [Seat]()", false),
    ("typescript", "let a = b as { [seat]?: string }", true),
    ("typescript", "import type { [Seat] } from 'b';", false),
    ("go", "const (\n\t[Seat] = iota", true),
    ("go", "func (a *B) [Seat](c int) {", true),
    ("go", "a.[Seat]()", false),
    ("go", "return [seat]\n}", false),
    ("java", "List<A> [seat];", true),
    ("java", "package a.[seat];", true),
    ("java", "import a.[Seat];", false),
    ("java", "new [Seat]()", false),
    ("java", "return [seat];", false),
    ("java", "[Seat] a = b;", false),
    ("c", "#define [SEAT]", true),
    ("c", "int *[seat](void);", true),
    ("c", "int\n#if A\n[seat]\n#endif\n(void);", true),
    ("c", "a->[seat] = 1;", true),
    ("c", "return [seat];", false),
    ("c", "sizeof [seat];", false),
    ("cpp", "void A::[seat]() {", true),
    ("cpp", "a.[seat]()", false),
    ("bash", "[seat]=1", true),
    ("bash", "function [seat] {", true),
    ("bash", "echo $[seat] a", false),
];

#[test]
fn names_are_ruled_out_by_what_is_beside_them() {
    for (language, text, expected) in CASES {
        let (start, end) = (text.find('[').unwrap(), text.find(']').unwrap() - 1);
        let source = text.replacen('[', "", 1).replacen(']', "", 1);
        let language = Language::by_name(language).unwrap();
        assert_eq!(
            language.may_declare(source.as_bytes(), start..end),
            *expected,
            "{}: {text}",
            language.name()
        );
    }
}

#[test]
fn no_definition_of_a_fixture_is_ruled_out() {
    let missed: Vec<String> = fixtures()
        .iter()
        .flat_map(|fixture| {
            missed(fixture.language, &fixture.source, &outline(fixture.language, &fixture.source))
        })
        .collect();
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn many_usages_are_ruled_out() {
    for fixture in fixtures() {
        let outline = outline(fixture.language, &fixture.source);
        let usages = outline.names().filter(|name| name.class == Class::Usage);
        let (out, possible): (Vec<_>, Vec<_>) =
            usages.partition(|name| !fixture.language.may_declare(&fixture.source, name.range.clone()));
        let share = out.len() * 100 / (out.len() + possible.len());
        assert!(share >= 25, "{}: {share} % of the usages", fixture.language.name());
    }
}

/// What may stand between two tokens, in one language or another.
const BETWEEN: &[&str] =
    &[" ", "\t", "\n", "\r\n", "/* c */", "// c\n", "# c\n", "-- c\n", "\\\n", "\u{a0}", "\x0c"];

static FIXTURES: LazyLock<Vec<Fixture>> = LazyLock::new(fixtures);

/// A fixture with something put before or after some of its names.
fn mutated() -> impl Strategy<Value = (&'static Language, String)> {
    let change = (any::<Index>(), any::<bool>(), proptest::sample::select(BETWEEN));
    let changes = proptest::collection::vec(change, 1..6);
    (any::<Index>(), changes).prop_map(|(index, changes)| {
        let fixture = index.get(&FIXTURES);
        let names: Vec<_> = outline(fixture.language, &fixture.source).names().collect();
        let mut places: Vec<(usize, &str)> = changes
            .iter()
            .map(|(name, before, text)| {
                let name = name.get(&names);
                (if *before { name.range.start - name.sigil } else { name.range.end }, *text)
            })
            .collect();
        places.sort_unstable();
        let mut source = String::from_utf8(fixture.source.clone()).unwrap();
        for (at, text) in places.into_iter().rev() {
            source.insert_str(at, text);
        }
        (fixture.language, source)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Where the grammar finds a fault it guesses, and a guess may be anything.
    #[test]
    fn no_definition_of_a_mutated_fixture_is_ruled_out((language, source) in mutated()) {
        let outline = outline(language, source.as_bytes());
        if !outline.has_faults() {
            let missed = missed(language, source.as_bytes(), &outline);
            prop_assert!(missed.is_empty(), "{}", missed.join("\n"));
        }
    }
}
