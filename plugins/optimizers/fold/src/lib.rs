//! `fold`: leaves out of an output what is noise beyond doubt, and says in one line how much that was.
//!
//! Noise is a run of several lines of one kind: frames of progress, checks that passed, blank lines, or the same line
//! over and over, but for its time. Everything else stays to the byte, and so does whatever speaks of trouble. [`fold`]
//! is the whole work; [`source`] says who printed an output, and of which commands it is left alone.
#![forbid(unsafe_code)]

mod command;
mod fold;
mod hunks;
mod line;
mod passed;
mod progress;
mod stem;
mod transfer;
mod trouble;

pub use command::{Said, Source, source};
pub use fold::{Folded, Rules, fold};
use toolhost_plugin::{Arguments, Failure, Optimizer, Replacement, ToolCall, config, optimizer};

/// What a provider entry may say.
#[derive(Arguments, Debug)]
struct Config {
    /// Lines of one kind in a row that are folded, at least.
    #[arg(default = 3, minimum = 2)]
    min_run: u32,
    /// Beginnings of lines that stay, whatever they are. Blanks before them do not count.
    #[arg(default)]
    keep: Vec<String>,
}

struct Fold;

impl Optimizer for Fold {
    fn reduce_output(
        call: &ToolCall,
        filter_hint: Option<&str>,
        output: String,
    ) -> Result<Option<Replacement>, Failure> {
        let Config { min_run, keep } = config()?;
        let Some(source) = source(&call.command, filter_hint) else { return Ok(None) };
        let folded = fold(&output, &Rules { min_run: min_run as usize, keep: &keep, source: &source });
        Ok(folded
            .map(|Folded { text, lines }| Replacement::new(text).because(format!("folded {lines} lines"))))
    }
}

optimizer! {
    name: "fold",
    asks: {},
    config: Config,
    hints: &command::FURTHER_HINTS,
    optimizer: Fold,
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::{Config, METADATA};
    use serde_json::{Value, json};
    use toolhost_plugin::read_config;

    #[test]
    fn three_lines_are_a_run_unless_configured_otherwise() {
        let config: Config = read_config("{}").unwrap();
        assert_eq!((config.min_run, config.keep.len()), (3, 0));
    }

    #[test]
    fn it_asks_for_nothing() {
        let metadata: Value = serde_json::from_str(&METADATA.to_string()).unwrap();
        assert_eq!((&metadata["name"], &metadata["asks"]), (&json!("fold"), &json!({})));
        assert_eq!(metadata["hints"], json!(["grep", "rg", "find", "fd", "git-log"]));
        let keys: Vec<_> = metadata["config_schema"]["properties"].as_object().unwrap().keys().collect();
        assert_eq!(keys, ["min_run", "keep"]);
    }
}
