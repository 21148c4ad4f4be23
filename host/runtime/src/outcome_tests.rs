//! Tests of what results are accepted and how others are refused.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use serde_json::json;
use wasmtime::component::Resource;

use super::*;

fn returned(fields: &str, body: tool::Body) -> Result<Outcome, CallError> {
    let raw = tool::Outcome { fields: fields.to_owned(), body, is_error: false };
    outcome(raw, Observed::default(), &mut ResourceTable::new())
}

fn part_of(kind: &str, mime_type: &str, uri: Option<&str>, data: &[u8], meta: Option<&str>) -> tool::Part {
    tool::Part {
        kind: kind.to_owned(),
        mime_type: mime_type.to_owned(),
        uri: uri.map(str::to_owned),
        data: data.to_owned(),
        meta: meta.map(str::to_owned),
    }
}

#[test]
fn fields_are_an_object() {
    assert_eq!(
        returned(r#"{"a":1}"#, tool::Body::None).unwrap().fields,
        json!({"a": 1}).as_object().unwrap().clone()
    );
    for (fields, expected) in [
        ("[]", "`fields` must be a JSON object and is an array"),
        ("null", "`fields` must be a JSON object and is null"),
        ("\"{}\"", "`fields` must be a JSON object and is a string"),
        ("{", "`fields` is not JSON: EOF while parsing an object at line 1 column 1"),
        ("", "`fields` is not JSON: EOF while parsing a value at line 1 column 0"),
        ("{} {}", "`fields` is not JSON: trailing characters at line 1 column 4"),
    ] {
        assert_eq!(returned(fields, tool::Body::None).unwrap_err(), malformed(expected), "{fields}");
    }
    let deep = "[".repeat(10_000);
    assert!(
        matches!(returned(&deep, tool::Body::None), Err(CallError::Malformed { what }) if what.contains("recursion"))
    );
}

#[test]
fn a_spooled_body_must_exist() {
    let error = returned("{}", tool::Body::Spooled(Resource::new_own(7))).unwrap_err();
    assert_eq!(error, malformed("`body` is a spooled output that does not exist"));
}

#[test]
fn parts_are_checked_one_by_one() {
    let good = part_of("text", "", None, b"hi", Some("{}"));
    for (part, expected) in [
        (
            part_of("video", "", None, b"", None),
            "is of kind \"video\"; it must be text, image, audio or resource",
        ),
        (part_of("text", "", None, b"\xff", None), "is text and not UTF-8"),
        (part_of("image", "png", None, b"", None), "is an image or audio and has no MIME type"),
        (part_of("audio", "", None, b"", None), "is an image or audio and has no MIME type"),
        (part_of("resource", "text/plain", None, b"", None), "is a resource and has no URI"),
        (part_of("resource", "text/plain", Some(""), b"", None), "is a resource and has no URI"),
    ] {
        let error = returned("{}", tool::Body::Parts(vec![good.clone(), part])).unwrap_err();
        assert_eq!(error, malformed(format!("`body.parts[1]` {expected}")));
    }
    let many = vec![good.clone(); MAX_PARTS + 1];
    assert_eq!(
        returned("{}", tool::Body::Parts(many)).unwrap_err(),
        malformed("`body` has 1001 parts; at most 1000 are allowed")
    );
    let meta = part_of("text", "", None, b"", Some("[]"));
    assert_eq!(
        returned("{}", tool::Body::Parts(vec![meta])).unwrap_err(),
        malformed("`body.parts[0]`.meta must be a JSON object and is an array")
    );
    let parts = vec![
        part_of("image", "image/png", None, b"\x89PNG", None),
        part_of("resource", "text/plain", Some("file:///a"), b"a", None),
    ];
    assert!(
        matches!(returned("{}", tool::Body::Parts(parts)).unwrap().body, Body::Parts(parts) if parts.len() == 2)
    );
}

#[test]
fn a_tools_error_is_bounded_and_clean() {
    let error = |code: &str, message: &str, details: Option<&str>| types::Error {
        code: code.to_owned(),
        message: message.to_owned(),
        hints: vec!["do\u{7}".to_owned(); 20],
        details: details.map(str::to_owned),
    };
    let clean = failure(error("not_found", "no \u{1b}[1mfile", Some(r#"{"near":["a"]}"#)));
    assert_eq!((clean.code.as_str(), clean.message.as_str()), ("not_found", "no [1mfile"));
    assert_eq!((clean.hints.len(), clean.hints[0].as_str()), (16, "do"));
    assert_eq!(clean.details.map(|details| Value::Object(*details)), Some(json!({"near": ["a"]})));
    let odd = failure(error("No File!", &"x".repeat(10_000), Some("[]")));
    assert_eq!((odd.code.as_str(), odd.message.len(), odd.details), ("tool_error", text::ERROR_BYTES, None));
}

#[test]
fn size_counts_what_the_guest_handed_over() {
    let outcome = |body| tool::Outcome { fields: "{}".to_owned(), body, is_error: false };
    for (outcome, expected) in [
        (outcome(tool::Body::None), 2),
        (outcome(tool::Body::Bytes(vec![0; 10])), 12),
        (outcome(tool::Body::Spooled(Resource::new_own(1))), 2),
        (
            outcome(tool::Body::Parts(vec![part_of("text", "a/b", Some("u"), b"data", Some("{}"))])),
            2 + 4 + 3 + 1 + 4 + 2,
        ),
    ] {
        assert_eq!(size(&outcome), expected);
    }
    let error = types::Error {
        code: "io".to_owned(),
        message: "abc".to_owned(),
        hints: vec!["de".to_owned()],
        details: Some("{}".to_owned()),
    };
    assert_eq!(error_size(&error), 9);
}
