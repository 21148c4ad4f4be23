//! One word of a command line: what is left of it when the quotes are taken away.

use tree_sitter::Node;

use super::Word;

/// Characters that a word without quotes must not have to be taken as it stands: patterns, braces and a home folder.
const EXPANDED: [char; 6] = ['*', '?', '[', '{', '~', '$'];

/// What stands directly below a node, operators and separators included.
pub(super) fn all(node: Node<'_>) -> Vec<Node<'_>> {
    node.children(&mut node.walk()).collect()
}

/// What stands directly below a node and has a name in the grammar.
pub(super) fn children(node: Node<'_>) -> Vec<Node<'_>> {
    node.named_children(&mut node.walk()).collect()
}

/// The word that a node stands for; none where the shell would put something in.
pub(super) fn word(node: Node<'_>, text: &str) -> Word {
    let source = text.get(node.byte_range())?;
    match node.kind() {
        "command_name" => word(*children(node).first()?, text),
        "word" => bare(source),
        "number" if node.named_child_count() == 0 => Some(source.to_owned()),
        "raw_string" => Some(source.strip_prefix('\'')?.strip_suffix('\'')?.to_owned()),
        "string" => quoted(node, source),
        "concatenation" => {
            let parts = children(node);
            // What stands between the parts and is no part is such as a brace.
            let length: usize = parts.iter().map(|part| part.byte_range().len()).sum();
            let words: Option<Vec<String>> = parts.into_iter().map(|part| word(part, text)).collect();
            words.filter(|_| length == source.len()).map(|words| words.concat())
        }
        _ => None,
    }
}

fn bare(source: &str) -> Word {
    if source.contains(EXPANDED) {
        return None;
    }
    Some(unescaped(source, |_| true))
}

fn quoted(node: Node<'_>, source: &str) -> Word {
    let only_text = children(node).into_iter().all(|part| part.kind() == "string_content");
    let inner = source.strip_prefix('"')?.strip_suffix('"')?;
    only_text.then(|| unescaped(inner, |escaped| matches!(escaped, '"' | '\\' | '$' | '`')))
}

/// Takes backslashes away before characters that they protect. A backslash and a newline are nothing at all.
fn unescaped(source: &str, protects: impl Fn(char) -> bool) -> String {
    let mut plain = String::with_capacity(source.len());
    let mut characters = source.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => match characters.next() {
                Some('\n') => {}
                Some(escaped) if protects(escaped) => plain.push(escaped),
                Some(other) => plain.extend(['\\', other]),
                None => plain.push('\\'),
            },
            _ => plain.push(character),
        }
    }
    plain
}
