//! Numbers as people read them.

/// A number with a comma after each three digits.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// From here on a number is one of these units, with one decimal: above a thousand of one comes the next.
const UNITS: &[(u64, &str)] =
    &[(1_000, "k"), (1_000_000, "M"), (1_000_000_000, "G"), (1_000_000_000_000, "T")];

/// The largest number that is written out.
const WRITTEN_OUT: u64 = 9_999;

/// A number in five or six characters: `9,999`, `12.3k`, `4.0M`. Never rounded up, so that nothing looks larger than
/// it is.
pub(crate) fn short(number: i64) -> String {
    let sign = if number < 0 { "-" } else { "" };
    let size = number.unsigned_abs();
    let unit = UNITS.iter().rev().find(|(unit, _)| size >= *unit);
    match unit {
        Some((unit, letter)) if size > WRITTEN_OUT => {
            let tenths = size / (unit / 10);
            format!("{sign}{}.{}{letter}", grouped(tenths / 10), tenths % 10)
        }
        _ => format!("{sign}{}", grouped(size)),
    }
}

/// Tenths of a percent as a percentage with one decimal.
pub(crate) fn percent(permille: i64) -> String {
    let sign = if permille < 0 { "-" } else { "" };
    format!("{sign}{}.{}", grouped(permille.unsigned_abs() / 10), permille.unsigned_abs() % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (123_456, "123,456"),
            (1_234_567, "1,234,567"),
            (u64::MAX, "18,446,744,073,709,551,615"),
        ] {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn large_numbers_are_short() {
        for (number, text) in [
            (0, "0"),
            (9_999, "9,999"),
            (10_000, "10.0k"),
            (12_399, "12.3k"),
            (999_999, "999.9k"),
            (1_000_000, "1.0M"),
            (-4_250_000, "-4.2M"),
            (-7, "-7"),
            (2_000_000_000, "2.0G"),
            (i64::MIN, "-9,223,372.0T"),
        ] {
            assert_eq!(short(number), text);
        }
    }

    #[test]
    fn percentages_have_one_decimal() {
        for (permille, text) in [(0, "0.0"), (5, "0.5"), (738, "73.8"), (1000, "100.0"), (-25, "-2.5")] {
            assert_eq!(percent(permille), text);
        }
    }
}
