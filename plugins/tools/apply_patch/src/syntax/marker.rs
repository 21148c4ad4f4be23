//! The lines of stars that give a patch its structure.

use crate::text::{is_blank, trimmed};

/// A line of stars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Marker<'p> {
    Begin,
    End,
    Add(&'p [u8]),
    Delete(&'p [u8]),
    Update(&'p [u8]),
    MoveTo(&'p [u8]),
    EndOfFile,
}

/// Reads a line of stars, indented or not, with or without stars at its end. None: it says something else.
pub(super) fn marker(line: &[u8]) -> Option<Marker<'_>> {
    let text = undecorated(trimmed(line).strip_prefix(b"*** ")?);
    match text {
        b"Begin Patch" => return Some(Marker::Begin),
        b"End Patch" => return Some(Marker::End),
        b"End of File" => return Some(Marker::EndOfFile),
        _ => {}
    }
    let path = |prefix: &[u8]| text.strip_prefix(prefix).map(trimmed);
    path(b"Add File:")
        .map(Marker::Add)
        .or_else(|| path(b"Delete File:").map(Marker::Delete))
        .or_else(|| path(b"Update File:").map(Marker::Update))
        .or_else(|| path(b"Move to:").map(Marker::MoveTo))
}

fn undecorated(text: &[u8]) -> &[u8] {
    match text.strip_suffix(b"***") {
        Some(rest) if rest.last().is_some_and(|byte| is_blank(*byte)) => trimmed(rest),
        _ => trimmed(text),
    }
}

/// What a line was probably meant to be, as it is rightly written, one below the other: for a line that [`marker`]
/// does not know.
pub(super) fn meant(line: &[u8]) -> Option<&'static [&'static str]> {
    let words: Vec<u8> = trimmed(line)
        .iter()
        .filter(|byte| **byte != b'*' && !is_blank(**byte))
        .take(16)
        .map(u8::to_ascii_lowercase)
        .collect();
    const BEGIN: &[&str] = &["*** Begin Patch"];
    const ADD: &[&str] = &["*** Add File: PATH"];
    const DELETE: &[&str] = &["*** Delete File: PATH"];
    const UPDATE: &[&str] = &["*** Update File: PATH"];
    const END_OF_FILE: &[&str] = &["*** End of File"];
    const MOVE: &[&str] = &["*** Update File: OLD", "*** Move to: NEW"];
    const MEANT: &[(&[u8], &[&str])] = &[
        (b"beginpatch", BEGIN),
        (b"startpatch", BEGIN),
        (b"endpatch", &["*** End Patch"]),
        (b"endoffile", END_OF_FILE),
        (b"eof", END_OF_FILE),
        (b"addfile", ADD),
        (b"createfile", ADD),
        (b"newfile", ADD),
        (b"deletefile", DELETE),
        (b"removefile", DELETE),
        (b"updatefile", UPDATE),
        (b"modifyfile", UPDATE),
        (b"editfile", UPDATE),
        (b"changefile", UPDATE),
        (b"moveto", MOVE),
        (b"movefile", MOVE),
        (b"renameto", MOVE),
        (b"renamefile", MOVE),
    ];
    MEANT.iter().find(|(start, _)| words.starts_with(start)).map(|(_, right)| *right)
}

#[cfg(test)]
mod tests {
    use super::{Marker, marker, meant};

    #[test]
    fn markers() {
        let table: &[(&[u8], Option<Marker<'static>>)] = &[
            (b"*** Begin Patch", Some(Marker::Begin)),
            (b"  *** Begin Patch ***\t", Some(Marker::Begin)),
            (b"*** End Patch", Some(Marker::End)),
            (b"*** End of File ***", Some(Marker::EndOfFile)),
            (b"*** Add File: a b.txt ", Some(Marker::Add(b"a b.txt"))),
            (b"*** Add File:a", Some(Marker::Add(b"a"))),
            (b"*** Add File:", Some(Marker::Add(b""))),
            (b"*** Delete File: a ***", Some(Marker::Delete(b"a"))),
            (b"*** Delete File: a***", Some(Marker::Delete(b"a***"))),
            (b"*** Update File: \xe9", Some(Marker::Update(b"\xe9"))),
            (b"*** Move to: x/y", Some(Marker::MoveTo(b"x/y"))),
            (b"***Begin Patch", None),
            (b"*** begin patch", None),
            (b"*** Begin Patch now", None),
            (b"*** Frobnicate File: a", None),
            (b"**** Begin Patch", None),
            (b"***", None),
            (b"", None),
        ];
        for (line, expected) in table {
            assert_eq!(marker(line), *expected, "{}", line.escape_ascii());
        }
    }

    #[test]
    fn what_was_meant() {
        type Expected = Option<&'static [&'static str]>;
        let table: &[(&[u8], Expected)] = &[
            (b"***Begin Patch", Some(&["*** Begin Patch"])),
            (b"*** begin patch", Some(&["*** Begin Patch"])),
            (b"*** Create File: x", Some(&["*** Add File: PATH"])),
            (b"*** Rename File: a -> b", Some(&["*** Update File: OLD", "*** Move to: NEW"])),
            (b"*** Update: x", None),
            (b"*** Frobnicate File: x", None),
            (b"", None),
        ];
        for (line, expected) in table {
            assert_eq!(meant(line), *expected, "{}", line.escape_ascii());
        }
    }
}
