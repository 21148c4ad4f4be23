//! What a person reads when the program itself cannot go on.

use std::fmt;
use std::process::ExitCode;

use toolhost_config::ConfigError;

use crate::output::Complaint;

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

/// An error as people read it, with its hints, and the exit status that goes with it: 2 for what the user can mend.
pub(crate) fn said(error: &anyhow::Error) -> (Vec<Complaint>, u8) {
    let mut said = vec![Complaint::new("error", format!("{error:#}"))];
    let hints = match (error.downcast_ref::<Usage>(), error.downcast_ref::<ConfigError>()) {
        (Some(usage), _) => &usage.hints,
        (_, Some(config)) => &config.hints,
        _ => return (said, 1),
    };
    said.extend(hints.iter().map(|hint| Complaint::new("hint", hint.clone())));
    (said, 2)
}

/// Prints an error with its hints.
pub(crate) fn report(error: &anyhow::Error) -> ExitCode {
    let (said, code) = said(error);
    for complaint in &said {
        complaint.say();
    }
    ExitCode::from(code)
}
