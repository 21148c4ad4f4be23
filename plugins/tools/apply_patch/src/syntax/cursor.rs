//! The lines of a patch, one after the other, each with its number.

use memchr::memchr;

use crate::text::is_blank;

/// One line of a patch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'p> {
    /// Without its `\n` and one `\r` before it.
    pub(super) text: &'p [u8],
    /// From 1.
    pub(super) number: usize,
    /// Where it starts in the cursor's bytes.
    pub(super) start: usize,
    /// Where the next one starts.
    pub(super) end: usize,
}

impl<'p> Row<'p> {
    /// Nothing, or nothing that can be seen.
    pub(super) fn is_blank(&self) -> bool {
        self.text.iter().all(|byte| is_blank(*byte))
    }

    /// Stars in the first column: no line of a hunk and none of an added file can look like that.
    pub(super) fn has_stars(&self) -> bool {
        self.text.starts_with(b"***")
    }
}

/// A place between two lines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'p> {
    bytes: &'p [u8],
    offset: usize,
    number: usize,
}

impl<'p> Cursor<'p> {
    /// Before the first line of `bytes`, which is line `number` of the patch.
    pub(super) fn new(bytes: &'p [u8], number: usize) -> Self {
        Self { bytes, offset: 0, number }
    }

    /// The number of the next line.
    pub(super) fn number(&self) -> usize {
        self.number
    }

    /// The bytes that were not passed.
    pub(super) fn rest(&self) -> &'p [u8] {
        &self.bytes[self.offset..]
    }

    /// The bytes between two offsets that rows gave.
    pub(super) fn between(&self, start: usize, end: usize) -> &'p [u8] {
        &self.bytes[start..end]
    }

    /// The next line, without passing it.
    pub(super) fn peek(&self) -> Option<Row<'p>> {
        let rest = &self.bytes[self.offset..];
        if rest.is_empty() {
            return None;
        }
        let (line, length) = match memchr(b'\n', rest) {
            Some(at) => (&rest[..at], at + 1),
            None => (rest, rest.len()),
        };
        let text = line.strip_suffix(b"\r").unwrap_or(line);
        Some(Row { text, number: self.number, start: self.offset, end: self.offset + length })
    }

    /// Passes a line that [`Cursor::peek`] gave.
    pub(super) fn pass(&mut self, row: &Row<'p>) {
        self.offset = row.end;
        self.number = row.number + 1;
    }

    /// The next line that is not blank, without passing it; the blank ones before it are passed.
    pub(super) fn peek_text(&mut self) -> Option<Row<'p>> {
        loop {
            let row = self.peek()?;
            if !row.is_blank() {
                return Some(row);
            }
            self.pass(&row);
        }
    }
}

impl<'p> Iterator for Cursor<'p> {
    type Item = Row<'p>;

    fn next(&mut self) -> Option<Row<'p>> {
        let row = self.peek()?;
        self.pass(&row);
        Some(row)
    }
}

#[cfg(test)]
mod tests {
    use super::Cursor;

    #[test]
    fn lines_are_numbered_and_lose_one_return() {
        let rows: Vec<_> = Cursor::new(b"a\r\n\r\r\n\nb", 5).map(|row| (row.text, row.number)).collect();
        assert_eq!(rows, [(&b"a"[..], 5), (b"\r", 6), (b"", 7), (b"b", 8)]);
    }

    #[test]
    fn blank_lines_are_passed() {
        let mut cursor = Cursor::new(b"\n \t\r\n a\n\n", 1);
        assert_eq!(cursor.peek_text().map(|row| (row.text, row.number)), Some((&b" a"[..], 3)));
        cursor.next();
        assert!(cursor.peek_text().is_none());
    }
}
