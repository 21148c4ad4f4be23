//! `write_stdin`: sends input to a command that `exec_command` left running, or looks at it.

mod input;

use input::Input;
use toolhost_plugin::{Arguments, Failure, Outcome, plugin, terminal, tool};
use toolhost_terminal_policy::{Report, Wait, outcome};

#[derive(Arguments)]
struct WriteStdin {
    /// The `session_id` that `exec_command` returned.
    session_id: u32,
    /// Text to send as it is: "\n" is Enter, "\u0003" is Ctrl-C. Empty: send nothing and see what the command
    /// has printed since.
    chars: String,
    /// Milliseconds to wait before returning, 250 to 30000, with empty `chars` to 300000.
    #[arg(default = 250)]
    yield_time_ms: u64,
}

/// Sends input to a running command and returns what it has printed since the last look. Empty `chars` only
/// looks.
///
/// A command without `tty` takes no input but "\u0003", which interrupts it.
#[tool(
    title = "Write to a command",
    hints(read_only = false, destructive = true, idempotent = false, open_world = true),
    returns = Report,
    body = "output",
)]
fn write_stdin(arguments: WriteStdin) -> Result<Outcome, Failure> {
    let session = arguments.session_id;
    let input = Input::of(arguments.chars, || has_terminal(session));
    let wait = Wait::new(arguments.yield_time_ms, input.most_ms());
    let observation = match input {
        Input::Interrupt => terminal::signal(session, "INT", wait.effective_ms),
        Input::Look => terminal::send(session, &[], wait.effective_ms),
        Input::Bytes(bytes) => terminal::send(session, &bytes, wait.effective_ms),
    };
    outcome(observation?, wait)
}

/// None: there is no such session, which the host's own error says best.
fn has_terminal(session: u32) -> Option<bool> {
    terminal::sessions().into_iter().find(|candidate| candidate.id == session).map(|found| found.tty)
}

plugin! {
    name: "write_stdin",
    asks: {"terminal": true},
    tools: [write_stdin],
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::{METADATA, WriteStdin};
    use serde_json::{Value, json};

    #[test]
    fn a_poll_waits_a_quarter_of_a_second() {
        let parsed: WriteStdin = serde_json::from_str(r#"{"session_id":42,"chars":""}"#).unwrap();
        assert_eq!((parsed.session_id, parsed.chars.as_str(), parsed.yield_time_ms), (42, "", 250));
    }

    #[test]
    fn the_schema_has_exactly_the_fields_of_the_contract() {
        let metadata: Value = serde_json::from_str(&METADATA.to_string()).unwrap();
        assert_eq!(metadata["asks"], json!({"terminal": true}));
        let parameters = &metadata["tools"][0]["parameters"];
        let fields: Vec<_> = parameters["properties"].as_object().unwrap().keys().collect();
        assert_eq!(fields, ["session_id", "chars", "yield_time_ms"]);
        assert_eq!(parameters["required"], json!(["session_id", "chars"]));
        assert_eq!(parameters["properties"]["session_id"]["type"], "integer");
    }
}
