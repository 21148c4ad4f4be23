//! What a text that is no patch seems to be, and how it becomes one. A model that is told so once sends the next
//! patch right.

use memchr::memmem;

use super::cursor::{Cursor, Row};
use super::marker::{Marker, marker, meant};
use crate::refusal::{INVALID_PATCH, Refusal, counted};
use crate::text::{clipped, trimmed};

/// Bytes of a line of the patch that a message repeats.
const REPEATED: usize = 80;

const FRAME: &str = "A patch is one `*** Begin Patch` line, operations, and one `*** End Patch` line.";

const OPERATIONS: &str =
    "An operation begins with `*** Add File: PATH`, `*** Update File: PATH` or `*** Delete File: PATH`.";

const UNIFIED: &str = "This looks like a unified diff: put `*** Update File: PATH` in place of its `diff`, `index`, \
    `---` and `+++` lines, and keep the `@@` lines with what stands below them.";

/// A line of the patch as a message repeats it, with the blanks at its start: they may be what is wrong.
pub(super) fn quoted(row: &Row<'_>) -> String {
    let text = clipped(row.text.trim_ascii_end(), REPEATED).replace('\t', "→");
    format!("`{}`", text.replace(char::is_control, "\u{fffd}"))
}

/// Says what to write in place of a line: lines that follow each other.
fn write(right: &[&str]) -> String {
    format!("Write `{}`.", right.join("` and directly below it `"))
}

pub(super) fn empty() -> Refusal {
    Refusal::new(INVALID_PATCH, "The patch is empty.").hint(FRAME).hint(OPERATIONS)
}

/// `line` is the number of the line that ends the patch.
pub(super) fn no_operation(line: usize) -> Refusal {
    Refusal::invalid(line, format!("The patch has no operation before its end on line {line}."))
        .hint(OPERATIONS)
}

pub(super) fn nul(line: usize) -> Refusal {
    Refusal::invalid(line, format!("Line {line} of the patch contains a NUL character, which no text has."))
        .hint("Change a binary file by a command instead.")
}

/// `line` is the first of the lines, each of which has at least so many blanks before it.
pub(super) fn indented(line: usize, blanks: usize) -> Refusal {
    let message = format!(
        "The patch is indented: from line {line} on, each of its lines begins with {}.",
        counted(blanks, "blank")
    );
    Refusal::invalid(line, message).hint("Begin each line in the first column, where a space means context.")
}

/// `first` is the first line that is not blank, and not `*** Begin Patch`.
pub(super) fn no_begin(cursor: Cursor<'_>, first: &Row<'_>) -> Refusal {
    let fault = |message: String| Refusal::invalid(first.number, message);
    let begins = format!("The patch begins with {} in place of `*** Begin Patch`.", quoted(first));
    if is_unified(first.text) {
        return fault(begins).hint(UNIFIED).hint(FRAME);
    }
    if marker(first.text).is_some() {
        return fault(begins).hint("Put `*** Begin Patch` on a line above it.");
    }
    if trimmed(first.text).starts_with(b"```") {
        return fault(begins).hint("Leave out the fence around the patch, the line that closes it, too.");
    }
    if trimmed(first.text).starts_with(b"{") && memmem::find(cursor.rest(), b"*** Begin Patch").is_some() {
        return fault("The patch stands within JSON.".to_owned())
            .hint("Send the text of the patch alone, from `*** Begin Patch` to `*** End Patch`.");
    }
    if first.text.contains(&b'\\') && memmem::find(first.text, b"*** Begin Patch\\n").is_some() {
        return fault("The line breaks of the patch are written as `\\n`.".to_owned())
            .hint("Send line breaks themselves: in JSON they are escaped once, not twice.");
    }
    if meant(first.text).is_some_and(|right| right == ["*** Begin Patch"]) {
        return fault(begins)
            .hint("Write `*** Begin Patch` with these capitals and one space between its words.");
    }
    let mut rows = cursor;
    if let Some(begin) = rows.find(|row| marker(row.text) == Some(Marker::Begin)) {
        let message = format!(
            "Text stands before the patch: it begins on line {}, after {}.",
            begin.number,
            quoted(first)
        );
        return fault(message).hint("Leave out what stands above `*** Begin Patch`.");
    }
    fault(begins).hint(FRAME).hint(OPERATIONS)
}

/// `last` is the number of the last line.
pub(super) fn no_end(last: usize) -> Refusal {
    Refusal::invalid(last, format!("The patch ends on line {last} without `*** End Patch`."))
        .hint("If the patch was cut off, send it again, in several patches where it is long.")
        .hint("If it is whole, put `*** End Patch` on a line of its own at its end.")
}

pub(super) fn text_after_end(end: &Row<'_>, after: &Row<'_>) -> Refusal {
    let message = format!(
        "Line {} ends the patch, and line {}, {}, follows it.",
        end.number,
        after.number,
        quoted(after)
    );
    let hint = if marker(after.text) == Some(Marker::Begin) {
        "Put all operations between one `*** Begin Patch` and one `*** End Patch`."
    } else {
        "Leave out what stands below `*** End Patch`."
    };
    Refusal::invalid(after.number, message).hint(hint)
}

/// A line where an operation was expected.
pub(super) fn no_such_operation(row: &Row<'_>) -> Refusal {
    let fault = Refusal::invalid(
        row.number,
        format!("Line {} of the patch, {}, begins no operation.", row.number, quoted(row)),
    );
    if is_unified(row.text) {
        return fault.hint(UNIFIED);
    }
    match (meant(row.text), row.text) {
        (Some(right), _) => fault.hint(write(right)),
        (None, [b'@', b'@', ..] | [b' ' | b'+' | b'-', ..]) => {
            fault.hint("Lines of a hunk stand below the `*** Update File: PATH` that they belong to.")
        }
        _ => fault.hint(OPERATIONS),
    }
}

/// A marker where it has no meaning.
pub(super) fn misplaced(row: &Row<'_>, hint: &str) -> Refusal {
    let message = format!("Line {} of the patch, {}, has no meaning here.", row.number, quoted(row));
    Refusal::invalid(row.number, message).hint(hint)
}

/// A line that is none of a hunk.
pub(super) fn no_hunk_line(path: &str, row: &Row<'_>) -> Refusal {
    const PREFIXES: &str =
        "Each line of a hunk begins with a space (context, which stays), `-` (leaves) or `+` (enters).";
    let message =
        format!("Line {} of the patch, {}, is no line of a hunk of `{path}`.", row.number, quoted(row));
    let fault = Refusal::of(INVALID_PATCH, row.number, path, message);
    if row.text.starts_with(b"\\ No newline") {
        return fault.hint("Leave it out: whether a file ends in a newline stays as it is.");
    }
    if is_unified(row.text) {
        return fault.hint(UNIFIED);
    }
    if row.text.starts_with(b"```") {
        return fault.hint("Leave the fence out.");
    }
    if row.text.starts_with(b"\t") {
        return fault.hint(
            "A tab is no prefix: put a space before it if the line is context, else begin with the `-` or `+`.",
        );
    }
    if row.has_stars() {
        return match meant(row.text) {
            Some(right) => fault.hint(write(right)),
            None => fault.hint(OPERATIONS).hint(PREFIXES),
        };
    }
    fault.hint(PREFIXES)
}

/// A line that is none of an added file.
pub(super) fn no_added_line(path: &str, row: &Row<'_>) -> Refusal {
    let message =
        format!("Line {} of the patch, {}, is no line of the added file `{path}`.", row.number, quoted(row));
    Refusal::of(INVALID_PATCH, row.number, path, message)
        .hint("Each line of an added file begins with `+` in the first column, an empty one is a `+` alone.")
}

/// Whether a line is one that only the head of a diff by git or `diff -u` has.
pub(super) fn is_unified(line: &[u8]) -> bool {
    [&b"diff --git "[..], b"diff -", b"index ", b"Index: ", b"--- ", b"+++ "]
        .iter()
        .any(|start| line.starts_with(start))
}
