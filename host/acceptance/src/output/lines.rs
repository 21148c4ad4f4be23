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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn lines_are_those_of_the_standard_library(text in "[a\u{e9}\r\n]{0,20}") {
            prop_assert_eq!(lines(&text).collect::<Vec<_>>(), text.lines().collect::<Vec<_>>());
        }
    }
}
