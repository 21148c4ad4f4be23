//! Where the name of a declaration can stand, by the tokens beside it: what a search asks before it parses a file.
//!
//! All of this errs on one side. A comment, a line continuation or a letter outside of ASCII beside the name may hide
//! anything, so whatever the rows say of that side is taken as said.

use std::ops::Range;

use memchr::memrchr;

/// Where declared names can stand in one language.
#[derive(Debug)]
pub(crate) struct Places {
    /// Bytes of words, beside ASCII letters, digits, `_` and all that is not ASCII.
    pub(crate) word_bytes: &'static [u8],
    /// What begins a comment that lasts to the end of its line, or anything else of which a line is no code (`#if`).
    pub(crate) line_comments: &'static [&'static str],
    /// How comments of another form begin and end.
    pub(crate) block_comments: &'static [(&'static str, &'static str)],
    /// The ways in which a name can be declared: one of them must fit.
    pub(crate) rows: &'static [Place],
    /// Says of a name to which a row of marks or of a line's start fits that its surroundings declare nothing.
    pub(crate) never_in: Option<fn(&[u8], usize) -> bool>,
}

/// One way in which a name can be declared.
#[derive(Debug)]
pub(crate) struct Place {
    /// What is before it.
    pub(crate) after: After,
    /// What is after it.
    pub(crate) before: Before,
}

/// What is after a name. The end of the file fits everything. Tokens are compared by their beginnings: `:` is that of
/// `::`, too, and `ext` that of `extends`.
#[derive(Debug)]
pub(crate) enum Before {
    /// Anything.
    Anything,
    /// One of these tokens. [`WORD`] stands for every word.
    Only(&'static [&'static str]),
    /// Anything but these tokens.
    But(&'static [&'static str]),
    /// One of the first tokens, but none of the second.
    OnlyBut(&'static [&'static str], &'static [&'static str]),
}

/// Stands for every word.
pub(crate) const WORD: &str = "\\w";

/// What is before a name. The start of a file counts as a mark and as a line's start.
#[derive(Debug)]
pub(crate) enum After {
    /// One of these words.
    Words(&'static [&'static str]),
    /// Any word but these.
    WordsBut(&'static [&'static str]),
    /// Something that ends with one of these.
    Marks(&'static [&'static str]),
    /// The start of a line, blanks left out.
    LineStart,
    /// A path with these separators that ends with the name, behind one of the words or marks: `package a.b.`,
    /// `def self.`.
    Path(&'static [u8], &'static [&'static str]),
    /// The same behind a type or any word but these: `void IDisposable.`.
    PathBut(&'static [u8], &'static [&'static str]),
    /// A list of names without values, begun behind one of these words: `local a, b,`, `inherit (c) a b`.
    List(&'static [&'static str]),
    /// Something that ends with one of the marks, if the name has this sigil.
    Sigil(&'static str, &'static [&'static str]),
    /// Something that ends with one of these, if the name begins with a capital letter.
    MarksOfCapital(&'static [&'static str]),
    /// A word that begins with this byte, which is one of `word_bytes`: `@Inject`.
    WordFrom(u8),
    /// Anything, if the name is one of these.
    Name(&'static [&'static str]),
    /// Anything.
    Anything,
}

/// The name that is asked for.
#[derive(Debug)]
struct Asked<'a> {
    /// From its sigil on.
    with_sigil: &'a [u8],
    /// Without its sigil.
    text: &'a [u8],
}

/// The token before a name.
#[derive(Debug)]
struct Preceding<'a> {
    token: Token<'a>,
    /// Everything up to the end of the token.
    text: &'a [u8],
    /// There is a line end between it and the name.
    first_of_line: bool,
}

#[derive(Debug)]
enum Token<'a> {
    Start,
    Unknown,
    Word(&'a [u8]),
    /// The text up to the end of the token.
    Mark(&'a [u8]),
}

impl Places {
    /// Whether a declared name can stand at `name`. A sigil before it may be part of the range or not.
    pub(crate) fn allow(&self, source: &[u8], name: Range<usize>, sigils: &[&str]) -> bool {
        let (Some(head), Some(tail)) = (source.get(..name.start), source.get(name.end..)) else {
            return false;
        };
        let sigil = sigils.iter().find(|sigil| head.ends_with(sigil.as_bytes()));
        let head = head.get(..head.len() - sigil.map_or(0, |sigil| sigil.len())).unwrap_or_default();
        let with_sigil = source.get(head.len()..name.end).unwrap_or_default();
        let text = sigils.iter().find_map(|sigil| with_sigil.strip_prefix(sigil.as_bytes()));
        let asked = Asked { with_sigil, text: text.unwrap_or(with_sigil) };
        // Operators are few, and where they are declared looks like where they are used.
        if asked.text.first().is_some_and(|byte| byte.is_ascii_punctuation() && *byte != b'_') {
            return true;
        }
        let following = self.following(tail);
        let preceding = self.preceding(head);
        let is_ruled_out = |place: &Place| {
            matches!(place.after, After::Marks(_) | After::MarksOfCapital(_) | After::LineStart)
                && self.never_in.is_some_and(|never_in| never_in(source, head.len()))
        };
        self.rows.iter().any(|place| {
            following.is_none_or(|text| self.leads_to(&place.before, text))
                && self.fits(&place.after, &preceding, &asked)
                && !is_ruled_out(place)
        })
    }

    fn leads_to(&self, before: &Before, text: &[u8]) -> bool {
        let begins = |token: &&str| match *token {
            WORD => text.first().is_some_and(|byte| self.is_word_byte(*byte)),
            token => text.starts_with(token.as_bytes()),
        };
        text.is_empty()
            || match before {
                Before::Anything => true,
                Before::Only(tokens) => tokens.iter().any(begins),
                Before::But(tokens) => !tokens.iter().any(begins),
                Before::OnlyBut(tokens, others) => tokens.iter().any(begins) && !others.iter().any(begins),
            }
    }

    fn fits(&self, after: &After, preceding: &Preceding<'_>, asked: &Asked<'_>) -> bool {
        let has_mark = |text: &[u8], marks: &[&str]| marks.iter().any(|mark| text.ends_with(mark.as_bytes()));
        match (after, &preceding.token) {
            (After::Name(names), _) => is_among(asked.text, names),
            (After::Anything, _) | (_, Token::Unknown) => true,
            (After::LineStart | After::Marks(_), Token::Start) => true,
            (After::LineStart, _) => preceding.first_of_line,
            (After::Words(words), Token::Word(word)) => is_among(word, words),
            (After::WordsBut(words), Token::Word(word)) => !is_among(word, words),
            (After::WordFrom(byte), Token::Word(word)) => word.first() == Some(byte),
            (After::Marks(marks), Token::Mark(text)) => has_mark(text, marks),
            (After::MarksOfCapital(marks), Token::Mark(text)) => {
                asked.text.first().is_some_and(u8::is_ascii_uppercase) && has_mark(text, marks)
            }
            (After::Sigil(sigil, marks), Token::Mark(text)) => {
                asked.with_sigil.starts_with(sigil.as_bytes()) && has_mark(text, marks)
            }
            (After::Path(separators, words), Token::Mark(text)) => {
                self.ends_in_path(text, separators, words, false)
            }
            (After::PathBut(separators, words), Token::Mark(text)) => {
                self.ends_in_path(text, separators, words, true)
            }
            (After::List(words), _) => self.ends_in_list(preceding.text, words),
            _ => false,
        }
    }

    pub(crate) fn is_word_byte(&self, byte: u8) -> bool {
        byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii() || self.word_bytes.contains(&byte)
    }

    /// Whether anything may stand behind this byte. A backslash continues a line where it is of no word.
    pub(crate) fn is_hiding(&self, byte: u8) -> bool {
        byte == 0 || !byte.is_ascii() || byte == b'\\' && !self.word_bytes.contains(&byte)
    }

    /// What follows the name, blanks left out; none if that may be anything.
    fn following<'a>(&self, tail: &'a [u8]) -> Option<&'a [u8]> {
        let text = tail.trim_ascii_start();
        let opens = self.block_comments.iter().map(|(open, _)| *open);
        let is_comment =
            opens.chain(self.line_comments.iter().copied()).any(|open| text.starts_with(open.as_bytes()));
        let is_hidden = text.first().is_some_and(|byte| self.is_hiding(*byte));
        (!is_comment && !is_hidden).then_some(text)
    }

    /// What precedes the name, whose text before it is `head`.
    fn preceding<'a>(&self, head: &'a [u8]) -> Preceding<'a> {
        let text = head.trim_ascii_end();
        let blanks = head.get(text.len()..).unwrap_or_default();
        // A form feed begins a line anew where a layout counts columns, as in Haskell.
        let first_of_line = blanks.iter().any(|blank| b"\n\r\x0b\x0c".contains(blank));
        let token = match text.last() {
            None => Token::Start,
            Some(byte) if self.is_hiding(*byte) => Token::Unknown,
            Some(_) if self.ends_in_comment(text, first_of_line) => Token::Unknown,
            Some(b'\\') => Token::Mark(text),
            Some(byte) if self.is_word_byte(*byte) => {
                let word = text.iter().rev().take_while(|byte| self.is_word_byte(**byte)).count();
                let word = text.get(text.len() - word..).unwrap_or_default();
                if word.is_ascii() { Token::Word(word) } else { Token::Unknown }
            }
            Some(_) => Token::Mark(text),
        };
        Preceding { token, text, first_of_line }
    }

    /// Whether the end of `text` may be that of a comment. One that lasts to the end of its line has ended only if
    /// the name is on another line.
    pub(crate) fn ends_in_comment(&self, text: &[u8], is_whole_line: bool) -> bool {
        if self.block_comments.iter().any(|(_, close)| text.ends_with(close.as_bytes())) {
            return true;
        }
        // Only with the name on another line: a line of 10 MB is looked at once, not for each name on it.
        if !is_whole_line {
            return false;
        }
        let line_start = memrchr(b'\n', text).map_or(0, |end| end + 1);
        let line = text.get(line_start..).unwrap_or_default();
        self.line_comments.iter().any(|open| memchr::memmem::find(line, open.as_bytes()).is_some())
    }
}

pub(crate) fn is_among(word: &[u8], words: &[&str]) -> bool {
    words.iter().any(|other| other.as_bytes() == word)
}
