//! What a person reads when the program itself cannot go on.

use std::fmt;
use std::process::ExitCode;

use toolhost_config::ConfigError;

use crate::output;

/// A command line that cannot be carried out: exit code 2.
#[derive(Debug)]
pub(crate) struct Usage {
    message: String,
    hints: Vec<String>,
}

impl Usage {
    pub(crate) fn new(message: impl Into<String>) -> Usage {
        Usage { message: message.into(), hints: Vec::new() }
    }

    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Usage {
        self.hints.push(hint.into());
        self
    }
}

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Usage {}

/// Prints an error with its hints. What the user can mend gives exit code 2.
pub(crate) fn report(error: &anyhow::Error) -> ExitCode {
    output::complain("error", &format!("{error:#}"));
    let hints = match (error.downcast_ref::<Usage>(), error.downcast_ref::<ConfigError>()) {
        (Some(usage), _) => &usage.hints,
        (_, Some(config)) => &config.hints,
        _ => return ExitCode::FAILURE,
    };
    for hint in hints {
        output::complain("hint", hint);
    }
    ExitCode::from(2)
}
