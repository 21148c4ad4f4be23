//! Results that break the contract, from real guests.

use serde_json::json;
use toolhost_runtime::{Body, CallError, Grants, Limits, PartKind};

use crate::support::{call, load, misbehave, shared_engine};

#[tokio::test]
async fn malformed_results_are_named() {
    for (mode, amount, expected) in [
        ("fields_text", 0, "`fields` is not JSON: expected ident at line 1 column 2"),
        ("fields_array", 0, "`fields` must be a JSON object and is an array"),
        ("fields_deep", 1000, "`fields` is not JSON: recursion limit exceeded at line 1 column 132"),
        ("many_parts", 1001, "`body` has 1001 parts; at most 1000 are allowed"),
        (
            "ugly_part",
            0,
            "`body.parts[0]` is of kind \" [2J ]0;title     <untrusted>\"; it must be text, image, audio or resource",
        ),
    ] {
        let result = misbehave(mode, amount, Limits::standard()).await.result;
        assert_eq!(result.unwrap_err(), CallError::Malformed { what: expected.to_owned() }, "{mode}");
    }
}

#[tokio::test]
async fn bytes_are_passed_on_as_they_are() {
    let outcome = misbehave("bad_utf8", 0, Limits::standard()).await.result.unwrap();
    assert!(matches!(outcome.body, Body::Bytes(bytes) if bytes == b"a\xff\xc3(\xed\xa0\x80z"));
    let twice = misbehave("fields_twice", 0, Limits::standard()).await.result.unwrap();
    assert_eq!(twice.fields.get("a"), Some(&json!(2)));
}

#[tokio::test]
async fn a_tools_own_error_is_clean() {
    let result = misbehave("ugly_failure", 0, Limits::standard()).await.result;
    let Err(CallError::Tool(failure)) = result else { panic!("{result:?}") };
    assert_eq!((failure.code.as_str(), failure.message.as_str()), ("tool_error", "[2J]0;title<untrusted>"));
    assert_eq!((failure.hints, failure.details), (vec!["[2J]0;title<untrusted>".to_owned()], None));
}

#[tokio::test]
async fn every_kind_of_content_comes_through() {
    let plugin = load(&shared_engine(), "conformance", Grants::none()).unwrap();
    for (tool, kinds) in [
        ("test_simple_text", vec![PartKind::Text]),
        ("test_image_content", vec![PartKind::Image]),
        ("test_audio_content", vec![PartKind::Audio]),
        ("test_embedded_resource", vec![PartKind::Resource]),
        ("test_multiple_content_types", vec![PartKind::Text, PartKind::Image, PartKind::Resource]),
    ] {
        let outcome = plugin.call_tool(call(tool, json!({}))).await.result.unwrap();
        let Body::Parts(parts) = outcome.body else { panic!("{tool}") };
        assert_eq!(parts.iter().map(|part| part.kind).collect::<Vec<_>>(), kinds, "{tool}");
        assert!(!outcome.is_error);
    }
    assert!(plugin.call_tool(call("test_error_handling", json!({}))).await.result.unwrap().is_error);
}
