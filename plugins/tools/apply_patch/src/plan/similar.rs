//! The file that was probably meant by a path that is not there.

use super::path::{ancestors, joined};
use crate::tree::Tree;

/// Names of a directory that are compared.
const COMPARED: usize = 2_000;

/// Bytes of names that are compared; the comparison is quadratic.
const NAME: usize = 100;

/// A path in the same directory whose name is nearly the same: in another case, or within a third of its letters.
pub(super) fn path(tree: &impl Tree, path: &str) -> Option<String> {
    let directory = ancestors(path).next().unwrap_or_default();
    let name = path[directory.len()..].trim_start_matches('/');
    let names = tree.names(directory).ok()?;
    let near = names
        .into_iter()
        .take(COMPARED)
        .filter(|other| other.len() <= NAME && name.len() <= NAME)
        .map(|other| (distance(name, &other), other))
        .filter(|(distance, other)| distance * 3 <= name.len().max(other.len()))
        .min()?;
    Some(joined(directory, &near.1))
}

/// Bytes to insert, delete or replace, letters of either case being the same.
fn distance(left: &str, right: &str) -> usize {
    let mut above: Vec<usize> = (0..=right.len()).collect();
    for (row, byte) in left.bytes().enumerate() {
        let mut corner = above[0];
        above[0] = row + 1;
        for (column, other) in right.bytes().enumerate() {
            let replaced = corner + usize::from(!byte.eq_ignore_ascii_case(&other));
            corner = above[column + 1];
            above[column + 1] = replaced.min(corner + 1).min(above[column] + 1);
        }
    }
    above[right.len()]
}

#[cfg(test)]
mod tests {
    use super::distance;

    #[test]
    fn distances() {
        let table = [
            ("", "", 0),
            ("abc", "ABC", 0),
            ("abc", "abd", 1),
            ("abc", "ab", 1),
            ("", "ab", 2),
            ("ab", "ba", 2),
        ];
        for (left, right, expected) in table {
            assert_eq!(distance(left, right), expected, "{left} {right}");
        }
    }
}
