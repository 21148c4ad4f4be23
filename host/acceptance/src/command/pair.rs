//! Pairs of commands that show the same file: the shell's own, and an optimizer's.

use toolhost_capability::shell::{Word, program_name};

/// One pair: what is written, and what reads the same.
struct Pair {
    program: &'static str,
    optimizer: &'static [&'static str],
    /// The option by which the optimizer takes a number of lines; none where the whole file is shown.
    lines: Option<&'static str>,
}

const PAIRS: &[Pair] = &[
    Pair { program: "cat", optimizer: &["rtk", "read"], lines: None },
    Pair { program: "head", optimizer: &["rtk", "read"], lines: Some("--head-lines") },
    Pair { program: "tail", optimizer: &["rtk", "read"], lines: Some("--tail-lines") },
];

/// How many lines `head` and `tail` show where nothing is said.
const DEFAULT_LINES: u32 = 10;

/// Whether the two commands show the same of one file that is named in full.
pub(super) fn shows_the_same(old: &[Word], new: &[Word]) -> bool {
    let (Some(old), Some(new)) = (plain(old), plain(new)) else { return false };
    let Some((program, arguments)) = old.split_first() else { return false };
    PAIRS.iter().filter(|pair| pair.program == program_name(program)).any(|pair| {
        let Some((file, lines)) = pair.read(arguments) else { return false };
        let Some(rest) = new.strip_prefix(pair.optimizer) else { return false };
        match (pair.lines, lines) {
            (None, None) => rest == [file],
            (Some(option), Some(lines)) => {
                let lines = lines.to_string();
                rest == [file, option, &lines] || rest == [option, &lines, file]
            }
            _ => false,
        }
    })
}

/// A plain number: `+5` means something else.
fn number(text: &str) -> Option<u32> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

fn plain(words: &[Word]) -> Option<Vec<&str>> {
    words.iter().map(Option::as_deref).collect()
}

impl Pair {
    /// The one file that is shown, and how many lines of it; none for anything else.
    fn read<'a>(&self, arguments: &[&'a str]) -> Option<(&'a str, Option<u32>)> {
        let (lines, rest) = match (self.lines, arguments) {
            (None, rest) => (None, rest),
            (Some(_), ["-n", count, rest @ ..]) => (Some(number(count)?), rest),
            (Some(_), [option, rest @ ..]) if option.starts_with('-') => {
                let count = option
                    .strip_prefix("--lines=")
                    .or_else(|| option.strip_prefix("-n"))
                    .or_else(|| option.strip_prefix('-'))?;
                (Some(number(count)?), rest)
            }
            (Some(_), rest) => (Some(DEFAULT_LINES), rest),
        };
        match rest {
            [file] if !file.starts_with('-') => Some((file, lines)),
            _ => None,
        }
    }
}
