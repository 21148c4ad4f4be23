//! Lists of imports: many files name a thing only there, and nothing is declared there.
//!
//! Each of these looks back from a name over what such a list can have, and says no at anything else, be it a comment.

/// Bytes of the longest list that is known as one.
const LONGEST: usize = 4096;

/// Whether the position is inside of the braces of a list of imports as Rust has it: `use a::{b, c::{d, e}}`. Nothing
/// else of the language has `::` before a brace.
pub(crate) fn is_in_use_list(source: &[u8], at: usize) -> bool {
    let mut depth = 0usize;
    let mut rest = end_of(source.get(..at).unwrap_or_default());
    while let Some((last, before)) = rest.split_last() {
        match last {
            b'}' => depth += 1,
            b'{' if depth > 0 => depth -= 1,
            b'{' if before.trim_ascii_end().ends_with(b"::") => return true,
            b'{' => return false,
            // All that such a list can have, but for comments.
            b',' | b':' | b'*' | b'_' | b'#' => {}
            byte if byte.is_ascii_alphanumeric() || byte.is_ascii_whitespace() => {}
            _ => return false,
        }
        rest = before;
    }
    false
}

/// Whether the position is in a list as Python has it: `import a, b`, `from a import b, c`, the latter in parentheses
/// over several lines.
pub(crate) fn is_in_python_import(source: &[u8], at: usize) -> bool {
    let head = source.get(..at).unwrap_or_default();
    let list = back(head, |byte| is_word(byte) || matches!(byte, b',' | b'.') || byte.is_ascii_whitespace());
    let before = head.get(..head.len() - list.len()).unwrap_or_default();
    if let Some(before) = before.strip_suffix(b"(") {
        return ends_with_word(before.trim_ascii_end(), b"import");
    }
    let line = list
        .iter()
        .rposition(|byte| matches!(byte, b'\n' | b'\r'))
        .and_then(|end| list.get(end..))
        .unwrap_or(list);
    let is_whole_line = line.len() < list.len() || before.is_empty();
    let mut words = line.split(|byte| !is_word(*byte)).filter(|word| !word.is_empty());
    is_whole_line
        && words.next().is_some_and(|word| word == b"from" || word == b"import")
        && line.windows(6).any(|window| window == b"import")
}

/// Whether the position is in braces as JavaScript and TypeScript have them: `import { a, b as c } from`, `export {`.
pub(crate) fn is_in_ecmascript_import(source: &[u8], at: usize) -> bool {
    let head = source.get(..at).unwrap_or_default();
    let list = back(head, |byte| is_word(byte) || matches!(byte, b',' | b'$') || byte.is_ascii_whitespace());
    let Some(before) = head.get(..head.len() - list.len()).and_then(|before| before.strip_suffix(b"{"))
    else {
        return false;
    };
    // What may be between the keyword and the brace: `type`, or a default import and its comma.
    let opening =
        back(before, |byte| is_word(byte) || matches!(byte, b',' | b'$') || byte.is_ascii_whitespace());
    let mut words =
        opening.split(|byte| !is_word(*byte) && *byte != b'$').filter(|word| !word.is_empty()).rev();
    let nearest = words.next().unwrap_or_default();
    let is_keyword = |word: &[u8]| word == b"import" || word == b"export";
    let is_list = is_keyword(nearest) && !opening.trim_ascii_end().ends_with(b",");
    let follows = nearest == b"type" || opening.trim_ascii_end().ends_with(b",");
    is_list || follows && words.next().is_some_and(|word| is_keyword(word) || word == b"type")
}

/// Whether the position is in a line as Java has it: `import static a.b.C;`.
pub(crate) fn is_in_import_line(source: &[u8], at: usize) -> bool {
    let head = source.get(..at).unwrap_or_default();
    let list = back(head, |byte| is_word(byte) || byte == b'.' || byte.is_ascii_whitespace());
    let mut words = list.split(|byte| !is_word(*byte)).filter(|word| !word.is_empty());
    words.next() == Some(b"import")
}

/// Whether the position is in braces as Scala has them: `import a.{b, c => d, e as f}`. Nothing else of the language has
/// a dot before a brace.
pub(crate) fn is_in_scala_import(source: &[u8], at: usize) -> bool {
    let head = source.get(..at).unwrap_or_default();
    let list =
        back(head, |byte| is_word(byte) || matches!(byte, b',' | b'=' | b'>') || byte.is_ascii_whitespace());
    let before = head.get(..head.len() - list.len()).and_then(|before| before.strip_suffix(b"{"));
    before.is_some_and(|before| before.trim_ascii_end().ends_with(b"."))
}

/// Whether a module of Haskell is right before the position: `Data.Map.`. In `forall a.` it is a variable.
pub(crate) fn is_qualified(source: &[u8], at: usize) -> bool {
    let Some(before) = source.get(..at).and_then(|head| head.strip_suffix(b".")) else { return false };
    back(before, |byte| is_word(byte) || byte == b'\'').first().is_some_and(u8::is_ascii_uppercase)
}

/// The longest end of `text` of such bytes only.
fn back(text: &[u8], fits: impl Fn(u8) -> bool) -> &[u8] {
    let text = end_of(text);
    let length = text.iter().rev().take_while(|byte| fits(**byte)).count();
    text.get(text.len() - length..).unwrap_or_default()
}

/// What is looked at: a longer list is no reason to look at a file again for each name in it.
fn end_of(text: &[u8]) -> &[u8] {
    text.get(text.len().saturating_sub(LONGEST)..).unwrap_or(text)
}

fn ends_with_word(text: &[u8], word: &[u8]) -> bool {
    text.strip_suffix(word).is_some_and(|before| before.last().is_none_or(|byte| !is_word(*byte)))
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

#[cfg(test)]
mod tests {
    use super::*;

    type Rule = fn(&[u8], usize) -> bool;

    /// A rule, a text up to a name, and whether the name is imported.
    const CASES: &[(Rule, &str, bool)] = &[
        (is_in_use_list, "use a::{", true),
        (is_in_use_list, "use a::{b, ", true),
        (is_in_use_list, "use a::{b::{c, d}, e, ", true),
        (is_in_use_list, "use a :: {\n    b,\n    ", true),
        (is_in_use_list, "enum A {", false),
        (is_in_use_list, "enum A { B, ", false),
        (is_in_use_list, "use a::{b}; enum A { B, ", false),
        (is_in_use_list, "use a::{b, // c\n ", false),
        (is_in_python_import, "from a import b, ", true),
        (is_in_python_import, "x = 1\nimport a, ", true),
        (is_in_python_import, "from a import (\n    b as c,\n    ", true),
        (is_in_python_import, "from a import (b,\n    c)\nd, ", false),
        (is_in_python_import, "import a\nb, ", false),
        (is_in_python_import, "f(a, ", false),
        (is_in_python_import, "x = 1; import a, ", false),
        (is_in_ecmascript_import, "import {", true),
        (is_in_ecmascript_import, "import { a as b, ", true),
        (is_in_ecmascript_import, "import Default, { ", true),
        (is_in_ecmascript_import, "import type { a,\n", true),
        (is_in_ecmascript_import, "export { ", true),
        (is_in_ecmascript_import, "enum A { b, ", false),
        (is_in_ecmascript_import, "export enum A { b, ", false),
        (is_in_ecmascript_import, "export const { b, ", false),
        (is_in_ecmascript_import, "export type A = { ", false),
        (is_in_ecmascript_import, "export interface A { ", false),
        (is_in_ecmascript_import, "export class type { ", false),
        (is_in_scala_import, "import a.b.{", true),
        (is_in_scala_import, "import a.{b, c => d,\n  ", true),
        (is_in_scala_import, "import a.{b as c, ", true),
        (is_in_scala_import, "class A {", false),
        (is_in_scala_import, "import a.{b}\nf(", false),
        (is_in_scala_import, "import a.{b, // c\n  ", false),
        (is_in_import_line, "import a.b.", true),
        (is_in_import_line, "import static a.b.", true),
        (is_in_import_line, "package a.b.", false),
        (is_in_import_line, "import a; package a.b.", false),
    ];

    #[test]
    fn lists_of_imports_are_known_by_what_is_before() {
        for (rule, text, expected) in CASES {
            assert_eq!(rule(text.as_bytes(), text.len()), *expected, "{text:?}");
        }
    }
}
