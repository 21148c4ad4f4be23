//! Lines that come again with nothing changed but their time, or the frame of a spinner.

/// A line in three parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stem<'a> {
    pub(crate) before: &'a str,
    /// What may change from line to line.
    pub(crate) changing: Changing<'a>,
    /// What follows, with the line's end.
    pub(crate) after: &'a str,
}

/// What changes in a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Changing<'a> {
    /// The time of day, or seconds since some moment. A date or a zone is no part of it.
    Time(&'a str),
    /// A sign that turns.
    Spinner,
}

impl Stem<'_> {
    /// Whether `other` is the same line at another time, or in another frame.
    pub(crate) fn comes_again_in(&self, other: &Stem<'_>) -> bool {
        let is_one_kind = std::mem::discriminant(&self.changing) == std::mem::discriminant(&other.changing);
        is_one_kind && self.before == other.before && self.after == other.after
    }
}

/// The parts of a line that begins with a time or with a spinner.
pub(crate) fn stem(line: &str) -> Option<Stem<'_>> {
    let text = line.trim_ascii_start();
    let rest = match text.bytes().next()? {
        b'0'..=b'9' | b'[' | b'A'..=b'Z' => time(text),
        b' '..=b'~' => None,
        _ => spinner(text),
    };
    let (length, changing, after) = rest?;
    let before = line.get(..line.len() - text.len() + length)?;
    Some(Stem { before, changing, after })
}

/// The bytes before what changes, what that is, and what follows.
type Parts<'a> = (usize, Changing<'a>, &'a str);

/// `⠋ Installing`.
fn spinner(text: &str) -> Option<Parts<'_>> {
    let first = text.chars().next()?;
    let rest = text.get(first.len_utf8()..)?;
    let is_spinner = matches!(first, '\u{2801}'..='\u{28ff}' | '◐'..='◓' | '◴'..='◷');
    (is_spinner && rest.starts_with(' ') && says_something(rest)).then_some((0, Changing::Spinner, rest))
}

/// `2025-11-30T12:00:01.123Z`, `2025/11/30 12:00:01`, `Nov 30 12:00:01`, `12:00:01,123` and `1764504001.5`, also in
/// square brackets; the last one, and seconds since a start with a fraction of six digits, only there.
fn time(text: &str) -> Option<Parts<'_>> {
    let bracket = usize::from(text.starts_with('['));
    let inner = text.get(bracket..)?;
    let (before, time, after) = clock(inner).or_else(|| if bracket == 1 { seconds(inner) } else { None })?;
    // A zone may follow. It is no part of the time, so it is the same in each line.
    let rest = match after.strip_prefix(['Z', 'z']) {
        Some(rest) => rest,
        None => after
            .strip_prefix(['+', '-'])
            .map_or(after, |zone| zone.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':')),
    };
    let is_ended =
        if bracket == 1 { rest.contains(']') } else { rest.starts_with([' ', '\t', ':', ',', '|']) };
    (is_ended && says_something(rest)).then_some((bracket + before, Changing::Time(time), after))
}

/// Whether a text has a letter. What has none is a row of figures, of which the time may be one.
fn says_something(text: &str) -> bool {
    text.contains(char::is_alphabetic)
}

/// The time of day behind a date or none: bytes before it, itself, and what follows.
fn clock(text: &str) -> Option<(usize, &str, &str)> {
    let before = ["dddd-dd-dd", "dddd/dd/dd", "dddd.dd.dd", "Mmm dd", "Mmm  d"]
        .into_iter()
        .find(|date| has_shape(text, date))
        .map_or(0, |date| date.len() + 1);
    let rest = text.get(before..)?;
    let is_parted =
        before == 0 || text.get(before - 1..before).is_some_and(|sign| matches!(sign, " " | "T" | "t"));
    if !is_parted || !has_shape(rest, "dd:dd:dd") {
        return None;
    }
    let whole = "dd:dd:dd".len();
    let fraction = rest.get(whole..)?.strip_prefix(['.', ',']).map_or(0, digits);
    let end = if fraction == 0 { whole } else { whole + 1 + fraction };
    let (time, after) = rest.split_at_checked(end)?;
    Some((before, time, after))
}

/// Seconds as a number: since 1970, or with microseconds.
fn seconds(text: &str) -> Option<(usize, &str, &str)> {
    let padded = text.len() - text.trim_start_matches(' ').len();
    let rest = text.get(padded..)?;
    let whole = digits(rest);
    let fraction = rest.get(whole..)?.strip_prefix('.').map_or(0, digits);
    let end = if fraction == 0 { whole } else { whole + 1 + fraction };
    let (time, after) = rest.split_at_checked(end)?;
    let is_time = whole == 10 || whole > 0 && fraction == 6;
    (is_time && after.starts_with(']')).then_some((padded, time, after))
}

fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// Whether `text` begins so: `d` is a digit, `M` a capital and `m` a small letter.
fn has_shape(text: &str, shape: &str) -> bool {
    text.len() >= shape.len()
        && text.bytes().zip(shape.bytes()).all(|(byte, expected)| match expected {
            b'd' => byte.is_ascii_digit(),
            b'M' => byte.is_ascii_uppercase(),
            b'm' => byte.is_ascii_lowercase(),
            _ => byte == expected,
        })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::{Changing, stem};

    #[test]
    fn times_and_spinners_before_a_text() {
        for (line, before, time, after) in [
            ("2025-11-30T12:00:01Z INFO x", "2025-11-30T", "12:00:01", "Z INFO x"),
            ("2025-11-30T12:00:01.123456+01:00 x", "2025-11-30T", "12:00:01.123456", "+01:00 x"),
            ("2025-11-30 12:00:01,123 - x\n", "2025-11-30 ", "12:00:01,123", " - x\n"),
            ("2025/11/30 12:00:01 x", "2025/11/30 ", "12:00:01", " x"),
            ("[2025-11-30 12:00:01] x", "[2025-11-30 ", "12:00:01", "] x"),
            ("[2025-11-30T12:00:01Z INFO  a] x", "[2025-11-30T", "12:00:01", "Z INFO  a] x"),
            ("Nov 30 12:00:01 host x", "Nov 30 ", "12:00:01", " host x"),
            ("Nov  3 12:00:01 host x", "Nov  3 ", "12:00:01", " host x"),
            ("[12:00:01] x", "[", "12:00:01", "] x"),
            ("  12:00:01.123 x", "  ", "12:00:01.123", " x"),
            ("12:00:01: x", "", "12:00:01", ": x"),
            ("[1764504001] x", "[", "1764504001", "] x"),
            ("[1764504001.25] x", "[", "1764504001.25", "] x"),
            ("[   12.345678] usb x", "[   ", "12.345678", "] usb x"),
        ] {
            let found = stem(line).unwrap_or_else(|| panic!("{line}"));
            assert_eq!(
                (found.before, found.changing, found.after),
                (before, Changing::Time(time), after),
                "{line}"
            );
        }
        for (line, before, after) in [("⠋ Installing", "", " Installing"), ("  ◐ x\n", "  ", " x\n")] {
            let found = stem(line).unwrap();
            assert_eq!(
                (found.before, found.changing, found.after),
                (before, Changing::Spinner, after),
                "{line}"
            );
        }
    }

    #[test]
    fn other_lines_have_none() {
        for line in [
            "",
            "x",
            "12",
            "2025-11-30",
            "2025-11-30 x",
            "2025-11-30T12:00:01Z",
            "2025-11-30 12:00:01 17",
            "2025-11-30T12:00:01Z 17",
            "[2025-11-30T12:00:01Z]",
            "12:00:01PM x",
            "12:00 x",
            "a.rs:12:00:01 x",
            "1764504001 x",
            "[17645] x",
            "[12.5] x",
            "[12:00:01 x",
            "Nov 30 x",
            "⠋",
            "⠋Installing",
            "→ x",
            "é x",
        ] {
            assert_eq!(stem(line), None, "{line}");
        }
    }

    #[test]
    fn a_date_a_zone_and_the_text_are_no_time() {
        let line = stem("2025-11-30T12:00:01Z x").unwrap();
        for (other, expected) in [
            ("2025-11-30T12:00:02.5Z x", true),
            ("2025-12-01T12:00:02Z x", false),
            ("2025-11-30T12:00:02+01:00 x", false),
            ("2025-11-30T12:00:02Z y", false),
            ("⠋ x", false),
        ] {
            assert_eq!(line.comes_again_in(&stem(other).unwrap()), expected, "{other}");
        }
    }
}
