//! The four ways in which a line of a patch and a line of a file can be the same, from strict to loose. Whatever
//! is equal in one pass is equal in all later ones.

use super::fold::folded;

/// How two lines are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// Byte by byte.
    Exact,
    /// Without blanks at the end.
    BlanksAtEnd,
    /// Without blanks at either end.
    BlanksAround,
    /// The same, with dashes, quotes and spaces of Unicode as those of ASCII.
    Folded,
}

impl Pass {
    /// Every pass, in the order in which they are tried.
    pub const ALL: [Self; 4] = [Self::Exact, Self::BlanksAtEnd, Self::BlanksAround, Self::Folded];

    /// Whether two lines are the same in this pass.
    #[must_use]
    pub fn equal(self, left: &[u8], right: &[u8]) -> bool {
        match self {
            Self::Exact => left == right,
            Self::BlanksAtEnd => trimmed_end(left) == trimmed_end(right),
            Self::BlanksAround => trimmed(left) == trimmed(right),
            Self::Folded => folded(left) == folded(right),
        }
    }

    /// A number that is the same for lines that are the same in this pass.
    #[must_use]
    pub fn hash(self, line: &[u8]) -> u64 {
        match self {
            Self::Exact => hash(line),
            Self::BlanksAtEnd => hash(trimmed_end(line)),
            Self::BlanksAround => hash(trimmed(line)),
            Self::Folded => hash(&folded(line)),
        }
    }

    /// Ends the sentence "It matches …".
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exactly",
            Self::BlanksAtEnd => "without blanks at the end of lines",
            Self::BlanksAround => "without the indentation",
            Self::Folded => "without the indentation and with Unicode punctuation as ASCII",
        }
    }
}

/// What ASCII calls blank, and a `\r` that belongs to no line ending.
pub(crate) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c)
}

/// A text without blanks at either end.
pub(crate) fn trimmed(text: &[u8]) -> &[u8] {
    let start = text.iter().position(|byte| !is_blank(*byte)).unwrap_or(text.len());
    trimmed_end(&text[start..])
}

fn trimmed_end(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|byte| !is_blank(*byte)).map_or(0, |last| last + 1);
    &text[..end]
}

/// Multiplicative, eight bytes at a time: it stands before a comparison of the lines themselves, so that a
/// collision costs time and nothing else.
fn hash(text: &[u8]) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let (words, rest) = text.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let mix = |state: u64, word: u64| {
        let product = (state ^ word).wrapping_mul(FACTOR);
        product ^ (product >> 29)
    };
    let state = words.iter().fold(text.len() as u64, |state, word| mix(state, u64::from_le_bytes(*word)));
    mix(state, u64::from_le_bytes(last))
}

#[cfg(test)]
mod tests {
    use super::Pass;
    use proptest::prelude::*;

    #[test]
    fn the_first_pass_in_which_lines_are_the_same() {
        let table: &[(&[u8], &[u8], Option<Pass>)] = &[
            (b"", b"", Some(Pass::Exact)),
            (b"a b", b"a b", Some(Pass::Exact)),
            (b"a", b"b", None),
            (b"a b", b"a  b", None),
            (b"a\xff", b"a\xff", Some(Pass::Exact)),
            (b"a", b"a \t\r", Some(Pass::BlanksAtEnd)),
            (b"", b"  ", Some(Pass::BlanksAtEnd)),
            (b"    a", b"\ta", Some(Pass::BlanksAround)),
            (b"  a ", b"a", Some(Pass::BlanksAround)),
            ("a – b".as_bytes(), b"a - b", Some(Pass::Folded)),
            ("“x”".as_bytes(), b"\"x\"", Some(Pass::Folded)),
            ("\u{a0}‘x’\u{3000}".as_bytes(), b"'x'", Some(Pass::Folded)),
            ("é".as_bytes(), b"e", None),
        ];
        for (left, right, expected) in table {
            for (left, right) in [(left, right), (right, left)] {
                let first = Pass::ALL.into_iter().find(|pass| pass.equal(left, right));
                assert_eq!(first, *expected, "{}|{}", left.escape_ascii(), right.escape_ascii());
            }
        }
    }

    /// Lines that are often equal in one pass or another.
    fn line() -> impl Strategy<Value = String> {
        "[ \t]{0,2}(a|-|–|'|’| |\u{a0}|\u{3000}|é){0,12}[ \t\r]{0,2}"
    }

    proptest! {
        #[test]
        fn looser_passes_keep_what_stricter_ones_found(left in line(), right in line()) {
            let (left, right) = (left.as_bytes(), right.as_bytes());
            for pair in Pass::ALL.windows(2) {
                prop_assert!(!pair[0].equal(left, right) || pair[1].equal(left, right));
            }
            for pass in Pass::ALL {
                prop_assert!(pass.equal(left, left));
                prop_assert!(!pass.equal(left, right) || pass.hash(left) == pass.hash(right));
            }
        }
    }
}
