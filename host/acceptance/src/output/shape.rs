//! Shapes of lines: literal text with holes, such as `test {name} ... FAILED`.
//!
//! A blank of a shape stands for one or more blanks of the line. The line is matched whole, without blanks at its ends.

use super::bytes::Bytes;
use super::marks::{self, marks};

/// How much of a line is looked at, in bytes: places and names stand at its beginning.
pub(super) const MAX_LINE: usize = 2000;

/// What a hole takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Hole {
    /// `{name}`: no blanks.
    Name,
    /// `{title}`: a name that may have blanks.
    Title,
    /// `{text}`: a message, which may have blanks.
    Text,
    /// `{file}`: a path without blanks and colons.
    File,
    /// `{path}`: a path that may have blanks.
    Path,
    /// `{line}`: digits, the number of a line.
    Line,
    /// `{n}`: digits.
    Number,
    /// `{code}`: capital letters, then digits.
    Code,
    /// `{hash}`: the name of a commit.
    Hash,
    /// `{error}`: the name of an exception.
    Error,
    /// `{*}`: anything, or nothing.
    Any,
}

const HOLES: &[(&str, Hole)] = &[
    ("name", Hole::Name),
    ("title", Hole::Title),
    ("text", Hole::Text),
    ("file", Hole::File),
    ("path", Hole::Path),
    ("line", Hole::Line),
    ("n", Hole::Number),
    ("code", Hole::Code),
    ("hash", Hole::Hash),
    ("error", Hole::Error),
    ("*", Hole::Any),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Piece {
    Literal(&'static str),
    Blank,
    Hole(Hole),
}

/// A shape, taken apart.
#[derive(Debug, Clone)]
pub(super) struct Shape {
    pieces: Vec<Piece>,
}

/// What the holes of a shape took from a line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Taken<'a> {
    pub(super) name: Option<&'a str>,
    pub(super) text: Option<&'a str>,
    pub(super) file: Option<&'a str>,
    pub(super) line: Option<u32>,
}

impl Shape {
    /// Takes a shape apart. A hole without a known name is literal text.
    pub(super) fn parse(shape: &'static str) -> Shape {
        let mut pieces = Vec::new();
        let mut rest = shape;
        while !rest.is_empty() {
            let hole = rest.strip_prefix('{').and_then(|inner| inner.split_once('}'));
            let known = hole.and_then(|(name, after)| {
                HOLES.iter().find(|(known, _)| *known == name).map(|(_, hole)| (*hole, after))
            });
            if let Some((hole, after)) = known {
                pieces.push(Piece::Hole(hole));
                rest = after;
            } else if let Some(after) = rest.strip_prefix(' ') {
                pieces.push(Piece::Blank);
                rest = after.trim_start_matches(' ');
            } else {
                let end = rest.char_indices().skip(1).find(|(_, next)| matches!(next, ' ' | '{'));
                let (literal, after) = rest.split_at(end.map_or(rest.len(), |(end, _)| end));
                pieces.push(Piece::Literal(literal));
                rest = after;
            }
        }
        Shape { pieces }
    }

    /// The first byte of a line of this shape; none if it may be any.
    pub(super) fn first_byte(&self) -> Option<u8> {
        match self.pieces.first() {
            Some(Piece::Literal(literal)) => literal.bytes().next(),
            _ => None,
        }
    }

    /// Whether every line of this shape begins with a file that ends where nothing more can be a file's: many shapes do,
    /// and [`begins_with_file`] excludes all of them at once.
    pub(super) fn begins_with_file(&self) -> bool {
        match self.pieces.as_slice() {
            [Piece::Hole(Hole::File), Piece::Blank, ..] => true,
            [Piece::Hole(Hole::File), Piece::Literal(next), ..] => {
                next.bytes().next().is_some_and(|first| NO_FILE.has(first))
            }
            _ => false,
        }
    }

    /// The longest text that every line of this shape has.
    pub(super) fn longest_literal(&self) -> &'static str {
        let literals = self.pieces.iter().filter_map(|piece| match piece {
            Piece::Literal(literal) => Some(*literal),
            _ => None,
        });
        literals.max_by_key(|literal| literal.len()).unwrap_or_default()
    }

    /// The marks that every line of this shape has.
    pub(super) fn marks(&self) -> u64 {
        let of_piece = |piece: &Piece| match piece {
            Piece::Literal(literal) => marks(literal),
            Piece::Hole(Hole::Line | Hole::Number | Hole::Code) => marks::DIGIT,
            _ => 0,
        };
        self.pieces.iter().map(of_piece).fold(0, |all, marks| all | marks)
    }

    /// What the holes take from a line, if it has this shape.
    pub(super) fn take<'a>(&self, line: &'a str) -> Option<Taken<'a>> {
        let mut taken = Taken::default();
        matches(&self.pieces, line, &mut taken).then_some(taken)
    }
}

/// Whether a line begins with a file, as far as that can reach.
pub(super) fn begins_with_file(line: &str) -> bool {
    line.get(..Hole::File.longest(line)).is_some_and(|file| Hole::File.is_whole(file))
}

fn matches<'a>(pieces: &[Piece], line: &'a str, taken: &mut Taken<'a>) -> bool {
    let Some((piece, rest)) = pieces.split_first() else { return line.is_empty() };
    let hole = match piece {
        Piece::Literal(literal) => {
            return line.strip_prefix(literal).is_some_and(|line| matches(rest, line, taken));
        }
        Piece::Blank => {
            let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
            let blanks = line.as_bytes().iter().take_while(|byte| is_blank(byte)).count();
            return blanks > 0 && line.get(blanks..).is_some_and(|after| matches(rest, after, taken));
        }
        Piece::Hole(hole) => hole,
    };
    let longest = hole.longest(line);
    let mut ends_at = |at: usize| {
        let (Some(part), Some(after)) = (line.get(..at), line.get(at..)) else { return false };
        hole.is_whole(part) && matches(rest, after, taken) && hole.fill(part, taken)
    };
    // What it cannot take ends it, and so it takes all up to there.
    let next = match rest.first() {
        None => return longest == line.len() && ends_at(longest),
        // Of two holes side by side, the first takes all it can.
        Some(Piece::Hole(_)) => return ends_at(longest),
        Some(Piece::Blank) if hole.stops().has(b' ') => return ends_at(longest),
        Some(Piece::Literal(next)) if next.bytes().next().is_some_and(|first| hole.stops().has(first)) => {
            return ends_at(longest);
        }
        Some(next) => next,
    };
    let bytes = line.as_bytes();
    match next {
        Piece::Literal(literal) => {
            let Some(first) = literal.bytes().next() else { return false };
            let found = memchr::memchr_iter(first, bytes).take_while(|at| *at <= longest);
            let mut found =
                found.filter(|at| line.get(*at..).is_some_and(|after| after.starts_with(literal)));
            if matches!((hole, rest), (Hole::Any, [_, Piece::Hole(Hole::Any), ..])) {
                // What fits behind a later one fits behind the first one as well.
                return found.next().is_some_and(ends_at);
            }
            found.any(ends_at)
        }
        _ => memchr::memchr2_iter(b' ', b'\t', bytes).take_while(|at| *at <= longest).any(ends_at),
    }
}

static NONE: Bytes = Bytes::NONE;
static BLANKS: Bytes = Bytes::NONE.and(b" \t");
static NO_FILE: Bytes = Bytes::NONE.and(b" \t:()\"'`|<>");
static NO_DIGITS: Bytes = Bytes::NONE.and(b"0123456789").others();
static NO_CODE: Bytes = Bytes::NONE.and(b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ").others();
static NO_HASH: Bytes = Bytes::NONE.and(b"0123456789abcdef").others();
static NO_ERROR: Bytes = Bytes::NONE.and(b"._").and_alphanumeric().others();

impl Hole {
    /// Bytes that it cannot take.
    fn stops(self) -> &'static Bytes {
        match self {
            Hole::Text | Hole::Title | Hole::Path | Hole::Any => &NONE,
            Hole::Name => &BLANKS,
            Hole::File => &NO_FILE,
            Hole::Line | Hole::Number => &NO_DIGITS,
            Hole::Code => &NO_CODE,
            Hole::Hash => &NO_HASH,
            Hole::Error => &NO_ERROR,
        }
    }

    /// How much of the beginning of a line it can take at most.
    fn longest(self, line: &str) -> usize {
        if matches!(self, Hole::Text | Hole::Title | Hole::Path | Hole::Any) {
            return line.len();
        }
        let stops = self.stops();
        line.bytes().position(|byte| stops.has(byte)).unwrap_or(line.len())
    }

    /// Whether what it takes is enough.
    fn is_whole(self, part: &str) -> bool {
        match self {
            Hole::Any => true,
            Hole::File => {
                let (mut is_path, mut is_named) = (false, false);
                for byte in part.bytes() {
                    is_path |= matches!(byte, b'.' | b'/');
                    is_named |= byte.is_ascii_alphabetic();
                }
                is_path && is_named || part.ends_with("file")
            }
            Hole::Hash => part.len() >= 7,
            Hole::Code => {
                part.starts_with(|first: char| first.is_ascii_uppercase())
                    && part.ends_with(|last: char| last.is_ascii_digit())
            }
            Hole::Error => ["Error", "Exception", "Interrupt", "Exit", "Warning", "Failed", "Timeout"]
                .iter()
                .any(|end| part.ends_with(end)),
            _ => !part.is_empty(),
        }
    }

    /// Says that it takes this part, which is whole.
    fn fill<'a>(self, part: &'a str, taken: &mut Taken<'a>) -> bool {
        match self {
            Hole::Name | Hole::Title | Hole::Code | Hole::Hash | Hole::Error => taken.name = Some(part),
            Hole::Text => taken.text = Some(part),
            Hole::File | Hole::Path => taken.file = Some(part),
            Hole::Line => match part.parse() {
                Ok(line) => taken.line = Some(line),
                Err(_) => return false,
            },
            Hole::Number | Hole::Any => {}
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take(shape: &'static str, line: &str) -> Option<String> {
        Shape::parse(shape).take(line).map(|taken| {
            let Taken { name, text, file, line } = taken;
            let parts = [name, file, text].into_iter().map(|part| part.unwrap_or("-"));
            format!("{} {}", parts.collect::<Vec<_>>().join(" "), line.unwrap_or(0))
        })
    }

    #[test]
    fn what_holes_take() {
        let rows = [
            ("test {name} ... FAILED", "test a::b ... FAILED", Some("a::b - - 0")),
            (
                "test {title} ... FAILED",
                "test src/lib.rs - f (line 3) ... FAILED",
                Some("src/lib.rs - f (line 3) - - 0"),
            ),
            ("test {name} ... FAILED", "test a::b ... ok", None),
            ("test {name} ... FAILED", "test a b ... FAILED", None),
            ("{file}:{line}:{n}: {text}", "src/a.rs:3:4: no: x", Some("- src/a.rs no: x 3")),
            ("{file}:{line}:{n}: {text}", "error in:3:4: x", None),
            (
                "{file}({line},{n}): error {code}: {text}",
                "a.ts(3,4): error TS23: x y",
                Some("TS23 a.ts x y 3"),
            ),
            ("{error}: {text}", "ValueError: x", Some("ValueError - x 0")),
            ("{error}: {text}", "a.b.SomeException: x", Some("a.b.SomeException - x 0")),
            ("{error}: {text}", "Value: x", None),
            ("--- FAIL: {name} ({*})", "--- FAIL:   TestA/b (0.0s)", Some("TestA/b - - 0")),
            ("modified: {path}", "modified:   a b.rs", Some("- a b.rs - 0")),
            ("{hash} {text}", "66d71bd x y", Some("66d71bd - x y 0")),
            ("{hash} {text}", "added x", None),
            ("{*}FAILED{*}", "a FAILED b", Some("- - - 0")),
            ("exit {n}", "exit 3 x", None),
            ("{line}", "99999999999999999999", None),
            ("{odd} x", "{odd} x", Some("- - - 0")),
        ];
        for (shape, line, expected) in rows {
            assert_eq!(take(shape, line).as_deref(), expected, "{shape} on {line}");
        }
    }
}
