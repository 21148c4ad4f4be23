//! A command line that does nothing but hand one text to one program.

use tree_sitter::Node;

use super::parse::{MAX_BYTES, tree};
use super::words::{all, children, word};

/// One text that is handed to one program: `NAME <<'EOF' …`, or `NAME 'TEXT'`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Handed {
    /// The program, as it is written.
    pub program: String,
    /// The folder of a `cd FOLDER` before it.
    pub folder: Option<String>,
    /// The text as it is written, its last line end included: of a here-document without quotes, too, nothing is put
    /// in.
    pub text: String,
}

impl Handed {
    /// Reads a command line; none if it does anything else.
    #[must_use]
    pub fn parse(text: &str) -> Option<Handed> {
        if text.len() > MAX_BYTES {
            return of_long(text);
        }
        let tree = tree(text)?;
        let statements: Vec<Node<'_>> = all(tree.root_node())
            .into_iter()
            .filter(|node| !matches!(node.kind(), "\n" | ";" | "comment"))
            .collect();
        let (statement, before) = statements.split_last()?;
        if tree.root_node().has_error() {
            return without_semicolon(text).and_then(|text| Handed::parse(&text));
        }
        let mut handed = match statement.kind() {
            "redirected_statement" => by_document(*statement, text),
            _ => by_argument(*statement, text),
        }?;
        for statement in before {
            let (None, words) = command(*statement, text)? else { return None };
            match (words.first().map(String::as_str), &words[..], &handed.folder) {
                // What it sets is about commands, of which there is none.
                (Some("set"), ..) => {}
                (Some("cd"), [_, folder], None) => handed.folder = Some(folder.clone()),
                _ => return None,
            }
        }
        Some(handed)
    }
}

/// The text without a `;` behind the name of a here-document, which the grammar does not know there.
fn without_semicolon(text: &str) -> Option<String> {
    let (first, lines) = text.split_once('\n')?;
    let first = first.trim_end().strip_suffix(';').filter(|first| first.contains("<<"))?;
    Some(format!("{first}\n{lines}"))
}

/// The longest text that is read by its lines, in bytes, where the grammar would be too slow.
const MAX_LONG: usize = 16 << 20;

/// A here-document that is longer than what the grammar reads: its first line is read with nothing in the document, and
/// its last line must be the end.
fn of_long(text: &str) -> Option<Handed> {
    let text = text.trim_start_matches('\n').trim_end();
    let (first, lines) = text.split_once('\n').filter(|_| text.len() <= MAX_LONG)?;
    let (_, document) = first.split_once("<<")?;
    let end = document.trim().trim_matches(['\'', '"']);
    let (lines, last) = lines.rsplit_once('\n')?;
    let is_read = first.len() <= MAX_BYTES / 2 && last == end && !lines.split('\n').any(|line| line == end);
    let frame = Handed::parse(&format!("{first}\n{end}")).filter(|frame| is_read && frame.text.is_empty())?;
    Some(Handed { text: format!("{lines}\n"), ..frame })
}

/// Whether this puts both outputs into one, which does nothing to a text that is handed over.
fn is_harmless(node: &Node<'_>, text: &str) -> bool {
    node.kind() == "file_redirect" && text.get(node.byte_range()) == Some("2>&1")
}

fn by_document(statement: Node<'_>, text: &str) -> Option<Handed> {
    let plain = |node| children(node).into_iter().filter(|node| !is_harmless(node, text));
    let [body, document] = plain(statement).collect::<Vec<_>>()[..] else { return None };
    let parts: Vec<Node<'_>> = plain(document).collect();
    let only_text = parts.iter().all(|part| part.kind().starts_with("heredoc_"));
    let find = |kind: &str| parts.iter().find(|part| part.kind() == kind);
    if document.kind() != "heredoc_redirect" || !only_text {
        return None;
    }
    // `<<EOF`, or `<<-EOF`, which takes tabs away.
    let strips_tabs = all(document).first().is_some_and(|operator| operator.kind() == "<<-");
    let end = find("heredoc_end")?;
    let first_line = text.get(document.start_byte()..)?.find('\n')?;
    let from = document.start_byte() + first_line + 1;
    let lines =
        text.get(from..end.start_byte())?.trim_end_matches(|character| strips_tabs && character == '\t');
    let handed = if strips_tabs {
        lines.split_inclusive('\n').map(|line| line.trim_start_matches('\t')).collect()
    } else {
        lines.to_owned()
    };
    let (folder, mut words) = command(body, text)?;
    let program = words.pop().filter(|_| words.is_empty())?;
    Some(Handed { program, folder, text: handed })
}

fn by_argument(statement: Node<'_>, text: &str) -> Option<Handed> {
    let (folder, words) = command(statement, text)?;
    let [program, handed] = <[String; 2]>::try_from(words).ok()?;
    Some(Handed { program, folder, text: handed })
}

/// The words of a command, and the folder of a `cd` before it.
fn command(node: Node<'_>, text: &str) -> Option<(Option<String>, Vec<String>)> {
    match node.kind() {
        "command" => {
            let is_plain = |child: &Node<'_>| {
                !child.kind().ends_with("_redirect") && child.kind() != "variable_assignment"
            };
            let words =
                children(node).into_iter().map(|child| word(child, text).filter(|_| is_plain(&child)));
            Some((None, words.collect::<Option<_>>()?))
        }
        "list" => {
            let [left, right] = children(node)[..] else { return None };
            let is_and = all(node).iter().any(|child| child.kind() == "&&");
            let (None, into) = command(left, text)? else { return None };
            let [program, folder] = <[String; 2]>::try_from(into).ok()?;
            let (None, words) = command(right, text)? else { return None };
            (is_and && program == "cd").then_some((Some(folder), words))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn handed(program: &str, folder: Option<&str>, text: &str) -> Option<Handed> {
        Some(Handed { program: program.into(), folder: folder.map(Into::into), text: text.into() })
    }

    #[test]
    fn one_text_for_one_program() {
        let rows = [
            ("p <<'EOF'\na $x `y` \\\\ \"z\nEOF", handed("p", None, "a $x `y` \\\\ \"z\n")),
            ("p <<EOF\na $x `y` \\\\\nEOF\n", handed("p", None, "a $x `y` \\\\\n")),
            ("\n# why\np <<\"A B\"\nx\nA B\n\n", handed("p", None, "x\n")),
            ("p <<-'E'\n\tx\n\t\ty\n\tE", handed("p", None, "x\ny\n")),
            ("p <<'EOF'\nEOF", handed("p", None, "")),
            ("p <<'EOF'\n\n \nEOF", handed("p", None, "\n \n")),
            ("cd a/b && p <<'EOF'\nx\nEOF", handed("p", Some("a/b"), "x\n")),
            ("cd a; p <<'EOF'\nx\nEOF", handed("p", Some("a"), "x\n")),
            ("cd a\np <<'EOF'\nx\nEOF", handed("p", Some("a"), "x\n")),
            ("set -euo pipefail\np <<'EOF'\nx\nEOF", handed("p", None, "x\n")),
            ("p <<'EOF' 2>&1\nx\nEOF", handed("p", None, "x\n")),
            ("p <<'EOF';\nx\nEOF", handed("p", None, "x\n")),
            ("p 'a\nb'", handed("p", None, "a\nb")),
            ("cd a && p \"x\"", handed("p", Some("a"), "x")),
        ];
        for (line, expected) in rows {
            assert_eq!(Handed::parse(line), expected, "{line}");
        }
    }

    #[test]
    fn a_long_one_is_read_by_its_lines() {
        let long = "it's $x\n".repeat(MAX_BYTES / 8 + 1);
        let rows = [
            (format!("p <<'EOF'\n{long}EOF\n"), handed("p", None, &long)),
            (format!("cd a && p <<\"E F\"\n{long}E F"), handed("p", Some("a"), &long)),
            (format!("p <<'EOF'\n{long}EOF\nq"), None),
            (format!("p <<'EOF'\n{long}EOF\n{long}EOF"), None),
            (format!("p <<'EOF' | q\n{long}EOF"), None),
            (format!("p <<'EOF'\n{long}"), None),
            (format!("p <<'EOF'\n{}EOF", "x".repeat(MAX_LONG)), None),
        ];
        for (line, expected) in rows {
            assert_eq!(Handed::parse(&line), expected, "{}", &line[..20]);
        }
    }

    #[test]
    fn whatever_does_more_is_the_shells() {
        let rows = [
            "",
            "p",
            "p a b",
            "p $x",
            "p \"$x\"",
            "p a > f",
            "A=1 p a",
            "p a &",
            "p a; q",
            "p <<'EOF'\nx\nEOF\nq",
            "p <<'EOF' > f\nx\nEOF",
            "p <<'EOF' | q\nx\nEOF",
            "p <<'EOF' && q\nx\nEOF",
            "p -v <<'EOF'\nx\nEOF",
            "q && p <<'EOF'\nx\nEOF",
            "cd a; cd b; p <<'EOF'\nx\nEOF",
            "cd a; ls; p <<'EOF'\nx\nEOF",
            "cd a || p <<'EOF'\nx\nEOF",
            "cd a && true && p <<'EOF'\nx\nEOF",
            "(p <<'EOF'\nx\nEOF\n)",
            "p <<'EOF'\nx\n",
            "! p a",
            "p <<'A' <<'B'\nx\nA\ny\nB",
        ];
        for line in rows {
            assert_eq!(Handed::parse(line), None, "{line}");
        }
    }
}
