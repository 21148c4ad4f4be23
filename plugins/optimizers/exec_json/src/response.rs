//! The response of the protocol. Messages quote nothing of it, since they go to the log; what the program printed on standard
//! error is a detail beside them, for the author who runs it at a terminal.

use serde_json::{Map, Value};
use toolhost_plugin::process::{Completed, Exit};
use toolhost_plugin::{Failure, Replacement};

use crate::SCHEMA;

/// The replacement in `field`, of a program that ended with exit 0 after one JSON object. None where `changed` is
/// false or left out, and where the field is left out or is no text, which is how the protocol lets a payload pass.
/// Whether a text is a valid replacement is for the host to say, of all optimizers alike.
///
/// # Errors
/// `io`: another end, or standard output that is not one such object. `changed` is a boolean; `schema` need not be
/// there, but must not be another one.
pub(crate) fn read(completed: Completed, field: &str) -> Result<Option<Replacement>, Failure> {
    let Completed { exit, stdout, stderr, .. } = completed;
    answer(exit, &stdout, field).map_err(|failure| failure.stderr(&stderr))
}

fn answer(exit: Exit, stdout: &[u8], field: &str) -> Result<Option<Replacement>, Failure> {
    match exit {
        Exit::Code(0) => {}
        Exit::Code(code) => return Err(refused(&format!("ended by exit {code}"))),
        Exit::Signal(signal) => return Err(refused(&format!("ended by signal {signal}"))),
    }
    let mut response: Map<String, Value> = serde_json::from_slice(stdout).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        refused(&format!("did not print one JSON object: it ceases to be one at line {line} column {column}"))
    })?;
    if response.get("schema").is_some_and(|schema| schema != SCHEMA) {
        return Err(refused(&format!("answered in another schema than {SCHEMA}")));
    }
    match response.get("changed") {
        Some(Value::Bool(true)) => {}
        Some(Value::Bool(false) | Value::Null) | None => return Ok(None),
        Some(_) => return Err(refused("answered with a `changed` that is no boolean")),
    }
    let Some(Value::String(text)) = response.remove(field) else { return Ok(None) };
    let reason = match response.remove("reason") {
        Some(Value::String(reason)) => Some(reason),
        _ => None,
    };
    Ok(Some(Replacement { text, reason }))
}

fn refused(what: &str) -> Failure {
    Failure::new("io", format!("The optimizer {what}."))
}

#[cfg(test)]
mod tests {
    use super::{Completed, Exit, read};

    fn completed(exit: Exit, stdout: &[u8]) -> Completed {
        Completed { exit, stdout: stdout.to_vec(), stderr: Vec::new(), wall_time_ms: 1 }
    }

    /// Text and reason, or the message.
    fn answer(exit: Exit, stdout: &[u8], field: &str) -> Result<Option<(String, Option<String>)>, String> {
        match read(completed(exit, stdout), field) {
            Ok(replacement) => Ok(replacement.map(|replacement| (replacement.text, replacement.reason))),
            Err(failure) => {
                assert_eq!(failure.code, "io");
                Err(failure.message)
            }
        }
    }

    #[test]
    fn a_change_is_taken() {
        let table: &[(&str, &str, &str, Option<&str>)] = &[
            (
                "command",
                r#"{"changed":true,"command":"go test ./proxy/...","reason":"narrowed package"}"#,
                "go test ./proxy/...",
                Some("narrowed package"),
            ),
            ("output", r#"{"changed":true,"output":"1\n","reason":"kept"}"#, "1\n", Some("kept")),
            ("output", " {\"output\": \"a\", \"changed\": true}\n", "a", None),
            ("command", r#"{"changed":true,"command":"a","output":"b","more":[{}]}"#, "a", None),
            ("command", r#"{"changed":true,"command":"a","reason":5}"#, "a", None),
            ("command", r#"{"schema":"vekil.tool_optimizer.v1","changed":true,"command":"a"}"#, "a", None),
            ("command", r#"{"changed":true,"command":""}"#, "", None),
            ("output", r#"{"changed":true,"output":"\u0000"}"#, "\0", None),
        ];
        for (field, stdout, text, reason) in table {
            let expected = Some(((*text).to_owned(), reason.map(str::to_owned)));
            assert_eq!(answer(Exit::Code(0), stdout.as_bytes(), field), Ok(expected), "{stdout}");
        }
    }

    #[test]
    fn a_payload_passes_when_the_response_says_so() {
        for stdout in [
            r#"{"changed":false,"command":"a"}"#,
            r#"{"command":"a"}"#,
            r#"{"changed":null,"command":"a"}"#,
            r#"{"changed":true}"#,
            r#"{"changed":true,"output":"a"}"#,
            r#"{"changed":true,"command":null}"#,
            r#"{"changed":true,"command":7}"#,
            r#"{"changed":true,"command":["a"]}"#,
            "{}",
        ] {
            assert_eq!(answer(Exit::Code(0), stdout.as_bytes(), "command"), Ok(None), "{stdout}");
        }
    }

    #[test]
    fn all_else_is_an_error() {
        let good = br#"{"changed":true,"command":"a"}"#;
        let table: &[(Exit, &[u8], &str)] = &[
            (Exit::Code(1), good, "ended by exit 1."),
            (Exit::Signal(9), good, "ended by signal 9."),
            (Exit::Code(0), b"", "did not print one JSON object: it ceases to be one at line 1 column 0."),
            (Exit::Code(0), b"[]", "did not print one JSON object: it ceases to be one at line 1 column 0."),
            (Exit::Code(0), b"{} {}", "at line 1 column 4."),
            (Exit::Code(0), b"{\"changed\":true,\"command\":\"a\"}\nbye", "at line 2 column 1."),
            (Exit::Code(0), b"{\"changed\":true,\"command\":\"a", "at line 1 column 28."),
            (Exit::Code(0), b"{\"changed\":true,\"command\":\"a\"}\0", "at line 1 column 31."),
            (Exit::Code(0), b"{\"changed\":true,\"command\":\"a\0\"}", "at line 1 column 29."),
            (Exit::Code(0), b"{\"changed\":true,\"command\":\"\xff\"}", "at line 1 column 28."),
            (Exit::Code(0), br#"{"changed":"yes","command":"a"}"#, "`changed` that is no boolean."),
            (Exit::Code(0), br#"{"schema":"v2","changed":true,"command":"a"}"#, "another schema than"),
            (Exit::Code(0), br#"{"schema":1,"changed":true,"command":"a"}"#, "another schema than"),
        ];
        for (exit, stdout, expected) in table {
            let stdout_text = String::from_utf8_lossy(stdout);
            match answer(*exit, stdout, "command") {
                Err(message) => assert!(message.contains(expected), "{stdout_text}: {message}"),
                Ok(answer) => assert_eq!(answer, None, "{stdout_text} is taken"),
            }
            assert!(answer(*exit, stdout, "command").is_err(), "{stdout_text}");
        }
    }
}
