//! UTF-8 in pieces, with one replacement character for each invalid byte.

/// Holds the bytes of a character that is not complete yet.
#[derive(Debug, Default)]
pub(super) struct Decoder {
    bytes: [u8; 4],
    length: usize,
}

impl Decoder {
    pub(super) fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Adds a byte, which lies at `position`. Returns a decoded character and the position of its first byte;
    /// then [`Self::retry`] may have more.
    pub(super) fn push(&mut self, byte: u8, position: usize) -> Option<(char, usize)> {
        self.bytes[self.length] = byte;
        self.length += 1;
        self.retry(position)
    }

    /// Decodes from the bytes held, the last of which lies at `position`.
    pub(super) fn retry(&mut self, position: usize) -> Option<(char, usize)> {
        let held = &self.bytes[..self.length];
        match str::from_utf8(held) {
            Ok(text) => {
                let character = text.chars().next()?;
                let start = position + 1 - self.length;
                self.length = 0;
                Some((character, start))
            }
            Err(error) if error.error_len().is_none() => None,
            Err(_) => self.replace_first(position + 1),
        }
    }

    /// Gives up on the bytes held, which end before `end`: one replacement character for each call.
    pub(super) fn flush(&mut self, end: usize) -> Option<(char, usize)> {
        self.replace_first(end)
    }

    /// The bytes after an invalid one may begin a valid character, so only one leaves.
    fn replace_first(&mut self, end: usize) -> Option<(char, usize)> {
        let start = end - self.length;
        self.length = self.length.checked_sub(1)?;
        self.bytes.copy_within(1.., 0);
        Some((char::REPLACEMENT_CHARACTER, start))
    }
}
