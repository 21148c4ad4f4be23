//! What is further before a name than the token beside it: the path or the list that it stands in.

use crate::places::{Places, is_among};

/// Bytes of the longest path or list that is looked at. A longer one may be anything.
const LONGEST: usize = 512;

impl Places {
    /// Whether `text` ends with a path and its last separator, behind one of the words or marks; the other way round,
    /// behind a type or any word but these. Type arguments, calls and comments in a path may hide anything.
    pub(crate) fn ends_in_path(&self, text: &[u8], separators: &[u8], words: &[&str], but: bool) -> bool {
        let (mut rest, is_all) = end_of(text);
        let mut is_path = false;
        loop {
            let Some(trimmed) = self.visible(rest) else { return true };
            let length = trimmed.iter().rev().take_while(|byte| separators.contains(byte)).count();
            if length == 0 {
                return is_path && (self.begins_path(trimmed, words, but) || trimmed.is_empty() && !is_all);
            }
            is_path = true;
            rest = trimmed.get(..trimmed.len() - length).unwrap_or_default();
            let Some(trimmed) = self.visible(rest) else { return true };
            if trimmed.last().is_some_and(|last| b">?)!`".contains(last)) {
                return true;
            }
            let (before, word) = self.split_word(trimmed);
            if word.is_empty() {
                return self.begins_path(trimmed, words, but) || trimmed.is_empty() && !is_all;
            }
            if !but && is_among(word, words) {
                return true;
            }
            // The sigil of `def @seat.name`.
            let sigil = before.iter().rev().take_while(|byte| b"@$".contains(byte)).count();
            rest = before.get(..before.len() - sigil).unwrap_or_default();
        }
    }

    /// Whether a path as it is wanted can begin behind `text`, which ends with no blank.
    fn begins_path(&self, text: &[u8], words: &[&str], but: bool) -> bool {
        let Some(last) = text.last() else { return false };
        if self.is_word_byte(*last) {
            let (before, word) = self.split_word(text);
            // The word of an annotation: `fun @receiver:Fancy String.shout`.
            let is_annotation = before.last().is_some_and(|byte| b"@:".contains(byte));
            return is_among(word, words) != but || is_annotation || !word.is_ascii();
        }
        if but {
            return b">]?*)".contains(last);
        }
        let inside = text.strip_suffix(b"(").map(|before| self.split_word(before.trim_ascii_end()).1);
        *last == b'>'
            || words.iter().any(|mark| text.ends_with(mark.as_bytes()))
            || inside.is_some_and(|word| is_among(word, words))
    }

    /// Whether `text` ends within a list of names that begins behind one of the words. Nothing but names, commas,
    /// brackets and paths is in such a list; a string in one may hide anything.
    pub(crate) fn ends_in_list(&self, text: &[u8], words: &[&str]) -> bool {
        let (mut rest, is_all) = end_of(text);
        loop {
            let Some(trimmed) = self.visible(rest) else { return true };
            let Some((last, before)) = trimmed.split_last() else { return !is_all };
            let (before_word, word) = self.split_word(trimmed);
            if is_among(word, words) || !word.is_ascii() {
                return true;
            }
            rest = if word.is_empty() { before } else { before_word };
            match last {
                b'"' | b'\'' if word.is_empty() => return true,
                // What is in brackets may be a value: `inherit (a // b) c`.
                b')' => match before_bracket(before) {
                    Some(before) => rest = before,
                    None => return true,
                },
                b',' | b'(' | b'.' | b'<' | b'>' | b'$' | b'{' | b'}' => {}
                _ if word.is_empty() => return false,
                _ => {}
            }
        }
    }

    /// The text without blanks at its end; none if what is there then may hide anything, such as a comment.
    fn visible<'a>(&self, text: &'a [u8]) -> Option<&'a [u8]> {
        let trimmed = text.trim_ascii_end();
        let blanks = text.get(trimmed.len()..).unwrap_or_default();
        let is_whole_line = blanks.contains(&b'\n') || blanks.contains(&b'\r');
        let hides = trimmed.last().is_some_and(|byte| self.is_hiding(*byte))
            || self.ends_in_comment(trimmed, is_whole_line);
        (!hides).then_some(trimmed)
    }

    /// The text before the word at its end, and that word.
    fn split_word<'a>(&self, text: &'a [u8]) -> (&'a [u8], &'a [u8]) {
        let word = text.iter().rev().take_while(|byte| self.is_word_byte(**byte)).count();
        text.split_at_checked(text.len() - word).unwrap_or_default()
    }
}

/// What stands before the bracket that is open at the end of `text`; none where something in it may hide another.
fn before_bracket(text: &[u8]) -> Option<&[u8]> {
    let mut open = 1_usize;
    for (at, byte) in text.iter().enumerate().rev() {
        match byte {
            b'(' => open -= 1,
            b')' => open += 1,
            b'"' | b'\'' | b'#' | b'*' | b'-' | b'\\' | 0 | 0x80.. => return None,
            _ => {}
        }
        if open == 0 {
            return text.get(..at);
        }
    }
    None
}

/// What is looked at of a text, and whether that is all of it.
fn end_of(text: &[u8]) -> (&[u8], bool) {
    match text.len().checked_sub(LONGEST) {
        Some(start) if start > 0 => (text.get(start..).unwrap_or_default(), false),
        _ => (text, true),
    }
}

/// Whether a name follows `=>`, behind which there are values, in languages where a type may end with `>`.
pub(crate) fn follows_arrow(source: &[u8], at: usize) -> bool {
    source.get(..at).unwrap_or_default().trim_ascii_end().ends_with(b"=>")
}
