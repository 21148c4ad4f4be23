//! What is said of a file that is not there: the one that was probably meant, or how a new one is made.

use super::path::{is_absolute, joined, quoted_names};
use super::similar;
use crate::tree::{Kind, Tree};

/// How `old -> new` on one line is written by those who mean a move.
const ARROW: &str = " -> ";

/// Characters that stand around a path and are none of it.
const QUOTES: [char; 3] = ['`', '"', '\''];

/// The sides of a diff by git, which are no folders.
const SIDES: [&str; 2] = ["a/", "b/"];

/// What to do about a path that leads to nothing. `folder` is where relative paths start, from the root.
pub(super) fn hint(tree: &impl Tree, folder: &str, path: &str) -> String {
    if let Some((old, new)) = path.split_once(ARROW) {
        let (old, new) = (old.trim(), new.trim());
        return format!("To move a file, write `*** Update File: {old}` and `*** Move to: {new}` below it.");
    }
    if !folder.is_empty() && !is_absolute(path) && is_file(tree, &from_root(folder, path)) {
        return format!(
            "Paths start in `{folder}` here, and from the root there is `{path}`: use an absolute path, or leave `cd` or `workdir` out."
        );
    }
    if let Some(undressed) = undressed(path).filter(|path| is_file(tree, path)) {
        return format!("There is `{undressed}`.");
    }
    if let Some(similar) = similar::beside(tree, path) {
        return format!("There is `{similar}`.");
    }
    match similar::elsewhere(tree, path).as_slice() {
        [] => "To make a new file, write `*** Add File: PATH` and begin its lines with `+`.".to_owned(),
        [one] => format!("There is `{one}`."),
        several => format!("There are {}.", quoted_names(several)),
    }
}

/// Where relative paths start, and what to do where that is not meant. Empty for the root.
pub(super) fn start(folder: &str) -> String {
    if folder.is_empty() {
        return String::new();
    }
    format!("Paths start in `{folder}` here: use an absolute path, or leave `cd` or `workdir` out.")
}

/// A path that is meant from the root, as one of a tree whose paths start in `folder`.
fn from_root(folder: &str, path: &str) -> String {
    let names = folder.split('/').filter(|name| !name.is_empty()).count();
    joined(&vec![".."; names].join("/"), path)
}

/// A path without quotes around it and without the side of a diff; none for one that has neither.
fn undressed(path: &str) -> Option<&str> {
    let quoted = QUOTES.iter().find_map(|quote| path.strip_prefix(*quote)?.strip_suffix(*quote));
    let inner = quoted.unwrap_or(path);
    let sided = SIDES.iter().find_map(|side| inner.strip_prefix(side));
    sided.or(quoted).filter(|path| !path.is_empty())
}

fn is_file(tree: &impl Tree, path: &str) -> bool {
    matches!(tree.stat(path), Ok(Some(metadata)) if metadata.kind == Kind::File)
}

#[cfg(test)]
mod tests {
    use super::{from_root, undressed};

    #[test]
    fn quotes_and_sides_are_taken_off() {
        let table = [
            ("x", None),
            ("`src/x`", Some("src/x")),
            ("\"x y\"", Some("x y")),
            ("'x'", Some("x")),
            ("a/x", Some("x")),
            ("b/src/x", Some("src/x")),
            ("`a/x`", Some("x")),
            ("`x", None),
            ("`", None),
            ("``", None),
        ];
        for (path, expected) in table {
            assert_eq!(undressed(path), expected, "{path}");
        }
    }

    #[test]
    fn the_root_is_as_many_folders_up_as_there_are_names() {
        let table = [("", "x", "x"), ("sub", "x", "../x"), ("sub/deep", "a/x", "../../a/x")];
        for (folder, path, expected) in table {
            assert_eq!(from_root(folder, path), expected);
        }
    }
}
