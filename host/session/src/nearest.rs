//! Names that are not there: the one that was probably meant, and a form of them for messages.

/// Similarity (Jaro-Winkler, 0 to 1) from which a name is offered: misspellings are above 0.85, unrelated names of
/// tools and fields below 0.7.
const THRESHOLD: f64 = 0.8;

/// Letters from which a word can be an abbreviation of another.
const ABBREVIATION: usize = 3;

/// Only this much of a word is compared: the comparison is quadratic, and no real name is longer.
const COMPARED: usize = 128;

/// Bytes of a wrong name that a message repeats.
const REPEATED: usize = 100;

/// The candidate nearest to `word`, if one is near: with another prefix (`functions.NAME`), in another case or
/// style, misspelt or shortened. Of equally near ones the first.
pub(crate) fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let plain = normalise(word);
    let mut best = None;
    for candidate in candidates {
        let score = if ends_with_name(word, candidate) {
            // Of two names that end the word, the longer is meant.
            1.0 + candidate.len() as f64
        } else {
            similarity(&plain, &normalise(candidate))
        };
        if score >= THRESHOLD && best.is_none_or(|(_, highest)| score > highest) {
            best = Some((candidate, score));
        }
    }
    best.map(|(candidate, _)| candidate)
}

/// The start of a name, in one line.
pub(crate) fn in_short(name: &str) -> String {
    let end = name.floor_char_boundary(REPEATED);
    let start = name[..end].replace(char::is_control, "\u{fffd}");
    if end == name.len() { start } else { start + "…" }
}

fn similarity(word: &str, name: &str) -> f64 {
    let similarity = strsim::jaro_winkler(word, name);
    if abbreviates(word, name) || abbreviates(name, word) { similarity.max(THRESHOLD) } else { similarity }
}

/// Whether `short` is the first letter of `long` and some later ones, in order.
fn abbreviates(short: &str, long: &str) -> bool {
    let mut letters = long.chars();
    short.len() >= ABBREVIATION
        && short.chars().next() == long.chars().next()
        && short.chars().all(|letter| letters.any(|other| other == letter))
}

fn ends_with_name(word: &str, name: &str) -> bool {
    word.strip_suffix(name).is_some_and(|prefix| prefix.ends_with(|last: char| !last.is_alphanumeric()))
}

fn normalise(word: &str) -> String {
    word.chars().filter(|c| c.is_alphanumeric()).take(COMPARED).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::{in_short, nearest};

    #[test]
    fn table() {
        let fields = ["cmd", "workdir", "tty", "yield_time_ms", "max_output_tokens"];
        let tools = ["exec_command", "write_stdin", "apply_patch", "search_tools", "code_search", "search"];
        let table: &[(&str, &[&str], Option<&str>)] = &[
            ("command", &fields, Some("cmd")),
            ("CMD", &fields, Some("cmd")),
            ("maxOutputTokens", &fields, Some("max_output_tokens")),
            ("yield_time", &fields, Some("yield_time_ms")),
            ("work_dir", &fields, Some("workdir")),
            ("shell", &fields, None),
            ("", &fields, None),
            ("exec", &tools, Some("exec_command")),
            ("exec-comand", &tools, Some("exec_command")),
            ("functions.exec_command", &tools, Some("exec_command")),
            ("mcp__toolhost__exec_command", &tools, Some("exec_command")),
            ("functions.code_search", &tools, Some("code_search")),
            ("toolhost/search", &tools, Some("search")),
            ("Read", &tools, None),
            ("anything", &[], None),
        ];
        for (word, candidates, expected) in table {
            assert_eq!(nearest(word, candidates.iter().copied()), *expected, "{word}");
        }
    }

    #[test]
    fn short_forms() {
        let long = "é".repeat(80);
        let table =
            [("cmd", "cmd"), ("a\n\u{1b}b", "a\u{fffd}\u{fffd}b"), (&long, &format!("{}…", "é".repeat(50)))];
        for (name, expected) in table {
            assert_eq!(in_short(name), expected);
        }
    }

    #[test]
    fn long_words_are_bounded() {
        assert_eq!(nearest(&"x".repeat(10_000_000), ["exec_command"]), None);
    }
}
