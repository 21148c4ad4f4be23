//! How a call can fail, and how that reads.

use std::time::Duration;

use serde_json::Value;
use toolhost_capability::Failure;

use crate::text;

/// Why a call has no outcome.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum CallError {
    /// The tool gave up and says why. For the model to read.
    Tool(Failure),
    /// The guest trapped: a panic, a stack overflow, an exit.
    Trap {
        /// What happened.
        reason: String,
        /// The end of what it printed on standard error, where a panic says its reason.
        stderr: String,
        /// Time on the call's clock.
        elapsed: Duration,
    },
    /// The deadline came.
    TimedOut {
        /// The deadline.
        limit: Duration,
        /// Whether the call had not begun: all sandboxes were busy.
        queued: bool,
    },
    /// The deadline came while a program of the plugin waited for a place: others had all of them.
    NoPlace {
        /// The deadline.
        limit: Duration,
    },
    /// The guest wanted more memory than it may have.
    Memory {
        /// Bytes it may have.
        limit: u64,
        /// Bytes it would have had.
        wanted: u64,
        /// Time on the call's clock.
        elapsed: Duration,
    },
    /// Another limit was reached.
    Limit {
        /// The limit's key under `limits`.
        name: &'static str,
        /// Its value.
        bound: u64,
        /// Time on the call's clock.
        elapsed: Duration,
    },
    /// The result is larger than it may be.
    ResultTooLarge {
        /// Its bytes; none if it was too large to be looked at.
        bytes: Option<u64>,
        /// Bytes it may have.
        limit: u64,
    },
    /// The result breaks the contract of the WIT package.
    Malformed {
        /// What is wrong, and where.
        what: String,
    },
    /// The plugin cannot be run.
    Unavailable {
        /// Why not.
        why: String,
    },
    /// The host itself failed while it worked for this call.
    Host {
        /// The message of its panic.
        message: String,
    },
}

impl CallError {
    /// The failure that a model or a person reads. `who` was called, such as `Tool "t" of plugin "p"`; its bounds are set
    /// at `limits` in the configuration.
    pub fn to_failure(&self, who: &str, limits: &str) -> Failure {
        let raise = |line: &str| format!("Raise it with `{line}` under {limits}.");
        match self {
            Self::Tool(failure) => failure.clone(),
            Self::Trap { reason, stderr, elapsed } => {
                let failure = Failure::new(
                    "plugin_trapped",
                    format!("{who} was ended after {}: {reason}.", text::duration(*elapsed)),
                );
                if stderr.is_empty() {
                    failure
                } else {
                    failure.detail("stderr", Value::from(stderr.as_str()))
                }
            }
            Self::TimedOut { limit, queued } => {
                let limit = text::duration(*limit);
                let message = if *queued {
                    format!("{who} did not begin within its limit of {limit}: all sandboxes are busy.")
                } else {
                    format!("{who} was stopped: it did not end within its limit of {limit}.")
                };
                let failure = Failure::new("timed_out", message).detail("limit", Value::from(limit));
                if *queued { failure.hint("Try again.") } else { failure.hint(raise("timeout: …")) }
            }
            Self::NoPlace { limit } => {
                let limit = text::duration(*limit);
                let message = format!(
                    "{who} was stopped: no place for its program became free within its limit of {limit}."
                );
                Failure::new("busy", message).hint("Try again.").detail("limit", Value::from(limit))
            }
            Self::Memory { limit, wanted, elapsed } => Failure::new(
                "memory_limit",
                format!(
                    "{who} was ended after {}: it wanted {} of memory, and its limit is {}.",
                    text::duration(*elapsed),
                    text::bytes(*wanted),
                    text::bytes(*limit),
                ),
            )
            .hint(raise(&format!("memory: {}MiB", wanted.div_ceil(1 << 20))))
            .detail("wanted_bytes", Value::from(*wanted))
            .detail("limit_bytes", Value::from(*limit)),
            Self::Limit { name, bound, elapsed } => Failure::new(
                "limit_exceeded",
                format!(
                    "{who} was ended after {}: it reached its limit `{name}` of {bound}.",
                    text::duration(*elapsed)
                ),
            )
            .detail("limit", Value::from(*name)),
            Self::ResultTooLarge { bytes, limit } => {
                let limit_text = text::bytes(*limit);
                let message = match bytes {
                    Some(bytes) => {
                        format!("{who} returned {}, and its limit is {limit_text}.", text::bytes(*bytes))
                    }
                    None => format!("{who} returned more than its limit of {limit_text}."),
                };
                Failure::new("result_too_large", message)
                    .hint(raise("result_bytes: …"))
                    .detail("limit_bytes", Value::from(*limit))
            }
            Self::Malformed { what } => {
                Failure::new("malformed_result", format!("{who} returned a malformed result: {what}."))
            }
            Self::Unavailable { why } => Failure::new(
                "plugin_unavailable",
                format!("{who} cannot be run: {}.", why.trim_end_matches('.')),
            ),
            Self::Host { message } => Failure::new(
                "internal",
                format!("{who} was ended by a fault of the host, which is not the plugin's: {message}."),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_failure_names_plugin_tool_and_limit() {
        let elapsed = Duration::from_millis(1250);
        for (error, code, message, hint) in [
            (
                CallError::Trap { reason: "it panicked".to_owned(), stderr: String::new(), elapsed },
                "plugin_trapped",
                "Tool \"t\" of plugin \"p\" was ended after 1.25 s: it panicked.",
                None,
            ),
            (
                CallError::TimedOut { limit: Duration::from_secs(30), queued: false },
                "timed_out",
                "Tool \"t\" of plugin \"p\" was stopped: it did not end within its limit of 30 s.",
                Some("Raise it with `timeout: …` under plugins.p.limits."),
            ),
            (
                CallError::TimedOut { limit: Duration::from_secs(30), queued: true },
                "timed_out",
                "Tool \"t\" of plugin \"p\" did not begin within its limit of 30 s: all sandboxes are busy.",
                Some("Try again."),
            ),
            (
                CallError::NoPlace { limit: Duration::from_millis(200) },
                "busy",
                "Tool \"t\" of plugin \"p\" was stopped: no place for its program became free within its limit of 200 ms.",
                Some("Try again."),
            ),
            (
                CallError::Memory { limit: 64 << 20, wanted: (64 << 20) + 1, elapsed },
                "memory_limit",
                "Tool \"t\" of plugin \"p\" was ended after 1.25 s: it wanted 64 MiB of memory, and its limit is 64 MiB.",
                Some("Raise it with `memory: 65MiB` under plugins.p.limits."),
            ),
            (
                CallError::Limit { name: "host_calls", bound: 10, elapsed },
                "limit_exceeded",
                "Tool \"t\" of plugin \"p\" was ended after 1.25 s: it reached its limit `host_calls` of 10.",
                None,
            ),
            (
                CallError::ResultTooLarge { bytes: Some(3 << 20), limit: 1 << 20 },
                "result_too_large",
                "Tool \"t\" of plugin \"p\" returned 3 MiB, and its limit is 1 MiB.",
                Some("Raise it with `result_bytes: …` under plugins.p.limits."),
            ),
            (
                CallError::Malformed { what: "`fields` is an array".to_owned() },
                "malformed_result",
                "Tool \"t\" of plugin \"p\" returned a malformed result: `fields` is an array.",
                None,
            ),
            (
                CallError::Unavailable { why: "no.".to_owned() },
                "plugin_unavailable",
                "Tool \"t\" of plugin \"p\" cannot be run: no.",
                None,
            ),
        ] {
            let failure = error.to_failure("Tool \"t\" of plugin \"p\"", "plugins.p.limits");
            assert_eq!((failure.code.as_str(), failure.message.as_str()), (code, message));
            assert_eq!(failure.hints.first().map(String::as_str), hint);
        }
    }
}
