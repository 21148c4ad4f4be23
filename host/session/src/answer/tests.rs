//! Both forms of results, exactly, and their size.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use toolhost_capability::Failure;

use super::{Answer, Body, Content, Mixed};
use crate::budget::{json_cost, tokens};

fn map(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        other => panic!("{other}"),
    }
}

fn body(bytes: &'static [u8]) -> Body<'static> {
    let source: &'static &'static [u8] = Box::leak(Box::new(bytes));
    Body { name: "output", source, total_bytes: bytes.len() as u64, spool_path: Some("/s/1"), complete: true }
}

fn text(answer: &Answer) -> &str {
    text_of(&answer.content()[0])
}

fn text_of(part: &Content) -> &str {
    match part {
        Content::Text(text) => text,
        other => panic!("{other:?}"),
    }
}

fn json_text(answer: &Answer) -> String {
    Value::Object(answer.structured().clone()).to_string()
}

#[test]
fn body_that_fits() {
    let fields = map(json!({
        "exit_code": 0, "signal": null, "wall_time_seconds": 0.25, "workdir": "/repo", "background_processes": 0,
        "notices": ["One.", "Two."],
    }));
    let answer = Answer::of_body(fields, &body(b"\x1b[31mred\x1b[m\n"), 10_000, false).unwrap();
    assert_eq!(
        json_text(&answer),
        r#"{"exit_code":0,"signal":null,"wall_time_seconds":0.25,"workdir":"/repo","background_processes":0,"#
            .to_owned()
            + r#""notices":["One.","Two."],"truncated":false,"total_output_bytes":12,"omitted_output_bytes":0,"#
            + r#""original_token_count":3,"spool_path":null,"output":"red\n"}"#,
    );
    assert_eq!(
        text(&answer),
        "exit_code: 0, wall_time_seconds: 0.25, workdir: /repo, background_processes: 0\nnotices: One. Two.\nred\n",
    );
    assert!(!answer.is_error() && answer.failure().is_none());
}

#[test]
fn body_that_is_cut() {
    let mut body = body(b"0123456789\n0123456789\n0123456789\n0123456789\n0123456789\n0123456789\n0123456789\n0123456789\n\
        0123456789\n0123456789\n0123456789\n0123456789\n0123456789\n0123456789\n0123456789\n0123456789\n0123456789\n\
        0123456789\n0123456789\n0123456789\n0123456789\n0123456789\n0123456789\n0123456789\n0123456789\n0123456789\n");
    body.total_bytes = 1000;
    body.complete = false;
    let answer = Answer::of_body(map(json!({"session_id": 7})), &body, 75, true).unwrap();
    assert!(tokens(json_text(&answer).len() as u64) <= 75, "{}", json_text(&answer));
    assert_eq!(
        text(&answer),
        "session_id: 7\n\
         truncated: 242 of 286 bytes omitted; whole output: /s/1\n\
         0123456789\n0123456789\n[… 242 bytes, 22 lines, about 61 tokens omitted; whole output: /s/1 …]\n\
         0123456789\n0123456789\n",
    );
    let mut structured = answer.structured().clone();
    assert!(
        structured
            .remove("output")
            .unwrap()
            .as_str()
            .unwrap()
            .starts_with("0123456789\n0123456789\n[… 242 bytes, ")
    );
    assert_eq!(
        Value::Object(structured),
        json!({
            "session_id": 7, "truncated": true, "total_output_bytes": 1000, "omitted_output_bytes": 242,
            "original_token_count": 72, "spool_path": "/s/1", "spool_complete": false,
        }),
    );
    assert!(answer.is_error() && answer.failure().is_none());
}

#[test]
fn header_lines() {
    let table = [
        (json!({}), ""),
        (json!({"a": null, "b": [], "c": {}}), ""),
        (json!({"notices": []}), ""),
        (json!({"notices": ["x"]}), "notices: x\n"),
        (json!({"notices": "x"}), "notices: x\n"),
        (json!({"a": true, "b": "x", "c": 1.5}), "a: true, b: x, c: 1.5\n"),
        (json!({"a": "one\ntwo", "notices": ["n\nm"]}), "a: \"one\\ntwo\"\nnotices: \"n\\nm\"\n"),
        (json!({"a": [1, {"b": 2}]}), "a: [1,{\"b\":2}]\n"),
    ];
    for (fields, header) in table {
        let answer = Answer::of_body(map(fields), &body(b"text\n"), 1000, false).unwrap();
        assert_eq!(text(&answer), format!("{header}text\n"));
    }
}

#[test]
fn a_body_takes_the_place_of_a_field() {
    let answer =
        Answer::of_body(map(json!({"output": "guest", "spool_path": "guest"})), &body(b"x"), 1000, false);
    let answer = answer.unwrap();
    assert_eq!(
        (&answer.structured()["output"], &answer.structured()["spool_path"]),
        (&json!("x"), &json!(null))
    );
}

#[test]
fn fields_only() {
    let answer = Answer::of_fields(map(json!({"results": [1, 2], "truncated": false})), 1000, false);
    assert_eq!(text(&answer), r#"{"results":[1,2],"truncated":false}"#);
    assert_eq!(json_text(&answer), text(&answer));
    let answer =
        Answer::of_fields(map(json!({"results": vec!["result"; 100], "truncated": false})), 50, false);
    assert_eq!(answer.structured()["truncated"], true);
    let left = answer.structured()["results"].as_array().unwrap().len();
    assert_eq!(answer.structured()["omitted_items"], 100 - left);
    assert!(text(&answer).len() <= 200 && left > 8, "{}", text(&answer));
    assert_eq!(json_text(&answer), text(&answer));
}

#[test]
fn failures() {
    let failure = Failure::new("not_found", "no file `x`").hint("Look at `y`.").hint("Or `z`.");
    let answer = Answer::failed(failure.clone(), 10_000);
    assert_eq!(
        json_text(&answer),
        r#"{"error":{"code":"not_found","message":"no file `x`","hints":["Look at `y`.","Or `z`."]}}"#,
    );
    assert_eq!(text(&answer), "no file `x`\nLook at `y`.\nOr `z`.");
    assert!(answer.is_error());
    assert_eq!(answer.failure(), Some(&failure));
    // Details stand beside the message and cannot take its place.
    let failure = Failure::new("conflict", "changed").detail("line", 3).detail("code", "other");
    let answer = Answer::failed(failure, 10_000);
    assert_eq!(
        json_text(&answer),
        r#"{"error":{"code":"conflict","message":"changed","hints":[],"line":3}}"#
    );
    assert_eq!(text(&answer), "changed\n{\"line\":3}");
    // Also a failure has a budget.
    let failure = Failure::new("x", "m".repeat(1 << 20)).detail("candidates", vec!["c"; 1 << 20]);
    let answer = Answer::failed(failure, 100);
    assert!(json_cost(answer.structured()) <= 400 && text(&answer).len() <= 400, "{}", text(&answer));
    assert!(text(&answer).starts_with("mmmm"));
}

#[test]
fn mixed_content() {
    let image = || Content::Image { mime_type: "image/png".into(), data: vec![0; 100_000] };
    let sound = || Content::Audio { mime_type: "audio/wav".into(), data: vec![0; 5] };
    let resource = |text: Option<&str>| Content::Resource {
        uri: "file:///a".into(),
        mime_type: "text/plain".into(),
        data: vec![1, 2, 3],
        text: text.map(str::to_owned),
    };
    let parts = vec![Content::Text("see".into()), image(), sound(), resource(Some("abc")), resource(None)];
    let mixed = |parts| Mixed { name: "output", parts, spool_path: Some("/s/1") };
    let answer = Answer::of_parts(map(json!({"width": 5})), mixed(parts.clone()), 1000, false);
    assert_eq!(
        Value::Object(answer.structured().clone()),
        json!({"width": 5, "truncated": false, "total_output_bytes": 6, "omitted_output_bytes": 0,
            "original_token_count": 2, "spool_path": null, "output": [
            {"type": "text", "text": "see"},
            {"type": "image", "mime_type": "image/png", "bytes": 100_000},
            {"type": "audio", "mime_type": "audio/wav", "bytes": 5},
            {"type": "resource", "uri": "file:///a", "mime_type": "text/plain", "text": "abc"},
            {"type": "resource", "uri": "file:///a", "mime_type": "text/plain", "bytes": 3},
        ]}),
    );
    assert_eq!(answer.content()[0], Content::Text("width: 5".into()));
    assert_eq!(answer.content()[1..], parts[..]);
    // Texts share the budget, the image does not count.
    let parts =
        vec![image(), Content::Text(format!("\x1b[m{}", "é".repeat(500))), Content::Text("more".into())];
    let answer = Answer::of_parts(Map::new(), mixed(parts), 100, false);
    let shown = answer.content()[1..]
        .iter()
        .map(|part| text_of(part).trim_end_matches('…').len() as u64)
        .sum::<u64>();
    let structured = answer.structured();
    assert_eq!((&structured["truncated"], &structured["spool_path"]), (&json!(true), &json!("/s/1")));
    assert_eq!(
        (&structured["total_output_bytes"], &structured["omitted_output_bytes"]),
        (&json!(1007), &json!(1004 - shown))
    );
    assert!(json_cost(answer.structured()) <= 400, "{}", json_text(&answer));
    assert_eq!((&answer.content()[0], &answer.content()[2]), (&image(), &Content::Text(String::new())));
    assert!(matches!(&answer.content()[1], Content::Text(text) if text.len() > 80 && text.ends_with("é…")));
}

proptest! {
    /// From a budget on that holds the fields at all, both forms stay within it.
    #[test]
    fn both_forms_are_within_the_budget(
        output in prop::collection::vec(prop_oneof!["[a-z\"\\\\é\t]{0,60}\r?\n", "\x1b\\[31m[a-z]{0,300}"], 0..80),
        list in prop::collection::vec("[a-z\"]{0,30}", 0..40),
        max_output_tokens in 150_u32..2000,
    ) {
        let bytes = output.concat().into_bytes();
        let body = Body {
            name: "output", source: &bytes.as_slice(), total_bytes: bytes.len() as u64, spool_path: Some("/spool/1"), complete: true,
        };
        let fields = map(json!({"exit_code": 0, "workdir": "/repo", "notices": ["A \"notice\"."], "list": list}));
        let answer = Answer::of_body(fields, &body, max_output_tokens, false).unwrap();
        prop_assert!(tokens(json_cost(answer.structured()) as u64) <= u64::from(max_output_tokens));
        prop_assert!(tokens(text(&answer).len() as u64) <= u64::from(max_output_tokens));
        prop_assert!(text(&answer).ends_with(answer.structured()["output"].as_str().unwrap()));
    }
}
