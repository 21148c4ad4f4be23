//! Where an answer may end within a stream of UTF-8.

/// How many bytes at the end of `bytes` begin a character that is not whole yet. They belong to the next answer.
/// Bytes that can never become a character do not count.
pub(super) fn unfinished(bytes: &[u8]) -> usize {
    let from = bytes.len().saturating_sub(3);
    let tail = &bytes[from..];
    (1..=tail.len())
        .rev()
        .find(|length| {
            let candidate = &tail[tail.len() - length..];
            std::str::from_utf8(candidate)
                .is_err_and(|error| error.valid_up_to() == 0 && error.error_len().is_none())
        })
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::unfinished;

    #[test]
    fn only_the_beginning_of_a_character_is_held_back() {
        let rows: [(&[u8], usize); 10] = [
            (b"", 0),
            (b"abc", 0),
            ("é".as_bytes(), 0),
            (b"a\xc3", 1),
            (b"a \xe2", 1),
            (b"a \xe2\x80", 2),
            (b"\xf0\x9f\x98", 3),
            ("a😀".as_bytes(), 0),
            (b"a\xff", 0),
            (b"a\x80\x80", 0),
        ];
        for (bytes, held) in rows {
            assert_eq!(unfinished(bytes), held, "{bytes:?}");
        }
    }
}
