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

/// What stands for each byte that is no letter. All words begin with letters.
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

/// For each letter with which words begin, what comes next in them, as bits.
const SECONDS: [u32; 32] = followers(1);

/// The same of what comes after that.
const THIRDS: [u32; 32] = followers(2);

const fn followers(place: usize) -> [u32; 32] {
    let mut followers = [0; 32];
    let mut index = 0;
    while index < WORDS.len() {
        let word = WORDS[index].as_bytes();
        followers[LETTERS[word[0] as usize] as usize] |= 1 << LETTERS[word[place] as usize];
        index += 1;
    }
    followers
}

/// Whether `line` has one of the words. It is looked for their first three letters, since most lines are without.
pub(crate) fn is_trouble(line: &str) -> bool {
    let bytes = line.as_bytes();
    let (mut first, mut seconds, mut thirds) = (NO_LETTER, 0, 0);
    bytes.iter().enumerate().any(|(at, byte)| {
        let letter = LETTERS[usize::from(*byte)];
        let is_third = thirds >> letter & 1 == 1;
        thirds = if seconds >> letter & 1 == 1 { THIRDS[usize::from(first)] } else { 0 };
        (first, seconds) = (letter, SECONDS[usize::from(letter)]);
        is_third && bytes.get(at.saturating_sub(2)..).is_some_and(begins_with_word)
    })
}

fn begins_with_word(bytes: &[u8]) -> bool {
    // Few words have the same first letter, and a look at one is cheaper than a comparison without regard to case.
    let first = bytes.first().map(u8::to_ascii_lowercase);
    WORDS
        .iter()
        .map(|word| word.as_bytes())
        .filter(|word| word.first().copied() == first)
        .any(|word| bytes.get(..word.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(word)))
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
