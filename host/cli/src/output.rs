//! The one place that writes to standard output and standard error.

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

/// Tells the person at the terminal. If nobody listens there, nobody is told.
pub(crate) fn complain(kind: &str, message: &str) {
    let _ = writeln!(io::stderr().lock(), "{kind}: {message}");
}
