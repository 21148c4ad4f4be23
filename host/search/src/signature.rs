//! Which texts of three bytes a file may hold: by this it is known without opening it that a query is not in it.

use crate::query::Query;

/// Bits of the largest signature: 8 KiB, which stays in the fastest cache while it is made.
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

/// What signatures are made on, used for one after the other.
#[derive(Debug)]
pub(crate) struct Desk {
    /// The file in lower case.
    lower: Vec<u8>,
    /// The table with a byte for each bit. Setting a bit would wait for the one that was set before, which is often in
    /// the same word.
    marks: Box<[u8; LARGEST]>,
}

impl Default for Desk {
    fn default() -> Desk {
        Desk { lower: Vec::new(), marks: Box::new([0; LARGEST]) }
    }
}

impl Desk {
    /// Keeps no more memory than this for the next file.
    pub(crate) fn shrink(&mut self, bytes: usize) {
        self.lower.clear();
        self.lower.shrink_to(bytes);
    }
}

impl Signature {
    /// The signature of a whole file; none where it would rule nothing out.
    pub(crate) fn of(bytes: &[u8], desk: &mut Desk) -> Option<Signature> {
        let Desk { lower, marks } = desk;
        lower.clear();
        lower.extend(bytes.iter().map(u8::to_ascii_lowercase));
        let marks = match bytes.len() {
            0..=0x200 => mark::<0x200>(lower, marks),
            0x201..=0x1000 => mark::<0x1000>(lower, marks),
            0x1001..=0x4000 => mark::<0x4000>(lower, marks),
            _ => mark::<LARGEST>(lower, marks),
        };
        let table: Vec<u64> = marks.chunks_exact(64).map(packed).collect();
        if ones(&table) * 100 > marks.len() * FULL {
            return None;
        }
        let has_odd_letters = !bytes.is_ascii()
            && ["\u{17f}", "\u{212a}"]
                .iter()
                .any(|odd| memchr::memmem::find(bytes, odd.as_bytes()).is_some());
        Some(Signature { bits: folded(table), has_odd_letters })
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
            [a, b, c] => {
                Some(hash(u32::from_le_bytes([*a, *b, *c, 0].map(|byte| byte.to_ascii_lowercase()))))
            }
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

/// The table, halved as long as it stays loose. Halves are laid over one another, so that the low bits of a place
/// are its place in the smaller table.
fn folded(mut table: Vec<u64>) -> Box<[u64]> {
    while table.len() * 64 > SMALLEST {
        let (low, high) = table.split_at(table.len() / 2);
        let half: Vec<u64> = low.iter().zip(high).map(|(low, high)| low | high).collect();
        if ones(&half) * 100 > half.len() * 64 * DENSE {
            break;
        }
        table = half;
    }
    table.into()
}

/// Marks every text of three bytes in a table of `SIZE` bytes, a power of two. That the size is known while this is
/// compiled makes it twice as fast. A text has fewer different ones than bytes, so that a table of its size is loose.
fn mark<'a, const SIZE: usize>(lower: &[u8], marks: &'a mut [u8; LARGEST]) -> &'a [u8] {
    let Some(marks) = marks.first_chunk_mut::<SIZE>() else { return &[] };
    marks.fill(0);
    let mut set = |three: u32| {
        if let Some(mark) = marks.get_mut(hash(three & 0xff_ffff) & (SIZE - 1)) {
            *mark = 1;
        }
    };
    // Eight bytes that are read at once hold six texts of three; five make a step.
    let mut done = 0;
    for step in lower.windows(8).step_by(5) {
        let Ok(eight) = step.try_into().map(u64::from_le_bytes) else { continue };
        for shift in [0, 8, 16, 24, 32] {
            set((eight >> shift) as u32);
        }
        done += 5;
    }
    for window in lower.get(done..).unwrap_or_default().windows(3) {
        if let [a, b, c] = window {
            set(u32::from_le_bytes([*a, *b, *c, 0]));
        }
    }
    marks
}

/// 64 bytes that are 0 or 1 as bits.
fn packed(marks: &[u8]) -> u64 {
    let eights = marks.chunks_exact(8).map(|eight| {
        let word = eight.try_into().map_or(0, u64::from_le_bytes);
        // Byte number n is moved to bit n of the highest byte.
        word.wrapping_mul(0x0102_0408_1020_4080) >> 56
    });
    eights.enumerate().fold(0, |bits, (index, eight)| bits | eight << (8 * index))
}

fn ones(table: &[u64]) -> usize {
    table.iter().map(|word| word.count_ones() as usize).sum()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use proptest::prelude::*;

    use super::*;

    fn may_hold(text: &[u8], query: &str) -> bool {
        let query = Query::new(query).unwrap();
        Signature::of(text, &mut Desk::default())
            .is_none_or(|signature| signature.may_hold(&Wanted::by(&query)))
    }

    #[test]
    fn what_is_not_there_is_ruled_out() {
        let text = b"fn searcher(tree: &Tree) -> Page { tree.walk() }";
        for (query, expected) in [
            ("searcher", true),
            ("SEARCHER", true),
            ("Searcher", true),
            ("absent", false),
            ("tree.talk", false),
            ("zz", true),
        ] {
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
        for (length, size) in [(0, 64), (200, 64), (4_000, 512), (40_000, 1_024), (text.len(), 1_024)] {
            let signature = Signature::of(&text.as_bytes()[..length], &mut Desk::default()).unwrap();
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
        assert!(Signature::of(&noise, &mut Desk::default()).is_none());
    }

    #[test]
    fn marks_become_bits_in_their_order() {
        for bit in 0..64 {
            let mut marks = [0; 64];
            marks[bit] = 1;
            assert_eq!(packed(&marks), 1 << bit);
        }
        assert_eq!(packed(&[1; 64]), u64::MAX);
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
