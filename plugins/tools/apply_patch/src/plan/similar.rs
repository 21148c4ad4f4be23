//! The file that was probably meant by a path that is not there.

use std::collections::VecDeque;

use super::path::{ancestors, joined};
use crate::tree::{Kind, Tree};

/// Names of a directory that are compared.
const COMPARED: usize = 2_000;

/// Bytes of names that are compared; the comparison is quadratic.
const NAME: usize = 100;

/// Directories that are looked into for a file of the same name.
const DIRECTORIES: usize = 200;

/// Files of the same name that are told.
const TOLD: usize = 3;

/// Directories that hold what others have made, in which no patch is meant.
const FOREIGN: [&str; 2] = ["node_modules", "target"];

/// A path in the same directory whose name is nearly the same: in another case, or within a third of its letters.
pub(super) fn beside(tree: &impl Tree, path: &str) -> Option<String> {
    let (directory, name) = split(path);
    let entries = tree.entries(directory).ok()?;
    let near = entries
        .into_iter()
        .take(COMPARED)
        .map(|(other, _)| other)
        .filter(|other| other.len() <= NAME && name.len() <= NAME)
        .map(|other| (distance(name, &other), other))
        .filter(|(distance, other)| distance * 3 <= name.len().max(other.len()))
        .min()?;
    Some(joined(directory, &near.1))
}

/// Files of the same name in other directories, the uppermost first; only those that share most directories above the
/// name with the path, and at most three. Hidden directories and those of packages are not looked into.
pub(super) fn elsewhere(tree: &impl Tree, path: &str) -> Vec<String> {
    let name = split(path).1;
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut ahead = VecDeque::from([String::new()]);
    for _ in 0..DIRECTORIES {
        let Some(directory) = ahead.pop_front() else { break };
        for (other, kind) in tree.entries(&directory).unwrap_or_default() {
            let is_ours = !other.starts_with('.') && !FOREIGN.contains(&other.as_str());
            match kind {
                Kind::File if other == name => {
                    let other = joined(&directory, &other);
                    found.push((shared(path, &other), other));
                }
                Kind::Directory if is_ours => ahead.push_back(joined(&directory, &other)),
                _ => {}
            }
        }
    }
    let most = found.iter().map(|(shared, _)| *shared).max();
    let best = found.into_iter().filter(|(shared, _)| Some(*shared) == most);
    best.map(|(_, path)| path).take(TOLD).collect()
}

/// The directory, empty where the path has none, and the name.
fn split(path: &str) -> (&str, &str) {
    let directory = ancestors(path).next().unwrap_or_default();
    (directory, path[directory.len()..].trim_start_matches('/'))
}

/// How many names at their ends two paths have in common.
fn shared(left: &str, right: &str) -> usize {
    left.rsplit('/').zip(right.rsplit('/')).take_while(|(left, right)| left == right).count()
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
