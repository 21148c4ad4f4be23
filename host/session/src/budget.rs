//! How much of a result a model gets to see: cutting bodies and fields to a number of tokens.
//!
//! Tokens are estimated as bytes / 4, rounded up. Text counts as it stands in JSON, where a quote, a backslash, a
//! newline and a tab are two bytes each: some clients show their model the JSON text of a result, and the same
//! answer must be within its budget there, too.

mod excerpt;
mod fields;
#[cfg(test)]
mod tests;
mod window;

use std::io;

use serde::Serialize;

pub use excerpt::{Cut, cut};
pub use fields::{Fitted, fit_fields};

/// Bytes that count as one token.
pub const BYTES_PER_TOKEN: u64 = 4;

/// The estimate for a number of bytes.
#[must_use]
pub fn tokens(bytes: u64) -> u64 {
    bytes.div_ceil(BYTES_PER_TOKEN)
}

/// The bytes that a number of tokens allows.
#[must_use]
pub fn bytes(tokens: u32) -> usize {
    usize::try_from(u64::from(tokens) * BYTES_PER_TOKEN).unwrap_or(usize::MAX)
}

/// Bytes of `text` within a JSON string, without the quotes around it.
#[must_use]
pub fn text_cost(text: &str) -> usize {
    text.bytes().map(byte_cost).sum()
}

/// Bytes of the compact JSON of `value`.
#[must_use]
pub fn json_cost(value: &impl Serialize) -> usize {
    struct Counter(usize);
    impl io::Write for Counter {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut counter = Counter(0);
    // Writing JSON values to a counter cannot fail.
    let _ = serde_json::to_writer(&mut counter, value);
    counter.0
}

/// The longest start of `text` that costs at most `budget`: its length in bytes, on a character boundary.
pub(crate) fn start_within(text: &str, budget: usize) -> usize {
    let mut left = budget;
    for (index, character) in text.char_indices() {
        match left.checked_sub(char_cost(character)) {
            Some(rest) => left = rest,
            None => return index,
        }
    }
    text.len()
}

/// Where the longest end of `text` begins that costs at most `budget`, on a character boundary.
pub(crate) fn end_within(text: &str, budget: usize) -> usize {
    let mut left = budget;
    for (index, character) in text.char_indices().rev() {
        match left.checked_sub(char_cost(character)) {
            Some(rest) => left = rest,
            None => return index + character.len_utf8(),
        }
    }
    0
}

fn char_cost(character: char) -> usize {
    match u8::try_from(character) {
        Ok(byte) if byte.is_ascii() => byte_cost(byte),
        _ => character.len_utf8(),
    }
}

fn byte_cost(byte: u8) -> usize {
    match byte {
        b'"' | b'\\' | b'\n' | b'\t' | b'\r' | 0x08 | 0x0c => 2,
        0x00..=0x1f => 6,
        _ => 1,
    }
}
