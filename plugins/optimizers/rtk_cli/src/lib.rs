//! `rtk_cli`: asks the RTK command-line tool to rewrite commands and to reduce what they print.
//!
//! RTK is run once for each question, by the path of the configuration. What it answers is judged in [`answer`]; what
//! it is asked stands in [`question`].
#![forbid(unsafe_code)]

mod answer;
mod question;

use toolhost_plugin::{Arguments, Failure, Optimizer, Replacement, ToolCall, config, optimizer, process};

/// What a provider entry may say.
#[derive(Arguments, Debug, PartialEq, Eq)]
struct Config {
    /// The program: a path, or a name that is looked up in PATH.
    #[arg(default = "rtk", min_length = 1)]
    path: String,
    /// Arguments that stand before RTK's own subcommand.
    #[arg(default)]
    args: Vec<String>,
    /// The most bytes that it may print on standard output.
    #[arg(default = 1_048_576)]
    max_stdout_bytes: u32,
    /// The most bytes that it may print on standard error.
    #[arg(default = 65_536)]
    max_stderr_bytes: u32,
}

struct RtkCli;

impl Optimizer for RtkCli {
    fn rewrite_command(call: &ToolCall) -> Result<Option<Replacement>, Failure> {
        let config: Config = config()?;
        let completed = process::run(&question::rewrite(&config, &call.command))?;
        let rewritten = answer::rewrite(completed, &call.command)?;
        Ok(rewritten.map(Replacement::new))
    }

    fn reduce_output(
        _call: &ToolCall,
        filter_hint: Option<&str>,
        output: String,
    ) -> Result<Option<Replacement>, Failure> {
        let config: Config = config()?;
        let completed = process::run(&question::reduce(&config, filter_hint, output))?;
        Ok(Some(Replacement::new(answer::reduce(completed)?)))
    }
}

optimizer! {
    name: "rtk_cli",
    asks: {"process": ["*"]},
    config: Config,
    hints: &question::FURTHER_FILTERS,
    optimizer: RtkCli,
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::{Config, METADATA};
    use serde_json::{Value, json};
    use toolhost_plugin::read_config;

    #[test]
    fn the_defaults_are_those_of_the_specification() {
        let config: Config = read_config("{}").unwrap();
        let expected = Config {
            path: "rtk".to_owned(),
            args: Vec::new(),
            max_stdout_bytes: 1_048_576,
            max_stderr_bytes: 65_536,
        };
        assert_eq!(config, expected);
    }

    #[test]
    fn the_metadata_names_keys_grants_and_further_hints() {
        let metadata: Value = serde_json::from_str(&METADATA.to_string()).unwrap();
        assert_eq!((&metadata["name"], &metadata["kind"]), (&json!("rtk_cli"), &json!("optimizer")));
        assert_eq!(metadata["asks"], json!({"process": ["*"]}));
        let keys: Vec<_> = metadata["config_schema"]["properties"].as_object().unwrap().keys().collect();
        assert_eq!(keys, ["path", "args", "max_stdout_bytes", "max_stderr_bytes"]);
        assert_eq!(metadata["config_schema"]["required"], Value::Null);
        let hints = json!([
            "cargo",
            "go-build",
            "tsc",
            "grep",
            "rg",
            "find",
            "fd",
            "git-log",
            "mypy",
            "ruff-check",
            "ruff-format",
            "prettier"
        ]);
        assert_eq!(metadata["hints"], hints);
    }
}
