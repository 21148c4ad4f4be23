//! What is found, and in which order.

use proptest::prelude::*;

use crate::support::{Ask, Definition, InPath, Text, Tree, Usage, ask, lines};

fn table(tree: &Tree, rows: &[(Ask, &[&str])]) {
    for (ask, expected) in rows {
        assert_eq!(tree.lines(ask), *expected, "{ask:?}");
    }
}

#[test]
fn an_answer_is_ordered_by_category_and_then_by_place() {
    let tree = Tree::new(&[
        ("z.rs", "pub struct Seat;\n"),
        ("a.rs", "use z::Seat;\n// a Seat\nfn sit(seat: Seat) { let x = \"Seat\"; }\n"),
        ("README.md", "A Seat is a Seat.\n"),
        ("Seat/notes.txt", "nothing\n"),
    ]);
    table(
        &tree,
        &[
            (
                ask("Seat"),
                &[
                    "definition z.rs:1:12 Seat: pub struct Seat;",
                    "usage a.rs:1:8 Seat: use z::Seat;",
                    "usage a.rs:3:14 Seat: fn sit(seat: Seat) { let x = \"Seat\"; }",
                    "text README.md:1:3: A Seat is a Seat.",
                    "text a.rs:2:6: // a Seat",
                    "text a.rs:3:31: fn sit(seat: Seat) { let x = \"Seat\"; }",
                    "path Seat/notes.txt",
                ],
            ),
            (
                ask("seat").only(&[Definition, Usage]),
                &[
                    "definition z.rs:1:12 Seat: pub struct Seat;",
                    "usage a.rs:1:8 Seat: use z::Seat;",
                    "usage a.rs:3:8 seat: fn sit(seat: Seat) { let x = \"Seat\"; }",
                    "usage a.rs:3:14 Seat: fn sit(seat: Seat) { let x = \"Seat\"; }",
                ],
            ),
            (ask("Seat").only(&[Text]).limit(1), &["text README.md:1:3: A Seat is a Seat."]),
            (ask("Seat").only(&[InPath]), &["path Seat/notes.txt"]),
            (ask("SEAT"), &[]),
        ],
    );
}

#[test]
fn paths_are_ordered_name_by_name() {
    let names = ["a/b", "a-b", "a.b", "a/b.c/d", "ab", "B", "a b", "ä", "a/-", "a"];
    let files: Vec<(String, &str)> = names.iter().map(|name| (format!("{name}/x"), "hit\n")).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), *text)).collect();
    let tree = Tree::new(&files);
    let mut expected: Vec<Vec<&str>> = files.iter().map(|(path, _)| path.split('/').collect()).collect();
    expected.sort();
    let expected: Vec<String> =
        expected.iter().map(|names| format!("text {}:1:1: hit", names.join("/"))).collect();
    assert_eq!(tree.lines(&ask("hit")), expected);
}

#[test]
fn a_late_definition_comes_before_much_early_text() {
    let tree = Tree::new(&[("z.rs", "fn wanted() {}\n")]);
    for number in 0..300 {
        tree.write(&format!("a{number:03}.txt"), "wanted\n");
    }
    let page = tree.find(&ask("wanted").limit(3)).unwrap();
    assert_eq!(
        lines(&page),
        [
            "definition z.rs:1:4 wanted: fn wanted() {}",
            "text a000.txt:1:1: wanted",
            "text a001.txt:1:1: wanted"
        ]
    );
    assert!(page.truncated);
    assert_eq!(
        page.hints,
        ["There are more results; narrow `path`, `file_types` or `result_types` to see them."]
    );
}

#[test]
fn truncated_is_exact() {
    let tree = Tree::new(&[("a.rs", "fn hit() { hit(); }\n// hit\n"), ("b/hit", "hit\nhit\n")]);
    // One definition, one usage, three lines of text, one path.
    for limit in 1..8 {
        let page = tree.find(&ask("hit").limit(limit)).unwrap();
        assert_eq!(page.hits.len(), limit.min(6));
        assert_eq!(page.truncated, limit < 6, "{limit}");
    }
}

#[test]
fn a_query_is_literal() {
    let tree = Tree::new(&[("both.txt", "x a||b y\n"), ("one.txt", "a\nb\n.*\n[a-z]+ (\\d{2})$\n")]);
    table(
        &tree,
        &[
            (ask("a||b"), &["text both.txt:1:3: x a||b y"]),
            (ask(".*"), &["text one.txt:3:1: .*"]),
            (ask("[a-z]+ (\\d{2})$"), &["text one.txt:4:1: [a-z]+ (\\d{2})$"]),
            (ask("a|b"), &[]),
            (ask("(?i)A"), &[]),
        ],
    );
}

#[test]
fn a_line_has_one_text_hit_beside_its_names() {
    let tree = Tree::new(&[("a.rs", "fn hit() {} // hit and hit\nconst A: &str = \"hit hit\"; // hits\n")]);
    assert_eq!(
        tree.lines(&ask("hit")),
        [
            "definition a.rs:1:4 hit: fn hit() {} // hit and hit",
            "text a.rs:1:16: fn hit() {} // hit and hit",
            "text a.rs:2:18: const A: &str = \"hit hit\"; // hits",
        ]
    );
}

#[test]
fn the_name_of_a_part_is_no_definition() {
    let tree = Tree::new(&[("a.rs", "struct SeatRow;\nenum Row { Member }\nfn f() { Member2(); }\n")]);
    table(
        &tree,
        &[
            (ask("Seat"), &["text a.rs:1:8: struct SeatRow;"]),
            (
                ask("Member"),
                &[
                    "definition a.rs:2:12 Member: enum Row { Member }",
                    "text a.rs:3:10: fn f() { Member2(); }",
                ],
            ),
        ],
    );
}

#[test]
fn a_file_with_faults_still_has_what_was_recognised() {
    let tree = Tree::new(&[("a.rs", "fn good() {}\nfn ((( { ]]\n// good\n")]);
    let page = tree.find(&ask("good")).unwrap();
    assert_eq!(lines(&page), ["definition a.rs:1:4 good: fn good() {}", "text a.rs:3:4: // good"]);
    assert_eq!(
        page.hints,
        ["Some files did not parse cleanly, such as `a.rs`: definitions and usages may be missing there."]
    );
}

#[test]
fn usages_come_with_a_word_of_caution() {
    let tree = Tree::new(&[("a.rs", "fn f() { hit(); }\n")]);
    assert_eq!(
        tree.find(&ask("hit")).unwrap().hints,
        [
            "Usages are identifiers of the same spelling; they are not resolved, so some may mean something else."
        ]
    );
    assert_eq!(tree.find(&ask("f").only(&[Definition])).unwrap().hints, Vec::<String>::new());
}

const PIECES: [&str; 8] =
    ["fn hit() {}\n", "// hit\n", "hit();\n", "\n", "struct Hit;\n", "x.hit\n", "hits\n", "{"];

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// However small the page is, and whichever categories are left out, it is the beginning of the whole answer.
    #[test]
    fn a_page_is_the_beginning_of_the_whole(
        files in prop::collection::vec(("[ab]{1,2}(/[a-c.-]{1,2}x){0,2}", prop::collection::vec(0..PIECES.len(), 0..6), any::<bool>()), 1..12),
        limits in prop::collection::vec(1usize..12, 3),
        left_out in 0usize..4,
    ) {
        let tree = Tree::new(&[]);
        for (path, pieces, is_rust) in &files {
            let text: String = pieces.iter().filter_map(|piece| PIECES.get(*piece).copied()).collect();
            tree.write(&format!("{path}{}", if *is_rust { ".rs" } else { ".txt" }), text);
        }
        let all = [Definition, Usage, Text, InPath];
        let some: Vec<_> = all.into_iter().filter(|category| all[left_out] != *category).collect();
        let whole = tree.find(&ask("hit").limit(100)).unwrap();
        let searcher = tree.searcher();
        for limit in limits {
            for categories in [&all[..], &some] {
                let page = ask("hit").only(categories).limit(limit).of(&searcher).unwrap();
                let expected: Vec<_> =
                    whole.hits.iter().filter(|hit| categories.contains(&hit.category)).cloned().collect();
                prop_assert_eq!(page.truncated, expected.len() > limit);
                prop_assert_eq!(&page.hits[..], &expected[..limit.min(expected.len())]);
            }
        }
    }
}
