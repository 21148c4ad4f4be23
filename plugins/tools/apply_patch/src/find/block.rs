//! Which lines belong together, told by their indentation: good enough for any language, and never the last word.

use crate::text::{Lines, is_blank, trimmed};

/// Lines that are looked at for the end of a block or the line above it: past that, nothing is said.
const FAR: usize = 20_000;

/// Columns of a tab. Only lines of one file are compared, so the number hardly matters.
const TAB: usize = 8;

/// Words with which lines begin that open a block but declare nothing.
const CONTROL: [&[u8]; 24] = [
    b"if", b"else", b"elif", b"elseif", b"for", b"foreach", b"while", b"do", b"loop", b"match", b"switch",
    b"case", b"default", b"when", b"try", b"catch", b"except", b"finally", b"with", b"unless", b"begin",
    b"return", b"then", b"unsafe",
];

/// The end of the block that the line `head` opens: the next line that has text and no deeper indentation. A line
/// of brackets or of a preprocessor never is that line.
pub(super) fn end(lines: &Lines<'_>, head: usize) -> usize {
    let Some(depth) = indentation(lines.text(head)) else { return head + 1 };
    let ends = |line: &usize| {
        let text = lines.text(*line);
        indentation(text).is_some_and(|indentation| indentation <= depth)
            && !trimmed(text).starts_with(b"#")
            && !is_bracket(text)
    };
    let far = lines.count().min(head + FAR);
    (head + 1..far).find(ends).unwrap_or(if far < lines.count() { head + 1 } else { far })
}

/// The line above `line` that declares the innermost block around it.
pub(super) fn enclosing(lines: &Lines<'_>, line: usize) -> Option<usize> {
    // An empty line has the indentation of what follows it.
    let text = (line..lines.count().min(line + FAR)).find_map(|line| indentation(lines.text(line)));
    let mut depth = text.unwrap_or(0);
    // A bracket on a line of its own belongs to the line above it, which stands as deep.
    let mut below_bracket = false;
    for above in (line.saturating_sub(FAR)..line).rev() {
        let text = lines.text(above);
        let Some(indentation) = indentation(text) else { continue };
        if indentation > depth || indentation == depth && !below_bracket || is_comment(text) {
            continue;
        }
        depth = indentation;
        below_bracket = is_bracket(text);
        if !below_bracket && !is_control(text) {
            return Some(above);
        }
    }
    None
}

/// Columns before the text of a line; none for a line without text.
fn indentation(text: &[u8]) -> Option<usize> {
    let length = text.iter().position(|byte| !is_blank(*byte))?;
    Some(text[..length].iter().map(|byte| if *byte == b'\t' { TAB } else { 1 }).sum())
}

fn is_bracket(text: &[u8]) -> bool {
    matches!(trimmed(text).first(), Some(b'{' | b'}' | b'(' | b')' | b'[' | b']'))
}

/// A comment, or a line for a preprocessor, which may stand at any depth.
fn is_comment(text: &[u8]) -> bool {
    let text = trimmed(text);
    [&b"//"[..], b"#", b"/*", b"*", b"--", b";"].iter().any(|start| text.starts_with(start))
}

fn is_control(text: &[u8]) -> bool {
    let text = trimmed(text);
    let length = text.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    CONTROL.contains(&&text[..length])
}

#[cfg(test)]
mod tests {
    use super::{enclosing, end};
    use crate::text::{Ends, Lines};

    const PYTHON: &str = "\
import x

class A:
    def m(self):

        if self.x:
            flush()

        return 1

    def n(self):
        # comment
        flush()
class B:
    pass
";

    const C: &str = "\
#include <x.h>

int f(void)
{
\tif (x)
\t{
#ifdef Y
\t\tg();
#endif
\t}
\treturn 0;
}

int g(void) {
\th();
}
";

    #[test]
    fn blocks_end_where_the_indentation_does() {
        let table: &[(&str, &[(usize, usize)])] = &[
            (PYTHON, &[(0, 2), (2, 13), (3, 10), (5, 8), (6, 8), (10, 13), (13, 15), (14, 15), (1, 2)]),
            (C, &[(2, 13), (4, 10), (7, 10), (13, 16)]),
            ("# a\ntext\n# b\ntext\n", &[(0, 1), (1, 3)]),
            ("", &[(0, 1)]),
        ];
        for (file, expected) in table {
            let lines = Lines::new(file.as_bytes(), Ends::LineFeeds);
            for (head, expected) in *expected {
                assert_eq!(
                    end(&lines, *head),
                    *expected,
                    "{:?}",
                    lines.text(*head).escape_ascii().to_string()
                );
            }
        }
    }

    #[test]
    fn the_declaration_around_a_line() {
        type Expected<'a> = &'a [(usize, Option<usize>)];
        let table: &[(&str, Expected<'_>)] = &[
            (
                PYTHON,
                &[
                    (6, Some(3)),
                    (7, Some(3)),
                    (12, Some(10)),
                    (3, Some(2)),
                    (14, Some(13)),
                    (2, None),
                    (4, Some(3)),
                ],
            ),
            (C, &[(7, Some(2)), (10, Some(2)), (14, Some(13)), (2, None)]),
            ("", &[(0, None)]),
        ];
        for (file, expected) in table {
            let lines = Lines::new(file.as_bytes(), Ends::LineFeeds);
            for (line, expected) in *expected {
                assert_eq!(enclosing(&lines, *line), *expected, "{line} of {file}");
            }
        }
    }
}
