//! Names of commits and positions of changes that a reduction gives and the output does not.

use super::Reason;
use super::family::{Families, Family};
use super::follower::Follower;
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
    let mut known: Option<PrintSet> = None;
    let mut follower = Follower::of(input);
    // What a line of the output gives is the output's. Lines of a log are cut more often than they are left as they are.
    let has_diff = families.has(Family::GitDiff);
    let others = lines(reduction).filter(|line| !(has_diff && follower.has_next(line)));
    for text in others.flat_map(given) {
        let known = known.get_or_insert_with(|| lines(input).flat_map(given).map(print_of).collect());
        if !known.contains(&print_of(text)) {
            return Err(Reason::Invented { text: text.to_owned() });
        }
    }
    Ok(())
}

/// The names of commits, abbreviated, and the position that a line gives.
fn given(line: &str) -> impl Iterator<Item = &str> {
    position(line).into_iter().chain(words(line).filter(Word::is_hash).map(|word| word.text))
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
            assert_eq!(given(text).collect::<Vec<_>>(), expected, "{text}");
        }
    }
}
