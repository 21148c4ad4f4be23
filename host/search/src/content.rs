//! From the bytes of a file to text.

use std::io::{self, Read};

/// Bytes at the start of a file in which a NUL makes it binary; what git looks at, rounded up.
const SNIFFED: usize = 8192;

/// What a file's bytes are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Text in UTF-8, or in another encoding that has ASCII in it.
    Text,
    /// UTF-16, as its first two bytes say.
    Wide(Endian),
    /// Not text.
    Binary,
}

/// Which byte of a UTF-16 unit comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Endian {
    Little,
    Big,
}

impl Form {
    /// What a file is whose first bytes these are.
    pub(crate) fn of(head: &[u8]) -> Form {
        let head = head.get(..SNIFFED).unwrap_or(head);
        match head {
            // UTF-32, which nobody writes files in.
            [0xff, 0xfe, 0, 0, ..] => Form::Binary,
            [0xff, 0xfe, ..] => Form::Wide(Endian::Little),
            [0xfe, 0xff, ..] => Form::Wide(Endian::Big),
            _ if memchr::memchr(0, head).is_some() => Form::Binary,
            _ => Form::Text,
        }
    }
}

/// UTF-16 with its mark as UTF-8 without one. A unit that belongs to no character becomes U+FFFD.
pub(crate) struct Narrow<R> {
    source: R,
    endian: Endian,
    /// Bytes that were read and not decoded: an odd one, half of a pair.
    pending: Vec<u8>,
    decoded: Vec<u8>,
    /// How much of `decoded` was handed out.
    given: usize,
    at_start: bool,
    ended: bool,
}

impl<R: Read> Narrow<R> {
    pub(crate) fn new(source: R, endian: Endian) -> Narrow<R> {
        Narrow {
            source,
            endian,
            pending: Vec::new(),
            decoded: Vec::new(),
            given: 0,
            at_start: true,
            ended: false,
        }
    }

    fn refill(&mut self) -> io::Result<()> {
        let mut block = [0; 8192];
        let count = self.source.read(&mut block)?;
        self.ended = count == 0;
        self.pending.extend_from_slice(block.get(..count).unwrap_or_default());
        let mut units: Vec<u16> = self
            .pending
            .chunks_exact(2)
            .filter_map(|pair| <[u8; 2]>::try_from(pair).ok())
            .map(|pair| match self.endian {
                Endian::Little => u16::from_le_bytes(pair),
                Endian::Big => u16::from_be_bytes(pair),
            })
            .collect();
        // The first half of a pair waits for the second.
        let is_first_half = |unit: &u16| (0xd800..0xdc00).contains(unit);
        if !self.ended && units.last().is_some_and(is_first_half) {
            units.pop();
        }
        self.pending.drain(..units.len() * 2);
        let skipped = usize::from(std::mem::take(&mut self.at_start) && units.first() == Some(&0xfeff));
        self.decoded.clear();
        self.given = 0;
        let mut utf8 = [0; 4];
        for character in char::decode_utf16(units.into_iter().skip(skipped)) {
            let character = character.unwrap_or(char::REPLACEMENT_CHARACTER);
            self.decoded.extend_from_slice(character.encode_utf8(&mut utf8).as_bytes());
        }
        if self.ended && !self.pending.is_empty() {
            self.pending.clear();
            self.decoded.extend_from_slice(char::REPLACEMENT_CHARACTER.encode_utf8(&mut utf8).as_bytes());
        }
        Ok(())
    }
}

impl<R: Read> Read for Narrow<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given == self.decoded.len() && !self.ended {
            self.refill()?;
        }
        let ready = self.decoded.get(self.given..).unwrap_or_default();
        let count = ready.len().min(buffer.len());
        for (to, from) in buffer.iter_mut().zip(ready) {
            *to = *from;
        }
        self.given += count;
        Ok(count)
    }
}

/// Where the text of a file begins: behind a byte order mark of UTF-8, which editors do not show and columns do not
/// count.
pub(crate) fn text_start(bytes: &[u8]) -> usize {
    if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use proptest::prelude::*;

    use super::*;

    fn wide(text: &str, endian: Endian) -> Vec<u8> {
        let units = std::iter::once(0xfeff).chain(text.encode_utf16());
        units
            .flat_map(|unit| match endian {
                Endian::Little => unit.to_le_bytes(),
                Endian::Big => unit.to_be_bytes(),
            })
            .collect()
    }

    fn narrow(bytes: &[u8], endian: Endian) -> String {
        let mut text = String::new();
        Narrow::new(bytes, endian).read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn a_form_is_told_by_the_first_bytes() {
        let late = [vec![b'a'; SNIFFED], vec![0]].concat();
        for (head, form) in [
            (&b"text"[..], Form::Text),
            (b"", Form::Text),
            (b"\xef\xbb\xbftext", Form::Text),
            (b"caf\xe9", Form::Text),
            (b"te\0xt", Form::Binary),
            (b"\xff\xfet\0", Form::Wide(Endian::Little)),
            (b"\xfe\xff\0t", Form::Wide(Endian::Big)),
            (b"\xff\xfe\0\0t\0\0\0", Form::Binary),
            (&late, Form::Text),
            (&late[1..], Form::Binary),
        ] {
            assert_eq!(Form::of(head), form, "{:?}", &head[..head.len().min(9)]);
        }
    }

    #[test]
    fn what_is_no_character_is_replaced() {
        for (bytes, expected) in [
            (&b"\xff\xfea\0\0\xd8b\0"[..], "a\u{fffd}b"),
            (b"\xff\xfea\0\0\xd8", "a\u{fffd}"),
            (b"\xff\xfea\0\0", "a\u{fffd}"),
            (b"\xff\xfe", ""),
            (b"", ""),
        ] {
            assert_eq!(narrow(bytes, Endian::Little), expected);
        }
    }

    proptest! {
        #[test]
        fn every_text_comes_back(text in ".{0,200}", filler in 0usize..9000) {
            let text = format!("{}{text}", "𐐨".repeat(filler));
            for endian in [Endian::Little, Endian::Big] {
                prop_assert_eq!(narrow(&wide(&text, endian), endian), text.as_str());
            }
        }
    }
}
