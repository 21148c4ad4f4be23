//! Lines that speak of trouble, whatever program printed them.

use super::claims::says_pass;
use super::words::words;

/// What trouble is called, in small letters. These count within words as well, as in `TypeError`.
const ANYWHERE: [&str; 14] = [
    "error",
    "warn",
    "fail",
    "panic",
    "fatal",
    "exception",
    "traceback",
    "denied",
    "refused",
    "crash",
    "killed",
    "timeout",
    "timed out",
    "skip",
];

/// These begin a word, and are no part of a name such as `broken_pipe_is_seen`; of a check that passed they are its
/// name.
const BEGINNINGS: [&str; 7] = ["critical", "unreachable", "oom", "conflict", "rejected", "broken", "destroy"];

/// For each letter with which words begin, what comes next in them, as bits.
const SECONDS: [u32; 32] = {
    let mut seconds = [0; 32];
    let mut rest: &[&[&str]] = &[&ANYWHERE, &BEGINNINGS];
    while let Some((all, others)) = rest.split_first() {
        let mut all = *all;
        while let Some((word, after)) = all.split_first() {
            let word = word.as_bytes();
            seconds[word[0] as usize % 32] |= 1 << (word[1] % 32);
            all = after;
        }
        rest = others;
    }
    seconds
};

/// Whether a line speaks of trouble.
pub(super) fn is_trouble(line: &str) -> bool {
    let bytes = line.as_bytes();
    let mut before = 0u8;
    let mut begins = false;
    for (at, byte) in bytes.iter().enumerate() {
        let may_begin = SECONDS[usize::from(before) % 32] >> (byte % 32) & 1 == 1;
        if may_begin && let Some(from) = at.checked_sub(1).and_then(|from| bytes.get(from..)) {
            if ANYWHERE.iter().any(|word| starts(from, word)) {
                return true;
            }
            begins |= BEGINNINGS.iter().any(|word| {
                let is_first = at < 2 || bytes.get(at - 2).is_none_or(|byte| !is_of_name(*byte));
                is_first && starts(from, word) && ends(from.get(word.len()..).unwrap_or_default(), word)
            });
        }
        before = *byte;
    }
    begins && {
        let words: Vec<_> = words(line).collect();
        !says_pass(line, &words)
    }
}

fn starts(text: &[u8], word: &str) -> bool {
    text.get(..word.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(word.as_bytes()))
}

/// Whether a word that begins so is that one, or a form of it, and no name.
fn ends(after: &[u8], word: &str) -> bool {
    let rest = after.iter().take_while(|byte| is_of_name(**byte));
    let is_word = rest.clone().all(u8::is_ascii_alphabetic);
    is_word && (word.len() > 3 || rest.count() == 0)
}

fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_with_trouble() {
        for word in ANYWHERE {
            for line in [word.to_owned(), word.to_uppercase(), format!("é {word}"), format!("x{word}y")] {
                assert!(is_trouble(&line), "{line}");
            }
        }
        for word in BEGINNINGS {
            for line in [word.to_owned(), word.to_uppercase(), format!("é {word}: x")] {
                assert!(is_trouble(&line), "{line}");
            }
            for line in [format!("x{word}"), format!("test {word}_is_seen ... ok"), format!("ok 3 - {word}")]
            {
                assert!(!is_trouble(&line), "{line}");
            }
        }
        for line in ["", "e", "err or", "room", "all is well", "conflicting_names"] {
            assert!(!is_trouble(line), "{line}");
        }
        assert!(is_trouble("2 conflicts") && is_trouble("1 to destroy") && is_trouble("destroyed"));
    }
}
