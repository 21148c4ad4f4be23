//! What a terminal would leave on the screen, as plain text: the model's view of a program's raw output.
//!
//! Colours, titles and links go; a progress line shows its last frame; text itself always survives. The raw bytes
//! stay in the spool, so nothing here has to be reversible. Two invariants let callers relate text to bytes:
//!
//! * every `\n` byte becomes exactly one `\n` of the text, and no other is made: line n of the text is line n of
//!   the bytes;
//! * every line is cleaned on its own: no state outlives a `\n`.

mod decode;
mod escape;
mod line;
#[cfg(test)]
mod tests;

use decode::Decoder;
use escape::{Control, Escape, Step};
use line::Line;

/// Turns raw output into text, in pieces of any size.
///
/// The result does not depend on where the pieces are split. Memory is that of the text (at most three bytes for
/// a raw one: U+FFFD), so callers bound what they feed.
///
/// The rules, beyond dropping escape sequences and control characters:
///
/// * `\r\n` is a line end. Text after a lone `\r` replaces the line (a frame), also when it is shorter than the
///   frame before; a `\r` with nothing after it replaces nothing.
/// * Erasing the line (`CSI 1 K`, `CSI 2 K`) and returning to its first column (`CSI G`) act like `\r`: a line
///   vanishes only when text is written in its place, so that output cannot hide itself from a reader.
/// * A backspace moves back one character, which the next character overwrites; `CSI K` erases what lies
///   behind such a position.
/// * An invalid byte is one U+FFFD. A sequence left open by the end of a line is dropped up to there.
#[derive(Debug, Default)]
pub struct Cleaner {
    decoder: Decoder,
    escape: Escape,
    line: Line,
    /// Bytes fed so far.
    position: usize,
}

impl Cleaner {
    /// Takes the next bytes of the output.
    pub fn feed(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while let Some(&byte) = rest.first() {
            let plain = match self.escape {
                Escape::Ground if self.decoder.is_empty() => printable_prefix(rest),
                _ => "",
            };
            if plain.is_empty() {
                self.byte(byte);
                self.position += 1;
                rest = &rest[1..];
            } else {
                self.line.put_ascii(plain, self.position);
                self.position += plain.len();
                rest = &rest[plain.len()..];
            }
        }
    }

    /// Bytes of the text up to the last line end: what is to come does not change these.
    pub(crate) fn settled(&self) -> usize {
        self.line.start()
    }

    /// Ends the output and returns its text. A character cut off by the end is U+FFFD for each byte, an open
    /// escape sequence is dropped.
    #[must_use]
    pub fn finish(mut self) -> String {
        self.flush_decoder();
        self.line.finish().0
    }

    fn byte(&mut self, byte: u8) {
        if byte.is_ascii() {
            self.flush_decoder();
        }
        match self.escape.step(byte) {
            Step::Consumed => return,
            Step::Control(control) => return self.control(control),
            Step::Text => {}
        }
        if byte.is_ascii() {
            return self.ascii(byte);
        }
        let position = self.position;
        let mut decoded = self.decoder.push(byte, position);
        while let Some((character, start)) = decoded {
            self.character(character, start);
            decoded = self.decoder.retry(position);
        }
    }

    fn ascii(&mut self, byte: u8) {
        match byte {
            b'\n' => self.line.end(),
            b'\r' => self.line.rewind(),
            0x08 => self.line.back(),
            b'\t' | 0x20..=0x7e => self.line.put(char::from(byte), self.position),
            _ => {}
        }
    }

    fn character(&mut self, character: char, start: usize) {
        if !self.escape.enter_c1(character) && !character.is_control() {
            self.line.put(character, start);
        }
    }

    fn control(&mut self, control: Control) {
        match control {
            Control::Rewind => self.line.rewind(),
            Control::EraseRight => self.line.erase_right(),
        }
    }

    fn flush_decoder(&mut self) {
        while let Some((character, start)) = self.decoder.flush(self.position) {
            self.line.put(character, start);
        }
    }
}

/// The whole of `bytes` as text.
#[must_use]
pub fn clean(bytes: &[u8]) -> String {
    let mut cleaner = Cleaner::default();
    cleaner.feed(bytes);
    cleaner.finish()
}

/// One raw line without its `\n`: its text, and for each character where its bytes start, never decreasing.
///
/// A character that was written before one to its left (by backspaces) counts from that one's start, so that
/// cutting the text anywhere cuts the bytes into two ranges. Four bytes of memory for a character.
pub(crate) fn clean_line(bytes: &[u8]) -> (String, Vec<u32>) {
    let mut cleaner = Cleaner { line: Line::recording(), ..Cleaner::default() };
    cleaner.feed(bytes);
    cleaner.flush_decoder();
    let (text, mut starts) = cleaner.line.finish();
    let mut latest = 0;
    for start in &mut starts {
        latest = latest.max(*start);
        *start = latest;
    }
    (text, starts)
}

/// The longest start of `bytes` that is printable ASCII: by far the most of usual output.
fn printable_prefix(bytes: &[u8]) -> &str {
    let length = bytes.iter().take_while(|byte| (0x20..=0x7e).contains(*byte)).count();
    str::from_utf8(&bytes[..length]).unwrap_or_default()
}
