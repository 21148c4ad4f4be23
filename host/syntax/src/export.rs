//! Macros between `class` and a name (`class EXPORT_API Seat {`) and before a type (`EXPORT_API int seat(void);`), which
//! grammars of C and C++ cannot know.
//!
//! Such a macro makes its parser take the name for something else. It is blanked before the parse, with as many spaces,
//! so that all positions stay.

use std::ops::Range;

use memchr::memmem;

/// A file as it is parsed.
#[derive(Debug)]
pub(crate) struct Prepared {
    /// As long as the file, with blanks for macros.
    pub(crate) source: Vec<u8>,
    /// The names of the macros that were blanked. They are usages all the same.
    pub(crate) blanked: Vec<Range<usize>>,
}

/// Makes of a file what its grammar understands; none if it is fine as it is.
pub(crate) type Prepare = fn(&[u8]) -> Option<Prepared>;

const KEYWORDS: [&str; 4] = ["class", "struct", "union", "enum"];

/// Parts of names that only such macros have. They decide where a declaration has no body and could be one of a
/// variable: `struct FOO bar;`.
const EXPORTING: [&str; 6] = ["EXPORT", "API", "DLL", "PUBLIC", "VISIB", "DECL"];

/// How names of macros end that stand before a type.
const LEADING: [&str; 6] = ["API", "EXPORT", "EXPORTS", "EXTERN", "PUBLIC", "DECL"];

/// Bytes from a name to the brace of its body, at most: what a list of base classes may take.
const HEAD: usize = 2048;

/// Macros before one name, at most.
const MACROS: usize = 4;

/// The file without export macros; none if it has none.
pub(crate) fn without_export_macros(source: &[u8]) -> Option<Prepared> {
    let mut prepared: Option<Prepared> = None;
    let mut blank = |macro_call: MacroCall| {
        let prepared =
            prepared.get_or_insert_with(|| Prepared { source: source.to_vec(), blanked: Vec::new() });
        let bytes = prepared.source.get_mut(macro_call.whole).unwrap_or_default();
        bytes.iter_mut().filter(|byte| !byte.is_ascii_whitespace()).for_each(|byte| *byte = b' ');
        prepared.blanked.push(macro_call.name);
    };
    for keyword in KEYWORDS {
        for start in memmem::find_iter(source, keyword) {
            let before = source.get(..start).and_then(|head| head.last());
            if before.is_some_and(|byte| is_word(*byte)) {
                continue;
            }
            for macro_call in macros(source, start + keyword.len()) {
                blank(macro_call);
            }
        }
    }
    let line_starts = std::iter::once(0).chain(memchr::memchr_iter(b'\n', source).map(|end| end + 1));
    line_starts.filter_map(|start| before_type(source, start)).for_each(blank);
    prepared
}

/// The macro that a line begins with, if a type and a name follow it. Only an ending that such macros have tells it from
/// a type.
fn before_type(source: &[u8], line: usize) -> Option<MacroCall> {
    let name = word(source, line);
    let text = source.get(name.clone())?;
    if !is_macro(text) || !LEADING.iter().any(|end| text.ends_with(end.as_bytes())) {
        return None;
    }
    let kind = word(source, skip_blanks(source, name.end));
    let rest = source.get(kind.end..)?;
    let signs =
        rest.iter().take_while(|byte| byte.is_ascii_whitespace() || matches!(byte, b'*' | b'&' | b':'));
    let declared = word(source, kind.end + signs.count());
    let is_declaration = !kind.is_empty() && !declared.is_empty() && declared.start > kind.end;
    is_declaration.then(|| MacroCall { name: name.clone(), whole: name })
}

/// A macro with its arguments.
struct MacroCall {
    name: Range<usize>,
    whole: Range<usize>,
}

/// The macros between a keyword, which ends at `from`, and the name of what it declares; none if this is no
/// declaration with macros.
fn macros(source: &[u8], from: usize) -> Vec<MacroCall> {
    let mut found = Vec::new();
    let mut at = from;
    while found.len() <= MACROS {
        let start = skip_blanks(source, at);
        let name = word(source, start);
        // A word right after the keyword would be part of it.
        if name.is_empty() || start == at {
            return Vec::new();
        }
        let text = source.get(name.clone()).unwrap_or_default();
        let next = skip_blanks(source, name.end);
        if !found.is_empty() && text != b"final" && ends_head(source, next, &found) {
            return found;
        }
        // `enum class`
        if found.is_empty() && (text == b"class" || text == b"struct") && at == from {
            at = name.end;
            continue;
        }
        if !is_macro(text) {
            return Vec::new();
        }
        let end = if source.get(next) == Some(&b'(') {
            let Some(end) = closing(source, next) else { return Vec::new() };
            end
        } else {
            name.end
        };
        found.push(MacroCall { name: name.clone(), whole: name.start..end });
        at = end;
        // Between `)` and a name blanks are not needed, but nobody leaves them out.
    }
    Vec::new()
}

/// Whether what begins at `next` can follow the name of a declaration with these macros.
fn ends_head(source: &[u8], next: usize, macros: &[MacroCall]) -> bool {
    let rest = source.get(next..).unwrap_or_default();
    let rest = rest.get(..HEAD).unwrap_or(rest);
    match rest {
        [b'{', ..] => true,
        // A base class, not a path, and not a bit field.
        [b':', second, ..] if *second != b':' => has_body(rest),
        [b'<', ..] => has_body(rest),
        [b'f', b'i', b'n', b'a', b'l', after, ..] if !is_word(*after) => has_body(rest),
        [b';', ..] => macros.iter().any(|one| {
            let name = source.get(one.name.clone()).unwrap_or_default();
            EXPORTING.iter().any(|part| memmem::find(name, part.as_bytes()).is_some())
        }),
        _ => false,
    }
}

/// Whether a name is in capitals, as those of macros are.
fn is_macro(name: &[u8]) -> bool {
    name.iter().any(u8::is_ascii_uppercase) && !name.iter().any(u8::is_ascii_lowercase)
}

fn has_body(rest: &[u8]) -> bool {
    rest.iter().find(|byte| matches!(byte, b'{' | b';' | b'}')) == Some(&b'{')
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}

fn skip_blanks(source: &[u8], from: usize) -> usize {
    let rest = source.get(from..).unwrap_or_default();
    from + rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count()
}

/// The word that begins at `from`; empty if none does.
fn word(source: &[u8], from: usize) -> Range<usize> {
    let rest = source.get(from..).unwrap_or_default();
    let starts = rest.first().is_some_and(|byte| is_word(*byte) && !byte.is_ascii_digit());
    let length = if starts { rest.iter().take_while(|byte| is_word(**byte)).count() } else { 0 };
    from..from + length
}

/// The end of the parentheses that open at `from`; none if they do not close within a few lines.
fn closing(source: &[u8], from: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (offset, byte) in source.get(from..)?.iter().take(HEAD).enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 1 => return Some(from + offset + 1),
            b')' => depth -= 1,
            b';' | b'{' => return None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    /// A text and the same without macros.
    const BLANKED: &[(&str, &str)] = &[
        ("class EXPORT_API Foo {", "class            Foo {"),
        ("class API Foo : public Bar {", "class     Foo : public Bar {"),
        ("struct API Foo final {", "struct     Foo final {"),
        ("class DLL(x, (y)) Foo {", "class             Foo {"),
        ("class A_B C_D(1)\n  Foo {", "class           \n  Foo {"),
        ("class API Foo<int> {", "class     Foo<int> {"),
        ("enum class API Foo : int {", "enum class     Foo : int {"),
        ("class CORE_API FOO {", "class          FOO {"),
        ("class API Foo;", "class     Foo;"),
        ("int a;\nFOO_API size_t f(int);", "int a;\n        size_t f(int);"),
        ("EXPORT const char *f(int);", "       const char *f(int);"),
    ];

    /// Texts without macros.
    const AS_IT_IS: &[&str] = &[
        "class Foo {",
        "class Foo final {",
        "class FOO final {",
        "class FOO : public BAR {",
        "struct FOO bar;",
        "struct FOO *bar;",
        "struct FOO bar = {1};",
        "struct FOO bar(void) {",
        "struct S { enum MODE mode : 8; };",
        "enum FOO { A };",
        "template <class T> class FOO<T> {",
        "template <class T, class U>",
        "subclass API Foo {",
        "API foo;",
        "API foo(int bar);",
        "API_HANDLE foo(int bar);",
        "MY_TYPE foo bar;",
        "int EXPORT foo(int bar);",
        "class",
        "class API",
        "class API(",
        "class API(x) ",
    ];

    #[test]
    fn macros_are_blanked_and_nothing_else() {
        for (text, expected) in BLANKED {
            let prepared = without_export_macros(text.as_bytes()).unwrap();
            assert_eq!(String::from_utf8_lossy(&prepared.source), *expected);
            assert_eq!(prepared.source.len(), text.len());
        }
        for text in AS_IT_IS {
            assert!(without_export_macros(text.as_bytes()).is_none(), "{text}");
        }
    }
}
