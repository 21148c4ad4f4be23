//! Exact cuts, and the properties that hold for all of them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io;

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::excerpt::{WHOLE, WINDOW};
use super::*;
use crate::preview;
use crate::source::Source;

const PATH: Option<&str> = Some("/s/1");

fn cut_bytes(bytes: &[u8], max_tokens: u32, reserve: usize) -> Cut {
    cut(&Bytes(bytes), max_tokens, reserve, PATH).unwrap()
}

/// A source that returns a few bytes at a time.
struct Bytes<'a>(&'a [u8]);

impl Source for Bytes<'_> {
    fn len(&self) -> u64 {
        Source::len(self.0)
    }
    fn read(&self, offset: u64, max: usize) -> io::Result<Vec<u8>> {
        self.0.read(offset, max.min(64 << 10))
    }
    fn newlines(&self, from: u64, to: u64) -> io::Result<u64> {
        self.0.newlines(from, to)
    }
}

/// A cut apart: head, the three numbers of the marker, tail.
fn parts(text: &str) -> Option<(&str, [u64; 3], &str)> {
    let (head, rest) = text.split_once("[… ")?;
    let (numbers, tail) = rest.split_once("; whole output: /s/1 …]\n")?;
    let mut found = numbers.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok());
    Some((head, [found.next()?, found.next()?, found.next()?], tail))
}

#[test]
fn estimates() {
    for (count, expected) in [(0, 0), (1, 1), (4, 1), (5, 2), (8, 2), (9, 3)] {
        assert_eq!(tokens(count), expected);
    }
    for value in [json!("a\"b\\\n\té日"), json!({"a": [1, 1.5, null, true], "b": {}}), json!("\u{1}\u{8}\r")]
    {
        assert_eq!(json_cost(&value), value.to_string().len());
        if let Some(text) = value.as_str() {
            assert_eq!(text_cost(text), value.to_string().len() - 2);
        }
    }
}

#[test]
fn what_fits_is_whole() {
    let table: &[(&[u8], u32, usize, &str)] = &[
        (b"", 1, 0, ""),
        (b"", 1, 100, ""),
        (b"abcd", 1, 0, "abcd"),
        (b"ab\n", 1, 0, "ab\n"),
        (b"\x1b[31mabcd\x1b[m", 1, 0, "abcd"),
        (b"abcd", 2, 4, "abcd"),
    ];
    for (bytes, max_tokens, reserve, text) in table {
        let total_bytes = Source::len(*bytes);
        let expected = Cut {
            text: (*text).to_owned(),
            truncated: false,
            total_bytes,
            omitted_bytes: 0,
            omitted_lines: 0,
            original_token_count: total_bytes.div_ceil(4),
        };
        assert_eq!(cut_bytes(bytes, *max_tokens, *reserve), expected);
    }
}

#[test]
fn the_newline_before_the_marker_is_the_text_s_own_where_there_is_one() {
    // Room for 30 in the head: three lines of nine characters and their newlines would be 33.
    let body: String = (1..=100).map(|n| format!("line {n:04}\n")).collect();
    let widest = "[… 1000 bytes, 1000 lines, about 250 tokens omitted; whole output: /s/1 …]\n\n".len() + 2;
    for (half, lines) in [(10, 1), (11, 1), (19, 1), (20, 2), (31, 3)] {
        let budget = widest + 2 * half;
        let cut = cut_bytes(body.as_bytes(), 100, 400 - budget);
        let (head, numbers, tail) = parts(&cut.text).unwrap();
        assert_eq!(head.lines().count(), lines, "{half}");
        assert_eq!(head.len() + tail.len() + usize::try_from(numbers[0]).unwrap(), body.len());
    }
}

#[test]
fn tiny_budgets_keep_the_end() {
    type Row<'a> = (&'a [u8], u32, usize, &'a str, u64, u64);
    let table: &[Row] = &[
        (b"abcdef", 1, 0, "cdef", 2, 0),
        (b"abcdef", 1, 2, "ef", 4, 0),
        (b"abcdef", 1, 4, "", 6, 0),
        (b"abcdef", 1, 400, "", 6, 0),
        (b"one\ntwo\n", 2, 0, "two\n", 4, 1),
        ("aé日".as_bytes(), 1, 0, "日", 3, 0),
        (b"x\x1b[31mabcd", 1, 0, "abcd", 6, 0),
    ];
    for (bytes, max_tokens, reserve, text, omitted_bytes, omitted_lines) in table {
        let cut = cut_bytes(bytes, *max_tokens, *reserve);
        assert_eq!(
            (cut.text.as_str(), cut.truncated, cut.omitted_bytes, cut.omitted_lines),
            (*text, true, *omitted_bytes, *omitted_lines),
        );
    }
}

#[test]
fn head_and_tail_on_lines() {
    let body: String = (1..=100).map(|n| format!("line {n:03}\n")).collect();
    let cut = cut_bytes(body.as_bytes(), 50, 0);
    assert_eq!(
        cut.text,
        "line 001\nline 002\nline 003\nline 004\nline 005\nline 006\n\
         [… 792 bytes, 88 lines, about 198 tokens omitted; whole output: /s/1 …]\n\
         line 095\nline 096\nline 097\nline 098\nline 099\nline 100\n",
    );
    assert_eq!((cut.total_bytes, cut.omitted_bytes, cut.omitted_lines), (900, 792, 88));
    assert_eq!(cut.original_token_count, 225);
}

#[test]
fn a_long_line_is_cut_on_characters() {
    let body = "é".repeat(500);
    let cut = cut_bytes(body.as_bytes(), 40, 0);
    let (head, numbers, tail) = parts(&cut.text).unwrap();
    assert_eq!((head, tail), (format!("{}\n", "é".repeat(19)).as_str(), "é".repeat(20).as_str()));
    assert_eq!(numbers, [922, 0, 231]);
    assert_eq!(cut.omitted_bytes, 922);
}

#[test]
fn a_long_line_between_short_ones_fills_both_halves() {
    let body = format!("start\n{}\nend\n", "x".repeat(1000));
    let cut = cut_bytes(body.as_bytes(), 50, 0);
    let (head, numbers, tail) = parts(&cut.text).unwrap();
    assert!(head.starts_with("start\nxxx") && head.ends_with("x\n"), "{head}");
    assert!(tail.starts_with('x') && tail.ends_with("x\nend\n"), "{tail}");
    let shown = head.len() - 1 + tail.len();
    assert_eq!(numbers[0], (body.len() - shown) as u64);
}

#[test]
fn e1_the_end_survives() {
    let mut body: String = (0..1400).map(|n| format!("log line number {n} with some text\n")).collect();
    body.push_str("FATAL x\n");
    let cut = cut_bytes(body.as_bytes(), 1000, 0);
    assert!(cut.text.starts_with("log line number 0 "));
    assert!(cut.text.ends_with("\nFATAL x\n"));
    assert!(cut.text.len() > 3800, "{}", cut.text.len());
}

#[test]
fn bodies_over_the_windows() {
    let numbered: String = (0..).map(|n| format!("{n}\n")).take(1_000_000).collect();
    let one_line = "é".repeat(5 << 20).into_bytes();
    let progress = (0..).flat_map(|n: u32| format!("{n}%\r").into_bytes()).take(5 << 20).collect::<Vec<u8>>();
    for (name, body) in [("lines", numbered.into_bytes()), ("one line", one_line), ("progress", progress)] {
        assert!(body.len() as u64 > WHOLE);
        let cut = cut_bytes(&body, 10_000, 0);
        assert!(text_cost(&cut.text) <= 40_000, "{name}");
        let (head, [omitted, lines, _], tail) = parts(&cut.text).unwrap();
        assert_eq!((omitted, lines), (cut.omitted_bytes, cut.omitted_lines), "{name}");
        assert!(!cut.text.contains('\u{fffd}'), "{name}");
        if name == "progress" {
            assert!(omitted >= body.len() as u64 - 2 * WINDOW, "{name}");
        } else {
            let head = if lines == 0 { head.trim_end_matches('\n') } else { head };
            assert_eq!((head.len() + tail.len()) as u64 + omitted, body.len() as u64, "{name}");
            assert!(body.starts_with(head.as_bytes()) && body.ends_with(tail.as_bytes()), "{name}");
            let middle = &body[head.len()..body.len() - tail.len()];
            assert_eq!(middle.iter().filter(|byte| **byte == b'\n').count() as u64, lines, "{name}");
        }
    }
}

#[test]
fn a_character_on_the_edge_of_a_window() {
    for shift in 0..4 {
        let mut body = vec![b'x'; shift];
        body.extend("🎉".repeat(2 << 20).into_bytes());
        let tail = super::window::Window::read_from_line(
            &Bytes(&body),
            body.len() as u64 - WINDOW,
            body.len() as u64,
        );
        let head = super::window::Window::read(&Bytes(&body), 0, WINDOW);
        assert!(!tail.unwrap().text().contains('\u{fffd}'), "{shift}");
        assert!(!head.unwrap().text().contains('\u{fffd}'), "{shift}");
    }
}

#[test]
fn no_path_no_mention() {
    let cut = cut(&[b'x'; 1000].as_slice(), 30, 0, None).unwrap();
    assert!(cut.text.contains(" tokens omitted …]\n"), "{}", cut.text);
}

fn fields(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        other => panic!("{other}"),
    }
}

#[test]
fn fields_fit() {
    let long = "x".repeat(200);
    let table = [
        // Fits as it is.
        (json!({"a": [1, 2, 3]}), 13, json!({"a": [1, 2, 3]}), 0),
        // The longest array loses its end; 54 bytes are kept for the note.
        (json!({"a": [1, 2], "b": vec![1; 50]}), 100, json!({"a": [1, 2], "b": vec![1; 14]}), 36),
        // Longest is by bytes, not by elements.
        (
            json!({"few": [long, "keep"], "many": vec![1; 30]}),
            150,
            json!({"few": [], "many": vec![1; 30]}),
            2,
        ),
        // Also within objects.
        (json!({"o": {"a": vec![1; 80]}, "n": 1}), 100, json!({"o": {"a": vec![1; 13]}, "n": 1}), 67),
        // Without arrays the longest string is cut.
        (
            json!({"s": long, "t": "short"}),
            180,
            json!({"s": format!("{}[… 117 bytes omitted]", "x".repeat(83)), "t": "short"}),
            0,
        ),
    ];
    for (input, max, expected, omitted_items) in table {
        let mut map = fields(input);
        let fitted = fit_fields(&mut map, max);
        assert_eq!(Value::Object(map), expected);
        assert_eq!(fitted.omitted_items, omitted_items);
    }
}

#[test]
fn fields_without_arrays_or_long_strings_lose_members() {
    let mut map: Map<String, Value> = (0..1000).map(|n| (format!("key{n}"), json!(n))).collect();
    let fitted = fit_fields(&mut map, 4);
    assert!(json_cost(&map) <= 1024);
    assert_eq!(map.len() as u64 + fitted.omitted_items, 1000);
    assert!(map.contains_key("key0") && fitted.truncated);
    let mut small = fields(json!({"exit_code": 0}));
    fit_fields(&mut small, 4);
    assert_eq!(Value::Object(small), json!({"exit_code": 0}));
}

#[test]
fn many_elements_take_no_quadratic_time() {
    let mut map = fields(json!({"a": vec![7; 1_000_000], "b": vec!["x"; 1_000_000]}));
    fit_fields(&mut map, 1000);
    assert!(json_cost(&map) <= 1000);
}

fn output() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => "[a-zé日\"]{0,30}\n?".prop_map(String::into_bytes),
        1 => "[a-z🎉]{100,300}".prop_map(String::into_bytes),
        1 => prop::sample::select(vec!["\x1b[31m", "\r", "\r\n", "\x08", "\x1b[2K", "\n\n", "\x1b]0;t\x07"])
            .prop_map(|text| text.as_bytes().to_vec()),
        1 => any::<u8>().prop_map(|byte| vec![byte]),
    ];
    prop::collection::vec(piece, 0..80).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn never_over_budget_and_exact(bytes in output(), max_tokens in 1_u32..400, reserve in 0_usize..200) {
        let cut = cut_bytes(&bytes, max_tokens, reserve);
        let text = preview::clean(&bytes);
        let budget = super::bytes(max_tokens).saturating_sub(reserve);
        prop_assert!(text_cost(&cut.text) <= budget);
        prop_assert_eq!(cut.truncated, text_cost(&text) > budget);
        prop_assert_eq!(cut.total_bytes, bytes.len() as u64);
        if !cut.truncated {
            prop_assert_eq!(cut.text, text);
        } else if let Some((head, [omitted, lines, estimate], tail)) = parts(&cut.text) {
            prop_assert_eq!((omitted, lines), (cut.omitted_bytes, cut.omitted_lines));
            prop_assert_eq!(estimate, tokens(omitted));
            prop_assert!(text.ends_with(tail));
            prop_assert!(text.starts_with(head) || text.starts_with(&head[..head.len() - 1]));
        } else {
            prop_assert!(text.ends_with(&cut.text));
        }
    }

    /// Without sequences text and bytes are the same, so the numbers can be checked against the text itself.
    #[test]
    fn omitted_is_what_is_missing(text in "([a-zé日]{0,40}\n){0,60}[a-z]{0,400}", max_tokens in 1_u32..300) {
        let cut = cut_bytes(text.as_bytes(), max_tokens, 0);
        let (shown, lines) = match parts(&cut.text) {
            Some((head, _, tail)) => {
                let head = if text.starts_with(head) { head } else { &head[..head.len() - 1] };
                (head.len() + tail.len(), head.matches('\n').count() + tail.matches('\n').count())
            }
            None => (cut.text.len(), cut.text.matches('\n').count()),
        };
        prop_assert_eq!(shown as u64 + cut.omitted_bytes, text.len() as u64);
        prop_assert_eq!(lines as u64 + cut.omitted_lines, text.matches('\n').count() as u64);
    }

    #[test]
    fn fields_fit_any_budget_over_the_floor(
        arrays in prop::collection::vec(prop::collection::vec("[a-z\"]{0,40}", 0..30), 0..6),
        strings in prop::collection::vec("[a-zé]{0,600}", 0..6),
        max in 1024_usize..4096,
    ) {
        let mut map = Map::new();
        for (index, array) in arrays.iter().enumerate() {
            map.insert(format!("a{index}"), json!(array));
        }
        for (index, string) in strings.iter().enumerate() {
            map.insert(format!("s{index}"), json!(string));
        }
        let before = json_cost(&map);
        let fitted = fit_fields(&mut map, max);
        prop_assert!(json_cost(&map) <= max);
        prop_assert_eq!(fitted.truncated, before > max);
    }
}
