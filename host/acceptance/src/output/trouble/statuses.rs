//! Exit statuses and codes in a line that are not those of a success.

/// Words that a status follows.
pub(super) const WORDS: &[&str] = &[EXIT, "code", "status"];

/// This one has forms, such as `exited`.
const EXIT: &str = "exit";

/// Words that stand between: `exit code was 3`.
const BETWEEN: &[&str] = &["code", "is", "status", "value", "was", "with"];

/// Answers of a server that is well, which may follow the other words.
const ANSWERS: std::ops::Range<u32> = 100..400;

/// Whether one of the words begins at `from`, and a status follows that is no success; `before` is the line up to there.
pub(super) fn gives_bad(before: &[u8], from: &[u8]) -> bool {
    let is_inner = before.last().is_some_and(u8::is_ascii_alphanumeric);
    let Some(word) = WORDS.iter().find(|word| super::starts(from, word)).filter(|_| !is_inner) else {
        return false;
    };
    let after = from.get(word.len()..).unwrap_or_default();
    let end = if *word == EXIT { letters(after) } else { 0 };
    let status = status(after.get(end..).unwrap_or_default());
    status.is_some_and(|status| status != 0 && (*word == EXIT || !ANSWERS.contains(&status)))
}

/// The number that follows, perhaps behind words that stand between.
fn status(after: &[u8]) -> Option<u32> {
    let mut rest = after;
    loop {
        let signs = rest.iter().take_while(|byte| b" \t:=-_()[]'\"`".contains(byte)).count();
        rest = rest.get(signs..)?;
        let length = letters(rest);
        let (word, after) = rest.split_at_checked(length)?;
        if length == 0 {
            let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let (number, after) = rest.split_at_checked(digits)?;
            let goes_on = matches!(after, [b'a'..=b'z' | b'A'..=b'Z' | b'_', ..] | [b'.', b'0'..=b'9', ..]);
            return std::str::from_utf8(number).ok()?.parse().ok().filter(|_| !goes_on);
        }
        BETWEEN.iter().find(|known| known.as_bytes().eq_ignore_ascii_case(word))?;
        rest = after;
    }
}

fn letters(text: &[u8]) -> usize {
    text.iter().take_while(|byte| byte.is_ascii_alphabetic()).count()
}

#[cfg(test)]
mod tests {
    use super::super::is_trouble;

    #[test]
    fn statuses_of_lines() {
        let rows = [
            ("exit status 2", true),
            ("exit 1", true),
            ("Exit status: 3", true),
            ("Process finished with exit code 3", true),
            ("Process finished with exit code 0", false),
            ("exited with code 137", true),
            ("exited (1)", true),
            ("exitCode=3", true),
            ("exit_code: -1", true),
            ("exit code 200", true),
            ("exit 0", false),
            ("the exit is on the left", false),
            ("exit 3.5", false),
            ("GET / status 200", false),
            ("GET / status 304", false),
            ("GET / status 500", true),
            ("code=7", true),
            ("barcode 7", false),
            ("encoded 7 of 9", false),
            ("codec 7", false),
            ("status", false),
        ];
        for (line, expected) in rows {
            assert_eq!(is_trouble(line), expected, "{line}");
        }
    }
}
