//! `exec_command`: runs a shell command as a session and reports what it printed.
//!
//! The host has the shell, the processes and the output. This plugin decides what the arguments mean, how
//! long to wait, and what the result says.

mod intent;

use intent::Permissions;
use toolhost_plugin::{Arguments, Failure, Outcome, plugin, terminal, tool};
use toolhost_terminal_policy::{MOST_MS, Report, Wait, outcome};

#[derive(Arguments)]
struct ExecCommand {
    /// Command text, passed to the shell as it is.
    cmd: String,
    /// Directory to run in; the workspace if left out.
    workdir: Option<String>,
    /// Give the command a terminal: for interactive programs.
    #[arg(default = false)]
    tty: bool,
    /// Milliseconds to wait for the end of the command before returning what it has printed, 250 to 30000.
    #[arg(default = 10_000)]
    yield_time_ms: u64,
    /// Whether the command may run under the sandbox of the session or needs to leave it.
    #[arg(default = Permissions::UseDefault)]
    sandbox_permissions: Permissions,
    /// Why the command needs `require_escalated`: one sentence for the person who decides.
    justification: Option<String>,
}

/// Runs a shell command. Returns when it ends, or after `yield_time_ms` with a `session_id` while it runs on:
/// `write_stdin` with empty `chars` then shows what it prints next.
///
/// Standard output and error come in one `output`. Without `tty` the command has no input.
#[tool(
    title = "Run a command",
    hints(read_only = false, destructive = true, idempotent = false, open_world = true),
    returns = Report,
    body = "output",
    shell_command = "/cmd",
    shell_workdir = "/workdir",
    guidance = {
        "unix_like": {
            "default": "Use Unix-like shell commands in `cmd`.",
            "macos": "Use Unix-like shell commands in `cmd`, with BSD-compatible flags where the BSD tools differ from the GNU ones.",
            "wsl": "Use Unix-like shell commands in `cmd`: this is Linux on Windows.",
        },
        "powershell": { "default": "Use native PowerShell syntax in `cmd`." },
    },
)]
fn exec_command(arguments: ExecCommand) -> Result<Outcome, Failure> {
    let wait = Wait::new(arguments.yield_time_ms, MOST_MS);
    let intent = intent::json(arguments.sandbox_permissions, arguments.justification.as_deref())?;
    let request = terminal::Request {
        command: arguments.cmd,
        workdir: arguments.workdir,
        tty: arguments.tty,
        size: None,
        env: Vec::new(),
        intent,
    };
    outcome(terminal::start(&request, wait.effective_ms)?, wait)
}

plugin! {
    name: "exec_command",
    asks: {"terminal": true},
    tools: [exec_command],
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::{ExecCommand, METADATA, Permissions};
    use serde_json::{Value, json};

    #[test]
    fn left_out_arguments_have_the_defaults_of_the_schema() {
        let parsed: ExecCommand = serde_json::from_str(r#"{"cmd":"true"}"#).unwrap();
        assert_eq!(parsed.cmd, "true");
        assert_eq!(
            (parsed.workdir, parsed.tty, parsed.yield_time_ms, parsed.justification),
            (None, false, 10_000, None)
        );
        assert!(matches!(parsed.sandbox_permissions, Permissions::UseDefault));
    }

    #[test]
    fn the_schema_has_exactly_the_fields_of_the_contract() {
        let metadata: Value = serde_json::from_str(&METADATA.to_string()).unwrap();
        assert_eq!(metadata["asks"], json!({"terminal": true}));
        let tool = &metadata["tools"][0];
        assert_eq!(tool["name"], "exec_command");
        assert_eq!((&tool["shell_command"], &tool["shell_workdir"]), (&json!("/cmd"), &json!("/workdir")));
        let parameters = &tool["parameters"];
        let fields: Vec<_> = parameters["properties"].as_object().unwrap().keys().collect();
        assert_eq!(
            fields,
            ["cmd", "workdir", "tty", "yield_time_ms", "sandbox_permissions", "justification"]
        );
        assert_eq!(parameters["required"], json!(["cmd"]));
        assert_eq!(parameters["additionalProperties"], json!(false));
        assert_eq!(
            parameters["properties"]["sandbox_permissions"],
            json!({
                "type": "string",
                "enum": ["use_default", "require_escalated"],
                "description": "Whether the command may run under the sandbox of the session or needs to leave it.",
                "default": "use_default",
            })
        );
    }

    #[test]
    fn the_description_does_not_speak_of_permissions() {
        let metadata: Value = serde_json::from_str(&METADATA.to_string()).unwrap();
        let description = metadata["tools"][0]["description"].as_str().unwrap();
        for word in ["sandbox", "permission", "justif", "escalat"] {
            assert!(!description.contains(word), "{word}");
        }
    }
}
