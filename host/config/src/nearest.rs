//! The nearest valid name to one that was mistyped, and how names are quoted in messages.

/// Longest quotation in a message, in characters: enough to find the value, short enough for one line.
const QUOTED_CHARS: usize = 60;

/// Bytes of a word that can be the start of a name; fewer would be the start of too many.
const SHORTENED: usize = 4;

/// The candidate that a typing slip would turn into `word`: at most one edit in a short name, and one more
/// for every four characters. Of equally near ones the first in order; else the first that goes on where `word` ends, which
/// is a whole part of it (`rtk` of `rtk_cli`) or not too short.
pub(crate) fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let allowed = 1 + word.chars().count() / 4;
    let candidates: Vec<&str> = candidates.into_iter().collect();
    let goes_on = |name: &str| {
        let rest = name.strip_prefix(word).filter(|_| !word.is_empty());
        rest.is_some_and(|rest| word.len() >= SHORTENED || rest.starts_with('_'))
    };
    let longer = || candidates.iter().copied().find(|name| goes_on(name));
    candidates
        .iter()
        .copied()
        .map(|candidate| (strsim::damerau_levenshtein(word, candidate), candidate))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
        .or_else(longer)
}

/// `; did you mean "x"? (valid: a, b)`: the end of a message about a name that is not there.
#[must_use]
pub fn advice(word: &str, candidates: &[&str]) -> String {
    let mut text = String::new();
    if let Some(candidate) = nearest(word, candidates.iter().copied()) {
        text.push_str(&format!("; did you mean {}?", quoted(candidate)));
    }
    if candidates.is_empty() {
        text.push_str(" (there are none)");
    } else {
        text.push_str(&format!(" (valid: {})", candidates.join(", ")));
    }
    text
}

/// A value from a file in quotes: control characters escaped, long ones cut.
pub(crate) fn quoted(text: &str) -> String {
    if text.chars().count() <= QUOTED_CHARS {
        return format!("{text:?}");
    }
    let head: String = text.chars().take(QUOTED_CHARS).collect();
    format!("{head:?}…")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_is_a_slip_away_and_no_further() {
        let names = ["memory", "timeout", "stack", "rtk_cli"];
        for (word, expected) in [
            ("timout", Some("timeout")),
            ("tiemout", Some("timeout")),
            ("memroy", Some("memory")),
            ("stak", Some("stack")),
            ("grants", None),
            ("memo", Some("memory")),
            ("mem", None),
            ("rtk", Some("rtk_cli")),
            ("rt", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, names), expected, "{word}");
        }
    }

    #[test]
    fn quotation_escapes_and_cuts() {
        assert_eq!(quoted("a\u{1b}[2J"), "\"a\\u{1b}[2J\"");
        assert_eq!(quoted(&"x".repeat(61)), format!("\"{}\"…", "x".repeat(60)));
    }
}
