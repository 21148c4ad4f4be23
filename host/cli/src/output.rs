//! The one place that writes to standard output and standard error.

use std::fmt;
use std::io::{self, Write};

use serde_json::Value;

/// Writes a text to standard output as it is.
pub(crate) fn text(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Writes bytes to standard output as they are.
pub(crate) fn bytes(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()
}

/// Writes a value as one line of JSON.
pub(crate) fn line(value: &Value) -> io::Result<()> {
    text(&format!("{value}\n"))
}

/// Writes a value as indented JSON.
pub(crate) fn pretty(value: &Value) -> io::Result<()> {
    text(&format!("{value:#}\n"))
}

/// What a person at the terminal is told.
#[derive(Debug, Clone)]
pub(crate) struct Complaint {
    kind: &'static str,
    message: String,
}

impl Complaint {
    /// Of a kind such as `error`, which stands before it.
    pub(crate) fn new(kind: &'static str, message: impl Into<String>) -> Complaint {
        Complaint { kind, message: message.into() }
    }

    /// Says it on standard error.
    pub(crate) fn say(&self) {
        complain(self.kind, &self.message);
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Complaint { kind, message } = self;
        write!(f, "{kind}: {message}")
    }
}

/// Tells the person at the terminal. If nobody listens there, nobody is told.
pub(crate) fn complain(kind: &str, message: &str) {
    let _ = writeln!(io::stderr().lock(), "{kind}: {message}");
}
