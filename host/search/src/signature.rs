//! Which texts of three bytes a file may hold: by this it is known without opening it that a query is not in it.

use crate::query::Query;

/// Bits of the table in which signatures are made: 8 KiB, which stays in the fastest cache.
const LARGEST: usize = 1 << 16;
/// Bits of the smallest signature.
const SMALLEST: usize = 1 << 9;
/// Of a hundred bits, how many are set at most where a signature is made smaller by half.
const DENSE: usize = 40;
/// Of a hundred bits, how many are set at most in a signature that still tells anything.
const FULL: usize = 90;

/// The set of a file's texts of three bytes, ASCII letters in lower case, as a Bloom filter with one hash. It takes
/// about half a byte for each different one, 64 bytes at least and 8 KiB at most.
#[derive(Debug, Clone)]
pub(crate) struct Signature {
    bits: Box<[u64]>,
    /// Whether there are characters beyond ASCII that match an ASCII letter where case is ignored.
    has_odd_letters: bool,
}

impl Signature {
    /// The signature of a whole file; none where it would rule nothing out.
    pub(crate) fn of(bytes: &[u8]) -> Option<Signature> {
        let mut bits = vec![0u64; LARGEST / 64];
        let mut recent = 0u32;
        let mut has_beyond = false;
        for (index, byte) in bytes.iter().enumerate() {
            has_beyond |= !byte.is_ascii();
            recent = (recent << 8 | u32::from(byte.to_ascii_lowercase())) & 0xff_ffff;
            if index >= 2 {
                set(&mut bits, hash(recent));
            }
        }
        let ones: usize = bits.iter().map(|word| word.count_ones() as usize).sum();
        if ones * 100 > LARGEST * FULL {
            return None;
        }
        let has_odd_letters = has_beyond
            && ["\u{17f}", "\u{212a}"].iter().any(|odd| memchr::memmem::find(bytes, odd.as_bytes()).is_some());
        Some(Signature { bits: folded(bits).into(), has_odd_letters })
    }

    /// False only where the file holds no occurrence.
    pub(crate) fn may_hold(&self, wanted: &Wanted) -> bool {
        if wanted.has_odd_letters && self.has_odd_letters {
            return true;
        }
        let mask = self.bits.len() * 64 - 1;
        wanted.hashes.iter().all(|hash| {
            let index = hash & mask;
            self.bits.get(index / 64).is_none_or(|word| word >> (index % 64) & 1 == 1)
        })
    }

    /// Bytes of memory.
    pub(crate) fn size(&self) -> usize {
        size_of_val(&*self.bits)
    }
}

/// What a file must hold if it holds a query.
#[derive(Debug, Clone)]
pub(crate) struct Wanted {
    hashes: Vec<usize>,
    /// Whether the query has letters that characters beyond ASCII match: `k` and `s`, where case is ignored.
    has_odd_letters: bool,
}

impl Wanted {
    pub(crate) fn by(query: &Query) -> Wanted {
        let sensitive = query.is_case_sensitive();
        let bytes = query.text().as_bytes();
        // Where case is ignored, what is beyond ASCII may stand there in other bytes.
        let fixed = bytes.windows(3).filter(|window| sensitive || window.is_ascii());
        let hashes = fixed.filter_map(|window| match window {
            [a, b, c] => Some(hash(
                u32::from(a.to_ascii_lowercase()) << 16
                    | u32::from(b.to_ascii_lowercase()) << 8
                    | u32::from(c.to_ascii_lowercase()),
            )),
            _ => None,
        });
        Wanted {
            hashes: hashes.collect(),
            has_odd_letters: !sensitive && bytes.iter().any(|byte| matches!(byte, b'k' | b's')),
        }
    }
}

/// A place in the table, by Fibonacci hashing. A smaller table takes its low bits.
fn hash(three: u32) -> usize {
    (three.wrapping_mul(0x9e37_79b1) >> 16) as usize
}

fn set(bits: &mut [u64], index: usize) {
    if let Some(word) = bits.get_mut(index / 64) {
        *word |= 1 << (index % 64);
    }
}

/// The table, halved as long as it stays loose. Halves are laid over one another, so that the low bits of a place
/// are its place in the smaller table.
fn folded(mut bits: Vec<u64>) -> Vec<u64> {
    while bits.len() * 64 > SMALLEST {
        let (low, high) = bits.split_at(bits.len() / 2);
        let half: Vec<u64> = low.iter().zip(high).map(|(low, high)| low | high).collect();
        let ones: usize = half.iter().map(|word| word.count_ones() as usize).sum();
        if ones * 100 > half.len() * 64 * DENSE {
            break;
        }
        bits = half;
    }
    bits
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use proptest::prelude::*;

    use super::*;

    fn may_hold(text: &[u8], query: &str) -> bool {
        let query = Query::new(query).unwrap();
        Signature::of(text).is_none_or(|signature| signature.may_hold(&Wanted::by(&query)))
    }

    #[test]
    fn what_is_not_there_is_ruled_out() {
        let text = b"fn searcher(tree: &Tree) -> Page { tree.walk() }";
        for (query, expected) in
            [("searcher", true), ("SEARCHER", true), ("Searcher", true), ("absent", false), ("tree.talk", false), ("zz", true)]
        {
            assert_eq!(may_hold(text, query), expected, "{query}");
        }
        assert!(!may_hold(b"", "abc"));
        assert!(may_hold("ma\u{212a}er".as_bytes(), "maker"), "KELVIN SIGN is a k");
        assert!(!may_hold("ma\u{212a}er".as_bytes(), "Maker"));
    }

    #[test]
    fn a_signature_is_as_large_as_its_file_is_rich() {
        let text: Vec<String> = (0..20_000).map(|number| format!("{:x}", number * 7919)).collect();
        let text = text.join("\n");
        for (length, size) in [(0, 64), (200, 64), (4_000, 512), (40_000, 1_024), (text.len(), 2_048)] {
            let signature = Signature::of(&text.as_bytes()[..length]).unwrap();
            assert_eq!(signature.size(), size, "{length}");
        }
    }

    #[test]
    fn a_file_that_holds_everything_has_none() {
        let mut state = 1u32;
        let noise: Vec<u8> = (0..1 << 20)
            .map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                state.to_be_bytes()[0]
            })
            .collect();
        assert!(Signature::of(&noise).is_none());
    }

    proptest! {
        #[test]
        fn what_is_found_is_never_ruled_out(
            text in "[a-cA-CkKsS\u{17f}\u{212a}äÄ \n]{0,200}",
            query in "[a-ckKsä]{1,6}",
        ) {
            let found = Query::new(&query).unwrap().find(text.as_bytes(), 0).is_some();
            prop_assert!(!found || may_hold(text.as_bytes(), &query));
        }
    }
}
