//! Runs of characters that may be a path or the number of a line.

/// Part of a path.
const OF_PATH: u8 = 1;
const DIGIT: u8 = 2;
const DASH: u8 = 4;
/// What is not ASCII.
const OTHER: u8 = 8;

/// The classes of each byte; none for what is part of no path.
static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'0'..=b'9' => OF_PATH | DIGIT,
            b'-' => OF_PATH | DASH,
            b'_' | b'.' | b'+' | b'@' | b'$' | b'%' | b'#' | b'~' | b'/' | b'[' | b']' => OF_PATH,
            b'a'..=b'z' | b'A'..=b'Z' => OF_PATH,
            0x80.. => OF_PATH | OTHER,
            _ => 0,
        };
        byte += 1;
    }
    classes
};

/// Characters of a path in a row.
#[derive(Debug)]
pub(super) struct Run<'a> {
    pub(super) text: &'a str,
    pub(super) start: usize,
    pub(super) end: usize,
    /// The classes of all bytes, of which a few at the ends may be gone.
    classes: u8,
}

impl Run<'_> {
    /// Whether there may be a dash.
    #[inline]
    pub(super) fn has_dash(&self) -> bool {
        self.classes & DASH != 0
    }

    /// The number of a line that it is: `12`, `L12`, or `12` in `file-12-text`. One behind a blank and a bracket counts
    /// something.
    #[inline]
    pub(super) fn number(&self, line: &str) -> Option<u32> {
        let begins = self.text.bytes().next().is_some_and(|first| matches!(first, b'0'..=b'9' | b'+' | b'L'));
        let may_be = self.classes & DIGIT != 0 && (begins || self.has_dash());
        if !may_be || line.get(..self.start).is_some_and(|before| before.ends_with(" (")) {
            return None;
        }
        let plain = self.text.strip_prefix('L').unwrap_or(self.text).trim_end_matches(['.', '-']);
        plain.parse().ok().or_else(|| self.text.split('-').find_map(|part| part.parse().ok()))
    }
}

/// The next characters of a path in a line.
#[inline]
pub(super) fn run(line: &str, from: usize) -> Option<Run<'_>> {
    let bytes = line.as_bytes();
    let class = |byte: u8| CLASSES[usize::from(byte)];
    let mut from = from;
    loop {
        let mut start = from;
        while class(*bytes.get(start)?) == 0 {
            start += 1;
        }
        let (mut end, mut classes) = (start, 0);
        while let Some(next) = bytes.get(end).map(|byte| class(*byte)).filter(|class| *class != 0) {
            classes |= next;
            end += 1;
        }
        let text = line.get(start..end)?;
        if classes & OTHER == 0 {
            return Some(Run { text, start, end, classes });
        }
        // Of what is not ASCII only letters are part of a name.
        let is_letter = |character: char| character.is_ascii() || character.is_alphabetic();
        if let Some(first) = text.find(is_letter) {
            let text = text.get(first..)?;
            let text = text.get(..text.find(|next| !is_letter(next)).unwrap_or(text.len()))?;
            let start = start + first;
            return Some(Run { text, start, end: start + text.len(), classes });
        }
        from = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_of_paths() {
        let all: Vec<u8> = (0..=u8::MAX).filter(|byte| CLASSES[usize::from(*byte)] != 0).collect();
        assert_eq!(all.len(), 12 + 10 + 26 + 26 + 128);
        assert!([b'a', b'Z', b'0', b'~'].iter().all(|byte| all.contains(byte)));
    }

    #[test]
    fn runs_of_lines() {
        let rows: [(&str, &[&str]); 5] = [
            ("at src/a.rs:12 (L3)", &["at", "src/a.rs", "12", "L3"]),
            ("└─ größe.rs ✓✓ → x", &["größe.rs", "x"]),
            ("│a.rs│b.rs", &["a.rs", "b.rs"]),
            ("→ → →", &[]),
            ("", &[]),
        ];
        for (line, expected) in rows {
            let mut found = Vec::new();
            let mut next = 0;
            while let Some(run) = run(line, next) {
                next = run.end;
                found.push(run.text);
            }
            assert_eq!(found, expected, "{line}");
        }
        assert!(run(&"→ ".repeat(200_000), 0).is_none());
    }

    #[test]
    fn numbers_of_runs() {
        let rows = [
            ("12", Some(12)),
            ("+12", Some(12)),
            ("L12", Some(12)),
            ("12.", Some(12)),
            ("a.rs-12-text", Some(12)),
            ("part_3.rs", None),
            ("a-b", None),
            ("12a", None),
            ("é12", None),
        ];
        for (text, expected) in rows {
            assert_eq!(run(text, 0).and_then(|run| run.number(text)), expected, "{text}");
        }
        assert_eq!(run("(12)", 0).and_then(|run| run.number("(12)")), Some(12));
        assert_eq!(run("a (12)", 1).and_then(|run| run.number("a (12)")), None);
    }
}
