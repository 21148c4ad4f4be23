//! The one place that writes to standard output and standard error.

use std::io::{self, Write};

/// Writes a text to standard output as it is.
#[cfg(unix)]
pub(crate) fn text(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Tells the person at the terminal. If nobody listens there, nobody is told.
pub(crate) fn complain(lines: &str) {
    let _ = io::stderr().lock().write_all(lines.as_bytes());
}
