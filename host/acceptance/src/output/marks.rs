//! Which bytes a line has, in one number: it tells most rows that a line cannot fit without a look at their shapes.

/// The marks of bytes: a letter whatever its case, a digit, a sign of ASCII, a blank or control character, or a byte that
/// is not ASCII.
static MARKS: [u64; 256] = {
    let mut marks = [0; 256];
    let mut byte = 0;
    let mut signs = 0;
    while byte < 256 {
        let bit = match byte as u8 {
            letter @ (b'a'..=b'z' | b'A'..=b'Z') => letter as u32 % 32 - 1,
            b'0'..=b'9' => 26,
            b'!'..=b'~' => {
                signs += 1;
                26 + signs
            }
            0x80.. => 60,
            _ => 61,
        };
        marks[byte] = 1 << bit;
        byte += 1;
    }
    marks
};

/// The mark of a digit.
pub(super) const DIGIT: u64 = 1 << 26;

/// The marks of all bytes of a text. A text that contains another has all of its marks.
#[inline]
pub(super) fn marks(text: &str) -> u64 {
    text.bytes().fold(0, |marks, byte| marks | MARKS[usize::from(byte)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_tell_texts_apart() {
        assert_eq!(marks("aA"), marks("a"));
        assert_eq!(marks("0"), DIGIT);
        assert_eq!(marks("").count_ones(), 0);
        let all: String = (0..=127u8).map(char::from).chain(['é']).collect();
        // 26 letters, digits, 32 signs, blanks, and what is not ASCII.
        assert_eq!(marks(&all).count_ones(), 26 + 1 + 32 + 1 + 1);
        assert_eq!(marks(&all) & (1 << 59 | 1 << 62 | 1 << 63), 0);
    }
}
