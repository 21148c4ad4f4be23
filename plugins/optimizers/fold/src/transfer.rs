//! Meters of programs that get files, curl and wget: many frames, of which the last says what the next line says again.

/// Frames of one line that are folded, at least. Fewer are hardly longer than what would stand in their place.
const FRAMES: usize = 3;

/// Columns of curl's meter.
const COLUMNS: usize = 12;

/// Whether `line`, without blanks around it, is a frame of such a meter that stands on a line of its own.
pub(crate) fn is_meter(line: &str) -> bool {
    is_of_curl(line) || is_of_wget(line)
}

/// Whether `line` has several frames that were written over one another, and nothing else. `is_frame` tells other
/// frames than those of the meters.
pub(crate) fn is_overwritten(line: &str, is_frame: impl Fn(&str) -> bool) -> bool {
    let line = line.trim_ascii();
    if !line.contains('\r') {
        return false;
    }
    let frames = || line.split('\r').map(str::trim_ascii).filter(|frame| !frame.is_empty());
    frames().count() >= FRAMES && frames().all(|frame| is_frame(frame) || is_bar_of_wget(frame))
}

/// `12  100M   12 12.5M    0     0  2560k      0  0:00:40  0:00:05  0:00:35 2601k`
fn is_of_curl(line: &str) -> bool {
    let is_time = |text: &str| {
        text.contains(':') && text.bytes().all(|byte| byte.is_ascii_digit() || b":-".contains(&byte))
    };
    let is_size = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit() || b".kMGTP".contains(&byte));
    let mut columns = 0;
    let fits = line.split_ascii_whitespace().enumerate().all(|(at, text)| {
        columns = at + 1;
        if (8..11).contains(&at) { is_time(text) } else { is_size(text) }
    });
    fits && columns == COLUMNS
}

/// `50K .......... .......... ..........  0% 1.2M 83s`, without a percentage where the size is not known.
fn is_of_wget(line: &str) -> bool {
    let mut words = line.split_ascii_whitespace();
    let is_dots = |word: &&str| word.bytes().all(|byte| b".,".contains(&byte));
    let begins = words.next().is_some_and(|at| {
        at.strip_suffix(['K', 'M'])
            .is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
    });
    let rest: Vec<&str> = words.collect();
    let dots = rest.iter().take_while(|word| is_dots(word)).count();
    let figures = rest.get(dots..).unwrap_or_default();
    begins
        && dots > 0
        && figures.len() <= 3
        && figures.iter().all(|word| word.starts_with(|c: char| c.is_ascii_digit()))
}

/// `x.iso    45%[====>     ]  12.34M  2.31MB/s    eta 3s`
fn is_bar_of_wget(frame: &str) -> bool {
    let Some((before, rest)) = frame.split_once("%[") else { return false };
    let Some((bar, after)) = rest.split_once(']') else { return false };
    let percent = before.rsplit(' ').next().unwrap_or(before);
    !percent.is_empty()
        && percent.bytes().all(|byte| byte.is_ascii_digit())
        && bar.bytes().all(|byte| b"=>+ ".contains(&byte))
        && after.trim_start().starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::{is_meter, is_overwritten};

    #[test]
    fn frames_on_lines_of_their_own() {
        for line in [
            "0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0",
            "100 12.5M  100 12.5M    0     0  2560k      0  0:00:05  0:00:05 --:--:-- 2601k",
            "0K .......... .......... .......... .......... ..........  0% 1.2M 83s",
            "102350K .......... ..........                              100% 12M=9s",
            "3072K ........ ........ ......",
            "3072K ,,,,,,,, ........ 12% 1.2M",
        ] {
            assert!(is_meter(line), "{line}");
        }
        for line in [
            "",
            "0 0 0 0 0 0 0 0 0 0 0 0",
            "1 2 3 4 5 6 7 8 12:00:01 12:00:02 12:00:03",
            "1 2 3 4 5 6 7 8 12:00:01 12:00:02 12:00:03 x",
            "50K",
            "50K ... of it",
            "50K 12% 1.2M 83s",
            "K ... 1",
            "50 ... 1",
        ] {
            assert!(!is_meter(line), "{line}");
        }
    }

    #[test]
    fn frames_over_one_another() {
        let is_frame = |frame: &str| frame == "frame";
        for (line, expected) in [
            ("frame\rframe\r  frame\r\n", true),
            (
                "\rx.iso   0%[      ]       0  --.-KB/s\rx.iso  45%[==>   ]  12.34M  2.31MB/s    eta 3s\rframe\n",
                true,
            ),
            ("frame\rframe\r\n", false),
            ("frame\rframe\rframe\rdone\n", false),
            ("frame\r\n", false),
            ("a 5%[x]  1\ra 6%[=]  1\ra 7%[=]  1", false),
            ("a 5%[=]  x\ra 6%[=]  1\ra 7%[=]  1", false),
            ("a5%[=]  1\ra 6%[=]  1\ra 7%[=]  1", false),
        ] {
            assert_eq!(is_overwritten(line, is_frame), expected, "{line:?}");
        }
    }
}
