//! Files of any bytes: nothing panics, nothing is lost that can be had, and every parse can be stopped.

use proptest::prelude::*;
use toolhost_syntax::{Class, Kind, Language, Outline, OutlineError};

use crate::support::{fixtures, outline, parser};

/// What a file declares as pairs of a kind and a name.
fn declared(source: &[u8], outline: &Outline) -> Vec<(Kind, String)> {
    let definitions = outline.names().filter_map(|name| match name.class {
        Class::Definition(kind) => Some((kind, String::from_utf8_lossy(&source[name.range]).into_owned())),
        Class::Usage => None,
    });
    definitions.collect()
}

fn rust() -> &'static Language {
    Language::by_name("rust").unwrap()
}

#[test]
fn a_byte_order_mark_and_other_line_ends_change_nothing() {
    for fixture in fixtures() {
        // Line comments of some grammars end at `\n` only, so a lone `\r` is no line end.
        let plain = declared(&fixture.source, &outline(fixture.language, &fixture.source));
        let with_mark = [b"\xef\xbb\xbf", &fixture.source[..]].concat();
        let found = declared(&with_mark, &outline(fixture.language, &with_mark));
        assert_eq!(found, plain, "{}: byte order mark", fixture.language.name());
        let crlf = String::from_utf8(fixture.source).unwrap().replace('\n', "\r\n").into_bytes();
        let found = declared(&crlf, &outline(fixture.language, &crlf));
        assert_eq!(found, plain, "{}: CRLF", fixture.language.name());
    }
}

#[test]
fn an_empty_file_has_no_names() {
    for language in Language::all() {
        for source in [&b""[..], b"\n", b"\xef\xbb\xbf", b"\0", b"\xff\xfe"] {
            assert_eq!(
                outline(language, source).names().filter(|name| name.class != Class::Usage).count(),
                0
            );
        }
    }
}

#[test]
fn what_follows_a_fault_is_still_found() {
    let source = b"fn one() {}\n\0\xff\xfe }}\nfn two() {}\nstruct \x80\xc3 Three;\n";
    let outline = outline(rust(), source);
    assert!(outline.has_faults());
    let declared = declared(source, &outline);
    assert!(declared.contains(&(Kind::Function, "one".to_owned())), "{declared:?}");
    assert!(declared.contains(&(Kind::Function, "two".to_owned())), "{declared:?}");
}

#[test]
fn deep_nesting_needs_no_stack() {
    for language in Language::all() {
        // The time that these grammars take grows with the square of the depth.
        let depth = match language.name() {
            "dart" | "scala" => 2_000,
            _ => 10_000,
        };
        for (open, close) in [("(", ")"), ("{", "}"), ("[", "]"), ("a(", ")")] {
            let source = format!("{}x{}", open.repeat(depth), close.repeat(depth));
            let x = source.find('x').unwrap();
            let range = x..x + 1;
            let whole = outline(language, source.as_bytes()).class_at(range.clone());
            let few =
                parser().classify(language, source.as_bytes(), std::slice::from_ref(&range), &mut || true);
            assert_eq!(few.unwrap(), [whole], "{}: {open}", language.name());
            let _ = language.may_declare(source.as_bytes(), range);
        }
    }
}

#[test]
fn a_line_of_ten_megabytes_is_like_any_other() {
    let language = Language::by_name("javascript").unwrap();
    let unit = format!("function f(a){{return a+1}};var b=\"{}\";", "text ".repeat(100));
    let source = unit.repeat(10_000_000 / unit.len()).into_bytes();
    let outline = outline(language, &source);
    assert!(!outline.has_faults());
    let functions = outline.names().filter(|name| name.class == Class::Definition(Kind::Function)).count();
    assert_eq!(functions, 10_000_000 / unit.len());
    let names = outline.names().count();
    assert!(outline.size() < names * 9 / 2, "{} bytes for {names} names", outline.size());
}

#[test]
fn a_parse_stops_when_it_is_told_to() {
    for fixture in fixtures() {
        // How often it is asked: at least once for each kilobyte, which takes well below a millisecond.
        let source = fixture.source.repeat(200_000 / fixture.source.len() + 1);
        let mut asked = 0usize;
        let counted = parser().outline(fixture.language, &source, &mut || {
            asked += 1;
            true
        });
        assert!(counted.is_ok());
        assert!(asked > source.len() / 1000, "{}: {asked} times", fixture.language.name());
        for limit in [0, 1, asked / 3, asked - 1] {
            let mut left = limit;
            let mut parser = parser();
            let mut go_on = || {
                left = left.saturating_sub(1);
                left > 0
            };
            let stopped = parser.outline(fixture.language, &source, &mut go_on);
            assert_eq!(
                stopped,
                Err(OutlineError::Stopped),
                "{}: {limit} of {asked}",
                fixture.language.name()
            );
            // What was stopped leaves nothing behind.
            let after = parser.outline(fixture.language, &fixture.source, &mut || true).unwrap();
            assert_eq!(after, outline(fixture.language, &fixture.source));
        }
    }
}

/// Two long lists below one node: many pairs that a pattern could be about.
#[test]
fn a_look_at_few_nodes_that_takes_long_is_stopped() {
    let python = Language::by_name("python").unwrap();
    let source = format!("class A({}):\n{}", "Enum, ".repeat(3000), "    B = 1\n".repeat(3000));
    let mut of_parse = 0usize;
    let mut count = || {
        of_parse += 1;
        true
    };
    // No range is looked at, so this is the parse.
    parser().classify(python, source.as_bytes(), &[], &mut count).unwrap();
    let mut left = of_parse + 2000;
    let stopped = parser().outline(python, source.as_bytes(), &mut || {
        left = left.saturating_sub(1);
        left > 0
    });
    assert_eq!(stopped, Err(OutlineError::Stopped));
}

/// Lists that a rule would look through again for each name.
#[test]
fn long_lists_are_not_read_for_each_name() {
    for language in Language::all() {
        for unit in ["a, ", "a::{", "class A ", "{a ", "a.", "import a ", "# a\n", "A A "] {
            let source = unit.repeat(100_000 / unit.len()).into_bytes();
            let places: Vec<usize> = (0..source.len()).filter(|at| source[*at] == b'a').collect();
            let possible = places.iter().filter(|at| language.may_declare(&source, **at..**at + 1)).count();
            assert!(possible <= places.len());
        }
    }
}

fn any_bytes() -> impl Strategy<Value = Vec<u8>> {
    let pieces = proptest::sample::select(vec![
        "fn ",
        "class ",
        "def ",
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        "<",
        ">",
        "\"",
        "'",
        "`",
        "/*",
        "*/",
        "//",
        "#",
        "\n",
        "\r",
        "\0",
        "\\",
        "x",
        "::",
        ".",
        "=",
        "=>",
        ":",
        ";",
        ",",
        "\u{feff}",
        "é",
        "EXPORT_API ",
        "$",
        "@",
        "struct ",
        "import ",
        "end",
        "do ",
        "#define ",
        "${",
        "<<EOF\n",
    ]);
    let piece = prop_oneof![9 => pieces.prop_map(|piece| piece.as_bytes().to_vec()), 1 => any::<[u8; 2]>().prop_map(Vec::from)];
    proptest::collection::vec(piece, 0..80).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_have_an_outline_in_any_language(source in any_bytes()) {
        for language in Language::all() {
            let outline = outline(language, &source);
            let names: Vec<_> = outline.names().collect();
            for name in &names {
                prop_assert!(name.range.end <= source.len() && name.range.start < name.range.end, "{name:?}");
                prop_assert_eq!(outline.class_at(name.range.clone()).is_some(), true);
                let _ = language.may_declare(&source, name.range.clone());
            }
            let ranges: Vec<_> = names.iter().map(|name| name.range.clone()).collect();
            let classes = parser().classify(language, &source, &ranges, &mut || true).unwrap();
            let expected: Vec<_> = names.iter().map(|name| outline.class_at(name.range.clone())).collect();
            prop_assert_eq!(classes, expected);
        }
    }

    #[test]
    fn any_range_is_answered(source in any_bytes(), start in 0usize..200, length in 0usize..20) {
        for language in Language::all() {
            let _ = language.may_declare(&source, start..start + length);
            let _ = Language::of_file("a.h", &source);
            let _ = Language::of_file("run", &source);
        }
    }
}
