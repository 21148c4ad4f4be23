//! Hunks of unified diffs, wherever they stand: their lines are text of files.

/// Where in a hunk the lines of an output have come.
#[derive(Debug, Default)]
pub(crate) struct Hunks {
    /// Old lines that are still to come.
    old: u32,
    /// New ones.
    new: u32,
}

impl Hunks {
    /// Whether the next line is part of a hunk, whose header says how many lines it has.
    pub(crate) fn has(&mut self, line: &str) -> bool {
        let first = line.bytes().next();
        if let Some((old, new)) = first.filter(|first| *first == b'@').and_then(|_| header(line)) {
            *self = Self { old, new };
            return true;
        }
        if self.old == 0 && self.new == 0 {
            return false;
        }
        match first {
            // Trailing blanks are often lost, also the one of an empty line of context.
            Some(b' ' | b'\n' | b'\r') => self.pass(1, 1),
            Some(b'-') => self.pass(1, 0),
            Some(b'+') => self.pass(0, 1),
            Some(b'\\') => {}
            _ => *self = Self::default(),
        }
        true
    }

    fn pass(&mut self, old: u32, new: u32) {
        self.old = self.old.saturating_sub(old);
        self.new = self.new.saturating_sub(new);
    }
}

/// The numbers of old and new lines in a header such as `@@ -1,7 +1,9 @@ fn main()`; a number that is left out is 1.
fn header(line: &str) -> Option<(u32, u32)> {
    let (ranges, _) = line.strip_prefix("@@ -")?.split_once(" @@")?;
    let (old, new) = ranges.split_once(" +")?;
    Some((count(old)?, count(new)?))
}

fn count(range: &str) -> Option<u32> {
    range.split_once(',').map_or(Some(1), |(_, count)| count.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::Hunks;

    #[test]
    fn a_hunk_has_the_lines_that_its_header_counts() {
        let mut hunks = Hunks::default();
        for (line, expected) in [
            ("diff --git a/x b/x\n", false),
            ("@@ -1,3 +1,4 @@ fn f()\n", true),
            (" a\n", true),
            ("-b\n", true),
            ("+c\n", true),
            ("+d\n", true),
            ("\n", true),
            (" after\n", false),
            ("@@ -1 +1 @@\n", true),
            ("-a\n", true),
            ("+b\n", true),
            ("+after\n", false),
            ("@@ -1,9 +1,9 @@\n", true),
            (" a\n", true),
            ("\\ No newline at end of file\n", true),
            ("the first line that is no hunk\n", true),
            (" any more\n", false),
            ("@@ no header @@\n", false),
            (" a\n", false),
        ] {
            assert_eq!(hunks.has(line), expected, "{line}");
        }
    }
}
