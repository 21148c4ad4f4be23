//! Lines that say that not all is well.

/// What trouble is called, in small letters, and what else is worth knowing of a check that passed. They count within words as well, as in `TypeError` and `FAILED`; that a
/// test called `reports_errors` passed is then not folded, which is the cheaper mistake.
const WORDS: [&str; 28] = [
    "error",
    "warn",
    "fail",
    "panic",
    "fatal",
    "exception",
    "traceback",
    "abort",
    "assertion",
    "cannot",
    "unable",
    "denied",
    "refused",
    "not found",
    "no such",
    "undefined",
    "timed out",
    "timeout",
    "killed",
    "crash",
    "segmentation",
    "deprecat",
    "skip",
    "todo",
    "coverage",
    "no test",
    "flaky",
    "slow",
];

/// What stands for a byte that is no letter.
const NO_LETTER: u8 = 31;

/// Which letter of the alphabet each byte is, large or small.
const LETTERS: [u8; 256] = {
    let mut letters = [NO_LETTER; 256];
    let mut letter = 0;
    while letter < 26 {
        letters[(b'a' + letter) as usize] = letter;
        letters[(b'A' + letter) as usize] = letter;
        letter += 1;
    }
    letters
};

/// For each letter with which words begin, the letters that come next, as bits.
const PAIRS: [u32; 32] = {
    let mut pairs = [0; 32];
    let mut index = 0;
    while index < WORDS.len() {
        let word = WORDS[index].as_bytes();
        pairs[(word[0] - b'a') as usize] |= 1 << (word[1] - b'a');
        index += 1;
    }
    pairs
};

/// Whether `line` has one of the words. It is looked for their first two letters, since most lines are without.
pub(crate) fn is_trouble(line: &str) -> bool {
    let bytes = line.as_bytes();
    let mut seconds = 0;
    bytes.iter().enumerate().any(|(at, byte)| {
        let letter = LETTERS[usize::from(*byte)];
        let is_second = seconds >> letter & 1 == 1;
        seconds = PAIRS[usize::from(letter)];
        is_second && bytes.get(at.saturating_sub(1)..).is_some_and(begins_with_word)
    })
}

fn begins_with_word(bytes: &[u8]) -> bool {
    let second = bytes.get(1).map(u8::to_ascii_lowercase);
    WORDS.iter().map(|word| word.as_bytes()).any(|word| {
        word.get(1).copied() == second
            && bytes.get(..word.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(word))
    })
}

#[cfg(test)]
mod tests {
    use super::{WORDS, is_trouble};

    #[test]
    fn each_word_is_found_wherever_it_stands_and_however_it_is_written() {
        for word in WORDS {
            for line in [word.to_owned(), word.to_uppercase(), format!("é {word}\n"), format!("x{word}y")] {
                assert!(is_trouble(&line), "{line}");
            }
            let (last, _) = word.char_indices().next_back().unwrap_or_default();
            assert!(!is_trouble(&word[..last]), "{word} without its end");
        }
    }

    #[test]
    fn other_lines_are_fine() {
        for line in ["", "e", "er", "err or", "test a::b ... ok", "wa rn", "[rr]or", "e\u{301}rror"] {
            assert!(!is_trouble(line), "{line}");
        }
    }
}
