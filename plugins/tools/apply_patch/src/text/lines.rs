//! A file as lines that know their own endings. Nothing is decoded and nothing normalised, so that every byte
//! can be told apart and put back.

use memchr::{memchr, memchr_iter, memchr2_iter};

/// Bytes of a UTF-8 byte order mark, which belongs to no line.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// Most lines of a file. Each takes 4 bytes of a component's memory beside the file itself, and 4 more where a hunk
/// has a line that is all over the file.
pub const MAX_LINES: usize = 4_000_000;

/// What ends one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Nothing: the last line of a file without a final newline.
    None,
    /// `\n`.
    Lf,
    /// `\r\n`.
    CrLf,
    /// `\r`.
    Cr,
}

impl Ending {
    /// The bytes of the ending.
    #[must_use]
    pub fn bytes(self) -> &'static [u8] {
        match self {
            Self::None => b"",
            Self::Lf => b"\n",
            Self::CrLf => b"\r\n",
            Self::Cr => b"\r",
        }
    }
}

/// Which bytes end lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// `\n` and `\r\n`; a `\r` elsewhere is text. What line numbers of other programs mean.
    LineFeeds,
    /// A lone `\r` as well.
    Returns,
}

impl Ends {
    /// The ways in which `bytes` can be read as lines, the likelier first: a lone `\r` ends lines where there is
    /// no `\n` at all, and may do so in a file of mixed endings.
    #[must_use]
    pub fn of(bytes: &[u8]) -> &'static [Self] {
        if !has_lone_return(bytes) {
            &[Self::LineFeeds]
        } else if memchr(b'\n', bytes).is_none() {
            &[Self::Returns]
        } else {
            &[Self::LineFeeds, Self::Returns]
        }
    }
}

fn has_lone_return(bytes: &[u8]) -> bool {
    memchr_iter(b'\r', bytes).any(|at| bytes.get(at + 1) != Some(&b'\n'))
}

/// How many line ends a file has: its lines, but for a last one without.
pub(crate) fn line_count(bytes: &[u8], ends: Ends) -> usize {
    match ends {
        Ends::LineFeeds => memchr_iter(b'\n', bytes).count(),
        Ends::Returns => memchr2_iter(b'\n', b'\r', bytes).count(),
    }
}

/// The lines of a file, by number from 0.
#[derive(Debug)]
pub struct Lines<'a> {
    bytes: &'a [u8],
    ends: Ends,
    /// Where each line begins, and at last where the file ends.
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    /// Splits a file. A line that ends in nothing counts if it has text.
    #[must_use]
    pub fn new(bytes: &'a [u8], ends: Ends) -> Self {
        Self::counted(bytes, ends, line_count(bytes, ends))
    }

    /// Splits a file whose line ends have been counted, so that no more memory is taken than it needs: a vector that
    /// grows holds the file's lines up to three times over.
    pub(crate) fn counted(bytes: &'a [u8], ends: Ends, count: usize) -> Self {
        let begin = if bytes.starts_with(MARK) { MARK.len() } else { 0 };
        let text = &bytes[begin..];
        let mut starts = Vec::with_capacity(count + 2);
        starts.push(begin);
        match ends {
            Ends::LineFeeds => starts.extend(memchr_iter(b'\n', text).map(|at| begin + at + 1)),
            Ends::Returns => {
                let ends = memchr2_iter(b'\n', b'\r', text)
                    .filter(|at| text[*at] == b'\n' || text.get(at + 1) != Some(&b'\n'));
                starts.extend(ends.map(|at| begin + at + 1));
            }
        }
        if starts.last() != Some(&bytes.len()) {
            starts.push(bytes.len());
        }
        Self { bytes, ends, starts }
    }

    /// How many lines there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.starts.len() - 1
    }

    /// The file.
    #[must_use]
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Offset of the first byte of a line; at [`Lines::count`] and past it that of the end of the file.
    #[must_use]
    pub fn start(&self, line: usize) -> usize {
        self.starts.get(line).copied().unwrap_or(self.bytes.len())
    }

    /// Offset behind the text of a line, where its ending begins.
    #[must_use]
    pub fn text_end(&self, line: usize) -> usize {
        self.start(line + 1) - self.ending(line).bytes().len()
    }

    /// A line without its ending; empty past the last one.
    #[must_use]
    pub fn text(&self, line: usize) -> &'a [u8] {
        &self.bytes[self.start(line)..self.text_end(line)]
    }

    /// A line with its ending.
    #[must_use]
    pub fn whole(&self, line: usize) -> &'a [u8] {
        &self.bytes[self.start(line)..self.start(line + 1)]
    }

    /// What ends a line.
    #[must_use]
    pub fn ending(&self, line: usize) -> Ending {
        match self.whole(line) {
            [.., b'\r', b'\n'] => Ending::CrLf,
            [.., b'\n'] => Ending::Lf,
            [.., b'\r'] if self.ends == Ends::Returns => Ending::Cr,
            _ => Ending::None,
        }
    }

    /// Whether the last line has an ending; true for a file without lines.
    #[must_use]
    pub fn is_terminated(&self) -> bool {
        self.count() == 0 || self.ending(self.count() - 1) != Ending::None
    }
}

#[cfg(test)]
mod tests {
    use super::{Ending, Ends, Lines};

    /// Each line's text and ending, and that nothing is lost between them.
    fn read(bytes: &[u8], ends: Ends) -> Vec<(&[u8], Ending)> {
        let lines = Lines::new(bytes, ends);
        let mut whole = bytes[..lines.start(0)].to_vec();
        let mut read = Vec::new();
        for line in 0..lines.count() {
            whole.extend_from_slice(lines.whole(line));
            read.push((lines.text(line), lines.ending(line)));
        }
        assert_eq!(whole, bytes);
        assert_eq!(lines.is_terminated(), read.last().is_none_or(|(_, ending)| *ending != Ending::None));
        read
    }

    #[test]
    fn lines_have_their_own_endings() {
        use Ending::{Cr, CrLf, Lf, None};
        type Expected<'a> = &'a [(&'a [u8], Ending)];
        let table: &[(&[u8], Ends, Expected<'_>)] = &[
            (b"", Ends::LineFeeds, &[]),
            (b"", Ends::Returns, &[]),
            (b"\n", Ends::LineFeeds, &[(b"", Lf)]),
            (b"a", Ends::LineFeeds, &[(b"a", None)]),
            (b"a\nb", Ends::LineFeeds, &[(b"a", Lf), (b"b", None)]),
            (b"a\r\n\nb\n\n", Ends::LineFeeds, &[(b"a", CrLf), (b"", Lf), (b"b", Lf), (b"", Lf)]),
            (b"\xef\xbb\xbfa\n", Ends::LineFeeds, &[(b"a", Lf)]),
            (b"\xef\xbb\xbf", Ends::LineFeeds, &[]),
            (b"a\r\r\nb\r", Ends::LineFeeds, &[(b"a\r", CrLf), (b"b\r", None)]),
            (b"a\r\r\nb\r", Ends::Returns, &[(b"a", Cr), (b"", CrLf), (b"b", Cr)]),
            (b"a\rb\r\nc\nd", Ends::Returns, &[(b"a", Cr), (b"b", CrLf), (b"c", Lf), (b"d", None)]),
            (b"caf\xe9\n\0\xff", Ends::LineFeeds, &[(b"caf\xe9", Lf), (b"\0\xff", None)]),
        ];
        for (bytes, ends, expected) in table {
            assert_eq!(read(bytes, *ends), *expected, "{:?}", bytes.escape_ascii().to_string());
        }
    }

    #[test]
    fn a_lone_return_may_end_lines() {
        let table: &[(&[u8], &[Ends])] = &[
            (b"", &[Ends::LineFeeds]),
            (b"a\r\nb\n", &[Ends::LineFeeds]),
            (b"a\rb\r", &[Ends::Returns]),
            (b"a\rb\r\n", &[Ends::LineFeeds, Ends::Returns]),
            (b"a\nb\r", &[Ends::LineFeeds, Ends::Returns]),
        ];
        for (bytes, expected) in table {
            assert_eq!(Ends::of(bytes), *expected, "{:?}", bytes.escape_ascii().to_string());
        }
    }

    #[test]
    fn past_the_end_there_is_nothing() {
        let lines = Lines::new(b"a\nb", Ends::LineFeeds);
        assert_eq!((lines.start(2), lines.text(2), lines.text_end(9)), (3, &b""[..], 3));
    }
}
