//! `exec_json`: asks a local program to rewrite commands and to reduce what they print.
//!
//! The program is run once for each question: one JSON object on its standard input ([`request`]), one on its standard
//! output ([`response`]). The protocol is `vekil.tool_optimizer.v1`.
#![forbid(unsafe_code)]

mod quote;
mod request;
mod response;

use request::Request;
use toolhost_plugin::process::{self, Command};
use toolhost_plugin::{Arguments, Failure, Optimizer, Replacement, ToolCall, config, optimizer};

/// The protocol and its version, in every request.
const SCHEMA: &str = "vekil.tool_optimizer.v1";

/// What a provider entry may say.
#[derive(Arguments, Debug, PartialEq, Eq)]
struct Config {
    /// The program: a path, or a name that is looked up in PATH.
    #[arg(min_length = 1)]
    path: String,
    /// Its arguments.
    #[arg(default)]
    args: Vec<String>,
    /// The most bytes that it may print on standard output.
    #[arg(default = 1_048_576)]
    max_stdout_bytes: u32,
    /// The most bytes that it may print on standard error.
    #[arg(default = 65_536)]
    max_stderr_bytes: u32,
}

struct ExecJson;

impl Optimizer for ExecJson {
    fn rewrite_command(call: &ToolCall) -> Result<Option<Replacement>, Failure> {
        ask(&Request::rewrite(call), "command")
    }

    fn reduce_output(
        call: &ToolCall,
        filter_hint: Option<&str>,
        output: String,
    ) -> Result<Option<Replacement>, Failure> {
        ask(&Request::reduce(call, filter_hint, &output), "output")
    }
}

/// Runs the program. `field` is the one of the response that holds the replacement.
fn ask(request: &Request<'_>, field: &str) -> Result<Option<Replacement>, Failure> {
    let completed = process::run(&command(config()?, request.bytes()))?;
    response::read(completed, field)
}

/// The program gets no variables beside those that every program has, and no deadline beside that of the call.
fn command(config: Config, stdin: Vec<u8>) -> Command {
    Command {
        program: config.path,
        args: config.args,
        env: Vec::new(),
        workdir: None,
        stdin,
        max_stdout_bytes: config.max_stdout_bytes,
        max_stderr_bytes: config.max_stderr_bytes,
        timeout_ms: None,
    }
}

optimizer! {
    name: "exec_json",
    asks: {"process": ["*"]},
    config: Config,
    optimizer: ExecJson,
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::{Config, METADATA, command};
    use serde_json::{Value, json};
    use toolhost_plugin::read_config;

    #[test]
    fn the_program_is_run_as_configured() {
        let config: Config = read_config(r#"{"path":"/bin/o","args":["--profile","default"]}"#).unwrap();
        let asked = command(config, b"{}".to_vec());
        assert_eq!((asked.program.as_str(), asked.stdin.as_slice()), ("/bin/o", b"{}".as_slice()));
        assert_eq!(asked.args, ["--profile", "default"]);
        assert_eq!((asked.env, asked.workdir, asked.timeout_ms), (vec![], None, None));
        assert_eq!((asked.max_stdout_bytes, asked.max_stderr_bytes), (1_048_576, 65_536));
    }

    #[test]
    fn a_path_is_required() {
        assert!(read_config::<Config>("{}").is_err());
        let metadata: Value = serde_json::from_str(&METADATA.to_string()).unwrap();
        assert_eq!((&metadata["name"], &metadata["asks"]), (&json!("exec_json"), &json!({"process": ["*"]})));
        let schema = &metadata["config_schema"];
        assert_eq!(schema["required"], json!(["path"]));
        let keys: Vec<_> = schema["properties"].as_object().unwrap().keys().collect();
        assert_eq!(keys, ["path", "args", "max_stdout_bytes", "max_stderr_bytes"]);
        assert_eq!(metadata["hints"], Value::Null);
    }
}
