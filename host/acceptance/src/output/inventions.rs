//! Names of commits and positions of changes that a reduction gives and the output does not.

use super::Reason;
use super::family::{Families, Family};
use super::hash::PrintSet;
use super::lines::lines;
use super::phrase::print_of;
use super::words::{Word, words};

/// What stands around the position of a change.
const POSITION: &str = "@@";

/// Refuses a reduction that names a commit, or gives a position such as `@@ -1,3 +1,4 @@`, that is not in the output.
/// Commits are known by their subjects, too, so that a wrong name beside one is not missed otherwise.
pub(super) fn compare(families: Families, input: &str, reduction: &str) -> Result<(), Reason> {
    if ![Family::GitLog, Family::GitDiff].into_iter().any(|family| families.has(family)) {
        return Ok(());
    }
    let given = given(reduction);
    if given.is_empty() {
        return Ok(());
    }
    let known: PrintSet = self::given(input).into_iter().map(print_of).collect();
    match given.iter().find(|text| !known.contains(&print_of(text))) {
        Some(text) => Err(Reason::Invented { text: (*text).to_owned() }),
        None => Ok(()),
    }
}

/// The names of commits, abbreviated, and the positions of a text.
fn given(text: &str) -> Vec<&str> {
    let mut given = Vec::new();
    for line in lines(text) {
        given.extend(position(line));
        given.extend(words(line).filter(Word::is_hash).map(|word| word.text));
    }
    given
}

/// The position that a line gives, without marks and what stands behind.
fn position(line: &str) -> Option<&str> {
    let (position, _) = line.trim_start().strip_prefix(POSITION)?.split_once(POSITION)?;
    Some(position.trim_matches('@'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_given() {
        let rows: [(&str, &[&str]); 6] = [
            ("commit 66d71bd7dd6b307e0ef21b81df0f266c62d3e632", &["66d71bd"]),
            ("66d71bd Fix 1234567 deadbeef", &["66d71bd"]),
            ("index 3b18e51..a04f2c1 100644", &["3b18e51", "a04f2c1"]),
            ("@@ -1,3 +1,4 @@ fn a()", &[" -1,3 +1,4 "]),
            ("@@@ -1,3 -1,3 +1,7 @@@", &[" -1,3 -1,3 +1,7 "]),
            ("+ @@", &[]),
        ];
        for (text, expected) in rows {
            assert_eq!(given(text), expected, "{text}");
        }
    }
}
