//! Places that a reduction gives and the output does not.

use memchr::{memchr2_iter, memmem};

use super::Reason;
use super::demand::Demands;
use super::hash::QuickSet;
use super::names::known_place;

/// How many places that are no fact's are looked up in the output.
const MAX_LOOKUPS: usize = 100;

/// What stands between a file and the number of a line.
const BETWEEN: [u8; 2] = *b":(";

/// Refuses a reduction with a place such as `a.rs:12`, if the output gives places in that file in the same way, but
/// not this one, or has not even the file and the number.
pub(super) fn compare(input: &str, reduction: &str, demands: &Demands) -> Result<(), Reason> {
    let mut seen: QuickSet<&str> = QuickSet::default();
    for at in memchr2_iter(BETWEEN[0], BETWEEN[1], reduction.as_bytes()) {
        let Some(place) = place(reduction, at) else { continue };
        if known_place(demands, place.file, place.line) || seen.contains(place.written) {
            continue;
        }
        if seen.len() == MAX_LOOKUPS {
            return Ok(());
        }
        seen.insert(place.written);
        let is_given = is_in(input, place.written, true);
        let without_line = place.written.trim_end_matches(|last: char| last.is_ascii_digit());
        let is_split = || {
            let name = without_line.trim_end_matches([':', '(']);
            let line = place.written.get(without_line.len()..).unwrap_or_default();
            memmem::find(input.as_bytes(), name.as_bytes()).is_some() && is_in(input, line, true)
        };
        if !is_given && (is_in(input, without_line, false) || !is_split()) {
            return Err(Reason::PlaceChanged { file: place.file.to_owned(), line: place.line });
        }
    }
    Ok(())
}

/// A place as it is written.
struct Place<'a> {
    /// The path.
    file: &'a str,
    line: u32,
    /// The name with the number.
    written: &'a str,
}

/// The place around what stands between its file and its line.
fn place(text: &str, at: usize) -> Option<Place<'_>> {
    let bytes = text.as_bytes();
    if !bytes.get(at + 1)?.is_ascii_digit() {
        return None;
    }
    let file = path_before(text, at)?;
    let name = file.get(memchr::memrchr(b'/', file.as_bytes()).map_or(0, |slash| slash + 1)..)?;
    // A time such as `12:30`, or a word and a number, is no place.
    let (stem, extension) = name.split_at_checked(memchr::memrchr(b'.', name.as_bytes())?)?;
    let is_file = !stem.is_empty() && extension.as_bytes().get(1).is_some_and(u8::is_ascii_alphabetic);
    let digits = bytes.get(at + 1..)?.iter().take_while(|next| next.is_ascii_digit()).count();
    let line = text.get(at + 1..at + 1 + digits)?.parse().ok()?;
    let written = text.get(at - name.len()..at + 1 + digits)?;
    is_file.then_some(Place { file, line, written })
}

/// Characters of a path that stand before a place in a text.
fn path_before(text: &str, at: usize) -> Option<&str> {
    let is_of_path = |last: char| last.is_alphanumeric() || matches!(last, '_' | '-' | '.' | '+' | '@' | '/');
    let before = text.get(..at)?;
    let length: usize = before.chars().rev().take_while(|last| is_of_path(*last)).map(char::len_utf8).sum();
    before.get(at - length..)
}

/// Whether a text stands in the input, and no digit behind it if it is to be whole.
fn is_in(input: &str, text: &str, is_whole: bool) -> bool {
    memmem::find_iter(input.as_bytes(), text.as_bytes()).any(|at| {
        let next = input.as_bytes().get(at + text.len());
        !(is_whole && next.is_some_and(u8::is_ascii_digit))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_texts() {
        let rows = [
            ("at src/a.rs:12:3", Some(("src/a.rs", "a.rs:12", 12))),
            ("a.ts(3,4)", Some(("a.ts", "a.ts(3", 3))),
            ("12:30", None),
            ("error:12", None),
            ("a.rs: 12", None),
            ("f.(3)", None),
        ];
        for (text, expected) in rows {
            let found = memchr2_iter(b':', b'(', text.as_bytes()).find_map(|at| place(text, at));
            assert_eq!(found.map(|place| (place.file, place.written, place.line)), expected, "{text}");
        }
    }
}
