//! Text that a guest wrote, made fit for people, models and logs: bounded and without control characters.

/// Longest guest text placed in an error, in bytes (the bound that other hosts use for a guest's error, too).
pub(crate) const ERROR_BYTES: usize = 4 * 1024;

/// Several lines of guest text: newlines and tabs stay, other control and direction-changing characters go.
pub(crate) fn block(text: &str, max_bytes: usize) -> String {
    filtered(text, max_bytes, |c| match c {
        '\n' | '\t' => Some(c),
        _ if is_hidden(c) => None,
        _ => Some(c),
    })
}

/// One line of guest text: every control character becomes a space.
pub(crate) fn line(text: &str, max_bytes: usize) -> String {
    filtered(text, max_bytes, |c| Some(if is_hidden(c) { ' ' } else { c }))
}

/// What a terminal or a reader does not see, or is misled by: C0, C1, line separators, bidirectional overrides.
fn is_hidden(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn filtered(text: &str, max_bytes: usize, map: impl Fn(char) -> Option<char>) -> String {
    const CUT: char = '…';
    let mut out = String::with_capacity(text.len().min(max_bytes));
    for c in text.chars().filter_map(map) {
        if out.len() + c.len_utf8() > max_bytes {
            while out.len() + CUT.len_utf8() > max_bytes && out.pop().is_some() {}
            if out.len() + CUT.len_utf8() <= max_bytes {
                out.push(CUT);
            }
            break;
        }
        out.push(c);
    }
    out
}

/// Bytes as a person writes a limit: `64 MiB`, `1.5 MiB`, `300 B`.
pub(crate) fn bytes(count: u64) -> String {
    const UNITS: [(&str, u64); 3] = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)];
    for (unit, size) in UNITS {
        if count >= size {
            let tenths = u128::from(count) * 10 / u128::from(size);
            return match (tenths / 10, tenths % 10) {
                (whole, 0) => format!("{whole} {unit}"),
                (whole, tenth) => format!("{whole}.{tenth} {unit}"),
            };
        }
    }
    format!("{count} B")
}

/// A duration in the unit that suits it: `12 ms`, `1.25 s`, `30 s`.
pub(crate) fn duration(duration: std::time::Duration) -> String {
    let millis = duration.as_millis();
    if millis < 1000 {
        return format!("{millis} ms");
    }
    let fraction = format!("{:02}", (millis % 1000) / 10);
    match fraction.trim_end_matches('0') {
        "" => format!("{} s", millis / 1000),
        digits => format!("{}.{digits} s", millis / 1000),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn guest_text_is_bounded_and_clean() {
        for (input, max, expected) in [
            ("plain", 100, "plain"),
            ("a\u{1b}[31mb\u{7}", 100, "a[31mb"),
            ("two\nlines\ttab", 100, "two\nlines\ttab"),
            ("rtl\u{202e}gpj.exe", 100, "rtlgpj.exe"),
            ("0123456789", 10, "0123456789"),
            ("0123456789x", 10, "0123456…"),
            ("éééé", 7, "éé…"),
            ("abc", 2, ""),
        ] {
            assert_eq!(block(input, max), expected, "{input:?}");
        }
        assert_eq!(line("two\r\nlines", 100), "two  lines");
    }

    #[test]
    fn quantities_read_as_a_person_writes_them() {
        for (count, expected) in [
            (0, "0 B"),
            (1023, "1023 B"),
            (1024, "1 KiB"),
            (1536, "1.5 KiB"),
            (64 << 20, "64 MiB"),
            (1 << 30, "1 GiB"),
        ] {
            assert_eq!(bytes(count), expected);
        }
        for (millis, expected) in
            [(0, "0 ms"), (999, "999 ms"), (1000, "1 s"), (1200, "1.2 s"), (1256, "1.25 s"), (30_004, "30 s")]
        {
            assert_eq!(duration(Duration::from_millis(millis)), expected);
        }
    }
}
