//! A unified diff out of blocks that are known already.

use std::ops::Range;

use super::excerpt::{Excerpt, Row};
use super::{Entry, Operation};
use crate::text::Lines;

/// Lines of context around a change.
const CONTEXT: usize = 3;

/// Lines that leave and lines that enter in their place.
#[derive(Clone, Debug)]
pub(crate) struct Block<'a> {
    /// Numbers of lines of the old file, from 0.
    pub(crate) old: Range<usize>,
    /// Without endings.
    pub(crate) new: Vec<&'a [u8]>,
}

/// What the two sides of a diff are called and how they end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sides<'a> {
    /// None: the file was not there.
    pub(crate) old: Option<&'a str>,
    /// None: the file is gone.
    pub(crate) new: Option<&'a str>,
    /// Whether the new file's last line has an ending.
    pub(crate) new_is_terminated: bool,
}

/// The entry of a file whose blocks are in order and do not meet. It is not empty unless the caller says so.
pub(crate) fn unified<'a>(
    sides: Sides<'a>,
    operation: Operation,
    lines: &'a Lines<'a>,
    blocks: &'a [Block<'a>],
) -> Entry {
    let mut excerpt = Excerpt::default();
    let renamed = sides.old != sides.new;
    if !blocks.is_empty() || renamed {
        let named = |side: char, path: Option<&str>| match path {
            Some(path) => format!("{side}/{path}"),
            None => "/dev/null".to_owned(),
        };
        excerpt.push(Row::Own(format!("--- {}", named('a', sides.old))));
        excerpt.push(Row::Own(format!("+++ {}", named('b', sides.new))));
    }
    // Lines that the new file has before a group, beside those of the old one.
    let (mut added, mut removed) = (0, 0);
    for group in blocks.chunk_by(|left, right| right.old.start - left.old.end <= 2 * CONTEXT) {
        let (Some(first), Some(last)) = (group.first(), group.last()) else { continue };
        let start = first.old.start.saturating_sub(CONTEXT);
        let end = lines.count().min(last.old.end + CONTEXT);
        let entering: usize = group.iter().map(|block| block.new.len()).sum();
        let leaving: usize = group.iter().map(|block| block.old.len()).sum();
        let (old, new) = (end - start, end - start + entering - leaving);
        let header = format!("@@ -{} +{} @@", span(start, old), span(start + added - removed, new));
        excerpt.push(Row::Own(header));
        let mut at = start;
        for block in group {
            push_context(&mut excerpt, lines, at..block.old.start);
            push_block(&mut excerpt, sides, lines, block);
            at = block.old.end;
        }
        push_context(&mut excerpt, lines, at..end);
        (added, removed) = (added + entering, removed + leaving);
    }
    let (content, truncated) = excerpt.finish();
    Entry {
        path: sides.new.or(sides.old).unwrap_or_default().to_owned(),
        operation,
        content: Some(content),
        truncated,
        additions: Some(added as u64),
        deletions: Some(removed as u64),
        is_empty: false,
    }
}

/// The start from 1 and the number of lines; by convention an empty span names the line before it.
fn span(start: usize, count: usize) -> String {
    format!("{},{count}", if count == 0 { start } else { start + 1 })
}

fn push_context<'a>(excerpt: &mut Excerpt<'a>, lines: &Lines<'a>, range: Range<usize>) {
    for line in range {
        excerpt.push(Row::File(' ', lines.text(line)));
    }
}

fn push_block<'a>(excerpt: &mut Excerpt<'a>, sides: Sides<'_>, lines: &Lines<'a>, block: &Block<'a>) {
    const UNTERMINATED: &str = "\\ No newline at end of file";
    let is_last = block.old.end == lines.count();
    for line in block.old.clone() {
        excerpt.push(Row::File('-', lines.text(line)));
    }
    if is_last && !block.old.is_empty() && !lines.is_terminated() {
        excerpt.push(Row::Own(UNTERMINATED.to_owned()));
    }
    for text in &block.new {
        excerpt.push(Row::File('+', text));
    }
    if is_last && !block.new.is_empty() && !sides.new_is_terminated {
        excerpt.push(Row::Own(UNTERMINATED.to_owned()));
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::{Block, Sides, unified};
    use crate::diff::Operation;
    use crate::text::{Ends, Lines};

    fn shown(file: &[u8], blocks: &[Block<'_>]) -> String {
        let lines = Lines::new(file, Ends::LineFeeds);
        let sides = Sides { old: Some("f"), new: Some("f"), new_is_terminated: lines.is_terminated() };
        unified(sides, Operation::Updated, &lines, blocks).content.unwrap()
    }

    #[test]
    fn diffs() {
        let numbers: String = (1..=20).map(|number| format!("{number}\n")).collect();
        let block =
            |old, new: &[&'static str]| Block { old, new: new.iter().map(|line| line.as_bytes()).collect() };
        let table = [
            (numbers.as_str(), vec![], ""),
            (
                numbers.as_str(),
                vec![block(0..1, &["one", "and"]), block(7..8, &[]), block(19..20, &["last"])],
                "--- a/f\n+++ b/f\n@@ -1,11 +1,11 @@\n-1\n+one\n+and\n 2\n 3\n 4\n 5\n 6\n 7\n-8\n 9\n 10\n 11\n\
                 @@ -17,4 +17,4 @@\n 17\n 18\n 19\n-20\n+last",
            ),
            (
                numbers.as_str(),
                vec![block(0..1, &[]), block(8..8, &["new"])],
                "--- a/f\n+++ b/f\n@@ -1,4 +1,3 @@\n-1\n 2\n 3\n 4\n@@ -6,6 +5,7 @@\n 6\n 7\n 8\n+new\n 9\n 10\n 11",
            ),
            ("", vec![block(0..0, &["x"])], "--- a/f\n+++ b/f\n@@ -0,0 +1,1 @@\n+x"),
            ("x\n", vec![block(0..1, &[])], "--- a/f\n+++ b/f\n@@ -1,1 +0,0 @@\n-x"),
            (
                "a\nb",
                vec![block(1..2, &["c"])],
                "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n\\ No newline at end of file",
            ),
            (
                "a\nb",
                vec![block(2..2, &["c"])],
                "--- a/f\n+++ b/f\n@@ -1,2 +1,3 @@\n a\n b\n+c\n\\ No newline at end of file",
            ),
        ];
        for (file, blocks, expected) in &table {
            assert_eq!(shown(file.as_bytes(), blocks), *expected);
        }
    }

    #[test]
    fn sides_that_are_not_there_and_new_names() {
        let lines = Lines::new(b"", Ends::LineFeeds);
        let table = [
            ((None, Some("n")), Operation::Created, "n", "--- /dev/null\n+++ b/n"),
            ((Some("o"), None), Operation::Deleted, "o", "--- a/o\n+++ /dev/null"),
            ((Some("o"), Some("n")), Operation::Moved, "n", "--- a/o\n+++ b/n"),
        ];
        for ((old, new), operation, path, content) in table {
            let entry = unified(Sides { old, new, new_is_terminated: true }, operation, &lines, &[]);
            assert_eq!((entry.path.as_str(), entry.operation), (path, operation));
            assert_eq!(entry.content.as_deref(), Some(content));
        }
    }
}
