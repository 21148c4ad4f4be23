//! The lines of a text, as `str::lines` has them. Every text is gone over line by line several times, and most of its
//! lines are short: the end of one is looked for in wide steps.

use memchr::memchr;

/// The lines of a text, without their ends.
pub(super) fn lines(text: &str) -> Lines<'_> {
    Lines { rest: text }
}

/// See [`lines`].
#[derive(Debug, Clone)]
pub(super) struct Lines<'a> {
    rest: &'a str,
}

impl<'a> Iterator for Lines<'a> {
    type Item = &'a str;

    #[inline]
    fn next(&mut self) -> Option<&'a str> {
        if self.rest.is_empty() {
            return None;
        }
        let end = memchr(b'\n', self.rest.as_bytes());
        match end.and_then(|end| Some((self.rest.get(..end)?, self.rest.get(end + 1..)?))) {
            Some((line, rest)) => {
                self.rest = rest;
                Some(line.strip_suffix('\r').unwrap_or(line))
            }
            None => Some(std::mem::take(&mut self.rest)),
        }
    }
}

/// A line without blanks at its end.
#[inline]
pub(super) fn without_end(line: &str) -> &str {
    match line.as_bytes().last() {
        // Most lines end with a sign of ASCII.
        Some(b'!'..=b'~') => line,
        _ => line.trim_end(),
    }
}

/// A line without blanks at its beginning.
#[inline]
pub(super) fn without_beginning(line: &str) -> &str {
    match line.as_bytes().first() {
        Some(b'!'..=b'~') => line,
        _ => line.trim_start(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn lines_are_those_of_the_standard_library(text in "[a\u{e9}\r\n]{0,20}") {
            prop_assert_eq!(lines(&text).collect::<Vec<_>>(), text.lines().collect::<Vec<_>>());
        }

        #[test]
        fn blanks_are_those_of_the_standard_library(text in "[a!~ \t\u{3000}\u{7f}\r]{0,6}") {
            prop_assert_eq!(without_end(&text), text.trim_end());
            prop_assert_eq!(without_beginning(&text), text.trim_start());
        }
    }
}
