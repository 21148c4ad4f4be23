//! The lines of a diff that are kept: all of a short one, head and tail of a long one.

use std::collections::VecDeque;

use crate::refusal::counted;
use crate::text::clipped;

/// Lines up to which a diff is whole.
const WHOLE: usize = 160;

/// Lines at the start of a longer one.
const HEAD: usize = 96;

/// Lines at its end.
const TAIL: usize = 32;

/// Bytes of a line.
const LINE: usize = 500;

/// A line of a diff.
#[derive(Debug)]
pub(super) enum Row<'a> {
    /// One of the file, with the character before it.
    File(char, &'a [u8]),
    /// One that only the diff has.
    Own(String),
}

impl Row<'_> {
    /// The line as it is shown, and whether it is cut.
    fn shown(&self) -> (String, bool) {
        match self {
            Self::File(prefix, text) => {
                let shown = clipped(text, LINE - 1);
                let is_cut = shown.len() < text.len() || text.len() >= LINE;
                (format!("{prefix}{shown}"), is_cut)
            }
            Self::Own(text) => (clipped(text.as_bytes(), LINE), text.len() > LINE),
        }
    }
}

/// Takes the lines of a diff as they come, and holds no more of them than are shown.
#[derive(Debug, Default)]
pub(super) struct Excerpt<'a> {
    /// The first ones, as many as a whole diff has.
    first: Vec<Row<'a>>,
    /// The last ones of those past that.
    last: VecDeque<Row<'a>>,
    count: usize,
}

impl<'a> Excerpt<'a> {
    pub(super) fn push(&mut self, row: Row<'a>) {
        self.count += 1;
        if self.first.len() < WHOLE {
            self.first.push(row);
            return;
        }
        if self.last.len() == TAIL {
            self.last.pop_front();
        }
        self.last.push_back(row);
    }

    /// The text without a newline at its end, and whether anything of the diff is not in it.
    pub(super) fn finish(self) -> (String, bool) {
        let Self { mut first, last, count } = self;
        let mut is_truncated = false;
        let mut rows: Vec<Row<'a>> = Vec::new();
        if count > WHOLE {
            let missing = TAIL - last.len();
            let tail = first.split_off(WHOLE - missing);
            first.truncate(HEAD);
            rows.extend(first);
            rows.push(Row::Own(format!("… {} left out …", counted(count - HEAD - TAIL, "line"))));
            rows.extend(tail);
            is_truncated = true;
        } else {
            rows.extend(first);
        }
        let mut text = String::new();
        for row in rows.iter().chain(&last) {
            let (shown, is_cut) = row.shown();
            is_truncated |= is_cut;
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(&shown);
        }
        (text, is_truncated)
    }
}

#[cfg(test)]
mod tests {
    use super::{Excerpt, Row};

    fn excerpt(count: usize) -> (Vec<String>, bool) {
        let lines: Vec<String> = (1..=count).map(|number| number.to_string()).collect();
        let mut excerpt = Excerpt::default();
        for line in &lines {
            excerpt.push(Row::File('+', line.as_bytes()));
        }
        let (text, is_truncated) = excerpt.finish();
        (text.lines().map(str::to_owned).collect(), is_truncated)
    }

    #[test]
    fn long_diffs_keep_head_and_tail() {
        let (lines, is_truncated) = excerpt(160);
        assert_eq!((lines.len(), lines[159].as_str(), is_truncated), (160, "+160", false));
        for count in [161, 170, 192, 193, 5_000] {
            let (lines, is_truncated) = excerpt(count);
            assert_eq!((lines.len(), is_truncated), (129, true), "{count}");
            assert_eq!((lines[0].as_str(), lines[95].as_str()), ("+1", "+96"));
            assert_eq!(lines[96], format!("… {} lines left out …", count - 128));
            assert_eq!((&lines[97], &lines[128]), (&format!("+{}", count - 31), &format!("+{count}")));
        }
        assert_eq!(excerpt(0), (Vec::new(), false));
    }

    #[test]
    fn long_lines_are_cut_on_characters() {
        let table: &[(String, String, bool)] = &[
            ("x".repeat(499), format!("+{}", "x".repeat(499)), false),
            ("x".repeat(500), format!("+{}… 19 bytes more", "x".repeat(481)), true),
            ("é".repeat(250), format!("+{}… 20 bytes more", "é".repeat(240)), true),
        ];
        for (line, expected, expected_cut) in table {
            let mut excerpt = Excerpt::default();
            excerpt.push(Row::File('+', line.as_bytes()));
            let (text, is_cut) = excerpt.finish();
            assert_eq!((&text, is_cut), (expected, *expected_cut));
            assert!(text.len() <= 500);
        }
    }
}
