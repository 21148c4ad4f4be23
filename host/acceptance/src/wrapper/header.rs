//! Wrappers that are lines before an output, or around it.

use super::Wrapped;

/// Beginnings of the lines of a header that ends with [`HEADER_END`].
const HEADER: &[&str] = &[
    "Chunk ID: ",
    "Exit code: ",
    "Original token count: ",
    "Process exited with code ",
    "Process running with session ID ",
    "Total output lines: ",
    "Wall time: ",
];

const HEADER_END: &str = "Output:\n";

/// The beginning of a header of one line, which ends with a number.
const EXIT: &str = "Exit code ";

const CONTEXT: &str = "<untrusted_context>\nOutput: ";
const CONTEXT_END: &str = "\n</untrusted_context>";

/// Beginnings of the lines between an output and [`CONTEXT_END`].
const CONTEXT_LINES: &[&str] =
    &["Background PIDs: ", "Error: ", "Exit Code: ", "Process Group PGID: ", "Signal: "];

pub(super) fn split(text: &str) -> Option<Wrapped<'_>> {
    lines(text).or_else(|| exit(text)).or_else(|| context(text))
}

fn lines(text: &str) -> Option<Wrapped<'_>> {
    let mut rest = text;
    while let Some(line) = rest.split_inclusive('\n').next() {
        if line == HEADER_END && rest.len() < text.len() {
            return at(text, text.len() - rest.len() + line.len(), text.len());
        }
        if !line.ends_with('\n') || !HEADER.iter().any(|beginning| line.starts_with(beginning)) {
            return None;
        }
        rest = rest.get(line.len()..)?;
    }
    None
}

fn exit(text: &str) -> Option<Wrapped<'_>> {
    let (code, _) = text.strip_prefix(EXIT)?.split_once('\n')?;
    code.parse::<i32>().ok()?;
    at(text, EXIT.len() + code.len() + 1, text.len())
}

fn context(text: &str) -> Option<Wrapped<'_>> {
    let body = text.strip_prefix(CONTEXT)?;
    let (mut output, _) = body.trim_end_matches('\n').strip_suffix(CONTEXT_END).map(|output| (output, ()))?;
    let whole = output.len();
    while let Some((before, line)) = output.rsplit_once('\n') {
        if !CONTEXT_LINES.iter().any(|beginning| line.starts_with(beginning)) {
            break;
        }
        output = before;
        // The exit code comes first of these lines: what stands before it was printed.
        if line.starts_with("Exit Code: ") {
            break;
        }
    }
    (output.len() < whole).then_some(())?;
    at(text, CONTEXT.len(), CONTEXT.len() + output.len())
}

fn at(text: &str, from: usize, to: usize) -> Option<Wrapped<'_>> {
    Some(Wrapped::plain(text.get(..from)?, text.get(from..to)?, text.get(to..)?))
}
