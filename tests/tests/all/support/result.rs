//! Reading results of calls.

use serde_json::Value;

/// Code and message of a failed call.
pub(crate) fn failure(result: &Value) -> (&str, &str) {
    let error = &result["error"];
    match (error["code"].as_str(), error["message"].as_str()) {
        (Some(code), Some(message)) => (code, message),
        _ => panic!("no failure: {result}"),
    }
}

/// The hints of a failed call, as one text.
pub(crate) fn hints(result: &Value) -> String {
    let hints = result["error"]["hints"].as_array().map(Vec::as_slice).unwrap_or_default();
    hints.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" ")
}

/// Fails unless the call failed with this code and its message has all of these parts.
pub(crate) fn assert_failure(result: &Value, code: &str, parts: &[&str]) {
    let (found, message) = failure(result);
    assert_eq!(found, code, "{result}");
    for part in parts {
        assert!(message.contains(part), "{part:?} is not in {message:?}");
    }
}

/// The output and exit code of a command that has ended.
pub(crate) fn ended(result: &Value) -> (&str, i64) {
    match (result["output"].as_str(), result["exit_code"].as_i64()) {
        (Some(output), Some(code)) => (output, code),
        _ => panic!("no end of a command: {result}"),
    }
}

/// A field that is a number.
pub(crate) fn number(result: &Value, key: &str) -> u64 {
    result[key].as_u64().unwrap_or_else(|| panic!("{key}: {result}"))
}

/// The sentences in `notices`, as one text.
pub(crate) fn notices(result: &Value) -> String {
    let notices = result["notices"].as_array().unwrap_or_else(|| panic!("no notices: {result}"));
    notices.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" ")
}
